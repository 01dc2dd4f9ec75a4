/*
 * image.c: telling cubins, fatbins and PTX apart, and whether they are whole.
 *
 * The driver is given an image without its length and reads as far as the image's own headers tell it to. So what comes
 * from a file or a caller is looked at before: everything that the headers speak of must lie inside.
 */
#include "libjit/base/os.h"
#include "libjit/device/cuda/device.h"

#include <elf.h>
#include <string.h>

#define FATBIN_MAGIC 0xBA55ED50u

enum { MACHINE_CUDA = 190 }; /* EM_CUDA; older headers lack it */

typedef struct fatbin_header {
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size; /* of what follows the header */
} fatbin_header;

static bool is_elf(const void *data, size_t size)
{
    Elf64_Ehdr header;

    if (size < sizeof header)
        return false;
    memcpy(&header, data, sizeof header);
    return memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
           header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_machine == MACHINE_CUDA;
}

static bool is_fatbin(const void *data, size_t size)
{
    uint32_t magic;

    if (size < sizeof(fatbin_header))
        return false;
    memcpy(&magic, data, sizeof magic);
    return magic == FATBIN_MAGIC;
}

/* Past white space and comments. */
static size_t skip_blank(const char *text, size_t size, size_t at)
{
    while (at < size) {
        const char *end;

        if (strchr(" \t\r\n\f\v", text[at]) != NULL && text[at] != '\0') {
            at++;
        } else if (size - at >= 2 && memcmp(text + at, "//", 2) == 0) {
            end = memchr(text + at, '\n', size - at);
            at = end != NULL ? (size_t)(end - text) : size;
        } else if (size - at >= 2 && memcmp(text + at, "/*", 2) == 0) {
            end = memmem(text + at + 2, size - at - 2, "*/", 2);
            at = end != NULL ? (size_t)(end - text) + 2 : size;
        } else {
            break;
        }
    }
    return at;
}

static bool is_ptx(const char *text, size_t size)
{
    static const char word[] = ".version";
    size_t at = skip_blank(text, size, 0);

    return size - at > sizeof word - 1 && memcmp(text + at, word, sizeof word - 1) == 0 &&
           strchr(" \t", text[at + sizeof word - 1]) != NULL;
}

cj_object_kind cj_cuda_recognize(const void *data, size_t size)
{
    return is_elf(data, size)      ? CJ_OBJECT_CUBIN
           : is_fatbin(data, size) ? CJ_OBJECT_FATBIN
           : is_ptx(data, size)    ? CJ_OBJECT_PTX
                                   : CJ_OBJECT_NONE;
}

static bool is_whole_fatbin(const char *data, size_t size)
{
    fatbin_header header;

    memcpy(&header, data, sizeof header);
    return header.header_size >= sizeof header && header.header_size <= size &&
           header.size <= size - header.header_size;
}

/* What is wrong with an image; NULL: nothing. */
static const char *trouble_with(const cj_object *object)
{
    const char *data = object->data;
    bool whole = false;

    switch (object->kind) {
    case CJ_OBJECT_PTX:
        return object->size > 0 && data[object->size - 1] == '\0' ? NULL : "its text is not ended by a NUL";
    case CJ_OBJECT_CUBIN:
        if (!is_elf(data, object->size))
            return "it is not an ELF image for CUDA devices";
        whole = cj_elf_is_whole(data, object->size, true);
        break;
    case CJ_OBJECT_FATBIN:
        if (!is_fatbin(data, object->size))
            return "it does not begin like one";
        whole = is_whole_fatbin(data, object->size);
        break;
    case CJ_OBJECT_SHARED:
    case CJ_OBJECT_NONE:
        return "expected a cubin, a fatbin or ptx";
    }
    return whole ? NULL : "it is cut off or damaged";
}

cujit_status cj_cuda_check_image(const cj_object *object, cujit_error *error)
{
    const char *trouble = trouble_with(object);

    if (trouble == NULL)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a %s on a CUDA device: %s", cj_object_kind_name(object->kind),
                        trouble);
}
