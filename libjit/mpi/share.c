/*
 * share.c: kernels that one rank makes for all.
 *
 * The ranks whose devices take the same objects form a group. Each of its builders (those with a compiler) makes its
 * share of the items and takes down the objects; then each sends them to the whole group, and the others make these
 * items from what they were sent. All of it is collective calls in an order that depends on nothing that a rank alone
 * knows, so that no failure leaves others waiting.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/mpi/shelf.h"

#include <string.h>

typedef struct sharing {
    cujit_mpi *mpi;
    size_t count;
    cujit_mpi_make make;
    void *user;
    MPI_Comm group;
    int rank, size;        /* in the group */
    int builder, builders; /* which of them this rank is, -1: none; and how many there are */
    int *builder_ranks;    /* in the group */
    cj_text received;
    cujit_mpi_share_report report;
} sharing;

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

typedef struct identity {
    char objects[40], compiler[40];
} identity;

/* The first rank of those whose objects are as `own`'s: of the same compiler, or of any where it has none itself. */
static int leader_of(const identity *all, int size, const identity *own)
{
    for (int k = 0; k < size; k++) {
        if (strcmp(all[k].objects, own->objects) == 0 && all[k].compiler[0] != '\0' &&
            (own->compiler[0] == '\0' || strcmp(all[k].compiler, own->compiler) == 0))
            return k;
    }
    /* Nobody has a compiler: there may be files with objects. */
    for (int k = 0; k < size; k++) {
        if (strcmp(all[k].objects, own->objects) == 0)
            return k;
    }
    return size;
}

/* Collective: has everybody the first rank's device and compiler, as mostly? Then it takes no lists of all ranks to say
 * who belongs to whom. */
static cujit_status compare_all(const sharing *s, const identity *own, int *same, cujit_error *error)
{
    identity first = *own;
    int mine;
    cujit_status status = cj_mpi_check(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, s->mpi->comm),
                                       "what the first rank's objects are made for", error);

    if (status != CUJIT_OK)
        return status;
    mine = own->compiler[0] != '\0' && memcmp(own, &first, sizeof first) == 0;
    return cj_mpi_check(MPI_Allreduce(&mine, same, 1, MPI_INT, MPI_MIN, s->mpi->comm), "groups of ranks", error);
}

/* Collective: ranks that differ, in groups. An error is this rank's own. */
static cujit_status split(sharing *s, const identity *own, cujit_error *error)
{
    cujit_mpi *mpi = s->mpi;
    identity *all = cj_calloc((size_t)mpi->info.size, sizeof *all);
    cujit_status status = all == NULL ? cj_error_no_memory(error, "what all ranks' objects are made for") : CUJIT_OK;
    int leader, leads, groups;

    if ((status = cujit_mpi_agree(mpi, status, error)) != CUJIT_OK ||
        (status = cj_mpi_check(MPI_Allgather(own, sizeof *own, MPI_BYTE, all, sizeof *own, MPI_BYTE, mpi->comm),
                               "what all ranks' objects are made for", error)) != CUJIT_OK)
        goto out;
    leader = leader_of(all, mpi->info.size, own);
    leads = leader == mpi->info.rank;
    if ((status = cj_mpi_check(MPI_Allreduce(&leads, &groups, 1, MPI_INT, MPI_SUM, mpi->comm), "groups of ranks",
                               error)) == CUJIT_OK)
        status = cj_mpi_check(MPI_Comm_split(mpi->comm, leader, mpi->info.rank, &s->group), "groups of ranks", error);
    s->report.groups = groups;

out:
    cj_free(all);
    return status;
}

/* Collective: who of the group builds? Where nobody has a compiler, all try. */
static cujit_status find_builders(sharing *s, bool all_can, bool can, cujit_error *error)
{
    int own = can, *all;
    cujit_status status = CUJIT_OK;

    MPI_Comm_rank(s->group, &s->rank);
    MPI_Comm_size(s->group, &s->size);
    all = cj_calloc((size_t)s->size, sizeof *all);
    s->builder_ranks = cj_calloc((size_t)s->size, sizeof *s->builder_ranks);
    if (all == NULL || s->builder_ranks == NULL)
        status = cj_error_no_memory(error, "the builders among the ranks");
    if ((status = cujit_mpi_agree(s->mpi, status, error)) == CUJIT_OK && !all_can)
        status = cj_mpi_check(MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, s->group), "builders among ranks",
                              error);
    if (status != CUJIT_OK)
        goto out;
    for (int k = 0; k < s->size; k++)
        s->builders += all[k];
    for (int k = 0, at = 0; k < s->size; k++) {
        if (s->builders != 0 && !all[k])
            continue;
        if (k == s->rank)
            s->builder = at;
        s->builder_ranks[at++] = k;
    }
    s->builders = s->builders != 0 ? s->builders : s->size;

out:
    cj_free(all);
    return status;
}

/* Collective. */
static cujit_status find_group(sharing *s, cujit_error *error)
{
    cujit_context_info info = {0};
    identity own = {0};
    int same = 0;
    cujit_status status = cujit_mpi_agree(s->mpi, cujit_context_get_info(s->mpi->context, &info, error), error);

    if (status != CUJIT_OK)
        return status;
    memcpy(own.objects, info.objects, sizeof own.objects);
    memcpy(own.compiler, info.compiler, sizeof own.compiler);
    if ((status = compare_all(s, &own, &same, error)) != CUJIT_OK)
        return status;
    s->group = s->mpi->comm;
    s->report.groups = 1;
    if (!same && (status = split(s, &own, error)) != CUJIT_OK)
        return status;
    return find_builders(s, same, own.compiler[0] != '\0', error);
}

/* ---- Items ------------------------------------------------------------------------------------------------------- */

static bool is_own(const sharing *s, size_t k)
{
    return s->builder >= 0 && k % (size_t)s->builders == (size_t)s->builder;
}

/* This rank's own items, or the others'. */
static cujit_status make_items(const sharing *s, bool own, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < s->count && status == CUJIT_OK; k++) {
        if (is_own(s, k) == own)
            status = s->make(s->user, k, s->mpi->context, error);
    }
    return status;
}

/* Collective in the group: what one builder has taken down goes to all. `size` bytes. */
static cujit_status send_from(sharing *s, int root, const cj_text *recorded, uint64_t size, cujit_error *error)
{
    char *place = s->rank == root ? recorded->data : s->received.data + s->received.length;
    cujit_status status = cj_mpi_broadcast("objects on their way", s->group, root, place, size, error);

    if (s->rank != root && status == CUJIT_OK)
        s->received.length += size;
    return status;
}

/* Collective: each builder's objects to the whole group. */
static cujit_status send_objects(sharing *s, cujit_error *error)
{
    const cj_text *recorded = cj_shelf_recorded(s->mpi->shelf);
    uint64_t own = recorded->length, *sizes = cj_calloc((size_t)s->size, sizeof *sizes), total = 0;
    cujit_status status = CUJIT_OK;

    if (sizes == NULL || recorded->failed)
        status = cj_error_no_memory(error, "the objects of kernels");
    if ((status = cujit_mpi_agree(s->mpi, status, error)) != CUJIT_OK ||
        (status = cj_mpi_check(MPI_Allgather(&own, 1, MPI_UINT64_T, sizes, 1, MPI_UINT64_T, s->group),
                               "the sizes of objects", error)) != CUJIT_OK)
        goto out;
    for (int k = 0; k < s->size; k++)
        total += k != s->rank ? sizes[k] : 0;
    if (!cj_text_reserve(&s->received, total + 1))
        status = cj_error_no_memory(error, "the objects of kernels");
    if ((status = cujit_mpi_agree(s->mpi, status, error)) != CUJIT_OK)
        goto out;
    for (int k = 0; k < s->builders && status == CUJIT_OK; k++) {
        if (sizes[s->builder_ranks[k]] != 0)
            status = send_from(s, s->builder_ranks[k], recorded, sizes[s->builder_ranks[k]], error);
    }
    s->report.bytes = total;

out:
    cj_free(sizes);
    return status;
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

static double now_ms(void)
{
    return MPI_Wtime() * 1000;
}

/* Collective: the sums, and the slowest's times. */
static cujit_status gather_report(sharing *s, cujit_error *error)
{
    const cj_shelf_counts counts = cj_shelf_count(s->mpi->shelf);
    const uint64_t own[3] = {counts.compiles, counts.found, counts.taken};
    const double times[4] = {s->report.make_ms, s->report.send_ms, s->report.load_ms, (double)s->report.bytes};
    uint64_t sums[3];
    double most[4];
    cujit_status status = cj_mpi_check(MPI_Allreduce(own, sums, 3, MPI_UINT64_T, MPI_SUM, s->mpi->comm),
                                       "what ranks have counted", error);

    if (status != CUJIT_OK || (status = cj_mpi_check(MPI_Allreduce(times, most, 4, MPI_DOUBLE, MPI_MAX, s->mpi->comm),
                                                     "what ranks have counted", error)) != CUJIT_OK)
        return status;
    s->report.items = s->count;
    s->report.ranks = s->mpi->info.size;
    s->report.compiles = sums[0];
    s->report.found = sums[1];
    s->report.taken = sums[2];
    s->report.make_ms = most[0];
    s->report.send_ms = most[1];
    s->report.load_ms = most[2];
    s->report.bytes = (uint64_t)most[3];
    return CUJIT_OK;
}

static cujit_status share(sharing *s, cujit_error *error)
{
    cj_shelf *shelf = s->mpi->shelf;
    double start = now_ms(), made, sent;
    cujit_status status;

    cj_shelf_record(shelf);
    if ((status = cujit_mpi_agree(s->mpi, make_items(s, true, error), error)) != CUJIT_OK)
        return status;
    made = now_ms();
    if ((status = send_objects(s, error)) != CUJIT_OK)
        return status;
    sent = now_ms();
    cj_shelf_serve(shelf, &s->received);
    if ((status = cujit_mpi_agree(s->mpi, make_items(s, false, error), error)) != CUJIT_OK)
        return status;
    s->report.make_ms = made - start;
    s->report.send_ms = sent - made;
    s->report.load_ms = now_ms() - sent;
    return gather_report(s, error);
}

cujit_status cujit_mpi_share_sized(cujit_mpi *mpi, size_t count, cujit_mpi_make make, void *user,
                                   cujit_mpi_share_report *report, size_t size, cujit_error *error)
{
    sharing s = {.mpi = mpi, .count = count, .make = make, .user = user, .group = MPI_COMM_NULL, .builder = -1};
    cujit_status status = cj_mpi_check_call("cujit_mpi_share", mpi, error);

    if (status != CUJIT_OK)
        return status;
    if (make == NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_mpi_share: make is NULL");
    if ((status = cj_mpi_agree_same("cujit_mpi_share", mpi, "count", (int64_t)count, status, error)) == CUJIT_OK &&
        (status = find_group(&s, error)) == CUJIT_OK)
        status = share(&s, error);
    cj_shelf_clear(mpi->shelf);
    if (status == CUJIT_OK)
        cj_narrow(report, size, &s.report, sizeof s.report);
    if (s.group != MPI_COMM_NULL && s.group != mpi->comm)
        MPI_Comm_free(&s.group);
    cj_text_clear(&s.received);
    cj_free(s.builder_ranks);
    return status;
}
