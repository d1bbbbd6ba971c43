"""The whole warp at once: what instructions see that look at other lanes, or that lanes must do one by one.

Such an instruction stands between two loops over chunks. Its operands are arrays of 32 values: a register's
place in the warp's record, or a copy on the stack.
"""

from __future__ import annotations

from llvmlite import ir

from warpsim import ptx
from warpsim.abi import LANES, Fault, Launch, Warp
from warpsim.accesses import MOST_OFFSET, Access, Group, report
from warpsim.chunk import Chunk, _width, element_type
from warpsim.provenance import array_of
from warpsim.semantics import Unsupported
from warpsim.semantics.memory import space_of
from warpsim.simd import BYTE_POINTER, I1, I32, I64, each_lane


class Wide:
    """One instruction of the whole warp; ``mask`` (i32) are the lanes in which it takes effect."""

    def __init__(self, builder, instruction: ptx.Instruction, live_out: set[str]):
        self.builder, self.b, self.kernel, self.simd = builder, builder.b, builder.k, builder.simd
        self.i, self.live_out = instruction, live_out
        self.mask = builder.load(Warp.MASK)
        if instruction.guard is not None:
            holds = self.bits(instruction.guard)
            self.mask = self.b.and_(self.mask, self.b.not_(holds) if instruction.negated else holds)

    # operands

    def stack(self, element: ir.Type, name: str) -> ir.Value:
        """Return a fresh array of 32 values on the stack."""
        with self.b.goto_entry_block():
            return self.b.alloca(element, size=LANES, name=name)

    def lanes(self, operand, type_name: str) -> ir.Value:
        """Return a pointer to the operand's 32 values."""
        element = element_type(type_name)
        kept = self.kernel.source.registers.get(getattr(operand, "name", ""))
        if kept is not None and _width(element_type(kept)) == _width(element):
            return self._register(operand.name, element)
        place = self.stack(element, "operand")
        # the chunks' own way to make constants and special registers
        for number in range(LANES // self.simd.width):
            chunk = Chunk(self.builder, ir.Constant(I32, number), self.simd.constant(I1, 1))
            value = chunk.read(operand, type_name)
            start = self.b.gep(place, [ir.Constant(I64, number * self.simd.width)])
            self.b.store(value, self.b.bitcast(start, value.type.as_pointer()), align=4)
        return place

    def _register(self, name: str, element: ir.Type) -> ir.Value:
        offset = self.kernel.register_offset.get(name)
        if offset is None:
            return self.stack(element, "unused")
        kept = element_type(self.kernel.source.registers[name])
        if _width(kept) != (1 if kept == I1 else _width(element)):
            raise Unsupported  # a register of another size has no room for it
        start = self.b.gep(self.b.bitcast(self.builder.warp, BYTE_POINTER), [ir.Constant(I64, offset)])
        return self.b.bitcast(start, element.as_pointer())

    def bits(self, operand) -> ir.Value:
        """Return a predicate operand, possibly negated, as 32 bits."""
        if isinstance(operand, ptx.Tuple) and operand.items[0] == "not":
            return self.b.not_(self.bits(operand.items[1]))
        if isinstance(operand, ptx.Immediate):
            return ir.Constant(I32, -1 if operand.value else 0)
        return self.b.load(self._register(operand.name, I32))

    def write_bits(self, target: ptx.Register, value: ir.Value) -> None:
        """Write a predicate register from 32 bits, in the lanes that take part."""
        if target.name == "_":
            return
        place = self._register(target.name, I32)
        kept = self.b.and_(self.b.load(place), self.b.not_(self.mask))
        self.b.store(self.b.or_(kept, self.b.and_(value, self.mask)), place)

    def write_same(self, target: ptx.Register, value: ir.Value) -> None:
        """Write one value to the register of every lane that takes part."""
        if self.kernel.source.registers[target.name] == "pred":
            raise Unsupported
        place = self._register(target.name, value.type)
        with self.each() as lane:
            self.b.store(value, self.b.gep(place, [lane]))

    def each(self):
        """Loop over the lanes that take part; the context is given the lane (i32)."""
        return each_lane(self.b, self.mask)

    # memory

    def host_addresses(self, size: int) -> ir.Value:
        """Return the host addresses (i64[32]) of the instruction's address operand, checked."""
        address = next(o for o in self.i.operands if isinstance(o, ptx.Address))
        space = space_of(self.i)
        group = Group(len(self.kernel.sites), space, array_of(address.base, self.kernel.sources))
        group.accesses.append(Access(self.i, address.offset, size, 0))
        self.kernel.sites.append(group)
        if space not in ("global", "shared", "generic"):
            raise Unsupported
        given = self.lanes(address.base, "b64")
        found, b = self.stack(I64, "translated"), self.b
        if abs(address.offset) > MOST_OFFSET:
            raise Unsupported
        misaligned = self.stack(I32, "misaligned")
        b.store(ir.Constant(I32, 0), misaligned)
        with self.each() as lane:
            value = b.load(b.gep(given, [lane]))
            b.store(value, b.gep(found, [lane]))
            rest = b.and_(b.add(value, ir.Constant(I64, address.offset)), ir.Constant(I64, size - 1))
            b.store(b.or_(b.load(misaligned), b.trunc(rest, I32)), misaligned)
        low, high = ir.Constant(I64, address.offset), ir.Constant(I64, address.offset + size)
        only_shared = ir.Constant(I64, 1 if space == "shared" else 0)
        shared_bytes = b.load(self.builder.launch_at(Launch.SHARED_BYTES))
        arguments = [self.builder.launch, self.builder.worker, found, self.mask, low, high, only_shared, shared_bytes]
        outside = b.call(self.builder.translate, arguments)
        bad = b.icmp_unsigned("!=", b.or_(outside, b.load(misaligned)), ir.Constant(I32, 0))
        with b.if_then(bad, likely=False):
            self._report(group, given)
        with self.each() as lane:
            place = b.gep(found, [lane])
            b.store(b.add(b.load(place), low), place)
        return found

    def _report(self, group: Group, given: ir.Value) -> None:
        """Report a fault with the addresses of all lanes."""
        b = self.b
        chunk = Chunk(self.builder, ir.Constant(I32, 0), self.simd.constant(I1, 1))

        def fill(addresses: ir.Value) -> None:
            with self.each() as lane:
                b.store(b.load(b.gep(given, [lane])), b.gep(addresses, [b.zext(lane, I64)]))

        report(b, chunk, Fault.ACCESS, group.site, b.zext(self.mask, I64), fill)
