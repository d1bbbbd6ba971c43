"""The records that Python and generated code share: arrays of 64-bit slots, and one record per warp.

``LAUNCH`` is one per launch, ``WORKER`` one per CPU thread, ``ERROR`` receives the first fault. A warp's
record holds its scheduling state, its threads' coordinates and its registers.
"""

from __future__ import annotations

from enum import IntEnum


class Number(IntEnum):
    """Named numbers that print as numbers, in generated code too (before Python 3.11 an IntEnum does not)."""

    __str__ = int.__repr__


LANES = 32
MAX_PARKED = 40
NO_BLOCK = 0x7FFFFFFF


class Launch(Number):
    """Slots of the launch record (int64)."""

    NTID_X = 0
    NTID_Y = 1
    NTID_Z = 2
    NCTAID_X = 3
    NCTAID_Y = 4
    NCTAID_Z = 5
    PARAMETERS = 6  # address of the parameter block
    ARRAYS = 7  # address of the table of arrays: rows of (device address, bytes, host address)
    ARRAY_COUNT = 8
    NEXT_BLOCK = 9  # the next thread block that nobody runs yet
    BLOCKS = 10
    FAULT = 11  # 1 once a warp has failed
    STOP = 12  # 1 when the caller wants the launch to end
    BUDGET = 13  # jumps back that one warp may make
    ORDER = 14  # address of the int32 table [round][warp] in which warps take turns
    ORDER_ROUNDS = 15
    WARPS = 16
    SHARED_BYTES = 17  # of one block's shared memory, dynamic part included
    ERROR = 18  # address of the error record
    INITIAL_MASKS = 19  # address of int32[warps]: which lanes have a thread
    DYNAMIC_BYTES = 20
    QUANTA = 21  # address of int32 [round][warp]: jumps back in one turn
    SHADOWS = 22  # address of int64[rows]: the race check's shadow of each array, 0 for none
    PRINT = 23  # address of the print buffer
    PRINTED = 24  # calls of printf so far
    PRINT_RECORDS = 25  # that the buffer holds
    COUNT = 32


class Print(Number):
    """Slots (int64) of one call of printf in the print buffer; the thread's local memory follows."""

    BLOCK = 0
    FORMAT = 1  # device address
    OFFSET = 2  # of the arguments in the thread's local memory
    ARGUMENTS = 3


class Worker(Number):
    """Slots of a worker's record (int64)."""

    CTAID_X = 0
    CTAID_Y = 1
    CTAID_Z = 2
    SHARED = 3  # address of the block's shared memory
    WARP_RECORDS = 4
    LOCAL = 5  # address of the local memory of the block's threads
    BLOCK = 6  # the number of the block
    EPOCH = 7  # barrier intervals so far, over all blocks of this worker
    OBSERVED = 8  # addresses of what an observed launch collects, see observer
    SEGMENTS = 9
    SHADOW = 10
    HAZARDS = 11
    VOTES = 12  # of a voting barrier: (threads for which it holds, threads), twice, by turns
    FIRST_EPOCH = 16  # the barrier interval with which the block began
    COUNT = 24


class Warp(Number):
    """Slots of a warp's record (int32); registers follow at REGISTERS."""

    PC = 0  # the block to go on with
    MASK = 1  # lanes that run
    LIVE = 2  # lanes that have not exited
    NEXT_PARKED = 3  # the lowest block at which other lanes wait, or NO_BLOCK
    DEPTH = 4  # parked entries
    STATUS = 5
    INDEX = 6
    STEPS = 7  # jumps back so far
    EXITED = 8  # lanes that exited while the block ran
    SYNC = 11  # warp barriers passed
    CLOCK = 12  # jumps back until the last block barrier
    YIELD_AT = 10  # jumps back after which the warp's turn ends
    WAITS_AT = 9  # the block of the graph whose barrier the warp waits at
    PARKED = 16  # pairs (block, mask)
    TID_X = PARKED + 2 * MAX_PARKED
    TID_Y = TID_X + LANES
    TID_Z = TID_Y + LANES
    REGISTERS = TID_Z + LANES


class Status(Number):
    """What a warp returns when it leaves the machine."""

    EXIT = 0
    BARRIER = 1
    FAULT = 2
    READY = 3  # its turn is over


class Fault(Number):
    """Kinds of the error record."""

    ACCESS = 1
    BARRIER = 2
    BUDGET = 3


class Error(Number):
    """Slots of the error record (int64)."""

    KIND = 0
    SITE = 1  # ACCESS: the group of accesses; otherwise the block of the control-flow graph
    WARP = 2
    MASK = 3
    CTAID_X = 4
    CTAID_Y = 5
    CTAID_Z = 6
    ADDRESSES = 8
    COUNT = ADDRESSES + LANES


ARRAY_ROW = 3  # int64 per row of the table of arrays
