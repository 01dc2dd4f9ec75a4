/*
 * loader.c: see loader.h.
 *
 * The image goes into a memfd and is opened as /proc/self/fd/N; where that is forbidden, into a file that is removed
 * again at once. The dynamic loader compares names before it looks at files: a second image under the same name would
 * give the first one again. So each name is used once only: slashes and dots in the middle of the path count in binary.
 */
#include "libjit/host/loader.h"

#include "libjit/host/scratch.h"
#include "libjit/text.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_NONE
#endif

/* The dynamic loader believes what a file says of itself and would run into its missing end. */
static const char *trouble_with(const void *data, size_t size)
{
    Elf64_Ehdr header;

    if (size < sizeof header)
        return "it is too short for a shared object";
    memcpy(&header, data, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return "it is no ELF file";
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN ||
        (MACHINE != EM_NONE && header.e_machine != MACHINE))
        return "it was made for another kind of machine";
    if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > size ||
        header.e_phnum > (size - header.e_phoff) / sizeof(Elf64_Phdr))
        return "it is cut short";
    for (unsigned k = 0; k < header.e_phnum; k++) {
        Elf64_Phdr segment;

        memcpy(&segment, (const char *)data + header.e_phoff + k * sizeof segment, sizeof segment);
        if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
            return "it is cut short";
    }
    return NULL;
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        const ssize_t wrote = write(fd, data, size);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        data += wrote;
        size -= (size_t)wrote;
    }
    return true;
}

static void *load_from_memory(const void *data, size_t size)
{
    static atomic_uint counter;
    unsigned number = atomic_fetch_add(&counter, 1);
    cj_text path = {0};
    void *library = NULL;
    int fd = memfd_create("cujit", MFD_CLOEXEC | MFD_EXEC);

    if (fd < 0) /* before Linux 6.3 */
        fd = memfd_create("cujit", MFD_CLOEXEC);
    if (fd < 0)
        return NULL;
    if (write_all(fd, data, size)) {
        cj_text_append(&path, "/proc/self/fd");
        for (; number != 0; number >>= 1)
            cj_text_append(&path, (number & 1) != 0 ? "//." : "/.");
        cj_text_printf(&path, "/%d", fd);
        if (!path.failed)
            library = dlopen(path.data, RTLD_NOW | RTLD_LOCAL);
    }
    close(fd);
    cj_text_clear(&path);
    return library;
}

/* A folder may be mounted without the right to execute: then the next one is tried. */
static cujit_status load_from_file(const void *data, size_t size, void **library, cujit_error *error)
{
    const void *const parts[] = {data};
    const size_t sizes[] = {size};
    char refusal[256] = "";

    for (unsigned at = 0; at < CJ_SCRATCH_PLACES; at++) {
        cj_text folder = {0}, path = {0};
        cujit_status status = cj_scratch_create(at, &folder, &at, refusal[0] == '\0' ? error : NULL);
        void *opened = NULL;
        const char *why;

        if (status != CUJIT_OK) {
            cj_text_clear(&folder);
            if (refusal[0] == '\0')
                return status;
            break;
        }
        cj_text_printf(&path, "%s/kernel.so", folder.data);
        if (!path.failed && cj_scratch_write(path.data, parts, sizes, 1) == 0) {
            opened = dlopen(path.data, RTLD_NOW | RTLD_LOCAL);
            if (opened == NULL && (why = dlerror()) != NULL)
                strncat(refusal, why, sizeof refusal - 1 - strlen(refusal));
        }
        cj_scratch_remove(folder.data);
        cj_text_clear(&folder);
        cj_text_clear(&path);
        if (opened != NULL) {
            *library = opened;
            return CUJIT_OK;
        }
    }
    return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a kernel for the host: %s",
                        refusal[0] == '\0' ? "its file could not be written" : refusal);
}

cujit_status cj_load_image(const void *data, size_t size, void **library, cujit_error *error)
{
    const char *trouble = trouble_with(data, size);
    void *opened;

    if (trouble != NULL)
        return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a kernel for the host: the object cannot be used: %s",
                            trouble);
    opened = load_from_memory(data, size);
    if (opened == NULL)
        return load_from_file(data, size, library, error);
    *library = opened;
    return CUJIT_OK;
}
