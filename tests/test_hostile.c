/*
 * test_hostile.c: kernels that the look at their texts may take for something else (hostile_texts.h), in every form
 * that they compile in, against the form of plain pointers: no element may differ, in elementwise kernels, reductions
 * and scans. On every device.
 *
 * CUJIT_TEST_KERNELS: how many kernels (24); CUJIT_TEST_FIRST: but for so many (0). CUJIT_TEST_SEED: which (1).
 * CUJIT_TEST_VERBOSE: each is shown. Kernel k of seed s is that of any run; to share them out over processes, give each
 * a seed. A failure shows the seed, the texts and the form.
 */
#include "libjit/elementwise/elementwise_strided.h"
#include "libjit/elementwise/form.h"
#include "tests/hostile_by_hand.h"
#include "tests/hostile_texts.h"
#include "tests/property.h"

#include <stdio.h>

enum { ROWS = 68, COLUMNS = 70, N = ROWS * COLUMNS, ARRAYS = 3, MOST_BYTES = 8, ROOM = 4 * N * MOST_BYTES };

typedef struct named_type {
    const char *name;
    element_type of;
} named_type;
static const named_type types[] = {{"float", {CUJIT_FLOAT32, CUJIT_FLOAT32, 4}},
                                   {"int", {CUJIT_INT32, CUJIT_INT32, 4}},
                                   {"double", {CUJIT_FLOAT64, CUJIT_FLOAT64, 8}},
                                   {"short", {CUJIT_INT16, CUJIT_INT16, 2}}};

static named_type pair_type = {"pair", {CUJIT_DTYPE_NONE, CUJIT_INT32, 8}}; /* two of them, registered */

typedef struct drawing {
    uint64_t seed, state;
    const named_type *type;
    char operation[2048], preamble[4096], arguments[128], map[768], include[512];
    const char *options[3];
    int names;
    bool drawn;  /* writes nothing but its own elements */
    bool served; /* a call with views was no error */
    char refusal[600];
} drawing;

static cujit_context *context;
static unsigned char *device[ARRAYS];
static unsigned char before[ARRAYS][N * MOST_BYTES], expected[ARRAYS][N * MOST_BYTES], memory[ROOM];

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static size_t below(drawing *d, size_t count)
{
    return (size_t)(next_random(&d->state) % count);
}

/* Appends a piece: '@' the type, '$' `element`, '%' before a letter or '_' that is no operator: a name, '~' `value`.
 * Without an element it is a piece of `value_texts` or functions, which have no places to fill but '@'. */
static void put(const drawing *d, const char *piece, const char *element, const char *value, char *out, size_t room)
{
    size_t length = strlen(out);

    for (const char *at = piece; *at != '\0' && length + 300 < room; at++) {
        const char *text = NULL;
        char name[16];

        snprintf(name, sizeof name, "r%d", d->names);
        if (*at == '@')
            text = d->type->name;
        else if (*at == '$')
            text = element;
        else if (*at == '~')
            text = value;
        else if (element != NULL && *at == '%' &&
                 !(at[1] == ' ' && at > piece && at[-1] == ' ' && at[2] >= '0' && at[2] <= '9'))
            text = name;
        if (text != NULL)
            length += (size_t)snprintf(out + length, room - length, "%s", text);
        else
            out[length++] = *at;
        out[length] = '\0';
    }
}

static void put_value(const drawing *d, const char *piece, char *out, size_t room)
{
    put(d, piece, NULL, NULL, out, room);
}

static void draw(drawing *d, uint64_t seed)
{
    const char *targets[] = {"z[i]", "z[i]", "z[i]", "y[i]"};
    bool writes_y = false;
    char *neighbour;
    size_t count, most;

    *d = (drawing){.seed = seed, .state = seed, .drawn = true};
    d->type = &types[below(d, COUNT(types))];
    snprintf(d->arguments, sizeof d->arguments, "%s%s *x, %s *y, %s *z", below(d, 2) ? "const " : "", d->type->name,
             d->type->name, d->type->name);
    snprintf(d->include, sizeof d->include, "-I%s", cj_test_directory());
    d->options[0] = d->include;
    put(d, preambles[below(d, COUNT(preambles))], "", "", d->preamble, sizeof d->preamble);
    most = below(d, 3);
    put_value(d, most > 0 ? functions : few_functions, d->preamble, sizeof d->preamble);
    if (most > 1)
        strcat(d->preamble, operator_functions);
    put_value(d, value_texts[below(d, COUNT(value_texts))], d->map, sizeof d->map);
    snprintf(d->operation, sizeof d->operation, "%s", heads[below(d, COUNT(heads))]);
    count = 1 + below(d, 2);
    for (size_t k = 0; k < count; k++) {
        const char *store = stores[below(d, COUNT(stores))], *target = targets[below(d, COUNT(targets))];
        char value[512] = "";

        put_value(d, value_texts[below(d, COUNT(value_texts))], value, sizeof value);
        put(d, store, target, value, d->operation, sizeof d->operation);
        strcat(d->operation, " ");
        d->names++;
        writes_y |= target[0] == 'y' || strstr(store, "ALSO") != NULL || strstr(store, "y[i]") != NULL;
    }
    /* Elements that another index writes are read before or after that, as it comes. */
    while (writes_y && (neighbour = strstr(d->operation, "BEHIND(y)")) != NULL)
        neighbour[strlen("BEHIND(")] = 'x';
}

static _Noreturn void differ(const drawing *d, const char *form, const char *what)
{
    ck_abort_msg("seed %llu, %s: %s\n  arguments: %s\n  operation: %s\n  map: %s\n  preamble:\n%s",
                 (unsigned long long)d->seed, form, what, d->arguments, d->operation, d->map, d->preamble);
    abort();
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

static const named_type *find_type(const char *name)
{
    for (size_t k = 0; k < COUNT(types); k++) {
        if (strcmp(types[k].name, name) == 0)
            return &types[k];
    }
    ck_abort_msg("no type %s", name);
    return NULL;
}

static void fill(const drawing *d)
{
    const cujit_dtype number = d->type->of.number;
    const element_type part = {number, number, cujit_dtype_size(number)};
    const int parts = (int)(d->type->of.size / part.size);

    for (int a = 0; a < ARRAYS; a++)
        for (int k = 0; k < N * parts; k++)
            put_number(part, before[a] + (size_t)k * part.size, (k * (7 + 2 * a) + a) % (5 + a));
}

/* How an array lies in memory: the strides of its two axes, in elements. */
typedef struct lie {
    int row, column, first;
} lie;
static const lie lies[] = {{COLUMNS, 1, 0},     {1, ROWS, 0},     {2 * COLUMNS, 2, 0},
                           {COLUMNS + 3, 1, 0}, {2, 2 * ROWS, 0}, {-COLUMNS, 1, (ROWS - 1) * COLUMNS},
                           {-1, -ROWS, N - 1}};

static size_t place(const lie *l, int k)
{
    return (size_t)(l->first + k / COLUMNS * l->row + k % COLUMNS * l->column);
}

static void *first_element(const drawing *d, int a, const lie *l)
{
    return device[a] + (size_t)l->first * d->type->of.size;
}

static void scatter(const drawing *d, int a, const lie *l)
{
    size_t size = d->type->of.size;

    memset(memory, 0x5a, ROOM);
    for (int k = 0; k < N; k++)
        memcpy(memory + place(l, k) * size, before[a] + (size_t)k * size, size);
    must(cujit_memory_to_device(context, device[a], memory, ROOM, &fault));
}

static void check_array(const drawing *d, int a, const lie *l, const char *form)
{
    size_t size = d->type->of.size;
    char what[160];

    must(cujit_memory_to_host(context, memory, device[a], ROOM, &fault));
    for (int k = 0; k < N; k++) {
        if (memcmp(memory + place(l, k) * size, expected[a] + (size_t)k * size, size) != 0) {
            snprintf(what, sizeof what, "%c[%d] is wrong, strides %d, %d", "xyz"[a], k, l -> row, l -> column);
            differ(d, form, what);
        }
    }
}

/* ---- Elementwise ------------------------------------------------------------------------------------------------- */

static const lie flat = {COLUMNS, 1, 0};

static void check_flat(const drawing *d, const cj_elementwise *kernel, const cj_variant *variant, size_t offset)
{
    void *pointers[ARRAYS], *const row[] = {&pointers[0], &pointers[1], &pointers[2]};
    size_t size = d->type->of.size;
    const cj_built *built;
    cj_text form = {0};

    cj_variant_describe(variant, &form);
    if (cj_core_build(&kernel->core, variant, &built, &fault) == CUJIT_OK) {
        for (int a = 0; a < ARRAYS; a++) {
            pointers[a] = device[a] + offset * size;
            must(cujit_memory_to_device(context, pointers[a], before[a], N * size, &fault));
        }
        must(cj_elementwise_launch_built(kernel, built, N, row, NULL, &fault));
        for (int a = 0; a < ARRAYS; a++) {
            must(cujit_memory_to_host(context, memory, pointers[a], N * size, &fault));
            if (variant->form == CJ_FORM_PLAIN)
                memcpy(expected[a], memory, N * size);
            else if (memcmp(memory, expected[a], N * size) != 0)
                differ(d, form.data, "another result than plain pointers");
        }
    }
    cujit_error_clear(&fault);
    cj_text_clear(&form);
}

/* x and z are one array: what a launch takes that for. Where an operation reads other elements of it than its own, what
 * it finds there depends on who came first, in plain pointers too. */
static void check_in_place(const drawing *d, const cj_elementwise *kernel)
{
    static unsigned char plain[ARRAYS][N * MOST_BYTES];
    void *pointers[ARRAYS] = {device[0], device[1], device[0]}, *const row[] = {&pointers[0], &pointers[1],
                                                                                &pointers[2]};
    cj_variant variant = cj_tiling_default(&kernel->tiling);
    const cj_built *built = NULL, *tile;
    size_t size = N * d->type->of.size;

    if (kernel->text.accesses.of[0].other || kernel->text.accesses.of[2].other)
        return;
    if (kernel->tiling.width == 0 || cj_tiling_check(&kernel->tiling, N, row) == CJ_TILE_NONE ||
        cj_kernel_text_reach(&kernel->text).before + cj_kernel_text_reach(&kernel->text).behind > 0 ||
        cj_core_build(&kernel->core, &variant, &tile, NULL) != CUJIT_OK)
        return;
    must(cj_elementwise_build_plain(kernel, &built, &fault));
    for (int turn = 0; turn < 2; turn++) {
        for (int a = 0; a < 2; a++)
            must(cujit_memory_to_device(context, device[a], before[a], size, &fault));
        must(cj_elementwise_launch_built(kernel, turn == 0 ? built : tile, N, row, NULL, &fault));
        for (int a = 0; a < 2; a++) {
            must(cujit_memory_to_host(context, memory, device[a], size, &fault));
            if (turn == 0)
                memcpy(plain[a], memory, size);
            else if (memcmp(memory, plain[a], size) != 0)
                differ(d, "tile in place", "another result than plain pointers");
        }
    }
}

static void make_views(const drawing *d, const lie *l, cujit_array *arrays[ARRAYS])
{
    const size_t shape[] = {ROWS, COLUMNS};

    for (int a = 0; a < ARRAYS; a++) {
        ptrdiff_t strides[] = {l[a].row * (ptrdiff_t)d->type->of.size, l[a].column * (ptrdiff_t)d->type->of.size};

        arrays[a] = view_at(context, d->type->of.dtype, 2, shape, strides, first_element(d, a, &l[a]));
    }
}

static void check_forced_view(const drawing *d, const cj_elementwise *kernel, cj_views *views, const lie *l,
                              const cj_variant *variant)
{
    void *pointers[] = {first_element(d, 0, &l[0]), first_element(d, 1, &l[1]), first_element(d, 2, &l[2])};
    void *const row[] = {&pointers[0], &pointers[1], &pointers[2]};
    const cj_built *built;
    cj_text form = {0};

    cj_variant_describe(variant, &form);
    if (cj_core_build(&kernel->core, variant, &built, NULL) == CUJIT_OK) {
        for (int a = 0; a < ARRAYS; a++)
            scatter(d, a, &l[a]);
        must(cj_views_launch_variant(kernel, views, variant, NULL, row, NULL, &fault));
        for (int a = 0; a < ARRAYS; a++)
            check_array(d, a, &l[a], form.data);
    }
    cj_text_clear(&form);
}

/* Whether a call found all that it needed; the one error that it may be is about sizes. */
static bool is_served(const drawing *d, cujit_status status, const char *form)
{
    if (status != CUJIT_OK && status != CUJIT_ERROR_ARGUMENT_SIZE)
        differ(d, form, fault.message);
    cujit_error_clear(&fault);
    return status == CUJIT_OK;
}

/* As anybody would call it, and in forms that it would not have taken. */
static void check_views(drawing *d, const cujit_elementwise *handle)
{
    const cj_elementwise *kernel = handle->kernel;
    bool one = below(d, 3) == 0;
    const lie first = lies[below(d, COUNT(lies))],
              l[] = {one ? first : lies[below(d, COUNT(lies))], one ? first : lies[below(d, COUNT(lies))], first};
    cujit_array *arrays[ARRAYS];
    cj_call bound = {.core = &kernel->core, .sizes = {N, N, N}};
    void *pointers[ARRAYS];
    cujit_status status;
    cj_views views;
    bool lists;

    make_views(d, l, arrays);
    for (int a = 0; a < ARRAYS; a++) {
        pointers[a] = cujit_array_data(arrays[a]);
        bound.values[a] = &pointers[a];
        bound.arrays[a] = arrays[a];
        scatter(d, a, &l[a]);
    }
    status = cujit_elementwise_run(handle, NULL, CUJIT_ARGS(arrays[0], arrays[1], arrays[2]), &fault);
    if (status != CUJIT_OK)
        snprintf(d->refusal, sizeof d->refusal, "is refused: %s", fault.message);
    if (is_served(d, status, "a call with views")) {
        d->served = true;
        for (int a = 0; a < ARRAYS; a++)
            check_array(d, a, &l[a], "a call with views");
    }
    if (cj_views_find(&bound, false, &views, &lists, NULL) == CUJIT_OK && !lists && views.loop.ndim > 0) {
        unsigned width = cj_form_view_width(&kernel->text), patch_width = cj_form_patch_width(&kernel->text);
        cj_variant variant = {
            .form = CJ_FORM_STRIDED, .width = (uint8_t)width, .rank = (uint8_t)views.loop.ndim, .block = CJ_VIEW_BLOCK};
        cj_patch patch;

        if (width > 1 && below(d, 2))
            check_forced_view(d, kernel, &views, l, &variant);
        variant.form = CJ_FORM_TRANSPOSED;
        variant.width = (uint8_t)patch_width;
        variant.transposed = cj_views_transposed(kernel, &views);
        if (variant.transposed != 0 && cj_form_patch(&kernel->text, variant.transposed, patch_width, &patch))
            check_forced_view(d, kernel, &views, l, &variant);
    }
}

/* Every third index from the fourth on, the last left out: what all indices give there, and nothing elsewhere. */
static void check_range(const drawing *d, const cujit_elementwise *handle)
{
    const cujit_range range = {.start = 3, .stop = N - 1, .step = 3};
    const cujit_elementwise_options options = {.range = &range};
    static unsigned char all[ARRAYS][N * MOST_BYTES];
    const size_t size = d->type->of.size;
    const lie l[] = {flat, flat, flat};
    cujit_array *arrays[ARRAYS];

    memcpy(all, expected, sizeof all);
    for (int a = 0; a < ARRAYS; a++) {
        for (int k = 0; k < N; k++) {
            if (k < range.start || k >= range.stop || (k - range.start) % range.step != 0)
                memcpy(expected[a] + (size_t)k * size, before[a] + (size_t)k * size, size);
        }
        scatter(d, a, &flat);
    }
    make_views(d, l, arrays);
    must(cujit_elementwise_run(handle, &options, CUJIT_ARGS(arrays[0], arrays[1], arrays[2]), &fault));
    for (int a = 0; a < ARRAYS; a++)
        check_array(d, a, &flat, "a range");
    memcpy(expected, all, sizeof all);
}

/* One row of x for all rows of the others: what plain pointers give with that row repeated. Where no other array is
 * used as name[i], that row is all there is. */
static void check_broadcast(const drawing *d, const cujit_elementwise *handle)
{
    const size_t size = d->type->of.size, row = COLUMNS * size, row_shape[] = {1, COLUMNS}, shape[] = {ROWS, COLUMNS};
    const cj_variant plain = {.form = CJ_FORM_PLAIN};
    static unsigned char own[N * MOST_BYTES];
    cujit_array *arrays[ARRAYS];
    cujit_status status;

    if (!cj_kernel_text_has(handle->kernel->core.text, 1, CJ_ROLE_SIZED) &&
        !cj_kernel_text_has(handle->kernel->core.text, 2, CJ_ROLE_SIZED))
        return;
    memcpy(own, before[0], sizeof own);
    for (size_t k = 1; k < ROWS; k++)
        memcpy(before[0] + k * row, before[0], row);
    check_flat(d, handle->kernel, &plain, 0);
    for (int a = 0; a < ARRAYS; a++) {
        scatter(d, a, &flat);
        arrays[a] = view_at(context, d->type->of.dtype, 2, a == 0 ? row_shape : shape, NULL, device[a]);
    }
    status = cujit_elementwise_run(handle, NULL, CUJIT_ARGS(arrays[0], arrays[1], arrays[2]), &fault);
    if (is_served(d, status, "a row for all rows"))
        for (int a = 0; a < ARRAYS; a++)
            check_array(d, a, &flat, "a row for all rows");
    memcpy(before[0], own, sizeof own);
}

/* False: it does not compile at all. */
static bool check_elementwise(drawing *d)
{
    const cujit_elementwise_spec spec = {
        .arguments = d->arguments, .operation = d->operation, .preamble = d->preamble, .options = d->options};
    const cj_variant plain = {.form = CJ_FORM_PLAIN};
    cujit_elementwise *handle;
    cj_variant variant;

    if (cujit_elementwise_create(context, &spec, &handle, &fault) != CUJIT_OK) {
        cujit_error_clear(&fault);
        return false;
    }
    check_flat(d, handle->kernel, &plain, 0);
    if (handle->kernel->tiling.width > 0) {
        variant = cj_tiling_default(&handle->kernel->tiling);
        check_flat(d, handle->kernel, &variant, 0);
        variant.flags = CJ_VARIANT_SHIFTED;
        if (below(d, 4) == 0)
            check_flat(d, handle->kernel, &variant, 1);
        check_in_place(d, handle->kernel);
    }
    check_views(d, handle);
    if (d->drawn && below(d, 6) == 0)
        check_range(d, handle);
    if (below(d, 4) == 0)
        check_broadcast(d, handle);
    cujit_elementwise_free(handle);
    return true;
}

/* ---- Reductions and scans ---------------------------------------------------------------------------------------- */

/* What the map gives for each element, with an i that is const: there is no other in maps. */
static bool find_values(const drawing *d, long long *out)
{
    char arguments[160], text[900];
    const cujit_elementwise_spec spec = {
        .arguments = arguments, .operation = text, .preamble = d->preamble, .options = d->options};
    const cj_variant plain = {.form = CJ_FORM_PLAIN};
    void *pointers[] = {device[0], device[1], device[2]}, *const row[] = {&pointers[0], &pointers[1], &pointers[2]};
    cujit_elementwise *handle;
    const cj_built *built;

    snprintf(arguments, sizeof arguments, "const %s *x, const %s *y, long long *values", d->type->name, d->type->name);
    snprintf(text, sizeof text, "auto at = i; { const auto i = at; values[at] = (%s); }", d->map);
    if (cujit_elementwise_create(context, &spec, &handle, NULL) != CUJIT_OK)
        return false;
    must(cj_core_build(&handle->kernel->core, &plain, &built, &fault));
    scatter(d, 0, &flat);
    scatter(d, 1, &flat);
    must(cj_elementwise_launch_built(handle->kernel, built, N, row, NULL, &fault));
    must(cujit_memory_to_host(context, out, device[2], N * sizeof *out, &fault));
    cujit_elementwise_free(handle);
    return true;
}

static void check_sums(const drawing *d, const long long *values, cujit_array *const *arrays)
{
    char map[800];
    const cujit_reduction_spec spec = {
        SUM_FROM_0, .arguments = d->arguments, .preamble = d->preamble, .options = d->options,
        .map = map, .out_type = "long long"};
    cujit_reduction *reduction;

    snprintf(map, sizeof map, "(%s)", d->map);
    if (cujit_reduction_create(context, &spec, &reduction, &fault) != CUJIT_OK)
        differ(d, "a reduction", fault.message);
    for (int axis = -1; axis < 2; axis++) {
        const cujit_reduction_options options = {.axes = axis >= 0 ? &axis : NULL, .axis_count = axis >= 0};
        cujit_array *results[CUJIT_REDUCTION_MAX_RESULTS] = {NULL};
        long long sums[COLUMNS] = {0}, found[COLUMNS];
        cujit_status status = cujit_reduction_run(reduction, &options, CUJIT_ARGS(arrays[0], arrays[1], arrays[2]),
                                                  results, &fault);

        if (!is_served(d, status, "a reduction"))
            continue;
        download(results[0], found);
        for (int k = 0; k < N; k++)
            sums[axis < 0 ? 0 : axis == 0 ? k % COLUMNS : k / COLUMNS] += values[k];
        if (memcmp(sums, found, (axis < 0 ? 1 : axis == 0 ? COLUMNS : ROWS) * sizeof *sums) != 0)
            differ(d,
                   axis < 0    ? "a reduction"
                   : axis == 0 ? "a reduction of columns"
                               : "a reduction of rows",
                   "is wrong");
        cujit_array_free(results[0]);
    }
    cujit_reduction_free(reduction);
}

static void check_scans(const drawing *d, const long long *values, cujit_array *const *arrays)
{
    char map[800];
    const cujit_scan_spec spec = {SUM_FROM_0, .arguments = d->arguments, .preamble = d->preamble, .options = d->options,
                                  .map = map, .out_type = "long long"};
    cujit_scan *scan;

    snprintf(map, sizeof map, "(%s)", d->map);
    if (cujit_scan_create(context, &spec, &scan, &fault) != CUJIT_OK)
        differ(d, "a scan", fault.message);
    for (int axis = 0; axis < 2; axis++) {
        const cujit_scan_options options = {.axes = &axis, .axis_count = 1};
        cujit_array *result = NULL;
        cujit_status status = cujit_scan_run(scan, &options, CUJIT_ARGS(arrays[0], arrays[1], arrays[2]), &result,
                                             &fault);

        if (!is_served(d, status, "a scan"))
            continue;
        const long long *found = elements_of(result);
        for (int k = 0; k < N; k++) {
            bool begins = axis == 0 ? k < COLUMNS : k % COLUMNS == 0;
            long long sum = values[k] + (begins ? 0 : found[axis == 0 ? k - COLUMNS : k - 1]);

            if (found[k] != sum)
                differ(d, axis == 0 ? "a scan of columns" : "a scan of rows", "is wrong");
        }
        cujit_array_free(result);
    }
    cujit_scan_free(scan);
}

/* `n` is another one along an axis. */
static bool speaks_of_n(const char *map)
{
    return strstr(map, "n - 1") != NULL || strstr(map, "BEHIND") != NULL;
}

static void check_folds(drawing *d)
{
    static long long values_of[N];
    const lie l[] = {lies[below(d, COUNT(lies))], lies[below(d, COUNT(lies))], flat};
    cujit_array *arrays[ARRAYS];

    if (speaks_of_n(d->map) || !find_values(d, values_of))
        return;
    make_views(d, l, arrays);
    for (int a = 0; a < ARRAYS; a++)
        scatter(d, a, &l[a]);
    if (below(d, 2))
        check_sums(d, values_of, arrays);
    else
        check_scans(d, values_of, arrays);
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static void setup(void)
{
    context = cj_test_context();
    must(cujit_context_register_type(context,
                                     &(cujit_type_spec){.name = "pair", .definition = PAIR, .size = 8, .alignment = 4},
                                     &pair_type.of.dtype, &fault));
    cj_test_file("hostile.h", hostile_header);
    cj_test_file("references.h", references_header);
    cj_test_file("places.h", places_header);
    cj_test_file("macros.h", macros_header);
    cj_test_file("limits.h", limits_header);
    for (int a = 0; a < ARRAYS; a++)
        device[a] = device_memory(context, ROOM);
}

static unsigned long long number(const char *name, unsigned long long standard)
{
    const char *text = getenv(name);

    return text != NULL && *text != '\0' ? strtoull(text, NULL, 10) : standard;
}

FIXTURE(setup, NULL)

TEST(no_form_is_fooled)
{
    unsigned long long count = number("CUJIT_TEST_KERNELS", 24), seed = number("CUJIT_TEST_SEED", 1);
    unsigned long long first = number("CUJIT_TEST_FIRST", 0), compiled = 0;

    for (unsigned long long k = first; k < count; k++) {
        drawing d;

        draw(&d, seed * 1000003 + k);
        if (getenv("CUJIT_TEST_VERBOSE") != NULL)
            fprintf(stderr, "%llu: %s\n    map: %s\n", (unsigned long long)d.seed, d.operation, d.map);
        fill(&d);
        compiled += check_elementwise(&d);
        if (k % 3 == 0)
            check_folds(&d);
    }
    ck_assert_msg(count < first + 20 || compiled * 3 > count - first, "only %llu of %llu kernels compile", compiled,
                  count - first);
}

/* Numbers of indices that only a header asks for, over arrays in Fortran's order: the right ones, and not an error. */
TEST(hidden_indices_count)
{
    char include[512];
    const char *const options[] = {include, NULL};
    const cujit_elementwise_spec spec = {.arguments = "const float *x, const float *y, float *z",
                                         .operation = "z[i] = x[i] + 0 * y[i] + POS",
                                         .preamble = "#include <places.h>",
                                         .options = options};
    const drawing d = {.type = &types[0]};
    const lie l[] = {lies[1], lies[1], lies[1]};
    cujit_array *arrays[ARRAYS];
    cujit_elementwise *kernel;

    snprintf(include, sizeof include, "-I%s", cj_test_directory());
    fill(&d);
    scatter(&d, 0, l);
    scatter(&d, 1, l);
    for (int k = 0; k < N; k++)
        ((float *)(void *)expected[2])[k] = ((const float *)(const void *)before[0])[k] + (float)k;
    make_views(&d, l, arrays);
    kernel = make_kernel(context, &spec);
    for (int turn = 0; turn < 2; turn++) {
        scatter(&d, 2, l);
        must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(arrays[0], arrays[1], arrays[2]), &fault));
        check_array(&d, 2, l, "hidden indices");
    }
}

/* CUJIT_TEST_STEP: each so many-th (4). CUJIT_TEST_BY_HAND: that one only. */
TEST(no_form_is_fooled_by_hand)
{
    const char *only = getenv("CUJIT_TEST_BY_HAND");
    size_t first = only != NULL ? strtoull(only, NULL, 10) : 0, step = number("CUJIT_TEST_STEP", 4);
    const size_t all = COUNT(plain_by_hand) + COUNT(by_hand);

    for (size_t k = first; k < all; k += only != NULL ? all : step) {
        const hostile_case plain = {"int", "", k < COUNT(plain_by_hand) ? plain_by_hand[k] : "", NULL, NULL, false};
        const hostile_case *c = k < COUNT(plain_by_hand) ? &plain : &by_hand[k - COUNT(plain_by_hand)];
        bool pairs = strchr(c->type, ';') != NULL;
        bool elsewhere = c->option != NULL && strcmp(c->option, GCC) == 0 && on_gpu(context);
        drawing d = {.seed = k, .state = k * 7 + number("CUJIT_TEST_SEED", 1)};

        d.type = pairs ? &pair_type : find_type(c->type);
        snprintf(d.arguments, sizeof d.arguments, "const %s *x, %s *y, %s *z", d.type->name, d.type->name,
                 d.type->name);
        snprintf(d.operation, sizeof d.operation, "%s", c->operation);
        snprintf(d.preamble, sizeof d.preamble, "%s", c->preamble);
        snprintf(d.map, sizeof d.map, "%s", c->map != NULL ? c->map : "");
        d.options[0] = c->option;
        if (getenv("CUJIT_TEST_VERBOSE") != NULL)
            fprintf(stderr, "%zu: %s\n", k, d.operation);
        fill(&d);
        if (elsewhere)
            continue;
        if (!check_elementwise(&d))
            differ(&d, "plain pointers", "does not compile");
        if (c->views && !d.served)
            differ(&d, "a call with views", d.refusal);
        if (c->map != NULL)
            check_folds(&d);
    }
}
