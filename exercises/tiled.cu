#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

extern "C" __global__ void mmTiled(const float* A, const float* B, float* C, int N) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int t = 0; t < (N + TILE_WIDTH - 1) / TILE_WIDTH; t++) {
        // TODO 1: load As[ty][tx] and Bs[ty][tx]; beyond the edge of the matrix store 0.0f
        // TODO 2: wait until the whole block has loaded
        // TODO 3: add As[ty][k] * Bs[k][tx] to sum, for every k in the tile
        // TODO 4: wait until the whole block has finished reading
    }

    // TODO 5: write sum to C, but only inside the matrix
}
