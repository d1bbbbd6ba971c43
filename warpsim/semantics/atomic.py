"""Atomic operations, done lane by lane (PTX manual: atom and red).

A launch of a kernel with atomics on global memory runs on one CPU thread, so that the order of float sums, and
with it the result, is the same in every run.
"""

from __future__ import annotations

from llvmlite import ir

from warpsim import ptx
from warpsim.chunk import element_type
from warpsim.semantics import Unsupported, opcode
from warpsim.semantics.arithmetic import is_float, is_signed

OPERATIONS = ("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec")


@opcode("atom", "red")
def atom(w, i):
    """atom{.sem}{.scope}{.space}.op.type d, [a], b{, c}; red is the same without d."""
    how = next((m for m in OPERATIONS if m in i.modifiers), None)
    if how is None or i.type not in ("u32", "s32", "b32", "u64", "s64", "b64", "f32", "f64"):
        raise Unsupported
    b = w.b
    sources = i.operands[2:] if i.opcode == "atom" else i.operands[1:]
    element = element_type(i.type)
    hosts = w.host_addresses(ptx.size_of(i.type))
    values = [w.lanes(s, i.type) for s in sources]
    before = w.stack(element, "before")
    with w.each() as lane:
        place = b.inttoptr(b.load(b.gep(hosts, [lane])), element.as_pointer())
        old = b.load(place)
        operands = [b.load(b.gep(v, [lane])) for v in values]
        b.store(old, b.gep(before, [lane]))
        b.store(_combine(b, how, i.type, old, operands), place)
    if i.opcode == "atom" and isinstance(i.operands[0], ptx.Register) and i.operands[0].name != "_":
        target = w.lanes(i.operands[0], i.type)
        with w.each() as lane:
            b.store(b.load(b.gep(before, [lane])), b.gep(target, [lane]))


def _combine(b: ir.IRBuilder, how: str, kind: str, old, operands: list):
    """Return what an atomic operation stores."""
    value = operands[0]
    if how == "exch":
        return value
    if how == "cas":
        return b.select(b.icmp_unsigned("==", old, value), operands[1], old)
    if is_float(kind):
        if how != "add":
            raise Unsupported
        return b.fadd(old, value)
    zero, one = ir.Constant(old.type, 0), ir.Constant(old.type, 1)
    compare = b.icmp_signed if is_signed(kind) else b.icmp_unsigned
    if how == "inc":
        return b.select(b.icmp_unsigned(">=", old, value), zero, b.add(old, one))
    if how == "dec":
        wraps = b.or_(b.icmp_unsigned("==", old, zero), b.icmp_unsigned(">", old, value))
        return b.select(wraps, value, b.sub(old, one))
    if how in ("min", "max"):
        return b.select(compare("<" if how == "min" else ">", old, value), old, value)
    return {"add": b.add, "and": b.and_, "or": b.or_, "xor": b.xor}[how](old, value)
