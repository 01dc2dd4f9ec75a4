/*
 * processor.c: see processor.h.
 *
 * x86-64: the cpuid leaves with model and features, and which register states the system saves (AVX-512 may be there
 * and switched off). Left out is what differs between the processors of one machine: APIC numbers, the stepping.
 * aarch64: the kernel's list of features, and the main ID register where the kernel lets us read it.
 */
#include "libjit/device/host/processor.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#if defined(__x86_64__)

#include <cpuid.h>

static uint32_t state_mask(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

void cj_processor_identity(cj_text *out)
{
    /* Which bits of the four registers count. */
    static const struct {
        uint32_t leaf, part, a, b, c, d;
    } leaves[] = {
        {0, 0, 0, ~0u, ~0u, ~0u}, {1, 0, ~0xfu, 0, ~0u, ~0u},      {7, 0, 0, ~0u, ~0u, ~0u},
        {7, 1, ~0u, 0, 0, ~0u},   {0x80000001, 0, 0, 0, ~0u, ~0u},
    };
    uint32_t words[32] = {0}, a, b, c, d, *to = words;

    for (size_t k = 0; k < sizeof leaves / sizeof *leaves; k++, to += 4) {
        if (!__get_cpuid_count(leaves[k].leaf, leaves[k].part, &a, &b, &c, &d))
            continue;
        to[0] = a & leaves[k].a;
        to[1] = b & leaves[k].b;
        to[2] = c & leaves[k].c;
        to[3] = d & leaves[k].d;
        if (leaves[k].leaf == 1 && (c & bit_OSXSAVE) != 0)
            to[1] = state_mask();
    }
    cj_text_printf(out, "x86_64 %016llx", (unsigned long long)XXH3_64bits(words, sizeof words));
}

/* What the psABI asks of x86-64-v3 beyond v2. The compiler's check of AVX2 includes the registers' state. */
bool cj_processor_is_portable(void)
{
    uint32_t a, b, c = 0, d;
    const uint32_t of_first = bit_MOVBE | bit_F16C | bit_FMA | bit_OSXSAVE | bit_POPCNT | bit_SSE4_2;

    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __get_cpuid(1, &a, &b, &c, &d) && (c & of_first) == of_first && __get_cpuid(0x80000001, &a, &b, &c, &d) &&
           (c & bit_ABM) != 0;
}

void cj_processor_name(char *name, size_t size)
{
    uint32_t words[13] = {0};
    char text[sizeof words];
    const char *at = text;
    int length = 0;

    snprintf(name, size, "x86_64 processor");
    for (unsigned k = 0; k < 3; k++)
        if (!__get_cpuid(0x80000002 + k, &words[4 * k], &words[4 * k + 1], &words[4 * k + 2], &words[4 * k + 3]))
            return;
    memcpy(text, words, sizeof text);
    at += strspn(at, " ");
    for (int k = 0; at[k] != '\0'; k++)
        length = at[k] != ' ' ? k + 1 : length;
    if (length > 0)
        snprintf(name, size, "%.*s", length, at);
}

#elif defined(__aarch64__)

#include <sys/auxv.h>

bool cj_processor_is_portable(void)
{
    return false;
}

#ifndef HWCAP_CPUID
#define HWCAP_CPUID (1 << 11)
#endif

/* Implementer and part, without the revision; 0: the kernel does not let us read it. */
static uint64_t main_id(void)
{
    uint64_t id = 0;

    if ((getauxval(AT_HWCAP) & HWCAP_CPUID) != 0)
        __asm__("mrs %0, midr_el1" : "=r"(id));
    return id & 0xff00fff0u;
}

void cj_processor_identity(cj_text *out)
{
    const uint64_t words[] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2), main_id()};

    cj_text_printf(out, "aarch64 %016llx", (unsigned long long)XXH3_64bits(words, sizeof words));
}

void cj_processor_name(char *name, size_t size)
{
    static const struct {
        uint64_t id;
        const char *name;
    } known[] = {
        {0x4100d030, "Arm Cortex-A53"},   {0x4100d080, "Arm Cortex-A72"},  {0x4100d0b0, "Arm Cortex-A76"},
        {0x4100d0c0, "Arm Neoverse N1"},  {0x4100d400, "Arm Neoverse V1"}, {0x4100d490, "Arm Neoverse N2"},
        {0x4100d4f0, "Arm Neoverse V2"},  {0x4100d8e0, "Arm Neoverse N3"}, {0x4100d840, "Arm Neoverse V3"},
        {0x4800d010, "HiSilicon TSV110"}, {0xc000ac30, "Ampere-1"},
    };
    const uint64_t id = main_id();

    snprintf(name, size, "aarch64 processor");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (known[k].id == id)
            snprintf(name, size, "%s", known[k].name);
}

#else

bool cj_processor_is_portable(void)
{
    return false;
}

void cj_processor_identity(cj_text *out)
{
    cj_text_append(out, "generic");
}

void cj_processor_name(char *name, size_t size)
{
    snprintf(name, size, "processor");
}

#endif
