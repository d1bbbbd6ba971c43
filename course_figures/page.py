"""The small style sheet of a lesson's page: Hebrew paragraphs to the right, code left to right within them."""

from __future__ import annotations

RULES = (
    ".jp-RenderedHTMLCommon [dir=rtl] p,.jp-RenderedHTMLCommon [dir=rtl] summary{text-align:right}"
    "[dir=rtl] code,[dir=rtl] pre{direction:ltr;unicode-bidi:isolate}"
    "[dir=rtl] pre{text-align:left}"
    ".jp-RenderedHTMLCommon details{margin:0.3em 0}"
    ".jp-RenderedHTMLCommon summary{cursor:pointer;font-weight:600}"
)


class PageStyle:
    """Shown once, by the first cell of a lesson; it applies to the whole page."""

    def __repr__(self) -> str:
        return ""

    def _repr_html_(self) -> str:
        return f"<style>{RULES}</style>"
