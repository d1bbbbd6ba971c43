"""A kernel's control-flow graph, cut into the pieces that code is generated for.

A *block* is straight-line code with one way out. Barriers end a block, because a warp leaves the machine
there and comes back later. A block's code is cut into *segments*: the machine code for a long basic block
takes more than proportional time to make, so none is longer than ``SEGMENT`` instructions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from warpsim import order, ptx

SEGMENT = 96


@dataclass
class Jump:
    """Go to block ``target``."""

    target: int


@dataclass
class Branch:
    """Lanes whose ``predicate`` holds (or does not, if ``negated``) go to ``taken``, the others to ``other``."""

    predicate: ptx.Register
    negated: bool
    taken: int
    other: int
    line: int


@dataclass
class Barrier:
    """Wait for the whole thread block, then go to ``target``."""

    target: int
    line: int


@dataclass
class Exit:
    """The lanes are done."""


@dataclass
class Segment:
    """Straight-line instructions; ``live_in`` and ``live_out`` are registers that cross its borders."""

    instructions: list[ptx.Instruction]
    live_in: set[str] = field(default_factory=set)
    live_out: set[str] = field(default_factory=set)


@dataclass
class Block:
    """Segments and the way out."""

    segments: list[Segment]
    end: Jump | Branch | Barrier | Exit
    line: int

    @property
    def only_exits(self) -> bool:
        """Whether lanes that come here do nothing any more."""
        return isinstance(self.end, Exit) and not any(s.instructions for s in self.segments)


def build(kernel: ptx.Kernel) -> list[Block]:
    """Return the blocks of ``kernel`` in the order in which lanes that part do them; block 0 is the entry."""
    blocks = _in_order(_connect(*_split(kernel)))
    _liveness(blocks)
    return blocks


def used(instruction: ptx.Instruction) -> set[str]:
    """Return the names of the registers that ``instruction`` reads."""
    sources = instruction.operands if writes_memory(instruction) else instruction.operands[1:]
    names = {n for operand in sources for n in _names(operand)}
    if instruction.operands and isinstance(instruction.operands[0], ptx.Address):
        names |= set(_names(instruction.operands[0]))
    if instruction.guard:
        # a guarded instruction keeps the old value where the guard does not hold
        names |= {instruction.guard.name, *defined(instruction)}
    return names


def defined(instruction: ptx.Instruction) -> set[str]:
    """Return the names of the registers that ``instruction`` writes."""
    if writes_memory(instruction) or not instruction.operands:
        return set()
    return set(_names(instruction.operands[0]))


def writes_memory(instruction: ptx.Instruction) -> bool:
    """Whether the first operand is a source (stores and reductions), not a destination."""
    return instruction.opcode in ("st", "red", "bar", "barrier", "membar", "fence", "call", "nanosleep")


def _names(operand) -> list[str]:
    if isinstance(operand, ptx.Register):
        return [operand.name] if "." not in operand.name.split("@")[0] and not _special(operand.name) else []
    if isinstance(operand, ptx.Address):
        return _names(operand.base)
    if isinstance(operand, ptx.Tuple):
        return [n for item in operand.items if not isinstance(item, str) for n in _names(item)]
    return []


SPECIAL = ("%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid", "%nwarpid", "%clock", "%clock64", "%smid",
           "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge", "%globaltimer")  # fmt: skip


def _special(name: str) -> bool:
    return name.split(".")[0] in SPECIAL


def is_barrier(instruction: ptx.Instruction) -> bool:
    """Whether the instruction waits for the whole thread block: it has no guard, and no count of threads."""
    waits = instruction.opcode in ("bar", "barrier") and instruction.modifiers[:1] == ("sync",)
    return waits and instruction.guard is None and len(instruction.operands) == 1


WIDE = ("shfl", "vote", "match", "activemask", "redux", "elect", "atom", "red", "vprintf", "barvote", "barresult")


def is_wide(instruction: ptx.Instruction) -> bool:
    """Whether the instruction is done for the whole warp at once, not chunk by chunk."""
    return instruction.opcode in WIDE


def is_warp_barrier(instruction: ptx.Instruction) -> bool:
    """Whether the instruction waits for the lanes of the warp."""
    return instruction.opcode == "bar" and instruction.modifiers[:2] == ("warp", "sync")


def _split(kernel: ptx.Kernel):
    """Cut the body at labels, branches and barriers: lists of instructions, and label to index."""
    pieces: list[list[ptx.Instruction]] = [[]]
    labels: dict[str, int] = {}
    for item in kernel.body:
        if isinstance(item, ptx.Label):
            if pieces[-1]:
                pieces.append([])
            labels[item.name] = len(pieces) - 1
        else:
            pieces[-1].append(item)
            if item.opcode in ("bra", "ret", "exit") or is_barrier(item):
                pieces.append([])
    return pieces, labels


def _connect(pieces: list[list[ptx.Instruction]], labels: dict[str, int]) -> list[Block]:
    blocks = []
    last = len(pieces) - 1
    line = 0
    for index, piece in enumerate(pieces):
        following = min(index + 1, last)
        end: Jump | Branch | Barrier | Exit = Exit() if index == last else Jump(following)
        final = piece[-1] if piece else None
        body = piece
        if final is not None and final.opcode == "bra":
            target = labels[final.operands[0].name]
            end = Branch(final.guard, final.negated, target, following, final.line) if final.guard else Jump(target)
            body = piece[:-1]
        elif final is not None and final.opcode in ("ret", "exit"):
            end = Exit()
            body = piece[:-1]
            if final.guard:
                # a guarded exit branches to the empty block at the end of the text
                end = Branch(final.guard, final.negated, last, following, final.line)
        elif final is not None and is_barrier(final):
            end = Barrier(following, final.line)
            body = piece[:-1]
        line = piece[0].line if piece else line
        segments = [Segment(part) for part in _cut(body)] or [Segment([])]
        blocks.append(Block(segments, end, line))
    return blocks


def _in_order(blocks: list[Block]) -> list[Block]:
    """Sort the blocks, and number the targets anew."""
    places = order.arrange([successors(block) for block in blocks])
    new = {old: number for number, old in enumerate(places)}
    for block in blocks:
        end = block.end
        if isinstance(end, Branch):
            end.taken, end.other = new[end.taken], new[end.other]
        elif not isinstance(end, Exit):
            end.target = new[end.target]
    return [blocks[old] for old in places]


def _cut(body: list[ptx.Instruction]) -> list[list[ptx.Instruction]]:
    """Cut straight-line code where all lanes must have got before any goes on, and where it is long."""
    parts: list[list[ptx.Instruction]] = []
    alone = False
    for instruction in body:
        wide = is_wide(instruction)
        if not parts or alone or wide or is_warp_barrier(instruction) or len(parts[-1]) >= SEGMENT:
            parts.append([])
        parts[-1].append(instruction)
        alone = wide
    return parts


def successors(block: Block) -> list[int]:
    """Return the indices of the blocks that ``block`` can go to."""
    end = block.end
    if isinstance(end, Branch):
        return [end.taken, end.other]
    return [] if isinstance(end, Exit) else [end.target]


def _liveness(blocks: list[Block]) -> None:
    """Fill in ``live_in`` and ``live_out`` of every segment, backwards until nothing changes."""
    changed = True
    entry: list[set[str]] = [set() for _ in blocks]
    while changed:
        changed = False
        for index in range(len(blocks) - 1, -1, -1):
            block = blocks[index]
            live = set().union(*(entry[s] for s in successors(block)))
            if isinstance(block.end, Branch):
                live = live | {block.end.predicate.name}
            for segment in reversed(block.segments):
                segment.live_out = set(live)
                for instruction in reversed(segment.instructions):
                    live = (live - defined(instruction)) | used(instruction)
                segment.live_in = set(live)
            if live != entry[index]:
                entry[index] = live
                changed = True
