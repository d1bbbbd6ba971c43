"""The exercises: what is asked for, where its stub and solution lie, and the hints, read from exercises.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib  # type: ignore[no-redef]

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Exercise:
    """One exercise. ``hints`` maps a language to its hints, the gentlest first."""

    key: str
    lesson: str
    kernel: str
    signature: str
    constant: str
    tile: int
    whole_sizes: tuple[int, ...]
    ragged_sizes: tuple[int, ...]
    other_tiles: tuple[int, ...]
    criteria: tuple[str, ...]
    hints: dict[str, tuple[str, ...]]
    course: str = ""  # the course's own kernel for it, where its key is another one

    @property
    def stub(self) -> str:
        """The CUDA text that the student starts from."""
        return (ROOT / "exercises" / f"{self.key}.cu").read_text(encoding="utf-8")

    @property
    def solution(self) -> str:
        return (ROOT / "solutions" / f"{self.key}.cu").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def exercises() -> dict[str, Exercise]:
    """All exercises by key, in the course's order.

    Example: ``exercises()["tiled"].kernel`` is ``"mmTiled"``.
    """
    registry = tomllib.loads((ROOT / "exercises" / "exercises.toml").read_text(encoding="utf-8"))
    return {key: _exercise(key, data) for key, data in registry.items()}


def _exercise(key: str, data: dict[str, Any]) -> Exercise:
    hints = {lang: tuple(one[lang] for one in data["hints"]) for lang in ("en", "he")}
    plain: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value
             for name, value in data.items() if name != "hints"}
    return Exercise(key=key, hints=hints, **plain)
