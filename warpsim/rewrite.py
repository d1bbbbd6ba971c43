"""Rewrites what PTX says in one way and the device does in another, before the graph is built.

``printf`` becomes one instruction: PTX passes arguments through ``.param`` variables, with st.param before the
call and ld.param of the result behind it. A barrier that votes becomes a vote, a barrier and its result.
"""

from __future__ import annotations

from dataclasses import replace

from warpsim import ptx


def rewrite(kernel: ptx.Kernel) -> ptx.Kernel:
    """Return the kernel with ``vprintf result, format, arguments;`` for calls, and barriers that only wait."""
    body: list[ptx.Instruction | ptx.Label] = []
    passed: dict[str, object] = {}
    result = None  # index in ``body`` of the call whose result is still to be fetched
    for item in kernel.body:
        if isinstance(item, ptx.Label):
            body.append(item)
        elif item.opcode == "st" and "param" in item.modifiers:
            passed[item.operands[0].base.name] = item.operands[1]
        elif item.opcode == "call" and (names := _printf_arguments(item)):
            result = len(body)
            operands = (ptx.Register("_"), *(passed[name] for name in names))
            body.append(replace(item, opcode="vprintf", modifiers=("b64",), operands=operands))
        elif result is not None and item.opcode == "ld" and "param" in item.modifiers:
            call = body[result]
            assert isinstance(call, ptx.Instruction)
            body[result] = replace(call, operands=(item.operands[0], *call.operands[1:]))
            result = None
        elif item.opcode in ("bar", "barrier") and "red" in item.modifiers:
            body += _voting_barrier(item)
        else:
            body.append(item)
    return replace(kernel, body=body)


def _printf_arguments(call: ptx.Instruction) -> list[str] | None:
    """Return the names of the two parameters of a call of vprintf."""
    names = [o.name for o in call.operands if isinstance(o, ptx.Symbol)]
    if "vprintf" not in names:
        return None
    (arguments,) = (o for o in call.operands[1:] if isinstance(o, ptx.Tuple))
    return [item.name for item in arguments.items]


def _voting_barrier(item: ptx.Instruction) -> list[ptx.Instruction]:
    """Split ``bar.red.op.type d, barrier, p;``."""
    target, barrier, *rest = item.operands
    nowhere = ptx.Register("_")
    return [
        replace(item, opcode="barvote", operands=(nowhere, rest[-1])),
        replace(item, modifiers=("sync",), operands=(barrier, *rest[:-1])),
        replace(item, opcode="barresult", operands=(target,)),
    ]
