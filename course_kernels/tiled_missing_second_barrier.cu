// Wrong on purpose: the tiled product without its second barrier, for the lesson on barriers.
//
// Nothing makes a fast warp wait until the slow ones have read the tiles, so it may load the next tiles over
// them. How many elements of C come out wrong depends on the timing of the warps, and changes from run to run.

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

extern "C" __global__ void mmTiledNoSecond(const float* A, const float* B, float* C, int N) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (N + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int t = 0; t < phases; t++) {
        int aCol = t * TILE_WIDTH + tx;
        int bRow = t * TILE_WIDTH + ty;

        // Beyond the edge we store 0, which adds nothing to the sum. No thread may leave early:
        // it is still needed to load its share, and to arrive at the barriers.
        As[ty][tx] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;
        Bs[ty][tx] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;

        // Nobody reads the tiles before everybody has written.
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];

        // Missing here: __syncthreads(). A warp may overwrite what another still has to read (WAR).
    }

    if (row < N && col < N)
        C[row * N + col] = sum;
}
