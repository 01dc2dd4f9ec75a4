/*
 * fuzz_npy.c: any bytes as a .npy file and as a .npz file, which come from anywhere: whatever they say, reading them ends
 * with elements or with an error that has a message.
 *
 * A libFuzzer target (build with -DCJ_LIBFUZZER -fsanitize=fuzzer,address,undefined); without that macro a program:
 *
 *     fuzz_npy FILE...             replays files
 *     fuzz_npy -n COUNT FILE...    tries so many mutations of them, the same ones in each run
 */
#include <cujit/cujit.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 }; /* bytes of elements that are worth reading */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "violated: %s\n", what);
    abort();
}

static void check_error(cujit_error *error)
{
    require(error->message[0] != '\0', "an error has a message");
    cujit_error_clear(error);
}

static void read_all(cujit_npy_reader *reader)
{
    cujit_npy_info info;
    cujit_error error = {0};
    unsigned char *data;

    cujit_npy_reader_get_info(reader, &info);
    require(info.ndim >= 0 && info.ndim <= 64, "a file has up to 64 axes");
    require(info.bytes == info.size * cujit_dtype_size(info.dtype), "elements have a size");
    if (info.bytes <= MOST) {
        data = malloc(info.bytes + (info.bytes == 0));
        if (data != NULL && cujit_npy_reader_read(reader, data, info.bytes, &error) != CUJIT_OK)
            check_error(&error);
        for (size_t k = 0; data != NULL && info.dtype == CUJIT_BOOL && k < info.bytes && error.status == CUJIT_OK; k++)
            require(cujit_npy_reader_left(reader) > 0 || data[k] <= 1, "a bool is 0 or 1");
        free(data);
    }
    cujit_npy_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cujit_npy_reader *reader = NULL;
    cujit_npz_reader *npz = NULL;
    cujit_error error = {0};

    if (cujit_npy_reader_open_memory(data, size, &reader, &error) == CUJIT_OK)
        read_all(reader);
    else
        check_error(&error);
    if (cujit_npz_reader_open_memory(data, size, &npz, &error) != CUJIT_OK) {
        check_error(&error);
        return 0;
    }
    for (size_t k = 0; k < cujit_npz_reader_count(npz); k++) {
        reader = NULL;
        if (cujit_npz_reader_member(npz, cujit_npz_reader_name(npz, k), &reader, &error) == CUJIT_OK)
            read_all(reader);
        else
            check_error(&error);
    }
    cujit_npz_reader_free(npz);
    return 0;
}

#ifndef CJ_LIBFUZZER
/* Ends with an error where nothing is there to read. */
static uint8_t *read_file(const char *path, size_t *size)
{
    uint8_t *data = malloc(MOST);
    FILE *file = fopen(path, "rb");

    if (data == NULL || file == NULL) {
        perror(path);
        exit(1);
    }
    *size = fread(data, 1, MOST, file);
    fclose(file);
    return data;
}

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Some bytes changed, one of them moved elsewhere, or the end cut off; in memory of exactly that length. */
static void mutate(const uint8_t *data, size_t size, uint64_t *state)
{
    size_t length = next(state) % 8 == 0 ? next(state) % (size + 1) : size;
    uint8_t *copy = malloc(length + (length == 0));

    if (copy == NULL)
        exit(1);
    memcpy(copy, data, length);
    for (uint64_t k = next(state) % 6; length > 0 && k > 0; k--) {
        size_t at = next(state) % length, from = next(state) % length;

        switch (next(state) % 4) {
        case 0:
            copy[at] = (uint8_t)next(state);
            break;
        case 1:
            copy[at] ^= (uint8_t)(1u << next(state) % 8);
            break;
        case 2:
            copy[at] = next(state) % 2 == 0 ? 0xff : (uint8_t) "0123456789(),'<> "[next(state) % 17];
            break;
        default:
            copy[at] = copy[from];
            break;
        }
    }
    LLVMFuzzerTestOneInput(copy, length);
    free(copy);
}

int main(int count, char **paths)
{
    long mutations = count > 2 && strcmp(paths[1], "-n") == 0 ? atol(paths[2]) : 0;
    int first = mutations > 0 ? 3 : 1;
    uint64_t state = 1;

    for (int k = first; k < count; k++) {
        size_t size;
        uint8_t *data = read_file(paths[k], &size);

        LLVMFuzzerTestOneInput(data, size);
        for (long n = 0; n < mutations / (count - first); n++)
            mutate(data, size, &state);
        free(data);
    }
    printf("%d files replayed, %ld mutations\n", count - first, mutations);
    return 0;
}
#endif
