"""``course bench warpsim``: the benchmark as tables or as one JSON object."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from course_kernels.bench import report
from course_kernels.devices import device
from course_kernels.phrases import Phrases

BROKEN = ("wrong", "failed")


@click.group("bench")
def bench() -> None:
    """Measure how fast things are on this machine."""


@bench.command("warpsim")
@click.option("--quick", is_flag=True, help="N=256, fewer rounds, no slow peer: seconds, not minutes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def warpsim_command(quick: bool, as_json: bool) -> int:
    """Race the CPU device against PoCL, Numba's simulator and NumPy, and time its compiler.

    Exit status 1 if a product was wrong or a peer failed. A peer that is not installed is no failure.
    """
    device.use("cpu")
    found = report.measure(report.QUICK if quick else report.FULL)
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        _show(found)
    return 1 if any(row["state"] in BROKEN for row in found["rows"]) else 0


def _show(found: dict[str, Any]) -> None:
    say = Phrases("course_kernels")
    console = Console()
    machine = found["machine"]
    console.print(say("bench-machine", cpu=machine["cpu"], threads=machine["threads"], simd=machine["simd"],
                      date=machine["date"]))
    console.print(_speeds(found["rows"], say))
    if any(row["state"] == "not installed" for row in found["rows"]):
        console.print(say("bench-install"), markup=False)
    console.print(_compile_times(found["compile"], say))
    console.print(say("bench-start", ms=f"{found['compile']['start_ms']:.0f}"))
    ratios = found["ratios"]
    for n, by_name in ratios["by_n"].items():
        for name, times in by_name.items():
            if times is not None:
                console.print(say("bench-ratio", name=name, kernel=ratios["kernel"], n=n, times=_times(times),
                                  best=_times(ratios["best_by_n"][n][name])), highlight=False)


def _speeds(rows: list[dict[str, Any]], say: Phrases) -> Table:
    table = Table(box=None)
    for title in ("run-kernel", "run-size", "bench-where"):
        table.add_column(say(title))
    for title in ("bench-median", "bench-range", "bench-speed"):
        table.add_column(say(title), justify="right")
    for row in rows:
        where = f"{row['peer']} {row['mode']}"
        if row["state"] == "ok":
            figures = (_ms(row["ms"]), f"{_ms(row['best_ms'])}..{_ms(row['worst_ms'])}", _speed(row["gflops"]))
        else:
            figures = (say(f"bench-{row['state'].replace(' ', '-')}"), row["note"].replace("[", r"\["), "")
        table.add_row(row["kernel"], str(row["n"]), where, *figures)
    return table


def _compile_times(times: dict[str, Any], say: Phrases) -> Table:
    table = Table(box=None)
    table.add_column(say("bench-compile"))
    for title in ("bench-cold", "bench-range", "bench-cached", "bench-range"):
        table.add_column(say(title), justify="right")
    for one in times["kernels"]:
        table.add_row(one["kernel"], *(text for kind in ("cold", "cached") for text in (
            _ms(one[f"{kind}_ms"]), f"{_ms(one[f'{kind}_best_ms'])}..{_ms(one[f'{kind}_worst_ms'])}")))
    return table


def _ms(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _speed(value: float) -> str:
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.1e}"


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2f}"
