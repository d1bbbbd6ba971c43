"""A chunk: the lanes that one vector register holds, while the code for a segment is generated.

It is what the functions in ``semantics`` see: they read operands from it, build with ``b`` and write back.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from warpsim import layout, ptx
from warpsim.abi import Launch, Warp, Worker
from warpsim.semantics import Unsupported
from warpsim.simd import BYTE_POINTER, F16, F32, F64, I1, I32, I64

_FLOATS = {"f16": F16, "f32": F32, "f64": F64}
_COORDINATES = {
    "tid": (Warp.TID_X, Warp.TID_Y, Warp.TID_Z),
    "ntid": (Launch.NTID_X, Launch.NTID_Y, Launch.NTID_Z),
    "nctaid": (Launch.NCTAID_X, Launch.NCTAID_Y, Launch.NCTAID_Z),
    "ctaid": (Worker.CTAID_X, Worker.CTAID_Y, Worker.CTAID_Z),
}


def element_type(type_name: str) -> ir.Type:
    """Return the LLVM type of one lane's value of a PTX type."""
    if type_name == "pred":
        return I1
    return _FLOATS.get(type_name) or ir.IntType(8 * ptx.size_of(type_name))


class Chunk:
    """``number`` of the chunk in the warp, ``mask`` of its running lanes, and the registers' current values."""

    def __init__(self, builder, number: ir.Value, mask: ir.Value):
        self.b: ir.IRBuilder = builder.b
        self.kernel = builder.k
        self.simd = builder.simd
        self.launch, self.worker, self.warp = builder.launch, builder.worker, builder.warp
        self.chunk, self.mask = number, mask
        self.values: dict[str, ir.Value] = {}
        self.written: set[str] = set()
        self.translate, self.observer = builder.translate, builder.observer
        self.memory: Any = None  # set by the segment, whose accesses it knows

    # types and constants

    element = staticmethod(element_type)

    def constant(self, type_name: str, value) -> ir.Constant:
        return self.simd.constant(element_type(type_name), value)

    def intrinsic(self, name: str, result: ir.Type, *arguments: ir.Type) -> ir.Function:
        """Return the LLVM intrinsic for chunks of the given types; by default operands are like the result."""
        kinds = arguments or {"llvm.fma": (result,) * 3}.get(
            name, (result,) * (2 if name in ("llvm.minnum", "llvm.maxnum", "llvm.copysign") else 1)
        )
        overloads = (result, *arguments)
        full = ".".join([name, *(f"v{self.simd.width}{_suffix(t.element)}" for t in overloads)])
        return self.simd.intrinsic(self.b, full, result, list(kinds))

    def leading_zeros(self, value: ir.Value) -> ir.Value:
        """Return the number of zeros above the highest set bit of every lane; the width for zero."""
        name = f"llvm.ctlz.v{self.simd.width}{_suffix(value.type.element)}"
        arguments = [value, ir.Constant(I1, 0)]
        return self.b.call(self.simd.intrinsic(self.b, name, value.type, arguments), arguments)

    # reading

    def read(self, operand, type_name: str) -> ir.Value:
        """Return the operand's value in all lanes, as the PTX type."""
        return self._cast(self._value(operand, type_name), self.simd.vector(element_type(type_name)))

    def read_as(self, operand, kind: ir.VectorType) -> ir.Value:
        """Return the operand's value as a chunk of an LLVM type."""
        return self._cast(self._value(operand, f"b{kind.element.width}"), kind)

    def predicate(self, operand) -> ir.Value:
        """Return the mask that a predicate operand, possibly negated, holds."""
        if isinstance(operand, ptx.Tuple) and operand.items[0] == "not":
            return self.b.not_(self.read(operand.items[1], "pred"))
        return self.read(operand, "pred")

    def address(self, base) -> ir.Value:
        """Return the 64-bit addresses of a base operand; 32-bit shared addresses are widened."""
        value = self._value(base, "b64")
        wide = self.simd.vector(I64)
        return self.b.zext(value, wide) if value.type.element != I64 else value

    def guarded_mask(self, i: ptx.Instruction) -> ir.Value:
        """Return the lanes in which the instruction takes effect."""
        if i.guard is None:
            return self.mask
        holds = self.read(i.guard, "pred")
        return self.b.and_(self.mask, self.b.not_(holds) if i.negated else holds)

    def _value(self, operand, type_name: str) -> ir.Value:
        if isinstance(operand, ptx.Immediate):
            return self._immediate(operand, type_name)
        if isinstance(operand, ptx.Symbol):
            return self._symbol(operand.name)
        if not isinstance(operand, ptx.Register):
            raise Unsupported
        if operand.name in self.kernel.source.registers:
            return self._register(operand.name)
        return self._special(operand.name)

    def _register(self, name: str) -> ir.Value:
        if name not in self.values:
            kind = element_type(self.kernel.source.registers[name])
            if name in self.kernel.register_offset:
                self.values[name] = self._load(name, kind)
            else:  # never written before it is read: any value will do, so the same one every time
                self.values[name] = ir.Constant(self.simd.vector(kind), None)
        return self.values[name]

    def _place(self, name: str, kind: ir.Type) -> ir.Value:
        """Return the address of this chunk's part of a register in the warp's record."""
        size = self.simd.width // 8 if kind == I1 else self.simd.width * (_width(kind) // 8)
        start = self.b.gep(
            self.b.bitcast(self.warp, BYTE_POINTER), [ir.Constant(I64, self.kernel.register_offset[name])]
        )
        own = self.b.mul(self.b.zext(self.chunk, I64), ir.Constant(I64, size))
        return self.b.gep(start, [own])

    def _load(self, name: str, kind: ir.Type) -> ir.Value:
        place = self._place(name, kind)
        if kind == I1:
            bits = ir.IntType(self.simd.width)
            return self.b.bitcast(self.b.load(self.b.bitcast(place, bits.as_pointer())), self.simd.vector(I1))
        return self.b.load(self.b.bitcast(place, self.simd.vector(kind).as_pointer()))

    def _immediate(self, operand: ptx.Immediate, type_name: str) -> ir.Value:
        kind = element_type(type_name)
        if isinstance(kind, ir.IntType):
            value = operand.value & ((1 << kind.width) - 1)
            return self.simd.constant(kind, value)
        bits = ir.IntType(_width(kind))
        if not operand.is_float_bits:
            return self.simd.constant(kind, float(operand.value))
        return self.b.bitcast(self.simd.constant(bits, operand.value), self.simd.vector(kind))

    def _symbol(self, name: str) -> ir.Value:
        place = self.kernel.shared.places.get(name) or self.kernel.local.places.get(name)
        if place is not None:
            return self.simd.constant(I64, place.offset)
        row = self.kernel.array_row("variable", name)
        if row is None:
            raise Unsupported
        table = self.b.inttoptr(self.launch_slot(Launch.ARRAYS), I64.as_pointer())
        return self.simd.splat(self.b, self.b.load(self.b.gep(table, [ir.Constant(I64, 3 * row)])))

    def _special(self, name: str) -> ir.Value:
        stem, _, axis = name[1:].partition(".")
        if stem in _COORDINATES and axis in ("x", "y", "z"):
            slot = _COORDINATES[stem]["xyz".index(axis)]
            if stem == "tid":
                start = self.b.gep(self.warp, [ir.Constant(I64, slot)])
                kind = self.simd.vector(I32)
                place = self.b.gep(self.b.bitcast(start, kind.as_pointer()), [self.b.zext(self.chunk, I64)])
                return self.b.load(place, align=4)
            value = self.worker_slot(slot) if stem == "ctaid" else self.launch_slot(slot)
            return self.simd.splat(self.b, self.b.trunc(value, I32))
        if stem in ("clock", "clock64", "globaltimer", "clock_hi"):
            # time is what the warp has done: how often it has jumped back
            return self.simd.splat(self.b, self.b.zext(self.warp_slot(Warp.STEPS), I64))
        if stem.startswith("lanemask_"):
            return self._lane_mask(stem.removeprefix("lanemask_"))
        if stem == "laneid":
            return self.lane_numbers()
        if stem == "warpid":
            return self.simd.splat(self.b, self.warp_slot(Warp.INDEX))
        raise Unsupported

    def _lane_mask(self, which: str) -> ir.Value:
        """Return for each lane the mask of the lanes equal to it, below it, and so on."""
        own = self.b.shl(self.simd.constant(I32, 1), self.lane_numbers())
        below = self.b.sub(own, self.simd.constant(I32, 1))
        upto = self.b.or_(own, below)
        return {"eq": own, "lt": below, "le": upto, "gt": self.b.not_(upto), "ge": self.b.not_(below)}[which]

    def lane_numbers(self) -> ir.Value:
        """Return 0 to 31, this chunk's part of it."""
        start = self.b.mul(self.chunk, ir.Constant(I32, self.simd.width))
        return self.b.add(self.simd.splat(self.b, start), self.simd.iota())

    def parameter(self, address: ptx.Address, type_name: str, number: int) -> ir.Value:
        """Return element ``number`` of a kernel parameter, the same in all lanes."""
        block = self.b.inttoptr(self.launch_slot(Launch.PARAMETERS), BYTE_POINTER)
        name = getattr(address.base, "name", "")
        found = next((p for p in self.kernel.source.parameters if p.name == name), None)
        offset, size = address.offset + number * ptx.size_of(type_name), ptx.size_of(type_name)
        if found is None or not 0 <= offset <= found.size - size:
            raise Unsupported
        offset += found.offset
        kind = element_type(type_name)
        place = self.b.gep(block, [ir.Constant(I64, offset)])
        return self.simd.splat(self.b, self.b.load(self.b.bitcast(place, kind.as_pointer()), align=1))

    # writing

    def write(self, i: ptx.Instruction, value: ir.Value, signed: bool = False) -> None:
        """Write the instruction's destination."""
        self.write_register(i.operands[0], value, i, signed)

    def write_register(self, target, value: ir.Value, i: ptx.Instruction, signed: bool = False) -> None:
        """Write a register; where the instruction's guard does not hold it keeps its value."""
        if isinstance(target, ptx.Register) and target.name == "_":
            return
        kind = self.simd.vector(element_type(self.kernel.source.registers[target.name]))
        value = self._cast(value, kind, signed)
        if i.guard is not None:
            value = self.b.select(self.guarded_mask(i), value, self._register(target.name))
        self.values[target.name] = value
        self.written.add(target.name)

    def save(self, names: set[str]) -> None:
        """Store the registers that later segments read, in the lanes that run."""
        for name in sorted(self.written & names):
            kind = element_type(self.kernel.source.registers[name])
            kept = self.b.select(self.mask, self.values[name], self._load(name, kind))
            place = self._place(name, kind)
            if kind == I1:
                bits = self.simd.bits(self.b, kept)
                self.b.store(bits, self.b.bitcast(place, bits.type.as_pointer()))
            else:
                self.b.store(kept, self.b.bitcast(place, kept.type.as_pointer()))

    def _cast(self, value: ir.Value, kind: ir.VectorType, signed: bool = False) -> ir.Value:
        """Return ``value`` as ``kind``: the same bits, or as many of them as fit."""
        if value.type == kind:
            return value
        have, want = _width(value.type.element), _width(kind.element)
        if have != want:
            if not isinstance(value.type.element, ir.IntType):
                value = self.b.bitcast(value, self.simd.vector(ir.IntType(have)))
            wide = self.simd.vector(ir.IntType(want))
            if have > want:
                value = self.b.trunc(value, wide)
            else:
                value = self.b.sext(value, wide) if signed else self.b.zext(value, wide)
        return self.b.bitcast(value, kind) if value.type != kind else value

    # the records

    def launch_slot(self, slot: int) -> ir.Value:
        return self.b.load(self.b.gep(self.launch, [ir.Constant(I64, int(slot))]))

    def worker_slot(self, slot: int) -> ir.Value:
        return self.b.load(self.b.gep(self.worker, [ir.Constant(I64, int(slot))]))

    def worker_pointer(self, slot: int) -> ir.Value:
        return self.b.inttoptr(self.worker_slot(slot), BYTE_POINTER)

    def warp_slot(self, slot: int) -> ir.Value:
        return self.b.load(self.b.gep(self.warp, [ir.Constant(I64, int(slot))]))

    @staticmethod
    def window(space: str) -> int:
        """Return where the generic addresses of a state space begin."""
        return {"shared": layout.SHARED_WINDOW, "local": layout.LOCAL_WINDOW}.get(space, 0)


def _width(kind: ir.Type) -> int:
    return {F16: 16, F32: 32, F64: 64}.get(kind) or kind.width


def _suffix(kind: ir.Type) -> str:
    return {F16: "f16", F32: "f32", F64: "f64"}.get(kind) or f"i{kind.width}"
