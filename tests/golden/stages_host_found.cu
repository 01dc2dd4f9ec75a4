struct cujit_layout {
    unsigned cujit_rows, cujit_units, cujit_share;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_folded[2], cujit_folded_magic[2], cujit_folded_shift[2];
    unsigned cujit_row[1];
    unsigned cujit_kept_strides_x[1], cujit_folded_strides_x[2];
    unsigned cujit_kept_strides_m[1];
    unsigned cujit_kept_strides_z[1];
    unsigned cujit_kept_strides_at[1];
};
extern "C" __global__ void cujit_kernel_rows(const short *x, const float *w, const int *m, float *z, long long *at, const long long n, const cujit_layout cujit_views)
{
    const auto cujit_at_x = [&](const char *cujit_from, const long long cujit_j) -> short * {
        unsigned cujit_inner[2];
        cujit_find_place((unsigned)cujit_j, cujit_views.cujit_folded, cujit_views.cujit_folded_magic, cujit_views.cujit_folded_shift, cujit_inner);
        return (short *)(cujit_from + cujit_offset(cujit_inner, cujit_views.cujit_folded_strides_x));
    };
    const unsigned cujit_begin_row = blockIdx.x * cujit_views.cujit_share;
    const unsigned cujit_end_row = cujit_views.cujit_rows - cujit_begin_row < cujit_views.cujit_share ? cujit_views.cujit_rows : cujit_begin_row + cujit_views.cujit_share;
    for (unsigned cujit_number = cujit_begin_row; cujit_number < cujit_end_row; cujit_number++) {
        constexpr int cujit_r = 0;
        unsigned cujit_place[1], cujit_row[1];
        cujit_find_place(cujit_number, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift, cujit_place);
        cujit_row[0] = cujit_offset(cujit_place, cujit_views.cujit_row);
        char *const cujit_from_x[1] = {(char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x)};
        char *const cujit_from_w[1] = {(char *)w};
        char *const cujit_from_m[1] = {(char *)m + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_m)};
        char *const cujit_from_z[1] = {(char *)z + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_z)};
        char *const cujit_from_at[1] = {(char *)at + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_at)};
        [[maybe_unused]] const cujit_counted_row row = (cujit_counted_row)cujit_row[cujit_r];
        const int cujit_element_m = *(const int *)cujit_from_m[cujit_r];
        [[maybe_unused]] const cujit_row_element<const int> m{cujit_element_m};
        [[maybe_unused]] const cujit_row_element<long long> at{*(long long *)cujit_from_at[cujit_r]};
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> int {
        return
#line 1 "stages[0].neutral"
0
;
#line 40 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](int a, int b) -> int {
        return
#line 1 "stages[0].reduce"
a != 0 ? a : b
;
#line 47 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const short> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> int {
        return
#line 1 "stages[0].map"
x[i]
;
#line 54 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](int a) -> short {
        return
        static_cast<short>(a);
    };
        const auto cujit_both0 = [&](const int &cujit_left, const int &cujit_right) { return cujit_both(cujit_reduce0, cujit_left, cujit_right); };
        const auto cujit_step0 = [&](const int &cujit_left, const long long cujit_j) { return cujit_add(cujit_reduce0, cujit_left, cujit_map0(cujit_element<const short>{*cujit_at_x(cujit_from_x[0], cujit_j)}, (cujit_counted_i)((long long)cujit_row[cujit_r] * n + cujit_j), (cujit_counted_j)(cujit_j))); };
        int cujit_sum0 = cujit_fold_row<1, 0>(n, cujit_neutral0(), cujit_both0, cujit_step0);
    [[maybe_unused]] const auto cujit_reduce1 = [&](cujit_indexed<short> a, cujit_indexed<short> b) -> cujit_indexed<short> {
        return
#line 1 "stages[1].reduce"
cujit_max(a, b)
;
#line 68 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map1 = [&](const cujit_element<const short> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> cujit_indexed<short> {
        return
#line 1 "stages[1].map"
cujit_at(x[i], j)
;
#line 75 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post1 = [&](cujit_indexed<short> a) -> long long {
        return
#line 1 "stages[1].post"
a.index
;
#line 82 "rows.cu"
    };
        const auto cujit_both1 = [&](const cujit_maybe<cujit_indexed<short>> &cujit_left, const cujit_maybe<cujit_indexed<short>> &cujit_right) { return cujit_both(cujit_reduce1, cujit_left, cujit_right); };
        const auto cujit_step1 = [&](const cujit_maybe<cujit_indexed<short>> &cujit_left, const long long cujit_j) { return cujit_add(cujit_reduce1, cujit_left, cujit_map1(cujit_element<const short>{*cujit_at_x(cujit_from_x[0], cujit_j)}, (cujit_counted_i)((long long)cujit_row[cujit_r] * n + cujit_j), (cujit_counted_j)(cujit_j))); };
        cujit_maybe<cujit_indexed<short>> cujit_sum1 = cujit_fold_row<1, 0>(n, cujit_maybe<cujit_indexed<short>>{}, cujit_both1, cujit_step1);
        [[maybe_unused]] const short first = cujit_post0(cujit_held_value(cujit_sum0));
        [[maybe_unused]] const long long most = cujit_post1(cujit_held_value(cujit_sum1));
        for (long long cujit_j = 0; cujit_j < n; cujit_j++) {
            const cujit_element<const short> x{*cujit_at_x(cujit_from_x[0], cujit_j)};
            const cujit_place_element<const float> w{((float *)cujit_from_w[0])[cujit_j]};
            const cujit_element<float> z{((float *)cujit_from_z[0])[cujit_j]};
                        [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)((long long)cujit_row[cujit_r] * n + cujit_j);
                        [[maybe_unused]] const cujit_counted_j j = (cujit_counted_j)(cujit_j);
                        {
#line 1 "operation"
if (x[i] > first) z[i] = w[j] * m[row] + i
;
#line 99 "rows.cu"
                        }
        }
            [&]() {
#line 1 "finish"
at[row] = most // there
;
#line 106 "rows.cu"
            }();
    }
}
