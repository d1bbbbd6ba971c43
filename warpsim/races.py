"""The race check as LLVM IR: every access meets the shadow of its word, which tells who was there before.

Two accesses race when different threads make them, at least one writes, and nothing orders them: no barrier of
the block between them, and within a warp no ``__syncwarp``; threads of different blocks are never ordered.
A shadow remembers the last write and, so that no reader hides another, the readers of two different warps.

Which of the two should come first is told by the program, not by the schedule: by how often each warp has jumped
back since the last barrier, then by the place in the code. A read placed after the write is a RAW hazard.
"""

from __future__ import annotations

from llvmlite import ir

from warpsim.abi import LANES, Number, Warp, Worker
from warpsim.routines import Routine
from warpsim.simd import I32, I64

HAZARD_ROWS = 512
KINDS = ("RAW", "WAR", "WAW", "UNWRITTEN")  # the last: a read of shared memory that no thread of the block wrote
NEIGHBOURS = (1, 8, 16)
CLOCK_SHIFT = 16  # above the place in the program: jumps back since the last barrier
BLOCK_SHIFT = 10  # thread numbers: block * 1024 + thread of the block


class Row(Number):
    """Slots (int64) of one access in the table that the kernel's code points to."""

    OFFSET = 0
    BYTES = 1
    WRITE = 2
    ORDER = 3
    NUMBER = 4
    COUNT = 5


class Part(Number):
    """Slots (int32) of one visit in a word's shadow. Epoch 0: nobody. READERS has two visits."""

    EPOCH = 0
    THREAD = 1
    OTHER = 2  # another thread of the same warp and epoch, or the same one
    SYNC = 3
    ACCESS = 4
    CLOCK = 5
    COUNT = 6


WRITE, READER, READER_ELSEWHERE = 0, Part.COUNT, 2 * Part.COUNT
WORD = 18  # int32 per word


class Hazard(Number):
    """Slots (int64) of a hazard: the pair of accesses and one example."""

    KIND = 0  # index into KINDS, plus 1
    FIRST = 1
    SECOND = 2
    COUNT_OF = 3
    FIRST_THREAD = 4
    SECOND_THREAD = 5
    BLOCK = 6
    ADDRESS = 7
    COUNT = 8


def build(module: ir.Module) -> None:
    """Add the routines to ``module``."""
    note = _note(module)
    meet = _meet(module, note)
    visit = _visit(module, meet, note)
    for inner in (note, meet, visit):
        inner.linkage = "internal"  # so that they can become part of their callers
    visit.attributes.add("alwaysinline")
    _check_group(module, visit)


def _note(module: ir.Module) -> ir.Function:
    """note_hazard(worker, kind, first, second, first_thread, second_thread, address)."""
    kind = ir.FunctionType(ir.VoidType(), [I64.as_pointer()] + [I64] * 6)
    r = Routine(module, "note_hazard", kind)
    worker, what, first, second, first_thread, second_thread, address = r.function.args
    b = r.b
    table = r.pointer(r.load(worker, Worker.HAZARDS), I64)
    index = r.variable(r.zero(I64))
    with r.loop(index, r.number(HAZARD_ROWS)):
        row = r.place(table, b.mul(r.get(index), r.number(Hazard.COUNT)))
        with b.if_then(r.compare(r.load(row, Hazard.KIND), "==", 0)):
            values = (what, first, second, r.zero(I64), first_thread, second_thread,
                      b.lshr(second_thread, r.number(BLOCK_SHIFT)), address)  # fmt: skip
            for slot, value in enumerate(values):
                r.store(row, slot, value)
        same = b.and_(
            r.compare(r.load(row, Hazard.KIND), "==", what), r.compare(r.load(row, Hazard.FIRST), "==", first)
        )
        same = b.and_(same, r.compare(r.load(row, Hazard.SECOND), "==", second))
        with b.if_then(same):
            r.store(row, Hazard.COUNT_OF, b.add(r.load(row, Hazard.COUNT_OF), r.number(1)))
            b.ret_void()
    b.ret_void()
    return r.function


def _meet(module: ir.Module, note: ir.Function) -> ir.Function:
    """meet(worker, visit, now, was_write, is_write, everywhere, address): report if two visits race.

    ``visit`` is the shadow's part, ``now`` the present visit in the same form.
    """
    pointer = I32.as_pointer()
    r = Routine(module, "meet", ir.FunctionType(ir.VoidType(), [I64.as_pointer(), pointer, pointer] + [I64] * 4))
    worker, past, now, was_write, is_write, everywhere, address = r.function.args
    b = r.b

    def both(part: Part) -> tuple[ir.Value, ir.Value]:
        return r.load(past, part), r.load(now, part)

    with b.if_then(r.compare(r.load(past, Part.EPOCH), "==", 0)):
        b.ret_void()
    # of the one or two threads on each side, two that differ
    thread, mine = (r.variable(r.load(visit, Part.THREAD)) for visit in (past, now))
    with b.if_then(r.compare(r.get(thread), "==", r.get(mine))):
        r.set(thread, r.load(past, Part.OTHER))
        with b.if_then(r.compare(r.get(thread), "==", r.get(mine))):
            r.set(mine, r.load(now, Part.OTHER))
            with b.if_then(r.compare(r.get(thread), "==", r.get(mine))):
                b.ret_void()
    me = r.get(mine)
    old_epoch, epoch = both(Part.EPOCH)
    same_epoch = r.compare(old_epoch, "==", epoch)
    shift = r.number(BLOCK_SHIFT, I32)
    same_block = r.compare(b.lshr(r.get(thread), shift), "==", b.lshr(me, shift))
    other_block = b.and_(r.compare(everywhere, "!=", 0), b.not_(same_block))
    with b.if_then(b.not_(b.or_(same_epoch, other_block))):
        b.ret_void()
    lanes = r.number(5, I32)
    same_warp = r.compare(b.lshr(r.get(thread), lanes), "==", b.lshr(me, lanes))
    old_sync, sync = both(Part.SYNC)
    with b.if_then(b.and_(same_warp, r.compare(old_sync, "!=", sync))):
        b.ret_void()
    # the program's order, where both are of one interval; otherwise the order in which they came
    old_clock, clock = both(Part.CLOCK)
    swapped = b.and_(same_epoch, r.compare(clock, "<", old_clock))
    wide_thread, wide_me = b.sext(r.get(thread), I64), b.sext(me, I64)
    old_access, access = (b.sext(v, I64) for v in both(Part.ACCESS))
    raw = b.select(swapped, r.number(2), r.number(1))
    war = b.select(swapped, r.number(1), r.number(2))
    written = b.select(r.compare(is_write, "!=", 0), r.number(3), raw)
    what = b.select(r.compare(was_write, "!=", 0), written, war)
    accesses = b.select(swapped, access, old_access), b.select(swapped, old_access, access)
    threads = b.select(swapped, wide_me, wide_thread), b.select(swapped, wide_thread, wide_me)
    b.call(note, [worker, what, *accesses, *threads, address])
    b.ret_void()
    return r.function


def _visit(module: ir.Module, meet: ir.Function, note: ir.Function) -> ir.Function:
    """visit_word(worker, shadow_of_word, now, is_write, everywhere, address)."""
    pointer = I32.as_pointer()
    r = Routine(module, "visit_word", ir.FunctionType(ir.VoidType(), [I64.as_pointer(), pointer, pointer] + [I64] * 3))
    worker, word, now, is_write, everywhere, address = r.function.args
    b = r.b
    one, none = r.number(1), r.zero(I64)
    _meet_if_recent(r, meet, word, WRITE, (worker, now, one, is_write, everywhere, address))
    with b.if_else(r.compare(is_write, "!=", 0)) as (write, read):
        with write:
            for part in (READER, READER_ELSEWHERE):
                _meet_if_recent(r, meet, word, part, (worker, now, none, is_write, everywhere, address))
            _copy(r, now, r.place(word, WRITE))
        with read:
            written = b.sext(r.load(word, WRITE + Part.EPOCH), I64)
            early = r.compare(written, "<", r.load(worker, Worker.FIRST_EPOCH))
            with b.if_then(b.and_(early, r.compare(everywhere, "==", 0))):
                access, thread = (b.sext(r.load(now, part), I64) for part in (Part.ACCESS, Part.THREAD))
                unwritten = r.number(KINDS.index("UNWRITTEN") + 1)
                b.call(note, [worker, unwritten, access, access, thread, thread, address])
            _remember_reader(r, word, now)
    b.ret_void()
    return r.function


def _meet_if_recent(r: Routine, meet, word, part, arguments: tuple) -> None:
    """Call ``meet`` unless a barrier since then has settled the matter, which is what happens nearly always."""
    worker, now, was_write, is_write, everywhere, address = arguments
    visit = r.place(word, part)
    recent = r.compare(r.load(visit, Part.EPOCH), "==", r.load(now, Part.EPOCH))
    recent = r.b.or_(recent, r.compare(everywhere, "!=", 0))
    with r.b.if_then(recent):
        r.b.call(meet, [worker, visit, now, was_write, is_write, everywhere, address])


def _copy(r: Routine, now, visit) -> None:
    for part in range(Part.COUNT):
        r.store(visit, part, r.load(now, part))


def _remember_reader(r: Routine, word, now) -> None:
    """Keep the reader so that later writers meet it: in the part of its warp, or in the other part."""
    b = r.b
    me = r.load(now, Part.THREAD)
    first = r.place(word, READER)
    warp = b.lshr(me, r.number(5, I32))
    its = b.lshr(r.load(first, Part.THREAD), r.number(5, I32))
    current = r.compare(r.load(first, Part.EPOCH), "==", r.load(now, Part.EPOCH))
    mine = b.or_(b.not_(current), r.compare(its, "==", warp))
    index = b.select(mine, r.number(READER), r.number(READER_ELSEWHERE))
    visit = r.place(word, index)
    same = r.compare(r.load(visit, Part.EPOCH), "==", r.load(now, Part.EPOCH))
    same = b.and_(same, r.compare(r.load(visit, Part.SYNC), "==", r.load(now, Part.SYNC)))
    same_warp = r.compare(b.lshr(r.load(visit, Part.THREAD), r.number(5, I32)), "==", warp)
    same = b.and_(same, same_warp)
    with b.if_else(same) as (joins, replaces):
        with joins:
            differs = r.compare(r.load(visit, Part.THREAD), "!=", me)
            other = b.select(differs, me, r.load(now, Part.OTHER))
            with b.if_then(r.compare(other, "!=", r.load(visit, Part.THREAD))):
                r.store(visit, Part.OTHER, other)
        with replaces:
            _copy(r, now, visit)


def _check_group(module: ir.Module, visit: ir.Function) -> None:
    """check_group(worker, warp, rows, count, addresses, mask, shadow, base, everywhere)."""
    pointer = I64.as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [pointer, I32.as_pointer(), pointer, I64, pointer, I32, I64, I64, I64])
    r = Routine(module, "check_group", kind)
    worker, warp, rows, count, addresses, mask, shadow, base, everywhere = r.function.args
    b = r.b
    now = b.alloca(I32, size=int(Part.COUNT))
    r.store(now, Part.EPOCH, b.trunc(r.load(worker, Worker.EPOCH), I32))
    r.store(now, Part.SYNC, r.load(warp, Warp.SYNC))
    block = b.mul(r.load(worker, Worker.BLOCK), r.number(1 << BLOCK_SHIFT))
    start = b.add(b.trunc(block, I32), b.mul(r.load(warp, Warp.INDEX), r.number(LANES, I32)))
    rounds = b.sub(r.load(warp, Warp.STEPS), r.load(warp, Warp.CLOCK))
    clock = b.shl(rounds, r.number(CLOCK_SHIFT, I32))
    first, second = (b.alloca(I64, size=LANES) for _ in range(2))
    together = _lanes_together(r, addresses, mask, first)
    every = _lanes_apart(r, mask, second)
    index = r.variable(r.zero(I64))
    with r.loop(index, count):
        row = r.place(rows, b.mul(r.get(index), r.number(Row.COUNT)))
        r.store(now, Part.ACCESS, b.trunc(r.load(row, Row.NUMBER), I32))
        r.store(now, Part.CLOCK, b.add(clock, b.trunc(r.load(row, Row.ORDER), I32)))
        write = r.load(row, Row.WRITE)
        writes = r.compare(write, "!=", 0)
        place = r.variable(r.zero(I64))
        with r.loop(place, b.select(writes, every, together)):
            lane = b.select(writes, _nth(r, second, r.get(place), 0), _nth(r, first, r.get(place), 0))
            other = b.select(writes, lane, _nth(r, first, r.get(place), 32))
            r.store(now, Part.THREAD, b.add(start, b.trunc(lane, I32)))
            r.store(now, Part.OTHER, b.add(start, b.trunc(other, I32)))
            offset = b.sub(b.add(r.load(addresses, lane), r.load(row, Row.OFFSET)), base)
            end = b.add(offset, r.load(row, Row.BYTES))
            at = r.variable(b.and_(offset, r.number(-4)))
            with r.forever() as done:
                with b.if_then(r.compare(r.get(at), ">=", end)):
                    b.branch(done)
                word_place = b.mul(b.lshr(r.get(at), r.number(2)), r.number(4 * WORD))
                word = r.pointer(b.add(shadow, word_place), I32)
                b.call(visit, [worker, word, now, write, everywhere, r.get(at)])
                r.set(at, b.add(r.get(at), r.number(4)))
    b.ret_void()


def _nth(r: Routine, packed, index, shift: int) -> ir.Value:
    """Return the lane number at ``shift`` bits of packed[index]."""
    return r.b.and_(r.b.lshr(r.load(packed, index), r.number(shift)), r.number(LANES - 1))


def _lanes_together(r: Routine, addresses, mask, found) -> ir.Value:
    """List the addresses, each as its first lane + another lane that shares it << 32; return how many.

    All lanes that read one word at once count as two readers: more would tell no other story. A lane is compared
    with those at NEIGHBOURS before it, which are the ones that share in tiles; an address that stands twice in
    the list is looked at twice.
    """
    b = r.b
    entries = b.alloca(I64, size=LANES)
    count, lane = r.variable(r.zero(I64)), r.variable(r.zero(I64))
    with r.loop(lane, r.number(LANES)), b.if_then(r.is_set(mask, r.get(lane))):
        mine = r.load(addresses, r.get(lane))
        entry = r.variable(r.number(-1))
        for step in NEIGHBOURS:
            before = b.sub(r.get(lane), r.number(step))
            inside = b.and_(r.compare(before, ">=", 0), r.is_set(mask, b.and_(before, r.number(LANES - 1))))
            with b.if_then(inside):
                same = r.compare(r.load(addresses, before), "==", mine)
                r.set(entry, b.select(same, r.load(entries, before), r.get(entry)))
        with b.if_else(r.compare(r.get(entry), "<", 0)) as (new, old):
            with new:
                r.set(entry, r.get(count))
                r.store(found, r.get(count), b.mul(r.get(lane), r.number((1 << 32) + 1)))
                r.add(count, 1)
            with old:
                first = _nth(r, found, r.get(entry), 0)
                r.store(found, r.get(entry), b.or_(first, b.shl(r.get(lane), r.number(32))))
        r.store(entries, r.get(lane), r.get(entry))
    return r.get(count)


def _lanes_apart(r: Routine, mask, found) -> ir.Value:
    """List every lane of the mask; return how many."""
    count, lane = r.variable(r.zero(I64)), r.variable(r.zero(I64))
    with r.loop(lane, r.number(LANES)), r.b.if_then(r.is_set(mask, r.get(lane))):
        r.store(found, r.get(count), r.get(lane))
        r.add(count, 1)
    return r.get(count)
