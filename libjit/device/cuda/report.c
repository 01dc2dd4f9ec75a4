/*
 * report.c: reading the compiler's log.
 *
 * With -Xptxas=-v the assembler says for each kernel:
 *
 *     ptxas info    : Compiling entry function 'k' for 'sm_90'
 *     ptxas info    : Function properties for k
 *     ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
 *     ptxas info    : Used 32 registers, used 1 barriers, 128 bytes smem
 *
 * Of a name expression that names no kernel NVRTC says, with spaces of its own between the tokens:
 *
 *     __nv_name_map(3): error: identifier "nope" is undefined
 *     __nv_name_map(3): error: Error in parsing name expression for lowered name lookup. Input name expression was:
 *         " scale < nope >"                                                               (all on one line)
 */
#include "libjit/device/cuda/compiler.h"

#include <stdio.h>
#include <string.h>

static const char *next_line(const char *line, size_t *length)
{
    *length = strcspn(line, "\n");
    return line + *length + (line[*length] == '\n');
}

static bool starts_with(const char *line, const char *start)
{
    return strncmp(line, start, strlen(start)) == 0;
}

/* The number before `unit` in the line, for instance "128 bytes smem"; -1 where there is none. */
static int number_before(const char *line, size_t length, const char *unit)
{
    size_t unit_length = strlen(unit);

    for (size_t at = 1; at + unit_length <= length; at++) {
        size_t first = at;
        int number = 0;

        if (memcmp(line + at, unit, unit_length) != 0)
            continue;
        while (first > 0 && line[first - 1] >= '0' && line[first - 1] <= '9')
            first--;
        if (first < at && sscanf(line + first, "%9d", &number) == 1)
            return number;
    }
    return -1;
}

cj_resources cj_cuda_report_parse(const char *log, const char *name)
{
    static const char opening[] = "ptxas info    : Compiling entry function '";
    cj_resources found = CJ_RESOURCES_UNKNOWN;
    size_t length, name_length = strcspn(name, "\n");
    bool ours = false;

    for (const char *line = log, *next; line != NULL && line[0] != '\0'; line = next) {
        next = next_line(line, &length);
        if (starts_with(line, opening)) {
            const char *entry = line + sizeof opening - 1;

            ours = strncmp(entry, name, name_length) == 0 && entry[name_length] == '\'';
        } else if (ours && starts_with(line, "ptxas  ") && found.stack_bytes < 0) {
            found.stack_bytes = number_before(line, length, " bytes stack frame");
            found.spill_store_bytes = number_before(line, length, " bytes spill stores");
            found.spill_load_bytes = number_before(line, length, " bytes spill loads");
        } else if (ours && starts_with(line, "ptxas info    : Used ")) {
            found.registers = number_before(line, length, " registers");
            found.shared_bytes = number_before(line, length, " bytes smem");
            if (found.shared_bytes < 0)
                found.shared_bytes = 0; /* ptxas leaves out what is not used */
        }
    }
    return found;
}

void cj_cuda_report_strip(char *log)
{
    char *to = log;
    size_t length;

    for (const char *line = log, *next; line[0] != '\0'; line = next) {
        next = next_line(line, &length);
        if (starts_with(line, "ptxas info ") || starts_with(line, "ptxas         ."))
            continue;
        memmove(to, line, (size_t)(next - line));
        to += next - line;
    }
    *to = '\0';
}

static bool first_line_has(const char *paragraph, size_t length, const char *text)
{
    const size_t line = strcspn(paragraph, "\n");

    return memmem(paragraph, line < length ? line : length, text, strlen(text)) != NULL;
}

void cj_cuda_report_drop_repeats(char *log)
{
    static const char remark[] = "Remark: The warnings can be suppressed";
    enum { MOST = 1 << 16 }; /* of text to search */
    char *to = log;

    for (const char *from = log, *next; from[0] != '\0'; from = next) {
        const char *end = strstr(from, "\n\n");
        size_t length = end != NULL ? (size_t)(end - from) : strlen(from), kept = (size_t)(to - log);
        bool limits;

        while (length > 0 && from[length - 1] == '\n')
            length--;
        next = from + length + strspn(from + length, "\n");
        if (strncmp(from, remark, sizeof remark - 1) == 0 && memmem(log, kept, ": warning ", 10) == NULL)
            continue; /* there is none to be suppressed */
        /* NVIDIA's C++ library defines limits that the prelude has in another spelling: not the user's business */
        limits = first_line_has(from, length, "/cuda/std/") && first_line_has(from, length, "of prelude_cuda.h)");
        /* a warning about a text; its place, message and excerpt end at an empty line */
        if (first_line_has(from, length, ": warning ") &&
            (limits || (kept <= MOST && memmem(log, kept, from, length) != NULL)))
            continue;
        memmove(to, from, (size_t)(next - from));
        to += next - from;
    }
    *to = '\0';
}

const char *cj_cuda_report_error(const char *log, size_t *length)
{
    static const char *const marks[] = {"error: ", "error   :", "fatal   :", "error :"};

    for (const char *line = log, *next; line != NULL && line[0] != '\0'; line = next) {
        next = next_line(line, length);
        for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++) {
            const char *mark = strstr(line, marks[k]);

            if (mark != NULL && mark < line + *length)
                return line;
        }
    }
    *length = 0;
    return "";
}

bool cj_cuda_report_bad_name(const char *log, const char *const *kernels, cj_cuda_bad_name *out)
{
    static const char place[] = "__nv_name_map(", mark[] = "error: ", opening[] = "nput name expression was: \"";
    size_t length = 0;
    const char *line = cj_cuda_report_error(log, &length);
    const char *reason = strstr(line, mark), *name = strstr(line, opening), *end;

    if (!starts_with(line, place) || reason == NULL || name == NULL)
        return false;
    out->reason = reason + sizeof mark - 1;
    out->reason_length = (size_t)(line + length - out->reason);
    if (name < line + length && name - out->reason >= 3) /* the reason stands on the same line: "REASON. Input" */
        out->reason_length = (size_t)(name - 3 - out->reason);
    name += sizeof opening - 1;
    length = strcspn(name, "\n");
    end = memrchr(name, '"', length);
    if (end == NULL)
        end = name + length;
    out->expression = name;
    out->expression_length = (size_t)(end - name);
    for (size_t k = 0; kernels != NULL && kernels[k] != NULL; k++) {
        if (cj_same_but_space(kernels[k], name, (size_t)(end - name))) {
            out->expression = kernels[k];
            out->expression_length = strlen(kernels[k]);
            break;
        }
    }
    return true;
}
