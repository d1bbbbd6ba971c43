"""Integer and floating-point arithmetic (PTX manual: integer and floating point instructions)."""

from __future__ import annotations

from llvmlite import ir

from warpsim import ptx
from warpsim.semantics import Unsupported, opcode


def is_float(type_name: str) -> bool:
    """Whether a PTX type is a floating-point type."""
    return type_name[0] == "f"


def is_signed(type_name: str) -> bool:
    """Whether a PTX type is a signed integer."""
    return type_name[0] == "s"


def _rounding_is_nearest(i) -> None:
    if {"rz", "rm", "rp"} & set(i.modifiers):
        raise Unsupported


def direction(i) -> str:
    """Return "rz", "rm" or "rp" if a float32 instruction rounds towards zero, minus or plus infinity."""
    found = {"rz", "rm", "rp"} & set(i.modifiers)
    if found and i.type != "f32":
        raise Unsupported
    return found.pop() if found else ""


def directed(c, x, y, z, towards: str):
    """Return x * y + z of float32, rounded once and not to the nearest.

    The product is exact in float64. The sum there, with what it lost, says on which side of the exact value the
    nearest float32 lies; if on the wrong one, its neighbour is the result.
    """
    b = c.b
    wide = c.simd.vector(ir.DoubleType())
    product, addend = b.fmul(b.fpext(x, wide), b.fpext(y, wide)), b.fpext(z, wide)
    total = b.fadd(product, addend)
    part = b.fsub(total, product)
    lost = b.fadd(b.fsub(product, b.fsub(total, part)), b.fsub(addend, part))
    nearest = b.fptrunc(total, x.type)
    back = b.fpext(nearest, wide)
    zero = ir.Constant(wide, None)
    same = b.fcmp_ordered("==", back, total)
    above = b.or_(b.fcmp_ordered(">", back, total), b.and_(same, b.fcmp_ordered("<", lost, zero)))
    below = b.or_(b.fcmp_ordered("<", back, total), b.and_(same, b.fcmp_ordered(">", lost, zero)))
    negative = b.fcmp_ordered("<", total, zero)
    down = {"rm": above, "rp": c.simd.constant(ir.IntType(1), 0), "rz": b.and_(above, b.not_(negative))}[towards]
    up = {"rp": below, "rm": c.simd.constant(ir.IntType(1), 0), "rz": b.and_(below, negative)}[towards]
    result = b.select(down, _neighbour(c, nearest, -1), b.select(up, _neighbour(c, nearest, 1), nearest))
    if towards != "rm":
        return result
    # towards minus infinity a sum that cancels is -0; only +0 + +0 is +0
    words = c.simd.vector(ir.IntType(64))
    signs = b.or_(b.bitcast(product, words), b.bitcast(addend, words))
    negative_zero = b.and_(b.fcmp_ordered("==", total, zero), b.icmp_signed("<", signs, ir.Constant(words, None)))
    return b.select(negative_zero, c.simd.constant(x.type.element, -0.0), result)


def _neighbour(c, value, step: int):
    """Return the next float32 above (step 1) or below (-1)."""
    b = c.b
    kind = c.simd.vector(ir.IntType(32))
    bits = b.bitcast(value, kind)
    away = b.icmp_signed(">=" if step > 0 else "<", bits, ir.Constant(kind, None))
    moved = b.select(away, b.add(bits, c.simd.constant(kind.element, 1)), b.sub(bits, c.simd.constant(kind.element, 1)))
    least = c.simd.constant(kind.element, 1 if step > 0 else -0x7FFFFFFF)
    is_zero = b.fcmp_ordered("==", value, ir.Constant(value.type, None))
    return b.bitcast(b.select(is_zero, least, moved), value.type)


def finish(c, i, value):
    """Apply ``.ftz`` and ``.sat`` to a float result."""
    if "ftz" in i.modifiers:
        value = flush(c, value)
    if "sat" in i.modifiers:
        zero, one = c.constant(i.type, 0.0), c.constant(i.type, 1.0)
        above = c.b.select(c.b.fcmp_ordered(">", value, zero), value, zero)
        value = c.b.select(c.b.fcmp_ordered("<", above, one), above, one)
    return value


def flush(c, value):
    """Replace subnormal numbers by zero of the same sign."""
    size = c.b.call(c.intrinsic("llvm.fabs", value.type), [value])
    zero = c.b.call(c.intrinsic("llvm.copysign", value.type), [ir.Constant(value.type, None), value])
    return c.b.select(c.b.fcmp_ordered("<", size, c.simd.constant(value.type.element, 2.0**-126)), zero, value)


def source(c, i, n: int):
    """Return operand ``n``, flushed where the instruction says ``.ftz``."""
    value = c.read(i.operands[n], i.type)
    return flush(c, value) if "ftz" in i.modifiers else value


@opcode("add", "sub")
def add(c, i):
    """add{.rnd}{.ftz}{.sat}.type d, a, b;"""
    if {"cc", "ftz"} & set(i.modifiers) == {"cc"}:
        raise Unsupported
    a, b = source(c, i, 1), source(c, i, 2)
    if is_float(i.type):
        if towards := direction(i):
            one = c.constant(i.type, 1.0)
            c.write(i, finish(c, i, directed(c, a, one, b if i.opcode == "add" else c.b.fneg(b), towards)))
            return
        c.write(i, finish(c, i, c.b.fadd(a, b) if i.opcode == "add" else c.b.fsub(a, b)))
    else:
        if "sat" in i.modifiers:
            raise Unsupported
        c.write(i, c.b.add(a, b) if i.opcode == "add" else c.b.sub(a, b))


def product(c, i, a_operand, b_operand):
    """Return the product of an integer mul or mad, as wide as its ``.lo``, ``.hi`` or ``.wide`` says."""
    a, b = c.read(a_operand, i.type), c.read(b_operand, i.type)
    if "lo" in i.modifiers:
        return c.b.mul(a, b)
    bits = a.type.element.width
    wide = c.simd.vector(ir.IntType(2 * bits))
    extend = c.b.sext if is_signed(i.type) else c.b.zext
    full = c.b.mul(extend(a, wide), extend(b, wide))
    if "wide" in i.modifiers:
        return full
    return c.b.trunc(c.b.lshr(full, ir.Constant(wide, [bits] * c.simd.width)), a.type)


@opcode("mul")
def mul(c, i):
    """mul{.rnd}{.ftz}{.sat}.type d, a, b; mul{.hi,.lo,.wide}.type d, a, b;"""
    if is_float(i.type):
        a, b = source(c, i, 1), source(c, i, 2)
        towards = direction(i)
        value = directed(c, a, b, c.constant(i.type, -0.0), towards) if towards else c.b.fmul(a, b)
        c.write(i, finish(c, i, value))
    else:
        c.write(i, product(c, i, i.operands[1], i.operands[2]))


@opcode("mad", "fma")
def mad(c, i):
    """fma.rnd{.ftz}{.sat}.type d, a, b, c; mad{.hi,.lo,.wide}.type d, a, b, c;"""
    if is_float(i.type):
        a, b, d = (source(c, i, n) for n in (1, 2, 3))
        if towards := direction(i):
            c.write(i, finish(c, i, directed(c, a, b, d, towards)))
            return
        c.write(i, finish(c, i, c.b.call(c.intrinsic("llvm.fma", a.type), [a, b, d])))
        return
    if "cc" in i.modifiers or "sat" in i.modifiers:
        raise Unsupported
    value = product(c, i, i.operands[1], i.operands[2])
    c.write(i, c.b.add(value, c.read_as(i.operands[3], value.type)))


@opcode("mul24", "mad24", "sad", "dp4a", "dp2a")
def rare(c, i):
    """Forms that no compiler of this decade emits for course kernels."""
    raise Unsupported


@opcode("div")
def div(c, i):
    """div{.rnd,.approx,.full}.type d, a, b; an integer divided by zero gives all ones, as on the GPU."""
    a, b = source(c, i, 1), source(c, i, 2)
    if is_float(i.type):
        _rounding_is_nearest(i)
        c.write(i, finish(c, i, c.b.fdiv(a, b)))
        return
    safe, by_zero, overflow = _safe_divisor(c, i, a, b)
    quotient = c.b.sdiv(a, safe) if is_signed(i.type) else c.b.udiv(a, safe)
    if overflow is not None:
        quotient = c.b.select(overflow, a, quotient)
    c.write(i, c.b.select(by_zero, c.simd.constant(a.type.element, -1), quotient))


@opcode("rem")
def rem(c, i):
    """rem.type d, a, b; the remainder by zero is the dividend, as on the GPU."""
    a, b = source(c, i, 1), source(c, i, 2)
    safe, by_zero, overflow = _safe_divisor(c, i, a, b)
    rest = c.b.srem(a, safe) if is_signed(i.type) else c.b.urem(a, safe)
    if overflow is not None:
        rest = c.b.select(overflow, ir.Constant(a.type, None), rest)
    c.write(i, c.b.select(by_zero, a, rest))


def _safe_divisor(c, i, a, b):
    """Return a divisor that traps on no CPU, where it replaces zero, and where -1 it divides the least integer."""
    element = a.type.element
    zero, one = c.simd.constant(element, 0), c.simd.constant(element, 1)
    by_zero = c.b.icmp_unsigned("==", b, zero)
    trap, overflow = by_zero, None
    if is_signed(i.type):
        least = c.simd.constant(element, -(1 << (element.width - 1)))
        overflow = c.b.and_(c.b.icmp_unsigned("==", a, least), c.b.icmp_unsigned("==", b, c.simd.constant(element, -1)))
        trap = c.b.or_(trap, overflow)
    # lanes that do not run may hold anything
    trap = c.b.or_(trap, c.b.not_(c.mask))
    return c.b.select(trap, one, b), by_zero, overflow


@opcode("min", "max")
def min_max(c, i):
    """min{.ftz}{.NaN}.type d, a, b; of a number and a NaN the number, unless ``.NaN``."""
    a, b = source(c, i, 1), source(c, i, 2)
    less = "<" if i.opcode == "min" else ">"
    if is_float(i.type):
        if "NaN" in i.modifiers or "xorsign" in i.modifiers:
            raise Unsupported
        name = "llvm.minnum" if i.opcode == "min" else "llvm.maxnum"
        c.write(
            i,
            c.b.select(
                c.b.fcmp_ordered("==", a, b), _of_equals(c, i, a, b), c.b.call(c.intrinsic(name, a.type), [a, b])
            ),
        )
        return
    compare = c.b.icmp_signed if is_signed(i.type) else c.b.icmp_unsigned
    c.write(i, c.b.select(compare(less, a, b), a, b))


def _of_equals(c, i, a, b):
    """Return the smaller or larger of two equal floats, of which -0 is smaller than +0: by their sign bits."""
    kind = c.simd.vector(ir.IntType(ptx.size_of(i.type) * 8))
    join = c.b.or_ if i.opcode == "min" else c.b.and_
    return c.b.bitcast(join(c.b.bitcast(a, kind), c.b.bitcast(b, kind)), a.type)


@opcode("neg")
def neg(c, i):
    """neg{.ftz}.type d, a;"""
    a = source(c, i, 1)
    c.write(i, c.b.fneg(a) if is_float(i.type) else c.b.sub(ir.Constant(a.type, None), a))


@opcode("abs")
def absolute(c, i):
    """abs{.ftz}.type d, a;"""
    a = source(c, i, 1)
    if is_float(i.type):
        c.write(i, c.b.call(c.intrinsic("llvm.fabs", a.type), [a]))
    else:
        zero = ir.Constant(a.type, None)
        c.write(i, c.b.select(c.b.icmp_signed("<", a, zero), c.b.sub(zero, a), a))


@opcode("sqrt", "rcp", "rsqrt")
def roots(c, i):
    """sqrt{.rn,.approx}{.ftz}.type d, a; rcp and rsqrt likewise: approximations are computed exactly rounded."""
    _rounding_is_nearest(i)
    a = source(c, i, 1)
    root = a if i.opcode == "rcp" else c.b.call(c.intrinsic("llvm.sqrt", a.type), [a])
    one = c.simd.constant(a.type.element, 1.0)
    c.write(i, finish(c, i, root if i.opcode == "sqrt" else c.b.fdiv(one, root)))


@opcode("ex2", "lg2", "sin", "cos")
def transcendental(c, i):
    """ex2.approx{.ftz}.f32 d, a; lg2, sin and cos likewise."""
    if i.type != "f32":
        raise Unsupported
    a = source(c, i, 1)
    name = {"ex2": "llvm.exp2", "lg2": "llvm.log2", "sin": "llvm.sin", "cos": "llvm.cos"}[i.opcode]
    c.write(i, finish(c, i, c.b.call(c.intrinsic(name, a.type), [a])))


@opcode("copysign")
def copysign(c, i):
    """copysign.type d, a, b; the sign of a on the value of b."""
    a, b = c.read(i.operands[1], i.type), c.read(i.operands[2], i.type)
    c.write(i, c.b.call(c.intrinsic("llvm.copysign", a.type), [b, a]))
