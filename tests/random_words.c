/*
 * random_words.c: writes words of random numbers to the standard output, for programs that test such: dieharder.
 *
 *     random_words [SEED [STREAMS [ROUNDS [WORDS]]]] | dieharder -g 200 -a
 *
 * STREAMS: that many of one seed, a word of each in turn. WORDS: how many, a multiple of 2^20; 0: until nobody reads on.
 */
#include <cujit/cujit.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 20, MOST_STREAMS = 1 << 16 };

static cujit_error error;

static void give_up(const char *what)
{
    fprintf(stderr, "random_words: %s%s%s\n", what, error.message[0] != '\0' ? ": " : "", error.message);
    exit(EXIT_FAILURE);
}

static unsigned long long number(int count, char **arguments, int k, unsigned long long otherwise)
{
    char *end = NULL;
    unsigned long long value = otherwise;

    if (k < count) {
        value = strtoull(arguments[k], &end, 0);
        if (end == arguments[k] || *end != '\0')
            give_up("expected numbers: [SEED [STREAMS [ROUNDS [WORDS]]]]");
    }
    return value;
}

int main(int count, char **arguments)
{
    const unsigned long long seed = number(count, arguments, 1, 0), words = number(count, arguments, 4, 0);
    const size_t streams = (size_t)number(count, arguments, 2, 1), each = streams > 0 ? PIECE / streams : 0;
    const int rounds = (int)number(count, arguments, 3, 10);
    cujit_context *context = NULL;
    cujit_array *array = NULL;
    cujit_random **randoms;
    uint32_t *row, *mixed;

    if (each == 0 || streams > MOST_STREAMS || PIECE % streams != 0)
        give_up("the number of streams is a power of 2, up to 2^16");
    randoms = calloc(streams, sizeof *randoms);
    row = malloc(each * sizeof *row);
    mixed = malloc(PIECE * sizeof *mixed);
    if (randoms == NULL || row == NULL || mixed == NULL)
        give_up("no memory");
    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_create(context, CUJIT_UINT32, 1, &each, &array, &error))
        give_up("no context");
    for (size_t k = 0; k < streams; k++) {
        const cujit_random_spec spec = {.seed = seed, .stream = k, .rounds = rounds};

        if (cujit_random_create_with(context, &spec, &randoms[k], &error))
            give_up("no generator");
    }
    for (unsigned long long done = 0; words == 0 || done < words; done += PIECE) {
        for (size_t k = 0; k < streams; k++) {
            if (cujit_random_bits(randoms[k], array, &error) ||
                cujit_array_to_host(array, row, each * sizeof *row, &error))
                give_up("no words");
            for (size_t m = 0; m < each; m++)
                mixed[m * streams + k] = row[m];
        }
        if (fwrite(mixed, sizeof *mixed, PIECE, stdout) != PIECE)
            break;
    }
    for (size_t k = 0; k < streams; k++)
        cujit_random_free(randoms[k]);
    free(randoms);
    free(row);
    free(mixed);
    cujit_array_free(array);
    cujit_context_free(context);
    return EXIT_SUCCESS;
}
