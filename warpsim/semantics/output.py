"""printf: the format's address and the packed arguments of every lane go to the launch's print buffer."""

from __future__ import annotations

from llvmlite import ir

from warpsim import layout
from warpsim.abi import Launch, Print, Warp, Worker
from warpsim.semantics import opcode
from warpsim.simd import I1, I8, I32, I64


@opcode("vprintf")
def vprintf(w, i):
    """call (result), vprintf, (format, arguments); the result is the number of arguments or -1, here always 0."""
    b, builder = w.b, w.builder
    formats, arguments = w.lanes(i.operands[1], "b64"), w.lanes(i.operands[2], "b64")
    size = w.kernel.local.static_bytes
    record_bytes = Print.ARGUMENTS * 8 + size

    def number(value: int) -> ir.Constant:
        return ir.Constant(I64, int(value))

    def launch(slot: Launch) -> ir.Value:
        return b.load(builder.launch_at(slot))

    start_of_local = b.load(b.gep(builder.worker, [number(Worker.LOCAL)]))
    block = b.load(b.gep(builder.worker, [number(Worker.BLOCK)]))
    index = b.zext(builder.load(Warp.INDEX), I64)
    with w.each() as lane:
        ticket = b.atomic_rmw("add", builder.launch_at(Launch.PRINTED), number(1), "monotonic")
        with b.if_then(b.icmp_signed("<", ticket, launch(Launch.PRINT_RECORDS))):
            place = b.add(launch(Launch.PRINT), b.mul(ticket, number(record_bytes)))
            record = b.inttoptr(place, I64.as_pointer())
            thread = b.add(b.mul(index, number(32)), b.zext(lane, I64))
            offset = b.sub(b.load(b.gep(arguments, [lane])), number(layout.LOCAL_WINDOW))
            fields = {Print.BLOCK: block, Print.FORMAT: b.load(b.gep(formats, [lane])), Print.OFFSET: offset}
            for slot, value in fields.items():
                b.store(value, b.gep(record, [number(slot)]))
            if size:
                own = b.add(start_of_local, b.mul(thread, number(size)))
                _copy(b, b.add(place, number(8 * Print.ARGUMENTS)), own, size)
    if i.operands[0].name != "_":
        w.write_same(i.operands[0], ir.Constant(I32, 0))


def _copy(b: ir.IRBuilder, target: ir.Value, source: ir.Value, size: int) -> None:
    to, origin = (b.inttoptr(address, I8.as_pointer()) for address in (target, source))
    copy = b.module.declare_intrinsic("llvm.memcpy", [to.type, origin.type, I64])
    b.call(copy, [to, origin, ir.Constant(I64, size), ir.Constant(I1, 0)])
