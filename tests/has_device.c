/*
 * has_device: exits 0 where the device that $CUJIT_DEVICE names can be used, 77 where it cannot. For the wrappers of
 * programs that do not know that code themselves.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { SKIPPED = 77 };

int main(void)
{
    cujit_device_info info;
    cujit_error error = {0};
    int works = cujit_device_get_info(getenv("CUJIT_DEVICE"), &info, &error) == CUJIT_OK;

    if (!works)
        printf("skipped: %s\n", error.message);
    cujit_error_clear(&error);
    return works ? EXIT_SUCCESS : SKIPPED;
}
