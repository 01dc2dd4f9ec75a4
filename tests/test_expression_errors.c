/*
 * test_expression_errors.c: what is said of texts over arrays that are wrong, of operands that do not fit, and of what
 * goes beyond the program's limits. On every device.
 */
#include "tests/expression_operands.h"

#include <stdio.h>

FIXTURE(make_operands, NULL)

static const struct {
    const char *text; /* with a '^' in front of the place */
    const char *words;
} mistakes[] = {
    {"f ^+ i", "shapes do not go together: f has shape (2, 3), i (4,)"},
    {"sin(f)*2 ^- g[:2]", "sin(f)*2 has shape (2, 3), g[:2] (2,)"},
    {"^fg + 1", "'fg' is no name of this call's or text's"},
    {"value = f; ^valeu", "did you mean 'value'?"},
    {"^sine(f)", "there is no function 'sine'; did you mean 'sin'?"},
    {"^sinn(f)", "there is no function 'sinn'; did you mean 'sin'?"},
    {"^conca((f, f))", "did you mean 'concat'?"},
    {"np.^summ(f)", "did you mean 'sum'?"},
    {"longest = f; longer = f; ^longes", "did you mean 'longest'?"},
    {"1 + ^sin", "'sin' is a function; its arguments are missing"},
    {"f[^9]", "index 9 is outside of axis 0, which is 2 long: the shape is (2, 3)"},
    {"f[0, ^0 - 4]", "index -4 is outside of axis 1"},
    {"g[^-4]", "index -4 is outside of axis 0"},
    {"^f[0, 0, 0]", "3 indices for a value of 2 axes"},
    {"f[^1.5]", "an index is a whole number"},
    {"f[^d]", "an index is a whole number"},
    {"f^[m]", "where(mask, x, 0)"},
    {"z^[i, None, i]", "side by side"},
    {"^f[:0][i]", "there are indices into no elements"},
    {"^reshape(f, (4, -1))", "6 elements, of shape (2, 3), do not fit the new shape (4, -1)"},
    {"^reshape(i, (2, 3))", "4 elements, of shape (4,), do not fit the new shape (2, 3)"},
    {"f.^reshape(-1, -1)", "do not fit the new shape (-1, -1)"},
    {"f.^reshape(-7)", "do not fit the new shape (-7,)"},
    {"f.reshape(f.shape, ^2)", "reshape takes one shape, or its lengths"},
    {"f.reshape(^d)", "expected a whole number"},
    {"^modf(f)", "modf has two results: modf(...)[0] is one, and [1] the other"},
    {"^divmod(f, g) + 1", "divmod has two results"},
    {"f + ^frexp(f)[k]", "frexp has two results"},
    {"x = ^modf(f); x[0]", "modf has two results"},
    {"^modf(f)[2]", "modf has two results"},
    {"^modf(f)[0, 1]", "modf has two results"},
    {"^modf(f).T[0]", "modf has two results"},
    {"^modf + 1", "'modf' is a function; its arguments are missing"},
    {"^modf(f, g)[0]", "modf() takes 1 argument"},
    {"^modf(c)[0]", "modf is not there for complex64"},
    {"^divmod(c, c)[0]", "is not there for complex64"},
    {"^modg(f)[0]", "did you mean 'modf'?"},
    {"^broadcast_to(f, (3, 3))", "a value of shape (2, 3) does not become 3 long along axis 0 by being repeated"},
    {"^broadcast_to(f, (-1, 3))", "broadcast_to: a length of its shape is -1; expected 0 or more"},
    {"^broadcast_to(f, 3)", "a value of 2 axes does not become one of 1"},
    {"^broadcast_to(g, (2**31, 2**31, 3))", "a shape of more than 9223372036854775807 elements"},
    {"concatenate(^f, f)", "concatenate takes its values in one pair of brackets: (x, y)"},
    {"^concatenate((f, f[:, 1:]))", "shapes do not go together: f has shape (2, 3), f[:, 1:] (2, 2)"},
    {"concatenate((f, ^g))", "this has 1 axes, the first value 2"},
    {"^concatenate((a, a))", "values without axes have none to be joined along"},
    {"stack((f, f), ^3)", "there is no axis 3"},
    {"^roll(f)", "roll needs a shift"},
    {"take(f, i, mode=^up)", "a mode is one of nearest, clip and wrap"},
    {"f[^::0]", "the step of a slice is 0"},
    {"sum(f, ^2)", "there is no axis 2: the value has 2"},
    {"sum(f, (0, ^0))", "axis 0 is there twice"},
    {"sum(s, ^1)", "there is no axis 1: the value has 0"},
    {"sum(s, (^0,))", "there is no axis 0: the value has 0"},
    {"^mT(g)", "mT needs a value of two axes or more"},
    {"sum(f, ^k)", "an axis is a whole number in the text"},
    {"sum(f, ^axes=1)", "sum() has no argument 'axes'; did you mean 'axis'?"},
    {"sum(f, ^keepdim=1)", "sum() has no argument 'keepdim'; did you mean 'keepdims'?"},
    {"sum(f, ^where=m)", "sum() has no argument 'where'; expected one of: axis, keepdims, dtype"},
    {"sin(f, ^dtype=float32)", "sin() has no argument 'dtype'; expected none with a name"},
    {"astype(f, ^float23)", "complex64 or complex128; did you mean 'float32'?"},
    {"sum(f, dtype=^Int32)", "did you mean 'int32'?"},
    {"f.astype(^record)", "expected a type: bool, int8"},
    {"^sort(f)", "there is no 'sort' here: sorting is other libraries' work"},
    {"np.^median(f)", "there is no 'median' here"},
    {"np.fft.^fft(g)", "there is no 'fft' here: transforms are other libraries' work"},
    {"np.maximum.^accumulate(g)", "cummax(x)"},
    {"^len(s) * 2", "a value without axes has no length"},
    {"f.^shape", "a shape is no value: shape[0] is one length of it"},
    {"prod(np.^shape(f))", "a shape is no value"},
    {"f.shape[^:1]", "of a shape one length is taken at a time"},
    {"f.shape[^0, 1]", "of a shape one length is taken at a time"},
    {"f.shape[^2]", "there is no axis 2: the value has 2"},
    {"f.shape[^k]", "an axis is a whole number in the text"},
    {"size(f, ^2)", "there is no axis 2"},
    {"f[^f.size]", "index 6 is outside of axis 0, which is 2 long"},
    {"t + f.size ^* 100", "f.size * 100 is 600, which int8, the type that it is used in, cannot hold"},
    {"f.size ^// v.size", "a whole number is divided by 0"},
    {"f ^@ f.T", "products of matrices are other libraries' work"},
    {"^matmul(f, z)", "products of matrices are other libraries' work"},
    {"f ^@ 2", "a product of matrices and vectors has no numbers: write a*b"},
    {"f ^@ i", "shapes do not go together"},
    {"sum(^[f], 0)", "a tuple is no value"},
    {"stack([f, ^2])", "this has 0 axes"},
    {"diff(f, ^-1)", "n is a whole number from 0 to 16 in the text"},
    {"^diff(s)", "diff goes along an axis, and the value has none"},
    {"^gradient(g[:1])", "index 1 is outside of axis 0, which is 1 long"},
    {"^gradient(f)", "gradient of several axes needs one of them"},
    {"gradient(g, ^d)", "gradient takes one distance for all elements"},
    {"trapezoid(g, ^2)", "x is a number; its distance is dx=..."},
    {"^trapezoid(f, i)", "shapes do not go together"},
    {"^trace(g)", "trace needs a value of two axes"},
    {"^tril(g)", "tril needs a value of two axes or more"},
    {"^cross(f, i)", "a value of shape (4,) does not become 3 long along axis 0"},
    {"^rot90(g)", "rot90 needs a value of two axes or more"},
    {"^fliplr(g)", "fliplr needs a value of two axes or more"},
    {"^flipud(s)", "flipud needs a value of one axis or more"},
    {"^expand_dims(g)", "expand_dims needs an axis"},
    {"^take_along_axis(g, i)", "take_along_axis needs an axis"},
    {"rot90(f, ^k)", "k is a whole number in the text"},
    {"roll(f, ^(1, 2, 3), (0, 1))", "3 shifts for 2 axes"},
    {"arange(^a)", "arange takes whole numbers, of the text or the call's"},
    {"^arange(0, 5, 0)", "arange: the step is 0; expected any other whole number"},
    {"^arange(0, 5, k - 2)", "arange: the step is 0"},
    {"arange(0, 5 ^// 0)", "a whole number is divided by 0"},
    {"zeros(^g)", "expected a whole number, of the text or the call's"},
    {"^zeros(-1)", "zeros: a length of its shape is -1; expected 0 or more"},
    {"^full((2, k - 5), 1)", "full: a length of its shape is -3; expected 0 or more"},
    {"^eye(-1)", "eye: a number of rows or columns is -1; expected 0 or more"},
    {"np.^eye(2, -k)", "eye: a number of rows or columns is -2; expected 0 or more"},
    {"^identity(-1)", "identity: a number of rows or columns is -1"},
    {"^linspace(0, 1, -1)", "linspace: num is -1; expected 0 or more"},
    {"^zeros()", "zeros needs a shape"},
    {"^full(3)", "full needs a shape and a value"},
    {"^full_like(f)", "full_like needs a value"},
    {"full_like(t, ^300)", "300 does not fit int8"},
    {"^linspace(g, 1, 3)", "linspace goes between two numbers"},
    {"eye(^a)", "expected a whole number"},
    {"^nanmin(c)", "nanmin is not there for complex64"},
    {"^softmax(c)", "softmax is not there for complex64"},
    {"average(f, weights=^g)", "a list of weights goes along one axis"},
    {"^nan_to_num(c)", "take real(z) and imag(z)"},
    {"round(f, ^k)", "decimals is a whole number from -300 to 300 in the text"},
    {"round(m, ^-2)", "bools have no digits: write int8(x)"},
    {"round(m, ^1)", "bools have no digits"},
    {"clip(b, ^300, 400)", "300 does not fit uint8"},
    {"clip(b, -5, ^-3)", "-3 does not fit uint8"},
    {"clip(b, ^300)", "300 does not fit uint8"},
    {"clip(b, None, ^-3)", "-3 does not fit uint8"},
    {"clip(b, max=-100^*k)", "-100*k is -200, which uint8"},
    {"^clip(b, 1, 2, 3)", "clip() takes 1 to 3 arguments without keywords, got 4"},
    {"clip(b, 1, min=^2)", "min is given twice: it is argument 2, too"},
    {"clip(b, None, 1, max=^2)", "max is given twice: it is argument 3, too"},
    {"clip(b, ^mim=2)", "clip() has no argument 'mim'; did you mean 'min'?"},
    {"clip(b, k ^+ 300, 400)", "k + 300 is 302, which uint8, the type that it is used in, cannot hold"},
    {"clip(t, -200, -100^*k)", "-100*k is -200, which int8"},
    {"norm(f, ^1)", "NumPy's second argument of norm is ord, which is 2 here: write axis=1"},
    {"f / np.linalg.norm(f, ^(0, 1), keepdims=1)", "write axis=(0, 1)"},
    {"norm(f, ^ord=1)", "norm() has no argument 'ord'"},
    {"^jn(f, 1)", "jn is not there for float32"},
    {"isclose(f, f, equal_nan=^2)", "equal_nan is a whole number from 0 to 1"},
    {"trapezoid(f[None], ^f, axis=0)", "x has no axis in the place of axis 0"},
    {"^sum()", "sum() takes 1 to 2 arguments without keywords, got 0"},
    {"^max(v)", "there is no max of no elements: the shape is (0,)"},
    {"^argmin(z[:, :0], 1)", "there is no argmin of no elements: the shape is (3, 0)"},
    {"f[:, None, :0].^mean(-1)", "there is no mean of no elements"},
    {"^argmax(f, (0, 1))", "argmax takes one axis, or none"},
    {"b + ^300", "300 does not fit uint8"},
    {"^sin(f, g)", "sin() takes 1 argument without keywords, got 2"},
    {"f ^<< 1", "left_shift is not there for float32 and a whole number"},
    {"^f; f", "this value goes nowhere"},
    {"i = ^1.5", "float64 cannot be assigned to int32"},
    {"i = ^f[0]", "float32 cannot be assigned to int32; int32(...) makes it one"},
    {"g = ^f", "a value of 2 axes cannot be assigned to a place of 1"},
    {"^z[0] = i", "a value of shape (4,) does not fit z[0], which has shape (3,)"},
    {"^z[i][0] = 1", "elements at places that an array says are assigned to all at once"},
    {"^z[i] = g[:2]; 1", "a value of shape (2,) does not fit z[i], which has shape (4, 3)"},
    {"^z[i[:1]] += z; 1", "a value of shape (3, 3) does not fit z[i[:1]], which has shape (1, 3)"},
    {"z[i] = ^f[None]", "a value of 3 axes cannot be assigned to a place of 2"},
    {"z^[i, d > 0] = 1", "a mask picks as many"},
    {"z[i, ^g] = 1", "an index is a whole number, of the text"},
    {"z^[i, i[:3]] = 1", "shapes do not go together"},
    {"z[i] = ^c[0]", "complex64 cannot be assigned to float32"},
    {"z[z > 1] = ^z", "a mask takes one value for all that it picks"},
    {"^g[z > 1] = 0", "a mask of 2 axes for 1"},
    {"^a = 1", "a is a number of the call's"},
    {"x = f; ^x[0] = 1", "this is a value of the text"},
    {"^k[0]", "1 indices for a value of 0 axes"},
};

TEST_EACH(a_mistake_has_its_place, COUNT(mistakes))
{
    int line, column;
    const char *text = without_mark(mistakes[_i].text, &line, &column);
    const bool assigns = strstr(text, " = ") != NULL && strchr(text, ';') == NULL;
    cujit_array *result = NULL;
    const cujit_status status = cujit_eval(context, text, OPERANDS, assigns ? NULL : &result, &fault);

    ck_assert_msg(status == CUJIT_ERROR_EXPRESSION, "%s: status %d, %s", text, (int)status, fault.message);
    ck_assert_msg(strstr(fault.message, mistakes[_i].words) != NULL, "%s: %s", text, fault.message);
    ck_assert_msg(fault.line == line && fault.column == column, "%s: %d:%d, expected %d:%d: %s", text, fault.line,
                  fault.column, line, column, fault.message);
    ck_assert_ptr_null(result);
}

TEST(names_are_plain)
{
    cujit_array *result = NULL;
    const struct {
        cujit_array *x;
    } holder = {f};
    const cujit_arg two[] = {CUJIT_ARG(1), CUJIT_ARG(2)};

    refuse(cujit_eval(context, "x", CUJIT_NAMED(holder.x), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "operand 1 is 'holder.x'", "put it into a variable");
    refuse(cujit_eval(context, "x", CUJIT_NAMED(f, 2 * k), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "operand 2 is '2 * k'");
    refuse(cujit_eval(context, "f", CUJIT_NAMED(f, f), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "operands 1 and 2 are both named 'f'");
    refuse(cujit_eval_named(context, "1", "if", two, 1, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "operand 1 is 'if', which is no name");
    refuse(cujit_eval_named(context, "1", "x, True", two, 2, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "operand 2 is 'True', which is no name");
    refuse(cujit_eval_named(context, "1", "e_\xc3\xa9", two, 1, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "which is no name");
    refuse(cujit_eval_named(context, "x", "x", NULL, 1, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "items is NULL");
    refuse(cujit_eval_named(context, "x", "x, y", &(cujit_arg){CUJIT_ARG_INT, CUJIT_INT64, 8, {1}}, 1, &result, &fault),
           CUJIT_ERROR_ARGUMENT_COUNT, "1 operands, but 2 names");
}

TEST(operands_are_arrays_and_numbers)
{
    cujit_array *result = NULL, *none = NULL, *four = zeros(context, CUJIT_FLOAT4, 2);
    float memory[4] = {0};
    const cujit_arg buffer = CUJIT_IN(memory, sizeof memory);

    refuse(cujit_eval(context, "none", CUJIT_NAMED(none), &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "an array that is NULL");
    refuse(cujit_eval(context, "four", CUJIT_NAMED(four), &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "elements that are no numbers");
    refuse(cujit_eval_named(context, "x", "x", &buffer, 1, &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "neither an array nor a number");
}

TEST(a_value_wants_a_result)
{
    cujit_array *result = NULL;

    refuse(cujit_eval(context, "f", CUJIT_NAMED(f), NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "the text has a value");
    refuse(cujit_eval(context, "f = 1", CUJIT_NAMED(f), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "the text only assigns");
    refuse(cujit_eval(context, NULL, CUJIT_NAMED(f), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "text");
    refuse(cujit_eval(NULL, "f", CUJIT_NAMED(f), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
}

TEST(a_single_number_needs_no_array)
{
    double value = -1;

    must(cujit_eval_double(context, "sum(f*k) + a", CUJIT_NAMED(f, k, a), &value, &fault));
    ck_assert(value == 32.5);
    must(cujit_eval_double(context, "any(m)", CUJIT_NAMED(m), &value, &fault));
    ck_assert(value == 1);
    refuse(cujit_eval_double(context, "f", CUJIT_NAMED(f), &value, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "6");
    refuse(cujit_eval_double(context, "sum(c)", CUJIT_NAMED(c), &value, &fault), CUJIT_ERROR_ARGUMENT_VALUE, "");
    refuse(cujit_eval_double(context, "sum(f)", CUJIT_NAMED(f), NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "value");
    refuse(cujit_eval_double(context, "summ(f)", CUJIT_NAMED(f), &value, &fault), CUJIT_ERROR_EXPRESSION, "sum");
    ck_assert(value == 1);
}

TEST(whole_numbers_are_known_before)
{
    cujit_array *result = NULL, *u = upload(context, CUJIT_UINT16, 3, (const uint16_t[]){1, 2, 3});
    unsigned many = 9;

    must(cujit_eval(context, "u[0] = 2**15; u[1] = many; u[2] = abs(-7) % 4 | 8", CUJIT_NAMED(u, many), NULL, &fault));
    ck_assert_str_eq(show(context, u), "uint16(3) 32768 9 11");
    must(cujit_eval(context, "i < 2**31", CUJIT_NAMED(i), &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_str_eq(show(context, result), "bool(4) 1 1 1 1");
    refuse(cujit_eval(context, "i + (1 << 31)", CUJIT_NAMED(i), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "1 << 31 is 2147483648, which int32");
    refuse(cujit_eval(context, "i + 2**(0 - 1)", CUJIT_NAMED(i), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "no whole number that fits int64");
    refuse(cujit_eval(context, "u = -1", CUJIT_NAMED(u), NULL, &fault), CUJIT_ERROR_EXPRESSION,
           "-1 does not fit uint16");
}

TEST(numbers_must_fit)
{
    cujit_array *result = NULL;
    int large = 300;

    refuse(cujit_eval(context, "b + large", CUJIT_NAMED(b, large), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "large is 300, which uint8");
    refuse(cujit_eval(context, "t * (large - 1)", CUJIT_NAMED(t, large), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "large - 1 is 299, which int8");
    refuse(cujit_eval(context, "b + (1 - 2)", CUJIT_NAMED(b), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "1 - 2 is -1, which uint8");
    large = 5;
    must(cujit_eval(context, "b + large", CUJIT_NAMED(b, large), &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_str_eq(show(context, result), "uint8(4) 255 8 5 12");
}

/* A real number is a float in a kernel in which it meets floats only: too large for one, it is infinite. */
TEST(numbers_are_floats_among_floats)
{
    static const struct {
        const char *text, *signature, *expected;
    } rows[] = {
        {"large*(f + 1)", "float a0", "float32(2,3) inf inf inf inf inf inf"},
        {"minimum(f, -large)", "double a0", "float32(2,3) -inf -inf -inf -inf -inf -inf"},
        {"a + large*d", "double a0, double a1", "float64(3) 5e+299 -1.5e+300 2e+300"},
        {"f + a*(g + large)*s", "float a0, float a1", "float32(2,3) inf inf inf inf inf inf"},
        {"a*f + a*d", "double a0", "float64(2,3) 1.25 -1.25 10 8.75 6.25 17.5"},
    };
    const double large = 1e300;

    for (size_t row = 0; row < COUNT(rows); row++) {
        cujit_expression *expression = NULL;
        cujit_array *result = NULL;

        must(cujit_expression_create(context, &(cujit_expression_spec){.text = rows[row].text}, &expression, &fault));
        cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
        must(cujit_expression_run(expression, NULL, CUJIT_NAMED(f, g, d, s, a, large), &result, &fault));
        cj_test_keep(result, (void (*)(void *))(cujit_array_free));
        ck_assert_str_eq(show(context, result), rows[row].expected);
        ck_assert_ptr_nonnull(strstr(cujit_expression_get_kernel(expression, 0)->source, rows[row].signature));
    }
}

TEST(limits_are_the_programs)
{
    cujit_expression *expression = NULL;
    cujit_array *result = NULL;

    refuse(cujit_expression_create(context, &(cujit_expression_spec){.text = "f + 1", .max_length = 3}, &expression,
                                   &fault),
           CUJIT_ERROR_EXPRESSION, "5 bytes; expected at most 3");
    refuse(cujit_expression_create(context, &(cujit_expression_spec){.text = "f +"}, &expression, &fault),
           CUJIT_ERROR_EXPRESSION, NULL);
    must(cujit_expression_create(context,
                                 &(cujit_expression_spec){.text = "f - sum(f)", .max_kernels = 1, .max_bytes = 1000},
                                 &expression, &fault));
    refuse(cujit_expression_run(expression, NULL, CUJIT_NAMED(f), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "more than 1 kernels");
    cujit_expression_free(expression);
    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "f[:, None, None] * z", .max_bytes = 50},
                                 &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    refuse(cujit_expression_run(expression, NULL, CUJIT_NAMED(f, z), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "more than 50 bytes");
    ck_assert_ptr_null(result);
}

/* What is repeated has no memory of its own, but a kernel may go through all of it. */
static const struct {
    const char *text; /* with a mark before what the error points to */
    size_t most;      /* bytes that it takes; one less is an error */
} repeated[] = {
    {"sum(^broadcast_to(g, (1000, 3)))", 12000},
    {"y = ^broadcast_to(g, (1000, 3)); sum(y, 0)", 12000},
    {"^broadcast_to(g, (1000, 3))[0]", 12000},
    {"max(g * ^broadcast_to(t, (k, 50, 3)))", 300},
    {"^broadcast_to(g, (k, 3))", 24},
    {"sum(^broadcast_to(g, 3))", 12},
    {"^sum(g[:, None] * g)", 4},
};

TEST_EACH(what_is_repeated_has_a_limit, COUNT(repeated))
{
    int line, column;
    cujit_expression_spec spec = {.text = without_mark(repeated[_i].text, &line, &column)};
    cujit_array *result = NULL;

    for (size_t less = 0; less < 2; less++) {
        cujit_expression *expression = NULL;

        spec.max_bytes = repeated[_i].most - less;
        must(cujit_expression_create(context, &spec, &expression, &fault));
        cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
        if (less == 0) {
            must(cujit_expression_run(expression, NULL, CUJIT_NAMED(g, t, k), &result, &fault));
            cj_test_keep(result, (void (*)(void *))cujit_array_free);
            continue;
        }
        result = NULL;
        refuse_at(cujit_expression_run(expression, NULL, CUJIT_NAMED(g, t, k), &result, &fault), CUJIT_ERROR_EXPRESSION,
                  "expression", line, column, "bytes");
        ck_assert_ptr_null(result);
    }
}

static const struct {
    const char *text; /* with a mark before what the error points to */
    size_t most;      /* that it takes; one less is an error. 0: it never takes it */
    const char *shape;
} elements[] = {
    {"^f * 2", 6, "(2, 3)"},
    {"sum(f[:, None, None] ^* z)", 18, "(2, 1, 3, 3)"},
    {"sum(g[:, None] ^* g)", 9, "(3, 3)"},
    {"f[0, 0] + sum(^broadcast_to(a, (k, 50)))", 100, "(2, 50)"},
    {"^z - mean(z, -1, keepdims=1)", 9, "(3, 3)"},
    {"cumsum(g[:, None] ^* f[0])", 9, "(3, 3)"},
    {"concatenate((g, ravel(^f * 3)))", 6, "(2, 3)"},
    {"sum(^g * 2) + sum(f[0, 0] * 2)", 3, "(3,)"},
    {"sum(broadcast_to(a, (2**40, 1)) ^* broadcast_to(a, (2**40)))", 0, "(1099511627776, 1099511627776)"},
    {"reshape(broadcast_to(a, (2**32, 1)) ^* broadcast_to(a, 2**32), 0)", 0, "(4294967296, 4294967296)"},
};

TEST_EACH(the_elements_of_a_kernel_have_a_limit, COUNT(elements))
{
    int line, column;
    cujit_expression_spec spec = {.text = without_mark(elements[_i].text, &line, &column)};
    cujit_array *result = NULL;
    cujit_status status;

    for (int less = 0; less < 2; less++) {
        cujit_expression *expression = NULL;

        spec.max_elements = elements[_i].most - (size_t)less;
        must(cujit_expression_create(context, &spec, &expression, &fault));
        cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
        if (less == 0 && elements[_i].most != 0) {
            must(cujit_expression_run(expression, NULL, CUJIT_NAMED(f, g, z, a, k), &result, &fault));
            cj_test_keep(result, (void (*)(void *))cujit_array_free);
            continue;
        }
        result = NULL;
        status = cujit_expression_run(expression, NULL, CUJIT_NAMED(f, g, z, a, k), &result, &fault);
        ck_assert_int_eq(status, CUJIT_ERROR_EXPRESSION);
        ck_assert_ptr_nonnull(strstr(fault.message, "a kernel would go through more than"));
        ck_assert_msg(strstr(fault.message, elements[_i].shape) != NULL, "%s", fault.message);
        ck_assert_msg(fault.line == line && fault.column == column, "%d:%d, expected %d:%d: %s", fault.line,
                      fault.column, line, column, fault.message);
        ck_assert_ptr_null(result);
    }
}
