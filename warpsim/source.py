"""What PTX does not keep of the source: names of parameters, and whether a kernel returns early."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


def plain_name(symbol: str) -> str:
    """Return the C name in a mangled symbol: ``_Z7mmTiledPKfS0_Pfi`` is ``mmTiled``."""
    match = re.match(r"_Z(?:N)?(\d+)", symbol)
    if not match:
        return symbol
    start = match.end()
    return symbol[start : start + int(match[1])]


def variable_name(symbol: str) -> str:
    """Return the C name of a variable: ``_ZZ7mmTiledPKfS0_PfiE2As`` is ``As``."""
    match = re.search(r"E(\d+)(\w+)$", symbol)
    return match[2][: int(match[1])] if symbol.startswith("_ZZ") and match else symbol


def parameter_names(source: str, kernel: str) -> list[str]:
    """Return the names of the kernel's parameters in order; empty if the source does not show them."""
    head = _head(source, kernel)
    if head is None:
        return []
    names = []
    for part in _split(head[0]):
        found = re.findall(r"[A-Za-z_]\w*", part.split("=")[0])
        if found and found[-1] not in ("void", "__restrict__"):
            names.append(found[-1])
    return names


def returns_early(source: str, kernel: str) -> bool:
    """Whether a return statement stands in the kernel's body: then threads may leave before a barrier."""
    head = _head(source, kernel)
    return head is not None and re.search(r"\breturn\b", _body(head[1])) is not None


def _head(source: str, kernel: str) -> tuple[str, str] | None:
    """Return the text of the parameter list and the text that follows it."""
    text = _COMMENT.sub(" ", source)
    for match in re.finditer(rf"\b{re.escape(plain_name(kernel))}\s*\(", text):
        if "__global__" not in text[max(0, match.start() - 200) : match.start()]:
            continue
        depth = 1
        for end in range(match.end(), len(text)):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if depth == 0:
                return text[match.end() : end], text[end + 1 :]
    return None


def _body(text: str) -> str:
    depth = 0
    for end, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0 and letter == "}":
            return text[:end]
    return text


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += {"(": 1, "<": 1, "[": 1, ")": -1, ">": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [p for p in (*parts, text[start:]) if p.strip()]
