"""The course's own errors: a key and plain fields, so that each can be told in the student's language."""

from __future__ import annotations

from typing import Any


class CourseError(Exception):
    """Something the user can put right. ``key`` names the phrase ``error-<key>``; the fields are its data.

    Example: ``raise CourseError("unknown-kernel", name="tild", known="naive, tiled")``.
    """

    def __init__(self, key: str, **fields: Any):
        super().__init__(key, fields)
        self.key = key
        self._fields = fields

    def fields(self) -> dict[str, Any]:
        return dict(self._fields)

    def __str__(self) -> str:
        from course_kernels.explain import explain  # explain knows every error, so it comes later

        return explain(self, "en")
