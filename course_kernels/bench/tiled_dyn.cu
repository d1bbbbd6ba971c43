// The tiled matrix product with its tile width known only at launch: both tiles lie in dynamic shared memory.
//
// Launch it with blocks of tile x tile threads and 2 * tile * tile * 4 bytes of shared memory.

extern "C" __global__ void mmTiledDyn(const float* A, const float* B, float* C, int N, int tile) {
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

    if (row < N && col < N)
        C[row * N + col] = sum;
}
