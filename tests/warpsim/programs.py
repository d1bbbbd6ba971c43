"""Random structured programs, as CUDA text and as meaning: an interpreter runs them one thread at a time."""

from __future__ import annotations

import random

MASK = 0xFFFFFFFF
VARIABLES = ("a", "b", "c")


class Break(Exception):
    pass


class Continue(Exception):
    pass


class Return(Exception):
    pass


class Program:
    """Sections with barriers between them: each section is torn control flow over three unsigned variables."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.counters = 0
        self.may_return = self.rng.random() < 0.5
        self.sections = [self.block(3, False, False) for _ in range(self.rng.randint(1, 3))]

    # making

    def block(self, depth: int, loop: bool, switch: bool) -> list:
        return [self.statement(depth, loop, switch) for _ in range(self.rng.randint(1, 3))]

    def expression(self, depth: int = 2):
        if depth == 0 or self.rng.random() < 0.3:
            return self.rng.choice((*VARIABLES, "t", self.rng.randint(0, 40)))
        how = self.rng.choice("+-*&|^%>")
        return (how, self.expression(depth - 1), self.expression(depth - 1))

    def condition(self):
        return (self.rng.choice(("<", "<=", "==", "!=", ">=")), ("%", self.expression(1), self.rng.randint(2, 9)),
                self.rng.randint(0, 6))  # fmt: skip

    def statement(self, depth: int, loop: bool, switch: bool):
        rng = self.rng
        kinds = ["set"] * 4
        if depth:
            kinds += ["if"] * 4 + ["for"] * 2 + ["while", "do", "switch"]
        if loop:
            kinds += ["break", "continue"] * 2
        elif switch:
            kinds += ["break"]
        if self.may_return and len(VARIABLES) and rng.random() < 0.2:
            kinds += ["return"]
        kind = rng.choice(kinds)
        if kind == "set":
            return (kind, rng.choice(VARIABLES), self.expression())
        if kind in ("break", "continue", "return"):
            return ("if", self.condition(), [(kind,)], [])
        if kind == "if":
            other = self.block(depth - 1, loop, switch) if rng.random() < 0.6 else []
            return (kind, self.condition(), self.block(depth - 1, loop, switch), other)
        if kind in ("for", "while", "do"):
            self.counters += 1
            return (kind, f"i{self.counters}", self.expression(1), rng.randint(2, 6), self.condition(),
                    self.block(depth - 1, True, False))  # fmt: skip
        cases = [self.block(depth - 1, loop, True) + ([("break",)] if rng.random() < 0.5 else []) for _ in range(5)]
        return (kind, self.expression(1), cases)

    # as text

    def source(self) -> str:
        """Return the kernel ``k(const unsigned* A, unsigned* C, int N)``."""
        lines = ["__global__ void k(const unsigned* A, unsigned* C, int N) {", "__shared__ unsigned s[1024];",
                 "unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
                 "unsigned n = blockDim.x * blockDim.y * blockDim.z;",
                 "unsigned a = A[t], b = t, c = N;"]  # fmt: skip
        for number, section in enumerate(self.sections):
            if number:
                lines += ["__syncthreads();", "s[t] = a + c;", "__syncthreads();", "b += s[(t * 7 + 1) % n];"]
            lines += self._text(section)
            # what the program returns from is the section
            lines += [f"end{number}: ;"]
            lines = [line.replace("RETURN", f"goto end{number}") for line in lines]
        return "\n".join([*lines, "C[t] = a ^ (b * 3) ^ (c * 5);", "}"])

    def _text(self, block: list) -> list[str]:
        lines = []
        for statement in block:
            kind, *rest = statement
            if kind == "set":
                lines.append(f"{rest[0]} = {_expression(rest[1])};")
            elif kind == "return":
                lines.append("RETURN;")
            elif kind in ("break", "continue"):
                lines.append(f"{kind};")
            elif kind == "if":
                lines += [f"if ({_expression(rest[0])}) {{", *self._text(rest[1]), "}"]
                if rest[2]:
                    lines += ["else {", *self._text(rest[2]), "}"]
            elif kind == "switch":
                lines.append(f"switch ({_expression(rest[0])} % 6) {{")
                for number, case in enumerate(rest[1]):
                    lines += [f"case {number}: {{", *self._text(case), "}"]
                lines.append("}")
            else:
                name, limit, most, condition, body = rest
                end = f"{name} < {most}u + ({_expression(limit)}) % 5"
                also = f"{end} && ({_expression(condition)})" if kind == "while" else end
                head = {"for": f"for (unsigned {name} = 0; {end}; {name}++) {{",
                        "while": f"{{ unsigned {name} = 0; while ({also}) {{ {name}++;",
                        "do": f"{{ unsigned {name} = 0; do {{ {name}++;"}[kind]  # fmt: skip
                tail = {"for": "}", "while": "} }", "do": f"}} while ({end}); }}"}[kind]
                lines += [head, *self._text(body), tail]
        return lines

    # as meaning

    def run(self, a: list[int], n: int) -> list[int]:
        """Return C of a launch of len(a) threads."""
        states = [{"a": a[t], "b": t, "c": n, "t": t} for t in range(len(a))]
        for number, section in enumerate(self.sections):
            if number:
                shared = [(s["a"] + s["c"]) & MASK for s in states]
                for t, s in enumerate(states):
                    s["b"] = (s["b"] + shared[(t * 7 + 1) % len(a)]) & MASK
            for s in states:
                try:
                    _run(section, s)
                except Return:
                    pass
        return [(s["a"] ^ s["b"] * 3 & MASK ^ s["c"] * 5 & MASK) & MASK for s in states]


def _expression(e) -> str:
    if isinstance(e, int):
        return f"{e}u"
    if isinstance(e, str):
        return e
    how, x, y = e
    x, y = _expression(x), _expression(y)
    return {"%": f"({x} % ({y} | 1))", ">": f"({x} >> ({y} & 31))"}.get(how, f"({x} {how} {y})")


def _value(e, s: dict) -> int:
    if isinstance(e, int):
        return e
    if isinstance(e, str):
        return s[e]
    how, x, y = e
    x, y = _value(x, s), _value(y, s)
    results = {"+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y, "^": x ^ y, "%": x % (y | 1),
               ">": x >> (y & 31), "<": x < y, "<=": x <= y, "==": x == y, "!=": x != y, ">=": x >= y}  # fmt: skip
    return int(results[how]) & MASK


def _run(block: list, s: dict) -> None:
    for kind, *rest in block:
        if kind == "set":
            s[rest[0]] = _value(rest[1], s)
        elif kind == "if":
            _run(rest[1] if _value(rest[0], s) else rest[2], s)
        elif kind == "switch":
            first = _value(rest[0], s) % 6
            try:
                for case in rest[1][first:]:
                    _run(case, s)
            except Break:
                pass
        elif kind in ("for", "while", "do"):
            _loop(kind, *rest, s)
        else:
            raise {"break": Break, "continue": Continue, "return": Return}[kind]


def _loop(kind: str, name: str, limit, most: int, condition, body: list, s: dict) -> None:
    def goes_on() -> bool:
        return s[name] < most + _value(limit, s) % 5

    s[name] = 0
    while kind == "do" or (goes_on() and (kind == "for" or _value(condition, s))):
        if kind != "for":
            s[name] += 1
        try:
            _run(body, s)
        except Break:
            return
        except Continue:
            pass
        if kind == "for":
            s[name] += 1
        if kind == "do" and not goes_on():
            return
