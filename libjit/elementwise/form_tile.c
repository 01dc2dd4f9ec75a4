/*
 * form_tile.c: the source of tiles: each thread loads `width` consecutive elements of every array at once, runs the
 * operation on them in registers, and stores them at once.
 *
 * One tile a thread, without a loop, is what an H200 likes best (256 threads, 16 bytes of the widest array). With more
 * than one a thread (`unroll`), all of a thread's tiles are on their way before the first is used.
 */
#include "libjit/elementwise/form.h"
#include "libjit/kernel/source.h"

#include "templates/templates.h"

/* ---- What becomes of an array ---- */

static bool has_neighbours(const cj_access *access)
{
    return access->lowest < 0 || access->highest > 0;
}

static const char *index_type(const cj_kernel_text *text)
{
    return cj_kernel_text_has_neighbours(text) ? "cujit_near_i" : cj_source_index_type(text);
}

static void write_tile_type(const cj_parameter *parameter, const cj_variant *variant, cj_text *out)
{
    cj_text_printf(out, "cujit_tile<%s, %d>", parameter->spelling, variant->width);
}

/* ---- Loading ---- */

static void write_declaration(const cj_parameter *parameter, const cj_access *access, const cj_variant *variant,
                              cj_text *out)
{
    cj_text_append(out, "        ");
    write_tile_type(parameter, variant, out);
    cj_text_printf(out, " cujit_tile_%s[%d]", parameter->name, variant->unroll);
    if (access->written && access->loaded && !access->always)
        cj_text_printf(out, ", cujit_before_%s[%d]", parameter->name, variant->unroll);
    cj_text_append(out, ";\n");
    if (has_neighbours(access))
        cj_text_printf(out, "        %s cujit_near_%s[%d][%d];\n        const %s *const cujit_from_%s = %s;\n",
                       parameter->spelling, parameter->name, variant->unroll,
                       variant->width + access->highest - access->lowest, parameter->spelling, parameter->name,
                       parameter->name);
}

static void write_neighbours(const cj_parameter *parameter, const cj_access *access, const cj_variant *variant,
                             cj_text *out)
{
    const char *name = parameter->name;
    int before = -access->lowest, width = variant->width;

    cj_text_printf(
        out,
        "#pragma unroll\n"
        "            for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
        "                cujit_move(cujit_near_%s[cujit_u][%d + cujit_k], cujit_tile_%s[cujit_u].cujit_of[cujit_k]);\n",
        width, name, before, name);
    for (int k = 0; k < before; k++)
        cj_text_printf(out, "            cujit_move(cujit_near_%s[cujit_u][%d], %s[cujit_at - %d]);\n", name, k, name,
                       before - k);
    for (int k = 0; k < access->highest; k++)
        cj_text_printf(out, "            cujit_move(cujit_near_%s[cujit_u][%d], %s[cujit_at + %d]);\n", name,
                       before + width + k, name, width + k);
}

static void write_loading(const cj_parameter *parameter, const cj_access *access, const cj_variant *variant,
                          cj_text *out)
{
    const char *name = parameter->name;

    if (!access->loaded)
        return;
    cj_text_printf(out, "            cujit_tile_%s[cujit_u] = cujit_load%s<%s, %d>(%s + cujit_at);\n", name,
                   (variant->flags & CJ_VARIANT_SHIFTED) != 0 ? "_shifted" : "", parameter->spelling, variant->width,
                   name);
    if (access->written && !access->always)
        cj_text_printf(out, "            cujit_before_%s[cujit_u] = cujit_tile_%s[cujit_u];\n", name, name);
    if (has_neighbours(access))
        write_neighbours(parameter, access, variant, out);
}

/* All tiles of a thread are on their way before the first is waited for. */
static void write_loads(const cj_kernel_text *text, const cj_variant *variant, int step, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        if (cj_kernel_text_can_tile(text, k))
            write_declaration(&text->signature.parameters[k], &text->accesses.of[k], variant, out);
    }
    cj_text_printf(out,
                   "#pragma unroll\n"
                   "        for (int cujit_u = 0; cujit_u < %d; cujit_u++) {\n"
                   "            [[maybe_unused]] const long long cujit_at = cujit_first + cujit_u * %d;\n",
                   variant->unroll, step);
    for (size_t k = 0; k < text->signature.count; k++) {
        if (cj_kernel_text_can_tile(text, k))
            write_loading(&text->signature.parameters[k], &text->accesses.of[k], variant, out);
    }
    cj_text_append(out, "        }");
}

/* ---- Elements and stores ---- */

static void write_elements(const cj_kernel_text *text, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_access *access = &text->accesses.of[k];
        const char *name = parameter->name;

        if (!cj_kernel_text_can_tile(text, k))
            continue;
        cj_text_append(out, "                ");
        if (has_neighbours(access)) {
            cj_text_printf(
                out,
                "const cujit_neighbours<%s, %d, %d> %s{&cujit_near_%s[cujit_u][%d + cujit_k], cujit_from_%s + "
                "(long long)i};\n",
                parameter->spelling, access->lowest, access->highest, name, name, -access->lowest, name);
        } else {
            cj_source_element(text, k, out);
            cj_text_printf(out, "{cujit_tile_%s[cujit_u].cujit_of[cujit_k]};\n", name);
        }
    }
}

static void write_stores(const cj_kernel_text *text, const cj_variant *variant, int step, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_access *access = &text->accesses.of[k];
        const char *name = text->signature.parameters[k].name;
        bool shifted = (variant->flags & CJ_VARIANT_SHIFTED) != 0;

        if (!cj_kernel_text_can_tile(text, k) || !access->written)
            continue;
        if (access->always)
            cj_text_printf(out, "            cujit_store%s(%s + cujit_first + cujit_u * %d, cujit_tile_%s[cujit_u]);\n",
                           shifted ? "_shifted" : "", name, step, name);
        else
            cj_text_printf(out,
                           "            cujit_store_changed(%s + cujit_first + cujit_u * %d, cujit_tile_%s[cujit_u], "
                           "cujit_before_%s[cujit_u]);\n",
                           name, step, name, name);
    }
}

/* ---- Who does what ---- */

/* Tiles go to the first threads, a block's `unroll` times as many next to each other. What is in no tile goes to the
 * threads behind them, an element each: what is left behind the last tile, and the head, where tiles begin later (so
 * that stores are aligned, or neighbours are there). Without a tile at all this is a kernel of plain pointers. */
static void write_place(const cj_variant *variant, const char *count, cj_text *out)
{
    int width = variant->width, unroll = variant->unroll, block = variant->block;

    cj_text_printf(out,
                   "    const long long cujit_thread = (long long)blockIdx.x * %d + threadIdx.x;\n"
                   "    const long long cujit_rest = cujit_thread - cujit_tiles",
                   block);
    if (unroll > 1) {
        cj_text_printf(out, " / %d;\n", unroll);
        cj_text_printf(
            out, "    const long long cujit_first = cujit_head + ((long long)blockIdx.x * %d + threadIdx.x) * %d;\n",
            block * unroll, width);
    } else {
        cj_text_printf(out, ";\n    const long long cujit_first = cujit_head + cujit_thread * %d;\n", width);
    }
    cj_text_printf(
        out,
        "    const long long cujit_from = cujit_rest < cujit_head ? cujit_rest : cujit_tiles * %d + cujit_rest;\n"
        "    const long long cujit_to = cujit_from < %s ? cujit_from + 1 : %s;",
        width, count, count);
}

cujit_status cj_form_tile(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error)
{
    int step = variant->block * variant->width;
    cj_source writing;
    cj_text *parameters;

    cj_source_begin(&writing, text);
    parameters = cj_source_add(&writing, "PARAMETERS");
    cj_source_parameters(text, parameters);
    cj_text_printf(parameters, "const long long %s, const long long cujit_tiles, const long long cujit_head",
                   cj_source_count(text));
    write_place(variant, cj_source_count(text), cj_source_add(&writing, "PLACE"));
    cj_text_printf(cj_source_add(&writing, "BLOCK"), "%d", variant->block);
    cj_text_printf(cj_source_add(&writing, "UNROLL"), "%d", variant->unroll);
    cj_text_printf(cj_source_add(&writing, "WIDTH"), "%d", variant->width);
    cj_text_printf(cj_source_add(&writing, "STEP"), "%d", step);
    cj_text_append(cj_source_add(&writing, "INDEX"), index_type(text));
    write_loads(text, variant, step, cj_source_add(&writing, "LOAD"));
    write_elements(text, cj_source_add(&writing, "ELEMENTS"));
    write_stores(text, variant, step, cj_source_add(&writing, "STORE"));
    return cj_source_finish(&writing, cj_template_elementwise_tile, source, error);
}
