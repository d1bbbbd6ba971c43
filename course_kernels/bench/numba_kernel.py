"""The course's tiled kernel in Numba's Python, step for step the same. Only its simulator's process imports it."""

# mypy: ignore-errors

from numba import cuda, float32

from course_kernels.bench.cases import TILE


@cuda.jit
def mmTiled(A, B, C, N):
    """C = A * B, launched with blocks of TILE x TILE threads."""
    As = cuda.shared.array((TILE, TILE), float32)
    Bs = cuda.shared.array((TILE, TILE), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    row, col = cuda.blockIdx.y * TILE + ty, cuda.blockIdx.x * TILE + tx
    total = float32(0)
    for t in range((N + TILE - 1) // TILE):
        a_col, b_row = t * TILE + tx, t * TILE + ty
        As[ty, tx] = A[row, a_col] if row < N and a_col < N else float32(0)
        Bs[ty, tx] = B[b_row, col] if b_row < N and col < N else float32(0)
        cuda.syncthreads()
        for k in range(TILE):
            total += As[ty, k] * Bs[k, tx]
        cuda.syncthreads()
    if row < N and col < N:
        C[row, col] = total
