// Wrong on purpose: the tiled product without its first barrier, for the lesson on barriers.
//
// Nothing makes a warp wait until the others have loaded their part of the tiles, so it multiplies whatever
// shared memory holds: nothing useful in the first phase, parts of the tile before in the later ones.

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

extern "C" __global__ void mmTiledNoFirst(const float* A, const float* B, float* C, int N) {
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

        // Missing here: __syncthreads(). A warp may read what another has not written yet (RAW).

        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];

        // Nobody writes the next tiles before everybody has read these.
        __syncthreads();
    }

    if (row < N && col < N)
        C[row * N + col] = sum;
}
