/*
 * test_registry.c: the table of kernels: keys, growth, failed builds, and one build for many threads.
 */
#include "libjit/alloc.h"
#include "libjit/registry.h"
#include "tests/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct value {
    cj_registered registered;
    int number;
} value;

static atomic_int destroyed;

static void destroy(cj_registered *registered)
{
    atomic_fetch_add(&destroyed, 1);
    free(registered);
}

static cj_registered *make_value(int number)
{
    value *made = malloc(sizeof *made);

    ck_assert_ptr_nonnull(made);
    *made = (value){.registered.destroy = destroy, .number = number};
    return &made->registered;
}

/* The value's number; -1 where it is not there, and then it is built (`number` -2: building fails). */
static int ask(cj_registry *registry, const void *key, size_t length, int number)
{
    cj_registered *found = NULL;
    cj_registry_entry *entry = NULL;

    ck_assert_int_eq(cj_registry_acquire(registry, key, length, &found, &entry, NULL), CUJIT_OK);
    if (found != NULL) {
        ck_assert_ptr_null(entry);
        return ((value *)found)->number;
    }
    ck_assert_ptr_nonnull(entry);
    cj_registry_finish(registry, entry, number == -2 ? NULL : make_value(number));
    return -1;
}

START_TEST(keys_are_compared_whole)
{
    static const struct {
        const char *key;
        size_t length;
    } keys[] = {{"", 0},   {"\0", 1},   {"a", 1},    {"a\0", 2},
                {"ab", 2}, {"a\0b", 3}, {"a\0c", 3}, {"abcdefghijklmnop", 16}};
    cj_registry registry;

    ck_assert_int_eq(cj_registry_init(&registry, NULL), CUJIT_OK);
    for (int k = 0; k < (int)(sizeof keys / sizeof *keys); k++)
        ck_assert_int_eq(ask(&registry, keys[k].key, keys[k].length, k), -1);
    for (int k = 0; k < (int)(sizeof keys / sizeof *keys); k++)
        ck_assert_int_eq(ask(&registry, keys[k].key, keys[k].length, 100), k);
    cj_registry_clear(&registry);
}
END_TEST

START_TEST(many_keys_are_all_found)
{
    enum { MANY = 5000 };
    cj_registry registry;

    ck_assert_int_eq(cj_registry_init(&registry, NULL), CUJIT_OK);
    for (int k = 0; k < MANY; k++)
        ck_assert_int_eq(ask(&registry, &k, sizeof k, k), -1);
    for (int k = 0; k < MANY; k++)
        ck_assert_int_eq(ask(&registry, &k, sizeof k, 0), k);
    ck_assert_uint_eq(registry.count, MANY);
    atomic_store(&destroyed, 0);
    cj_registry_clear(&registry);
    ck_assert_int_eq(atomic_load(&destroyed), MANY);
    cj_registry_clear(&registry); /* again: nothing left to do */
}
END_TEST

START_TEST(failed_build_leaves_no_trace)
{
    cj_registry registry;

    ck_assert_int_eq(cj_registry_init(&registry, NULL), CUJIT_OK);
    for (int k = 0; k < 3; k++)
        ck_assert_int_eq(ask(&registry, "key", 3, -2), -1);
    ck_assert_uint_eq(registry.count, 0);
    ck_assert_int_eq(ask(&registry, "key", 3, 7), -1);
    ck_assert_int_eq(ask(&registry, "key", 3, 0), 7);
    cj_registry_clear(&registry);
}
END_TEST

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

enum { THREADS = 8, KEYS = 40, ROUNDS = 20 };

typedef struct crowd {
    cj_registry registry;
    atomic_int builds[KEYS], building[KEYS], failures[KEYS];
    int fail_first; /* that many builds of each key fail */
} crowd;

static void pause_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

/* No assertions in threads: what is wrong is counted. */
static int build(crowd *all, cj_registry_entry *entry, int key)
{
    int wrong = atomic_fetch_add(&all->building[key], 1) != 0; /* somebody else builds it too */
    int fails = atomic_load(&all->failures[key]) < all->fail_first;
    value *made = fails ? NULL : malloc(sizeof *made);

    if (made != NULL)
        *made = (value){.registered.destroy = destroy, .number = key};
    pause_a_little();
    atomic_fetch_add(fails ? &all->failures[key] : &all->builds[key], 1);
    atomic_fetch_sub(&all->building[key], 1);
    cj_registry_finish(&all->registry, entry, made != NULL ? &made->registered : NULL);
    return wrong;
}

static void *ask_for_all(void *user)
{
    crowd *all = user;
    intptr_t wrong = 0;

    for (int round = 0; round < ROUNDS; round++) {
        for (int key = 0; key < KEYS; key++) {
            cj_registered *found = NULL;
            cj_registry_entry *entry = NULL;

            if (cj_registry_acquire(&all->registry, &key, sizeof key, &found, &entry, NULL) != CUJIT_OK)
                wrong++;
            else if (found != NULL)
                wrong += ((value *)found)->number != key;
            else
                wrong += build(all, entry, key);
        }
    }
    return (void *)wrong;
}

/* _i builds of each key fail first: a thread that waits for a failed build must try itself, and only one may. */
START_TEST(threads_share_one_build)
{
    crowd *all = calloc(1, sizeof *all);
    pthread_t threads[THREADS];
    void *wrong;

    ck_assert_ptr_nonnull(all);
    all->fail_first = _i;
    ck_assert_int_eq(cj_registry_init(&all->registry, NULL), CUJIT_OK);
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&threads[k], NULL, ask_for_all, all), 0);
    for (int k = 0; k < THREADS; k++) {
        ck_assert_int_eq(pthread_join(threads[k], &wrong), 0);
        ck_assert_ptr_null(wrong);
    }
    for (int key = 0; key < KEYS; key++) {
        ck_assert_int_eq(atomic_load(&all->builds[key]), 1);
        ck_assert_int_eq(atomic_load(&all->failures[key]), _i);
    }
    ck_assert_uint_eq(all->registry.count, KEYS);
    atomic_store(&destroyed, 0);
    cj_registry_clear(&all->registry);
    ck_assert_int_eq(atomic_load(&destroyed), KEYS);
    free(all);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("registry");
    TCase *keys = tcase_create("keys"), *threads = tcase_create("threads");

    tcase_add_test(keys, keys_are_compared_whole);
    tcase_add_test(keys, many_keys_are_all_found);
    tcase_add_test(keys, failed_build_leaves_no_trace);
    tcase_add_loop_test(threads, threads_share_one_build, 0, 4);
    tcase_set_timeout(threads, 60);
    suite_add_tcase(suite, keys);
    suite_add_tcase(suite, threads);
    return suite;
}

int main(void)
{
    return cj_test_main(make_suite());
}
