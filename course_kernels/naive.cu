// The plain matrix product C = A * B: one thread for one element of C.
//
// A, B and C are N x N, row after row. Every thread reads a whole row of A and a whole column of B
// straight from global memory, so each number is fetched N times over. The tiled kernel mends that.

extern "C" __global__ void mmNaive(const float* A, const float* B, float* C, int N) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    // The grid is rounded up to whole blocks: threads beyond the edge have no element of their own.
    if (row < N && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < N; k++)
            sum += A[row * N + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}
