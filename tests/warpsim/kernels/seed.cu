// The exercise sheet's kernels, as students meet them: no extern "C", names mangled.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void mmNaive(const float* A, const float* B, float* C, int N) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < N; k++)
            sum += A[row * N + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

template <bool FIRST, bool SECOND>
__device__ void tiled(const float* A, const float* B, float* C, int N) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int t = 0; t < (N + TILE_WIDTH - 1) / TILE_WIDTH; t++) {
        int aCol = t * TILE_WIDTH + tx;
        int bRow = t * TILE_WIDTH + ty;
        As[ty][tx] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;
        Bs[ty][tx] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;
        if (FIRST) __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];
        if (SECOND) __syncthreads();
    }
    if (row < N && col < N) C[row * N + col] = sum;
}

__global__ void mmTiled(const float* A, const float* B, float* C, int N) { tiled<true, true>(A, B, C, N); }
__global__ void mmBugFirst(const float* A, const float* B, float* C, int N) { tiled<false, true>(A, B, C, N); }
__global__ void mmBugSecond(const float* A, const float* B, float* C, int N) { tiled<true, false>(A, B, C, N); }

__global__ void mmTiledDyn(const float* A, const float* B, float* C, int N, int tile) {
    extern __shared__ float smem[];
    float* As = smem;
    float* Bs = smem + tile * tile;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * tile + ty;
    int col = blockIdx.x * tile + tx;
    float sum = 0.0f;
    for (int t = 0; t < (N + tile - 1) / tile; t++) {
        int aCol = t * tile + tx;
        int bRow = t * tile + ty;
        As[ty * tile + tx] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;
        Bs[ty * tile + tx] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < tile; k++)
            sum += As[ty * tile + k] * Bs[k * tile + tx];
        __syncthreads();
    }
    if (row < N && col < N) C[row * N + col] = sum;
}
