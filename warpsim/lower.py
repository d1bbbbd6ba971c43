"""A kernel's control-flow graph to LLVM IR: one function that runs one warp until it leaves the machine.

``run_warp(launch, worker, warp)`` goes through the blocks of the graph. Each segment of a block is a loop over
the chunks of the warp's 32 lanes, with the instructions' meaning taken from ``semantics``. Registers live in
the warp's record between segments and in LLVM values within one. Lanes that branch apart are parked in the
record; always the lanes at the lowest block run, so that they meet again where their paths do.
"""

from __future__ import annotations

from llvmlite import ir

from warpsim import abi, accesses, cfg, layout, observer, provenance, ptx
from warpsim.abi import Fault, Launch, Status, Warp
from warpsim.chunk import Chunk
from warpsim.errors import UnsupportedError
from warpsim.semantics import OPCODES, Unsupported
from warpsim.simd import BYTE_POINTER, I1, I32, I64, Simd
from warpsim.source import plain_name
from warpsim.wide import Wide

RUN_WARP = ir.FunctionType(I32, [I64.as_pointer(), I64.as_pointer(), I32.as_pointer()])


class Lowered:
    """The result: the LLVM module, and what a launch must know to run it and to explain its faults."""

    def __init__(
        self, kernel: ptx.Kernel, module: ptx.Module, simd: Simd, name: str, early_return: bool, mode: str = "plain"
    ):
        self.source, self.simd, self.file, self.mode = kernel, simd, name, mode
        self.name = kernel.name
        self.early_return = early_return
        self.blocks = cfg.build(kernel)
        self.sources = provenance.trace(kernel)
        self.shared = layout.arrange(kernel.variables + module.variables, "shared")
        self.local = layout.arrange(kernel.variables, "local")
        self.globals = [v for v in module.variables if v.space in ("global", "const")]
        self.sites: list[accesses.Group] = []
        self.register_offset, self.warp_bytes = self._place_registers()
        builder = _Builder(self)
        self.ir = builder.build()
        self.observer = builder.observer

    def written_arrays(self) -> list[tuple[str, str]]:
        """Return the provenance of every store's address."""
        stores = (i for i in self.source.body if isinstance(i, ptx.Instruction) and i.opcode == "st")
        return [provenance.array_of(i.operands[0].base, self.sources) for i in stores]

    def written_parameters(self) -> frozenset[str]:
        """Return the names of the parameters that are arrays which a store or an atomic operation may change."""
        writes = (i for i in self.source.body if isinstance(i, ptx.Instruction) and i.opcode in ("st", "atom", "red"))
        addresses = (next((o for o in i.operands if isinstance(o, ptx.Address)), None) for i in writes)
        found = (provenance.array_of(a.base, self.sources) for a in addresses if a)
        return frozenset(name for kind, name in found if kind == "parameter")

    @property
    def prints(self) -> bool:
        """Whether the kernel calls printf."""
        return any(isinstance(i, ptx.Instruction) and i.opcode == "vprintf" for i in self.source.body)

    @property
    def has_global_atomics(self) -> bool:
        """Whether the order in which thread blocks run can change the result."""
        return any(
            isinstance(i, ptx.Instruction) and i.opcode in ("atom", "red") and "shared" not in i.modifiers
            for i in self.source.body
        )

    def array_row(self, kind: str, name: str) -> int | None:
        """Return the row of an array in the launch's table: parameters first, then module variables."""
        if kind == "parameter":
            return next((n for n, p in enumerate(self.source.parameters) if p.name == name and p.size == 8), None)
        names = [v.name for v in self.globals]
        return len(self.source.parameters) + names.index(name) if name in names else None

    def _place_registers(self) -> tuple[dict[str, int], int]:
        """Give a place in the warp's record to every register that lives from one segment to another."""
        crossing: set[str] = set()
        for block in self.blocks:
            for segment in block.segments:
                crossing |= segment.live_in | segment.live_out
            if isinstance(block.end, cfg.Branch):
                crossing.add(block.end.predicate.name)
        offsets, end = {}, 4 * Warp.REGISTERS
        for name in sorted(crossing):
            kind = self.source.registers[name]
            size = 4 if kind == "pred" else abi.LANES * ptx.size_of(kind)
            end = -(-end // min(size, 64)) * min(size, 64)
            offsets[name] = end
            end += size
        return offsets, -(-end // 64) * 64


class _Builder:
    """Builds the function; its callees are the routines of ``scheduler``."""

    def __init__(self, lowered: Lowered):
        self.k = lowered
        self.simd = lowered.simd
        self.module = ir.Module(lowered.name)
        pointer = I64.as_pointer()
        self.function = ir.Function(self.module, RUN_WARP, "run_warp")
        self.park = ir.Function(self.module, ir.FunctionType(ir.VoidType(), [I32.as_pointer(), I32, I32]), "park")
        self.settle = ir.Function(self.module, ir.FunctionType(I32, [I32.as_pointer()]), "settle")
        self.retire = ir.Function(self.module, ir.FunctionType(ir.VoidType(), [I32.as_pointer(), I32]), "retire")
        self.translate = ir.Function(
            self.module,
            ir.FunctionType(I32, [pointer, pointer, pointer, I32, I64, I64, I64, I64]),
            "translate",
        )
        self.population = ir.Function(self.module, ir.FunctionType(I32, [I32]), "llvm.ctpop.i32")
        self.observer = observer.choose(lowered.mode, self)
        # the file is known to the compiler only where a fault leaves, so the record's pointers are distinct
        for argument in self.function.args:
            argument.add_attribute("noalias")

    def build(self) -> str:
        launch, worker, warp = self.function.args
        entry = self.function.append_basic_block("entry")
        self.dispatch = self.function.append_basic_block("dispatch")
        self.llvm_blocks = [self.function.append_basic_block(f"block{n}") for n in range(len(self.k.blocks))]
        lost = self.function.append_basic_block("lost")
        b = ir.IRBuilder(entry)
        b.branch(self.dispatch)
        b.position_at_end(self.dispatch)
        self.b, self.launch, self.worker, self.warp = b, launch, worker, warp
        switch = b.switch(self.load(Warp.PC), lost)
        for n, block in enumerate(self.llvm_blocks):
            switch.add_case(ir.Constant(I32, n), block)
        b.position_at_end(lost)
        b.ret(ir.Constant(I32, Status.EXIT))
        for n, block in enumerate(self.k.blocks):
            b.position_at_end(self.llvm_blocks[n])
            for segment in block.segments:
                if segment.instructions:
                    self.segment(segment)
            self.end(n, block.end)
        return str(self.module)

    # the warp's record

    def at(self, slot: int) -> ir.Value:
        return self.b.gep(self.warp, [ir.Constant(I64, int(slot))])

    def load(self, slot: int) -> ir.Value:
        return self.b.load(self.at(slot))

    def store(self, slot: int, value: ir.Value | int) -> None:
        self.b.store(ir.Constant(I32, value) if isinstance(value, int) else value, self.at(slot))

    # straight-line code

    def segment(self, segment: cfg.Segment) -> None:
        """Build the loop over the chunks of the warp."""
        b, simd = self.b, self.simd
        if cfg.is_wide(segment.instructions[0]):
            (alone,) = segment.instructions
            self.instruction(Wide(self, alone, segment.live_out), alone)
            return
        if cfg.is_warp_barrier(segment.instructions[0]):
            self.store(Warp.SYNC, b.add(self.load(Warp.SYNC), ir.Constant(I32, 1)))
        groups = accesses.plan(segment.instructions, self.k.sources, self.k.sites)
        in_order = list({g.site: g for g in groups.values()}.values())
        if self.observer:
            self.observer.begin(in_order)
        mask = self.load(Warp.MASK)
        before = b.block
        head, body, latch, after = (b.append_basic_block(n) for n in ("chunk", "lanes", "next", "done"))
        b.branch(head)
        b.position_at_end(head)
        number = b.phi(I32)
        number.add_incoming(ir.Constant(I32, 0), before)
        bits = b.trunc(b.lshr(mask, b.mul(number, ir.Constant(I32, simd.width))), ir.IntType(simd.width))
        b.cbranch(b.icmp_unsigned("==", bits, ir.Constant(bits.type, 0)), latch, body)
        b.position_at_end(body)
        chunk = Chunk(self, number, b.bitcast(bits, simd.vector(I1)))
        chunk.memory = accesses.Memory(chunk, groups)
        for index, instruction in enumerate(segment.instructions):
            chunk.memory.index = index
            self.instruction(chunk, instruction)
        chunk.save(segment.live_out)
        b.branch(latch)
        b.position_at_end(latch)
        following = b.add(number, ir.Constant(I32, 1))
        number.add_incoming(following, latch)
        b.cbranch(b.icmp_unsigned("<", following, ir.Constant(I32, abi.LANES // simd.width)), head, after)
        b.position_at_end(after)
        if self.observer:
            self.observer.end(in_order, segment.instructions)

    def instruction(self, chunk: Chunk | Wide, instruction: ptx.Instruction) -> None:
        try:
            OPCODES[instruction.opcode](chunk, instruction)
        except (Unsupported, KeyError) as error:
            raise UnsupportedError(
                kernel=plain_name(self.k.name),
                file=self.k.file,
                line=instruction.line,
                instruction=instruction.name,
            ) from error

    # ways out of a block

    def end(self, number: int, end) -> None:
        if isinstance(end, cfg.Jump):
            self.go(number, end.target, self.k.blocks[number].line)
        elif isinstance(end, cfg.Branch):
            self.branch(number, end)
        elif isinstance(end, cfg.Barrier):
            self.barrier(number, end)
        else:
            self.leave()

    def go(self, number: int, target: int, line: int) -> None:
        """All running lanes go to ``target``: at once, unless parked lanes wait there or before."""
        b = self.b
        if target <= number:
            self.count_step(number, target)
        direct, meet = b.append_basic_block("direct"), b.append_basic_block("meet")
        ahead = b.icmp_signed("<", ir.Constant(I32, target), self.load(Warp.NEXT_PARKED))
        b.cbranch(ahead, direct, meet)
        b.position_at_end(meet)
        b.call(self.park, [self.warp, ir.Constant(I32, target), self.load(Warp.MASK)])
        b.call(self.settle, [self.warp])
        b.branch(self.dispatch)
        b.position_at_end(direct)
        b.branch(self.llvm_blocks[target])

    def count_step(self, number: int, target: int | None = None) -> None:
        """Leave if the warp has jumped back too often, if the caller wants to stop, or at the end of its turn."""
        b = self.b
        steps = b.add(self.load(Warp.STEPS), ir.Constant(I32, 1))
        self.store(Warp.STEPS, steps)
        over = b.icmp_signed(">", b.zext(steps, I64), b.load(self.launch_at(Launch.BUDGET)))
        stop = b.icmp_signed("!=", b.load(self.launch_at(Launch.STOP)), ir.Constant(I64, 0))
        with b.if_then(b.or_(over, stop), likely=False):
            self.report(Fault.BUDGET, number)
        if target is not None:  # lanes that part here go on: what they do is kept in parked entries
            with b.if_then(b.icmp_signed(">=", steps, self.load(Warp.YIELD_AT)), likely=False):
                self.store(Warp.PC, target)
                lower = b.icmp_signed(">=", ir.Constant(I32, target), self.load(Warp.NEXT_PARKED))
                with b.if_then(lower):
                    b.call(self.park, [self.warp, ir.Constant(I32, target), self.load(Warp.MASK)])
                    b.call(self.settle, [self.warp])
                b.ret(ir.Constant(I32, Status.READY))

    def launch_at(self, slot: int) -> ir.Value:
        return self.b.gep(self.launch, [ir.Constant(I64, int(slot))])

    def branch(self, number: int, end: cfg.Branch) -> None:
        b = self.b
        place = b.gep(
            b.bitcast(self.warp, BYTE_POINTER), [ir.Constant(I64, self.k.register_offset[end.predicate.name])]
        )
        predicate = b.load(b.bitcast(place, I32.as_pointer()))
        if end.negated:
            predicate = b.not_(predicate)
        mask = self.load(Warp.MASK)
        taken = b.and_(mask, predicate)
        none, every, apart = (b.append_basic_block(n) for n in ("none", "every", "apart"))
        mixed = b.append_basic_block("mixed")
        b.cbranch(b.icmp_unsigned("==", taken, ir.Constant(I32, 0)), none, mixed)
        b.position_at_end(mixed)
        b.cbranch(b.icmp_unsigned("==", taken, mask), every, apart)
        b.position_at_end(none)
        self.go(number, end.other, end.line)
        b.position_at_end(every)
        self.go(number, end.taken, end.line)
        b.position_at_end(apart)
        if end.taken <= number or end.other <= number:
            self.count_step(number)
        b.call(self.park, [self.warp, ir.Constant(I32, end.taken), taken])
        b.call(self.park, [self.warp, ir.Constant(I32, end.other), b.xor(mask, taken)])
        b.call(self.settle, [self.warp])
        b.branch(self.dispatch)

    def barrier(self, number: int, end: cfg.Barrier) -> None:
        """Wait, if all lanes of the warp that have not exited are here."""
        b = self.b
        if self.k.early_return:
            for other, block in enumerate(self.k.blocks):
                if block.only_exits:
                    b.call(self.retire, [self.warp, ir.Constant(I32, other)])
        together = b.icmp_unsigned("==", self.load(Warp.MASK), self.load(Warp.LIVE))
        with b.if_then(b.not_(together), likely=False):
            self.report(Fault.BARRIER, number)
        self.store(Warp.WAITS_AT, number)
        self.store(Warp.CLOCK, self.load(Warp.STEPS))
        self.store(Warp.PC, end.target)
        b.ret(ir.Constant(I32, Status.BARRIER))

    def leave(self) -> None:
        b = self.b
        mask = self.load(Warp.MASK)
        self.store(Warp.LIVE, b.and_(self.load(Warp.LIVE), b.not_(mask)))
        self.store(Warp.EXITED, b.or_(self.load(Warp.EXITED), mask))
        parked = b.icmp_unsigned("!=", self.load(Warp.DEPTH), ir.Constant(I32, 0))
        with b.if_then(parked):
            b.call(self.settle, [self.warp])
            b.branch(self.dispatch)
        b.ret(ir.Constant(I32, Status.EXIT))

    def report(self, kind: Fault, number: int) -> None:
        """Report a fault of the warp's running lanes at block ``number``."""
        chunk = Chunk(self, ir.Constant(I32, 0), self.simd.constant(I1, 1))
        accesses.report(self.b, chunk, kind, number, self.b.zext(self.load(Warp.MASK), I64), lambda _: None)
