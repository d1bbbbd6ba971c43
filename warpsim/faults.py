"""From the error record of a launch to the error that says what went wrong, where and with which array."""

from __future__ import annotations

import numpy as np

from warpsim import cfg
from warpsim.abi import LANES, Error, Fault
from warpsim.errors import BarrierError, BoundsError, MisalignedError, StepBudgetError, StoppedError
from warpsim.layout import LOCAL_WINDOW, SHARED_WINDOW
from warpsim.lower import Lowered
from warpsim.memory import Arguments
from warpsim.ptx import size_of
from warpsim.source import plain_name, variable_name


class Explainer:
    """Knows what a launch's addresses mean: which array they are in, and which thread a lane is."""

    def __init__(self, lowered: Lowered, block, arguments: Arguments, dynamic_bytes: int):
        self.lowered, self.block, self.arguments = lowered, block, arguments
        self.dynamic_bytes = dynamic_bytes

    def fault(self, error: np.ndarray, budget: int) -> StoppedError:
        """Return the error for a filled error record."""
        kind = Fault(int(error[Error.KIND]))
        block = tuple(int(error[s]) for s in (Error.CTAID_X, Error.CTAID_Y, Error.CTAID_Z))
        place = {"kernel": plain_name(self.lowered.name), "file": self.lowered.file, "block": block}
        if kind is Fault.ACCESS:
            return self._access_fault(error, place)
        site = int(error[Error.SITE])
        mask = int(error[Error.MASK])
        place["thread"] = self._thread(error, _lowest(mask))
        if kind is Fault.BUDGET:
            return StepBudgetError(**place, line=self.lowered.blocks[site].line, budget=budget)
        end = self.lowered.blocks[site].end
        assert isinstance(end, cfg.Barrier)
        return BarrierError(**place, line=end.line)

    def _thread(self, error: np.ndarray, lane: int) -> tuple[int, int, int]:
        linear = int(error[Error.WARP]) * LANES + lane
        x, y, _ = self.block
        return linear % x, linear // x % y, linear // (x * y)

    def _access_fault(self, error: np.ndarray, place: dict) -> StoppedError:
        """Find the first access of the group, and its first lane, that is outside or misaligned."""
        group = self.lowered.sites[int(error[Error.SITE])]
        mask = int(error[Error.MASK])
        lanes = [n for n in range(LANES) if mask >> n & 1]
        for access in group.accesses:
            for lane in lanes:
                address = int(error[Error.ADDRESSES + lane]) + access.offset
                fault = self._judge(group, access, address, {**place, "thread": self._thread(error, lane)})
                if fault:
                    return fault
        # an address that is of no array here, such as one of another kernel's launch
        access, address = group.accesses[0], int(error[Error.ADDRESSES + lanes[0]]) + group.accesses[0].offset
        return self._outside(group, access, address, {**place, "thread": self._thread(error, lanes[0])})

    def _judge(self, group, access, address: int, place: dict) -> StoppedError | None:
        name, start, size, element, space = self.array(group, address)
        step = access.bytes
        inside = 0 <= address - start and address - start + step <= size
        if inside and address % step == 0:
            return None
        facts = self._facts(access, address, place, (name, start, size, element, space))
        return MisalignedError(**facts) if inside else BoundsError(**facts)

    def _outside(self, group, access, address: int, place: dict) -> BoundsError:
        return BoundsError(**self._facts(access, address, place, self.array(group, address)))

    @staticmethod
    def _facts(access, address: int, place: dict, array: tuple) -> dict:
        name, start, size, element, space = array
        return {
            **place,
            "line": access.instruction.line,
            "array": name,
            "space": space,
            "access": "read" if access.instruction.opcode in ("ld", "ldu") else "write",
            "bytes": access.bytes,
            "offset": address - start,
            "index": (address - start) // element,
            "size": size // element,
        }

    def array(self, group, address: int):
        """Return name, start, bytes, element bytes and space of the array that the access belongs to."""
        kind, symbol = group.array
        element = size_of(group.accesses[0].instruction.type)
        if group.space == "local" or symbol.startswith("__local_depot"):
            start = LOCAL_WINDOW if group.space == "generic" else 0
            return "local memory", start, self.lowered.local.static_bytes, element, "local"
        place = self.lowered.shared.places.get(symbol)
        if place is not None:
            size = self.dynamic_bytes if place.dynamic else place.size
            start = place.offset + (SHARED_WINDOW if group.space == "generic" else 0)
            return variable_name(symbol), start, size, element, "shared"
        if group.space == "shared":
            size = self.lowered.shared.bytes_with_gaps + self.dynamic_bytes
            return "shared memory", 0, size, element, "shared"
        row = self.lowered.array_row(kind, symbol)
        array = self.arguments.rows[row] if row is not None and row < len(self.arguments.rows) else None
        if array is None:
            array = self._nearest(address)
        if array is None:
            name = self.arguments.names[row] if row is not None and row < len(self.arguments.names) else "global memory"
            return name, 0, 0, element, "global"
        return array.name, array.address, array.bytes, array.element_bytes, "global"

    def word(self, group, address: int) -> tuple[str, int, str, int]:
        """Return name, element bytes, space and start of what an address of a race is in.

        Addresses of races count from the start of shared memory, or of the global array.
        """
        name, start, _, element, space = self.array(group, address)
        if space == "global":
            return name, element, space, 0
        for symbol, place in self.lowered.shared.places.items():
            if place.offset <= address and (place.dynamic or address < place.offset + place.size):
                return variable_name(symbol), element, space, place.offset
        return name, element, space, start

    def _nearest(self, address: int):
        arrays = [a for a in self.arguments.rows if a is not None]
        below = [a for a in arrays if a.address <= address]
        return max(below, key=lambda a: a.address) if below else (arrays[0] if arrays else None)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1 if mask else 0
