/*
 * prelude_texture.h: textures and surfaces as signatures have them, with T, what a read gives: t(x, y) is CUDA's
 * tex2D<T>(t, x, y), which takes them too. They are as large as CUDA's handles, and turn into those.
 */
#define CUJIT_HANDLE(name, handle, ...)                                                                                \
    template <typename T> struct name {                                                                                \
        handle cujit_handle;                                                                                           \
        __device__ __forceinline__ operator handle() const { return cujit_handle; }                                    \
        __VA_ARGS__                                                                                                    \
    };
#define CUJIT_TEXTURE(name, function, parameters, values)                                                              \
    CUJIT_HANDLE(name, cudaTextureObject_t, __device__ __forceinline__ T operator()parameters const {                  \
        return function<T>(cujit_handle, CUJIT_UNWRAP values);                                                         \
    })                                                                                                                 \
    template <typename T>                                                                                              \
    static __device__ __forceinline__ T function(name<T> cujit_texture, CUJIT_UNWRAP parameters)                       \
    {                                                                                                                  \
        return cujit_texture values;                                                                                   \
    }
#define CUJIT_UNWRAP(...) __VA_ARGS__
CUJIT_TEXTURE(texture1d, tex1D, (float x), (x))
CUJIT_TEXTURE(texture2d, tex2D, (float x, float y), (x, y))
CUJIT_TEXTURE(texture3d, tex3D, (float x, float y, float z), (x, y, z))
CUJIT_TEXTURE(texture1d_layered, tex1DLayered, (float x, int layer), (x, layer))
CUJIT_TEXTURE(texture2d_layered, tex2DLayered, (float x, float y, int layer), (x, y, layer))
CUJIT_HANDLE(texture_buffer, cudaTextureObject_t, __device__ __forceinline__ T operator[](long long k) const {
    return tex1Dfetch<T>(cujit_handle, (int)k);
})
template <typename T> static __device__ __forceinline__ T tex1Dfetch(texture_buffer<T> cujit_texture, int k)
{
    return cujit_texture[k];
}
#undef CUJIT_TEXTURE

/* x counts texels here, bytes in CUDA's functions. */
#define CUJIT_SURFACE(name, function, parameters, values)                                                              \
    CUJIT_HANDLE(                                                                                                      \
        name, cudaSurfaceObject_t,                                                                                     \
        __device__ __forceinline__ T read(CUJIT_UNWRAP parameters) const {                                             \
            return function##read<T>(cujit_handle, CUJIT_UNWRAP values);                                               \
        } __device__ __forceinline__ void write(T value, CUJIT_UNWRAP parameters) const {                              \
            function##write(value, cujit_handle, CUJIT_UNWRAP values);                                                 \
        })
CUJIT_SURFACE(surface1d, surf1D, (int x), (x * (int)sizeof(T)))
CUJIT_SURFACE(surface2d, surf2D, (int x, int y), (x * (int)sizeof(T), y))
CUJIT_SURFACE(surface3d, surf3D, (int x, int y, int z), (x * (int)sizeof(T), y, z))
CUJIT_SURFACE(surface1d_layered, surf1DLayered, (int x, int layer), (x * (int)sizeof(T), layer))
CUJIT_SURFACE(surface2d_layered, surf2DLayered, (int x, int y, int layer), (x * (int)sizeof(T), y, layer))
#undef CUJIT_SURFACE
#undef CUJIT_HANDLE
#undef CUJIT_UNWRAP
