/*
 * structs: an array of structs, and a float4 by value.
 *
 * A struct is registered once with its C++ definition; from then on signatures may name it, and every kernel that does
 * checks that the compiler lays it out as C does here. A thousand particles fall for a second. Prints the device, and
 * exits 0 only where they landed where they should.
 */
#include <cujit/cujit.h>

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

/* float4 has an alignment of 16 bytes on the device, so it needs the same here. */
typedef struct vector4 {
    alignas(16) float x;
    float y, z, w;
} vector4;

typedef struct particle {
    vector4 position, velocity;
    int id, bounces;
} particle;

enum { COUNT = 1000, STEPS = 100 };

static const char operation[] = "particle p = x[i];\n"
                                "p.velocity.z += g.z * dt;\n"
                                "p.position.x += p.velocity.x * dt;\n"
                                "p.position.z += p.velocity.z * dt;\n"
                                "if (p.position.z < 0) {\n"
                                "    p.position.z = -p.position.z;\n"
                                "    p.velocity.z = -p.velocity.z;\n"
                                "    p.bounces++;\n"
                                "}\n"
                                "x[i] = p";

/* The same step on the host. */
static void step(particle *p, float g, float dt)
{
    p->velocity.z += g * dt;
    p->position.x += p->velocity.x * dt;
    p->position.z += p->velocity.z * dt;
    if (p->position.z < 0) {
        p->position.z = -p->position.z;
        p->velocity.z = -p->velocity.z;
        p->bounces++;
    }
}

int main(void)
{
    static particle expected[COUNT], got[COUNT];
    const cujit_type_spec type = {
        .name = "particle",
        .definition = "struct particle { float4 position, velocity; int id, bounces; };",
        .size = sizeof(particle),
        .alignment = alignof(particle),
    };
    const size_t shape[] = {COUNT};
    const vector4 gravity = {.z = -9.81f};
    const float dt = 1.0f / STEPS;
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_array *particles = NULL;
    cujit_elementwise *fall = NULL;
    cujit_dtype dtype;
    double worst = 0;
    int wrong = 0, exit_code = EXIT_FAILURE;

    for (int k = 0; k < COUNT; k++)
        expected[k] = (particle){.position.z = 1 + (float)k / 100, .velocity.x = (float)(k % 7), .id = k};

    if (cujit_context_create(NULL, &context, &error) || cujit_context_register_type(context, &type, &dtype, &error) ||
        cujit_array_from_host(context, dtype, 1, shape, expected, &particles, &error) ||
        cujit_elementwise_create(context,
                                 &(cujit_elementwise_spec){
                                     .arguments = "particle *x, float dt, float4 g",
                                     .operation = operation,
                                     .name = "fall",
                                 },
                                 &fall, &error))
        goto out;
    for (int k = 0; k < STEPS; k++) {
        if (cujit_elementwise_run(fall, NULL, CUJIT_ARGS(particles, dt, CUJIT_VALUE(gravity)), &error))
            goto out;
    }
    if (cujit_array_to_host(particles, got, sizeof got, &error))
        goto out;

    for (int k = 0; k < COUNT; k++) {
        for (int s = 0; s < STEPS; s++)
            step(&expected[k], gravity.z, dt);
        worst = fmax(worst, fabs((double)got[k].position.x - (double)expected[k].position.x));
        worst = fmax(worst, fabs((double)got[k].position.z - (double)expected[k].position.z));
        wrong += got[k].id != k;
    }
    printf("%s: %d particles, largest error %.2g\n", cujit_context_device_name(context), COUNT, worst);
    exit_code = wrong == 0 && worst < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    if (error.status != CUJIT_OK)
        fprintf(stderr, "structs: %s\n%s", error.message, error.log != NULL ? error.log : "");
    cujit_elementwise_free(fall);
    cujit_array_free(particles);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
