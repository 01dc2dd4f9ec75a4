/*
 * test_registry.c: the table of kernels: keys, growth, failed builds, what goes when nobody uses it, and one build for
 * many threads.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/registry.h"
#include "libjit/runtime/context.h"
#include "tests/kernels.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

typedef struct value {
    cj_registered registered;
    int number;
} value;

static atomic_int destroyed;
static cj_registry registry;

static void destroy(cj_registered *registered)
{
    atomic_fetch_add(&destroyed, 1);
    free(registered);
}

static cj_registered *make_value(int number)
{
    value *made = malloc(sizeof *made);

    *made = (value){.registered.destroy = destroy, .number = number};
    return &made->registered;
}

static void make_registry(void)
{
    cj_registry_init(&registry);
}

static void clear_registry(void)
{
    cj_registry_clear(&registry);
}

FIXTURE(make_registry, clear_registry)

/* All that is there goes. */
static void expect_destroyed(int count)
{
    atomic_store(&destroyed, 0);
    cj_registry_clear(&registry);
    ck_assert_int_eq(atomic_load(&destroyed), count);
}

/* What make() is handed, and how often it was called. */
typedef struct order {
    cujit_status status;
    int number, calls;
} order;

static cujit_status make(void *user, cj_registered **out, cujit_error *error)
{
    order *o = user;

    (void)error;
    o->calls++;
    if (o->status == CUJIT_OK)
        *out = make_value(o->number);
    return o->status;
}

static cujit_status find_or_make(const void *key, size_t length, cj_registry_maker maker, void *user,
                                 cj_registered **found, bool *made)
{
    const cj_flat_key flat = {.text = {.data = (char *)(uintptr_t)key, .length = length}};

    return cj_registry_find_or_make(&registry, &flat, NULL, maker, user, found, made, NULL);
}

/* The value's number; -1 where it is not there, and then it is built (`number` -2: building fails). */
static int ask(const void *key, size_t length, int number)
{
    order o = {.status = number == -2 ? CUJIT_ERROR_COMPILE : CUJIT_OK, .number = number};
    cj_registered *found = NULL;
    bool made = false;
    cujit_status status = find_or_make(key, length, make, &o, &found, &made);

    ck_assert_int_eq(status, o.status);
    return made ? -1 : ((value *)found)->number;
}

TEST(keys_are_compared_whole)
{
    static const struct {
        const char *key;
        size_t length;
    } keys[] = {{"", 0},   {"\0", 1},   {"a", 1},    {"a\0", 2},
                {"ab", 2}, {"a\0b", 3}, {"a\0c", 3}, {"abcdefghijklmnop", 16}};

    for (int k = 0; k < COUNT(keys); k++)
        ck_assert_int_eq(ask(keys[k].key, keys[k].length, k), -1);
    for (int k = 0; k < COUNT(keys); k++)
        ck_assert_int_eq(ask(keys[k].key, keys[k].length, 100), k);
}

TEST(many_keys_are_all_found)
{
    enum { MANY = 5000 };

    for (int k = 0; k < MANY; k++)
        ck_assert_int_eq(ask(&k, sizeof k, k), -1);
    for (int k = 0; k < MANY; k++)
        ck_assert_int_eq(ask(&k, sizeof k, 0), k);
    ck_assert_uint_eq(registry.count, MANY);
    expect_destroyed(MANY);
    cj_registry_clear(&registry); /* again: nothing left to do */
}

TEST(failed_build_leaves_no_trace)
{
    for (int k = 0; k < 3; k++)
        ck_assert_int_eq(ask("key", 3, -2), -1);
    ck_assert_uint_eq(registry.count, 0);
    ck_assert_int_eq(ask("key", 3, 7), -1);
    ck_assert_int_eq(ask("key", 3, 0), 7);
}

TEST(what_is_not_there_is_made_once)
{
    static const struct {
        const char *key;
        cujit_status status;
        int number, calls; /* the calls of make() so far */
        bool made;
    } rows[] = {
        {"a", CUJIT_ERROR_COMPILE, 0, 1, true}, {"a", CUJIT_OK, 1, 2, true},
        {"a", CUJIT_OK, 1, 2, false},           {"b", CUJIT_OK, 2, 3, true},
        {"a", CUJIT_OK, 1, 3, false},           {NULL, CUJIT_OK, 3, 4, true},
    };
    order o = {.status = CUJIT_OK};

    for (size_t k = 0; k < COUNT(rows); k++) {
        cj_registered *found = NULL;
        bool made = !rows[k].made;
        cj_flat_key key;

        o.status = rows[k].status;
        o.number = rows[k].number;
        cj_flat_key_init(&key);
        cj_flat_key_add(&key, rows[k].key);
        ck_assert_int_eq(cj_registry_find_or_make(&registry, &key, NULL, make, &o, &found, &made, NULL),
                         rows[k].status);
        cj_text_clear(&key.text);
        ck_assert_int_eq(made, rows[k].made);
        ck_assert_int_eq(o.calls, rows[k].calls);
        if (rows[k].status != CUJIT_OK)
            ck_assert_ptr_null(found);
        else
            ck_assert_int_eq(((value *)found)->number, rows[k].number);
    }
    ck_assert_uint_eq(registry.count, 3);
}

TEST(key_that_failed_is_no_memory)
{
    cj_flat_key key = {.text = {.failed = true}};
    cj_registered *found = NULL;
    order o = {.status = CUJIT_OK};
    bool made = false;

    ck_assert_int_eq(cj_registry_find_or_make(&registry, &key, NULL, make, &o, &found, &made, &fault),
                     CUJIT_ERROR_OUT_OF_MEMORY);
    ck_assert_int_eq(fault.status, CUJIT_ERROR_OUT_OF_MEMORY);
    ck_assert_int_eq(o.calls, 0);
    ck_assert_ptr_null(found);
    ck_assert_uint_eq(registry.count, 0);
}

/* ---- Users ------------------------------------------------------------------------------------------------------- */

/* Uses the value of a key, which is built where it is not there. */
static cj_registered *use(int key)
{
    order o = {.status = CUJIT_OK, .number = key};
    cj_registered *found = NULL;
    bool made;

    must(find_or_make(&key, sizeof key, make, &o, &found, &made));
    ck_assert_int_eq(((value *)found)->number, key);
    return found;
}

/* The number of what goes; -1: nothing does. */
static int leave(cj_registered *used)
{
    cj_registered *gone = cj_registry_release(&registry, used);
    int number = gone != NULL ? ((value *)gone)->number : -1;

    if (gone != NULL) {
        ck_assert_ptr_null(gone->older);
        gone->destroy(gone);
    }
    return number;
}

/* One that is forgotten is its users' alone, and another one can have its key. */
TEST(forgotten_goes_with_its_last_user)
{
    cj_registered *first = use(1), *again = use(1), *second;

    ck_assert_ptr_eq(first, again);
    for (int k = 0; k < 2; k++)
        cj_registry_forget(&registry, first);
    ck_assert_uint_eq(registry.count, 0);
    second = use(1);
    ck_assert_ptr_ne(second, first);
    ck_assert_int_eq(leave(first), -1);
    ck_assert_int_eq(leave(again), 1);
    ck_assert_int_eq(leave(second), -1);
    ck_assert_ptr_eq(use(1), second);
    expect_destroyed(1);
}

TEST(least_recently_used_goes_first)
{
    cj_registered *held;

    registry.limit = 3;
    held = use(0);
    for (int k = 1; k <= 3; k++)
        ck_assert_int_eq(leave(use(k)), -1);
    ck_assert_int_eq(leave(use(1)), -1); /* now the newest */
    ck_assert_int_eq(leave(use(4)), 2);
    ck_assert_int_eq(leave(use(2)), 3); /* made anew */
    ck_assert_uint_eq(registry.count, 4);
    /* Two users: the first that leaves changes nothing. */
    ck_assert_ptr_eq(use(0), held);
    ck_assert_int_eq(leave(held), -1);
    ck_assert_uint_eq(registry.unused, 3);
    ck_assert_int_eq(leave(held), 1);
    ck_assert_uint_eq(registry.unused, 3);
    ck_assert_uint_eq(registry.count, 3);
    ck_assert_uint_eq(registry.hits, 2);
    expect_destroyed(3);
}

TEST(what_is_there_is_found)
{
    const int key = 5, other = 6;
    const cj_flat_key there = {.text = {.data = (char *)(uintptr_t)&key, .length = sizeof key}};
    const cj_flat_key absent = {.text = {.data = (char *)(uintptr_t)&other, .length = sizeof other}};
    cj_registered *made = use(5), *found;

    ck_assert_ptr_null(cj_registry_find(&registry, &absent));
    ck_assert(!cj_registry_is_awaited(&registry, &there));
    ck_assert_int_eq(leave(made), -1);
    found = cj_registry_find(&registry, &there); /* back in use */
    ck_assert_ptr_eq(found, made);
    ck_assert_uint_eq(registry.unused, 0);
    ck_assert_int_eq(leave(found), -1);
    ck_assert_uint_eq(registry.unused, 1);
}

static bool stops(const void *user)
{
    (void)user;
    return true;
}

/* Who makes a value asks for it again, as another thread would, and need not wait. */
static cujit_status ask_again(void *user, cj_registered **out, cujit_error *error)
{
    const cj_stop stop = {stops, NULL};
    const cj_flat_key *key = user;
    order o = {.number = 1};
    bool made = true;

    ck_assert_int_eq(cj_registry_find_or_make(&registry, key, &stop, make, &o, out, &made, error),
                     CUJIT_ERROR_CANCELLED);
    ck_assert_ptr_null(cj_registry_find(&registry, key));
    ck_assert(!made && *out == NULL && o.calls == 0);
    *out = make_value(2);
    return CUJIT_OK;
}

TEST(waiting_can_be_stopped)
{
    cj_registered *found = NULL;
    bool made = false;
    cj_flat_key key;

    cj_flat_key_init(&key);
    cj_flat_key_add(&key, "a");
    ck_assert_int_eq(cj_registry_find_or_make(&registry, &key, NULL, ask_again, &key, &found, &made, &fault), CUJIT_OK);
    ck_assert_int_eq(((value *)found)->number, 2);
    ck_assert_int_eq(leave(found), -1);
    cj_text_clear(&key.text);
}

TEST(limit_of_none_keeps_nothing)
{
    registry.limit = 0;
    for (int k = 0; k < 300; k++)
        ck_assert_int_eq(leave(use(k)), k);
    ck_assert_uint_eq(registry.count, 0);
}

TEST(postponed_ones_come_again)
{
    cj_registered *gone;

    registry.limit = 0;
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 3; k++) {
            size_t length = 0;

            gone = cj_registry_release(&registry, use(k));
            for (cj_registered *v = gone; v != NULL; v = v->older)
                length++;
            ck_assert_uint_eq(length, (size_t)(3 * round + k + 1));
            cj_registry_postpone(&registry, gone);
        }
    }
    expect_destroyed(6);
}

static size_t count_mappings(void)
{
    FILE *file = fopen("/proc/self/maps", "r");
    size_t count = 0;

    ck_assert_ptr_nonnull(file);
    for (int c; (c = getc(file)) != EOF;)
        count += c == '\n';
    fclose(file);
    return count;
}

/* A kernel of its own for each number, made and freed. */
static void make_and_free(cujit_context *context, int number)
{
    char operation[40];
    cujit_array *z = zeros(context, CUJIT_INT32, 3);
    cujit_elementwise *kernel;

    snprintf(operation, sizeof operation, "z[i] = (int)i + %d", number);
    kernel = kernel_of(context, "int *z", operation);
    run_kernel(kernel, CUJIT_ARGS(z));
    expect_elements(z, int, number, number + 1, number + 2);
    cujit_array_free(z);
    cujit_elementwise_free(kernel);
}

TEST(kernels_that_nobody_holds_are_unloaded)
{
    enum { LIMIT = 2, MANY = 8 };
    cujit_context *context = cj_test_target("host");
    size_t before;

    ck_assert_uint_eq(context->kernels.limit, CJ_REGISTRY_UNUSED_LIMIT);
    context->kernels.limit = LIMIT;
    for (int k = 0; k <= LIMIT; k++)
        make_and_free(context, k);
    before = count_mappings();
    for (int k = 10; k < 10 + MANY; k++)
        make_and_free(context, k);
    ck_assert_uint_eq(context->kernels.count, LIMIT);
    ck_assert_uint_le(count_mappings(), before + MANY); /* each takes about five; the allocator may take one */
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

enum { THREADS = 8, KEYS = 40, ROUNDS = 20 };

typedef struct crowd {
    atomic_int builds[KEYS], building[KEYS], failures[KEYS];
    int fail_first; /* that many builds of each key fail */
} crowd;

/* What a thread asks for. */
typedef struct wish {
    crowd *all;
    int key, wrong, pause;
} wish;

/* No assertions in threads: what is wrong is counted. */
static cujit_status build(void *user, cj_registered **out, cujit_error *error)
{
    wish *w = user;
    crowd *all = w->all;
    int fails = atomic_load(&all->failures[w->key]) < all->fail_first;

    (void)error;
    w->wrong += atomic_fetch_add(&all->building[w->key], 1) != 0; /* somebody else builds it too */
    if (!fails)
        *out = make_value(w->key);
    if (w->pause)
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    atomic_fetch_add(fails ? &all->failures[w->key] : &all->builds[w->key], 1);
    atomic_fetch_sub(&all->building[w->key], 1);
    return fails ? CUJIT_ERROR_COMPILE : CUJIT_OK;
}

static void *ask_for_all(void *user)
{
    intptr_t wrong = 0;

    for (int round = 0; round < ROUNDS; round++) {
        for (int key = 0; key < KEYS; key++) {
            wish w = {.all = user, .key = key, .pause = 1};
            cj_registered *found = NULL;
            bool made = false;

            if (find_or_make(&key, sizeof key, build, &w, &found, &made) == CUJIT_OK)
                wrong += ((value *)found)->number != key;
            wrong += w.wrong;
        }
    }
    return (void *)wrong;
}

/* _i builds of each key fail first: a thread that waits for a failed build must try itself, and only one may. */
TEST_EACH(threads_share_one_build, 4)
{
    crowd all = {.fail_first = _i};

    run_threads(THREADS, ask_for_all, &all, 0);
    for (int key = 0; key < KEYS; key++) {
        ck_assert_int_eq(atomic_load(&all.builds[key]), 1);
        ck_assert_int_eq(atomic_load(&all.failures[key]), _i);
    }
    ck_assert_uint_eq(registry.count, KEYS);
    expect_destroyed(KEYS);
}

static void *use_and_leave(void *user)
{
    crowd *all = user;
    unsigned random = (unsigned)(uintptr_t)&random;
    intptr_t wrong = 0;

    for (int round = 0; round < ROUNDS * KEYS; round++) {
        int key = (int)((random = random * 1103515245u + 12345u) >> 16) % KEYS;
        wish w = {.all = all, .key = key, .pause = round % 8 == 0};
        cj_registered *found = NULL;
        bool made = false;

        if (find_or_make(&key, sizeof key, build, &w, &found, &made) != CUJIT_OK)
            return all;
        wrong += w.wrong + (((value *)found)->number != key);
        for (cj_registered *gone = cj_registry_release(&registry, found), *next; gone != NULL; gone = next) {
            next = gone->older;
            ((value *)gone)->number = -1;
            gone->destroy(gone);
        }
    }
    return (void *)wrong;
}

TEST(threads_never_find_what_goes)
{
    enum { LIMIT = 4 };
    crowd all = {.fail_first = 0};
    int built = 0;

    registry.limit = LIMIT;
    atomic_store(&destroyed, 0);
    run_threads(THREADS, use_and_leave, &all, 0);
    ck_assert_uint_eq(registry.count, LIMIT);
    cj_registry_clear(&registry);
    for (int key = 0; key < KEYS; key++)
        built += atomic_load(&all.builds[key]);
    ck_assert_int_eq(atomic_load(&destroyed), built);
}
