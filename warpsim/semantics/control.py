"""Instructions that order other instructions: fences and warp barriers, which lockstep execution satisfies."""

from __future__ import annotations

from warpsim.semantics import Unsupported, opcode


@opcode("membar", "fence", "nanosleep")
def fence(c, i):
    """membar.level; a warp's accesses take effect in order already."""


@opcode("bar", "barrier")
def warp_barrier(c, i):
    """bar.warp.sync mask; the lanes of a warp are in step. Block barriers end a block of the graph instead."""
    if i.modifiers[:2] != ("warp", "sync"):
        raise Unsupported
