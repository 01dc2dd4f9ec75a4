/*
 * cache_diff.c: what differs between two keys of the cache: which parts, and a short diff of their lines.
 */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

static const char *const part_names[PARTS] = {"schema", "toolchain", "architecture", "options", "name", "source"};

static const char *part_of(const cujit_cache_entry *entry, size_t part)
{
    const char *const texts[PARTS] = {entry->schema,  entry->toolchain, entry->architecture,
                                      entry->options, entry->name,      entry->source};

    return texts[part];
}

/* Whether what a person has said is the same: what the library found in a source is told by the source. */
static bool same_options(const char *a, const char *b)
{
    char *left = cache_options_line(a), *right = cache_options_line(b);
    const bool same = strcmp(left, right) == 0;

    free(left);
    free(right);
    return same;
}

unsigned cache_differences(const cujit_cache_entry *a, const cujit_cache_entry *b)
{
    unsigned found = 0;

    for (size_t k = 0; k < PARTS; k++)
        if (part_of(a, k) != NULL && strcmp(part_of(a, k), part_of(b, k)) != 0)
            found |= 1u << k;
    if ((found & PART_OPTIONS) != 0 && (found & PART_SOURCE) != 0 && same_options(a->options, b->options))
        found &= ~(unsigned)PART_OPTIONS;
    return found;
}

char *cache_parts_text(unsigned parts)
{
    char *text = cli_copy("");

    for (size_t k = 0; k < PARTS; k++) {
        char *longer;

        if ((parts & 1u << k) == 0)
            continue;
        longer = cli_format("%s%s%s", text, text[0] != '\0' ? ", " : "", part_names[k]);
        free(text);
        text = longer;
    }
    return text;
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

typedef struct line {
    const char *at;
    size_t length;
} line;

typedef struct lines {
    line *items;
    size_t count;
} lines;

static lines split(const char *text)
{
    lines out = {.items = NULL};

    while (*text != '\0') {
        size_t length = strcspn(text, "\n");

        if ((out.count & (out.count - 1)) == 0)
            out.items = cli_realloc(out.items, (2 * out.count + 1) * sizeof *out.items);
        out.items[out.count++] = (line){text, length};
        text += length + (text[length] == '\n');
    }
    return out;
}

static int compare_lines(const void *left, const void *right)
{
    const line *a = left, *b = right;
    int order = memcmp(a->at, b->at, a->length < b->length ? a->length : b->length);

    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

size_t cache_lines_apart(const char *a, const char *b)
{
    lines left = split(a), right = split(b);
    size_t i = 0, j = 0, apart = 0;

    if (left.count > 1)
        qsort(left.items, left.count, sizeof *left.items, compare_lines);
    if (right.count > 1)
        qsort(right.items, right.count, sizeof *right.items, compare_lines);
    while (i < left.count && j < right.count) {
        int order = compare_lines(&left.items[i], &right.items[j]);

        i += order <= 0;
        j += order >= 0;
        apart += order != 0;
    }
    apart += left.count - i + right.count - j;
    free(left.items);
    free(right.items);
    return apart;
}

/* ---- The diff ---------------------------------------------------------------------------------------------------- */

/* More cells than this are no short diff any more. */
enum { MOST_CELLS = 4 << 20 };

/* Who is told of each line that only one text has: '-' the first, '+' the second; '@': a gap, where `text` is what
 * stands in front. */
typedef struct differ {
    void (*tell)(void *user, char sign, const char *text, size_t length);
    void *user;
} differ;

/* The longest common subsequence of what is left once both begin and end alike, by the usual table: cell (i, j) has its
 * length for the lines from i and j on. */
static void diff_middle(const line *a, size_t n, const line *b, size_t m, const differ *to)
{
    const size_t width = m + 1;
    unsigned *table;
    size_t i = 0, j = 0;

    if ((n + 1) > MOST_CELLS / width) {
        to->tell(to->user, '@', "(too many lines differ)", strlen("(too many lines differ)"));
        return;
    }
    table = cli_alloc((n + 1) * width * sizeof *table);
    for (size_t y = n; y-- > 0;) {
        for (size_t x = m; x-- > 0;) {
            unsigned down = table[(y + 1) * width + x], right = table[y * width + x + 1];

            table[y * width + x] = compare_lines(&a[y], &b[x]) == 0 ? table[(y + 1) * width + x + 1] + 1
                                   : down > right                   ? down
                                                                    : right;
        }
    }
    while (i < n || j < m) {
        if (i < n && j < m && compare_lines(&a[i], &b[j]) == 0) {
            i++;
            j++;
        } else if (i < n && (j == m || table[(i + 1) * width + j] >= table[i * width + j + 1])) {
            to->tell(to->user, '-', a[i].at, a[i].length);
            i++;
        } else {
            to->tell(to->user, '+', b[j].at, b[j].length);
            j++;
        }
    }
    free(table);
}

static void diff(const char *a, const char *b, const differ *to)
{
    lines left = split(a), right = split(b);
    size_t head = 0, n = left.count, m = right.count;

    while (head < n && head < m && compare_lines(&left.items[head], &right.items[head]) == 0)
        head++;
    while (n > head && m > head && compare_lines(&left.items[n - 1], &right.items[m - 1]) == 0) {
        n--;
        m--;
    }
    diff_middle(left.items + head, n - head, right.items + head, m - head, to);
    free(left.items);
    free(right.items);
}

static void print_line(void *user, char sign, const char *text, size_t length)
{
    (void)user;
    printf("  %c %.*s\n", sign == '@' ? ' ' : sign, (int)length, text);
}

static void write_line(void *user, char sign, const char *text, size_t length)
{
    char *whole = cli_format("%c%.*s", sign, (int)length, text);

    cli_json_text(user, NULL, whole);
    free(whole);
}

/* Part `k` as it is compared: of a toolchain, what people call it, too, where its object is at hand. */
static char *shown_part(const cujit_cache_entry *entry, size_t k)
{
    char *name, *text;

    if (1u << k != PART_TOOLCHAIN || entry->object == NULL)
        return cli_copy(part_of(entry, k));
    name = cache_toolchain_name(entry->toolchain, entry->object, entry->object_size);
    text = cli_format("%s (%s)", name, entry->toolchain);
    free(name);
    return text;
}

static void show_part(cache_command *self, size_t k, const char *a, const char *b)
{
    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_text(&self->json, "part", part_names[k]);
        cli_json_begin(&self->json, "lines", '[');
        diff(a, b, &(differ){write_line, &self->json});
        cli_json_end(&self->json, ']');
        cli_json_end(&self->json, '}');
    } else {
        printf("%s\n", part_names[k]);
        diff(a, b, &(differ){print_line, NULL});
    }
}

void cache_show_differences(cache_command *self, const cujit_cache_entry *a, const cujit_cache_entry *b)
{
    const unsigned parts = cache_differences(a, b);

    if (self->options.json)
        cli_json_begin(&self->json, "differences", '[');
    for (size_t k = 0; k < PARTS; k++) {
        char *left, *right;

        if ((parts & 1u << k) == 0)
            continue;
        left = shown_part(a, k);
        right = shown_part(b, k);
        show_part(self, k, left, right);
        free(left);
        free(right);
    }
    if (self->options.json)
        cli_json_end(&self->json, ']');
}
