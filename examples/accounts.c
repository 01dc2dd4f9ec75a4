/*
 * accounts: the balance of many accounts after every booking, by one scan.
 *
 * Bookings of all accounts stand one after the other; a flag marks the first one of each account, and there the running
 * sum begins anew: a segmented scan. Prints the device, and exits 0 only where every balance is right.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 100003 };

int main(void)
{
    const size_t shape[] = {COUNT};
    static int amounts[COUNT];
    static long long balances[COUNT];
    static unsigned char begins[COUNT];
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_scan *scan = NULL;
    cujit_array *x = NULL, *first = NULL, *result = NULL;
    int exit_code = EXIT_FAILURE, wrong = 0;
    long long balance = 0;

    for (int k = 0; k < COUNT; k++) {
        amounts[k] = k % 101 - 50;
        begins[k] = k % 997 == 0;
    }
    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_from_host(context, CUJIT_INT32, 1, shape, amounts, &x, &error) ||
        cujit_array_from_host(context, CUJIT_UINT8, 1, shape, begins, &first, &error) ||
        cujit_scan_create(context,
                          &(cujit_scan_spec){
                              .out_type = "long long",
                              .neutral = "0",
                              .reduce = "a + b",
                              .map = "amount[i]",
                              .segment = "begins[i] != 0",
                              .arguments = "const int *amount, const unsigned char *begins",
                              .name = "balances",
                          },
                          &scan, &error) ||
        cujit_scan_run(scan, NULL, CUJIT_ARGS(x, first), &result, &error) ||
        cujit_array_to_host(result, balances, sizeof balances, &error)) {
        fprintf(stderr, "accounts: %s\n", error.message);
        goto out;
    }
    for (int k = 0; k < COUNT; k++) {
        balance = begins[k] ? amounts[k] : balance + amounts[k];
        wrong += balances[k] != balance;
    }
    printf("%s: %d bookings, the last balance is %lld, %d wrong\n", cujit_context_device_name(context), COUNT,
           balances[COUNT - 1], wrong);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_scan_free(scan);
    cujit_array_free(result);
    cujit_array_free(first);
    cujit_array_free(x);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
