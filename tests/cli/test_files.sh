#!/bin/sh
# test_files.sh: .npy files in and out.
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname -- "$0")/lib.sh"

npy in.npy '<f4' False '(2,)' '\000\000\200\077\000\000\000\100'
cujit run 'const float *x, float *z' 'z[i] = 3 * x[i]' x=in.npy
expect_status 0
expect_output 'z = float32 (2,)
[3. 6.]'

# Out and in again; the same file may be both.
cujit run 'const float *x, float *z' 'z[i] = 2 * x[i]' x=in.npy -o z=out.npy
expect_status 0
expect_output 'z = float32 (2,) -> out.npy'
npy wanted.npy '<f4' False '(2,)' '\000\000\000\100\000\000\200\100'
expect cmp -s out.npy wanted.npy
cujit run 'float *x' 'x[i] = 2 * x[i]' x=in.npy -o x=in.npy
expect_status 0
expect cmp -s in.npy wanted.npy

# Fortran order stays; big-endian is read; 0-d and empty.
npy fortran.npy '<i2' True '(2, 2)' '\001\000\002\000\003\000\004\000'
cujit run 'const short *x, int *z' 'z[i] = x[i]' x=fortran.npy
expect_output 'z = int32 (2, 2), Fortran order
[[1 3]
 [2 4]]'
cujit run 'const short *x, short *z' 'z[i] = x[i]' x=fortran.npy -o z=out.npy
expect cmp -s out.npy fortran.npy
# Beside an array in C order, the first array's order decides; the elements stay where they are in the array.
npy six.npy '<i2' True '(2, 3)' '\001\000\004\000\002\000\005\000\003\000\006\000'
cujit run 'const short *x, int *y' 'y[i] += x[i]' x=six.npy y=arange:2x3
expect_status 0
expect_output 'y = int32 (2, 3), Fortran order
[[ 1  3  5]
 [ 7  9 11]]'
cujit run 'int *y, const short *x' 'y[i] += x[i]' x=six.npy y=arange:2x3
expect_status 0
expect_output 'y = int32 (2, 3)
[[ 1  3  5]
 [ 7  9 11]]'
cujit run 'float *x, float *y' 'y[i] = x[i]' x=six.npy y=zeros:2x3
expect_status 1
expect_message 'the file has int16 elements'
npy cube.npy '|u1' True '(2, 2, 2)' '\000\004\002\006\001\005\003\007'
cujit run 'int *y, const unsigned char *x, int *z' 'z[i] = 10 * y[i] + x[i]' y=arange:2x2x2 x=cube.npy
expect_output 'z = int32 (2, 2, 2)
[[[ 0 11]
  [22 33]]

 [[44 55]
  [66 77]]]'
# One axis has no order to differ in.
cujit run 'const short *x, int *z, const int *t' 'z[i] = x[i] + t[0]' x=six.npy t=ones:1
expect_output 'z = int32 (2, 3), Fortran order
[[2 3 4]
 [5 6 7]]'
# Vectors are moved whole.
npy vectors.npy '|i1' True '(2, 2, 2)' '\000\004\002\006\001\005\003\007'
cujit run 'int *y, const char2 *x' 'y[i] = 10 * x[i].x + x[i].y' y=zeros:2x2 x=vectors.npy
expect_output 'y = int32 (2, 2)
[[ 1 23]
 [45 67]]'
npy big.npy '>i4' False '(2,)' '\000\000\001\000\377\377\377\376'
cujit run 'const int *x, int *z' 'z[i] = x[i]' x=big.npy
expect_output 'z = int32 (2,)
[256  -2]'
npy single.npy '|b1' False '()' '\001'
cujit run 'const bool *x, bool *z' 'z[i] = !x[i]' x=single.npy
expect_output 'z = bool ()
False'
npy empty.npy '<f8' False '(3, 0)' ''
cujit run 'const double *x, double *z' 'z[i] = x[i]' x=empty.npy -o z=out.npy
expect_status 0
expect cmp -s out.npy empty.npy

# 8-bit floats, as ml_dtypes saves them, and what it is to do with others.
npy small.npy '<V1' False '(2,)' '\070\300'
npy bytes.npy '|u1' False '(2,)' '\070\300'
cujit run 'const float8_e4m3 *x, float8_e5m2 *z' 'z[i] = x[i] * 1.5f' x=small.npy z=zeros:2 --json
expect_status 0
expect_in_output '"elements": [1.5, -3]'
cujit run 'const float8_e4m3 *x, float *z' 'z[i] = x[i]' x=bytes.npy
expect_status 1
expect_message 'has uint8 elements'
expect_message "numpy.load('bytes.npy').astype(ml_dtypes.float8_e4m3fn)"

# Vectors take the last axis; bfloat16 its bits.
npy pairs.npy '<i4' False '(2, 2)' '\001\000\000\000\002\000\000\000\003\000\000\000\004\000\000\000'
cujit run 'const int2 *x, int *z' 'z[i] = 10 * x[i].x + x[i].y' x=pairs.npy
expect_output 'z = int32 (2,)
[12 34]'
cujit run 'const int3 *x, int *z' 'z[i] = x[i].x' x=pairs.npy
expect_status 1
expect_message 'last axis of length 3'
npy bits.npy '<u2' False '(2,)' '\200\077\000\100'
cujit run 'bfloat16 *x' 'x[i] = (float)x[i] * 2.0f' x=bits.npy
expect_output 'x = bfloat16 (2,)
[2. 4.]'
cujit run 'bfloat16 *x' 'x[i] = 1.0f' x=bits.npy -o x=out.npy
expect_status 0
expect_message 'bits as uint16'
npy wanted.npy '<u2' False '(2,)' '\200\077\200\077'
expect cmp -s out.npy wanted.npy

# Files that cannot be used; each message names file and reason.
refused() {
    cujit run 'const float *x, float *z' 'z[i] = x[i]' "x=$1"
    expect_status 1
    expect_message "$1: $2"
    expect_output ''
}
npy double.npy '<f8' False '(1,)' '12345678'
refused double.npy 'the file has float64 elements'
expect_message "declare it as 'const double *x'"
npy short.npy '<f4' False '(3,)' '12345678901'
refused short.npy 'the file ends too early'
npy huge.npy '<f4' False '(9223372036854775807, 4)' '1234'
refused huge.npy 'its shape is too large'
npy record.npy "[('a', '<f4')]" False '(1,)' '1234'
refused record.npy "its dtype is structured, [('a', '<f4')]"
npy text.npy '<U1' False '(1,)' '1234'
refused text.npy "its dtype is '<U1': text"
npy negative.npy '<f4' False '(-1,)' '1234'
refused negative.npy 'the header has'
printf 'x,y\n1,2\n' >table.npy
refused table.npy 'this is not a .npy file'
: >nothing.npy
refused nothing.npy 'this is not a .npy file'
refused absent.npy 'No such file or directory'
refused ./ 'reading failed: Is a directory'

# A file that cannot be written.
cujit run 'float *z' 'z[i] = 1' z=zeros:1 -o z=absent/z.npy
expect_status 1
expect_message 'cannot write absent/z.npy: No such file or directory'
cujit run 'float *z' 'z[i] = 1' z=zeros:1 -o z=/dev/full
expect_status 1
expect_message 'No space left on device'
expect test -c /dev/full
finish
