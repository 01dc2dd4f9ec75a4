/*
 * loader.c: see loader.h.
 *
 * An image with debug information goes into a file: a debugger looks at it as soon as it is loaded, so that it can be
 * removed again, but stays where sources are kept. One that is checked by the address sanitizer goes into a memfd that
 * stays open, so that reports can name lines. Every other image goes into a memfd, opened as /proc/self/fd/N; where
 * that is forbidden, into a file too. The dynamic loader compares names before it looks at files: a second image under
 * the same name would give the first one again. So each name is used once only: slashes and dots in the middle of the
 * path count in binary.
 */
#include "libjit/device/host/loader.h"

#include "libjit/base/os.h"
#include "libjit/base/text.h"
#include "libjit/device/host/scratch.h"
#include "libjit/device/host/unit.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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
    return cj_elf_is_whole(data, size, false) ? NULL : "it is cut short";
}

/* Why an image was not loaded: the first reason counts, but for one that blames the object, because other places were
 * not fit to tell. dlopen() says in words only what is wrong, those of strerror() last; what the system does not refuse
 * is the object's own fault. */
static void note_refusal(cujit_error *known, bool by_system, const char *why)
{
    static const int codes[] = {EMFILE, ENFILE, EPERM, EACCES, EIO};
    cujit_status status;

    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
        by_system = by_system || strstr(why, strerror(codes[k])) != NULL;
    status = strstr(why, strerror(ENOMEM)) != NULL ? CUJIT_ERROR_OUT_OF_MEMORY
             : by_system                           ? CUJIT_ERROR_IO
                                                   : CUJIT_ERROR_LOAD;
    if (known->status == CUJIT_OK || (known->status != CUJIT_ERROR_LOAD && status == CUJIT_ERROR_LOAD))
        cj_error_set(known, status, "loading a kernel for the host: %s", why);
}

/* Fills a new file, which is open, and loads it by its path. `known` NULL: nobody asks why not. */
static void *fill_and_load(int fd, const cj_text *path, const void *data, size_t size, cujit_error *known)
{
    const int code = path->failed ? ENOMEM : fd < 0 ? errno : cj_scratch_write_all(fd, data, size);
    void *library = code == 0 ? dlopen(path->data, RTLD_NOW | RTLD_LOCAL) : NULL;
    const char *why = code != 0 ? strerror(code) : library == NULL ? dlerror() : NULL;

    if (library == NULL && known != NULL)
        note_refusal(known, code != 0, why != NULL ? why : "not said why");
    return library;
}

static void *load_from_memory(const void *data, size_t size, int *descriptor)
{
    static atomic_ullong counter;
    /* A program may hold several copies of this library, each with its own counter: its address keeps them apart. */
    unsigned long long number = ((unsigned long long)(uintptr_t)&counter << 16) + atomic_fetch_add(&counter, 1);
    cj_text path = {0};
    void *library;
    int fd = memfd_create("cujit", MFD_CLOEXEC | MFD_EXEC);

    if (fd < 0) /* before Linux 6.3 */
        fd = memfd_create("cujit", MFD_CLOEXEC);
    cj_text_append(&path, "/proc/self/fd");
    for (; number != 0; number >>= 1)
        cj_text_append(&path, (number & 1) != 0 ? "//." : "/.");
    cj_text_printf(&path, "/%d", fd);
    library = fill_and_load(fd, &path, data, size, NULL);
    if (library != NULL && descriptor != NULL)
        *descriptor = fd;
    else if (fd >= 0)
        close(fd);
    cj_text_clear(&path);
    return library;
}

/* By way of a file in `folder`, which can go when it is loaded. */
static void *load_from_folder(const void *data, size_t size, const char *folder, bool keep, cujit_error *known)
{
    cj_text path = {0};
    void *library;
    int fd = -1;

    cj_text_printf(&path, "%s/kernel-XXXXXX.so", folder);
    if (!path.failed)
        fd = mkostemps(path.data, 3, O_CLOEXEC);
    library = fill_and_load(fd, &path, data, size, known);
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && (library == NULL || !keep))
        unlink(path.data);
    cj_text_clear(&path);
    return library;
}

/* A folder may be mounted without the right to execute: then the next one is tried. */
static cujit_status load_from_file(const void *data, size_t size, void **library, cujit_error *error)
{
    cujit_error known = {.status = CUJIT_OK};
    cj_scratch folder = {0};

    for (unsigned at = 0; at < CJ_SCRATCH_PLACES; at = folder.at + 1) {
        const cujit_status status = cj_scratch_create(at, &folder, known.status == CUJIT_OK ? error : NULL);

        if (status != CUJIT_OK && known.status == CUJIT_OK)
            return status;
        if (status != CUJIT_OK)
            break;
        *library = load_from_folder(data, size, folder.path.data, false, &known);
        rmdir(folder.path.data); /* unlike cj_scratch_remove(), works where no descriptor is left */
        cj_scratch_clear(&folder);
        if (*library != NULL) {
            cujit_error_clear(&known);
            return CUJIT_OK;
        }
    }
    return cj_error_move(error, &known);
}

bool cj_is_image(const void *data, size_t size)
{
    return trouble_with(data, size) == NULL;
}

bool cj_image_holds(const void *data, size_t size, const char *symbol)
{
    return memmem(data, size, symbol, strlen(symbol) + 1) != NULL;
}

/* Reads a byte of each page. Masked vector loads do not: with a mask of zeros they touch nothing, so that a page that
 * is not there yet stays away, and processors take some hundred cycles for each such load. Constants of a loop like
 * `count += x[i] != 0` over zeros would stay cold, and the loop slower by a factor of 100, until the first that is
 * not. */
__attribute__((no_sanitize("address"))) static void touch_pages(const void *data, void *library)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const struct link_map *map;
    Elf64_Ehdr header;

    if (dlinfo(library, RTLD_DI_LINKMAP, (void *)&map) != 0)
        return;
    memcpy(&header, data, sizeof header);
    for (unsigned k = 0; k < header.e_phnum; k++) {
        Elf64_Phdr segment;

        memcpy(&segment, (const char *)data + header.e_phoff + k * sizeof segment, sizeof segment);
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_R) == 0 || segment.p_memsz == 0)
            continue;
        for (uintptr_t at = map->l_addr + segment.p_vaddr, end = at + segment.p_memsz; at < end;
             at = (at / page + 1) * page)
            (void)*(const volatile char *)at;
    }
}

cujit_status cj_load_image(const void *data, size_t size, void **library, int *descriptor, cujit_error *error)
{
    const char *trouble = trouble_with(data, size);
    const bool checked = cj_image_holds(data, size, "__asan_init"),
               debugged = cj_image_holds(data, size, ".debug_info");
    cujit_status status = CUJIT_OK;
    cj_signal_hold hold;
    void *opened = NULL;

    *descriptor = -1;
    if (trouble != NULL)
        return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a kernel for the host: the object cannot be used: %s",
                            trouble);
    cj_hold_signal(&hold);
    if (debugged && cj_host_kept_sources() != NULL)
        opened = load_from_folder(data, size, cj_host_kept_sources(), true, NULL);
    if (opened == NULL && (checked || !debugged))
        opened = load_from_memory(data, size, checked ? descriptor : NULL);
    if (opened == NULL)
        status = load_from_file(data, size, &opened, error);
    cj_release_signal(&hold);
    if (status != CUJIT_OK)
        return status;
    touch_pages(data, opened);
    *library = opened;
    return CUJIT_OK;
}
