/*
 * formula_series: lets people type a formula for the columns of a CSV file.
 *
 *     formula_series in.csv "c = cumsum(price); (c[7:] - c[:-7]) / 7" out.csv out.png     the mean of 7 rows
 *     formula_series in.csv "(price - mean(price)) / std(price)" out.csv
 *     formula_series in.csv "max(price[1:] - price[:-1])"                                 a number: it is printed
 *
 * The names are those of the first line, and `row`, which counts from 0; an empty field is NaN. The value becomes the last
 * column, "result"; one that is shorter belongs to the last rows. Columns that the formula assigns to are changed. With
 * a fourth name, and gnuplot, the result is drawn over the first column, beside the second. The formula may come from a
 * stranger: it sees nothing but these columns, always ends, and has limits. What is wrong in it is shown with a caret.
 */
#include <cujit/cujit.h>

#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_COLUMNS = 32,
    MAX_FORMULA = 4096,
    MAX_KERNELS = 32,
    MAX_TABLES = 50 /* that a formula may keep in memory, or go through at once */
};

typedef struct table {
    char *names; /* "day,price,row": what a formula may name */
    size_t columns, rows, room;
    double *values; /* row by row, without `row` */
} table;

static int complain(const char *path, size_t line, const char *message)
{
    fprintf(stderr, line > 0 ? "formula_series: %s:%zu: %s\n" : "formula_series: %s%.0zu: %s\n", path, line, message);
    return 1;
}

/* "day,price in EUR" becomes "day,price_in_EUR,row". */
static int read_names(const char *path, const char *line, table *read)
{
    static const char row[] = ",row";
    const size_t length = strcspn(line, "\r\n");

    if ((read->names = malloc(length + sizeof row)) == NULL)
        return complain(path, 1, "out of memory");
    for (size_t k = 0; k < length; k++) {
        read->columns += line[k] == ',';
        read->names[k] = line[k] == ',' || isalnum((unsigned char)line[k]) ? line[k] : '_';
    }
    memcpy(read->names + length, row, sizeof row);
    read->columns++;
    return read->columns > MAX_COLUMNS ? complain(path, 1, "expected at most 32 columns") : 0;
}

static int read_row(const char *path, size_t line, char *text, table *read)
{
    double *row;

    if (read->rows == read->room) {
        read->room = 2 * read->room + 1024;
        if ((row = realloc(read->values, read->room * read->columns * sizeof *row)) == NULL)
            return complain(path, line, "out of memory");
        read->values = row;
    }
    row = read->values + read->rows++ * read->columns;
    for (size_t k = 0; k < read->columns; k++) {
        char *end;

        row[k] = strtod(text, &end);
        if (end == text)
            row[k] = NAN;
        end += strspn(end, " \t\r\n");
        if (*end != (k + 1 < read->columns ? ',' : '\0'))
            return complain(path, line, "expected a number for each name in the first line");
        text = end + 1;
    }
    return 0;
}

static int read_table(const char *path, table *read)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0, count = 0;
    int failed = 0;

    if (file == NULL)
        return complain(path, 0, "cannot be opened");
    while (!failed && getline(&line, &room, file) > 0)
        failed = count++ == 0 ? read_names(path, line, read) : read_row(path, count, line, read);
    if (!failed && (ferror(file) || read->rows == 0))
        failed = complain(path, 0, "expected a line of names, and rows of numbers");
    free(line);
    fclose(file);
    return failed;
}

/* What a formula sees: the columns are views of one array, so that what is assigned to them is in it. */
typedef struct operands {
    cujit_array *whole, *columns[MAX_COLUMNS + 1]; /* the last one is `row` */
    cujit_arg items[MAX_COLUMNS + 1];
} operands;

static cujit_status upload(cujit_context *context, const table *in, operands *made, cujit_error *error)
{
    const size_t shape[] = {in->rows, in->columns};

    if (cujit_array_from_host(context, CUJIT_FLOAT64, 2, shape, in->values, &made->whole, error) ||
        cujit_array_arange(context, CUJIT_FLOAT64, 0, (double)in->rows, 1, NULL, &made->columns[in->columns], error))
        return error->status;
    for (size_t k = 0; k < in->columns; k++) {
        const cujit_index column[] = {cujit_index_all(), cujit_index_at((int64_t)k)};

        if (cujit_array_slice(made->whole, 2, column, &made->columns[k], error))
            return error->status;
    }
    for (size_t k = 0; k <= in->columns; k++)
        cujit_arg_set_array(made->items, k, made->columns[k]);
    return CUJIT_OK;
}

/* The formula's value; and back into the table what it has assigned. */
static cujit_status run_formula(cujit_context *context, const char *text, table *in, cujit_array **value,
                                cujit_error *error)
{
    const size_t bytes = in->rows * in->columns * sizeof *in->values;
    const cujit_expression_spec spec = {
        .text = text,
        .max_length = MAX_FORMULA,
        .max_kernels = MAX_KERNELS,
        .max_bytes = MAX_TABLES * bytes,
        .max_elements = MAX_TABLES * bytes,
    };
    CUJIT_AUTO(cujit_expression) *formula = NULL;
    operands made = {0};
    cujit_status status = CUJIT_OK;

    if (cujit_expression_create(context, &spec, &formula, error) || upload(context, in, &made, error) ||
        cujit_expression_run(formula, NULL, (cujit_named){in->names, made.items, in->columns + 1}, value, error) ||
        cujit_array_to_host(made.whole, in->values, bytes, error))
        status = error->status;
    for (size_t k = 0; k <= in->columns; k++)
        cujit_array_free(made.columns[k]);
    cujit_array_free(made.whole);
    return status;
}

static void put(FILE *file, double value, char end)
{
    if (isnan(value))
        fputc(end, file);
    else
        fprintf(file, "%.10g%c", value, end);
}

static void write_rows(FILE *file, const table *in, const double *result, size_t count)
{
    for (size_t k = 0; k < in->rows; k++) {
        for (size_t column = 0; column < in->columns; column++)
            put(file, in->values[k * in->columns + column], ',');
        put(file, k + count < in->rows ? NAN : result[k + count - in->rows], '\n');
    }
}

static int write_table(const char *path, const table *in, const double *result, size_t count)
{
    FILE *file = fopen(path, "w");
    int failed = file == NULL;

    if (!failed) {
        fprintf(file, "%.*s,result\n", (int)(strrchr(in->names, ',') - in->names), in->names);
        write_rows(file, in, result, count);
        failed = ferror(file) != 0;
        failed |= fclose(file) != 0;
    }
    return failed ? complain(path, 0, "cannot be written") : 0;
}

/* Through gnuplot, which reads commands and table from a pipe: the second column and the result over the first one. */
static int plot(const char *path, const table *in, const double *result, size_t count)
{
    const char *second = in->columns > 1 ? strchr(in->names, ',') + 1 : in->names;
    const int x = in->columns > 1; /* 0 is the number of the row */
    FILE *file;

    if (strpbrk(path, "'\n") != NULL)
        return complain(path, 0, "is no name for a plot");
    signal(SIGPIPE, SIG_IGN); /* where there is no gnuplot */
    if ((file = popen("gnuplot", "w")) == NULL)
        return complain("gnuplot", 0, "cannot be started");
    fprintf(file, "set terminal pngcairo size 720,320\nset output '%s'\nset datafile separator ','\n$table << END\n",
            path);
    write_rows(file, in, result, count);
    fprintf(file, "END\nset grid\nset key noenhanced bottom\nset style data lines\n");
    fprintf(file, "plot $table using %d:%d linecolor rgb 'grey60' title '%.*s', ", x, x + 1, (int)strcspn(second, ","),
            second);
    fprintf(file, "'' using %d:%zu linewidth 2 linecolor rgb 'dark-red' title 'result'\n", x, in->columns + 1);
    return pclose(file) == 0 ? 0 : complain("gnuplot", 0, "there is none, or it has failed");
}

/* What becomes of the value: it is printed, or the last column of a table. */
static int use_value(cujit_array *value, const table *in, const char *target, const char *picture, cujit_error *error)
{
    const size_t count = cujit_array_size(value);
    CUJIT_AUTO(cujit_array) *numbers = NULL;
    double *result;
    int failed;

    if (target == NULL)
        return cujit_array_print(value, stdout, NULL, error) != CUJIT_OK;
    if (cujit_array_ndim(value) != 1 || count > in->rows)
        return complain("FORMULA", 0, "is worth no column: its value has other axes, or more rows than the table");
    if ((result = malloc(count * sizeof *result + 1)) == NULL)
        return complain("FORMULA", 0, "out of memory");
    failed = cujit_array_astype(value, CUJIT_FLOAT64, NULL, &numbers, error) ||
             cujit_array_to_host(numbers, result, count * sizeof *result, error) ||
             write_table(target, in, result, count) || (picture != NULL && plot(picture, in, result, count));
    free(result);
    return failed;
}

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_array) *value = NULL;
    table in = {0};
    char *text;
    int failed;

    if (argc < 3 || argc > 5) {
        fprintf(stderr, "usage: formula_series TABLE FORMULA [OUTPUT [PLOT]]\n");
        return 2;
    }
    failed = read_table(argv[1], &in) || cujit_context_create(NULL, &context, &error) ||
             run_formula(context, argv[2], &in, &value, &error) ||
             use_value(value, &in, argc > 3 ? argv[3] : NULL, argc > 4 ? argv[4] : NULL, &error);
    if (error.status != CUJIT_OK) {
        fprintf(stderr, "%s", (text = cujit_error_format(&error)) != NULL ? text : "out of memory\n");
        cujit_free(text);
    }
    free(in.values);
    free(in.names);
    return failed;
}
