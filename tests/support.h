/*
 * support.h: what every test program shares: its cases and its main, its temporary directory, its device.
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <cujit/cujit.h>

#include <check.h>
#include <stdio.h>
#include <sys/types.h>

/* Exit code of a test program that has nothing to run on this machine. */
enum { CJ_TEST_SKIP = 77 };

/* A case is registered by being written: TEST(what_is_right) { ... }, and with TEST_EACH() is run for each `_i` from 0 to
 * count - 1. They run in the order of the file, each in a process of its own; on a GPU, which does not survive a fork,
 * all in one. The main of every program is support.c's: where CUJIT_DEVICE says which device the cases are for, and it
 * is not there, the program exits with CJ_TEST_SKIP. The environment is hermetic: the kernel cache lies in the program's
 * own temporary directory. CK_RUN_CASE=what_is_right in the environment runs that one alone. */
#define TEST(name) TEST_EACH(name, 1)
#define TEST_EACH(name, count) CJ_TEST_CASE(name, count, 0)
/* A case that is to end with that signal; left out where nothing forks. */
#define TEST_SIGNAL(name, signal) CJ_TEST_CASE(name, 1, signal)

/* What runs before and behind each of the cases that stand below it; NULL: nothing. */
#define FIXTURE(setup, teardown) CJ_TEST_STEP(CJ_TEST_JOIN(fixture_, __LINE__), cj_test_fixture(setup, teardown))

/* `call` is made once, before the program's cases, and before the counts of those below it are looked at. Where it does
 * not return 0, that is the program's exit code, and no case runs. */
#define PREPARE(call) CJ_TEST_STEP(CJ_TEST_JOIN(prepare_, __LINE__), call)

/* How many rows a table has. */
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

#define CJ_TEST_CASE(name, count, signal)                                                                              \
    static void name(int);                                                                                             \
    static const TTest cj_test_##name = {#name, name, __FILE__, __LINE__};                                             \
    CJ_TEST_STEP(name, cj_test_add(&cj_test_##name, count, signal))                                                    \
    static void name(int _i __attribute__((unused)))
/* Main takes the steps of a file in the order in which they stand there. */
#define CJ_TEST_STEP(name, ...)                                                                                        \
    static int CJ_TEST_JOIN(step_, name)(void)                                                                         \
    {                                                                                                                  \
        return __VA_ARGS__;                                                                                            \
    }                                                                                                                  \
    __attribute__((constructor)) static void CJ_TEST_JOIN(register_, name)(void)                                       \
    {                                                                                                                  \
        cj_test_register(__COUNTER__, CJ_TEST_JOIN(step_, name));                                                      \
    }
#define CJ_TEST_JOIN(a, b) CJ_TEST_JOINED(a, b)
#define CJ_TEST_JOINED(a, b) a##b

void cj_test_register(int number, int (*step)(void));
int cj_test_add(const TTest *test, int count, int signal);
int cj_test_fixture(void (*setup)(void), void (*teardown)(void));

/* Set by a PREPARE() where only some of the cases can run here: a success is reported as skipped then. */
extern int cj_test_lacks;

/* Is $CUJIT_DEVICE the host? */
int cj_test_on_host(void);

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* What the calls of cases get as their `error`; of each thread its own. It is cleared behind each case. */
extern _Thread_local cujit_error fault;

/* Ends the test where a call failed: must(cujit_...(..., &fault)); or with an error of one's own, must(status, &error). */
#define must(...) CJ_TEST_MUST(__VA_ARGS__, &fault, )
#define CJ_TEST_MUST(status, error, ...) cj_test_must(status, error)
void cj_test_must(cujit_status status, cujit_error *error);

/* Ends the test where `got`, the status of a call with &fault, is another than `expected`, or the error's message lacks
 * one of the words (NULL: any will do). The error is cleared. */
#define refuse(got, expected, ...) cj_test_refuse(got, expected, (const char *const[]){__VA_ARGS__, NULL})
void cj_test_refuse(cujit_status got, cujit_status expected, const char *const *words);

/* The same for an error of a text, with the place that it points to. */
void refuse_at(cujit_status got, cujit_status expected, const char *part, int line, int column, const char *words);

/* With the place as "operation:1:8"; "": in no text. */
void refuse_in(cujit_status got, cujit_status expected, const char *place, const char *words);

/* ---- What frees itself ------------------------------------------------------------------------------------------- */

/* `thing`, which is returned, is given to `release` behind the case; what was made last goes first. */
void *cj_test_keep(void *thing, void (*release)(void *));

/* Takes `thing` off that list, and returns it. */
void *cj_test_forget(void *thing);

/* malloc() for what is freed by hand. */
void *must_malloc(size_t size);

/* `size` bytes, not to be freed. */
void *memory_of(size_t size);

/* ---- Lists of words ---------------------------------------------------------------------------------------------- */

/* A loop over the words of a text that " | " separates: many short inputs of which the same is expected. */
#define EACH_OF(word, words) for (const char *word##_rest = (words), *word; (word = next_of(&word##_rest)) != NULL;)

/* Takes the first word off the list, not to be freed; NULL: there is none. */
char *next_of(const char **words);

/* A copy of a text without its '^', not to be freed, and where that stood, as errors count lines and characters. */
char *without_mark(const char *text, int *line, int *column);

/* ---- Threads and processes --------------------------------------------------------------------------------------- */

/* Runs `body` in `count` threads beside each other, each with its own of the `arguments`, which are `size` bytes each (0:
 * all have the same one). It ends the test where one of them does not return NULL, which is how threads report: they
 * assert nothing. */
void run_threads(int count, void *(*body)(void *), void *arguments, size_t size);

/* The sanitizers' own allocator (before LLVM 18) does not look after its locks when a process with threads forks: its child
 * may wait for ever for one that another thread held. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CJ_TEST_SANITIZER 1
#elif defined(__has_feature)
#define CJ_TEST_SANITIZER (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define CJ_TEST_SANITIZER 0
#endif

/* True in a child that was made just now: if (in_child()) _exit(...); then end_of_child(), in the parent. */
int in_child(void);
int end_of_child(void);

/* Waits for the child; its exit status. Ends the test where it was killed. */
int end_of(pid_t child);

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* An empty directory of this test program, removed when the program ends. */
const char *cj_test_directory(void);

/* A path in that directory, not to be freed; an absolute one stays as it is. */
char *cj_test_path(const char *name, ...) __attribute__((format(printf, 1, 2)));

/* Writes a file there, with the folders that it lies in, and returns its path. */
char *cj_test_file(const char *name, const char *text);

/* A file that is committed in tests/, for reading. The caller closes it. */
FILE *cj_test_table(const char *name);

/* The folder of the golden files. */
const char *cj_test_golden_folder(void);

/* Compares a generated source with golden/NAME.cu, byte for byte. With CUJIT_TEST_WRITE_GOLDEN=1 in the environment the
 * file is written instead, and the test fails. */
void cj_test_golden(const char *name, const char *source);

#endif
