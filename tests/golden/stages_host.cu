struct cujit_layout {
    unsigned cujit_rows, cujit_units, cujit_share;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_kept_strides_x[1];
    unsigned cujit_kept_strides_z[1];
};
extern "C" __global__ void cujit_kernel_rows(const float *x, float *z, const long long n, const cujit_layout cujit_views)
{
    const unsigned cujit_begin_row = blockIdx.x * cujit_views.cujit_share;
    const unsigned cujit_end_row = cujit_views.cujit_rows - cujit_begin_row < cujit_views.cujit_share ? cujit_views.cujit_rows : cujit_begin_row + cujit_views.cujit_share;
    for (unsigned cujit_number = cujit_begin_row; cujit_number < cujit_end_row; cujit_number++) {
        constexpr int cujit_r = 0;
        unsigned cujit_place[1], cujit_row[1];
        cujit_find_place(cujit_number, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift, cujit_place);
        cujit_row[0] = 0;
        char *const cujit_from_x[1] = {(char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x)};
        char *const cujit_from_z[1] = {(char *)z + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_z)};
        [[maybe_unused]] const long long row = (long long)cujit_row[cujit_r];
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "stages[0].neutral"
-INFINITY
;
#line 25 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "stages[0].reduce"
fmaxf(a, b)
;
#line 32 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "stages[0].map"
x[i]
;
#line 39 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](float a) -> float {
        return
        static_cast<float>(a);
    };
        const auto cujit_both0 = [&](const float &cujit_left, const float &cujit_right) { return cujit_both(cujit_reduce0, cujit_left, cujit_right); };
        const auto cujit_step0 = [&](const float &cujit_left, const long long cujit_j) { return cujit_add(cujit_reduce0, cujit_left, cujit_map0(cujit_element<const float>{((float *)cujit_from_x[0])[cujit_j]}, (cujit_bare_i)(0), (cujit_bare_j)(0))); };
        float cujit_sum0 = cujit_fold_row<16, 16>(n, cujit_neutral0(), cujit_both0, cujit_step0);
        [[maybe_unused]] const float top = cujit_post0(cujit_held_value(cujit_sum0));
    [[maybe_unused]] const auto cujit_neutral1 = [&]() -> float {
        return
#line 1 "stages[1].neutral"
0
;
#line 54 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce1 = [&](float a, float b) -> float {
        return
#line 1 "stages[1].reduce"
a + b
;
#line 61 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map1 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "stages[1].map"
expf(x[i] - top)
;
#line 68 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post1 = [&](float a) -> float {
        return
        static_cast<float>(a);
    };
        const auto cujit_both1 = [&](const float &cujit_left, const float &cujit_right) { return cujit_both(cujit_reduce1, cujit_left, cujit_right); };
        const auto cujit_step1 = [&](const float &cujit_left, const long long cujit_j) { return cujit_add(cujit_reduce1, cujit_left, cujit_map1(cujit_element<const float>{((float *)cujit_from_x[0])[cujit_j]}, (cujit_bare_i)(0), (cujit_bare_j)(0))); };
        float cujit_sum1 = cujit_fold_row<16, 16>(n, cujit_neutral1(), cujit_both1, cujit_step1);
        [[maybe_unused]] const float sum = cujit_post1(cujit_held_value(cujit_sum1));
        for (long long cujit_j = 0; cujit_j < n; cujit_j++) {
            const cujit_element<const float> x{((float *)cujit_from_x[0])[cujit_j]};
            const cujit_element<float> z{((float *)cujit_from_z[0])[cujit_j]};
                        [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(0);
                        [[maybe_unused]] const cujit_bare_j j = (cujit_bare_j)(0);
                        {
#line 1 "operation"
z[i] = expf(x[i] - top) / sum
;
#line 87 "rows.cu"
                        }
        }
    }
}
