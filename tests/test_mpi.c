/*
 * test_mpi.c: libcujit-mpi: ranks and their devices, errors that all learn of, kernels that one compiles for all.
 */
#include "tests/ranks.h"

/* How many ranks have this one's device: all where $CUJIT_DEVICE says it, or there is no GPU. */
static int expected_sharing(void)
{
    int gpus = 0;

    if (getenv("CUJIT_DEVICE") != NULL || cujit_device_count("cuda", &gpus, NULL) != CUJIT_OK || gpus == 0)
        return size;
    return (size - rank % gpus + gpus - 1) / gpus;
}

/* ---- Ranks and devices ------------------------------------------------------------------------------------------- */

TEST(each_rank_has_a_device)
{
    cujit_mpi_info info;

    cujit_mpi_get_info(mpi, &info);
    ck_assert_int_eq(info.rank, rank);
    ck_assert_int_eq(info.size, size);
    ck_assert_int_eq(cujit_mpi_rank(mpi), rank);
    ck_assert_int_eq(cujit_mpi_size(mpi), size);
    ck_assert_int_eq(info.node_rank, rank);
    ck_assert_int_eq(info.node_size, size);
    ck_assert_int_eq(info.sharing, expected_sharing());
    if (cj_test_on_host())
        ck_assert_int_eq(info.direct, 1);
    ck_assert_int_eq(info.nccl, 0);
    ck_assert_str_eq(info.nccl_reason, "");
}

TEST(ranks_take_gpus_in_turn)
{
    const char *device = getenv("CUJIT_DEVICE");
    int gpus = 0;
    cujit_mpi *other = NULL;
    char expected[20] = "host";
    cujit_mpi_info info;

    unsetenv("CUJIT_DEVICE");
    if (cujit_device_count("cuda", &gpus, NULL) == CUJIT_OK && gpus > 0)
        snprintf(expected, sizeof expected, "cuda:%d", rank % gpus);
    must(cujit_mpi_context_create(MPI_COMM_WORLD, NULL, &other, &fault));
    ck_assert_str_eq(cujit_context_device(cujit_mpi_context(other)), expected);
    cujit_mpi_get_info(other, &info);
    ck_assert_int_eq(info.sharing, expected_sharing());
    cujit_mpi_free(other);
    if (device != NULL)
        setenv("CUJIT_DEVICE", device, 1);
}

TEST(a_rank_that_fails_is_named_to_all)
{
    const int bad = size - 1;
    cujit_context_options options = {.device = rank == bad ? "nonsense" : NULL};
    cujit_mpi *other = NULL;
    char name[40];

    snprintf(name, sizeof name, "rank %d of %d: ", bad, size);
    refuse(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.context = &options}, &other, &fault),
           CUJIT_ERROR_NO_DEVICE, name, "nonsense");
    ck_assert_ptr_null(other);
    refuse(cujit_mpi_agree(mpi, rank == bad ? CUJIT_ERROR_LAUNCH : CUJIT_OK, &fault), CUJIT_ERROR_LAUNCH, name);
    must(cujit_mpi_agree(mpi, CUJIT_OK, &fault));
}

TEST(of_several_that_fail_the_first_is_named)
{
    refuse(cujit_mpi_agree(mpi, rank == 0 ? CUJIT_ERROR_LOAD : CUJIT_ERROR_LAUNCH, &fault), CUJIT_ERROR_LOAD, "rank 0");
}

TEST(an_error_that_was_agreed_on_names_its_rank_once)
{
    const bool bad = rank == size - 1;
    cujit_status status = cujit_mpi_broadcast(mpi, 0, bad ? NULL : counting(context, 3), &fault);

    status = cujit_mpi_agree(mpi, status, &fault);
    expect(fault.message[0] != '\0' && strstr(fault.message + 1, "rank ") == NULL, "it says %s", fault.message);
    refuse(status, CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
}

TEST(wrong_options_are_an_error_of_all)
{
    cujit_mpi *other = NULL;
    const cujit_tier tier = {0};
    const cujit_context_options options = {.tier = &tier};

    refuse(cujit_mpi_context_create(MPI_COMM_NULL, NULL, &other, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "MPI_COMM_NULL");
    refuse(cujit_mpi_context_create(MPI_COMM_WORLD, NULL, rank == 0 ? NULL : &other, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "rank 0", "mpi is NULL");
    refuse(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.context = &options}, &other, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "rank 0", "tier");
    cujit_mpi_free(NULL);
    refuse(cujit_mpi_agree(NULL, CUJIT_OK, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "mpi is NULL");
}

TEST(an_array_outlives_its_rank)
{
    cujit_mpi *other = NULL;
    cujit_array *x;

    must(cujit_mpi_context_create(MPI_COMM_WORLD, NULL, &other, &fault));
    x = counting(cujit_mpi_context(other), 5);
    cujit_mpi_free(other);
    run_once(cujit_array_context(x), "float *x", "x[i] *= 2", CUJIT_ARGS(x));
    expect_elements(x, float, 0, 2, 4, 6, 8);
}

/* Freeing goes in any order; using what is left does not. */
TEST(what_was_made_of_ranks_can_be_freed_after_them)
{
    cujit_mpi *other = NULL;
    cujit_mpi_exchange *exchange = NULL;
    cujit_mpi_reduction *reduction = NULL;
    cujit_array *x, *result = NULL;
    cujit_mpi_halo halo;

    must(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.staged = 1}, &other, &fault));
    x = counting(cujit_mpi_context(other), 9);
    halo = cujit_mpi_halo_of(other, 0, 1, 1);
    must(cujit_mpi_exchange_create(other, x, &halo, 1, &exchange, &fault));
    must(cujit_mpi_reduction_create(
        other, &(cujit_reduction_spec){.out_type = "float", .reduce = "a + b", .arguments = "const float *x"},
        &reduction, &fault));
    cujit_mpi_free(other);
    refuse(cujit_mpi_exchange_run(exchange, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "was freed");
    refuse(cujit_mpi_reduction_run(reduction, NULL, CUJIT_ARGS(x), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "was freed");
    cujit_array_free(x);
    cujit_mpi_exchange_free(exchange);
    cujit_mpi_reduction_free(reduction);
}

/* With it, where there is a GPU for each rank, or without. */
TEST(nccl_gives_the_same_numbers_where_it_can_be_used)
{
    const int64_t whole[] = {rank, 1, -5};
    const float real[] = {(float)rank / 2, 3, 50 - (float)rank};
    cujit_mpi *other = NULL;
    cujit_array *result = NULL;
    cujit_mpi_info info;

    must(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.nccl = 1}, &other, &fault));
    cujit_mpi_get_info(other, &info);
    ck_assert((info.nccl != 0) == (info.nccl_reason[0] == '\0'));
    if (cj_test_on_host())
        ck_assert_ptr_nonnull(strstr(info.nccl_reason, "host"));
    if (rank == 0)
        printf("NCCL: %d %s\n", info.nccl, info.nccl_reason);
    must(cujit_mpi_combine(other, CUJIT_REDUCER_SUM, upload(cujit_mpi_context(other), CUJIT_INT64, 3, whole), &result,
                           &fault));
    expect_elements(result, int64_t, size * (size - 1) / 2, size, -5 * size);
    cujit_array_free(result);
    must(cujit_mpi_combine(other, CUJIT_REDUCER_MIN, upload(cujit_mpi_context(other), CUJIT_FLOAT32, 3, real), &result,
                           &fault));
    expect_elements(result, float, 0, 3, 51 - (float)size);
    cujit_array_free(result);
    must(cujit_mpi_combine(other, CUJIT_REDUCER_MAX, upload(cujit_mpi_context(other), CUJIT_FLOAT32, 3, real), &result,
                           &fault));
    expect_elements(result, float, (float)(size - 1) / 2, 3, 50);
    cujit_array_free(result);
    cujit_mpi_free(other);
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

enum { KERNELS = 13 };

typedef struct making {
    cujit_elementwise *kernels[KERNELS];
    int calls, fails_at; /* on the last rank; -1: nowhere */
    const char *format;
} making;

static cujit_status make(void *user, size_t k, cujit_context *cx, cujit_error *error)
{
    making *m = user;
    char operation[60];

    m->calls++;
    snprintf(operation, sizeof operation, (int)k == m->fails_at ? "x[i] = no_such_name" : "x[i] += %zu", k);
    return cujit_elementwise_create(cx, &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation},
                                    &m->kernels[k], error);
}

static void free_kernels(making *m)
{
    for (int k = 0; k < KERNELS; k++)
        cujit_elementwise_free(m->kernels[k]);
}

/* Kernels in a context of their own, with a file of the ranks' own (NULL: none). */
static cujit_mpi_share_report share_in(const char *folder)
{
    const cujit_context_options options = {.cache_directory = folder != NULL ? folder : ""};
    cujit_mpi_share_report report;
    making m = {.fails_at = -1};
    cujit_mpi *other = NULL;
    cujit_array *x;

    must(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.context = &options}, &other, &fault));
    must(cujit_mpi_share(other, KERNELS, make, &m, &report, &fault));
    ck_assert_int_eq(m.calls, KERNELS);
    x = zeros(cujit_mpi_context(other), CUJIT_FLOAT32, 3);
    for (int k = 0; k < KERNELS; k++)
        must(cujit_elementwise_run(m.kernels[k], NULL, CUJIT_ARGS(x), &fault));
    expect_each(x, float, got == KERNELS * (KERNELS - 1) / 2);
    free_kernels(&m);
    cujit_array_free(x);
    cujit_mpi_free(other);
    ck_assert_uint_eq(report.items, KERNELS);
    ck_assert_int_eq(report.ranks, size);
    ck_assert_int_eq(report.groups, 1);
    return report;
}

TEST(n_ranks_and_k_kernels_are_k_compiles)
{
    const cujit_mpi_share_report report = share_in(NULL);

    ck_assert_uint_eq(report.compiles, KERNELS);
    ck_assert_uint_eq(report.found, 0);
    ck_assert_uint_eq(report.taken, (size_t)(size - 1) * KERNELS);
    if (rank == 0)
        printf("%d ranks, %d kernels: %d compiles, %d objects taken from other ranks\n", size, KERNELS,
               (int)report.compiles, (int)report.taken);
}

TEST(what_is_in_a_file_is_read_by_one_rank)
{
    char folder[300];
    cujit_mpi_share_report report;

    snprintf(folder, sizeof folder, "%s", cj_test_path("shared"));
    MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    report = share_in(folder);
    ck_assert_uint_eq(report.compiles, KERNELS);
    report = share_in(folder);
    ck_assert_uint_eq(report.compiles, 0);
    ck_assert_uint_eq(report.found, KERNELS);
    ck_assert_uint_eq(report.taken, (size_t)(size - 1) * KERNELS);
}

/* Ranks of two architectures: those without a device can compile, and load nothing. */
TEST(ranks_of_another_architecture_have_their_own)
{
    const cujit_context_options options = {.cache_directory = "", .device = rank % 2 != 0 ? "sm_80" : "sm_90"};
    cujit_mpi_share_report report;
    making m = {.fails_at = -1};
    cujit_mpi *other = NULL;
    cujit_context_info info;
    int nvrtc, all;

    must(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.context = &options}, &other, &fault));
    must(cujit_context_get_info(cujit_mpi_context(other), &info, &fault));
    nvrtc = info.compiler[0] != '\0';
    MPI_Allreduce(&nvrtc, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (all) {
        must(cujit_mpi_share(other, KERNELS, make, &m, &report, &fault));
        ck_assert_int_eq(report.groups, size > 1 ? 2 : 1);
        ck_assert_uint_eq(report.compiles, (uint64_t)report.groups * KERNELS);
        ck_assert_uint_eq(report.taken, (uint64_t)(size - report.groups) * KERNELS);
    }
    free_kernels(&m);
    cujit_mpi_free(other);
}

/* All but the first rank have no compiler. */
TEST(ranks_without_a_compiler_get_what_others_compile)
{
    const cujit_context_options options = {.cache_directory = "", .compiler = rank != 0 ? "/no/such/compiler" : NULL};
    cujit_mpi_share_report report;
    making m = {.fails_at = -1};
    cujit_mpi *other = NULL;

    must(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.context = &options}, &other, &fault));
    must(cujit_mpi_share(other, KERNELS, make, &m, &report, &fault));
    ck_assert_int_eq(report.groups, 1);
    ck_assert_uint_eq(report.compiles, KERNELS);
    ck_assert_uint_eq(report.taken, (uint64_t)(size - 1) * KERNELS);
    free_kernels(&m);
    cujit_mpi_free(other);
}

TEST(an_item_that_fails_is_the_error_of_all)
{
    making m = {.fails_at = 5};
    char name[40];

    snprintf(name, sizeof name, "rank %d of %d", 5 % size, size);
    refuse(cujit_mpi_share(mpi, KERNELS, make, &m, NULL, &fault), CUJIT_ERROR_COMPILE, name, "no_such_name");
    free_kernels(&m);
    /* And all is as before. */
    share_in(NULL);
}

TEST(items_must_be_as_many_everywhere)
{
    making m = {.fails_at = -1};

    if (size == 1)
        return;
    refuse(cujit_mpi_share(mpi, rank == 1 ? 3 : 2, make, &m, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "from 2 to 3");
    refuse(cujit_mpi_share(mpi, 2, rank == 1 ? NULL : make, &m, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "rank 1 of", "make is NULL");
    ck_assert_int_eq(m.calls, 0);
    must(cujit_mpi_share(mpi, 0, make, &m, NULL, &fault));
}
