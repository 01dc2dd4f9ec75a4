/*
 * os.c: the few things that we ask of the operating system.
 *
 * Two of them are less plain than they look. Finding a library repeats the dynamic loader's search by reading its
 * configuration, because asking the loader itself would load the file (NVRTC is 100 MB). The identity of a file is its
 * ELF build id, which the linker derives from the content: it stays the same when a toolkit is copied or installed
 * again, and changes with every new build. Both read a few hundred bytes of a file, never the whole.
 */
#include "libjit/base/os.h"

#include "libjit/base/alloc.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

double cj_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
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

/* Reads to the end of the file into a buffer that starts with room for `room` bytes. Returns an errno. */
static int read_all(int file, size_t room, char **buffer, size_t *size)
{
    char *data = cj_malloc(room);
    size_t length = 0;

    if (data == NULL)
        return ENOMEM;
    for (;;) {
        ssize_t got = read(file, data + length, room - length - 1);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int code = errno;

            cj_free(data);
            return code;
        }
        if (got == 0)
            break;
        length += (size_t)got;
        if (length + 1 == room) {
            char *more = room <= SIZE_MAX / 2 ? cj_realloc(data, room * 2) : NULL;

            if (more == NULL) {
                cj_free(data);
                return ENOMEM;
            }
            data = more;
            room *= 2;
        }
    }
    data[length] = '\0';
    *buffer = data;
    *size = length;
    return 0;
}

char *cj_read_file(const char *path, size_t *size, int *code)
{
    struct stat status;
    char *data = NULL;
    size_t length = 0;
    int file = open_for_reading(path), result;

    if (file < 0) {
        if (code != NULL)
            *code = errno;
        return NULL;
    }
    /* The size is a hint: files of /proc say 0, and a file may grow. Two bytes more, so that the end of a file of
     * exactly that size is seen without growing the buffer. */
    if (fstat(file, &status) != 0)
        result = errno;
    else
        result = read_all(file, (S_ISREG(status.st_mode) ? (size_t)status.st_size : 0) + 2, &data, &length);
    close(file);
    if (result != 0) {
        if (code != NULL)
            *code = result;
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

/* Finds the GNU build id among the notes of one segment and appends it in hexadecimal. */
static bool append_build_id(const unsigned char *notes, size_t size, size_t alignment, cj_text *identity)
{
    size_t at = 0;

    while (at < size && size - at >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr note;
        size_t name, content;

        memcpy(&note, notes + at, sizeof note);
        name = at + sizeof note;
        content = name + round_up(note.n_namesz, alignment);
        if (content > size || note.n_descsz > size - content)
            return false;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0 &&
            note.n_descsz > 0) {
            cj_text_append(identity, "build-id ");
            for (size_t i = 0; i < note.n_descsz; i++)
                cj_text_printf(identity, "%02x", notes[content + i]);
            return true;
        }
        at = content + round_up(note.n_descsz, alignment);
    }
    return false;
}

static bool append_elf_identity(int file, cj_text *identity)
{
    Elf64_Ehdr header;

    if (!read_elf_header(file, &header) || header.e_phentsize != sizeof(Elf64_Phdr) ||
        header.e_phnum > MAX_PROGRAM_HEADERS || header.e_phoff > INT64_MAX / 2)
        return false;
    for (size_t i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        unsigned char *notes;
        bool found;

        if (!read_at(file, &segment, sizeof segment, (off_t)(header.e_phoff + i * sizeof segment)))
            return false;
        if (segment.p_type != PT_NOTE || segment.p_filesz == 0 || segment.p_filesz > MAX_NOTES ||
            segment.p_offset > INT64_MAX / 2)
            continue;
        notes = cj_malloc(segment.p_filesz);
        if (notes == NULL)
            return false;
        found = read_at(file, notes, segment.p_filesz, (off_t)segment.p_offset) &&
                append_build_id(notes, segment.p_filesz, segment.p_align == 8 ? 8 : 4, identity);
        cj_free(notes);
        if (found)
            return true;
    }
    return false;
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
    int file;
    bool fits;

    if (!cj_is_file(path))
        return false;
    file = open_for_reading(path);
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
    cj_text candidate = {0};
    bool found = false;

    if (length == 0 || folder[0] != '/') {
        char *here = getcwd(NULL, 0);

        if (here == NULL)
            return false;
        cj_text_append(&candidate, here);
        cj_text_append(&candidate, "/");
        free(here);
    }
    if (length > 0) {
        cj_text_append_n(&candidate, folder, length);
        if (folder[length - 1] != '/')
            cj_text_append(&candidate, "/");
    }
    cj_text_append(&candidate, name);
    if (!candidate.failed && accept(candidate.data)) {
        cj_text_append(path, candidate.data);
        found = !path->failed;
    }
    cj_text_clear(&candidate);
    return found;
}

/* Tries every folder of a list whose items are separated by any character of `separators`. */
static bool try_list(const char *list, const char *separators, const char *name, accept_file accept, cj_text *path)
{
    for (;;) {
        size_t length = strcspn(list, separators);

        if (try_folder(list, length, name, accept, path))
            return true;
        if (list[length] == '\0')
            return false;
        list += length + 1;
    }
}

/* Where `name` holds a slash, it is a path: *found says whether `accept` takes it. False: it must be looked for. */
static bool is_path(const char *name, accept_file accept, cj_text *path, bool *found)
{
    *found = false;
    if (name == NULL || name[0] == '\0')
        return true;
    if (strchr(name, '/') == NULL)
        return false;
    *found = name[0] == '/' ? try_folder("/", 1, name + 1, accept, path) : try_folder("", 0, name, accept, path);
    return true;
}

bool cj_find_program(const char *program, cj_text *path)
{
    const char *list = getenv("PATH");
    bool found;

    if (is_path(program, is_program, path, &found))
        return found;
    return try_list(list != NULL ? list : "/usr/local/bin:/usr/bin:/bin", ":", program, is_program, path);
}

enum { MAX_INCLUDE_DEPTH = 8 };

static void list_configuration(const char *file, int depth, cj_text *folders);

/* `pattern`: the operand of an `include` line of `file`; relative to that file's folder. */
static void list_include(const char *file, const char *pattern, int depth, cj_text *folders)
{
    const char *slash = strrchr(file, '/');
    cj_text full = {0};
    glob_t matches = {0};

    if (pattern[0] != '/' && slash != NULL)
        cj_text_append_n(&full, file, (size_t)(slash - file) + 1);
    cj_text_append(&full, pattern);
    if (!full.failed && glob(full.data, 0, NULL, &matches) == 0)
        for (size_t i = 0; i < matches.gl_pathc; i++)
            list_configuration(matches.gl_pathv[i], depth + 1, folders);
    globfree(&matches);
    cj_text_clear(&full);
}

/* The folders that a file in the format of /etc/ld.so.conf lists: one or more a line, separated by white space, commas
 * or colons; `include PATTERN`; `hwcap ...`; comments. */
static void list_configuration(const char *file, int depth, cj_text *folders)
{
    char *text = depth < MAX_INCLUDE_DEPTH ? cj_read_file(file, NULL, NULL) : NULL, *rest = NULL;

    if (text == NULL)
        return;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char *word, *words = NULL;

        line[strcspn(line, "#")] = '\0';
        word = strtok_r(line, " \t\r,:", &words);
        if (word == NULL || strcmp(word, "hwcap") == 0)
            continue;
        if (strcmp(word, "include") == 0) {
            while ((word = strtok_r(NULL, " \t\r", &words)) != NULL)
                list_include(file, word, depth, folders);
            continue;
        }
        for (; word != NULL; word = strtok_r(NULL, " \t\r,:", &words))
            if (word[0] == '/')
                cj_text_printf(folders, "%s\n", word);
    }
    cj_free(text);
}

char *cj_library_folders(void)
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

    for (; list != NULL && list[0] != '\0'; list += list[0] != '\0') {
        size_t length = strcspn(list, ":;");

        cj_text_append_n(&folders, list, length);
        cj_text_append(&folders, "\n");
        list += length;
    }
    list_configuration("/etc/ld.so.conf", 0, &folders);
    cj_text_append(&folders, defaults);
    return cj_text_take(&folders);
}

bool cj_find_library_in(const char *folders, const char *name, cj_text *path)
{
    return try_list(folders, "\n", name, is_library, path);
}

bool cj_find_library(const char *name, cj_text *path)
{
    char *folders;
    bool found;

    if (is_path(name, is_library, path, &found))
        return found;
    if ((folders = cj_library_folders()) == NULL)
        return false;
    found = cj_find_library_in(folders, name, path);
    cj_free(folders);
    return found;
}
