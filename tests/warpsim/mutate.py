"""Seeded mutations of CUDA source: changed constants, operators, indices, types; dropped, swapped, doubled lines."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+\.\d*f?|\d+"
                    r"|<<=|>>=|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|\+\+|--|\s+|.", re.S | re.M)  # fmt: skip

CONSTANTS = ("0", "1", "-1", "2", "3", "4", "7", "15", "16", "17", "31", "32", "33", "64", "100", "1000", "4096",
             "65536", "1000000", "2147483647", "(-2147483647 - 1)", "4294967295u", "1073741824", "536870912",
             "9223372036854775807LL", "(-9223372036854775807LL - 1)", "4611686018427387904LL", "N", "(N * N)",
             "(N * N - 1)", "threadIdx.x", "(1 << 30)", "0x7fffffffffffffffULL")  # fmt: skip
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
ARITHMETIC = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "^=", "%=", "<<=")
TYPES = ("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long",
         "unsigned long long", "float", "double", "bool", "float4", "float2", "int2")  # fmt: skip
NAMES = {"int", "float", "unsigned", "double", "short", "char", "bool"}
CASTS = ("(char)", "(short)", "(unsigned)", "(long long)", "(double)", "(float)", "(unsigned char)", "!", "-", "~")
STATEMENTS = (
    "__syncthreads();", "__syncwarp();", "return;", "if (threadIdx.x & 1) return;", "while (1);",
    "while (threadIdx.x < 3) __syncthreads();", "if (threadIdx.x == 5) __syncthreads();", "break;", "continue;",
    "C += 1;", "C -= N;", "C = 0;", "C = (float*)12345;", "C = (float*)A;", "A = B + (B - A);",
    "C = (float*)((char*)C + 1);", "C = (float*)((char*)C + 3 * threadIdx.x);", "C += 1LL << 40;",
    "C = (float*)((unsigned long long)C ^ (unsigned long long)A);", "C = threadIdx.x & 1 ? C : (float*)B;",
    "C = (float*)(0x8000000000000000ULL - 4 + (1ULL << 40));", "N *= 1000;", "N = -N;", "N = 0;", "N++;",
    "((volatile char*)C)[N * threadIdx.x] = 1;", "((double*)C)[threadIdx.x] = 1;", "*(float4*)C = *(float4*)A;",
    "for (int q = 0; q < N; q++) C[q * q] = A[q];", "A = C;", "*(volatile float*)(A + N) = 1;",
    "{ int l[9]; for (int q = 0; q < N; q++) l[q % 10] = q; C[0] = l[N & 15]; }",
    "switch (threadIdx.x % 4) { case 0: C[0] = 1; break; case 1: return; case 2: C[2] = 1; default: C[3] = 1; }",
)  # fmt: skip


def tokens(source: str) -> list[str]:
    """Cut the source into tokens that joined give it again."""
    return _TOKEN.findall(source)


def _places(parts: list[str], fits: Callable[[str], bool]) -> list[int]:
    """Return the indices of the tokens that may change, after the first ``__global__`` or ``__device__``."""
    start = next((n for n, part in enumerate(parts) if part in ("__global__", "__device__")), 0)
    return [n for n in range(start, len(parts)) if fits(parts[n])]


def _replace(source: str, rng: random.Random, fits: Callable[[str], bool], new: Callable[[str], str]) -> str:
    parts = tokens(source)
    places = _places(parts, fits)
    if places:
        at = rng.choice(places)
        parts[at] = new(parts[at])
    return "".join(parts)


def constant(source: str, rng: random.Random) -> str:
    """Another constant: near the old one, or an extreme one."""

    def new(old: str) -> str:
        if old.isdigit() and rng.random() < 0.4:
            return str(max(int(old) + rng.choice((-1, 1, 2, 16)), 0))
        return rng.choice(CONSTANTS)

    return _replace(source, rng, lambda t: t[0].isdigit(), new)


def operator(source: str, rng: random.Random) -> str:
    """Another arithmetic operator, comparison, logical operator or assignment."""
    families = (COMPARISONS, ARITHMETIC, ASSIGNMENTS, ("&&", "||"), ("++", "--"))
    known = {t for family in families for t in family}

    def new(old: str) -> str:
        return rng.choice(rng.choice([f for f in families if old in f]))

    return _replace(source, rng, known.__contains__, new)


def name(source: str, rng: random.Random) -> str:
    """One name in the place of another that stands in the same source."""
    parts = tokens(source)
    skip = NAMES | {"extern", "C", "__global__", "__device__", "__shared__", "const", "void", "if", "for", "return"}
    places = _places(parts, lambda t: re.fullmatch(r"[A-Za-z_]\w*", t) is not None and t not in skip)
    if places:
        parts[rng.choice(places)] = parts[rng.choice(places)]
    return "".join(parts)


def index(source: str, rng: random.Random) -> str:
    """An index becomes another one: moved, scaled, negated or replaced."""
    found = list(re.finditer(r"\[([^\[\]]+)\]", source))
    if not found:
        return source
    match = rng.choice(found)
    old, other = match[1], rng.choice(found)[1]
    new = rng.choice((f"{old} + 1", f"{old} - 1", f"-({old})", f"({old}) * 2", f"({old}) * N", other, "N * N", "-1",
                      f"({old}) + {rng.choice(CONSTANTS)}", f"(long long)({old}) + {rng.choice(CONSTANTS)}",
                      f"({old}) ^ {rng.choice(CONSTANTS)}", rng.choice(CONSTANTS)))  # fmt: skip
    return source[: match.start(1)] + new + source[match.end(1) :]


def kind(source: str, rng: random.Random) -> str:
    """Another type."""
    return _replace(source, rng, NAMES.__contains__, lambda _: rng.choice(TYPES))


def cast(source: str, rng: random.Random) -> str:
    """A conversion, or a sign, before a name."""
    return _replace(source, rng, lambda t: t in ("N", "row", "col", "tx", "ty", "k", "t", "sum"),
                    lambda t: rng.choice(CASTS) + t)  # fmt: skip


def bracket(source: str, rng: random.Random) -> str:
    """An element becomes what a pointer of another type points to."""
    found = list(re.finditer(r"\b([ABC])\[", source))
    if not found:
        return source
    match = rng.choice(found)
    new = f"(({rng.choice(TYPES)}*){match[1]})["
    return source[: match.start()] + new + source[match.end() :]


def _body(lines: list[str]) -> list[int]:
    ends = (";", "{", "}", ")")
    return [n for n, line in enumerate(lines) if line.strip().endswith(ends) and "__global__" not in line]


def drop(source: str, rng: random.Random) -> str:
    """A line less."""
    lines = source.splitlines(keepends=True)
    if places := _body(lines):
        del lines[rng.choice(places)]
    return "".join(lines)


def swap(source: str, rng: random.Random) -> str:
    """Two lines change places; often neighbours."""
    lines = source.splitlines(keepends=True)
    places = _body(lines)
    if len(places) < 2:
        return source
    n = rng.randrange(len(places) - 1)
    a, b = places[n], places[n + 1] if rng.random() < 0.7 else rng.choice(places)
    lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


def double(source: str, rng: random.Random) -> str:
    """A line once more, somewhere."""
    lines = source.splitlines(keepends=True)
    if places := _body(lines):
        lines.insert(rng.choice(places), lines[rng.choice(places)])
    return "".join(lines)


def barrier(source: str, rng: random.Random) -> str:
    """A barrier less."""
    found = [m.span() for m in re.finditer(r"__sync\w+\(\);", source)]
    if not found:
        return drop(source, rng)
    start, end = rng.choice(found)
    return source[:start] + rng.choice((";", "__syncwarp();", "if (threadIdx.x) __syncthreads();")) + source[end:]


def statement(source: str, rng: random.Random) -> str:
    """A statement more: barriers, exits, endless loops, pointers that point nowhere."""
    lines = source.splitlines(keepends=True)
    places = [n for n in _body(lines) if lines[n].strip().endswith((";", "{"))]
    if places:
        lines.insert(rng.choice(places) + 1, rng.choice(STATEMENTS) + "\n")
    return "".join(lines)


MUTATIONS = (constant, operator, name, index, kind, cast, bracket, drop, swap, double, barrier, statement)


def mutant(source: str, rng: random.Random) -> str:
    """Return the source with one to three mutations."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        source = rng.choice(MUTATIONS)(source, rng)
    return source
