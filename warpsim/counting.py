"""The hardware's counting rules as LLVM IR: wavefronts, bank conflicts, sectors; and their use on a launch.

A shared request is served in groups of lanes: 32 for 4-byte, 16 for 8-byte and 8 for 16-byte accesses. Loads
whose lanes agree in pairs (every lane with its neighbour, or every one with the lane two further) are served in
groups twice as large. In a group, the wavefronts are the most different words that one bank holds. A global
request moves the different 32-byte sectors that its lanes touch.
"""

from __future__ import annotations

from llvmlite import ir

from warpsim.abi import LANES, Number
from warpsim.routines import Routine
from warpsim.simd import I32, I64

ADDRESSES = I64.as_pointer()


class Site(Number):
    """Slots (int64) of a group's record in profile mode; requests follow at REQUESTS."""

    MASK = 0
    HITS = 1
    COUNT = 2
    PHASE = 3
    PATTERN = 4
    REQUESTS = PATTERN + LANES


class Slot(Number):
    """Slots (int64) of one request: what it is, the last pattern's figures, and the sums."""

    WORDS = 0
    LOAD = 1
    SHARED = 2
    OFFSET = 3
    TIMES = 4
    WAVEFRONTS = 5
    CONFLICTS = 6
    SECTORS = 7
    SUM_REQUESTS = 8
    SUM_WAVEFRONTS = 9
    SUM_CONFLICTS = 10
    SUM_SECTORS = 11
    COUNT = 12


def build(module: ir.Module) -> None:
    """Add the routines to ``module``."""
    served = _served(module)
    sectors = _sectors(module)
    _count(module, served, sectors)


def _served(module: ir.Module) -> ir.Function:
    """shared_wavefronts(addresses, mask, words, load) -> wavefronts + (groups with an active lane << 32)."""
    r = Routine(module, "shared_wavefronts", ir.FunctionType(I64, [ADDRESSES, I32, I64, I64]))
    addresses, mask, words, load = r.function.args
    b = r.b
    size = r.variable(b.udiv(r.number(LANES), words))
    with b.if_then(b.and_(r.compare(load, "!=", 0), r.compare(words, ">", 1))):
        agreed = b.or_(_agree(r, addresses, mask, 1), _agree(r, addresses, mask, 2))
        with b.if_then(agreed):
            r.set(size, b.mul(r.get(size), r.number(2)))
    seen = b.alloca(I64, size=4 * LANES)
    banks = b.alloca(I64, size=LANES)
    total, groups, first = (r.variable(r.zero(I64)) for _ in range(3))
    with r.forever() as done:
        with b.if_then(r.compare(r.get(first), ">=", LANES)):
            b.branch(done)
        count, most, any_lane = (r.variable(r.zero(I64)) for _ in range(3))
        bank = r.variable(r.zero(I64))
        with r.loop(bank, r.number(LANES)):
            r.store(banks, r.get(bank), r.zero(I64))
        lane = r.variable(r.get(first))
        with r.loop(lane, b.add(r.get(first), r.get(size))), b.if_then(r.is_set(mask, r.get(lane))):
            r.set(any_lane, r.number(1))
            word = r.variable(r.zero(I64))
            with r.loop(word, words):
                value = b.add(b.lshr(r.load(addresses, r.get(lane)), r.number(2)), r.get(word))
                with b.if_then(b.not_(_contains(r, seen, r.get(count), value))):
                    r.store(seen, r.get(count), value)
                    r.add(count, 1)
                    at = b.and_(value, r.number(LANES - 1))
                    full = b.add(r.load(banks, at), r.number(1))
                    r.store(banks, at, full)
                    with b.if_then(r.compare(full, ">", r.get(most))):
                        r.set(most, full)
        r.set(total, b.add(r.get(total), r.get(most)))
        r.set(groups, b.add(r.get(groups), r.get(any_lane)))
        r.set(first, b.add(r.get(first), r.get(size)))
    b.ret(b.or_(r.get(total), b.shl(r.get(groups), r.number(32))))
    return r.function


def _agree(r: Routine, addresses, mask, step: int) -> ir.Value:
    """Return whether every active lane and the lane ``xor`` step, if active, have the same address."""
    same = r.variable(ir.Constant(ir.IntType(1), 1))
    lane = r.variable(r.zero(I64))
    with r.loop(lane, r.number(LANES)):
        partner = r.b.xor(r.get(lane), r.number(step))
        both = r.b.and_(r.is_set(mask, r.get(lane)), r.is_set(mask, partner))
        differ = r.compare(r.load(addresses, r.get(lane)), "!=", r.load(addresses, partner))
        with r.b.if_then(r.b.and_(both, differ)):
            r.set(same, ir.Constant(ir.IntType(1), 0))
    return r.get(same)


def _contains(r: Routine, values, count, value) -> ir.Value:
    """Return whether ``value`` is among the first ``count`` values."""
    found = r.variable(ir.Constant(ir.IntType(1), 0))
    index = r.variable(r.zero(I64))
    with r.loop(index, count), r.b.if_then(r.compare(r.load(values, r.get(index)), "==", value)):
        r.set(found, ir.Constant(ir.IntType(1), 1))
    return r.get(found)


def _sectors(module: ir.Module) -> ir.Function:
    """global_sectors(addresses, mask, words, offset) -> different 32-byte sectors."""
    r = Routine(module, "global_sectors", ir.FunctionType(I64, [ADDRESSES, I32, I64, I64]))
    addresses, mask, words, offset = r.function.args
    b = r.b
    seen = b.alloca(I64, size=4 * LANES)
    count, lane = r.variable(r.zero(I64)), r.variable(r.zero(I64))
    with r.loop(lane, r.number(LANES)), b.if_then(r.is_set(mask, r.get(lane))):
        word = r.variable(r.zero(I64))
        with r.loop(word, words):
            start = b.add(b.add(r.load(addresses, r.get(lane)), offset), b.mul(r.get(word), r.number(4)))
            sector = b.lshr(start, r.number(5))
            with b.if_then(b.not_(_contains(r, seen, r.get(count), sector))):
                r.store(seen, r.get(count), sector)
                r.add(count, 1)
    b.ret(r.get(count))
    return r.function


def _count(module: ir.Module, served: ir.Function, sectors: ir.Function) -> None:
    """count_group(site, addresses, mask): a group was executed. Work is done only when its pattern changes."""
    r = Routine(module, "count_group", ir.FunctionType(ir.VoidType(), [ADDRESSES, ADDRESSES, I32]))
    site, addresses, mask = r.function.args
    b = r.b
    with b.if_then(r.compare(mask, "==", 0)):
        b.ret_void()
    lowest = b.zext(b.cttz(mask, ir.Constant(ir.IntType(1), 1)), I64)
    first = r.load(addresses, lowest)
    wide = b.zext(mask, I64)
    same = r.variable(
        b.and_(
            r.compare(r.load(site, Site.MASK), "==", wide),
            r.compare(r.load(site, Site.PHASE), "==", b.and_(first, r.number(31))),
        )
    )
    lane = r.variable(r.zero(I64))
    with r.loop(lane, r.number(LANES)):
        relative = b.sub(r.load(addresses, r.get(lane)), first)
        kept = r.load(site, b.add(r.get(lane), r.number(Site.PATTERN)))
        equal = b.or_(r.compare(relative, "==", kept), b.not_(r.is_set(mask, r.get(lane))))
        r.set(same, b.and_(r.get(same), equal))
    with b.if_then(r.get(same)):
        r.store(site, Site.HITS, b.add(r.load(site, Site.HITS), r.number(1)))
        b.ret_void()
    hits = r.load(site, Site.HITS)
    r.store(site, Site.HITS, r.number(1))
    r.store(site, Site.MASK, wide)
    r.store(site, Site.PHASE, b.and_(first, r.number(31)))
    r.set(lane, r.zero(I64))
    with r.loop(lane, r.number(LANES)):
        relative = b.sub(r.load(addresses, r.get(lane)), first)
        r.store(site, b.add(r.get(lane), r.number(Site.PATTERN)), relative)
    index = r.variable(r.zero(I64))
    with r.loop(index, r.load(site, Site.COUNT)):
        start = b.add(b.mul(r.get(index), r.number(Slot.COUNT)), r.number(Site.REQUESTS))
        request = r.place(site, start)
        _add_up(r, request, hits)
        _measure(r, request, addresses, mask, served, sectors)
    b.ret_void()


def _add_up(r: Routine, request, hits) -> None:
    """Add the figures of the pattern that was seen ``hits`` times to the sums."""
    b = r.b
    times = b.mul(hits, r.load(request, Slot.TIMES))
    for total, figure in ((Slot.SUM_WAVEFRONTS, Slot.WAVEFRONTS), (Slot.SUM_CONFLICTS, Slot.CONFLICTS),
                          (Slot.SUM_SECTORS, Slot.SECTORS)):  # fmt: skip
        r.store(request, total, b.add(r.load(request, total), b.mul(times, r.load(request, figure))))
    r.store(request, Slot.SUM_REQUESTS, b.add(r.load(request, Slot.SUM_REQUESTS), times))


def _measure(r: Routine, request, addresses, mask, served, sectors) -> None:
    """Find the figures of a new pattern."""
    b = r.b
    words = r.load(request, Slot.WORDS)
    with b.if_else(r.compare(r.load(request, Slot.SHARED), "!=", 0)) as (shared, elsewhere):
        with shared:
            both = b.call(served, [addresses, mask, words, r.load(request, Slot.LOAD)])
            wavefronts = b.and_(both, r.number(0xFFFFFFFF))
            r.store(request, Slot.WAVEFRONTS, wavefronts)
            r.store(request, Slot.CONFLICTS, b.sub(wavefronts, b.lshr(both, r.number(32))))
        with elsewhere:
            found = b.call(sectors, [addresses, mask, words, r.load(request, Slot.OFFSET)])
            r.store(request, Slot.SECTORS, found)
