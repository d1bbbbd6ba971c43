"""Calls of device functions, replaced by the functions' bodies, so that every later step sees one kernel.

NVRTC inlines nearly all functions itself; what is left are ``__noinline__`` ones and slow paths of the math
library. A function that calls itself cannot be written out: its call stays, and is reported as unsupported.
"""

from __future__ import annotations

from dataclasses import replace

from warpsim import ptx

DEEPEST = 12  # calls within calls
MOST_CALLS = 1000  # written out in one kernel


def inline(kernel: ptx.Kernel, functions: dict[str, ptx.Kernel]) -> ptx.Kernel:
    """Return the kernel with the calls of ``functions`` written out."""
    if not functions:
        return kernel
    whole = replace(kernel, registers=dict(kernel.registers), variables=list(kernel.variables))
    return replace(whole, body=_Inliner(whole, functions).body(kernel.body, 0))


class _Inliner:
    def __init__(self, kernel: ptx.Kernel, functions: dict[str, ptx.Kernel]):
        self.kernel, self.functions = kernel, functions
        self.calls = 0
        self.active: list[str] = []  # functions that are being written out

    def body(self, items: list, depth: int) -> list:
        """Return the items with every call of a known function replaced."""
        result: list = []
        given: dict[tuple[str, int], tuple[object, ptx.Instruction]] = {}
        returned: dict[tuple[str, int], ptx.Register] = {}
        for item in items:
            if isinstance(item, ptx.Label):
                result.append(item)
                continue
            callee = self.functions.get(_callee(item)) if self._may_go(_callee(item), depth) else None
            if item.opcode == "st" and "param" in item.modifiers:
                address = item.operands[0]
                given[address.base.name, address.offset] = (item.operands[1], item)
                result.append(item)
            elif callee is not None:
                targets, names = _results_and_arguments(item)
                passed = {k: v for k, v in given.items() if k[0] in names}
                result = [one for one in result if not any(one is store for _, store in passed.values())]
                written, answers = self.call(item, callee, names, passed, depth)
                result += written
                returned = {(targets[0], offset): register for offset, register in answers.items()}
                given = {k: v for k, v in given.items() if k not in passed}
            elif _loads_result(item, returned):
                address = item.operands[1]
                result.append(_move(item, item.operands[0], returned[address.base.name, address.offset], item.type))
            else:
                result.append(item)
        return result

    def _may_go(self, name: str, depth: int) -> bool:
        return depth < DEEPEST and self.calls < MOST_CALLS and name not in self.active

    def call(self, call: ptx.Instruction, callee: ptx.Kernel, names: list[str], passed: dict, depth: int):
        """Return the callee's body with the arguments in place, and its results by offset."""
        self.calls += 1
        mark = f"@{callee.name}@{self.calls}"
        self.kernel.registers.update({name + mark: kind for name, kind in callee.registers.items()})
        local = [replace(v, name=v.name + mark) for v in callee.variables if v.space == "local"]
        self.kernel.variables.extend(local)
        renamed = {v.name[: -len(mark)] for v in local}
        places = {p.name: name for p, name in zip(callee.parameters, names, strict=False)}
        answers: dict[int, ptx.Register] = {}
        end = ptx.Label(f"$return{mark}")
        written: list = []
        self.active.append(callee.name)
        body = self.body(callee.body, depth + 1)
        self.active.pop()
        for item in body:
            item = _rename(item, mark, callee.registers, renamed)
            if isinstance(item, ptx.Label):
                written.append(item)
            elif item.opcode == "ret":
                target = (ptx.Symbol(end.name),)
                written.append(replace(item, opcode="bra", modifiers=(), operands=target))
            elif item.opcode == "ld" and "param" in item.modifiers and item.operands[1].base.name in places:
                address = item.operands[1]
                value, _ = passed[places[address.base.name], address.offset]
                written.append(_move(item, item.operands[0], value, item.type))
            elif item.opcode == "st" and item.operands[0].base == ptx.Symbol(callee.returns):
                offset = item.operands[0].offset
                answers[offset] = ptx.Register(f"result{offset}{mark}")
                self.kernel.registers[answers[offset].name] = item.type
                written.append(_move(item, answers[offset], item.operands[1], item.type))
            else:
                written.append(item)
        return [*written, end], answers


def _callee(item: ptx.Instruction) -> str:
    if item.opcode != "call":
        return ""
    return next((o.name for o in item.operands if isinstance(o, ptx.Symbol)), "")


def _results_and_arguments(call: ptx.Instruction) -> tuple[list[str], list[str]]:
    """Return the names of the .param variables before and behind the function's name."""
    lists: tuple[list[str], list[str]] = ([], [])
    behind = False
    for operand in call.operands:
        if isinstance(operand, ptx.Symbol):
            behind = True
        elif isinstance(operand, ptx.Tuple):
            lists[behind].extend(item.name for item in operand.items)
    return lists


def _loads_result(item: ptx.Instruction, returned: dict) -> bool:
    if item.opcode != "ld" or "param" not in item.modifiers:
        return False
    address = item.operands[1]
    return (getattr(address.base, "name", ""), address.offset) in returned


def _move(item: ptx.Instruction, target, value, kind: str) -> ptx.Instruction:
    return replace(item, opcode="mov", modifiers=(kind,), operands=(target, value))


def _rename(item, mark: str, registers: dict[str, str], variables: set[str]):
    """Give the callee's registers, labels and local variables names of their own."""
    if isinstance(item, ptx.Label):
        return ptx.Label(item.name + mark)

    def operand(o):
        if isinstance(o, ptx.Register) and o.name in registers:
            return ptx.Register(o.name + mark)
        if isinstance(o, ptx.Symbol) and (o.name in variables or item.opcode == "bra"):
            return ptx.Symbol(o.name + mark)
        if isinstance(o, ptx.Address):
            return ptx.Address(operand(o.base), o.offset)
        if isinstance(o, ptx.Tuple):
            return ptx.Tuple(tuple(i if isinstance(i, str) else operand(i) for i in o.items))
        return o

    guard = operand(item.guard) if item.guard else None
    return replace(item, operands=tuple(operand(o) for o in item.operands), guard=guard)
