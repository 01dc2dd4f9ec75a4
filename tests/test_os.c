/*
 * test_os.c: libjit/base/os.c.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "tests/support.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* The library's answers are whole ones. */
static cj_text path;

/* What is found is this. */
static void expect_path(bool found, const char *expected)
{
    ck_assert(found);
    ck_assert_str_eq(path.data, expected);
    cj_text_clear(&path);
}

TEST(now_does_not_go_back)
{
    double first = cj_now_ms(), second = cj_now_ms();

    ck_assert(first > 0 && second >= first);
}

TEST(symbol_found_and_not_found)
{
    size_t (*length)(const char *) = NULL;
    void *library = dlopen(NULL, RTLD_NOW);

    ck_assert(cj_symbol(library, "strlen", &length));
    ck_assert_uint_eq(length("four"), 4);
    ck_assert(!cj_symbol(library, "cujit_no_such_symbol", &length));
    ck_assert_uint_eq(length("four"), 4);
    ck_assert(!cj_symbol(NULL, "strlen", &length));
    dlclose(library);
}

TEST(read_file_of_every_size)
{
    static const size_t sizes[] = {0, 1, 2, 3, 4095, 4096, 100000};

    for (size_t i = 0; i < COUNT(sizes); i++) {
        char *data = memory_of(sizes[i] + 1), *got;
        size_t size = 77;
        int code = 0;

        for (size_t k = 0; k < sizes[i]; k++)
            data[k] = (char)(k * 7);
        data[sizes[i]] = '\0';
        write_file(cj_test_path("file"), data, sizes[i]);
        got = cj_read_file(cj_test_path("file"), &size, &code);
        ck_assert_ptr_nonnull(got);
        ck_assert_uint_eq(size, sizes[i]);
        ck_assert_int_eq(memcmp(got, data, sizes[i] + 1), 0);
        cj_free(got);
    }
}

TEST(read_file_of_unknown_size)
{
    size_t size = 0;
    char *got = cj_read_file("/proc/self/maps", &size, NULL);

    ck_assert_ptr_nonnull(got);
    ck_assert_uint_gt(size, 100);
    ck_assert_uint_eq(strlen(got), size);
    cj_free(got);
}

TEST(read_file_says_why_not)
{
    size_t size = 5;
    int code = 0;

    ck_assert_ptr_null(cj_read_file(cj_test_path("absent"), &size, &code));
    ck_assert_int_eq(code, ENOENT);
    ck_assert_ptr_null(cj_read_file(cj_test_directory(), &size, &code));
    ck_assert_int_eq(code, EISDIR);
    ck_assert_uint_eq(size, 5);
    ck_assert_ptr_null(cj_read_file(cj_test_path("absent"), NULL, NULL));
}

TEST(read_file_without_memory)
{
    char text[5000] = {1};
    size_t size;
    int code = 0;

    write_file(cj_test_path("file"), text, sizeof text);
    cj_alloc_fail_at(1);
    ck_assert_ptr_null(cj_read_file(cj_test_path("file"), &size, &code));
    cj_alloc_fail_at(0);
    ck_assert_int_eq(code, ENOMEM);
}

TEST(is_file_only_for_files)
{
    cj_test_file("file", "x");
    ck_assert(cj_is_file(cj_test_path("file")));
    ck_assert_int_eq(symlink("file", cj_test_path("link")), 0);
    ck_assert(cj_is_file(cj_test_path("link")));
    ck_assert(!cj_is_file(cj_test_directory()));
    ck_assert(!cj_is_file(cj_test_path("absent")));
    ck_assert(!cj_is_file(""));
    ck_assert(!cj_is_file(NULL));
}

TEST(program_found_on_path)
{
    char list[1200];

    mkdir(cj_test_path("a"), 0700);
    mkdir(cj_test_path("b"), 0700);
    mkdir(cj_test_path("a/tool"), 0700); /* a folder of that name is no program */
    cj_test_file("a/plain", "x");
    cj_test_file("b/tool", "x");
    cj_test_file("b/plain", "x");
    chmod(cj_test_path("a/plain"), 0600); /* not executable: the search goes on */
    chmod(cj_test_path("b/plain"), 0700);
    chmod(cj_test_path("b/tool"), 0700);
    snprintf(list, sizeof list, "/nowhere:%s:%s", cj_test_path("a"), cj_test_path("b"));
    setenv("PATH", list, 1);
    expect_path(cj_find_program("tool", &path), cj_test_path("b/tool"));
    expect_path(cj_find_program("plain", &path), cj_test_path("b/plain"));
    ck_assert(!cj_find_program("absent", &path));
    ck_assert(!cj_find_program("", &path));
    ck_assert(!cj_find_program(NULL, &path));
    ck_assert_uint_eq(path.length, 0);
}

TEST(program_by_path)
{
    mkdir(cj_test_path("b"), 0700);
    cj_test_file("b/tool", "x");
    chmod(cj_test_path("b/tool"), 0700);
    expect_path(cj_find_program(cj_test_path("b/tool"), &path), cj_test_path("b/tool"));
    ck_assert_int_eq(chdir(cj_test_directory()), 0);
    ck_assert(cj_find_program("b/tool", &path));
    ck_assert(path.data[0] == '/' && cj_is_file(path.data));
    cj_text_clear(&path);
    setenv("PATH", "b", 1);
    ck_assert(cj_find_program("tool", &path));
    ck_assert(path.data[0] == '/' && cj_is_file(path.data));
    cj_text_clear(&path);
    /* A program goes by the name that it is called by: links stay. */
    ck_assert_int_eq(symlink("tool", cj_test_path("b/other")), 0);
    ck_assert(cj_find_program("other", &path));
    ck_assert_ptr_nonnull(strstr(path.data, "/b/other"));
    cj_text_clear(&path);
    ck_assert(!cj_find_program("b/absent", &path));
}

TEST(library_found_where_the_loader_looks)
{
    static const char *const names[] = {"libc.so.6", "libsqlite3.so.0"};

    for (size_t i = 0; i < COUNT(names); i++) {
        void *library = dlopen(names[i], RTLD_LAZY);

        if (library == NULL) /* a bundle without shared libraries */
            continue;
        ck_assert(cj_find_library(names[i], &path));
        ck_assert(path.data[0] == '/' && cj_is_file(path.data));
        cj_text_clear(&path);
        dlclose(library);
    }
}

TEST(library_path_goes_first_and_fits)
{
    cj_text identity = {0};
    Elf64_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB}, .e_type = ET_DYN};
    char list[600];

#if defined(__x86_64__)
    header.e_machine = EM_X86_64;
#elif defined(__aarch64__)
    header.e_machine = EM_AARCH64;
#endif
    mkdir(cj_test_path("narrow"), 0700);
    mkdir(cj_test_path("wide"), 0700);
    write_file(cj_test_path("narrow/libcujitx.so.1"), &header, sizeof header);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    write_file(cj_test_path("wide/libcujitx.so.1"), &header, sizeof header);
    ck_assert(!cj_find_library("libcujitx.so.1", &path));
    snprintf(list, sizeof list, "%s::%s", cj_test_path("narrow"), cj_test_path("wide"));
    setenv("LD_LIBRARY_PATH", list, 1);
    expect_path(cj_find_library("libcujitx.so.1", &path), cj_test_path("wide/libcujitx.so.1"));
    ck_assert(cj_find_library(cj_test_path("wide/libcujitx.so.1"), &path));
    cj_text_clear(&path);
    ck_assert(!cj_find_library(cj_test_path("narrow/libcujitx.so.1"), &path));
    ck_assert(!cj_find_library("libcujitx.so.2", &path));
    ck_assert(!cj_find_library("", &path));
    ck_assert(!cj_find_library(NULL, &path));
    /* No segment, no build id. */
    ck_assert(cj_file_identity(cj_test_path("wide/libcujitx.so.1"), &identity));
    ck_assert_int_eq(strncmp(identity.data, "size 64 time ", 13), 0);
    cj_text_clear(&identity);
}

/* A file with one note segment that holds what the table says. */
typedef struct note_file {
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    struct {
        Elf64_Nhdr head;
        char name[4];
        unsigned char content[4];
    } first, second;
} note_file;

static note_file sound_notes(void)
{
    note_file file = {.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB},
                                 .e_type = ET_DYN,
                                 .e_phoff = offsetof(note_file, segment),
                                 .e_phentsize = sizeof(Elf64_Phdr),
                                 .e_phnum = 1},
                      .segment = {.p_type = PT_NOTE,
                                  .p_offset = offsetof(note_file, first),
                                  .p_filesz = sizeof(note_file) - offsetof(note_file, first),
                                  .p_align = 4},
                      .first = {{4, 4, 99}, {'G', 'N', 'U', 0}, {9, 9, 9, 9}},
                      .second = {{4, 4, NT_GNU_BUILD_ID}, {'G', 'N', 'U', 0}, {0xde, 0xad, 0x00, 0x0f}}};

    return file;
}

static void expect_identity(const note_file *file, const char *start)
{
    cj_text identity = {0};

    write_file(cj_test_path("elf"), file, sizeof *file);
    ck_assert(cj_file_identity(cj_test_path("elf"), &identity));
    ck_assert_msg(strncmp(identity.data, start, strlen(start)) == 0, "%s, expected %s", identity.data, start);
    cj_text_clear(&identity);
}

TEST(identity_from_the_notes)
{
    note_file file = sound_notes();
    cj_text identity = {0};

    expect_identity(&file, "build-id dead000f");
    write_file(cj_test_path("elf"), &file, sizeof file - 1); /* cut short */
    ck_assert(cj_file_identity(cj_test_path("elf"), &identity));
    ck_assert_int_eq(strncmp(identity.data, "size ", 5), 0);
    cj_text_clear(&identity);
}

TEST(identity_of_broken_notes)
{
    note_file file;

#define BREAK(member, value)                                                                                           \
    file = sound_notes();                                                                                              \
    file.member = value;                                                                                               \
    expect_identity(&file, "size ");
    BREAK(second.head.n_descsz, 0x7fffffff)
    BREAK(first.head.n_namesz, 0xffffffff)
    BREAK(header.e_phoff, UINT64_MAX - 4)
    BREAK(segment.p_offset, UINT64_MAX)
    BREAK(segment.p_filesz, UINT64_MAX)
    BREAK(header.e_phnum, 0xffff)
    BREAK(second.head.n_type, 2)
    BREAK(second.head.n_descsz, 0)
#undef BREAK
}

TEST(identity_follows_content)
{
    cj_text first = {0}, second = {0};

    cj_test_file("script", "#!/bin/sh\n");
    ck_assert(cj_file_identity(cj_test_path("script"), &first));
    cj_test_file("script", "#!/bin/sh\n\n");
    ck_assert(cj_file_identity(cj_test_path("script"), &second));
    ck_assert_str_ne(first.data, second.data);
    cj_text_clear(&second);
    ck_assert(!cj_file_identity(cj_test_path("absent"), &second));
    ck_assert(!cj_file_identity(cj_test_directory(), &second));
    ck_assert_uint_eq(second.length, 0);
    cj_text_clear(&first);
    cj_text_clear(&second);
}

TEST(searches_without_memory)
{
    note_file file = sound_notes();
    unsigned long count;

    write_file(cj_test_path("libelf"), &file, sizeof file);
    setenv("LD_LIBRARY_PATH", cj_test_directory(), 1);
    for (unsigned long nth = 1; nth < 200; nth++) {
        cj_text text = {0};

        cj_alloc_fail_at(nth);
        (void)(cj_find_library("libabsent.so.9", &text) || cj_find_program("sh", &text));
        (void)cj_file_identity(cj_test_path("libelf"), &text);
        cj_text_clear(&text);
        count = cj_alloc_fail_at(0);
        if (count < nth)
            return;
    }
}
