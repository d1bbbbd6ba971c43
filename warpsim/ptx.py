"""The data of a parsed PTX module: plain records, made by ``parse`` and read by every later step."""

from __future__ import annotations

from dataclasses import dataclass, field

BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclass(frozen=True)
class Register:
    """A register of the kernel, or a special one such as ``%tid.x``."""

    name: str


@dataclass(frozen=True)
class Immediate:
    """A constant: ``value`` is an int, or for ``0f``/``0d`` forms the bits of the float."""

    value: int
    is_float_bits: bool = False


@dataclass(frozen=True)
class Symbol:
    """The name of a variable or parameter, used as its address."""

    name: str


@dataclass(frozen=True)
class Address:
    """``[base + offset]``; base is a Register, a Symbol or an Immediate."""

    base: Register | Symbol | Immediate
    offset: int = 0


@dataclass(frozen=True)
class Tuple:
    """``{a, b, ...}``, or the pair ``d|p`` of a shuffle."""

    items: tuple


@dataclass(frozen=True)
class Instruction:
    """One instruction: ``ld.shared.f32`` has opcode "ld" and modifiers ("shared", "f32")."""

    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple
    guard: Register | None
    negated: bool
    line: int
    ptx_line: int

    @property
    def name(self) -> str:
        """The full opcode as PTX spells it."""
        return ".".join((self.opcode, *self.modifiers))

    @property
    def type(self) -> str:
        """The last modifier, which is the type in nearly every form."""
        return self.modifiers[-1]


@dataclass(frozen=True)
class Label:
    """A place that branches name."""

    name: str


@dataclass(frozen=True)
class Variable:
    """A variable of a state space; ``size`` in bytes, 0 for ``extern`` arrays without a size."""

    name: str
    space: str
    size: int
    align: int
    initial: bytes = b""


@dataclass(frozen=True)
class Parameter:
    """A kernel parameter of ``size`` bytes at ``offset`` of the parameter block."""

    name: str
    type: str
    size: int
    offset: int


@dataclass
class Kernel:
    """One ``.entry``: its parameters, registers (name to type), variables and body."""

    name: str
    parameters: list[Parameter]
    registers: dict[str, str] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    body: list[Instruction | Label] = field(default_factory=list)
    line: int = 0
    returns: str = ""  # of a device function: the name of its result


@dataclass
class Module:
    """Everything that one PTX text declares; ``functions`` are device functions that it calls."""

    kernels: dict[str, Kernel] = field(default_factory=dict)
    functions: dict[str, Kernel] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)


def size_of(type_name: str) -> int:
    """Return the bytes of a PTX type such as ``"f32"`` or ``"b64"``."""
    return BYTES[type_name.lstrip("bsuf")]
