"""Loads and stores (PTX manual: data movement instructions)."""

from __future__ import annotations

from warpsim import ptx
from warpsim.semantics import Unsupported, opcode

SPACES = ("global", "shared", "local", "const", "param")


def space_of(i: ptx.Instruction) -> str:
    """Return the state space that an ld or st names, or "generic"."""
    return next((m for m in i.modifiers if m in SPACES), "generic")


def vector_of(i: ptx.Instruction) -> int:
    """Return how many elements one lane moves: 1, 2 or 4."""
    return next((int(m[1]) for m in i.modifiers if m in ("v2", "v4")), 1)


def address_of(i: ptx.Instruction) -> ptx.Address:
    """Return the address operand of an ld or st."""
    return i.operands[0] if i.opcode == "st" else i.operands[1]


def _items(operand) -> tuple:
    return operand.items if isinstance(operand, ptx.Tuple) else (operand,)


@opcode("ld", "ldu")
def ld(c, i):
    """ld{.volatile}{.ss}{.nc}{.vec}.type d, [a+imm];"""
    if space_of(i) == "param":
        for n, item in enumerate(_items(i.operands[0])):
            c.write_register(item, c.parameter(address_of(i), i.type, n), i)
        return
    values = c.memory.load(i)
    for item, value in zip(_items(i.operands[0]), values, strict=True):
        c.write_register(item, value, i, signed=i.type.startswith("s"))


@opcode("st")
def st(c, i):
    """st{.volatile}{.ss}{.vec}.type [a+imm], b;"""
    if space_of(i) == "param":
        raise Unsupported
    c.memory.store(i, [c.read(item, i.type) for item in _items(i.operands[1])])
