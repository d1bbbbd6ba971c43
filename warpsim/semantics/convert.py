"""Conversions (PTX manual: cvt and cvta)."""

from __future__ import annotations

from warpsim.semantics import Unsupported, opcode
from warpsim.semantics.arithmetic import finish, is_float, is_signed

_TO_INTEGRAL = {"rni": "llvm.rint", "rzi": "llvm.trunc", "rmi": "llvm.floor", "rpi": "llvm.ceil"}


@opcode("cvt")
def cvt(c, i):
    """cvt{.rnd}{.ftz}{.sat}.dtype.atype d, a;"""
    target, origin = i.modifiers[-2], i.modifiers[-1]
    a = c.read(i.operands[1], origin)
    kind = c.simd.vector(c.element(target))
    modes = set(i.modifiers[:-2])
    if is_float(origin) and (mode := modes & set(_TO_INTEGRAL)):
        a = c.b.call(c.intrinsic(_TO_INTEGRAL[mode.pop()], a.type), [a])
    if is_float(target) and is_float(origin):
        if modes & {"rz", "rm", "rp"}:
            raise Unsupported
        value = a if kind == a.type else (c.b.fptrunc if _bits(target) < _bits(origin) else c.b.fpext)(a, kind)
        if target == "f32":
            value = finish(c, i, value)
    elif is_float(target):
        if modes & {"rz", "rm", "rp"}:
            raise Unsupported
        value = (c.b.sitofp if is_signed(origin) else c.b.uitofp)(a, kind)
    elif is_float(origin):
        value = _to_integer(c, a, target, kind)
    else:
        if "sat" in modes:
            raise Unsupported
        if _bits(target) <= _bits(origin):
            value = c.b.trunc(a, kind) if _bits(target) < _bits(origin) else a
        else:
            value = (c.b.sext if is_signed(origin) else c.b.zext)(a, kind)
    c.write(i, value, signed=is_signed(target))


def _to_integer(c, a, target: str, kind):
    """Convert with PTX's clamping: beyond the range the nearest integer, NaN becomes 0."""
    name = "llvm.fptosi.sat" if is_signed(target) else "llvm.fptoui.sat"
    return c.b.call(c.intrinsic(name, kind, a.type), [a])


def _bits(type_name: str) -> int:
    return int(type_name.lstrip("bsuf"))


@opcode("cvta")
def cvta(c, i):
    """cvta{.to}.space.u64 d, a; generic addresses of shared memory lie in a window of their own."""
    a = c.read(i.operands[1], i.type)
    space = next(m for m in i.modifiers if m in ("global", "shared", "local", "const", "param"))
    window = c.window(space)
    if window:
        offset = c.simd.constant(a.type.element, window)
        a = c.b.sub(a, offset) if "to" in i.modifiers else c.b.add(a, offset)
    c.write(i, a)
