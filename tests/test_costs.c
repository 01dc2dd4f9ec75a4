/*
 * test_costs.c: names behind symbols, and the assembler's report.
 */
#include "support.h"
#include "tools/costs.h"

#include <stdlib.h>
#include <string.h>

TEST(symbol_read)
{
    /* clang-format off */
    static const struct {
        const char *symbol, *name;
    } cases[] = {
        {"scale", "scale"}, {"", ""}, {"_", "_"}, {"_Z", "_Z"}, {"_Z5scalePf", "scale"}, {"_ZL5scalePf", "scale"},
        {"_ZN2ns5inner5scaleEPf", "ns::inner::scale"}, {"_Z5scaleIfEvPT_i", "scale<float>"},
        {"_ZN2ns5scaleIfLi16EEEvPT_j", "ns::scale<float, 16>"}, {"_Z3litILb1ELin3EEvPi", "lit<true, -3>"},
        {"_Z1kILb0ELj4ELc65EEvv", "k<false, 4, 65>"}, {"_Z1kIPKfEvT_", "k<float const*>"},
        {"_Z1kIKPfEvT_", "k<float* const>"},
        {"_Z1kIyxmlhE", "k<unsigned long long, long long, unsigned long, long, unsigned char>"},
        {"_Z1kI6__halfN2ns3boxIdEEEvT_", "k<__half, ns::box<double>>"},
        {"_ZN39_GLOBAL__N__9cab69c9_7_m5_k_cu_acc5a52f4anonEPi", "anon"}, {"_ZN2ns12_GLOBAL__N_14anonEPi", "ns::anon"},
        /* What is not followed, or cut off, stays as it is. */
        {"_Z1kI6__halfS0_EvT_", "_Z1kI6__halfS0_EvT_"}, {"_Z1kIJifEEvDpT_", "_Z1kIJifEEvDpT_"},
        {"_Z1kIXadL_Z1fvEEEvv", "_Z1kIXadL_Z1fvEEEvv"}, {"_Z99k", "_Z99k"},
        {"_Z99999999999999999999999k", "_Z99999999999999999999999k"}, {"_Z1kI", "_Z1kI"}, {"_Z1kILi", "_Z1kILi"},
        {"_Z1kIPPPP", "_Z1kIPPPP"}, {"_ZN2ns", "_ZN2ns"},
    };
    /* clang-format on */

    for (size_t k = 0; k < COUNT(cases); k++) {
        char *name = cli_symbol_name(cases[k].symbol, strlen(cases[k].symbol));

        ck_assert_str_eq(name, cases[k].name);
        free(name);
    }
}

/* No symbol is too long or too deep. */
TEST(symbol_of_any_length_survived)
{
    static char symbol[100000];
    char *name;

    for (const char *part = "1kIPK"; *part != '\0'; part++) {
        memcpy(symbol, "_Z1kI", 5);
        memset(symbol + 5, *part, sizeof symbol - 5);
        name = cli_symbol_name(symbol, sizeof symbol);
        ck_assert_uint_eq(strlen(name), sizeof symbol);
        free(name);
    }
    for (size_t k = 0; k + 3 < sizeof symbol; k += 3)
        memcpy(symbol + (k == 0 ? 0 : k), k == 0 ? "_Z1" : "kI1", 3);
    name = cli_symbol_name(symbol, sizeof symbol - 1);
    ck_assert_uint_gt(strlen(name), 0);
    free(name);
}

static const char report[] =
    "source(3): warning #177-D: variable \"x\" was declared but never referenced\n"
    "ptxas info    : 24 bytes gmem\n"
    "ptxas info    : Compiling entry function '_Z5scaleIdEvPT_' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z6helperd\n"
    "ptxas         .     8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
    "ptxas info    : Function properties for _Z5scaleIdEvPT_\n"
    "ptxas         .     16 bytes stack frame, 12 bytes spill stores, 20 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 1 barriers, 16 bytes cumulative stack size, 128 bytes smem\n"
    "ptxas info    : Compiling entry function '_Z5scaleIfEvPT_' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z5scaleIfEvPT_\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 10 registers, used 0 barriers\n"
    "ptxas info    : Compiling entry function '_ZN2ns3boxIjEEvPT_' for 'sm_90'\n"
    "ptxas info    : Compiling entry function 'plain' for 'sm_90'\n"
    "ptxas info    : Function properties for plain\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 8 registers";

TEST(report_read)
{
    cli_costs costs = {0};
    const cli_cost *cost;

    cli_costs_read(report, &costs);
    ck_assert_uint_eq(costs.count, 4);
    cost = &costs.items[0];
    ck_assert(cost->registers == 32 && cost->shared_bytes == 128 && cost->stack_bytes == 16);
    ck_assert(cost->spill_store_bytes == 12 && cost->spill_load_bytes == 20);
    cost = &costs.items[1];
    ck_assert(cost->registers == 10 && cost->shared_bytes == 0 && cost->stack_bytes == 0);
    cost = &costs.items[2];
    ck_assert(cost->registers == -1 && cost->shared_bytes == -1 && cost->stack_bytes == -1);
    cost = &costs.items[3];
    ck_assert(cost->registers == 8 && cost->stack_bytes == 0);
    cli_costs_clear(&costs);
    ck_assert_uint_eq(costs.count, 0);
}

TEST(expressions_matched)
{
    /* The kernel that each expression should get; -1: none. */
    static const struct {
        const char *expressions[4];
        int kernels[4];
    } cases[] = {{{" scale< double >", "::scale<float>", "ns::box<unsigned int>", "plain"}, {0, 1, 2, 3}},
                 {{"plain", "plain"}, {3, 3}},
                 {{"pla", "plainer", "", "box<unsigned int>"}, {-1, -1, -1, -1}},
                 /* One instance only: it is that. Two: it cannot be told which, but for one that is named already. */
                 {{"ns::box<unsigned>"}, {2}},
                 {{"scale<number>"}, {-1}},
                 {{"scale<number>", "scale<float>"}, {0, 1}},
                 {{"scale<number>", "scale<real>"}, {-1, -1}}};
    cli_costs costs = {0};

    cli_costs_read(report, &costs);
    for (size_t k = 0; k < COUNT(cases); k++) {
        const cli_cost *found[4];
        size_t count = 0;

        while (count < 4 && cases[k].expressions[count] != NULL)
            count++;
        cli_costs_match(&costs, cases[k].expressions, count, found);
        for (size_t j = 0; j < count; j++) {
            int kernel = cases[k].kernels[j];

            ck_assert_msg(found[j] == (kernel < 0 ? NULL : &costs.items[kernel]), "case %zu, '%s'", k,
                          cases[k].expressions[j]);
        }
    }
    cli_costs_clear(&costs);
}

TEST(report_missing_or_cut_off)
{
    char text[sizeof report];

    for (size_t length = 0; length < sizeof report; length++) {
        cli_costs costs = {0};

        memcpy(text, report, length);
        text[length] = '\0';
        cli_costs_read(text, &costs);
        ck_assert(length > 0 || costs.count == 0);
        ck_assert_uint_le(costs.count, 4);
        cli_costs_clear(&costs);
    }
}
