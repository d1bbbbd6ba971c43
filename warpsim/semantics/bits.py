"""Logic, shifts and bit fields (PTX manual: logic and shift instructions)."""

from __future__ import annotations

from llvmlite import ir

from warpsim.semantics import opcode
from warpsim.semantics.arithmetic import is_signed


@opcode("and", "or", "xor")
def logic(c, i):
    """and.type d, a, b; also on predicates."""
    a, b = c.read(i.operands[1], i.type), c.read(i.operands[2], i.type)
    c.write(i, {"and": c.b.and_, "or": c.b.or_, "xor": c.b.xor}[i.opcode](a, b))


@opcode("not")
def invert(c, i):
    """not.type d, a;"""
    c.write(i, c.b.not_(c.read(i.operands[1], i.type)))


@opcode("shl", "shr")
def shift(c, i):
    """shl.type d, a, b; shifts by the width or more give zero, or the sign for ``shr.s``."""
    a = c.read(i.operands[1], i.type)
    width = a.type.element.width
    amount = c.read(i.operands[2], "u32")
    last = c.simd.constant(amount.type.element, width - 1)
    too_far = c.b.icmp_unsigned(">", amount, last)
    clamped = c.b.select(too_far, last, amount)
    if width < 32:
        by = c.b.trunc(clamped, a.type)
    else:
        by = c.b.zext(clamped, a.type) if width > 32 else clamped
    if i.opcode == "shr" and is_signed(i.type):
        c.write(i, c.b.ashr(a, by))
        return
    moved = c.b.shl(a, by) if i.opcode == "shl" else c.b.lshr(a, by)
    c.write(i, c.b.select(too_far, ir.Constant(a.type, None), moved))


@opcode("popc")
def popc(c, i):
    """popc.type d, a;"""
    a = c.read(i.operands[1], i.type)
    c.write(i, c.b.call(c.intrinsic("llvm.ctpop", a.type), [a]))


@opcode("clz")
def clz(c, i):
    """clz.type d, a;"""
    a = c.read(i.operands[1], i.type)
    c.write(i, c.b.ctlz(a, ir.Constant(ir.IntType(1), 0)))


@opcode("brev")
def brev(c, i):
    """brev.type d, a;"""
    a = c.read(i.operands[1], i.type)
    c.write(i, c.b.call(c.intrinsic("llvm.bitreverse", a.type), [a]))


@opcode("bfind")
def bfind(c, i):
    """bfind{.shiftamt}.type d, a; the highest set bit, all ones if there is none."""
    a = c.read(i.operands[1], i.type)
    width = a.type.element.width
    if is_signed(i.type):
        a = c.b.xor(a, c.b.ashr(a, c.simd.constant(a.type.element, width - 1)))
    zeros = c.b.ctlz(a, ir.Constant(ir.IntType(1), 0))
    last = c.simd.constant(a.type.element, width - 1)
    found = zeros if "shiftamt" in i.modifiers else c.b.sub(last, zeros)
    none = c.b.icmp_unsigned("==", a, ir.Constant(a.type, None))
    c.write(i, c.b.select(none, c.simd.constant(a.type.element, -1), found))
