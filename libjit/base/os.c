/*
 * os.c: the few things that we ask of the operating system.
 *
 * Two of them are less plain than they look. Finding a library repeats the dynamic loader's search by reading its
 * cache, because asking the loader itself would load the file (NVRTC is 100 MB). The identity of a file is its
 * ELF build id, which the linker derives from the content: it stays the same when a toolkit is copied or installed
 * again, and changes with every new build. Both read a few hundred bytes of a file, never the whole.
 */
#include "libjit/base/os.h"

#include "libjit/base/alloc.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A child must not find a lock held by a thread that it does not have, nor what it guards half changed: so whoever
 * forks takes it before, and parent and child give it back. */
static pthread_mutex_t global_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t global_once = PTHREAD_ONCE_INIT;

static void take_global_lock(void)
{
    pthread_mutex_lock(&global_mutex);
}

void cj_global_lock_release(void)
{
    pthread_mutex_unlock(&global_mutex);
}

static void watch_forks(void)
{
    pthread_atfork(take_global_lock, cj_global_lock_release, cj_global_lock_release);
}

void cj_global_lock_take(void)
{
    pthread_once(&global_once, watch_forks);
    take_global_lock();
}

double cj_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The linker's: where the library, or a program that it is linked into, begins and ends in memory. Weak: a program's
 * own layout may be without the first of them. */
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

void cj_map_own_pages(void)
{
#ifdef MADV_POPULATE_READ
    const uintptr_t begin = (uintptr_t)__ehdr_start & -(uintptr_t)sysconf(_SC_PAGESIZE);
    const size_t size = (uintptr_t)_end - begin;

    if (size <= (size_t)16 << 20)
        madvise((void *)begin, size, MADV_POPULATE_READ);
#endif
}

void cj_hold_signal(cj_signal_hold *hold)
{
    sigset_t signal;

    sigemptyset(&signal);
    sigaddset(&signal, SIGXFSZ);
    /* Who blocks it already has it blocked for us too, and keeps what is pending. */
    hold->held = pthread_sigmask(SIG_BLOCK, &signal, &hold->before) == 0 && sigismember(&hold->before, SIGXFSZ) == 0;
}

void cj_release_signal(cj_signal_hold *hold)
{
    const struct timespec at_once = {0, 0};
    sigset_t signal;

    if (!hold->held)
        return;
    sigemptyset(&signal);
    sigaddset(&signal, SIGXFSZ);
    while (sigtimedwait(&signal, NULL, &at_once) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &hold->before, NULL);
    hold->held = false;
}

bool cj_symbol(void *library, const char *name, void *function)
{
    void *symbol = library != NULL ? dlsym(library, name) : NULL;

    if (symbol == NULL)
        return false;
    /* ISO C has no cast from an object pointer to a function pointer; POSIX promises that their bytes agree. */
    memcpy(function, &symbol, sizeof symbol);
    return true;
}

bool cj_is_file(const char *path)
{
    struct stat status;

    return path != NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool cj_is_file_in(const char *folder, const char *name)
{
    cj_text path = {0};
    bool found;

    cj_text_printf(&path, "%s/%s", folder, name);
    found = !path.failed && cj_is_file(path.data);
    cj_text_clear(&path);
    return found;
}

const char *cj_environment(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0' ? value : NULL;
}

unsigned cj_environment_number(const char *name, unsigned most)
{
    const char *value = getenv(name);
    char *end = NULL;
    const unsigned long number = value != NULL ? strtoul(value, &end, 10) : 0;

    return number >= 1 && number <= most && *end == '\0' ? (unsigned)number : 0;
}

/* ---- Reading files ----------------------------------------------------------------------------------------------- */

static int open_for_reading(const char *path)
{
    int file;

    do
        file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (file < 0 && errno == EINTR);
    return file;
}

/* Reads exactly `size` bytes at `offset`. */
static bool read_at(int file, void *buffer, size_t size, off_t offset)
{
    char *to = buffer;

    while (size > 0) {
        ssize_t got = pread(file, to, size, offset);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        size -= (size_t)got;
        offset += got;
    }
    return true;
}

char *cj_read_file(const char *path, size_t *size, int *code)
{
    char buffer[16384], *data;
    cj_text text = {0};
    size_t length;
    int file = open_for_reading(path), failure = file < 0 ? errno : 0;
    ssize_t got;

    while (failure == 0 && !text.failed && (got = read(file, buffer, sizeof buffer)) != 0) {
        if (got > 0)
            cj_text_append_n(&text, buffer, (size_t)got);
        else if (errno != EINTR)
            failure = errno;
    }
    if (file >= 0)
        close(file);
    length = text.length;
    if ((data = cj_text_take(&text)) == NULL)
        failure = ENOMEM;
    if (failure != 0) {
        if (code != NULL)
            *code = failure;
        cj_free(data);
        return NULL;
    }
    if (size != NULL)
        *size = length;
    return data;
}

/* ---- ELF --------------------------------------------------------------------------------------------------------- */

enum {
    MAX_PROGRAM_HEADERS = 256,
    MAX_NOTES = 64 * 1024, /* bytes of one note segment that we are ready to read */
};

/* The header of a little-endian 64-bit ELF file: all that we run on. */
static bool read_elf_header(int file, Elf64_Ehdr *header)
{
    return read_at(file, header, sizeof *header, 0) && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
           header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB;
}

static size_t round_up(size_t value, size_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

/* `count` records of `each` bytes from `offset` on lie inside. */
static bool fits(size_t size, uint64_t offset, uint64_t count, uint64_t each)
{
    return offset <= size && count <= (size - offset) / each;
}

bool cj_elf_is_whole(const void *data, size_t size, bool sections)
{
    const char *image = data;
    Elf64_Ehdr header;

    if (size < sizeof header)
        return false;
    memcpy(&header, image, sizeof header);
    if (!fits(size, header.e_phoff, header.e_phnum, sizeof(Elf64_Phdr)) ||
        (header.e_phnum > 0 && header.e_phentsize != sizeof(Elf64_Phdr)))
        return false;
    for (unsigned k = 0; k < header.e_phnum; k++) {
        Elf64_Phdr segment;

        memcpy(&segment, image + header.e_phoff + k * sizeof segment, sizeof segment);
        if (!fits(size, segment.p_offset, segment.p_filesz, 1))
            return false;
    }
    if (sections &&
        (!fits(size, header.e_shoff, header.e_shnum, sizeof(Elf64_Shdr)) ||
         (header.e_shnum > 0 && (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shstrndx >= header.e_shnum))))
        return false;
    for (unsigned k = 0; sections && k < header.e_shnum; k++) {
        Elf64_Shdr section;

        memcpy(&section, image + header.e_shoff + k * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
            !fits(size, section.sh_offset, section.sh_size, 1))
            return false;
    }
    return true;
}

/* Finds the GNU build id among the notes of one segment and appends it in hexadecimal. */
static bool append_build_id(const unsigned char *notes, size_t size, size_t alignment, cj_text *identity)
{
    Elf64_Nhdr note;

    for (size_t at = 0, name, content; at < size && size - at >= sizeof note;
         at = content + round_up(note.n_descsz, alignment)) {
        memcpy(&note, notes + at, sizeof note);
        name = at + sizeof note;
        content = name + round_up(note.n_namesz, alignment);
        if (content > size || note.n_descsz > size - content)
            return false;
        if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 || memcmp(notes + name, "GNU", 4) != 0 ||
            note.n_descsz == 0)
            continue;
        cj_text_append(identity, "build-id ");
        for (size_t i = 0; i < note.n_descsz; i++)
            cj_text_printf(identity, "%02x", notes[content + i]);
        return true;
    }
    return false;
}

static bool append_elf_identity(int file, cj_text *identity)
{
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    bool found = false;

    if (!read_elf_header(file, &header) || header.e_phentsize != sizeof segment ||
        header.e_phnum > MAX_PROGRAM_HEADERS || header.e_phoff > INT64_MAX / 2)
        return false;
    for (size_t i = 0; i < header.e_phnum && !found; i++) {
        unsigned char *notes;

        if (!read_at(file, &segment, sizeof segment, (off_t)(header.e_phoff + i * sizeof segment)))
            return false;
        if (segment.p_type != PT_NOTE || segment.p_filesz > MAX_NOTES || segment.p_offset > INT64_MAX / 2)
            continue;
        if ((notes = cj_malloc(segment.p_filesz)) == NULL)
            return false;
        found = read_at(file, notes, segment.p_filesz, (off_t)segment.p_offset) &&
                append_build_id(notes, segment.p_filesz, segment.p_align == 8 ? 8 : 4, identity);
        cj_free(notes);
    }
    return found;
}

bool cj_file_identity(const char *path, cj_text *identity)
{
    struct stat status;
    int file = open_for_reading(path);
    bool done;

    if (file < 0)
        return false;
    done = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    if (done && !append_elf_identity(file, identity))
        cj_text_printf(identity, "size %lld time %lld.%09ld", (long long)status.st_size,
                       (long long)status.st_mtim.tv_sec, (long)status.st_mtim.tv_nsec);
    close(file);
    return done && !identity->failed;
}

/* True where the loader could map the file into this process; it passes over others (a 32-bit build of the library that
 * stands earlier in the search) just as we do. */
static bool is_library(const char *path)
{
    Elf64_Ehdr header;
    int file = cj_is_file(path) ? open_for_reading(path) : -1;
    bool fits;

    if (file < 0)
        return false;
    fits = read_elf_header(file, &header) && header.e_type == ET_DYN;
    close(file);
#if defined(__x86_64__)
    fits = fits && header.e_machine == EM_X86_64;
#elif defined(__aarch64__)
    fits = fits && header.e_machine == EM_AARCH64;
#endif
    return fits;
}

/* ---- Searching --------------------------------------------------------------------------------------------------- */

typedef bool (*accept_file)(const char *path);

static bool is_program(const char *path)
{
    return cj_is_file(path) && access(path, X_OK) == 0;
}

/* Appends the absolute form of "folder/name" to `path` where `accept` takes it. An empty folder is the current one, as
 * in $PATH and $LD_LIBRARY_PATH. */
static bool try_folder(const char *folder, size_t length, const char *name, accept_file accept, cj_text *path)
{
    const bool absolute = name[0] == '/' || (length > 0 && folder[0] == '/');
    char *here = absolute ? NULL : getcwd(NULL, 0);
    cj_text candidate = {0};
    bool found;

    if (!absolute && here == NULL)
        return false;
    if (here != NULL)
        cj_text_printf(&candidate, "%s/", here);
    if (length > 0)
        cj_text_printf(&candidate, "%.*s%s", (int)length, folder, folder[length - 1] == '/' ? "" : "/");
    cj_text_append(&candidate, name);
    found = !candidate.failed && accept(candidate.data);
    if (found)
        cj_text_append(path, candidate.data);
    free(here);
    cj_text_clear(&candidate);
    return found && !path->failed;
}

/* Tries every folder of a list whose items are separated by any character of `separators`. Where `name` holds a slash,
 * it is a path, and the list does not count. */
static bool find(const char *list, const char *separators, const char *name, accept_file accept, cj_text *path)
{
    if (name == NULL || name[0] == '\0')
        return false;
    if (strchr(name, '/') != NULL)
        list = "";
    for (;; list++) {
        size_t length = strcspn(list, separators);

        if (try_folder(list, length, name, accept, path))
            return true;
        list += length;
        if (*list == '\0')
            return false;
    }
}

bool cj_find_program(const char *program, cj_text *path)
{
    const char *list = getenv("PATH");

    return find(list != NULL ? list : "/usr/local/bin:/usr/bin:/bin", ":", program, is_program, path);
}

/* Where ldconfig found libraries whose names begin with `stem`: among much else its file holds their paths, each ended
 * by a NUL. */
static void list_cached(const char *stem, cj_text *folders)
{
    size_t size = 0, length = strlen(stem);
    char *cache = cj_read_file("/etc/ld.so.cache", &size, NULL);
    const char *at = cache, *start;

    while (at != NULL && length > 0 && (at = memmem(at, (size_t)(cache + size - at), stem, length)) != NULL) {
        for (start = at; start > cache && start[-1] != '\0';)
            start--;
        if (*start == '/') {
            cj_text_append_n(folders, start, (size_t)(at - start));
            cj_text_append(folders, "\n");
        }
        at += length;
    }
    cj_free(cache);
}

char *cj_library_folders(const char *stem)
{
    static const char defaults[] = "/lib64\n/usr/lib64\n/lib\n/usr/lib"
#if defined(__x86_64__)
                                   "\n/lib/x86_64-linux-gnu\n/usr/lib/x86_64-linux-gnu"
#elif defined(__aarch64__)
                                   "\n/lib/aarch64-linux-gnu\n/usr/lib/aarch64-linux-gnu"
#endif
        ;
    const char *list = secure_getenv("LD_LIBRARY_PATH");
    cj_text folders = {0};

    if (list != NULL && list[0] != '\0')
        cj_text_printf(&folders, "%s\n", list);
    list_cached(stem, &folders);
    cj_text_append(&folders, defaults);
    return cj_text_take(&folders);
}

bool cj_find_library_in(const char *folders, const char *name, cj_text *path)
{
    return find(folders, ":;\n", name, is_library, path);
}

bool cj_find_library(const char *name, cj_text *path)
{
    char *folders = name == NULL || strchr(name, '/') != NULL ? cj_strdup("") : cj_library_folders(name);
    const bool found = folders != NULL && cj_find_library_in(folders, name, path);

    cj_free(folders);
    return found;
}
