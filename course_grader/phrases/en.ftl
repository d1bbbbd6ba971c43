# Everything the checks say, in English. he.ftl has the same keys, which a test compares.

report-passed = The exercise "{ $exercise }" is solved: { $done } of { $all } checks passed.
report-failed = The exercise "{ $exercise }" is not solved yet: { $done } of { $all } checks passed.
report-not-attempted = The exercise "{ $exercise }" has not been attempted yet: replace every TODO in the %%kernel { $exercise } cell, run it, and run this check again.
report-did-not-run = The exercise "{ $exercise }" could not be checked: { $done } of { $all } checks passed, the others did not run.

criterion-compiles = compiles
criterion-finishes = every loop ends
criterion-bounds = stays inside its arrays
criterion-barriers = every thread reaches the barriers, and the order of the warps does not matter
criterion-races = no two accesses race (checked by the race check, not by luck)
criterion-whole = right when N is a multiple of TILE_WIDTH
criterion-ragged = right for every other N, 1 included
criterion-widths = right for TILE_WIDTH 8 and 32 as well
criterion-inputs = leaves A and B as they were
criterion-shared = really uses shared memory

reason-symbol = The cell has to define { $symbol }, by exactly this name.
reason-at-size = N = { $n }, TILE_WIDTH = { $tile }: { $reason }
reason-guard = N = { $n }: the kernel writes before the start or behind the end of C.
reason-order = N = { $n }: the result is another one when the warps run in another order.
reason-wrong = N = { $n }, TILE_WIDTH = { $tile }: { $wrong } of { $all } elements of C are wrong.
reason-inputs = The kernel changes A or B. They are inputs: only C is written.
reason-shared = The compiled kernel has no load or no store of shared memory, so nothing is shared between the threads.

hint-compiles = Correct the first message first; the later ones often follow from it.
hint-endless = Does the loop's variable grow in every round, and is the condition the right way round?
hint-bounds = Which condition keeps row, col, aCol and bRow below N? Each of the two loads needs its own pair.
hint-misaligned = A float lies at a multiple of 4 bytes. Has a pointer been converted to another type?
hint-barrier = Take the __syncthreads() out of the if, and let no thread return early: threads outside of the matrix wait as well.
hint-gpu = Run it on the CPU device, which names the line.

why-nothing-written = No element of C was written at all. Is the last line missing, or is its condition never true?
why-partly-written = Some elements of C were never written. Look at the condition of the last line, and at row and col.
why-adds-to-c = The kernel adds to what C held before. Collect the sum in a variable of its own, starting at 0.0f, and write C once.
why-transposed-c = This is the product transposed: row and col are exchanged where C is written, or where they are computed. x goes along a row, so col comes from x.
why-transposed-b = This is A times B transposed: the two indexes of B (or of Bs) are exchanged.
why-transposed-a = This is A transposed times B: the two indexes of A (or of As) are exchanged.
why-swapped = This is B times A. The order of a matrix product matters.
why-stale-tile = Every phase multiplies the first tile again. Does the index of the load contain t*TILE_WIDTH?
why-first-phase = Only the first phase counts. Does the loop over t run ceil(N / TILE_WIDTH) times?
why-last-phase = Only the last phase counts. The sum must start at 0.0f once, before the loop over the phases.
why-first-missing = The first phase is missing. Does t start at 0?
why-last-tile-dropped = The last, partial tile is missing. The number of phases is rounded up: (N + TILE_WIDTH - 1) / TILE_WIDTH.
why-barriers = A barrier is missing. One __syncthreads() belongs between loading and reading the tile, another between reading it and loading the next one.
why-race-RAW = The barrier between loading the tiles and reading them is missing: a fast warp reads before a slow one has written.
why-race-WAR = The barrier between reading the tiles and loading the next ones is missing: a fast warp overwrites what a slow one still has to read.
why-race-WAW = Two threads write the same element. Does every thread load an element of its own?
why-edge = Multiples of TILE_WIDTH come out right, so it is the partial tiles. What lies beyond the edge must enter the tile as 0.0f.
why-early-return = A thread that returns before the barriers loads nothing, and its neighbours miss what it should have loaded. Let every thread stay until the end, and guard only the write.
why-fixed-width = With TILE_WIDTH = 16 it is right. Is a number written somewhere in place of TILE_WIDTH?
why-unknown = The mistake is none of the usual ones. Compute one wrong element by hand for N = 2 and TILE_WIDTH = 2, and follow the loads.

answer-student = From here on we run your { $symbol }.
answer-course = From here on we run the course's own { $symbol }, because yours has not passed its check yet.
