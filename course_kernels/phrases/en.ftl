# Everything that course_kernels says, in English. Keys are those of he.ftl; a test compares them.

kernel-naive = Naive matmul
kernel-tiled = Tiled matmul
kernel-tiled_missing_first_barrier = Tiled matmul without its first barrier (wrong on purpose)
kernel-tiled_missing_second_barrier = Tiled matmul without its second barrier (wrong on purpose)

# Errors that stop a kernel. Fields come from warpsim's and the course's error records.
error-compile = { $file }, line { $line }: { $message }
error-compile-more = { $count ->
    [one] One more error follows; it may vanish once the first ones are mended.
   *[other] { $count } more errors follow; they may vanish once the first ones are mended.
}
error-compile-unclosed = the file ends before this line's bracket is closed: { $message }
error-compile-log = { $file } does not compile: { $log }
error-launch = { $kernel } cannot be launched: { $detail }.
error-launch-block = { $kernel } cannot be launched: { $detail }.
error-launch-grid = { $kernel } cannot be launched: { $detail }.
error-launch-shared = { $kernel } cannot be launched: { $detail }.
error-launch-arguments = { $kernel } cannot be launched: { $detail }.
error-launch-type = { $kernel } cannot be launched: { $detail }.
error-launch-layout = { $kernel } cannot be launched: { $detail }.
error-launch-size = { $kernel } cannot be launched: { $detail }.
error-launch-local = { $kernel } cannot be launched: { $detail }.
error-launch-schedule = { $kernel } cannot be launched: { $detail }.
error-launch-name = { $kernel } cannot be launched: { $detail }.
error-bounds-read = { $file }, line { $line }: thread { $thread } of block { $block } reads { $place }, but { $array } has { $size } elements.
error-bounds-write = { $file }, line { $line }: thread { $thread } of block { $block } writes { $place }, but { $array } has { $size } elements.
error-bounds = { $file }, line { $line }: thread { $thread } of block { $block } touches { $place }, but { $array } has { $size } elements.
error-misaligned = { $file }, line { $line }: thread { $thread } of block { $block } touches { $bytes } bytes at byte { $offset } of { $array }, an address that is no multiple of { $bytes }.
error-barrier = { $file }, line { $line }: some threads of block { $block } never reach this __syncthreads(), so the others would wait for ever. Thread { $thread } waits in vain. Every thread of a block must reach the same barrier.
error-endless = { $file }, line { $line }: kernel { $kernel } did not end after { $budget } rounds of its loops. Is there a condition that never becomes false?
error-unsupported = { $file }, line { $line }: the CPU device does not know the instruction { $instruction }. This kernel needs a GPU.
error-gpu = { $file }: the GPU stopped while { $kernel } ran: { $detail }. Restart the notebook's kernel; with COURSE_DEVICE=cpu set, the course names the line.
error-gpu-launch = { $kernel } in { $file } cannot be launched this way: { $detail }. A block has 1 to 1024 threads, and the shared memory must fit.
error-gpu-compile = { $file } does not compile: { $log }
error-host-array = { $kernel } runs on the GPU, so its arrays must be there too: use device().array(...) to copy them.

# Errors of use.
error-unknown = Something went wrong: { $key }.
error-unknown-kernel = There is no kernel called "{ $name }". The course has: { $known }. A file's name ends with .cu.
error-unknown-device = There is no device called "{ $name }". The course knows "gpu" and "cpu".
error-no-gpu-no-cupy = No GPU can be used, because CuPy is not installed.
error-no-gpu-broken-cupy = No GPU can be used, because CuPy does not load. Is it the one for this machine's CUDA version?
error-no-gpu-no-gpu = No GPU can be used: CuPy finds no NVIDIA GPU with a working driver.
error-no-file = { $file } cannot be read.
error-not-utf8 = { $file } is not UTF-8 text.
error-no-kernel = { $file } has no __global__ function.
error-which-kernel = { $file } has several kernels: { $names }. Say which one.
error-bad-size = N must be at least 1; it is { $n }.
error-memory = There is not enough memory for matrices of this size. Try a smaller N.
error-bad-tile = A tile { $tile } wide needs { $threads } threads in a block; a block has 1 to { $most }.
error-no-submission = There is no %%kernel { $name } cell yet. Run that cell first.
error-magic-name = Write the kernel's name after %%kernel, as in: %%kernel tiled
error-magic-word = %%kernel does not understand "{ $word }". Constants are written NAME=VALUE.

# The %%kernel cell.
magic-compiled = { $symbol } compiles.
magic-todo = { $symbol } compiles, but its TODO is still open.
magic-failed = The kernel does not compile yet.
magic-line = Line { $line }: { $message }

# course doctor and course run.
doctor-title = What this machine offers the course
doctor-all-well = All is well.
doctor-problems = { $count ->
    [one] One thing needs your attention.
   *[other] { $count } things need your attention.
}
doctor-device = Device in use
doctor-cpu = Processor
doctor-nvrtc = CUDA compiler (NVRTC)
doctor-llvm = llvmlite
doctor-kernel = Test kernel
doctor-cupy = CuPy
doctor-gpu = NVIDIA GPU
doctor-threads = { $count ->
    [one] one thread
   *[other] { $count } threads
}
doctor-kernel-right = a tiled product on the { $device } is right
doctor-kernel-wrong = a tiled product on the { $device } is wrong in { $wrong } elements
doctor-kernel-wrong-fix = Please report this together with the output of course doctor --json.
doctor-not-installed = not installed
doctor-no-gpu = none
doctor-gpu-driver = { $name }, driver for CUDA { $version }
doctor-broken-fix = Install the course again: pip install -e . in the repository's folder.
doctor-device-fix = Set COURSE_DEVICE to cpu or gpu, or leave it out.
doctor-cupy-missing-fix = Only a GPU needs it. On a machine with an NVIDIA GPU: pip install -e ".[cuda12]" (or cuda13 for a CUDA 13 driver).
doctor-cupy-broken-fix = CuPy does not load. Remove every CuPy package, then: pip install -e ".[cuda12]" (or cuda13 for a CUDA 13 driver).
doctor-gpu-none-fix = None is needed: the CPU device runs every lesson. On Colab: Runtime, Change runtime type, T4 GPU.
doctor-gpu-present-fix = There is an NVIDIA driver here, but CuPy is missing: pip install -e ".[cuda12]" (or cuda13 for a CUDA 13 driver).
doctor-gpu-driver-fix = CuPy finds no working driver. Does nvidia-smi show the GPU? If not, install NVIDIA's driver; the CPU device runs every lesson meanwhile.
run-kernel = Kernel
run-device = Device
run-size = N
run-tile = Tile width
run-time = Time
run-speed = Speed
run-error = Largest error
run-verdict = Result
run-right = right
run-wrong = wrong in { $wrong } of { $all } elements

# The compiler's commonest messages: in English the compiler's own words are shown, these are for reference.
compiler-undefined = identifier "{ $name }" is undefined
compiler-expected = expected a "{ $sign }"
compiler-expected-expression = expected an expression
compiler-expected-declaration = expected a declaration
compiler-expected-statement = expected a statement
compiler-expected-identifier = expected an identifier
compiler-not-constant = expression must have a constant value
compiler-not-assignable = expression must be a modifiable lvalue
compiler-not-pointer = expression must have pointer-to-object type but it has type "{ $type }"
compiler-unknown-directive = unrecognized preprocessing directive
compiler-too-few-arguments = too few arguments in function call
compiler-too-many-arguments = too many arguments in function call
compiler-redeclared = "{ $name }" has already been declared in the current scope
compiler-wrong-type = a value of type "{ $found }" cannot be assigned to an entity of type "{ $wanted }"
compiler-no-member = class "{ $type }" has no member "{ $name }"
compiler-no-return = return value type does not match the function type
compiler-no-file = could not open source file "{ $name }"

races-none = No races were found.
hazards-none = No hazards: with N = { $n }, every two accesses of { $symbol } to one word are ordered by a barrier.
hazards-found = { $symbol }, N = { $n }: { $count ->
    [one] one hazard was found.
   *[other] { $count } hazards were found.
}
hazard-RAW = RAW hazard (read after write) on { $place }: thread { $one } writes it in line { $first }, thread { $other } of the same block { $block } reads it in line { $second }, and nothing makes the read wait for the write.
hazard-WAR = WAR hazard (write after read) on { $place }: thread { $one } reads it in line { $first }, thread { $other } of the same block { $block } overwrites it in line { $second }, and nothing makes the write wait for the read.
hazard-WAW = WAW hazard (write after write) on { $place }: thread { $one } writes it in line { $first }, thread { $other } writes it in line { $second } (block { $block }), and nothing says who is last.

bench-machine = { $cpu }, { $threads } threads, { $simd }, { $date }. Every product was compared with float64 before it was timed.
bench-where = Runs on
bench-median = ms
bench-range = best..worst
bench-speed = GFLOP/s
bench-not-installed = not installed
bench-wrong = wrong
bench-failed = failed
bench-install = The other devices come with: pip install -e ".[bench]"
bench-compile = Compiling
bench-cold = Cold, ms
bench-cached = Cached, ms
bench-start = Loading the compilers, once in a process: { $ms } ms.
bench-ratio = { $name }, { $kernel }, N = { $n }: { $times } times as fast, { $best } by the best times
