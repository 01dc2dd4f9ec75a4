/*
 * test_array_join.c: other shapes and places: roll, concatenate, stack, tile, repeat. (reshape: test_array_views.c)
 */
#include "tests/arrays.h"

CONTEXT_FOR_EACH_CASE

static const struct {
    const char *shape;
    bool transposed;
    int64_t shift;
    int axis;
    const char *expected;
} rolls[] = {{"5", false, 2, 0, "5: 3 4 0 1 2"},
             {"5", false, -1, -1, "5: 1 2 3 4 0"},
             {"5", false, 12, 0, "5: 3 4 0 1 2"},
             {"5", false, INT64_MIN, 0, "5: 3 4 0 1 2"},
             {"5", false, INT64_MAX, 0, "5: 3 4 0 1 2"},
             {"5", false, 0, 0, "5: 0 1 2 3 4"},
             {"2x3", false, 1, 0, "2x3: 3 4 5 0 1 2"},
             {"2x3", false, 1, 1, "2x3: 2 0 1 5 3 4"},
             {"2x3", false, 1, CUJIT_ARRAY_FLAT, "2x3: 5 0 1 2 3 4"},
             {"2x3", true, 1, CUJIT_ARRAY_FLAT, "3x2: 5 0 3 1 4 2"},
             {"2x3", true, -1, 0, "3x2: 1 4 2 5 0 3"},
             {"0x3", false, 1, 0, "0x3:"},
             {"0x3", false, 1, CUJIT_ARRAY_FLAT, "0x3:"},
             {"", false, 3, CUJIT_ARRAY_FLAT, ": 0"}};

TEST_EACH(what_leaves_one_end_comes_in_at_the_other, COUNT(rolls))
{
    cujit_array *array = count_shape(context, CUJIT_INT16, rolls[_i].shape), *rolled = NULL;

    must(cujit_array_roll(rolls[_i].transposed ? turned(array) : array, rolls[_i].shift, rolls[_i].axis, NULL, &rolled,
                          &fault));
    expect_shown(keep_array(rolled), rolls[_i].expected);
}

static const struct {
    const char *shapes; /* of arrays that count up, apart by blanks */
    int axis;
    const char *joined, *stacked; /* NULL: an error */
} joins[] = {{"2 3", 0, "5: 0 1 0 1 2", NULL},
             {"2 2", 0, "4: 0 1 0 1", "2x2: 0 1 0 1"},
             {"2 2", -1, "4: 0 1 0 1", "2x2: 0 0 1 1"},
             {"2x2 1x2 2x2", 0, "5x2: 0 1 2 3 0 1 0 1 2 3", NULL},
             {"2x2 2x1", 1, "2x3: 0 1 0 2 3 1", NULL},
             {"2x2 2x1", 0, NULL, NULL},
             {"2x2 2x1 3", CUJIT_ARRAY_FLAT, "9: 0 1 2 3 0 1 0 1 2", NULL},
             {"0x2 1x2", 0, "1x2: 0 1", NULL},
             {"0 0", 0, "0:", "2x0:"},
             {"2x2", 1, "2x2: 0 1 2 3", "2x1x2: 0 1 2 3"},
             {"2x2 2x2", 2, NULL, "2x2x2: 0 0 1 1 2 2 3 3"},
             {"2x2 4", 0, NULL, NULL}};

static size_t make_list(const char *shapes, const cujit_array **arrays)
{
    size_t count = 0;
    char *copy = memory_of(strlen(shapes) + 1), *rest = NULL;

    strcpy(copy, shapes);
    for (char *shape = strtok_r(copy, " ", &rest); shape != NULL; shape = strtok_r(NULL, " ", &rest))
        arrays[count++] = count_shape(context, CUJIT_INT32, shape);
    return count;
}

TEST_EACH(arrays_are_put_together, COUNT(joins))
{
    const cujit_array *arrays[4];
    const size_t count = make_list(joins[_i].shapes, arrays);
    cujit_array *joined = NULL, *stacked = NULL;
    cujit_status status = cujit_array_concatenate(arrays, count, joins[_i].axis, NULL, &joined, &fault);

    ck_assert_int_eq(status == CUJIT_OK, joins[_i].joined != NULL);
    if (status == CUJIT_OK)
        expect_shown(keep_array(joined), joins[_i].joined);
    status = cujit_array_stack(arrays, count, joins[_i].axis, NULL, &stacked, &fault);
    ck_assert_int_eq(status == CUJIT_OK, joins[_i].stacked != NULL);
    if (status == CUJIT_OK)
        expect_shown(keep_array(stacked), joins[_i].stacked);
}

TEST(views_are_put_together)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *whole = NULL;
    const cujit_array *const both[] = {turned(array), turned(array)};

    must(cujit_array_concatenate(both, 2, 1, NULL, &whole, &fault));
    expect_shown(keep_array(whole), "3x4: 0 3 0 3 1 4 1 4 2 5 2 5");
    whole = NULL;
    must(cujit_array_concatenate(both, 2, CUJIT_ARRAY_FLAT, NULL, &whole, &fault));
    expect_shown(keep_array(whole), "12: 0 3 1 4 2 5 0 3 1 4 2 5");
}

TEST(arrays_that_do_not_go_together_are_errors)
{
    cujit_array *small = count_shape(context, CUJIT_INT32, "2x3"), *other = count_shape(context, CUJIT_INT64, "2x3");
    cujit_array *large = count_shape(context, CUJIT_INT32, "3x3"), *whole = NULL;

    refuse(cujit_array_concatenate((const cujit_array *const[]){small, large}, 2, 1, NULL, &whole, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_concatenate: arrays[0] has the shape (2,3), and arrays[1] (3,3); expected the same but for the "
           "axis");
    refuse(cujit_array_stack((const cujit_array *const[]){small, large}, 2, 1, NULL, &whole, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_stack: arrays[0] has the shape (2,3), and arrays[1] (3,3); expected the same");
    refuse(cujit_array_concatenate((const cujit_array *const[]){small, other}, 2, 0, NULL, &whole, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "arrays[1] has elements of int64, and arrays[0] of int32; expected one type");
    refuse(cujit_array_concatenate((const cujit_array *const[]){small, NULL}, 2, 0, NULL, &whole, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "arrays[1] is NULL");
    refuse(cujit_array_concatenate(NULL, 2, 0, NULL, &whole, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "no arrays");
    refuse(cujit_array_stack((const cujit_array *const[]){small}, 0, 0, NULL, &whole, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "no arrays");
    refuse(cujit_array_concatenate((const cujit_array *const[]){small}, 1, 2, NULL, &whole, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "axis 2 is out of range; expected -2 to 1");
    refuse(cujit_array_stack((const cujit_array *const[]){small}, 1, 3, NULL, &whole, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "axis 3 is out of range; expected -3 to 2");
    refuse(cujit_array_stack((const cujit_array *const[]){small}, 1, 0, NULL, NULL, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(whole);
}

static const struct {
    const char *shape, *repeats, *expected;
} tiles[] = {{"2", "3", "6: 0 1 0 1 0 1"},
             {"2x2", "2", "2x4: 0 1 0 1 2 3 2 3"},
             {"2x2", "2x1", "4x2: 0 1 2 3 0 1 2 3"},
             {"2", "2x1x2", "2x1x4: 0 1 0 1 0 1 0 1"},
             {"2x2", "", "2x2: 0 1 2 3"},
             {"2x1", "2x3", "4x3: 0 0 0 1 1 1 0 0 0 1 1 1"},
             {"2", "0", "0:"},
             {"", "2", "2: 0 0"},
             {"0", "3", "0:"}};

TEST_EACH(arrays_are_repeated_as_tiles, COUNT(tiles))
{
    cujit_array *array = count_shape(context, CUJIT_INT32, tiles[_i].shape), *tiled = NULL;
    int count;
    const size_t *repeats = lengths_of(tiles[_i].repeats, &count);

    must(cujit_array_tile(array, count, repeats, NULL, &tiled, &fault));
    expect_shown(keep_array(tiled), tiles[_i].expected);
}

static const struct {
    const char *shape;
    bool transposed;
    size_t times;
    int axis;
    const char *expected;
} repeats[] = {{"3", false, 2, 0, "6: 0 0 1 1 2 2"},
               {"2x2", false, 2, 0, "4x2: 0 1 0 1 2 3 2 3"},
               {"2x2", false, 2, -1, "2x4: 0 0 1 1 2 2 3 3"},
               {"2x2", false, 2, CUJIT_ARRAY_FLAT, "8: 0 0 1 1 2 2 3 3"},
               {"2x2", true, 2, CUJIT_ARRAY_FLAT, "8: 0 0 2 2 1 1 3 3"},
               {"2x2", false, 0, 0, "0x2:"},
               {"2x2", false, 1, 1, "2x2: 0 1 2 3"},
               {"", false, 3, CUJIT_ARRAY_FLAT, "3: 0 0 0"},
               {"", false, 3, 0, "3: 0 0 0"},
               {"", false, 2, -1, "2: 0 0"}};

TEST_EACH(elements_are_repeated, COUNT(repeats))
{
    cujit_array *array = count_shape(context, CUJIT_INT32, repeats[_i].shape), *repeated = NULL;

    must(cujit_array_repeat(repeats[_i].transposed ? turned(array) : array, repeats[_i].times, repeats[_i].axis, NULL,
                            &repeated, &fault));
    expect_shown(keep_array(repeated), repeats[_i].expected);
}

#define SIXTEEN "2x1x1x2x1x1x1x1x1x1x1x1x1x1x1x2"

/* Each becomes one axis more. */
TEST(arrays_of_sixteen_axes_get_one_more)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, SIXTEEN), *view = NULL, *made = NULL;
    size_t many[17];

    must(cujit_array_repeat(array, 2, 3, NULL, &made, &fault));
    expect_shown(shaped(keep_array(made), "16"), "16: 0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7");
    must(cujit_array_repeat(array, 2, CUJIT_ARRAY_FLAT, NULL, &made, &fault));
    expect_shown(keep_array(made), "16: 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7");
    must(cujit_array_stack((const cujit_array *const[]){array, turned(turned(array))}, 2, 5, NULL, &made, &fault));
    expect_shown(shaped(keep_array(made), "16"), "16: 0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7");
    must(cujit_array_stack((const cujit_array *const[]){turned(array)}, 1, 0, NULL, &made, &fault));
    ck_assert_int_eq(cujit_array_ndim(made), 17);
    expect_shown(shaped(keep_array(made), "8"), "8: 0 4 2 6 1 5 3 7");
    for (int k = 0; k < 17; k++)
        many[k] = 1 + (k == 0 || k == 16);
    must(cujit_array_tile(array, 17, many, NULL, &made, &fault));
    ck_assert_int_eq(cujit_array_ndim(made), 17);
    expect_shown(shaped(keep_array(made), "32"), "32: 0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7");
    must(cujit_array_transpose(made, NULL, &view, &fault));
    must(cujit_array_astype(keep_array(view), CUJIT_FLOAT32, NULL, &made, &fault));
    expect_shown(shaped(keep_array(made), "4x8"),
                 "4x8: 0 0 4 4 2 2 6 6 1 1 5 5 3 3 7 7 0 0 4 4 2 2 6 6 1 1 5 5 3 3 7 7");
}

TEST(what_cannot_be_repeated_is_an_error)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *made = NULL;
    size_t many[CUJIT_ARRAY_MAX_NDIM];

    for (int k = 0; k < CUJIT_ARRAY_MAX_NDIM; k++)
        many[k] = 2;
    refuse(cujit_array_tile(array, 1, (const size_t[]){SIZE_MAX}, NULL, &made, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "address space");
    refuse(cujit_array_tile(array, 1, NULL, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "which are NULL");
    refuse(cujit_array_tile(array, 33, many, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "33 repeats");
    refuse(cujit_array_tile(array, 32, many, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "64 together");
    refuse(cujit_array_tile(NULL, 1, many, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    refuse(cujit_array_repeat(array, SIZE_MAX, 0, NULL, &made, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "address space");
    refuse(cujit_array_repeat(array, 2, 2, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "axis 2");
    refuse(cujit_array_repeat(NULL, 2, 0, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    refuse(cujit_array_roll(array, 2, -3, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "axis -3");
    refuse(cujit_array_roll(array, 2, 0, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(made);
}

/* Elements that no kernel needs to know. */
TEST(structs_are_moved)
{
    const struct {
        short a, b, c;
    } data[] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    const unsigned char *bytes = (const unsigned char *)data;
    cujit_dtype triple = register_type(
        context, &(cujit_type_spec){
                     .name = "triple", .definition = "struct triple { short a, b, c; };", .size = 6, .alignment = 2});
    cujit_array *array = upload(context, triple, 3, data), *rolled = NULL, *twice = NULL, *whole = NULL;

    must(cujit_array_roll(array, 1, 0, NULL, &rolled, &fault));
    must(cujit_array_repeat(keep_array(rolled), 2, 0, NULL, &twice, &fault));
    must(cujit_array_concatenate((const cujit_array *const[]){keep_array(twice), array}, 2, 0, NULL, &whole, &fault));
    ck_assert_uint_eq(cujit_array_size(keep_array(whole)), 9);
    for (int k = 0; k < 9; k++)
        ck_assert_mem_eq((const char *)elements_of(whole) + 6 * k, bytes + 6 * (k < 6 ? (k / 2 + 2) % 3 : k - 6), 6);
}

TEST(large_arrays_on_a_stream)
{
    enum { N = 100001 };
    cujit_stream stream = make_stream(context);
    cujit_array *array = count_shape(context, CUJIT_INT32, "100001"), *rolled = NULL, *whole = NULL;

    must(cujit_stream_synchronize(context, NULL, &fault));
    must(cujit_array_roll(array, 7, 0, stream, &rolled, &fault));
    must(cujit_array_stack((const cujit_array *const[]){keep_array(rolled), array}, 2, 1, stream, &whole, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_each(keep_array(whole), int, got == (k % 2 == 1 ? k / 2 : (k / 2 + N - 7) % N));
}
