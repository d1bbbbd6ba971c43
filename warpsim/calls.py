"""Calls of the device's runtime: ``printf`` becomes one instruction, any other call is not supported.

PTX passes arguments through ``.param`` variables: st.param before the call, ld.param of the result behind it.
"""

from __future__ import annotations

from dataclasses import replace

from warpsim import ptx


def join(kernel: ptx.Kernel) -> ptx.Kernel:
    """Return the kernel with every call of vprintf as ``vprintf result, format, arguments;``."""
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
