# Everything the figures say, in English. he.ftl has the same keys, which a test compares.

device-cpu = CPU device (warpsim) on { $name }, not a GPU
device-gpu = { $name }

tiles-title = Phase { $phase } of { $phases }   (N = { $n }, TILE_WIDTH = { $tile })
tiles-shared = shared memory of the block
tiles-load = load one tile of A and one of B
tiles-loaded = barrier: wait until everybody has loaded
tiles-multiply = multiply the tiles
tiles-multiplied = barrier: wait until everybody has read
tiles-write = write C

step-load = Phase { $phase } of { $phases }: every thread of the block loads one element of A and one of B into shared memory, k = { $first } to { $last }.
step-loaded = Phase { $phase } of { $phases }: first barrier. Nobody reads the tiles before everybody has written.
step-multiply = Phase { $phase } of { $phases }: every thread multiplies its row of As by its column of Bs, k = { $first } to { $last }.
step-multiplied = Phase { $phase } of { $phases }: second barrier. Nobody loads the next tiles before everybody has read these. { $done } of { $n } products are in each sum.
step-write = All { $phases } phases are done: every thread inside the matrix writes its sum to C.
step-padding = The tiles stick out of the matrix by { $zeros }, and zeros fill the rest.

reads-title = mmNaive: two neighbouring threads of one block
reads-a = both read the same row
reads-b = each reads its own column
reads-c = each writes one element
reads-description = Two neighbouring threads compute two neighbouring elements of C. Both read the same row of A, each reads its own column of B.

speed-title = GFLOP/s by N
speed-x = N
speed-description = Plot of GFLOP/s by N, one series for each TILE_WIDTH. Points so far: { $count }.
speed-sentence = TILE_WIDTH = { $tile }, N = { $n }: { $gflops } GFLOP/s ({ $ms } ms). Points so far: { $count }.
speed-right = The result was compared with float64 and is right.
speed-wrong = The result is wrong in { $wrong } elements, so the speed means nothing.

comparison-title = Naive and tiled: GFLOP/s, and how many times as fast
comparison-description = Bars of GFLOP/s of mmNaive and mmTiled for N = { $sizes }, with the speed-up above each pair.
whose-student = yours
whose-course = the course's

map-constant = A all 1, B all 2
map-random = random A and B
map-count = wrong: { $wrong } of { $all }
map-description = { $title }: { $wrong } of { $all } elements are wrong.

control-step = step
control-back = ◀ back
control-next = next ▶
control-step-hint = Move the slider (arrow keys work as well), press the buttons, or press play.
control-speed-hint = Move a slider (arrow keys work as well). Every change runs the kernel and adds a point.

timeline-title-none = Both barriers: every warp waits for the slowest
timeline-title-second = Without the second barrier: the tile can be overwritten before it is read (WAR)
timeline-title-first = Without the first barrier: the tile can be read before it is written (RAW)
timeline-x = time →
timeline-load = load { $phase }
timeline-read = read { $phase }
timeline-line = { $array }, line { $line }
timeline-late = late
timeline-wait = waits
timeline-is-none = Timeline of four warps with both barriers.
timeline-is-second = Timeline of four warps without the second barrier.
timeline-is-first = Timeline of four warps without the first barrier.
timeline-safe = Warp { $slow } is late by { $delay }; the others wait for it, and no access comes too early.
timeline-lucky = Warp { $slow } is late by { $delay }: this time the order is right by luck. The { $kind } hazard is there all the same.
timeline-wrong = Warp { $slow } is late by { $delay }, and two accesses come in the wrong order: the { $kind } hazard has struck.

order-one_ahead = each warp runs on to the barrier
order-round_robin = all warps in step
order-random = seed { $number }
order-run = run { $number }
counts-title = Wrong elements in each run
counts-x-seed = seed of the order of the warps
counts-x-run = run
counts-y = wrong elements of C
counts-description = Wrong elements in each run: { $numbers }.

control-missing = kernel
control-missing-none = both barriers
control-missing-second = second barrier missing
control-missing-first = first barrier missing
control-delay = delay of warp 3
control-timeline-hint = Choose a kernel, and how late the last warp is (arrow keys work as well).
control-schedule = order
control-random = random
control-seed = seed
control-orders-hint = Choose an order of the warps, a seed and N (arrow keys work as well). Orders can be chosen on the CPU device alone, so this runs there on every machine.
