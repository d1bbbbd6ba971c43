// C = A * B with wide registers: a block of 256 threads computes 128 x 128 elements, each thread 8 x 8.
//
// A is M x K, B is K x N, C is M x N, row after row; M and N are multiples of 128, K is one of 8.
// Launch it with N / 128 x M / 128 blocks of 256 threads. This is the kernel whose basic block is long.

#define FLOAT4(x) (*(float4*)&(x))

extern "C" __global__ void sgemm_v4(const float* A, const float* B, float* C, int M, int N, int K) {
    // the tile of A is kept transposed, so that a thread reads its eight rows as two float4
    __shared__ __align__(16) float AsT[8][128];
    __shared__ __align__(16) float Bs[8][128];

    int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    int by = blockIdx.y * 128, bx = blockIdx.x * 128;
    int aRow = tid / 2, aCol = 4 * (tid % 2);
    int bRow = tid / 32, bCol = 4 * (tid % 32);
    float acc[8][8] = {};

    for (int k0 = 0; k0 < K; k0 += 8) {
        float4 a = *(const float4*)&A[(by + aRow) * K + k0 + aCol];
        AsT[aCol][aRow] = a.x;
        AsT[aCol + 1][aRow] = a.y;
        AsT[aCol + 2][aRow] = a.z;
        AsT[aCol + 3][aRow] = a.w;
        FLOAT4(Bs[bRow][bCol]) = *(const float4*)&B[(k0 + bRow) * N + bx + bCol];
        __syncthreads();

#pragma unroll
        for (int k = 0; k < 8; k++) {
            float ra[8], rb[8];
            FLOAT4(ra[0]) = FLOAT4(AsT[k][8 * ty]);
            FLOAT4(ra[4]) = FLOAT4(AsT[k][8 * ty + 4]);
            FLOAT4(rb[0]) = FLOAT4(Bs[k][8 * tx]);
            FLOAT4(rb[4]) = FLOAT4(Bs[k][8 * tx + 4]);
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) C[(by + 8 * ty + i) * N + bx + 8 * tx + j] = acc[i][j];
}
