/*
 * test_module_groups.c: cooperative groups: the same kernels on every device, and compiled for a GPU where there is
 * none.
 */
#include "tests/kernels.h"

#include <stdio.h>

/* Each kernel writes, for each thread, bits of what was wrong. */
static const char head[] = "#include <cooperative_groups.h>\n"
                           "#include <cooperative_groups/reduce.h>\n"
                           "#include <cooperative_groups/scan.h>\n"
                           "#include <cooperative_groups/memcpy_async.h>\n"
                           "namespace cg = cooperative_groups;\n"
                           "template <typename G> __device__ int shuffled_sum(const G &g, int v) {\n"
                           "    for (int k = g.size() / 2; k > 0; k /= 2) v += g.shfl_down(v, k);\n"
                           "    return g.shfl(v, 0); }\n"
                           "struct wide { double a, b; int c; float d; };\n";

static const char blocks[] =
    "extern \"C\" __global__ void blocks(unsigned *y) { __shared__ unsigned s[96];\n"
    "    cg::thread_block block = cg::this_thread_block(); cg::grid_group grid = cg::this_grid();\n"
    "    const unsigned rank = block.thread_rank(); unsigned bad = 0;\n"
    "    bad |= (block.size() != 96 || block.num_threads() != 96 || cg::group_size(block) != 96) << 0;\n"
    "    bad |= (rank != threadIdx.x + 4 * (threadIdx.y + 6 * threadIdx.z) || cg::thread_rank(block) != rank) << 1;\n"
    "    bad |= (block.group_index().x != blockIdx.x || block.thread_index().y != threadIdx.y) << 2;\n"
    "    bad |= (block.dim_threads().z != 4 || block.group_dim().x != 4) << 3;\n"
    "    bad |= (grid.size() != 96 * gridDim.x || grid.thread_rank() != blockIdx.x * 96 + rank || grid.is_valid()) << 4;\n"
    "    s[rank] = rank; block.sync(); bad |= (s[95 - rank] != 95 - rank) << 5;\n"
    "    cg::sync(block); s[rank] = 7; cg::thread_block::sync(); bad |= (s[(rank + 40) % 96] != 7) << 6;\n"
    "    cg::thread_group any = block; bad |= (any.size() != 96 || any.thread_rank() != rank) << 7; any.sync();\n"
    "    cg::memcpy_async(block, s, y, sizeof(unsigned) * 96); cg::wait(block); bad |= (s[95 - rank] != 9) << 8;\n"
    "    block.sync(); cg::memcpy_async(block, s, 50, y, 96); cg::wait_prior<0>(block); bad |= (s[20] != 9) << 9;\n"
    "    cg::invoke_one(block, [&](unsigned v) { s[0] = v; }, 5u); block.sync(); bad |= (s[0] != 5) << 10;\n"
    "    auto one = cg::tiled_partition<1>(block); auto self = cg::this_thread();\n"
    "    bad |= (one.size() != 1 || one.shfl(3, 0) != 3 || cg::reduce(one, 4, cg::plus<int>()) != 4) << 11;\n"
    "    bad |= (one.meta_group_rank() != rank || self.size() != 1 || self.thread_rank() != 0) << 12;\n"
    "    y[96 + blockIdx.x * 96 + rank] = bad; }\n"
    "__device__ int aggregated(int *counter) { cg::coalesced_group g = cg::coalesced_threads(); int before = 0;\n"
    "    if (g.thread_rank() == 0) before = atomicAdd(counter, (int)g.size());\n"
    "    return g.shfl(before, 0) + g.thread_rank(); }\n"
    "extern \"C\" __global__ void coalesced(unsigned *y, int *counter, int *seen) {\n"
    "    const unsigned t = threadIdx.x, lane = t % 32; unsigned bad = 0;\n"
    "    if (lane % 3 == 1) { cg::coalesced_group g = cg::coalesced_threads();\n"
    "        const unsigned n = t < 64 ? 11 : 3, r = lane / 3;\n"
    "        bad |= (g.size() != n || g.num_threads() != n || g.thread_rank() != r) << 0;\n"
    "        bad |= (g.shfl((int)t, 2) != (int)(t - lane + 7)) << 1;\n"
    "        bad |= (g.shfl_up((int)r, 2) != (int)(r < 2 ? r : r - 2)) << 2;\n"
    "        bad |= (g.shfl_down((double)r, 1) != (r + 1 < n ? r + 1 : r)) << 3;\n"
    "        bad |= (g.ballot(r > 0) != (1u << n) - 2 || g.any(r == 1) != 1 || g.all(r < 2) != 0) << 4;\n"
    "        bad |= (cg::reduce(g, (int)r, cg::plus<int>()) != (int)(n * (n - 1) / 2)) << 5;\n"
    "        bad |= (cg::inclusive_scan(g, 1) != (int)r + 1 || cg::exclusive_scan(g, 2) != 2 * (int)r) << 6;\n"
    "        bad |= (g.match_any((int)r / 2) != (3u << (r & ~1u) & ((1u << n) - 1))) << 7;\n"
    "        cg::coalesced_group part = cg::tiled_partition(g, 2);\n"
    "        bad |= (part.size() != (r / 2 * 2 + 1 < n ? 2 : 1) || part.meta_group_rank() != r / 2) << 8;\n"
    "        g.sync();\n"
    "    } else if (lane % 3 == 2) { cg::coalesced_group g = cg::coalesced_threads();\n"
    "        bad |= (g.size() != (t < 64 ? 10u : 2u)) << 9; }\n"
    "    if (t % 5 != 0) atomicAdd(&seen[aggregated(counter)], 1);\n"
    "    for (unsigned k = 0; k < lane % 4; k++) { const unsigned mask = __activemask();\n"
    "        bad |= (!(mask >> lane & 1)) << 10; __syncwarp(mask); }\n"
    "    y[t] = bad; }\n"
    "\n"
    "extern \"C\" __global__ void diverged(unsigned *y) {\n"
    "    auto tile = cg::tiled_partition<8>(cg::this_thread_block()); unsigned sum = 0;\n"
    "    for (unsigned k = 0; k < tile.meta_group_rank(); k++) { /* each tile as often as its number says */\n"
    "        tile.sync(); sum += cg::reduce(tile, 1, cg::plus<int>()); }\n"
    "    if (tile.meta_group_rank() % 2) tile.sync(); else sum += tile.shfl(1000, 3);\n"
    "    cg::this_thread_block().sync(); y[threadIdx.x] = sum; }\n";

static const char tiles[] =
    "template <unsigned N> __global__ void tiles(unsigned *y) {\n"
    "    cg::thread_block block = cg::this_thread_block(); auto tile = cg::tiled_partition<N>(block);\n"
    "    const unsigned t = threadIdx.x, r = t % N, first = t - r, all = N == 32 ? ~0u : (1u << N % 32) - 1;\n"
    "    unsigned bad = 0;\n"
    "    static_assert(decltype(tile)::size() == N, \"\");\n"
    "    bad |= (tile.size() != N || tile.num_threads() != N || tile.thread_rank() != r) << 0;\n"
    "    bad |= (tile.meta_group_rank() != t / N || tile.meta_group_size() != 64 / N) << 1;\n"
    "    bad |= (tile.shfl((int)t, N / 2) != (int)(first + N / 2)) << 2;\n"
    "    bad |= (tile.shfl_up((short)t, 1) != (short)(r < 1 ? t : t - 1)) << 3;\n"
    "    bad |= (tile.shfl_down((long long)t << 33, 2) != (long long)(r + 2 < N ? t + 2 : t) << 33) << 4;\n"
    "    wide w = {t * 1.5, -1.0 * t, (int)t, 0.5f * t}; w = tile.shfl_xor(w, N / 2);\n"
    "    const unsigned other = first + (r ^ N / 2) % N;\n"
    "    bad |= ((w.a != other * 1.5 || w.b != -1.0 * other || w.c != (int)other || w.d != 0.5f * other)) << 5;\n"
    "    bad |= (tile.any(r == N - 1) != 1 || tile.any(0) != 0 || tile.all(1) != 1 || tile.all(r > 0)) << 6;\n"
    "    bad |= (tile.ballot(r % 2 == 0) != (0x55555555u & all)) << 7;\n"
    "    bad |= (tile.match_any((int)r / 2) != (3u << (r & ~1u) & all)) << 8; int same, differs;\n"
    "    bad |= (tile.match_all(3, same) != all || !same) << 9;\n"
    "    bad |= (tile.match_all((int)r, differs) != 0 || differs) << 10;\n"
    "    bad |= (cg::reduce(tile, (int)r - 3, cg::plus<int>()) != (int)(N * (N - 1) / 2) - (int)(3 * N)) << 11;\n"
    "    bad |= (cg::reduce(tile, (int)r - 3, cg::less<int>()) != -3) << 12;\n"
    "    bad |= (cg::reduce(tile, r, cg::greater<unsigned>()) != N - 1) << 13;\n"
    "    bad |= (cg::reduce(tile, 1u << r, cg::bit_or<unsigned>()) != all) << 14;\n"
    "    bad |= (cg::reduce(tile, ~(1u << r), cg::bit_and<unsigned>()) != ~all) << 15;\n"
    "    bad |= (cg::reduce(tile, 1u << r, cg::bit_xor<unsigned>()) != all) << 16;\n"
    "    bad |= (cg::reduce(tile, r * 0.5, cg::plus<double>()) != N * (N - 1) * 0.25) << 17;\n"
    "    bad |= (cg::reduce(tile, (long long)r, [](long long a, long long b) { return a > b ? a : b; }) != N - 1) << 18;\n"
    "    bad |= (cg::inclusive_scan(tile, r) != r * (r + 1) / 2) << 19;\n"
    "    bad |= (cg::exclusive_scan(tile, (float)r, cg::plus<float>()) != r * (r - 1.0f) / 2) << 20;\n"
    "    bad |= (cg::inclusive_scan(tile, (int)(r ^ 1), cg::greater<int>()) != (int)(r | 1)) << 21;\n"
    "    bad |= (shuffled_sum(tile, 2) != 2 * (int)N) << 22; cg::thread_block_tile<N> plain = tile;\n"
    "    bad |= (plain.meta_group_rank() != t / N || plain.shfl((int)t, 0) != (int)first) << 23;\n"
    "    auto half = cg::tiled_partition<N / 2>(tile);\n"
    "    bad |= (half.meta_group_size() != 2 || half.meta_group_rank() != r / (N / 2)) << 24;\n"
    "    bad |= (shuffled_sum(half, 1) != (int)half.size()) << 25; tile.sync(); cg::sync(half);\n"
    "    cg::thread_group part = cg::tiled_partition(block, N);\n"
    "    bad |= (part.size() != N || part.thread_rank() != r) << 26; part.sync();\n"
    "    auto even = cg::binary_partition(tile, r % 2 == 0);\n"
    "    bad |= (even.size() != N / 2 || even.thread_rank() != r / 2) << 27;\n"
    "    auto label = cg::labeled_partition(tile, (int)(r / 3));\n"
    "    bad |= (label.thread_rank() != r % 3 || label.meta_group_rank() != r / 3 || label.meta_group_size() != (N + 2) / 3) << 28;\n"
    "    bad |= (cg::reduce(label, 1, cg::plus<int>()) != (int)(r / 3 * 3 + 3 > N ? N - r / 3 * 3 : 3)) << 29;\n"
    "    bad |= (cg::invoke_one_broadcast(tile, [&] { return (int)t; }) != (int)first) << 30;\n"
    "    y[blockIdx.x * 64 + t] = bad; }\n";

static const char *const instances[] = {"tiles<2>", "tiles<4>", "tiles<8>", "tiles<16>", "tiles<32>", NULL};

/* NULL: CUDA's headers are not here, so that there is nothing to test. */
static cujit_module *make_groups(cujit_context *context)
{
    char source[sizeof head + sizeof blocks + sizeof tiles];
    const cujit_module_spec spec = {.source = source, .name_expressions = instances};
    cujit_module *module = NULL;
    cujit_status status;

    snprintf(source, sizeof source, "%s%s%s", head, blocks, tiles);
    status = cujit_module_create(context, &spec, &module, &fault);
    if (status == CUJIT_ERROR_NO_COMPILER ||
        (status == CUJIT_ERROR_COMPILE && fault.vendor != NULL && strcmp(fault.vendor, "nvrtc") == 0 &&
         strstr(fault.message, "cannot open source file") != NULL)) {
        cujit_error_clear(&fault);
        return NULL;
    }
    must(status);
    return module;
}

static void run_and_check(cujit_function *function, cujit_launch shape, unsigned *y, size_t skip, size_t count)
{
    launch_function(function, shape, CUJIT_ARGS(CUJIT_INOUT(y, (skip + count) * sizeof *y)));
    for (size_t k = 0; k < count; k++)
        expect(y[skip + k] == 0, "thread %zu: 0x%x", k, y[skip + k]);
}

TEST(groups_are_the_same_on_every_device)
{
    cujit_context *context = cj_test_context();
    cujit_module *module = make_groups(context);
    unsigned y[96 * 4];
    int counter = 0, seen[80] = {0};

    if (module != NULL) {
        for (int k = 0; k < 96; k++)
            y[k] = 9;
        run_and_check(function_of(module, "blocks"), (cujit_launch){.grid = {3}, .block = {4, 6, 4}}, y, 96, 96 * 3);
        for (int k = 0; instances[k] != NULL; k++) {
            memset(y, 0xff, sizeof y);
            run_and_check(function_of(module, instances[k]), (cujit_launch){.grid = {2}, .block = {64}}, y, 0, 128);
        }
        memset(y, 0xff, sizeof y);
        launch_function(function_of(module, "coalesced"), (cujit_launch){.grid = {1}, .block = {72}},
                        CUJIT_ARGS(CUJIT_INOUT(y, 72 * sizeof *y), CUJIT_INOUT(&counter, sizeof counter),
                                   CUJIT_INOUT(seen, sizeof seen)));
        for (int k = 0; k < 72; k++)
            expect(y[k] == 0, "thread %d: 0x%x", k, y[k]);
        ck_assert_int_eq(counter, 57);
        for (int k = 0; k < 80; k++)
            expect(seen[k] == (k < 57), "place %d was taken %d times", k, seen[k]);
        launch_function(function_of(module, "diverged"), (cujit_launch){.grid = {1}, .block = {64}},
                        CUJIT_ARGS(CUJIT_OUT(y, 64 * sizeof *y)));
        for (unsigned k = 0; k < 64; k++)
            expect(y[k] == k / 8 * 8 + (k / 8 % 2 ? 0 : 1000), "thread %u: %u", k, y[k]);
        cujit_module_free(module);
    }
}

TEST(groups_compile_for_a_gpu)
{
    cujit_context *context = cj_test_target("sm_90");

    cujit_module_free(make_groups(context));
}

/* What the host refuses, with its place. */
static const struct {
    const char *text, *names;
    int line;
} refused[] = {
    {"__global__ void k() {\n  cg::this_grid().sync();\n}", "barriers of a whole grid", 4},
    {"__global__ void k() { auto c = cg::this_cluster(); }", "clusters", 3},
    {"__global__ void k(int *y) {\n\n auto t = cg::tiled_partition<64>(cg::this_thread_block());\n *y = t.size(); }",
     "more than 32", 5},
};

TEST_EACH(what_the_host_lacks_is_refused, COUNT(refused))
{
    cujit_context *context = cj_test_target("host");
    cujit_module *module = NULL;
    char text[600];

    snprintf(text, sizeof text, "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n%s",
             refused[_i].text);
    ck_assert_int_eq(cujit_module_create(context, &(cujit_module_spec){.source = text}, &module, &fault),
                     CUJIT_ERROR_UNSUPPORTED);
    ck_assert_str_eq(fault.part, "source");
    ck_assert_int_eq(fault.line, refused[_i].line);
    refuse(fault.status, CUJIT_ERROR_UNSUPPORTED, refused[_i].names);
}

TEST(diverged_block_barriers_are_found)
{
    cujit_context *context = cj_test_target("host");
    cujit_module *module = make_source(context, "#include <cooperative_groups.h>\n"
                                                "__global__ void k() {\n"
                                                "    auto block = cooperative_groups::this_thread_block();\n"
                                                "    if (threadIdx.x < 7) block.sync();\n"
                                                "    else cooperative_groups::sync(block);\n"
                                                "}\n");

    ck_assert_int_eq(cujit_function_launch(function_of(module, "k"), &(cujit_launch){.grid = {1}, .block = {32}},
                                           CUJIT_NO_ARGS, &fault),
                     CUJIT_ERROR_DIVERGED_BARRIER);
    ck_assert_msg(strstr(fault.message, "source:4") != NULL && strstr(fault.message, "source:5") != NULL, "%s",
                  fault.message);
}
