/*
 * os.h: the few things that we ask of the operating system, for all parts.
 */
#ifndef LIBJIT_OS_H
#define LIBJIT_OS_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The lock over what the whole process shares, which survives a fork: for a few lines that call nothing which may take
 * it too. */
void cj_global_lock_take(void);
void cj_global_lock_release(void);

/* Milliseconds of a monotonic clock. */
double cj_now_ms(void);

/* Maps all of the library's file that is in memory when the program runs, its code and constants above all: else each
 * first call of a function waits for its pages. Some tenths of a millisecond. Nothing where Linux is older than 5.14,
 * or where the library is part of a program of more than 16 MiB. */
void cj_map_own_pages(void);

/* A write beyond the process's limit on the size of files (RLIMIT_FSIZE) raises SIGXFSZ, which ends the program.
 * Between these two it only fails, in this thread, with EFBIG. They may be nested. */
typedef struct cj_signal_hold {
    sigset_t before;
    bool held;
} cj_signal_hold;
void cj_hold_signal(cj_signal_hold *hold);
void cj_release_signal(cj_signal_hold *hold);

/* Looks a symbol up in a dlopen handle and stores it through `function`, the address of a function pointer: the one
 * place where an object pointer becomes a function pointer. False: there is no such symbol. */
bool cj_symbol(void *library, const char *name, void *function);

/* Finds `program` on $PATH (or takes it as it is where it holds a slash) and appends the absolute path of an executable
 * file. Links are not resolved: clang++ is a link to clang, and c++ may be one to ccache, which go by the name that
 * they are called by. cj_file_identity() follows them. False: none. */
bool cj_find_program(const char *program, cj_text *path);

/* Finds the file that the dynamic loader would open for `name` ("libnvrtc.so.13") without loading it: $LD_LIBRARY_PATH,
 * what ldconfig wrote into /etc/ld.so.cache, the default folders. */
bool cj_find_library(const char *name, cj_text *path);

/* The same in two steps, for who looks for several names that begin with `stem`: the folders, a list (cj_free(); NULL:
 * out of memory), and a look into them. */
char *cj_library_folders(const char *stem);
bool cj_find_library_in(const char *folders, const char *name, cj_text *path);

bool cj_is_file(const char *path);
bool cj_is_file_in(const char *folder, const char *name);

/* A variable of the environment; NULL where it is empty, too. */
const char *cj_environment(const char *name);

/* The same as a whole number from 1 to `most`; 0: it is none. */
unsigned cj_environment_number(const char *name, unsigned most);

/* Appends "build-id 65be..." from the ELF notes of a file, or "size N time T" where it has none. False: cannot be
 * read. */
bool cj_file_identity(const char *path, cj_text *identity);

/* Whether all that the headers of a 64-bit ELF image speak of lies inside: its segments, and with `sections` these. */
bool cj_elf_is_whole(const void *data, size_t size, bool sections);

/* The whole file, ended by a NUL that *size does not count. NULL: *code is the errno. Freed with cj_free(). */
char *cj_read_file(const char *path, size_t *size, int *code);

#endif
