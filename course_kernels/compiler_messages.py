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
    ("no-file", re.compile(r'^(?:could not|cannot) open source file "(?P<name>[^"]+)".*$')),
)


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
