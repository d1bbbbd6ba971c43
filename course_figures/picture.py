"""A finished figure for a notebook: its PNG, and the sentence that describes it to those who cannot see it."""

from __future__ import annotations

import io
from base64 import b64encode
from dataclasses import dataclass
from html import escape
from typing import Any

from matplotlib.figure import Figure


@dataclass(frozen=True)
class Picture:
    """Shown as a PNG with ``description`` as its alternative text. As text it is the description alone."""

    png: bytes
    description: str

    def __repr__(self) -> str:
        return self.description

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict, dict]:
        return ({"image/png": b64encode(self.png).decode("ascii"), "text/plain": self.description},
                {"image/png": {"alt": self.description}})

    def html(self) -> str:
        """An <img> with its alternative text, for an HTML widget."""
        data = b64encode(self.png).decode("ascii")
        return f'<img alt="{escape(self.description)}" style="max-width:100%" src="data:image/png;base64,{data}">'


def render(figure: Figure, description: str) -> Picture:
    """The figure as a Picture."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", facecolor="white")
    return Picture(buffer.getvalue(), description)
