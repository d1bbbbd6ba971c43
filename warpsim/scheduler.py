"""The device's own routines, as LLVM IR: which lanes of a warp run, which warp runs, which block is next.

``run_blocks(launch, worker)`` is what a CPU thread calls. It takes one thread block after the other and gives
the block's warps turns, in the order of the launch's table, each until its next barrier.
"""

from __future__ import annotations

from llvmlite import ir

from warpsim import counting, layout, races
from warpsim.abi import ARRAY_ROW, MAX_PARKED, NO_BLOCK, Error, Fault, Launch, Status, Warp, Worker
from warpsim.lower import RUN_WARP
from warpsim.routines import Routine
from warpsim.simd import I32, I64

BLOCK_STRIDE = 389  # rounds of the schedule between the starts of two thread blocks

LAUNCH = I64.as_pointer()
WARP = I32.as_pointer()


def build(warp_bytes: int, early_return: bool, mode: str = "plain") -> str:
    """Return the routines' LLVM IR for a kernel whose warps have records of ``warp_bytes``."""
    module = ir.Module("scheduler")
    _park(module)
    _settle(module)
    _retire(module)
    _translate(module)
    if mode == "profile":
        counting.build(module)
    elif mode == "racecheck":
        races.build(module)
    _run_blocks(module, warp_bytes, early_return)
    return str(module)


def _park(module: ir.Module) -> None:
    """park(warp, block, mask): note that the lanes of ``mask`` wait at ``block``."""
    r = Routine(module, "park", ir.FunctionType(ir.VoidType(), [WARP, I32, I32]))
    warp, block, mask = r.function.args
    depth = r.load(warp, Warp.DEPTH)
    slot = r.b.add(r.b.mul(depth, r.number(2, I32)), r.number(Warp.PARKED, I32))
    r.store(warp, slot, block)
    r.store(warp, r.b.add(slot, r.number(1, I32)), mask)
    # 32 lanes wait at no more than 32 places, and two more entries exist only until they settle
    r.store(warp, Warp.DEPTH, r.b.add(depth, r.number(1, I32)))
    r.b.ret_void()


def _settle(module: ir.Module) -> None:
    """settle(warp) -> block: let the lanes at the lowest block run, all of them together."""
    r = Routine(module, "settle", ir.FunctionType(I32, [WARP]))
    (warp,) = r.function.args
    depth = r.load(warp, Warp.DEPTH)
    lowest, index = r.variable(r.number(NO_BLOCK, I32)), r.variable(r.zero())
    with r.loop(index, depth):
        block = r.load(warp, _entry(r, r.get(index), 0))
        with r.b.if_then(r.compare(block, "<", r.get(lowest))):
            r.set(lowest, block)
    mask = _unpark(r, warp, r.get(lowest))
    r.store(warp, Warp.MASK, mask)
    r.store(warp, Warp.PC, r.get(lowest))
    r.b.ret(r.get(lowest))


def _unpark(r: Routine, warp: ir.Value, block: ir.Value) -> ir.Value:
    """Take the entries at ``block`` out of the list of parked lanes, and return their lanes together."""
    mask, index, kept = (r.variable(r.zero()) for _ in range(3))
    following = r.variable(r.number(NO_BLOCK, I32))
    with r.loop(index, r.load(warp, Warp.DEPTH)):
        place = r.load(warp, _entry(r, r.get(index), 0))
        lanes = r.load(warp, _entry(r, r.get(index), 1))
        with r.b.if_else(r.compare(place, "==", block)) as (here, elsewhere):
            with here:
                r.set(mask, r.b.or_(r.get(mask), lanes))
            with elsewhere:
                r.store(warp, _entry(r, r.get(kept), 0), place)
                r.store(warp, _entry(r, r.get(kept), 1), lanes)
                r.add(kept, 1)
                with r.b.if_then(r.compare(place, "<", r.get(following))):
                    r.set(following, place)
    r.store(warp, Warp.DEPTH, r.get(kept))
    r.store(warp, Warp.NEXT_PARKED, r.get(following))
    return r.get(mask)


def _entry(r: Routine, index: ir.Value, part: int) -> ir.Value:
    """Return the slot of a parked entry's block (part 0) or mask (part 1)."""
    return r.b.add(r.b.mul(index, r.number(2, I32)), r.number(Warp.PARKED + part, I32))


def _retire(module: ir.Module) -> None:
    """retire(warp, block): lanes parked at ``block``, which only exits, count as exited."""
    r = Routine(module, "retire", ir.FunctionType(ir.VoidType(), [WARP, I32]))
    warp, exit_block = r.function.args
    lanes = _unpark(r, warp, exit_block)
    r.store(warp, Warp.LIVE, r.b.and_(r.load(warp, Warp.LIVE), r.b.not_(lanes)))
    r.store(warp, Warp.EXITED, r.b.or_(r.load(warp, Warp.EXITED), lanes))
    r.b.ret_void()


def _translate(module: ir.Module) -> None:
    """translate(launch, worker, addresses, mask, low, high, shared, shared_bytes) -> 1 if a lane is outside.

    Replaces the device addresses of the lanes in ``mask`` by host addresses. A lane's accesses reach from its
    address + low to + high.
    """
    kind = ir.FunctionType(I32, [LAUNCH, LAUNCH, I64.as_pointer(), I32, I64, I64, I64, I64])
    r = Routine(module, "translate", kind)
    launch, worker, addresses, mask, low, high, only_shared, shared_bytes = r.function.args
    b = r.b
    lane = r.variable(r.zero())
    with r.loop(lane, r.number(32, I32)):
        with b.if_then(r.is_set(mask, r.get(lane))):
            address = r.load(addresses, r.get(lane))
            found = r.variable(r.zero(I64))
            with b.if_else(r.compare(only_shared, "!=", 0)) as (shared, any_space):
                with shared:
                    offset = address
                    _accept(r, found, offset, low, high, shared_bytes, r.load(worker, Worker.SHARED))
                with any_space:
                    offset = b.sub(address, r.number(layout.SHARED_WINDOW))
                    _accept(r, found, offset, low, high, shared_bytes, r.load(worker, Worker.SHARED))
                    table = r.pointer(r.load(launch, Launch.ARRAYS), I64)
                    row = r.variable(r.zero(I64))
                    with r.loop(row, r.load(launch, Launch.ARRAY_COUNT)):
                        start = b.mul(r.get(row), r.number(ARRAY_ROW))
                        inside = b.sub(address, r.load(table, start))
                        size = r.load(table, b.add(start, r.number(1)))
                        host = r.load(table, b.add(start, r.number(2)))
                        _accept(r, found, inside, low, high, size, host)
            with b.if_then(r.compare(r.get(found), "==", 0)):
                b.ret(r.number(1, I32))
            r.store(addresses, r.get(lane), r.get(found))
    b.ret(r.zero())


def _accept(r: Routine, found, offset, low, high, size, host) -> None:
    """Set ``found`` to the host address if all bytes from offset + low to offset + high are inside."""
    first, last = r.b.add(offset, low), r.b.sub(size, r.b.sub(high, low))  # offset + high could overflow
    inside = r.b.and_(r.compare(first, ">=", 0), r.compare(first, "<=", last))
    with r.b.if_then(inside):
        r.set(found, r.b.add(host, offset))


def _run_blocks(module: ir.Module, warp_bytes: int, early_return: bool) -> None:
    """run_blocks(launch, worker): run thread blocks until none is left or one has failed."""
    run_warp = ir.Function(module, RUN_WARP, "run_warp")
    r = Routine(module, "run_blocks", ir.FunctionType(ir.VoidType(), [LAUNCH, LAUNCH]))
    launch, worker = r.function.args
    b = r.b
    one = r.number(1)
    with r.forever() as done:
        number = b.atomic_rmw("add", r.place(launch, Launch.NEXT_BLOCK), one, "monotonic")
        over = r.compare(number, ">=", r.load(launch, Launch.BLOCKS))
        for slot in (Launch.FAULT, Launch.STOP):
            over = b.or_(over, r.compare(r.load(launch, slot), "!=", 0))
        _stop_if(r, over, done)
        nx, ny = r.load(launch, Launch.NCTAID_X), r.load(launch, Launch.NCTAID_Y)
        r.store(worker, Worker.CTAID_X, b.urem(number, nx))
        r.store(worker, Worker.CTAID_Y, b.urem(b.udiv(number, nx), ny))
        r.store(worker, Worker.CTAID_Z, b.udiv(b.udiv(number, nx), ny))
        r.store(worker, Worker.BLOCK, number)
        _next_interval(r, worker)
        r.store(worker, Worker.FIRST_EPOCH, r.load(worker, Worker.EPOCH))
        _start_warps(r, launch, worker, warp_bytes)
        _fill_shared(r, launch, worker)
        _run_block(r, run_warp, launch, worker, number, warp_bytes, early_return, done)
    b.ret_void()


def _stop_if(r: Routine, condition: ir.Value, target) -> None:
    onward = r.b.append_basic_block("onward")
    r.b.cbranch(condition, target, onward)
    r.b.position_at_end(onward)


def _warp(r: Routine, worker: ir.Value, index: ir.Value, warp_bytes: int) -> ir.Value:
    """Return the record of warp ``index`` (i64)."""
    start = r.b.add(r.load(worker, Worker.WARP_RECORDS), r.b.mul(index, r.number(warp_bytes)))
    return r.pointer(start, I32)


def _start_warps(r: Routine, launch, worker, warp_bytes: int) -> None:
    """Put every warp of the block at the kernel's entry."""
    masks = r.pointer(r.load(launch, Launch.INITIAL_MASKS), I32)
    index = r.variable(r.zero(I64))
    with r.loop(index, r.load(launch, Launch.WARPS)):
        warp = _warp(r, worker, r.get(index), warp_bytes)
        mask = r.load(masks, r.get(index))
        initial = {Warp.MASK: mask, Warp.LIVE: mask, Warp.NEXT_PARKED: r.number(NO_BLOCK, I32),
                   Warp.STATUS: r.number(Status.READY, I32)}  # fmt: skip
        for slot in (Warp.PC, Warp.DEPTH, Warp.STEPS, Warp.EXITED, Warp.SYNC, Warp.CLOCK):
            initial[slot] = r.zero()
        for slot, value in initial.items():
            r.store(warp, slot, value)


def _next_interval(r: Routine, worker) -> None:
    """A barrier has been passed, or a block begins: votes from now on are for the next barrier."""
    epoch = r.b.add(r.load(worker, Worker.EPOCH), r.number(1))
    r.store(worker, Worker.EPOCH, epoch)
    votes = r.b.add(r.number(Worker.VOTES), r.b.mul(r.b.and_(epoch, r.number(1)), r.number(2)))
    for slot in (votes, r.b.add(votes, r.number(1))):
        r.store(worker, slot, r.zero(I64))


def _fill_shared(r: Routine, launch, worker) -> None:
    """Fill the block's shared memory with ones bits: as floats they are NaN, so unwritten words show."""
    words = r.pointer(r.load(worker, Worker.SHARED), I64)
    index = r.variable(r.zero(I64))
    with r.loop(index, r.b.udiv(r.b.add(r.load(launch, Launch.SHARED_BYTES), r.number(7)), r.number(8))):
        r.store(words, r.get(index), r.number(-1))


def _run_block(r: Routine, run_warp, launch, worker, number, warp_bytes: int, early_return: bool, done) -> None:
    """Give the warps turns, round after round, until all have exited.

    A turn lasts until the warp waits at a barrier, exits, or has jumped back as often as its quantum says.
    """
    b = r.b
    warps = r.load(launch, Launch.WARPS)
    order, quanta = (r.pointer(r.load(launch, slot), I32) for slot in (Launch.ORDER, Launch.QUANTA))
    turn = r.variable(b.mul(number, r.number(BLOCK_STRIDE)))  # blocks begin at different rounds of the table
    with r.forever() as finished:
        start = b.mul(b.urem(r.get(turn), r.load(launch, Launch.ORDER_ROUNDS)), warps)
        index = r.variable(r.zero(I64))
        with r.loop(index, warps):
            place = b.add(start, r.get(index))
            warp = _warp(r, worker, b.sext(r.load(order, place), I64), warp_bytes)
            with b.if_then(r.compare(r.load(warp, Warp.STATUS), "==", Status.READY)):
                r.store(warp, Warp.YIELD_AT, b.add(r.load(warp, Warp.STEPS), r.load(quanta, place)))
                status = b.call(run_warp, [launch, worker, warp])
                r.store(warp, Warp.STATUS, status)
                _stop_if(r, r.compare(status, "==", Status.FAULT), done)
        _end_round(r, launch, worker, warp_bytes, early_return, finished, done)
        r.add(turn, 1)


def _end_round(r: Routine, launch, worker, warp_bytes: int, early_return: bool, finished, done) -> None:
    """If every warp waits or has exited, let those that wait go on, or finish the block."""
    b = r.b
    warps = r.load(launch, Launch.WARPS)
    ready, waiting, exited, apart = (r.variable(r.zero(I64)) for _ in range(4))
    barrier = r.variable(r.number(-1, I32))
    index = r.variable(r.zero(I64))
    with r.loop(index, warps):
        warp = _warp(r, worker, r.get(index), warp_bytes)
        status = r.load(warp, Warp.STATUS)
        with b.if_then(r.compare(status, "==", Status.READY)):
            r.add(ready, 1)
        with b.if_then(r.compare(r.load(warp, Warp.EXITED), "!=", 0)):
            r.add(exited, 1)
        with b.if_then(r.compare(status, "==", Status.BARRIER)):
            r.add(waiting, 1)
            at = r.load(warp, Warp.WAITS_AT)
            other = b.and_(r.compare(r.get(barrier), "!=", -1), r.compare(r.get(barrier), "!=", at))
            r.set(apart, b.or_(r.get(apart), b.zext(other, I64)))
            r.set(barrier, at)
    everyone = r.compare(r.get(ready), "==", 0)
    _stop_if(r, b.and_(everyone, r.compare(r.get(waiting), "==", 0)), finished)
    with b.if_then(everyone):
        wrong = r.compare(r.get(apart), "!=", 0)
        if not early_return:
            # threads that left without a return statement have gone around the barrier
            wrong = b.or_(wrong, r.compare(r.get(exited), "!=", 0))
        with b.if_then(wrong, likely=False):
            _report_barrier(r, launch, worker, warps, warp_bytes)
            b.branch(done)
        _next_interval(r, worker)
        r.set(index, r.zero(I64))
        with r.loop(index, warps):
            warp = _warp(r, worker, r.get(index), warp_bytes)
            with b.if_then(r.compare(r.load(warp, Warp.STATUS), "==", Status.BARRIER)):
                r.store(warp, Warp.STATUS, r.number(Status.READY, I32))


def _report_barrier(r: Routine, launch, worker, warps, warp_bytes: int) -> None:
    """Record a barrier fault for the first warp that waits."""
    b = r.b
    taken = b.extract_value(b.cmpxchg(r.place(launch, Launch.FAULT), r.number(0), r.number(1), "seq_cst", "seq_cst"), 1)
    with b.if_then(taken):
        record = r.pointer(r.load(launch, Launch.ERROR), I64)
        index = r.variable(b.sub(warps, r.number(1)))
        with r.forever() as end:
            warp = _warp(r, worker, r.get(index), warp_bytes)
            with b.if_then(r.compare(r.load(warp, Warp.STATUS), "==", Status.BARRIER)):
                r.store(record, Error.WARP, r.get(index))
                r.store(record, Error.SITE, b.sext(r.load(warp, Warp.WAITS_AT), I64))
                r.store(record, Error.MASK, b.zext(r.load(warp, Warp.MASK), I64))
            r.add(index, -1)
            _stop_if(r, r.compare(r.get(index), "<", 0), end)
        r.store(record, Error.KIND, r.number(Fault.BARRIER))
        for slot, value in ((Error.CTAID_X, Worker.CTAID_X), (Error.CTAID_Y, Worker.CTAID_Y),
                            (Error.CTAID_Z, Worker.CTAID_Z)):  # fmt: skip
            r.store(record, slot, r.load(worker, value))


assert MAX_PARKED >= 34  # see _park
