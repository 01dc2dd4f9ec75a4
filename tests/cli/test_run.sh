#!/bin/sh
# test_run.sh: kernels that run, and what is printed of them.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

cujit run 'float a, const float *x, float b, const float *y, float *z' 'z[i] = a*x[i] + b*y[i]' \
    a=5 x=arange:4 b=6 y=ones:4
expect_status 0
expect_no_message
expect_output 'z = float32 (4,)
[ 6. 11. 16. 21.]'

# In place, shapes, ranges and slices.
cujit run 'int *x' 'x[i] = 10 + i' x=zeros:2x3
expect_status 0
expect_output 'x = int32 (2, 3)
[[10 11 12]
 [13 14 15]]'
cujit run 'int *x' 'x[i] = 1' x=zeros:8 --slice ::3
expect_output 'x = int32 (8,)
[1 0 0 1 0 0 1 0]'
cujit run 'int *x' 'x[i] = 1' x=zeros:8 --slice -2:
expect_output 'x = int32 (8,)
[0 0 0 0 0 0 1 1]'
cujit run 'int *x' 'x[i] = 1' x=zeros:8 --range 6:2:-2
expect_output 'x = int32 (8,)
[0 0 0 0 1 0 1 0]'
cujit run 'int *x' 'x[i] = 1' x=zeros:8 --range 6:20
expect_status 1

# Arrays of different shapes: the output has the shape that they have together, else that of the first.
cujit run 'const int *x, const int *y, int *z' 'z[i] = x[i] * y[i] + 100 * i0' x=arange:3 y=arange:2x1
expect_status 0
expect_output 'z = int32 (2, 3)
[[  0   0   0]
 [100 101 102]]'
cujit run 'const int *x, const int *table, int *z' 'z[i] = table[x[i]]' x=arange:3 table=arange:10
expect_status 0
expect_output 'z = int32 (3,)
[0 1 2]'
cujit run 'const int *x, const int *y, int *z' 'z[i] = x[i] * y[i]' x=arange:2x3 y=arange:4
expect_status 1
expect_message 'argument 2 (y) has the shape (4), but argument 1 (x) has (2,3): axis 0 with 4 elements meets axis 1 with 3'

# What does not change is not shown, unless there is nothing else.
cujit run 'int *x, int *y' 'y[i] = x[i] + 1' x=arange:2
expect_output 'y = int32 (2,)
[1 2]'
cujit run 'int *x' 'x[i] = x[i]' x=arange:2
expect_output 'x = int32 (2,)
[0 1]'

# The texts of the kernel, from the command line and from files.
printf '%s\n' '#define TWICE(x) ((x) + (x))' >preamble
printf '%s\n' 'z[i] = TWICE(i)' >operation
cujit run 'long *z' @operation z=zeros:3 --preamble @preamble --name twice
expect_status 0
expect_output 'z = int64 (3,)
[0 2 4]'
cujit run 'int *z' 'z[i] = step' z=zeros:3 --loop-prep 'int step = 7;' --after-loop 'step = 0;'
expect_output 'z = int32 (3,)
[7 7 7]'
cujit run 'int *z' @nothing z=zeros:3
expect_status 1
expect_message 'cannot read nothing: No such file or directory'

# Capitals stand for what --types says.
cujit run 'T a, const T *x, U *z' 'T t = a * x[i]; z[i] = (U)t' --types 'T = float, U = short' a=1.5 x=arange:4
expect_status 0
expect_no_message
expect_output 'z = int16 (4,)
[0 1 3 4]'
cujit run 'T *x' 'x[i] = i' x=zeros:4
expect_status 2
expect_message "x is of type T, and nothing says what that is; --types 'T = float' would"
cujit run 'T *x' 'x[i] = i' x=zeros:4 --types 'T = flaot'
expect_status 1
expect_message "types:1:5: T: unknown type 'flaot'; did you mean 'float'?"
cujit compile 'T *x' 'x[i] = i' --arch host
expect_status 2
expect_message "x is of type T"
cujit compile 'T *x' 'x[i] = i' --arch host --types 'T = double'
expect_status 0
cujit render 'T *x' 'x[i] = i' --device host
expect_status 0
expect_in_output '(T *x, '
cujit render 'T *x' 'x[i] = i' --device host --types 'T = double'
expect_in_output 'typedef double T;'

# Types.
cujit run 'bool *b, unsigned char *u, double *d' 'b[i] = i & 1; u[i] = -i; d[i] = i / 8.0' d=zeros:3
expect_output 'b = bool (3,)
[False  True False]
u = uint8 (3,)
[  0 255 254]
d = float64 (3,)
[0.    0.125 0.25 ]'
cujit run 'half *h, bfloat16 *b' 'h[i] = half(i) / half(4); b[i] = 3.0f' h=ones:3
expect_output 'h = float16 (3,)
[0.   0.25 0.5 ]
b = bfloat16 (3,)
[3. 3. 3.]'
cujit run 'float complex a, float complex *z' 'z[i] = a * z[i]' a=1+2j z=ones:2
expect_output 'z = complex64 (2,)
[1.+2.j 1.+2.j]'
cujit run 'float4 v, float2 *z' 'z[i].x = v.x + v.w; z[i].y = i' v=1,2,3,4 z=zeros:2
expect_output 'z = float32 (2, 2)
[[5. 0.]
 [5. 1.]]'
cujit run 'float *z' 'z[i] = i == 0 ? -1.0f / 0.0f : 0.0f / 0.0f * i' z=zeros:2
expect_in_output 'inf'
expect_in_output 'nan'
cujit run 'int *z' 'z[i] = 1' z=zeros:0
expect_status 0
expect_output 'z = int32 (0,)
[]'

# Long arrays are shortened, and random numbers are the same everywhere.
cujit run 'int *z' 'z[i] = i' z=zeros:1000000
expect_output 'z = int32 (1000000,)
[     0      1      2 ... 999997 999998 999999]'
cujit run 'unsigned long long *x, unsigned long long *z' 'z[i] = x[i]' x=random:2:1234567
expect_output 'z = uint64 (2,)
[4389887489974102479 8784869116480249916]'

# JSON and time.
cujit run 'float *x, float complex *c' 'x[i] = i == 1 ? 0.1f : 1.0f / 0.0f; c[i] = 2.0f' x=zeros:2 --json --time
expect_status 0
expect_json
expect_no_message
expect_in_output '"elements": ["inf", 0.1]'
expect_in_output '"elements": [[2, 0], [2, 0]]'
expect_in_output '"launches": '
cujit run 'float *x' 'x[i] += 1' x=zeros:1000 --time
expect_status 0
expect_in_output '1. 1.'
expect_message 'launches'
expect_message 'kernel   from compiler'
cujit run 'float *x' 'x[i] += 1' x=zeros:1000 --time
expect_message 'kernel   from disk'

# The device is named on the command line as well.
device=$CUJIT_DEVICE
CUJIT_DEVICE=bogus
cujit run 'int *z' 'z[i] = 3' z=zeros:1 --device "$device"
expect_status 0
cujit run 'int *z' 'z[i] = 3' z=zeros:1
expect_status 1
expect_message bogus
CUJIT_DEVICE=$device
finish
