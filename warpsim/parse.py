"""PTX text to a ``ptx.Module``: every instruction with the line of the CUDA source it came from."""

from __future__ import annotations

import re
import struct

from warpsim import ptx

_TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|[ \t\r]+)
      |(?P<newline>\n)
      |(?P<loc>\.loc[ \t][^\n]*)
      |(?P<note>\.(?:file|pragma|section)[^\n]*)
      |(?P<string>"[^"]*")
      |(?P<float>0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16})
      |(?P<int>0[xX][0-9a-fA-F]+U?|\d+\.\d+|\d+U?)
      |(?P<word>[%$_A-Za-z.][\w$%.]*)
      |(?P<mark>[{}()\[\],;:+\-=@!|<>])""",
    re.X | re.S,
)


class PtxSyntaxError(Exception):
    """PTX that the parser does not know: the line of the PTX text and what stood there."""


def parse(text: str) -> ptx.Module:
    """Parse the PTX ``text`` of one module."""
    return _Parser(text).module()


class _Parser:
    def __init__(self, text: str):
        self.tokens: list[tuple[str, str, int]] = []
        self.at = 0
        self.source_line = 0
        line = 1
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise PtxSyntaxError(f"PTX line {line}: {text[position : position + 40]!r}")
            kind = match.lastgroup or ""
            if kind not in ("skip", "newline"):
                self.tokens.append((kind, match[0], line))
            line += match[0].count("\n")
            position = match.end()
        self.tokens.append(("end", "", line))

    # tokens

    def peek(self) -> str:
        return self.tokens[self.at][1]

    def next(self) -> str:
        token = self.tokens[self.at][1]
        self.at += 1
        return token

    def accept(self, *texts: str) -> bool:
        if self.peek() in texts and self.tokens[self.at][0] != "end":
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if self.next() != text:
            kind, found, line = self.tokens[self.at - 1]
            raise PtxSyntaxError(f"PTX line {line}: expected {text!r}, found {found!r}")

    def number(self) -> int:
        sign = -1 if self.accept("-") else 1
        return sign * int(self.next().rstrip("U"), 0)

    # module level

    def module(self) -> ptx.Module:
        module = ptx.Module()
        while self.tokens[self.at][0] != "end":
            kind, token, line = self.tokens[self.at]
            if kind in ("loc", "note"):
                self.at += 1
                if self.peek() == "{":  # the content of a debug section
                    self.skip_braces()
            elif token in (".version", ".address_size"):
                self.at += 2
            elif token == ".target":
                self.at += 2
                while self.accept(","):
                    self.at += 1
            elif token in (".visible", ".extern", ".weak", ".common"):
                self.at += 1
            elif token == ".entry":
                kernel = self.entry()
                module.kernels[kernel.name] = kernel
            elif token == ".func":
                self.function(module)
            elif token in (".global", ".const", ".shared"):
                module.variables.extend(self.variable())
            else:
                raise PtxSyntaxError(f"PTX line {line}: {token!r} at module level")
        return module

    def function(self, module: ptx.Module) -> None:
        """Parse a device function, or pass over its declaration."""
        self.expect(".func")
        result = ptx.Kernel("", [])
        if self.accept("("):
            self.parameters(result)
        function = ptx.Kernel(self.next(), [], returns=result.parameters[0].name if result.parameters else "")
        if self.accept("("):
            self.parameters(function)
        while self.peek() not in ("{", ";"):
            self.next()
        if not self.accept(";"):
            self.body(function)
            module.functions[function.name] = function

    def skip_braces(self) -> None:
        depth = 0
        while True:
            depth += {"{": 1, "}": -1}.get(self.next(), 0)
            if depth == 0:
                return

    def variable(self) -> list[ptx.Variable]:
        space = self.next()[1:]
        align, element = 1, 4
        while self.peek().startswith("."):
            token = self.next()
            if token == ".align":
                align = self.number()
            elif token[1:].lstrip("bsuf") in ptx.BYTES:
                element = ptx.size_of(token[1:])
        found = []
        while True:
            name, count, initial = self.next(), 1, b""
            if self.accept("["):
                count = 0 if self.peek() == "]" else self.number()
                self.expect("]")
            if self.accept("="):
                initial = self.initial(element)
            found.append(ptx.Variable(name, space, count * element, max(align, element), initial))
            if not self.accept(","):
                self.expect(";")
                return found

    def initial(self, element: int) -> bytes:
        if not self.accept("{"):
            return self.scalar_bytes(element)
        data = b""
        while not self.accept("}"):
            data += self.scalar_bytes(element)
            self.accept(",")
        return data

    def scalar_bytes(self, element: int) -> bytes:
        token = self.peek()
        if token[:2] in ("0f", "0F", "0d", "0D"):
            value = int(self.next()[2:], 16)
        else:
            value = self.number()
        return (value & ((1 << 8 * element) - 1)).to_bytes(element, "little")

    def entry(self) -> ptx.Kernel:
        self.expect(".entry")
        kernel = ptx.Kernel(self.next(), [])
        if self.accept("("):
            self.parameters(kernel)
        while self.peek() != "{":
            self.next()  # .maxntid, .minnctapersm, .reqntid and their numbers
        self.body(kernel)
        return kernel

    def parameters(self, kernel: ptx.Kernel) -> None:
        offset = 0
        while not self.accept(")"):
            offset = self.parameter(kernel, offset)
            self.accept(",")

    def parameter(self, kernel: ptx.Kernel, offset: int) -> int:
        self.expect(".param")
        align, kind = 0, "b8"
        while self.peek().startswith("."):
            token = self.next()
            if token == ".align":
                align = self.number()
            elif token not in (".ptr", ".global", ".shared", ".const", ".local"):
                kind = token[1:]
        name, size = self.next(), ptx.size_of(kind)
        if self.accept("["):
            size *= self.number()
            self.expect("]")
        align = align or size
        offset = -(-offset // align) * align
        kernel.parameters.append(ptx.Parameter(name, kind, size, offset))
        return offset + size

    # kernel body

    def body(self, kernel: ptx.Kernel) -> None:
        self.expect("{")
        scopes: list[dict[str, str]] = [{}]
        while scopes:
            kind, token, line = self.tokens[self.at]
            if kind == "loc":
                self.at += 1
                self.source_line = self.loc(token) or self.source_line
                kernel.line = kernel.line or self.source_line
            elif kind == "note":
                self.at += 1
            elif token == "{":
                self.at += 1
                scopes.append({})
            elif token == "}":
                self.at += 1
                scopes.pop()
            elif token == ".reg":
                self.registers(kernel, scopes)
            elif token in (".shared", ".local", ".param"):
                kernel.variables.extend(self.variable())
            elif self.tokens[self.at + 1][1] == ":" and kind == "word":
                kernel.body.append(ptx.Label(token))
                self.at += 2
            elif token == ";":
                self.at += 1
            else:
                kernel.body.append(self.instruction(scopes, line))

    @staticmethod
    def loc(text: str) -> int:
        """Return the line in the student's file: of code inlined from a header, the line that it went to."""
        places = re.findall(r"(?:\.loc|inlined_at)\s+(\d+)\s+(\d+)", text)
        return next((int(line) for file, line in places if file == "1"), 0)

    def registers(self, kernel: ptx.Kernel, scopes: list[dict[str, str]]) -> None:
        self.expect(".reg")
        kind = self.next()[1:]
        while True:
            name = self.next()
            if self.accept("<"):
                names = [f"{name}{n}" for n in range(self.number())]
                self.expect(">")
            else:
                names = [name]
            for short in names:
                # an inner scope may declare a name again: it is another register
                full = short if len(scopes) == 1 else f"{short}@{self.at}"
                scopes[-1][short] = full
                kernel.registers[full] = kind
            if not self.accept(","):
                self.expect(";")
                return

    def instruction(self, scopes: list[dict[str, str]], line: int) -> ptx.Instruction:
        guard, negated = None, False
        if self.accept("@"):
            negated = self.accept("!")
            guard = self.register(self.next(), scopes)
        opcode, *modifiers = self.next().split(".")
        operands = []
        while not self.accept(";"):
            operands.append(self.operand(scopes))
            self.accept(",")
        return ptx.Instruction(opcode, tuple(modifiers), tuple(operands), guard, negated, self.source_line, line)

    @staticmethod
    def register(name: str, scopes: list[dict[str, str]]) -> ptx.Register:
        for scope in reversed(scopes):
            if name in scope:
                return ptx.Register(scope[name])
        return ptx.Register(name)

    def operand(self, scopes: list[dict[str, str]]):
        if self.accept("["):
            base = self.operand(scopes)
            offset = 0
            if self.accept("+"):
                offset = self.number()
            elif self.peek() == "-":
                offset = self.number()
            self.expect("]")
            return ptx.Address(base, offset)
        if self.accept("{", "("):
            items = []
            while not self.accept("}", ")"):
                items.append(self.operand(scopes))
                self.accept(",")
            return ptx.Tuple(tuple(items))
        if self.accept("!"):
            return ptx.Tuple(("not", self.operand(scopes)))
        kind, token, _ = self.tokens[self.at]
        if kind == "float":
            self.at += 1
            return ptx.Immediate(int(token[2:], 16), is_float_bits=True)
        if kind == "int" or token == "-":
            return ptx.Immediate(self.number())
        self.at += 1
        known = any(token in scope for scope in scopes)
        value = self.register(token, scopes) if known or token.startswith("%") else ptx.Symbol(token)
        if self.accept("|"):
            return ptx.Tuple((value, self.operand(scopes)))
        return value


def float_value(bits: int, size: int) -> float:
    """Return the float whose IEEE bits are ``bits``; ``size`` is 4 or 8 bytes."""
    return struct.unpack("<f" if size == 4 else "<d", bits.to_bytes(size, "little"))[0]
