/*
 * hostile_texts.h: kernels that try to be something else than they look like: aliases, macros, headers, templates,
 * lambdas, numbers of indices that nobody asked for. Drawn at random, for test_hostile.c.
 *
 * In a piece `@` is the type of the elements, `$` an element, `%` a name that is free, `~` a value. Pieces must mean
 * the same to a kernel of plain pointers in every run; those that a compiler refuses even there are left out by the
 * suite.
 */
#ifndef TESTS_HOSTILE_TEXTS_H
#define TESTS_HOSTILE_TEXTS_H

/* <hostile.h>, found in the directory of an -I, which includes all others; and these by themselves. */
static const char hostile_header[] = "#pragma once\n"
                                     "#include \"macros.h\"\n"
                                     "#include <references.h>\n"
                                     "#include <places.h>\n"
                                     "#define MAYBE if (x[i] > 2)\n"
                                     "#define ALSO y[i] += 1\n";
static const char references_header[] = "#define EMPTY\n"
                                        "#define REF &\n"
                                        "#define REFTO(q) q &\n"
                                        "#define ATTRIBUTE __attribute__((unused))\n"
                                        "#define ALIAS(t, r, e) t &r = e\n"
                                        "#define SET(q, v) q = v\n"
                                        "#define STORE(q, v) *&(q) = v\n"
                                        "template <class T> struct bare { typedef T type; };\n"
                                        "template <class T> struct bare<const T> { typedef T type; };\n"
                                        "template <class T> struct bare<T &> : bare<T> {};\n"
                                        "template <class T> struct bare<T &&> : bare<T> {};\n"
                                        "#define POKE(q, v) (typename bare<decltype((q))>::type &)q = v\n"
                                        "#define CAST(t) (t)\n"
                                        "#define SHARED(t) __shared__ t\n"
                                        "#define LEAVE return\n";
static const char places_header[] = "#define POS ((int)(i))\n"
                                    "#define PLACE [&](auto k) { return k; }(i)\n"
                                    "#define KIND kind(i)\n"
                                    "#define BEHIND(p) p[i < n - 1 ? i + 1 : i]\n";
static const char macros_header[] = "#define LEFT x[i > 0 ? i - 1 : 0]\n"
                                    "#define FIRST x[0]\n"
                                    "#define OWN x[i]\n";

/* A limits.h of the user's own is found before the compiler's. */
static const char limits_header[] = "#define POS ((int)i)\n#define REF &\n#define LEFT x[i - (i > 0)]\n";

static const char *const preambles[] = {
    "",
    "",
    "#define EMPTY\n#define REF &\n",
    "#define REFTO(q) q &\n#define ATTRIBUTE\n",
    "#include <hostile.h>\n",
    "#include <references.h>\n",
    "#include <references.h>\n",
    "#include <places.h>\n",
    "#include <macros.h>\n",
    "#include \"hostile.h\"\n",
    "#include <limits.h>\n",
    ("#define EMPTY\n#define REF &\n#define REFTO(q) q &\n#define POS ((int)i)\n#define LEFT x[i > 0 ? i - 1 : 0]\n"
     "#define SET(q, v) q = v\n#define OWN x[i]\n#define ALIAS(t, r, e) t &r = e\n"),
    "#define EMPTY\n#define CAST(t) (t)\n",
    "#define EMPTY\n#define SHARED(t) __shared__ t\n#define CAST(t) (t)\n"};

static const char functions[] = "template <class T> struct same { typedef T type; };\n"
                                "template <class T> __device__ inline T twice(T v) { return (T)(v + v); }\n"
                                "template <class T> __device__ inline void assign(T &q, double v) { q = (T)v; }\n"
                                "template <class T> __device__ inline T &through(T &q) { return q; }\n"
                                "template <class T> __device__ inline int kind(T) { return 5; }\n"
                                "__device__ inline int kind(long long) { return 7; }\n"
                                "__device__ inline int whole(long long k) { return (int)(k % 97); }\n"
                                "__device__ inline int look(const @ &v) { return (int)v % 11; }\n"
                                "__device__ inline int bind(long long &) { return 1; }\n"
                                "__device__ inline int bind(double) { return 2; }\n";
static const char operator_functions[] =
    "struct of { int k; __device__ of(long long &) : k(3) {} __device__ of(double) : k(4) {} "
    "__device__ int operator<<(long long &) { return 5; } "
    "__device__ int operator<<(double) { return 6; } };\n";
static const char few_functions[] = "__device__ inline int whole(long long k) { return (int)(k % 97); }\n"
                                    "__device__ inline @ twice(@ v) { return (@)(v + v); }\n";

/* Stores of a value to an element. */
/* clang-format off */
static const char *const stores[] = {
    "$ = ~;", "$ = ~;", "$ += ~;", "@ &% = $; % = ~;", "@ &__restrict__ % = $; % = ~;",
    "auto &% [[maybe_unused]] = $; % = ~;", "@ &(%) = $; % = ~;", "@ (&(%)) = $; % = ~;", "@ (&%) = $; % += ~;",
    "@ & EMPTY % = $; % = ~;", "@ & __attribute__((unused)) % = $; % = ~;", "@ & ATTRIBUTE % = $; % = ~;",
    "auto &&% = $; % = ~;", "@ REF % = $; % = ~;", "@ bitand % = $; % = ~;", "REFTO(@) % = $; % = ~;",
    "@ &%($); % = ~;", "@ &%{$}; % = ~;", "@ %_a = 1, &% = $; % = ~ + %_a;", "@ &% = i % 2 ? $ : $; % = ~;",
    "ALIAS(@, %, $); % = ~;", "using %_r = @ &; %_r % = $; % = ~;", "typedef @ &%_r; %_r % = $; % = ~;",
    "same<same<@ &>>::type::type % = $; % = ~;", "same<@ &>::type % = $; % = ~;", "decltype(($)) % = $; % = ~;",
    "@ *% = &$; *% = ~;", "@ *%_p = &($), &% = *%_p; % = ~;", "assign($, (double)(~));", "through($) = ~;",
    "through<@>($) += ~;", "[&](@ &%) { % = ~; }($);", "[](auto &%, int v) { % = v; }($, 3);",
    "[]<class T>(T &%, int v) { % = v; }($, 4);", "[&]() -> @ & { return $; }() = ~;", "auto % = [&] { $ = ~; }; %();",
    "SET($, ~);", "STORE($, ~);", "POKE($, ~);", "(@ &)$ = ~;", "const_cast<@ &>($) = ~;",
    "const @ &% = $; const_cast<@ &>(%) = ~;", "*(@ *)(void *)&$ = ~;", "struct %_s { @ &to; }; %_s % = {$}; %.to = ~;",
    "for (@ &% = $;;) { % = ~; break; }", "for (auto k = i; k < i + 1; k++) $ = ~;", "if (@ &% = $; % >= 0) % = ~;",
    "MAYBE $ = ~;", "EMPTY if (x[i] > 2) $ = ~; else y[i] = 1;",
    "if (x[i] > 2) $ = ~; else EMPTY if (x[i] > 1) y[i] = 1; else $ = 3;", "*CAST(@ *)&$ = ~;",
    "@ *% = CAST(@ *)&$; *% = ~;", "SHARED(@) %_s; %_s = 3; $ = %_s + ~;", "of %_o = i; $ = %_o.k + ~;",
    "of %_o(1.); %_o = i; $ = (%_o << i) + ~ + %_o.k;", "if (x[i] > 3) { LEAVE; } $ = ~;",
    "if (x[i] > 3) return; $ = ~;", "switch ((int)x[i] % 3) { case 0: $ = ~; break; case 1: $ += 2; }", "$ = ~; ALSO;",
    "$ = 1; @ &% [[maybe_unused]] = $; % += ~;", "const auto &% [[maybe_unused]] = x[i]; $ = 1; $ += %;",
    "do { $ = ~; } while (false);", "{ long long i = 3; z[i] = z[i]; } $ = ~;",
};
/* clang-format on */

/* Values. */
/* clang-format off */
static const char *const value_texts[] = {
    "x[i]", "x[i]", "y[i]", "x[i] + y[i]", "2", "POS", "POS % 13", "LEFT", "OWN", "FIRST", "KIND", "kind(i)",
    "kind(i + 1)", "kind(+i)", "kind((i))", "kind(n > 0 ? i : i)", "bind(i)", "bind((i))", "of(i).k", "((of)i).k",
    "(of(1.) << i)", "*CAST(const @ *)&x[i]", "(int)(CAST(long long)&y[i] % sizeof(@))", "PLACE % 3", "BEHIND(x)",
    "BEHIND(y)", "x[i > 0 ? i - 1 : 0]", "x[n - 1 - i]", "x[(int)i]", "x[+i]", "*(x + i)", "i[x]", "x[i ^ 1]",
    "(i > 0 && i < n - 1 ? x[i - 1] + x[i + 1] : 1)", "(i > 1 && i < n - 1 ? x[i - 2] * 2 + x[1 + i] : x[i])",
    "(i < n - 1 ? x[i + 1u] : 1)", "(@)(i % 101)", "i % 7", "(int)i", "(i & 3)", "(i << 1) % 50",
    "(i < 3 ? 3 : i) % 20", "(-i) % 9", "!i", "~i % 5", "whole(i)", "whole(i * 2)", "twice(x[i])", "look(x[i])",
    "[&] { return x[i]; }()", "[=](auto k) { return x[k]; }(i)", "[=](long long k) { return x[k]; }(i)",
    "(x[i] > 2 ? x[i] : y[i])", "(const @ &)x[i]", "sizeof(x[i])", "sizeof i", "(int)sizeof(decltype(i))",
    "((i + 1) * (i - 1)) % 31", "(int)(i * 0.5f)", "(int)(0.25 * i)", "(int)((double)i / 3)",
};
/* clang-format on */

/* Statements in front. */
/* clang-format off */
static const char *const heads[] = {
    "", "", "", "auto k = i; k = k / 2; ", "auto k = i; ", "const auto k = i + 1; ", "const int k = i; ",
    "long long k = i; k++; ", "double k(i); ", "int k = 0; for (int j = 0; j < i % 3; j++) k += j; ",
    "int k; switch (i % 4) { case 1: k = 3; break; default: k = 4; } ", "const auto *k = &i; ", "auto &&k = i; ",
};
/* clang-format on */

#endif
