"""Writing the device's own routines as LLVM IR with structured control flow: variables, while, if."""

from __future__ import annotations

from contextlib import contextmanager

from llvmlite import ir

from warpsim.simd import I32, I64


class Routine:
    """A function under construction. Values are 64-bit integers unless loaded as 32-bit ones."""

    def __init__(self, module: ir.Module, name: str, kind: ir.FunctionType):
        self.function = ir.Function(module, kind, name)
        self.b = ir.IRBuilder(self.function.append_basic_block("entry"))

    def number(self, value: int, kind=I64) -> ir.Constant:
        """Return a constant."""
        return ir.Constant(kind, int(value))

    def variable(self, initial: ir.Value) -> ir.Value:
        """Return a new variable (its address) that holds ``initial``."""
        with self.b.goto_entry_block():
            place = self.b.alloca(initial.type)
        self.b.store(initial, place)
        return place

    def get(self, variable: ir.Value) -> ir.Value:
        """Return the variable's value."""
        return self.b.load(variable)

    def set(self, variable: ir.Value, value: ir.Value) -> None:
        """Change the variable."""
        self.b.store(value, variable)

    def add(self, variable: ir.Value, value: int) -> None:
        """Add a constant to the variable."""
        self.set(variable, self.b.add(self.get(variable), self.number(value, variable.type.pointee)))

    def load(self, base: ir.Value, slot) -> ir.Value:
        """Return base[slot]."""
        return self.b.load(self.place(base, slot))

    def store(self, base: ir.Value, slot, value: ir.Value) -> None:
        """Set base[slot]."""
        self.b.store(value, self.place(base, slot))

    def place(self, base: ir.Value, slot) -> ir.Value:
        """Return the address of base[slot]; the slot is a number or a value."""
        if not isinstance(slot, ir.Value):
            slot = self.number(slot)
        return self.b.gep(base, [self.b.sext(slot, I64) if slot.type != I64 else slot])

    def pointer(self, address: ir.Value, element) -> ir.Value:
        """Return an integer address as a pointer."""
        return self.b.inttoptr(address, element.as_pointer())

    def compare(self, a: ir.Value, how: str, other) -> ir.Value:
        """Return a signed comparison; ``other`` may be a number."""
        return self.b.icmp_signed(how, a, other if isinstance(other, ir.Value) else self.number(other, a.type))

    def is_set(self, mask: ir.Value, lane: ir.Value) -> ir.Value:
        """Return whether a lane (i32 or i64) is in a mask of 32 bits."""
        lane = self.b.trunc(lane, I32) if lane.type != I32 else lane
        return self.compare(self.b.and_(self.b.lshr(mask, lane), self.number(1, I32)), "!=", 0)

    @contextmanager
    def loop(self, variable: ir.Value, end: ir.Value):
        """While variable < end: the body, then variable += 1."""
        head, body, after = (self.b.append_basic_block(n) for n in ("while", "do", "end"))
        self.b.branch(head)
        self.b.position_at_end(head)
        self.b.cbranch(self.compare(self.get(variable), "<", end), body, after)
        self.b.position_at_end(body)
        yield
        if not self.b.block.is_terminated:
            self.add(variable, 1)
            self.b.branch(head)
        self.b.position_at_end(after)

    @contextmanager
    def forever(self):
        """Repeat the body; yields the block to branch to in order to stop."""
        head, after = self.b.append_basic_block("again"), self.b.append_basic_block("stop")
        self.b.branch(head)
        self.b.position_at_end(head)
        yield after
        if not self.b.block.is_terminated:
            self.b.branch(head)
        self.b.position_at_end(after)

    def zero(self, kind=I32) -> ir.Constant:
        return ir.Constant(kind, 0)
