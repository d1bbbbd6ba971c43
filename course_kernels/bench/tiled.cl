// The course's tiled kernel in OpenCL C, step for step the same: it is what PoCL runs.

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE_WIDTH, TILE_WIDTH, 1)))
void mmTiled(__global const float* A, __global const float* B, __global float* C, int N) {
    __local float As[TILE_WIDTH][TILE_WIDTH];
    __local float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = get_local_id(0), ty = get_local_id(1);
    int row = get_group_id(1) * TILE_WIDTH + ty;
    int col = get_group_id(0) * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (N + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int t = 0; t < phases; t++) {
        int aCol = t * TILE_WIDTH + tx;
        int bRow = t * TILE_WIDTH + ty;
        As[ty][tx] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;
        Bs[ty][tx] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (row < N && col < N)
        C[row * N + col] = sum;
}
