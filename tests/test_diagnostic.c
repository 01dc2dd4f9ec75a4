/*
 * test_diagnostic.c: compilers' logs, taken down verbatim, mapped back to the user's texts.
 */
#include "support.h"

#include "libjit/syntax/diagnostic.h"

#include <string.h>

static const cj_part parts[] = {
    {"operation", "  int unused; z[i] = a*y[i];\tx[i] = ;\n\tz[i] = /* \xC3\xA9 */ \"\xC3\xA9\" + qq;"},
    {"preamble", "__device__ int f(int a) { return b + c; }\n#define BAD(q) (q + undefined_name)\n"
                 "__device__ int g() { return BAD(1); }\n#include \"nofile.h\"\n"},
    {"after_loop", "sin(1,2,3); x = 3.0 * \"x\"; asm(\"foo.bar %0;\" :: \"f\"(a));"},
    {"loop_prep", NULL}};

static const struct {
    const char *log;
    const char *part; /* NULL: elsewhere; "-": no error */
    int line, column;
    const char *message;
} rows[] = {
    /* NVRTC. */
    {"operation(1): error: identifier \"y\" is undefined\n"
     "    int unused; z[i] = a*y[i];\tx[i] = ;\n"
     "                         ^\n\n"
     "operation(1): error: expected an expression\n"
     "    int unused; z[i] = a*y[i];\tx[i] = ;\n"
     "                              \t       ^\n\n",
     "operation", 1, 24, "identifier \"y\" is undefined"},
    {"operation(1): error: expected an expression\n"
     "    int unused; z[i] = a*y[i];\tx[i] = ;\n"
     "                              \t       ^\n\n",
     "operation", 1, 37, "expected an expression"},
    {"operation(2): error: identifier \"qq\" is undefined\n"
     "  \tz[i] = /* \xC3\xA9 */ \"\xC3\xA9\" + qq;\n"
     "  \t                       ^\n",
     "operation", 2, 23, "identifier \"qq\" is undefined"},
    {"operation(1): warning #177-D: variable \"unused\" was declared but never referenced\n"
     "    int unused; z[i] = a*y[i];\tx[i] = ;\n"
     "        ^\n\n"
     "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
     "preamble(1): error: identifier \"b\" is undefined\n"
     "  __device__ int f(int a) { return b + c; }\n"
     "                                   ^\n",
     "preamble", 1, 34, "identifier \"b\" is undefined"},
    {"preamble(4): catastrophic error: cannot open source file \"nofile.h\"\n"
     "  #include \"nofile.h\"\n"
     "                     ^\n\n"
     "1 catastrophic error detected in the compilation of \"cujit\".\n"
     "Compilation terminated.\n",
     "preamble", 4, 20, "cannot open source file \"nofile.h\""},
    {"after_loop(1): error: no instance of overloaded function \"sin\" matches the argument list\n"
     "            argument types are: (int, int, int)\n"
     "  sin(1,2,3); x = 3.0 * \"x\"; asm(\"foo.bar %0;\" :: \"f\"(a));\n"
     "  ^\n"
     "Note #3322-D: number of parameters of function \"sin(double)\" does not match the call\n",
     "after_loop", 1, 1,
     "no instance of overloaded function \"sin\" matches the argument list; argument types are: (int, int, int)"},
    {"after_loop(1): error #123-D: oops\n", "after_loop", 1, 1, "oops"},
    {"prelude(7): error: expression must have class type but it has type \"float\"\n"
     "  template<class T> __device__ T f(T a) { return a.foo; }\n"
     "                                                 ^\n"
     "          detected during instantiation of \"T f(T) [with T=float]\" at line 2 of operation\n\n",
     "operation", 2, 2, "expression must have class type but it has type \"float\""},
    {"template(20): error: expected a \";\"\n"
     "  }}\n"
     "  ^\n\n"
     "1 error detected in the compilation of \"cujit\".\n",
     NULL, 0, 0, "expected a \";\""},
    {"template(20): error: expected a \";\"\n"
     "  }}\n"
     "  ^\n\n"
     "preamble(1): error: identifier \"c\" is undefined\n"
     "  __device__ int f(int a) { return b + c; }\n"
     "                                       ^\n",
     "preamble", 1, 38, "identifier \"c\" is undefined"},
    {"nvrtc: error: invalid value for --gpu-architecture (-arch)\n", NULL, 0, 0,
     "invalid value for --gpu-architecture (-arch)"},
    /* ptxas, and places that are not there. */
    {"ptxas application ptx input, line 57; error   : Unknown modifier '.bar'\n"
     "ptxas application ptx input, line 57; error   : Not a name of any known instruction: 'foo'\n"
     "ptxas fatal   : Ptx assembly aborted due to errors\n",
     NULL, 0, 0, "Unknown modifier '.bar'"},
    {"ptxas fatal   : Value 'sm_12' is not defined for option 'gpu-name'\n", NULL, 0, 0,
     "Value 'sm_12' is not defined for option 'gpu-name'"},
    {"operation(9): error: expected a \";\"\n", "operation", 2, 26, "expected a \";\""},
    {"loop_prep(1): error: expected a \";\"\n", "loop_prep", 1, 1, "expected a \";\""},
    /* g++. */
    {"operation: In function 'void k(float, float*, float*, long int)':\n"
     "operation:2:27: error: 'qq' was not declared in this scope\n"
     "after_loop:1:1: error: 'sin' was not declared in this scope\n",
     "operation", 2, 25, "'qq' was not declared in this scope"},
    {"preamble:4:10: fatal error: nofile.h: No such file or directory\ncompilation terminated.\n", "preamble", 4, 10,
     "nofile.h: No such file or directory"},
    {"prelude: In instantiation of 'T f(T) [with T = float]':\n"
     "after_loop:1:9:   required from here\n"
     "prelude:1:40: error: request for member 'foo' in 'a', which is of non-class type 'float'\n",
     "after_loop", 1, 9, "request for member 'foo' in 'a', which is of non-class type 'float'"},
    /* A typo in the type of a kernel's first parameter. */
    {"operation(1): error: attribute \"__global__\" does not apply here\n  int unused\n  ^\n\n"
     "operation(1): error: identifier \"unused\" is undefined\n  int unused\n      ^\n\n",
     "operation", 1, 5, "identifier \"unused\" is undefined"},
    {"operation:1:7: error: variable or field 'k'\noperation:1:9: error: 'Foo'\n", "operation", 1, 9, "'Foo'"},
    {"operation:1:7: error: variable or field 'k'\noperation:1:9: error: 'k' was\n", "operation", 1, 7,
     "variable or field 'k'"},
    {"operation(1): error: incomplete type \"void\" is not allowed\n  int unused\n  ^\n\n"
     "operation(1): error: identifier \"unused\" is undefined\n  int unused\n      ^\n\n",
     "operation", 1, 1, "incomplete type \"void\" is not allowed"},
    {"operation:1:7: error: variable or field 'k'\n", "operation", 1, 7, "variable or field 'k'"},
    /* Linkers. */
    {"/usr/bin/ld: /tmp/ccA1.o: in function `k':\n"
     "operation:1: undefined reference to `foo'\n"
     "collect2: error: ld returned 1 exit status\n",
     "operation", 1, 3, "undefined reference to `foo'"},
    {"/usr/bin/ld: /tmp/ccA1.o: in function `k':\n"
     "<stdin>:(.text+0xd): undefined reference to `bar(float)'\n"
     "<stdin>:(.text+0x1d): undefined reference to `foo'\n"
     "collect2: error: ld returned 1 exit status\n",
     NULL, 0, 0, "undefined reference to `bar(float)'"},
    {"/usr/bin/ld: /tmp/ccA1.o: in function `k':\n"
     "/tmp/x/operation:2:(.text+0xd): undefined reference to `bar(float)'\n"
     "collect2: error: ld returned 1 exit status\n",
     "operation", 2, 2, "undefined reference to `bar(float)'"},
    {"/usr/bin/ld: /tmp/--a88ed7.o: in function `foo':\n"
     "-:(.text+0xa): undefined reference to `bar(float)'\n"
     "clang: error: linker command failed with exit code 1 (use -v to see invocation)\n",
     NULL, 0, 0, "undefined reference to `bar(float)'"},
    {"ld.lld: error: undefined symbol: bar(float)\n"
     ">>> referenced by -\n"
     ">>>               /tmp/--600d82.o:(foo)\n"
     "clang: error: linker command failed with exit code 1 (use -v to see invocation)\n",
     NULL, 0, 0, "undefined symbol: bar(float)"},
    {"ld.lld: undefined symbol: bar(float)\n"
     "clang: error: linker command failed with exit code 1 (use -v to see invocation)\n",
     NULL, 0, 0, "undefined symbol: bar(float)"},
    {"/usr/bin/ld: cannot find -lfoo\n"
     "collect2: error: ld returned 1 exit status\n",
     NULL, 0, 0, "ld returned 1 exit status"},
    /* clang. */
    {"operation:1:24: error: use of undeclared identifier 'y'\n"
     "  int unused; z[i] = a*y[i];    x[i] = ;\n"
     "                       ^\n"
     "7 errors generated.\n",
     "operation", 1, 24, "use of undeclared identifier 'y'"},
    {"prelude:1:39: error: member reference base type 'float' is not a structure or union\n"
     "template<class T>  T f(T a) { return a.foo; }\n"
     "                                     ~^~~~\n"
     "operation:1:22: note: in instantiation of function template specialization 'f<float>' requested here\n",
     "operation", 1, 22, "member reference base type 'float' is not a structure or union"},
    /* Lines that are none, or cut off. */
    {"template(3): warning #1-D: x\n"
     "  operation(1): error: not one\n"
     "  ^\n",
     "-", 0, 0, ""},
    {"operations(1): error: x\n", NULL, 0, 0, "x"},
    {"operation:1: error: x\n", "operation", 1, 3, "x"},
    {"operation(99999999999999999999): error: x\n", "operation", 2, 26, "x"},
    {"operation:1:99999999999999999999: error: x\n", "operation", 1, 38, "x"},
    {"operation(1): error: x\r\n  abc\r\n    ^\r\n", "operation", 1, 3, "x"},
    {"", "-", 0, 0, ""},
    {"operation(1", "-", 0, 0, ""},
    {"operation(1): error", "-", 0, 0, ""},
    /* Headers. */
    {"In file included from operation:2,\n                 from k.cu:4:\n"
     "/tmp/x/own/curand_kernel.h:1:2: error: #error the host device has no random numbers\n",
     "operation", 2, 2, "the host device has no random numbers"},
    {"In file included from preamble:1,\n                 from k.cu:4:\n/a.h:1:2: warning: w\n"
     "In file included from /b.h:2,\n                 from /c.h:2:\n/a.h:1:2: error: e\n",
     NULL, 0, 0, "e"},
    {"ptxas info    : Used 12 registers, 380 bytes cmem[0]\n", "-", 0, 0, ""},
    {NULL, "-", 0, 0, ""}};

/* clang-format off */
static const struct {
    const char *log, *path; /* NULL: none */
} files[] = {
    {"/a b/m.h(12): error: e\n", "/a b/m.h"},
    {"In file included from source:1:\n/tmp/m.h:2:38: error: e\n", "/tmp/m.h"},
    {"/w.h:1:2: warning: w\n/m(1)/x:3.h:2: fatal error: e\n", "/m(1)/x:3.h"},
    {"m.h(2): warning #12-D: w\nn.h(3): error #13-D: e\n", "n.h"}, {"  m.h(2): error: the user's own\n", NULL},
    {"error: e\n(2): error: e\n", NULL}, {"a-name-that-is-too-long-to-be-kept(2): error: e\n", NULL}, {"m.h(", NULL},
    {"m.h(99999999999999999999): error", NULL}, {"", NULL}, {NULL, NULL},
};
/* clang-format on */

TEST_EACH(file_of_the_first_error_is_found, COUNT(files))
{
    char path[24] = "";

    ck_assert_int_eq(cj_diagnostic_file(files[_i].log, path, sizeof path), files[_i].path != NULL);
    ck_assert_str_eq(path, files[_i].path != NULL ? files[_i].path : "");
}

TEST_EACH(diagnostic_is_mapped, COUNT(rows))
{
    cj_diagnostic out = {.line = 77};
    bool found = cj_diagnostic_first(rows[_i].log, parts, COUNT(parts), &out);

    if (rows[_i].part != NULL && strcmp(rows[_i].part, "-") == 0) {
        ck_assert_msg(!found, "%s: %s", rows[_i].log, out.message);
        ck_assert_int_eq(out.line, 77);
        return;
    }
    ck_assert_msg(found, "%s", rows[_i].log);
    ck_assert_msg(strcmp(out.message, rows[_i].message) == 0, "%s: %s", rows[_i].log, out.message);
    ck_assert_pstr_eq(out.part != NULL ? out.part->name : NULL, rows[_i].part);
    ck_assert_msg(out.line == rows[_i].line && out.column == rows[_i].column, "%s: %d:%d", rows[_i].log, out.line,
                  out.column);
}

TEST(diagnostic_message_is_cut)
{
    char log[2000] = "operation(1): error: ";
    cj_diagnostic out;
    size_t length;

    while (strlen(log) < 1900)
        strcat(log, "\xC3\xA9");
    ck_assert(cj_diagnostic_first(log, parts, COUNT(parts), &out));
    length = strlen(out.message);
    ck_assert_uint_lt(length, sizeof out.message);
    ck_assert_str_eq(out.message + length - 3, "...");
    ck_assert_int_eq((unsigned char)out.message[length - 4], 0xA9);
}
