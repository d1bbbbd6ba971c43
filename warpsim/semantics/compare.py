"""Comparison and selection (PTX manual: comparison and selection instructions)."""

from __future__ import annotations

from warpsim import ptx
from warpsim.semantics import Unsupported, opcode
from warpsim.semantics.arithmetic import is_float, is_signed

_ORDER = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
          "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}  # fmt: skip
_UNORDERED = {"equ": "==", "neu": "!=", "ltu": "<", "leu": "<=", "gtu": ">", "geu": ">="}


def comparison(c, i, how: str, type_name: str):
    """Return the mask of ``a how b`` for the operands 1 and 2."""
    a, b = c.read(i.operands[1], type_name), c.read(i.operands[2], type_name)
    if is_float(type_name):
        if how in _ORDER:
            return c.b.fcmp_ordered(_ORDER[how], a, b)
        if how in _UNORDERED:
            return c.b.fcmp_unordered(_UNORDERED[how], a, b)
        if how == "num":
            return c.b.fcmp_ordered("ord", a, b)
        return c.b.fcmp_unordered("uno", a, b)
    compare = c.b.icmp_signed if is_signed(type_name) else c.b.icmp_unsigned
    return compare(_ORDER[how], a, b)


@opcode("setp")
def setp(c, i):
    """setp.CmpOp{.BoolOp}{.ftz}.type p{|q}, a, b{, {!}c};"""
    mask = comparison(c, i, i.modifiers[0], i.type)
    target = i.operands[0]
    combine = {"and", "or", "xor"} & set(i.modifiers)
    if combine:
        other = c.predicate(i.operands[3])
        join = {"and": c.b.and_, "or": c.b.or_, "xor": c.b.xor}[combine.pop()]
    else:
        other, join = None, None
    if isinstance(target, ptx.Tuple):
        first, second = target.items
        inverse = c.b.not_(mask)
        c.write_register(second, join(inverse, other) if join else inverse, i)
        target = first
    c.write_register(target, join(mask, other) if join else mask, i)


@opcode("selp")
def selp(c, i):
    """selp.type d, a, b, p;"""
    a, b = c.read(i.operands[1], i.type), c.read(i.operands[2], i.type)
    c.write(i, c.b.select(c.predicate(i.operands[3]), a, b))


@opcode("set", "slct")
def rare(c, i):
    """Forms that current compilers do not emit."""
    raise Unsupported
