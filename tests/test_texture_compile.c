/*
 * test_texture_compile.c: texts with textures and surfaces through NVRTC, in all spellings. Needs no device; exits 77 where
 * there is no NVRTC.
 */
#include "libjit/device/cuda/compiler.h"
#include "tests/kernels.h"

static int find_compiler(void)
{
    cj_cuda_compiler *found;

    return cj_cuda_find_compiler(NULL, &found, NULL) == CUJIT_OK ? 0 : CJ_TEST_SKIP;
}

PREPARE(find_compiler())

static const char *const operations[][2] = {
    {"texture1d<float> t, float *z", "z[i] = t(i) + tex1D(t, 1.0f) + tex1D<float>(t, 2)"},
    {"texture2d<float4> t, float4 *z", "z[i] = t(i1, i0); tex2D(&z[i], t, 1, 2); z[i] = tex2DLod<float4>(t, 1, 2, 0)"},
    {"texture3d<uchar4> t, unsigned char *z", "z[i] = t(1, 2, i).x + tex3D<uchar4>(t, 1, 2, 3).w"},
    {"texture1d_layered<int2> t, int *z", "z[i] = t(1, i).y"},
    {"texture2d_layered<short> t, short *z", "z[i] = t(1, i, 3) + tex2DLayered<short>(t, 1, 2, 3)"},
    {"texture_buffer<unsigned int> t, unsigned *z", "z[i] = t[i] + tex1Dfetch(t, 3) + tex1Dfetch<unsigned>(t, 4)"},
    {"cudaTextureObject_t t, float *z", "z[i] = tex2D<float>(t, i, 0)"},
    {"surface1d<int> s, int *z", "s.write(z[i], i); z[i] += s.read(i + 1)"},
    {"surface2d<uchar4> s, uchar4 *z", "s.write(z[i], i1, i0); z[i] = surf2Dread<uchar4>(s, 4, 1)"},
    {"surface3d<float> s, float *z", "s.write(z[i], i, 1, 2); surf3Dwrite(1.0f, s, 4, 1, 1, cudaBoundaryModeZero)"},
    {"surface1d_layered<float2> s, float2 *z", "s.write(z[i], i, 1); z[i] = s.read(0, 1)"},
    {"surface2d_layered<float> s, float *z", "s.write(z[i], i, 1, 2); z[i] = s.read(0, 1, 2)"},
    {"cudaSurfaceObject_t s, float *z", "surf2Dwrite(z[i], s, (int)i * 4, 0, cudaBoundaryModeClamp)"},
};

TEST_EACH(operations_with_textures_compile, COUNT(operations))
{
    cujit_context *target = cj_test_target("sm_90");

    kernel_if_compiled(target, &(cujit_elementwise_spec){.arguments = operations[_i][0],
                                                         .operation = operations[_i][1],
                                                         .options = quick_options(target)});
}

TEST(preambles_and_headers_may_read_textures)
{
    static const char preamble[] = "#define AT(t) tex1D<float>(t, 3)\n"
                                   "__device__ float twice(texture1d<float> t, float x) { return t(x) * 2; }\n";
    cujit_context *target = cj_test_target("sm_90");

    kernel_if_compiled(target, &(cujit_elementwise_spec){.arguments = "texture1d<float> t, float *z",
                                                         .preamble = preamble,
                                                         .operation = "z[i] = AT(t) + twice(t, i)"});
}
