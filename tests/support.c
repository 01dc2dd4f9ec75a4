/*
 * support.c: what every test program shares. See support.h.
 */
#include "support.h"

#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[256];
static pid_t owner;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position)
{
    (void)status;
    (void)type;
    (void)position;
    return remove(path);
}

/* Check forks a process per test: only the program itself may clean up. */
static void remove_directory(void)
{
    if (getpid() == owner)
        nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *cj_test_directory(void)
{
    const char *base = getenv("TMPDIR");

    if (directory[0] != '\0')
        return directory;
    snprintf(directory, sizeof directory, "%s/cujit-test-XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(directory) == NULL) {
        perror(directory);
        exit(99);
    }
    owner = getpid();
    atexit(remove_directory);
    return directory;
}

/* Before the first context, so that nothing of the user's cache is read or written. */
static void make_hermetic(void)
{
    char cache[300];

    snprintf(cache, sizeof cache, "%s/cache", cj_test_directory());
    setenv("CUJIT_CACHE_DIR", cache, 1);
    setenv("CUJIT_CACHE_PACKS", "", 1);
    snprintf(cache, sizeof cache, "%s/data", cj_test_directory());
    setenv("XDG_DATA_HOME", cache, 1);
    unsetenv("CUJIT_CACHE_REDIS");
    unsetenv("CUJIT_CACHE_LIMIT");
    unsetenv("CUJIT_NO_COMPILE");
    unsetenv("CUJIT_RECORD");
}

/* ---- What frees itself ------------------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept {
    void *thing;
    void (*release)(void *);
} * kept;
static size_t kept_count, kept_room;

static void free_kept(void)
{
    while (kept_count > 0) {
        const struct kept last = kept[--kept_count];

        if (last.thing != NULL)
            last.release(last.thing);
    }
    free(kept);
    kept = NULL;
    kept_room = 0;
}

void *cj_test_keep(void *thing, void (*release)(void *))
{
    pthread_mutex_lock(&lock);
    if (kept_count == kept_room) {
        kept_room = 2 * kept_room + 16;
        kept = realloc(kept, kept_room * sizeof *kept);
        if (kept == NULL)
            abort();
    }
    kept[kept_count++] = (struct kept){thing, release};
    pthread_mutex_unlock(&lock);
    return thing;
}

void *cj_test_forget(void *thing)
{
    pthread_mutex_lock(&lock);
    for (size_t k = kept_count; k-- > 0 && thing != NULL;)
        if (kept[k].thing == thing) {
            kept[k].thing = NULL;
            break;
        }
    while (kept_count > 0 && kept[kept_count - 1].thing == NULL)
        kept_count--;
    pthread_mutex_unlock(&lock);
    return thing;
}

void *must_malloc(size_t size)
{
    void *memory = malloc(size != 0 ? size : 1);

    if (memory == NULL) /* ck_assert_ptr_nonnull() would write to a file in any case, which not all may */
        ck_abort_msg("not enough memory");
    return memory;
}

void *memory_of(size_t size)
{
    return cj_test_keep(must_malloc(size), free);
}

char *next_of(const char **words)
{
    const char *first = *words, *end = first != NULL ? strstr(first, " | ") : NULL;

    *words = end != NULL ? end + 3 : NULL;
    if (first == NULL)
        return NULL;
    return cj_test_keep(end != NULL ? strndup(first, (size_t)(end - first)) : strdup(first), free);
}

char *without_mark(const char *text, int *line, int *column)
{
    const char *mark = strchr(text, '^');
    char *copy = cj_test_keep(strdup(text), free);

    ck_assert_msg(mark != NULL, "no '^' in \"%s\"", text);
    strcpy(copy + (mark - text), mark + 1);
    *line = *column = 1;
    for (; text < mark; text++) {
        *column = *text == '\n' ? 1 : *column + ((*text & 0xC0) != 0x80);
        *line += *text == '\n';
    }
    return copy;
}

/* ---- Cases ------------------------------------------------------------------------------------------------------- */

int cj_test_lacks;

enum { MOST_STEPS = 400 };
static int (*steps[MOST_STEPS])(void);
static Suite *suite;
static void (*setup_now)(void), (*teardown_now)(void); /* of the fixture that was met last */

void cj_test_register(int number, int (*step)(void))
{
    if (number >= MOST_STEPS)
        abort();
    steps[number] = step;
}

static void clear_fault(void)
{
    cujit_error_clear(&fault);
}

int cj_test_fixture(void (*setup)(void), void (*teardown)(void))
{
    setup_now = setup;
    teardown_now = teardown;
    return 0;
}

static int names_a_gpu(const char *device)
{
    return device != NULL && strncmp(device, "cuda", 4) == 0;
}

int cj_test_on_host(void)
{
    const char *device = getenv("CUJIT_DEVICE");

    return device != NULL && strcmp(device, "host") == 0;
}

int cj_test_add(const TTest *test, int count, int signal)
{
    TCase *own;

    if (signal != 0 && names_a_gpu(getenv("CUJIT_DEVICE")))
        return 0;
    own = tcase_create(test->name); /* CK_RUN_CASE runs those of one name */
    tcase_set_timeout(own, 300);
    tcase_add_checked_fixture(own, NULL, clear_fault);
    tcase_add_checked_fixture(own, NULL, free_kept);
    tcase_add_checked_fixture(own, setup_now, teardown_now);
    _tcase_add_test(own, test, signal, 0, 0, count);
    suite_add_tcase(suite, own);
    return 0;
}

/* Asks without opening the device: a GPU that was opened would not survive the fork of a test. */
static int device_works(const char *device)
{
    cujit_device_info info;
    cujit_error error = {0};
    int works = cujit_device_get_info(device, &info, &error) == CUJIT_OK;

    if (works)
        printf("device: %s (%s)\n", info.device, info.name);
    else
        printf("skipped: %s\n", error.message);
    fflush(stdout);
    cujit_error_clear(&error);
    return works;
}

static int run_cases(void)
{
    SRunner *runner = srunner_create(suite);
    cujit_context *held = NULL;
    int failed;

    if (names_a_gpu(getenv("CUJIT_DEVICE"))) {
        srunner_set_fork_status(runner, CK_NOFORK);
        cujit_context_create(NULL, &held, NULL); /* opening a GPU anew for each case takes long */
    }
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    cujit_context_free(held);
    return failed;
}

int main(void)
{
    const char *device = getenv("CUJIT_DEVICE");

    if (device != NULL && !device_works(device))
        return CJ_TEST_SKIP;
    make_hermetic();
    suite = suite_create(program_invocation_short_name);
    for (int k = 0; k < MOST_STEPS; k++) {
        const int result = steps[k] != NULL ? steps[k]() : 0;

        if (result != 0)
            return result;
    }
    return run_cases() != 0 ? EXIT_FAILURE : cj_test_lacks ? CJ_TEST_SKIP : EXIT_SUCCESS;
}

/* ---- Threads and processes --------------------------------------------------------------------------------------- */

void run_threads(int count, void *(*body)(void *), void *arguments, size_t size)
{
    pthread_t *threads = memory_of((size_t)count * sizeof *threads);
    int bad = 0;

    for (int k = 0; k < count; k++)
        ck_assert_int_eq(pthread_create(&threads[k], NULL, body, (char *)arguments + (size_t)k * size), 0);
    for (int k = 0; k < count; k++) {
        void *wrong = NULL;

        ck_assert_int_eq(pthread_join(threads[k], &wrong), 0);
        bad += wrong != NULL;
    }
    ck_assert_msg(bad == 0, "%d of %d threads found something wrong", bad, count);
}

int end_of(pid_t child)
{
    int status = 0;

    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status), "the child was killed by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

static pid_t youngest;

int in_child(void)
{
    fflush(NULL);
    youngest = fork();
    ck_assert_int_ge(youngest, 0);
    return youngest == 0;
}

int end_of_child(void)
{
    return end_of(youngest);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

char *cj_test_path(const char *name, ...)
{
    char *own = NULL, *path = NULL;
    va_list values;

    va_start(values, name);
    ck_assert_int_ge(vasprintf(&own, name, values), 0);
    va_end(values);
    cj_test_keep(own, free);
    if (own[0] == '/')
        return own;
    ck_assert_int_ge(asprintf(&path, "%s/%s", cj_test_directory(), own), 0);
    return cj_test_keep(path, free);
}

char *cj_test_file(const char *name, const char *text)
{
    char *path = cj_test_path("%s", name);
    FILE *file;

    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    file = fopen(path, "w");
    ck_assert_msg(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0, "%s cannot be written", path);
    return path;
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

_Thread_local cujit_error fault;

void cj_test_must(cujit_status status, cujit_error *error)
{
    char *text;

    if (status == CUJIT_OK)
        return;
    text = cujit_error_format(error);
    ck_abort_msg("%s: %s\n%s", cujit_status_name(status), text != NULL ? text : "",
                 error->log != NULL ? error->log : "");
}

void cj_test_refuse(cujit_status got, cujit_status expected, const char *const *words)
{
    const char *message = fault.message;

    ck_assert_msg(got == expected, "%s instead of %s: %s", cujit_status_name(got), cujit_status_name(expected),
                  message);
    for (; *words != NULL; words++)
        ck_assert_msg(strstr(message, *words) != NULL, "\"%s\" lacks \"%s\"", message, *words);
    cujit_error_clear(&fault);
}

void refuse_at(cujit_status got, cujit_status expected, const char *part, int line, int column, const char *words)
{
    const cujit_error *at = &fault;

    ck_assert_msg(got != expected || (at->line == line && at->column == column && at->excerpt != NULL &&
                                      at->part != NULL && strcmp(at->part, part) == 0),
                  "%d:%d of %s: %s", at->line, at->column, at->part != NULL ? at->part : "nothing", at->message);
    refuse(got, expected, words);
}

void refuse_in(cujit_status got, cujit_status expected, const char *place, const char *words)
{
    char at[100] = "";

    if (fault.part != NULL)
        snprintf(at, sizeof at, "%s:%d:%d", fault.part, fault.line, fault.column);
    ck_assert_msg(got != expected || (strcmp(at, place) == 0 && (fault.excerpt != NULL) == (place[0] != '\0')),
                  "\"%s\", not \"%s\": %s", at, place, fault.message);
    refuse(got, expected, words);
}

/* ---- Golden files ------------------------------------------------------------------------------------------------ */

/* In the folder of the tests. */
static const char *source_path(const char *name)
{
    static char path[1024];
    const char *folder = getenv("CUJIT_TEST_SOURCE");

    snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : "tests", name);
    return path;
}

const char *cj_test_golden_folder(void)
{
    return source_path("golden");
}

FILE *cj_test_table(const char *name)
{
    const char *path = source_path(name);
    FILE *file = fopen(path, "r");

    ck_assert_msg(file != NULL, "%s cannot be read", path);
    return file;
}

static void write_golden(const char *path, const char *source)
{
    FILE *file = fopen(path, "w");

    if (file == NULL || fputs(source, file) < 0 || fclose(file) != 0)
        ck_abort_msg("%s cannot be written", path);
    ck_abort_msg("%s is written: this test compares again without CUJIT_TEST_WRITE_GOLDEN", path);
}

/* The line that `at` lies in, ended by a '|', so that blanks show. */
static void take_line(const char *text, const char *at, char line[300])
{
    size_t length;

    while (at > text && at[-1] != '\n')
        at--;
    length = strcspn(at, "\n");
    snprintf(line, 300, "%.*s|%s", length < 240 ? (int)length : 240, at, at[length] == '\0' ? " (the text ends)" : "");
}

static void show_difference(const char *path, const char *golden, const char *source)
{
    char in_file[300], generated[300];
    size_t at = 0;
    int line = 1;

    for (; source[at] != '\0' && golden[at] == source[at]; at++)
        line += golden[at] == '\n';
    take_line(golden, golden + at, in_file);
    take_line(source, source + at, generated);
    ck_abort_msg("%s differs from what is generated, first in line %d:\n"
                 "in the file: %s\n"
                 "generated:   %s\n"
                 "Where that is meant: sh tools/dev golden writes the files anew.",
                 path, line, in_file, generated);
}

void cj_test_golden(const char *name, const char *source)
{
    const char *write = getenv("CUJIT_TEST_WRITE_GOLDEN");
    size_t room = strlen(source) + 2, length;
    char path[1100], *golden = malloc(room);
    FILE *file;

    snprintf(path, sizeof path, "%s/%s.cu", cj_test_golden_folder(), name);
    if (write != NULL && strcmp(write, "1") == 0)
        write_golden(path, source);
    file = fopen(path, "r");
    ck_assert_msg(file != NULL && golden != NULL, "%s cannot be read: sh tools/dev golden writes it", path);
    length = fread(golden, 1, room - 1, file); /* at least one byte more, where there is more */
    fclose(file);
    golden[length] = '\0';
    if (strlen(golden) != length || strcmp(source, golden) != 0)
        show_difference(path, golden, source);
    free(golden);
}
