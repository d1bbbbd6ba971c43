"""Logic, shifts and bit fields (PTX manual: logic and shift instructions)."""

from __future__ import annotations

from llvmlite import ir

from warpsim.semantics import Unsupported, opcode
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
    c.write(i, c.leading_zeros(a))


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
    zeros = c.leading_zeros(a)
    last = c.simd.constant(a.type.element, width - 1)
    found = zeros if "shiftamt" in i.modifiers else c.b.sub(last, zeros)
    none = c.b.icmp_unsigned("==", a, ir.Constant(a.type, None))
    c.write(i, c.b.select(none, c.simd.constant(a.type.element, -1), found))


@opcode("bfi")
def bfi(c, i):
    """bfi.type f, a, b, pos, len; the low ``len`` bits of a put into b at ``pos``."""
    a, b = c.read(i.operands[1], i.type), c.read(i.operands[2], i.type)
    position, field = _field(c, i, 3, a)
    kept = c.b.and_(b, c.b.not_(field))
    c.write(i, c.b.or_(kept, c.b.and_(_moved(c, a, position, "shl"), field)))


@opcode("bfe")
def bfe(c, i):
    """bfe.type d, a, pos, len; the field as an unsigned, or sign-extended, number."""
    a = c.read(i.operands[1], i.type)
    width = a.type.element.width
    position, field = _field(c, i, 2, a)
    value = _moved(c, c.b.and_(a, field), position, "lshr")
    if is_signed(i.type):
        length = _byte(c, i.operands[3], a)
        last = c.simd.constant(a.type.element, width - 1)
        top = c.b.sub(c.b.add(position, length), c.simd.constant(a.type.element, 1))
        top = c.b.select(c.b.icmp_unsigned(">", top, last), last, top)
        sign = c.b.and_(c.b.lshr(a, top), c.simd.constant(a.type.element, 1))
        empty = c.b.icmp_unsigned("==", length, ir.Constant(a.type, None))
        above = c.b.not_(_ones(c, length, a))
        negative = c.b.and_(c.b.icmp_unsigned("!=", sign, ir.Constant(a.type, None)), c.b.not_(empty))
        value = c.b.or_(value, c.b.select(negative, above, ir.Constant(a.type, None)))
    c.write(i, value)


def _byte(c, operand, like):
    """Return an operand of which PTX reads 8 bits, as wide as ``like``."""
    value = c.read_as(operand, c.simd.vector(ir.IntType(32)))
    low = c.b.and_(value, c.simd.constant(ir.IntType(32), 255))
    return c.b.zext(low, like.type) if like.type.element.width > 32 else low


def _moved(c, value, amount, how: str):
    """Shift by an amount that may be as large as the width, or larger."""
    last = c.simd.constant(value.type.element, value.type.element.width - 1)
    far = c.b.icmp_unsigned(">", amount, last)
    by = c.b.select(far, last, amount)
    shifted = c.b.shl(value, by) if how == "shl" else c.b.lshr(value, by)
    return c.b.select(far, ir.Constant(value.type, None), shifted)


def _ones(c, length, like):
    """Return ``length`` one bits."""
    all_ones = c.simd.constant(like.type.element, -1)
    return c.b.not_(_moved(c, all_ones, length, "shl"))


def _field(c, i, first: int, like):
    """Return the position and the mask of a bit field whose operands begin at ``first``."""
    position, length = _byte(c, i.operands[first], like), _byte(c, i.operands[first + 1], like)
    return position, _moved(c, _ones(c, length, like), position, "shl")


@opcode("prmt")
def prmt(c, i):
    """prmt.b32 d, a, b, c; each byte of d is one of the eight bytes of a and b, or its sign eight times."""
    if i.modifiers != ("b32",):
        raise Unsupported
    wide = c.simd.vector(ir.IntType(64))
    low, high, choice = (c.b.zext(c.read(i.operands[n], "b32"), wide) for n in (1, 2, 3))

    def number(value: int):
        return c.simd.constant(ir.IntType(64), value)

    pool = c.b.or_(low, c.b.shl(high, number(32)))
    result = number(0)
    for n in range(4):
        nibble = c.b.lshr(choice, number(4 * n))
        byte = c.b.and_(c.b.lshr(pool, c.b.shl(c.b.and_(nibble, number(7)), number(3))), number(255))
        signs = c.b.mul(c.b.lshr(byte, number(7)), number(255))
        replicate = c.b.icmp_unsigned("!=", c.b.and_(nibble, number(8)), number(0))
        result = c.b.or_(result, c.b.shl(c.b.select(replicate, signs, byte), number(8 * n)))
    c.write(i, c.b.trunc(result, c.simd.vector(ir.IntType(32))))
