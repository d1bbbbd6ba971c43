"""LLVM IR to machine code, kept in memory and in a cache on disk. The one file that drives LLVM."""

from __future__ import annotations

import ctypes
import platform
import threading
from functools import lru_cache

import llvmlite
import llvmlite.binding as llvm

from warpsim import cache
from warpsim.simd import Simd, choose

_LOCK = threading.Lock()


@lru_cache(maxsize=1)
def _native() -> None:
    try:
        llvm.initialize()
    except RuntimeError:
        pass  # newer LLVM initialises itself
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@lru_cache(maxsize=1)
def cpu_features() -> dict[str, bool]:
    """Return the features of this CPU as LLVM names them."""
    _native()
    return dict(llvm.get_host_cpu_features())


@lru_cache(maxsize=1)
def simd() -> Simd:
    """Return the kind of vectors that code is generated for."""
    return choose(cpu_features())


def versions() -> str:
    """Return what besides the IR decides the machine code."""
    return f"llvmlite {llvmlite.__version__}, LLVM {llvm.llvm_version_info}, {platform.machine()}"


def _target_machine(opt: int):
    _native()
    # LLVM would rather split 512-bit vectors on some CPUs; a chunk is one register here
    features = {**cpu_features(), "prefer-256-bit": False}
    if simd().name != "AVX-512":
        features = {k: v and not k.startswith("avx512") for k, v in features.items()}
    text = ",".join(("+" if on else "-") + name for name, on in sorted(features.items()))
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=text, opt=opt, jit=True)


class Program:
    """Machine code of LLVM modules; ``function(name)`` gives addresses.

    The device's own ``routines`` go through LLVM's optimiser. A ``kernel`` does not: its code is written as it
    should be, and is so long that the passes would cost more time than they save.
    """

    def __init__(self, routines: str, kernel: str = "", opt: int = 1):
        key = cache.key(routines, kernel, str(opt), versions(), simd().name, llvm.get_host_cpu_name())
        with _LOCK:
            machine = _target_machine(opt)
            self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
            code = cache.load(key)
            if code is None:
                code = self._compile(routines, kernel, machine)
                cache.store(key, code)
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
            self._engine.finalize_object()

    @staticmethod
    def _compile(routines: str, kernel: str, machine) -> bytes:
        whole = llvm.parse_assembly(routines)
        whole.verify()
        tuning = llvm.create_pipeline_tuning_options(speed_level=2)
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(whole, builder)
        if kernel:
            own = llvm.parse_assembly(kernel)
            own.verify()
            whole.link_in(own)
        return machine.emit_object(whole)

    def function(self, name: str, *arguments):
        """Return the function ``name`` as a ctypes function with pointer arguments; calls release the GIL."""
        kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(arguments))
        return kind(self._engine.get_function_address(name))

    def returning(self, name: str, result, *scalars):
        """Return the function ``name`` of a pointer and ``scalars`` as a ctypes function."""
        kind = ctypes.CFUNCTYPE(result, ctypes.c_void_p, *scalars)
        return kind(self._engine.get_function_address(name))
