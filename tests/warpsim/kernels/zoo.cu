// Kernels with much of what C++ has, for mutation: N x N arrays, any block, any grid.
__device__ float table[64];
__constant__ int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

__global__ void zooFlow(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + (blockIdx.y * blockDim.y + threadIdx.y) * N;
    if (i >= N * N) return;
    float sum = 0;
    for (int k = 0; k < 9; k++) {
        if ((k + i) % 3 == 0) continue;
        switch ((i + k) & 7) {
            case 0: sum += A[i]; break;
            case 1: sum -= B[i]; break;
            case 2: sum *= 0.5f;
            case 3: sum += 1; break;
            case 4: goto out;
            case 5: if (sum > 3) return;
            default: sum += primes[k % 8];
        }
        int j = k;
        while (j < i % 11) {
            if (j == 5) break;
            j += 2;
        }
        do sum += j; while (++j < 4);
    }
out:
    C[i] = sum;
}

__global__ void zooTypes(const float* A, const float* B, float* C, int N) {
    int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * (blockIdx.x + gridDim.x * blockIdx.y));
    if (i < N * N / 4) {
        const unsigned char* bytes = (const unsigned char*)A;
        const short* halves = (const short*)B;
        long long wide = (long long)bytes[4 * i] * halves[2 * i] + ((long long)N << 33);
        double d = A[i] / 3.0 + (double)(wide % 1001);
        unsigned u = __float_as_uint(B[i]) >> (i & 31);
        ((char*)C)[4 * i] = (char)u;
        ((short*)C)[2 * i + 1] = (short)(u * 3);
        C[N * N / 2 + i] = (float)d + (u / (unsigned)(i + 1)) + i % N;
    }
}

__global__ void zooMemory(const float* A, const float* B, float* C, int N) {
    __shared__ float s[64];
    __shared__ double t[16];
    extern __shared__ float dynamic[];
    int x = threadIdx.x + threadIdx.y * blockDim.x;
    int local[12];
    for (int k = 0; k < 12; k++) local[(k * N) % 12] = k + x;
    s[x % 64] = A[x % N];
    if (x < 16) t[x] = B[x];
    dynamic[x % 32] = x;
    __syncthreads();
    float* p = x % 2 ? s : dynamic;
    const float* q = x % 3 ? B + N : table;
    float4 v = *(const float4*)(A + 4 * (x % N));
    float sum = v.x + v.w + p[x % 32] + q[x % 20] + (float)t[x % 16] + local[x % 12];
    __syncthreads();
    if (blockIdx.x == 0 && blockIdx.y == 0 && x < N * N) C[x] = sum;
}
