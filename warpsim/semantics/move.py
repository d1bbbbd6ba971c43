"""Moves between registers, constants and special registers (PTX manual: mov)."""

from __future__ import annotations

from llvmlite import ir

from warpsim import ptx
from warpsim.semantics import opcode


@opcode("mov")
def mov(c, i):
    """mov.type d, a; mov.b64 d, {a, b}; mov.b64 {d, e}, a;"""
    target, origin = i.operands
    if isinstance(target, ptx.Tuple):
        _unpack(c, i, target.items, origin)
    elif isinstance(origin, ptx.Tuple):
        c.write(i, _pack(c, i, origin.items))
    else:
        c.write(i, c.read(origin, i.type))


def _pack(c, i, items):
    whole = c.simd.vector(c.element(i.type))
    part = whole.element.width // len(items)
    value = ir.Constant(whole, None)
    for n, item in enumerate(items):
        piece = c.b.zext(c.read(item, f"b{part}"), whole)
        value = c.b.or_(value, c.b.shl(piece, c.simd.constant(whole.element, n * part)))
    return value


def _unpack(c, i, items, origin):
    whole = c.read(origin, i.type)
    element = whole.type.element
    part = element.width // len(items)
    for n, item in enumerate(items):
        piece = c.b.lshr(whole, c.simd.constant(element, n * part))
        c.write_register(item, c.b.trunc(piece, c.simd.vector(ir.IntType(part))), i)
