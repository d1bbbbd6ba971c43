"""Which hardware requests a segment's loads become: ptxas joins loads of neighbouring words into wider ones.

PTX has one ``ld.shared.f32`` per element. Where the words of an aligned 16 (or 8) bytes are all loaded from one
base register whose alignment is known at compile time, the machine code has one LDS.128 (or LDS.64).
"""

from __future__ import annotations

from dataclasses import dataclass

from warpsim import ptx
from warpsim.accesses import Access, Group
from warpsim.cfg import defined

MOST = 16  # bytes that one lane's request can have
LEAST_ALIGNMENT = 16  # at which ptxas places shared arrays


@dataclass(frozen=True)
class Request:
    """What one execution of the machine code asks of the memory: ``times`` requests of ``words`` per lane."""

    line: int
    shared: bool
    load: bool
    words: int
    offset: int
    times: int = 1


def alignments(kernel: ptx.Kernel, places: set[str]) -> dict[str, int]:
    """Return for every register a power of two (at most 16) that its value is known to be a multiple of."""
    known = dict.fromkeys(kernel.registers, MOST)
    instructions = [i for i in kernel.body if isinstance(i, ptx.Instruction)]
    changed = True
    while changed:
        changed = False
        for instruction in instructions:
            for name in defined(instruction):
                value = min(known.get(name, MOST), _multiple(instruction, known, places))
                if value != known.get(name):
                    known[name] = value
                    changed = True
    return known


def _multiple(i: ptx.Instruction, known: dict[str, int], places: set[str]) -> int:
    def of(operand) -> int:
        if isinstance(operand, ptx.Immediate):
            return min(operand.value & -operand.value, MOST) if operand.value else MOST
        if isinstance(operand, ptx.Symbol):
            return LEAST_ALIGNMENT if operand.name in places else 1
        return known.get(operand.name, 1) if isinstance(operand, ptx.Register) else 1

    if i.opcode in ("mov", "cvta"):
        return of(i.operands[1])
    if i.opcode == "cvt":
        return of(i.operands[1]) if i.type[0] != "f" else 1
    if i.opcode in ("add", "sub", "or", "xor"):
        return min(of(i.operands[1]), of(i.operands[2]))
    if i.opcode == "and":
        return max(of(i.operands[1]), of(i.operands[2]))
    if i.opcode == "mul" and "hi" not in i.modifiers:
        return min(of(i.operands[1]) * of(i.operands[2]), MOST)
    if i.opcode == "mad" and "hi" not in i.modifiers:
        return min(of(i.operands[1]) * of(i.operands[2]), of(i.operands[3]), MOST)
    if i.opcode == "shl" and isinstance(i.operands[2], ptx.Immediate):
        return min(of(i.operands[1]) << i.operands[2].value, MOST)
    if i.opcode == "selp":
        return min(of(i.operands[1]), of(i.operands[2]))
    return 1


def requests(group: Group, shared: bool, alignment: int) -> list[Request]:
    """Return the requests of a group of accesses whose base register is a multiple of ``alignment``."""
    found = []
    words: dict[int, Access] = {}
    for access in group.accesses:
        load = access.instruction.opcode != "st"
        if shared and load and access.bytes == 4:
            words.setdefault(access.offset, access)
        else:
            size = max(access.bytes // 4, 1)
            found.append(Request(access.instruction.line, shared, load, size, access.offset))
    left = sorted(words)
    for size in (4, 2):
        span = [4 * n for n in range(size)]
        if alignment < 4 * size:
            continue
        for offset in list(left):
            if offset % (4 * size) == 0 and all(offset + s in left for s in span):
                found.append(Request(words[offset].instruction.line, True, True, size, offset))
                left = [o for o in left if o - offset not in span]
    found += [Request(words[o].instruction.line, True, True, 1, o) for o in left]
    return _together(found)


def _together(found: list[Request]) -> list[Request]:
    """Count requests that the hardware serves alike: the offset matters to sectors only, modulo 32 bytes."""
    times: dict[Request, int] = {}
    for r in found:
        key = Request(r.line, r.shared, r.load, r.words, 0 if r.shared else r.offset % 32)
        times[key] = times.get(key, 0) + 1
    return [Request(k.line, k.shared, k.load, k.words, k.offset, n) for k, n in times.items()]
