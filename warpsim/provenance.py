"""Which array an address points into, found by following the arithmetic that makes it.

CUDA C++ lets a pointer move only within the array that it came from. Knowing that array, an access beyond
its end is reported as such even where it would hit another array.
"""

from __future__ import annotations

from warpsim import ptx
from warpsim.cfg import defined

# a source: ("parameter", name) or ("variable", name); UNKNOWN where memory or a mask made the address
Source = tuple[str, str]
UNKNOWN: Source = ("unknown", "")

_FOLLOW = {"mov", "cvta", "cvt", "add", "sub", "mad", "selp", "and", "or", "min", "max"}


def trace(kernel: ptx.Kernel) -> dict[str, set[Source]]:
    """Return for every register the arrays that its value may point into; integers have none."""
    sources: dict[str, set[Source]] = {name: set() for name in kernel.registers}
    variables = {v.name for v in kernel.variables}
    instructions = [i for i in kernel.body if isinstance(i, ptx.Instruction)]
    changed = True
    while changed:
        changed = False
        for instruction in instructions:
            found = _made_from(instruction, sources, variables)
            for name in defined(instruction):
                if not found <= sources.get(name, set()):
                    sources[name] = sources.get(name, set()) | found
                    changed = True
    return sources


def array_of(base, sources: dict[str, set[Source]]) -> Source:
    """Return the one array that ``base`` of an address points into, or UNKNOWN."""
    if isinstance(base, ptx.Symbol):
        return ("variable", base.name)
    if isinstance(base, ptx.Register):
        found = sources.get(base.name, set())
        if len(found) == 1:
            return next(iter(found))
    return UNKNOWN


def _made_from(instruction: ptx.Instruction, sources, variables: set[str]) -> set[Source]:
    if instruction.opcode == "ld":
        if instruction.modifiers[0] == "param" and instruction.type.endswith("64"):
            address = instruction.operands[1]
            return {("parameter", address.base.name)} if address.offset == 0 else {UNKNOWN}
        return {UNKNOWN} if instruction.type.endswith("64") else set()
    if instruction.opcode not in _FOLLOW:
        return set()
    found: set[Source] = set()
    for operand in instruction.operands[1:]:
        if isinstance(operand, ptx.Register):
            found |= sources.get(operand.name, set())
        elif isinstance(operand, ptx.Symbol):
            found.add(("variable", operand.name))
    return found
