"""Checked loads and stores for a chunk of lanes.

The accesses of a segment that share a base register form a *group*, which is checked once: are all lanes of all
its accesses inside of the array, and aligned? Then it is seen how the lanes' addresses lie. Where they fit in
one window of ``width`` words (all lanes the same word, consecutive words, any mixture of the two) a load is one
vector load and one permutation; otherwise it is a gather.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from llvmlite import ir

from warpsim import layout, ptx
from warpsim.abi import ARRAY_ROW, Error, Fault, Launch, Status, Warp, Worker
from warpsim.cfg import defined
from warpsim.provenance import UNKNOWN, array_of
from warpsim.semantics import Unsupported
from warpsim.semantics.memory import address_of, space_of, vector_of
from warpsim.simd import BYTE_POINTER, I1, I32, I64, each_lane

MOST_OFFSET = 1 << 32  # that an address in PTX may have


@dataclass
class Access:
    """One load or store of a group: its offset from the base register and the bytes that one lane moves."""

    instruction: ptx.Instruction
    offset: int
    bytes: int
    order: int  # of the instruction in its segment

    @property
    def base(self):
        """The address operand's base."""
        return address_of(self.instruction).base


@dataclass
class Group:
    """Accesses with one base value; ``site`` numbers it for error reports. ``array`` is its provenance."""

    site: int
    space: str
    array: tuple[str, str]
    accesses: list[Access] = field(default_factory=list)

    @property
    def low(self) -> int:
        return min(a.offset for a in self.accesses)

    @property
    def high(self) -> int:
        return max(a.offset + a.bytes for a in self.accesses)


@dataclass
class Prepared:
    """A group's addresses after its check: ``host + relative`` per lane; a window when they lie close."""

    host: ir.Value
    relative: ir.Value
    window: ir.Value | None
    index: ir.Value | None
    first: ir.Value | None
    mask: ir.Value
    straight: ir.Value | None


def access_of(instruction: ptx.Instruction, order: int) -> Access:
    """Return what a lane of the ld or st moves, and where from its base."""
    return Access(
        instruction, address_of(instruction).offset, ptx.size_of(instruction.type) * vector_of(instruction), order
    )


def plan(instructions: list[ptx.Instruction], sources, sites: list[Group]) -> dict[int, Group]:
    """Group the memory accesses of a segment: instruction index to group. New groups are added to ``sites``."""
    version: Counter[str] = Counter()
    open_groups: dict[tuple, Group] = {}
    found: dict[int, Group] = {}
    for index, instruction in enumerate(instructions):
        if instruction.opcode in ("ld", "ldu", "st") and space_of(instruction) != "param":
            base = address_of(instruction).base
            name = getattr(base, "name", str(base))
            key = (name, version[name], space_of(instruction), index if instruction.guard else -1)
            if key not in open_groups:
                open_groups[key] = Group(len(sites), space_of(instruction), array_of(base, sources))
                sites.append(open_groups[key])
            open_groups[key].accesses.append(access_of(instruction, index))
            found[index] = open_groups[key]
        version.update(defined(instruction))
    return found


class Memory:
    """Generates the accesses of one chunk; made anew for every segment."""

    def __init__(self, chunk, groups: dict[int, Group]):
        self.c = chunk
        self.groups = groups
        self.prepared: dict[int, Prepared] = {}
        self.index = -1  # of the instruction in the segment, set by the chunk

    # public: called by the semantics of ld and st

    def load(self, i: ptx.Instruction) -> list[ir.Value]:
        """Return one chunk of values per element of the (vector) load."""
        group = self.groups[self.index]
        ready = self._prepare(group, i)
        element = self.c.element(i.type)
        size = ptx.size_of(i.type)
        offsets = [address_of(i).offset + n * size for n in range(vector_of(i))]
        if ready.window is None or size != 4:
            return [self._gather(ready, o, element) for o in offsets]
        b, simd = self.c.b, self.c.simd
        near, far, done = (b.append_basic_block(n) for n in ("window", "gather", "loaded"))
        b.cbranch(ready.window, near, far)
        b.position_at_end(near)
        start = b.gep(ready.host, [ready.first])
        words = []
        for offset in offsets:
            at = b.bitcast(b.gep(start, [ir.Constant(I64, offset)]), simd.vector(I32).as_pointer())
            words.append(simd.permute(b, b.load(at, align=4), ready.index))
        near = b.block
        b.branch(done)
        b.position_at_end(far)
        gathered = [self._gather(ready, o, I32) for o in offsets]
        far = b.block
        b.branch(done)
        b.position_at_end(done)
        values = []
        for one, other in zip(words, gathered, strict=True):
            value = b.phi(one.type)
            value.add_incoming(one, near)
            value.add_incoming(other, far)
            values.append(value)
        return [b.bitcast(v, simd.vector(element)) if element != I32 else v for v in values]

    def store(self, i: ptx.Instruction, values: list[ir.Value]) -> None:
        """Store one chunk of values per element of the (vector) store."""
        ready = self._prepare(self.groups[self.index], i)
        size = ptx.size_of(i.type)
        for n, value in enumerate(values):
            offset = address_of(i).offset + n * size
            if ready.straight is None or size != 4 or len(values) > 1:
                self._scatter(ready, offset, value)
                continue
            b = self.c.b
            with b.if_else(ready.straight) as (then, otherwise):
                with then:
                    start = b.gep(ready.host, [ready.first])
                    at = b.bitcast(b.gep(start, [ir.Constant(I64, offset)]), value.type.as_pointer())
                    b.store(value, at, align=4)
                with otherwise:
                    self._scatter(ready, offset, value)

    # the two general ways

    def _moved(self, ready: Prepared, offset: int) -> ir.Value:
        if not offset:
            return ready.relative
        element = ready.relative.type.element
        half = 1 << (element.width - 1)
        return self.c.b.add(ready.relative, self.c.simd.constant(element, (offset + half) % (2 * half) - half))

    def _gather(self, ready: Prepared, offset: int, element) -> ir.Value:
        b, simd = self.c.b, self.c.simd
        if ready.relative.type.element == I32:
            kind = ir.IntType(32) if element == ir.FloatType() else element
            value = simd.gather(b, ready.host, self._moved(ready, offset), ready.mask, kind)
            return b.bitcast(value, simd.vector(element)) if kind != element else value
        result = simd.scratch(b, simd.vector(element), "far")
        b.store(ir.Constant(simd.vector(element), None), result)
        moved = self._moved(ready, offset)
        with each_lane(b, simd.bits(b, ready.mask)) as lane:
            at = b.inttoptr(b.extract_element(moved, lane), element.as_pointer())
            b.store(b.load(at, align=1), b.gep(b.bitcast(result, element.as_pointer()), [lane]))
        return b.load(result)

    def _scatter(self, ready: Prepared, offset: int, value: ir.Value) -> None:
        b, simd = self.c.b, self.c.simd
        element = value.type.element
        if ready.relative.type.element == I32:
            if element == ir.FloatType():
                value = b.bitcast(value, simd.vector(I32))
            simd.scatter(b, ready.host, self._moved(ready, offset), ready.mask, value)
            return
        moved = self._moved(ready, offset)
        with each_lane(b, simd.bits(b, ready.mask)) as lane:
            at = b.inttoptr(b.extract_element(moved, lane), element.as_pointer())
            b.store(b.extract_element(value, lane), at, align=1)

    # the check, once per group

    def _prepare(self, group: Group, i: ptx.Instruction) -> Prepared:
        if group.site not in self.prepared:
            if max(-group.low, group.high) > MOST_OFFSET:
                raise Unsupported
            mask = self.c.guarded_mask(i)
            address = self.c.address(address_of(i).base)
            if group.space == "local" or group.array[1].startswith("__local_depot"):
                ready = self._prepare_local(group, address, mask)
            elif group.array == UNKNOWN or self._region(group) is None:
                ready = self._prepare_unknown(group, address, mask)
            else:
                ready = self._prepare_known(group, address, mask)
            self.prepared[group.site] = ready
            if self.c.observer:
                self.c.observer.seen(self.c, group, address, mask)
        return self.prepared[group.site]

    def _region(self, group: Group):
        """Return (device address, bytes, host pointer) of the group's array as i64, i64, i8*; None if unknown."""
        b, c = self.c.b, self.c
        kind, name = group.array
        place = c.kernel.shared.places.get(name) if kind == "variable" else None
        if place is not None:
            window = layout.SHARED_WINDOW if group.space == "generic" else 0
            size = c.launch_slot(Launch.DYNAMIC_BYTES) if place.dynamic else ir.Constant(I64, place.size)
            host = b.gep(c.worker_pointer(Worker.SHARED), [ir.Constant(I64, place.offset)])
            return ir.Constant(I64, place.offset + window), size, host
        row = c.kernel.array_row(kind, name)
        if row is None:
            return None
        table = b.inttoptr(c.launch_slot(Launch.ARRAYS), I64.as_pointer())
        values = [b.load(b.gep(table, [ir.Constant(I64, row * ARRAY_ROW + n)])) for n in range(3)]
        return values[0], values[1], b.inttoptr(values[2], BYTE_POINTER)

    def _prepare_known(self, group: Group, address: ir.Value, mask: ir.Value) -> Prepared:
        b, simd = self.c.b, self.c.simd
        base, size, host = self._region(group)
        self._check_range(group, address, mask, base, size)
        distance = b.sub(address, simd.splat(b, base))
        relative = b.trunc(distance, simd.vector(I32))
        first = b.extract_element(distance, simd.first_lane(b, mask))
        words = b.sub(relative, simd.splat(b, b.trunc(first, I32)))
        # a window: every lane's word lies in the ``width`` words from the first lane's on
        index = b.lshr(words, simd.constant(I32, 2))
        outside = b.icmp_unsigned(">=", index, simd.constant(I32, simd.width))
        close = b.not_(simd.any(b, b.and_(outside, mask)))
        # and reading whole windows does not leave the array, nor does it if no lane runs and ``first`` is any number
        start = b.add(first, ir.Constant(I64, group.low))
        room = b.sub(size, ir.Constant(I64, group.high - group.low - 4 + 4 * simd.width))
        inside = b.and_(b.icmp_signed(">=", start, ir.Constant(I64, 0)), b.icmp_signed("<=", start, room))
        window = b.and_(close, inside)
        # straight: all lanes run and their words follow each other
        off = b.icmp_unsigned("!=", words, simd.iota(I32, 4))
        straight = b.not_(simd.any(b, b.or_(off, b.not_(mask))))
        return Prepared(host, relative, window, index, first, mask, straight)

    def _check_range(self, group: Group, address, mask, base, size) -> None:
        """Leave the machine if any lane of any access is outside of the array or misaligned."""
        b, simd = self.c.b, self.c.simd
        span = group.high - group.low
        from_start = b.sub(address, simd.splat(b, b.sub(base, ir.Constant(I64, group.low))))
        room = b.sub(size, ir.Constant(I64, span - 1))
        allowed = b.select(b.icmp_signed(">", room, ir.Constant(I64, 0)), room, ir.Constant(I64, 0))
        bad = b.icmp_unsigned(">=", from_start, simd.splat(b, allowed))
        bad = b.or_(bad, self._misaligned(group, address))
        self._fault_if(group, simd.any(b, b.and_(bad, mask)), address, mask)

    def _misaligned(self, group: Group, address: ir.Value) -> ir.Value:
        """Return the lanes in which any access of the group is at no multiple of its bytes."""
        b, simd = self.c.b, self.c.simd
        short, zero = b.trunc(address, simd.vector(I32)), simd.constant(I32, 0)
        bad: ir.Value = simd.constant(I1, 0)
        for step, offset in sorted({(a.bytes, a.offset % a.bytes) for a in group.accesses if a.bytes > 1}):
            moved = b.add(short, simd.constant(I32, offset)) if offset else short
            rest = b.and_(moved, simd.constant(I32, step - 1))
            bad = b.or_(bad, b.icmp_unsigned("!=", rest, zero))
        return bad

    def _fault_if(self, group: Group, condition: ir.Value, address: ir.Value, mask: ir.Value) -> None:
        b = self.c.b
        with b.if_then(condition, likely=False):
            write_report(b, self.c, Fault.ACCESS, group.site, address, mask)

    def _prepare_local(self, group: Group, address: ir.Value, mask: ir.Value) -> Prepared:
        b, c, simd = self.c.b, self.c, self.c.simd
        window = layout.LOCAL_WINDOW if group.space == "generic" else 0
        size = c.kernel.local.static_bytes
        base = ir.Constant(I64, window)
        self._check_range(group, address, mask, base, ir.Constant(I64, size))
        relative = b.trunc(b.sub(address, simd.splat(b, base)), simd.vector(I32))
        own = b.mul(c.lane_numbers(), simd.constant(I32, size))
        warp = b.mul(b.zext(c.warp_slot(Warp.INDEX), I64), ir.Constant(I64, 32 * size))
        host = b.gep(c.worker_pointer(Worker.LOCAL), [warp])
        return Prepared(host, b.add(relative, own), None, None, None, mask, None)

    def _prepare_unknown(self, group: Group, address: ir.Value, mask: ir.Value) -> Prepared:
        """Look every lane's address up in the table of arrays; ``relative`` becomes host addresses (i64)."""
        if group.space == "const":
            raise Unsupported
        b, c, simd = self.c.b, self.c, self.c.simd
        found = simd.scratch(b, simd.vector(I64), "translated")
        b.store(address, found)
        wrong = b.call(
            c.translate,
            [
                c.launch,
                c.worker,
                b.bitcast(found, I64.as_pointer()),
                b.zext(simd.bits(b, mask), I32),
                ir.Constant(I64, group.low),
                ir.Constant(I64, group.high),
                ir.Constant(I64, 1 if group.space == "shared" else 0),
                c.launch_slot(Launch.SHARED_BYTES),
            ],
        )
        bad = b.icmp_signed("!=", wrong, ir.Constant(I32, 0))
        bad = b.or_(bad, simd.any(b, b.and_(self._misaligned(group, address), mask)))
        self._fault_if(group, bad, address, mask)
        host = ir.Constant(BYTE_POINTER, None)
        return Prepared(host, b.load(found), None, None, None, mask, None)


def write_report(b: ir.IRBuilder, c, kind: Fault, site: int, address: ir.Value, mask: ir.Value) -> None:
    """Report a fault of a chunk's lanes, with their addresses, and leave the machine."""
    shift = b.zext(b.mul(c.chunk, ir.Constant(I32, c.simd.width)), I64)

    def fill(addresses: ir.Value) -> None:
        start = b.gep(addresses, [shift])
        b.store(address, b.bitcast(start, address.type.as_pointer()), align=8)

    report(b, c, kind, site, b.shl(b.zext(c.simd.bits(b, mask), I64), shift), fill)


def report(b: ir.IRBuilder, c, kind: Fault, site: int, lanes: ir.Value, fill) -> None:
    """Fill the launch's error record, unless another warp has, and leave the machine.

    ``lanes`` is the mask (i64) of the lanes that the fault may be in; ``fill`` stores their addresses.
    """
    record = b.inttoptr(c.launch_slot(Launch.ERROR), I64.as_pointer())
    flag = b.gep(c.launch, [ir.Constant(I64, Launch.FAULT)])
    taken = b.extract_value(b.cmpxchg(flag, ir.Constant(I64, 0), ir.Constant(I64, 1), "seq_cst", "seq_cst"), 1)
    with b.if_then(taken):
        values = {
            Error.KIND: ir.Constant(I64, kind),
            Error.SITE: ir.Constant(I64, site),
            Error.WARP: b.zext(c.warp_slot(Warp.INDEX), I64),
            Error.MASK: lanes,
            Error.CTAID_X: c.worker_slot(Worker.CTAID_X),
            Error.CTAID_Y: c.worker_slot(Worker.CTAID_Y),
            Error.CTAID_Z: c.worker_slot(Worker.CTAID_Z),
        }
        for slot, value in values.items():
            b.store(value, b.gep(record, [ir.Constant(I64, slot)]))
        fill(b.gep(record, [ir.Constant(I64, Error.ADDRESSES)]))
    b.ret(ir.Constant(I32, Status.FAULT))
