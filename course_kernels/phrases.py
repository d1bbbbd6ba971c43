"""Text in the student's language: Fluent files of a package, and the language in use.

Example::

    say = Phrases("course_kernels", "he")
    say("error-unknown-kernel", name="tild", known="naive, tiled")

The texts lie in ``<package>/phrases/en.ftl`` and ``he.ftl``. A phrase that is missing, or an argument
that is missing, is an error at once: nothing falls back to the other language silently.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import resources
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax.ast import Message

LANGUAGES = ("en", "he")
_LOCALES = {"en": "en-US", "he": "he-IL"}
_chosen: str | None = None


class MissingPhrase(LookupError):
    """A phrase, or a value that a phrase needs, does not exist."""


def language() -> str:
    """The language in use: the last ``use_language``, else COURSE_LANGUAGE, else English."""
    if _chosen:
        return _chosen
    wanted = os.environ.get("COURSE_LANGUAGE", "en")
    return wanted if wanted in LANGUAGES else "en"


def use_language(lang: str) -> None:
    """Speak ``lang`` ("en" or "he") from here on."""
    global _chosen
    if lang not in LANGUAGES:
        raise ValueError(f"The course speaks {' and '.join(LANGUAGES)}, not {lang!r}.")
    _chosen = lang


def _file(package: str, lang: str) -> str:
    return (resources.files(package) / "phrases" / f"{lang}.ftl").read_text(encoding="utf-8")


@cache
def _bundle(package: str, lang: str, isolate: bool) -> FluentBundle:
    bundle = FluentBundle([_LOCALES[lang]], use_isolating=isolate)
    bundle.add_resource(FluentResource(_file(package, lang)))
    return bundle


def _plain(value: Any) -> Any:
    """Whole numbers without a thousands separator: line 1024, not line 1,024."""
    if isinstance(value, int) and not isinstance(value, bool):
        return fluent_number(value, useGrouping=False)
    return value if isinstance(value, (str, float)) else str(value)


class Phrases:
    """The texts of one package in one language (by default the one in use at each call).

    ``isolate`` puts invisible marks around values, so that code and numbers keep their order within
    Hebrew. It is on for Hebrew; turn it off where the marks would be drawn, as in a figure.
    """

    def __init__(self, package: str, lang: str | None = None, isolate: bool | None = None):
        self.package, self._lang, self._isolate = package, lang, isolate

    @property
    def lang(self) -> str:
        return self._lang or language()

    def _texts(self) -> FluentBundle:
        isolate = self.lang == "he" if self._isolate is None else self._isolate
        return _bundle(self.package, self.lang, isolate)

    def __contains__(self, key: str) -> bool:
        return self._texts().has_message(key)

    def __call__(self, key: str, /, **values: Any) -> str:
        bundle = self._texts()
        if not bundle.has_message(key):
            raise MissingPhrase(f"{self.package}/phrases/{self.lang}.ftl has no phrase {key!r}.")
        pattern = bundle.get_message(key).value
        if pattern is None:
            raise MissingPhrase(f"{self.package}/phrases/{self.lang}.ftl: {key!r} has no text.")
        text, problems = bundle.format_pattern(pattern, {k: _plain(v) for k, v in values.items()})
        if problems:
            raise MissingPhrase(f"{self.package}/phrases/{self.lang}.ftl, {key!r}: {problems[0]}")
        return str(text)


def phrase_keys(package: str, lang: str) -> tuple[str, ...]:
    """Every phrase key of a package in one language, in the file's order: for tests of completeness."""
    return tuple(entry.id.name for entry in FluentResource(_file(package, lang)).body
                 if isinstance(entry, Message))
