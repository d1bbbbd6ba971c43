"""The compiler's commonest complaints, recognised so that they can be told in the student's language."""

from __future__ import annotations

import re

from course_kernels.phrases import Phrases

# Phrase key after "compiler-", and the form of NVRTC's message. Named groups become values of the phrase.
FORMS = (
    ("undefined", re.compile(r'^identifier "(?P<name>[^"]+)" is undefined$')),
    ("expected", re.compile(r'^expected an? "(?P<sign>[^"]+)"$')),
    ("expected-expression", re.compile(r"^expected an expression$")),
    ("expected-declaration", re.compile(r"^expected a declaration$")),
    ("expected-statement", re.compile(r"^expected a statement$")),
    ("expected-identifier", re.compile(r"^expected an identifier$")),
    ("not-constant", re.compile(r"^expression must have a constant value$")),
    ("not-assignable", re.compile(r"^expression must be a modifiable lvalue$")),
    ("not-pointer", re.compile(r"^expression must have pointer-to-object type but it has type "
                               r'"(?P<type>[^"]+)"$')),
    ("unknown-directive", re.compile(r"^unrecognized preprocessing directive$")),
    ("too-few-arguments", re.compile(r"^too few arguments in function call$")),
    ("too-many-arguments", re.compile(r"^too many arguments in function call$")),
    ("redeclared", re.compile(r'^"?(?P<name>\w+)"? has already been declared in the current scope$')),
    ("wrong-type", re.compile(r'^a value of type "(?P<found>[^"]+)" cannot be '
                              r'(?:assigned to|used to initialize) an entity of type "(?P<wanted>[^"]+)"$')),
    ("no-member", re.compile(r'^(?:class|struct) "(?P<type>[^"]+)" has no member "(?P<name>[^"]+)"$')),
    ("no-return", re.compile(r"^return value type does not match the function type$")),
    ("no-file", re.compile(r'^(?:could not|cannot) open source file "(?P<name>[^"]+)".*$')),
)

_END = re.compile(r"^At end of source: error: (?P<message>.*)$", re.MULTILINE)
_OPENED = re.compile(r'^[^\n(]*\((?P<line>\d+)\): note [^\n]*to match this', re.MULTILINE)


def unclosed(log: str) -> tuple[int, str] | None:
    """A source that ends too early: the line of the bracket that is never closed, and the message."""
    end, opened = _END.search(log), _OPENED.search(log)
    return (int(opened["line"]), end["message"]) if end and opened else None


def translate(message: str, lang: str) -> str:
    """The compiler's message in the student's language; in English, or when unknown, as it is.

    >>> translate('identifier "rwo" is undefined', "en")
    'identifier "rwo" is undefined'
    """
    text = " ".join(message.split())
    if lang == "en":
        return text
    for key, form in FORMS:
        found = form.match(text)
        if found:
            return Phrases("course_kernels", lang)(f"compiler-{key}", **found.groupdict())
    return text
