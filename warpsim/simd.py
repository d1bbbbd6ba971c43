"""The vector instructions of the CPU at hand: how wide a chunk of lanes is, and how it gathers.

Code is generated for chunks of ``width`` lanes. Three operations have no portable form in LLVM IR and are
chosen here: moving words within a chunk, gathering and scattering 4-byte words.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from llvmlite import ir

I1, I8, I16, I32, I64 = (ir.IntType(n) for n in (1, 8, 16, 32, 64))
F32, F64, F16 = ir.FloatType(), ir.DoubleType(), ir.HalfType()
BYTE_POINTER = I8.as_pointer()


class Simd:
    """Chunks of 8 lanes with scalar gathers: right on every CPU."""

    name = "generic"
    width = 8

    def vector(self, element) -> ir.VectorType:
        return ir.VectorType(element, self.width)

    def splat(self, b: ir.IRBuilder, scalar: ir.Value) -> ir.Value:
        """Return a chunk with ``scalar`` in every lane."""
        kind = self.vector(scalar.type)
        if isinstance(scalar, ir.Constant):
            return ir.Constant(kind, [scalar.constant] * self.width)
        one = b.insert_element(ir.Constant(kind, ir.Undefined), scalar, ir.Constant(I32, 0))
        zero_mask = ir.Constant(ir.VectorType(I32, self.width), [0] * self.width)
        return b.shuffle_vector(one, ir.Constant(kind, ir.Undefined), zero_mask)

    def constant(self, element, value) -> ir.Constant:
        """Return a chunk with the constant ``value`` in every lane."""
        return ir.Constant(self.vector(element), [value] * self.width)

    def iota(self, element=I32, step: int = 1) -> ir.Constant:
        """Return 0, step, 2 step, ..."""
        return ir.Constant(self.vector(element), [step * n for n in range(self.width)])

    def bits(self, b: ir.IRBuilder, mask: ir.Value) -> ir.Value:
        """Return the mask as an integer, lane 0 in bit 0."""
        return b.bitcast(mask, ir.IntType(self.width))

    def any(self, b: ir.IRBuilder, mask: ir.Value) -> ir.Value:
        """Return whether any lane of the mask is set."""
        return b.icmp_unsigned("!=", self.bits(b, mask), ir.Constant(ir.IntType(self.width), 0))

    def first_lane(self, b: ir.IRBuilder, mask: ir.Value) -> ir.Value:
        """Return the index (i32) of the lowest lane set in a mask; of an empty one, lane 0."""
        bits = self.bits(b, mask)
        count = b.and_(b.cttz(bits, ir.Constant(I1, 0)), ir.Constant(bits.type, self.width - 1))
        return b.zext(count, I32) if self.width < 32 else count

    def permute(self, b: ir.IRBuilder, words: ir.Value, index: ir.Value) -> ir.Value:
        """Return words[index[lane]] for every lane; indices are taken modulo the width."""
        table = self.scratch(b, words.type, "permuted")
        b.store(words, table)
        result = words
        wrapped = b.and_(index, self.constant(I32, self.width - 1))
        flat = b.bitcast(table, I32.as_pointer())
        for lane in range(self.width):
            at = ir.Constant(I32, lane)
            result = b.insert_element(result, b.load(b.gep(flat, [b.extract_element(wrapped, at)])), at)
        return result

    def gather(self, b: ir.IRBuilder, base: ir.Value, offset: ir.Value, mask: ir.Value, element) -> ir.Value:
        """Return the elements at ``base + offset`` bytes for the lanes in ``mask``."""
        kind = self.vector(element)
        result = self.scratch(b, kind, "gathered")
        b.store(ir.Constant(kind, None), result)
        flat = b.bitcast(result, element.as_pointer())
        with each_lane(b, self.bits(b, mask)) as lane:
            source = b.gep(base, [b.sext(b.extract_element(offset, lane), I64)])
            b.store(b.load(b.bitcast(source, element.as_pointer()), align=1), b.gep(flat, [lane]))
        return b.load(result)

    def scatter(self, b: ir.IRBuilder, base: ir.Value, offset: ir.Value, mask: ir.Value, value: ir.Value) -> None:
        """Store the elements at ``base + offset`` bytes for the lanes in ``mask``, lowest lane first."""
        element = value.type.element
        with each_lane(b, self.bits(b, mask)) as lane:
            target = b.gep(base, [b.sext(b.extract_element(offset, lane), I64)])
            b.store(b.extract_element(value, lane), b.bitcast(target, element.as_pointer()), align=1)

    @staticmethod
    def scratch(b: ir.IRBuilder, kind, name: str) -> ir.Value:
        """Return stack space of the function for one value of type ``kind``."""
        store = b.function.__dict__.setdefault("scratch", {})
        if (name, str(kind)) not in store:
            with b.goto_entry_block():
                store[name, str(kind)] = b.alloca(kind, name=name)
        return store[name, str(kind)]

    def intrinsic(self, b: ir.IRBuilder, name: str, result, arguments: list) -> ir.Function:
        function = ir.FunctionType(result, [a if isinstance(a, ir.Type) else a.type for a in arguments])
        existing = b.module.globals.get(name)
        return existing or ir.Function(b.module, function, name)


class Avx2(Simd):
    """Chunks of 8 lanes with AVX2."""

    name = "AVX2"

    def permute(self, b, words, index):
        call = self.intrinsic(b, "llvm.x86.avx2.permd", words.type, [words, index])
        return b.call(call, [words, index])

    def gather(self, b, base, offset, mask, element):
        if element != I32:
            return super().gather(b, base, offset, mask, element)
        kind = self.vector(I32)
        arguments = [ir.Constant(kind, None), base, offset, b.sext(mask, kind), ir.Constant(I8, 1)]
        return b.call(self.intrinsic(b, "llvm.x86.avx2.gather.d.d.256", kind, arguments), arguments)


class Avx512(Simd):
    """Chunks of 16 lanes with AVX-512."""

    name = "AVX-512"
    width = 16

    def permute(self, b, words, index):
        call = self.intrinsic(b, "llvm.x86.avx512.permvar.si.512", words.type, [words, index])
        return b.call(call, [words, index])

    def gather(self, b, base, offset, mask, element):
        if element != I32:
            return super().gather(b, base, offset, mask, element)
        kind = self.vector(I32)
        arguments = [ir.Constant(kind, None), base, offset, mask, ir.Constant(I32, 1)]
        return b.call(self.intrinsic(b, "llvm.x86.avx512.mask.gather.dpi.512", kind, arguments), arguments)

    def scatter(self, b, base, offset, mask, value):
        if value.type.element != I32:
            super().scatter(b, base, offset, mask, value)
            return
        arguments = [base, mask, offset, value, ir.Constant(I32, 1)]
        name = "llvm.x86.avx512.mask.scatter.dpi.512"
        b.call(self.intrinsic(b, name, ir.VoidType(), arguments), arguments)


@contextmanager
def each_lane(b: ir.IRBuilder, bits: ir.Value):
    """Build a loop over the set bits of ``bits``, lowest first; the context is its body, given the lane (i32)."""
    before = b.block
    head = b.append_basic_block("lanes")
    after = b.append_basic_block("lanes.end")
    zero = ir.Constant(bits.type, 0)
    b.cbranch(b.icmp_unsigned("!=", bits, zero), head, after)
    b.position_at_end(head)
    left = b.phi(bits.type)
    left.add_incoming(bits, before)
    lane = b.cttz(left, ir.Constant(I1, 1))
    yield b.zext(lane, I32) if lane.type.width < 32 else lane
    rest = b.and_(left, b.sub(left, ir.Constant(bits.type, 1)))
    left.add_incoming(rest, b.block)
    b.cbranch(b.icmp_unsigned("!=", rest, zero), head, after)
    b.position_at_end(after)


def choose(features: dict[str, bool]) -> Simd:
    """Return the widest kind that the CPU ``features`` allow; WARPSIM_SIMD=avx2 or generic asks for less."""
    wish = os.environ.get("WARPSIM_SIMD", "").lower()
    if wish == "generic":
        return Simd()
    if all(features.get(f) for f in ("avx512f", "avx512bw", "avx512vl", "avx512dq")) and wish != "avx2":
        return Avx512()
    return Avx2() if features.get("avx2") else Simd()
