/*
 * sort_cub: CUB's sort as a function that C calls, for cub_sort.c. With a CUDA toolkit:
 *     nvcc -O3 -shared -Xcompiler -fPIC -arch=compute_80 sort_cub.cu -o libsort_cub.so
 */
#include <cub/device/device_radix_sort.cuh>

/* Sorts `count` keys and takes the values along, from the first arrays into the second ones. As CUB's own functions do:
 * with `memory` NULL only *size is set, to the bytes of device memory that the call needs. 0 where all is right. */
extern "C" int sort_cub_float_int64(void *memory, size_t *size, const float *keys, float *sorted_keys,
                                    const long long *values, long long *sorted_values, long long count,
                                    cudaStream_t stream)
{
    return cub::DeviceRadixSort::SortPairs(memory, *size, keys, sorted_keys, values, sorted_values, count, 0,
                                           (int)sizeof(float) * 8, stream);
}
