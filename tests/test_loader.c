/*
 * test_loader.c: two copies of the library in one process (one linked, one that a plug-in brought along), which share
 * the dynamic loader: it takes two images for one where they have the same name. And where an image's pages are once it
 * is loaded, and the library's own.
 */
#include "libjit/base/os.h"
#include "tests/kernels.h"

/* The second copy, under names of its own. */
#define cj_load_image second_load_image
#define cj_is_image second_is_image
#define cj_image_holds second_image_holds
#include "libjit/device/host/loader.c" /* NOLINT(bugprone-suspicious-include) */
#undef cj_load_image
#undef cj_is_image
cujit_status cj_load_image(const void *data, size_t size, void **library, int *descriptor, cujit_error *error);

#include <link.h>
#include <sys/mman.h>

static int count_one(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)info, (void)size;
    ++*(int *)count;
    return 0;
}

static int loaded_images(void)
{
    int count = 0;

    dl_iterate_phdr(count_one, &count);
    return count;
}

/* The object of a kernel that sets its array's elements to one number. */
static void make_setter(cujit_context *context, const char *operation, cujit_report *report)
{
    cujit_elementwise_get_report(kernel_of(context, "float *x", operation), report);
}

TEST(copies_of_the_library_load_images_of_their_own)
{
    cujit_context *context = cj_test_target("host");
    cujit_report reports[2];
    void *libraries[6] = {NULL};
    int descriptor = -1, before;

    make_setter(context, "x[i] = 1", &reports[0]);
    make_setter(context, "x[i] = 2", &reports[1]);
    before = loaded_images();
    for (int k = 0; k < 6; k++) {
        const cujit_report *report = &reports[(k + 1) % 2];

        must((k % 2 == 0 ? second_load_image : cj_load_image)(report->object, report->object_size, &libraries[k],
                                                              &descriptor, &fault));
        ck_assert_int_eq(descriptor, -1);
        ck_assert_msg(loaded_images() == before + k + 1, "load %d gave an image that was there already", k);
    }
    for (int k = 0; k < 6; k++)
        dlclose(libraries[k]);
}

static void expect_pages(const Elf64_Phdr *segments, unsigned count, uintptr_t bias)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    FILE *const map = fopen("/proc/self/pagemap", "rbe");
    unsigned seen = 0;

    for (unsigned k = 0; map != NULL && k < count; k++) {
        const uintptr_t first = bias + segments[k].p_vaddr, end = first + segments[k].p_memsz;

        for (uintptr_t at = first / page; segments[k].p_type == PT_LOAD && at * page < end; at++) {
            uint64_t entry = 0;

            ck_assert_int_eq(fseeko(map, (off_t)(at * sizeof entry), SEEK_SET), 0);
            ck_assert_uint_eq(fread(&entry, sizeof entry, 1, map), 1);
            ck_assert_msg((entry >> 63) != 0, "page %u of segment %u is not there", (unsigned)(at - first / page), k);
            seen++;
        }
    }
    ck_assert(map == NULL || seen >= 3);
    if (map != NULL)
        fclose(map);
}

/* Masked loads with masks of zeros do not bring a page in, and are slow until it is there. */
TEST(pages_are_there_once_an_image_is_loaded)
{
    cujit_context *context = cj_test_target("host");
    cujit_report report;
    const struct link_map *map;
    const Elf64_Ehdr *header;
    void *library = NULL;
    int descriptor = -1;

    make_setter(context, "x[i] = x[i] != 0 ? 2.5f : sinf(x[i])", &report);
    header = report.object;
    must(cj_load_image(header, report.object_size, &library, &descriptor, &fault));
    ck_assert_int_eq(dlinfo(library, RTLD_DI_LINKMAP, (void *)&map), 0);
    expect_pages((const Elf64_Phdr *)((const char *)header + header->e_phoff), header->e_phnum, map->l_addr);
    dlclose(library);
}

#ifdef MADV_POPULATE_READ
/* Of the library, or of this program where it is a part of that. 1: this is it. */
static int expect_own_pages(struct dl_phdr_info *info, size_t size, void *opaque)
{
    const uintptr_t own = (uintptr_t)cj_map_own_pages;
    bool found = false;

    (void)size, (void)opaque;
    for (unsigned k = 0; k < info->dlpi_phnum; k++)
        found = found || (info->dlpi_phdr[k].p_type == PT_LOAD &&
                          own - info->dlpi_addr - info->dlpi_phdr[k].p_vaddr < info->dlpi_phdr[k].p_memsz);
    if (found)
        expect_pages(info->dlpi_phdr, info->dlpi_phnum, info->dlpi_addr);
    return found;
}

TEST(own_pages_are_there_once_they_were_asked_for)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (madvise((void *)((uintptr_t)cj_map_own_pages & -page), page, MADV_POPULATE_READ) != 0)
        return; /* an old Linux */
    cj_map_own_pages();
    ck_assert_int_eq(dl_iterate_phdr(expect_own_pages, NULL), 1);
}
#endif
