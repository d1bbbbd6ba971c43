"""The ``course`` command: what this machine offers, one kernel run, its counters and its races."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import warpsim
from course_kernels import analysis, catalog, doctor
from course_kernels.bench.command import bench, warpsim_command
from course_kernels.devices import KINDS, device
from course_kernels.errors import CourseError
from course_kernels.explain import explain
from course_kernels.matmul import matmul
from course_kernels.phrases import LANGUAGES, Phrases, language, use_language

SIGNS = {"well": "✓", "note": "•", "wrong": "✗"}


def _language(_context: Any, _parameter: Any, value: str | None) -> str | None:
    if value:
        use_language(value)
    return value


def _device(_context: Any, _parameter: Any, value: str | None) -> str | None:
    if value:
        device.use(value)
    return value


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
lang_option = click.option("--lang", type=click.Choice(LANGUAGES), callback=_language, is_eager=True,
                           expose_value=False, help="Language; else COURSE_LANGUAGE, else English.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cuda-matmul-workbook")
def course() -> None:
    """The CUDA matmul workbook: check this machine, run kernels."""


course.add_command(bench)
lang_option(warpsim_command)


@course.command("doctor")
@lang_option
@json_option
def doctor_command(as_json: bool) -> int:
    """Say which device is used, what is missing, and how to mend it."""
    findings = doctor.examine()
    wrong = [one for one in findings if one.state == "wrong"]
    if as_json:
        _print_json({"ok": not wrong, "language": language(), "checks": [asdict(one) for one in findings]})
    else:
        _show_findings(findings, len(wrong))
    return 1 if wrong else 0


@course.command("run")
@click.argument("kernel")
@click.option("--n", default=512, show_default=True, type=click.IntRange(min=1), help="Matrix size N.")
@click.option("--tile", default=catalog.DEFAULT_TILE, show_default=True, type=int, help="TILE_WIDTH.")
@click.option("--seed", default=0, show_default=True, help="Seed of the random matrices.")
@click.option("--repeats", type=click.IntRange(min=1),
              help="Timed launches; by default as many as are useful.")
@click.option("--device", type=click.Choice(KINDS), callback=_device, expose_value=False,
              help="Else COURSE_DEVICE, else a GPU if there is one.")
@lang_option
@json_option
def run_command(kernel: str, n: int, tile: int, seed: int, repeats: int | None, as_json: bool) -> int:
    """Run KERNEL (a name such as tiled, or a .cu file), time it and verify it."""
    result = matmul(kernel, n=n, tile=tile, seed=seed, repeats=repeats)
    if as_json:
        _print_json(result.record())
    else:
        _show_run(result.record())
    return 0 if result.ok else 1


class _Sizes(click.ParamType):
    """Sizes such as 16,16: one to three whole numbers."""

    name = "X,Y,Z"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, ...]:
        """The numbers of the text."""
        parts = str(value).split(",")
        if not 1 <= len(parts) <= 3 or not all(part.strip().isdigit() for part in parts):
            self.fail(f"{value!r} is not of the form X,Y or X,Y,Z", param, ctx)
        return tuple(int(part) for part in parts)


shared_option = click.option("--shared", type=click.IntRange(min=0), help="Bytes of dynamic shared memory.")


@course.command("profile")
@click.argument("kernel")
@click.option("--n", default=512, show_default=True, type=int, help="Matrix size N.")
@click.option("--tile", type=int, help="TILE_WIDTH; by default 16.")
@click.option("--block", type=_Sizes(), help="Threads of a block; by default TILE_WIDTH,TILE_WIDTH.")
@shared_option
@lang_option
@json_option
def profile_command(kernel: str, n: int, tile: int | None, block: tuple[int, ...] | None, shared: int | None,
                    as_json: bool) -> int:
    """Count KERNEL's memory requests as a GPU's profiler does, on the CPU device."""
    counted = analysis.profile(kernel, n, tile, block, shared)
    if as_json:
        _print_json(counted)
    else:
        table = Table(show_header=False, box=None)
        for name, value in counted.items():
            if name != "lines" and value is not None:
                table.add_row(name, _plain(f"{value:,}" if isinstance(value, int) else str(value)))
        Console().print(table)
    return 0


@course.command("racecheck")
@click.argument("file")
@click.option("--kernel", help="The kernel's name; may be left out where the file has one.")
@click.option("--grid", type=_Sizes(), required=True, help="Blocks.")
@click.option("--block", type=_Sizes(), required=True, help="Threads of a block.")
@click.option("--n", default=64, show_default=True, type=int, help="Matrix size N.")
@click.option("--tile", type=int, help="TILE_WIDTH, where the file takes it from the compiler.")
@click.option("--schedule", type=click.Choice(warpsim.SCHEDULES), default=warpsim.SCHEDULES[0], show_default=True)
@click.option("--seed", default=0, show_default=True, help="Of the random schedule.")
@shared_option
@lang_option
@json_option
def racecheck_command(file: str, kernel: str | None, grid: tuple[int, ...], block: tuple[int, ...], n: int,
                      tile: int | None, schedule: str, seed: int, shared: int | None, as_json: bool) -> int:
    """Name the lines of FILE that race. Exit status 1 if there are any."""
    found = analysis.racecheck(file, kernel, grid, block, n, tile, shared, schedule, seed)
    if as_json:
        _print_json(found)
    else:
        say = Phrases("course_kernels")
        print("\n".join(found["sentences"]) or say("races-none"))
    return 1 if found["hazards"] else 0


def _print_json(record: dict[str, Any]) -> None:
    print(json.dumps(record, ensure_ascii=False))


def _show_findings(findings: list[doctor.Finding], wrong: int) -> None:
    say = Phrases("course_kernels")
    table = Table(title=say("doctor-title"), show_header=False, box=None, title_justify="left")
    for one in findings:
        lines = f"{_plain(one.value)}\n[dim]{_plain(one.fix)}[/dim]" if one.fix else _plain(one.value)
        table.add_row(SIGNS[one.state], one.title, lines)
    console = Console()
    console.print(table)
    console.print(say("doctor-problems", count=wrong) if wrong else say("doctor-all-well"))


def _show_run(record: dict[str, Any]) -> None:
    say = Phrases("course_kernels")
    error = "-" if record["max_error"] is None else f"{record['max_error']:.3g}"
    verdict = say("run-right") if record["ok"] else say("run-wrong", wrong=record["wrong"],
                                                        all=record["N"] ** 2)
    table = Table(show_header=False, box=None)
    for title, value in (
        ("run-kernel", record["kernel"]), ("run-device", record["device"]), ("run-size", record["N"]),
        ("run-tile", record["tile"]), ("run-time", f"{record['ms']:.3f} ms"),
        ("run-speed", f"{record['gflops']:.2f} GFLOP/s"), ("run-error", error), ("run-verdict", verdict),
    ):
        table.add_row(say(title), _plain(str(value)))
    Console().print(table)


def _plain(text: str) -> str:
    """Text in which rich sees no markup: kernels are full of square brackets."""
    return text.replace("[", r"\[")


def main(arguments: list[str] | None = None) -> None:
    """Run the command; every failure is one sentence on stderr, or one JSON object with --json."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        status = course.main(words, prog_name="course", standalone_mode=False)
    except (warpsim.Error, CourseError) as problem:
        status = _fail(words, problem.key, explain(problem), 1)
    except MemoryError:
        status = _fail(words, "memory", explain(CourseError("memory")), 1)
    except click.UsageError as problem:
        status = _fail(words, "usage", problem.format_message(), 2)
    except click.ClickException as problem:
        status = _fail(words, "usage", problem.format_message(), 1)
    except (click.Abort, KeyboardInterrupt):
        status = 130
    sys.exit(status if isinstance(status, int) else 0)


def _fail(words: list[str], key: str, sentence: str, status: int) -> int:
    if "--json" in words:
        _print_json({"error": {"key": key, "message": sentence}})
    else:
        print(sentence, file=sys.stderr)
    return status
