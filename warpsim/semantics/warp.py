"""Instructions that look across a warp: shuffles, votes, matches (PTX manual: parallel synchronization)."""

from __future__ import annotations

from llvmlite import ir

from warpsim import ptx
from warpsim.abi import LANES, Worker
from warpsim.semantics import Unsupported, opcode
from warpsim.simd import I32, I64, each_lane


@opcode("shfl")
def shfl(w, i):
    """shfl.sync.mode.b32 d{|p}, a, b, c, membermask; a lane takes a from another lane of its segment."""
    mode = next(m for m in ("up", "down", "bfly", "idx") if m in i.modifiers)
    target = i.operands[0]
    target, valid = target.items if isinstance(target, ptx.Tuple) else (target, None)
    b = w.b
    source, delta, clamp = (w.lanes(i.operands[n], "b32") for n in (1, 2, 3))
    result, place = w.stack(I32, "moved"), w.lanes(target, "b32")
    inside = w.stack(I32, "inside")  # not in a loop, where the stack would grow
    b.store(ir.Constant(I32, 0), inside)
    number = lambda n: ir.Constant(I32, n)  # noqa: E731
    with w.each() as lane:
        shift = b.and_(b.load(b.gep(delta, [lane])), number(31))
        both = b.load(b.gep(clamp, [lane]))
        segment = b.and_(b.lshr(both, number(8)), number(31))
        top = b.or_(b.and_(lane, segment), b.and_(b.and_(both, number(31)), b.not_(segment)))
        if mode == "up":
            other = b.sub(lane, shift)
            ok = b.icmp_signed(">=", other, top)
        else:
            least = b.and_(lane, segment)
            other = {
                "down": lambda: b.add(lane, shift),
                "bfly": lambda: b.xor(lane, shift),
                "idx": lambda: b.or_(least, b.and_(shift, b.not_(segment))),
            }[mode]()
            ok = b.icmp_signed("<=", other, top)
        chosen = b.and_(b.select(ok, other, lane), number(31))
        b.store(b.load(b.gep(source, [chosen])), b.gep(result, [lane]))
        b.store(b.or_(b.load(inside), b.shl(b.zext(ok, I32), lane)), inside)
    with w.each() as lane:
        b.store(b.load(b.gep(result, [lane])), b.gep(place, [lane]))
    if valid is not None:
        w.write_bits(valid, b.load(inside))


@opcode("vote")
def vote(w, i):
    """vote.sync.all/any/uni.pred p, {!}a, membermask; vote.sync.ballot.b32 d, {!}a, membermask;"""
    b = w.b
    holds = b.and_(w.bits(i.operands[1]), w.mask)
    if "ballot" in i.modifiers:
        w.write_same(i.operands[0], holds)
        return
    every = b.icmp_unsigned("==", holds, w.mask)
    none = b.icmp_unsigned("==", holds, ir.Constant(I32, 0))
    answer = {"all": every, "any": b.not_(none), "uni": b.or_(every, none)}
    how = next(m for m in answer if m in i.modifiers)
    w.write_bits(i.operands[0], b.sext(answer[how], I32))


@opcode("activemask")
def activemask(w, i):
    """activemask.b32 d;"""
    w.write_same(i.operands[0], w.mask)


@opcode("match")
def match(w, i):
    """match.any.sync.type d, a, membermask; match.all.sync.type d{|p}, a, membermask;"""
    b = w.b
    target = i.operands[0]
    target, same = target.items if isinstance(target, ptx.Tuple) else (target, None)
    source = w.lanes(i.operands[1], i.type)
    equal, place = w.stack(I32, "equal"), w.lanes(target, "b32")
    with w.each() as lane:
        mine, at = b.load(b.gep(source, [lane])), b.gep(equal, [lane])
        b.store(ir.Constant(I32, 0), at)
        with each_lane(b, w.mask) as other:
            agrees = b.icmp_unsigned("==", b.load(b.gep(source, [other])), mine)
            b.store(b.or_(b.load(at), b.shl(b.zext(agrees, I32), other)), at)
    if "any" in i.modifiers:
        with w.each() as lane:
            b.store(b.load(b.gep(equal, [lane])), b.gep(place, [lane]))
        return
    lowest = b.and_(b.cttz(w.mask, ir.Constant(ir.IntType(1), 0)), ir.Constant(I32, LANES - 1))
    first = b.load(b.gep(equal, [lowest]))
    everyone = b.icmp_unsigned("==", first, w.mask)
    w.write_same(target, b.select(everyone, w.mask, ir.Constant(I32, 0)))
    if same is not None:
        w.write_bits(same, b.sext(everyone, I32))


@opcode("barvote")
def barvote(w, i):
    """The first part of bar.red: count the lanes, and those for which the predicate holds."""
    b = w.b
    holds = b.and_(w.bits(i.operands[1]), w.mask)
    for slot, lanes in enumerate((holds, w.mask)):
        place = _votes(w, 0, slot)
        count = b.zext(b.call(w.builder.population, [lanes]), I64)
        b.store(b.add(b.load(place), count), place)


@opcode("barresult")
def barresult(w, i):
    """The last part of bar.red.popc.u32 d; bar.red.and.pred p; bar.red.or.pred p;"""
    b = w.b
    count, everyone = (b.load(_votes(w, 1, slot)) for slot in (0, 1))
    if "popc" in i.modifiers:
        w.write_same(i.operands[0], b.trunc(count, I32))
        return
    every = b.icmp_unsigned("==", count, everyone)
    some = b.icmp_unsigned("!=", count, ir.Constant(I64, 0))
    w.write_bits(i.operands[0], b.sext(every if "and" in i.modifiers else some, I32))


def _votes(w, back: int, slot: int):
    """Return the address of a count of this barrier interval, or of the one ``back`` before."""
    b = w.b
    epoch = b.load(b.gep(w.builder.worker, [ir.Constant(I64, int(Worker.EPOCH))]))
    turn = b.and_(b.sub(epoch, ir.Constant(I64, back)), ir.Constant(I64, 1))
    place = b.add(b.mul(turn, ir.Constant(I64, 2)), ir.Constant(I64, Worker.VOTES + slot))
    return b.gep(w.builder.worker, [place])


@opcode("redux", "elect")
def later(w, i):
    """Instructions of newer devices than the course's."""
    raise Unsupported


assert LANES == 32  # masks are 32-bit integers
