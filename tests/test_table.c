/*
 * test_table.c: tables in text files: drawn ones, which may be wrong in any way, and what is written is read again.
 */
#include "support.h"
#include "tools/element.h"
#include "tools/literal.h"
#include "tools/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cli_problem problem;

static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return *seed >> 33;
}

/* A table whose columns can be read, or a problem with a reason. The text is a copy without room behind it, so that
 * sanitizers see what is read beyond. */
static void read_drawn(const char *text, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    cli_table table;

    memcpy(copy, text, size);
    if (!cli_table_read(copy, size, &table, &problem)) {
        ck_assert_ptr_nonnull(problem.text);
        cli_problem_clear(&problem);
        return;
    }
    ck_assert(table.columns > 0);
    for (size_t column = 0; column <= table.columns; column++) {
        cli_array array = {0};

        if (cli_table_column(&table, column, &array, &problem))
            ck_assert_uint_eq(array.size, table.rows * (column < table.columns ? 1 : table.columns));
        else
            ck_assert_msg(strstr(problem.text, "line ") != NULL, "%s", problem.text);
        cli_problem_clear(&problem);
        cli_array_clear(&array);
    }
    cli_table_clear(&table);
}

TEST(drawn_texts_are_tables_or_refused)
{
    static const char *const pieces[] = {"1",  "2.5",  "-3",   ",",   ",",    ",",  ";",   "\t", " ",
                                         "\n", "\n",   "\r\n", "\"",  "\"\"", "a",  "nan", "NA", "1j",
                                         "#",  "true", "",     "1e9", "\xff", "\r", "0x1", "="};
    uint64_t seed = 1;

    for (int n = 0; n < 20000; n++) {
        char text[256] = "";

        for (uint64_t left = draw(&seed) % 30; left > 0; left--)
            strcat(text, pieces[draw(&seed) % COUNT(pieces)]);
        read_drawn(text, strlen(text));
    }
}

TEST(drawn_arrays_are_read_or_refused)
{
    static const char *const pieces[] = {"[", "[", "]", "]", ",", ",", "1", "2.5", " ", "true", "x", "[1,2]", "nan"};
    uint64_t seed = 2;

    for (int n = 0; n < 20000; n++) {
        char text[256] = "[";
        cli_array array = {0};

        for (uint64_t left = draw(&seed) % 12; left > 0; left--)
            strcat(text, pieces[draw(&seed) % COUNT(pieces)]);
        ck_assert(cli_literal_parse(text, n % 2 ? CUJIT_DTYPE_NONE : CUJIT_INT8, &array, &problem) || problem.usage);
        cli_problem_clear(&problem);
        cli_array_clear(&array);
    }
}

static const cujit_dtype types[] = {CUJIT_BOOL,    CUJIT_INT8,    CUJIT_UINT64,    CUJIT_FLOAT16,   CUJIT_BFLOAT16,
                                    CUJIT_FLOAT32, CUJIT_FLOAT64, CUJIT_COMPLEX64, CUJIT_COMPLEX128};

/* Every bit pattern of a type (drawn) comes back from its text. */
TEST_EACH(texts_give_elements_again, COUNT(types))
{
    const size_t size = cujit_dtype_size(types[_i]);
    uint64_t seed = 3;

    for (int n = 0; n < 20000; n++) {
        const uint32_t bits[4] = {(uint32_t)(draw(&seed) << 1), (uint32_t)(draw(&seed) << 1),
                                  (uint32_t)(draw(&seed) << 1), (uint32_t)(draw(&seed) << 1)};
        unsigned char element[16], back[16] = {0};
        char text[CLI_ELEMENT_ROOM], again[CLI_ELEMENT_ROOM];
        cli_number number;

        memcpy(element, bits, sizeof element);
        if (types[_i] == CUJIT_BOOL)
            element[0] &= 1;
        cli_element_text(types[_i], element, text);
        ck_assert_msg(cli_number_parse(text, &number, &problem), "%s", text);
        ck_assert_msg(cli_element_store(types[_i], back, &number), "%s", text);
        ck_assert_str_eq(cli_element_text(types[_i], back, again), text);
        ck_assert_msg(strstr(text, "nan") != NULL || memcmp(element, back, size) == 0, "%s", text);
    }
}

/* What is written is read again, with names that need quotes. */
TEST(tables_are_read_as_written)
{
    static const char *const names[] = {"a,\"b\"", "#c"};
    const size_t shape[] = {3};
    cli_array arrays[2] = {{0}}, back = {0};
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    cli_table table;

    ck_assert(cli_array_create(CUJIT_FLOAT64, 1, shape, false, &arrays[0], &problem));
    ck_assert(cli_array_create(CUJIT_INT64, 1, shape, false, &arrays[1], &problem));
    memcpy(arrays[0].data, (const double[]){0.1, -0.0, 1e300}, arrays[0].bytes);
    memcpy(arrays[1].data, (const long long[]){-1, 0, INT64_MAX}, arrays[1].bytes);
    ck_assert(cli_table_write(file, ',', 2, names, arrays, &problem));
    fclose(file);
    ck_assert(cli_table_read(text, size, &table, &problem));
    for (size_t k = 0; k < 2; k++) {
        size_t column;

        ck_assert(cli_table_find(&table, names[k], &column, &problem) && column == k);
        ck_assert(cli_table_column(&table, k, &back, &problem));
        ck_assert_int_eq(back.dtype, arrays[k].dtype);
        ck_assert_mem_eq(back.data, arrays[k].data, back.bytes);
        cli_array_clear(&back);
        cli_array_clear(&arrays[k]);
    }
    cli_table_clear(&table);
}
