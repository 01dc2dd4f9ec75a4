/* print_table.h: written by print_table.py with NumPy 2.4.6. */
/* clang-format off */
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.5  +2.25 -3.  ]",
     "array([+1.5 , +2.25, -3.  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.500 +2.250 -3.000]",
     "array([+1.500, +2.250, -3.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.5  +2.25 -3.  ]",
     "array([+1.5 , +2.25, -3.  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.50 +2.25 -3.00]",
     "array([+1.50, +2.25, -3.00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3e\x80\x40\x00\xc2", 6,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.  2. -3.]",
     "array([ 2.,  2., -3.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x3e", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.5",
     "array(1.5, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-05 1.e+00]",
     "array([1.e-05, 1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0. 1.]",
     "array([0., 1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.001e-05 +1.000e+00]",
     "array([+1.001e-05, +1.000e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e-05  1.e+00]",
     "array([ 1.e-05,  1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xa8\x00\x00\x3c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-05 1.e+00]",
     "array([1.e-05, 1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\xa8\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-05",
     "array(1.e-05, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.0000e+00 1.0000e+03 1.0015e+03]",
     "array([1.0000e+00, 1.0000e+03, 1.0015e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.0000e+00 1.0000e+03 1.0015e+03]",
     "array([1.0000e+00, 1.0000e+03, 1.0015e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.0000e+00 +1.0000e+03 +1.0015e+03]",
     "array([+1.0000e+00, +1.0000e+03, +1.0015e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.0000e+00  1.0000e+03  1.0015e+03]",
     "array([ 1.0000e+00,  1.0000e+03,  1.0015e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x3c\xd0\x63\xd3\x63", 6,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+00 1.e+03 1.e+03]",
     "array([1.e+00, 1.e+03, 1.e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x3c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.0",
     "array(1., dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.1 0.2 0.3]",
     "array([0.1, 0.2, 0.3], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.1 0.2 0.3]",
     "array([0.1, 0.2, 0.3], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.100 +0.200 +0.300]",
     "array([+0.100, +0.200, +0.300], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.1  0.2  0.3]",
     "array([ 0.1,  0.2,  0.3], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x66\x2e\x66\x32\xcd\x34", 6,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0. 0.]",
     "array([0., 0., 0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x66\x2e", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.1",
     "array(0.1, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf  1.]",
     "array([inf,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf  1.]",
     "array([inf,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +1.]",
     "array([+inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf +1.000]",
     "array([  +inf, +1.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +1.]",
     "array([+inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +1.]",
     "array([+inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf   1.]",
     "array([ inf,   1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf  1.]",
     "array([inf,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf  1.]",
     "array([inf,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf  1.]",
     "array([inf,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +1.]",
     "array([+inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf +1.000]",
     "array([  +inf, +1.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +1.]",
     "array([+inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +1.]",
     "array([+inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf   1.]",
     "array([ inf,   1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x3c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf  1.]",
     "array([inf,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +nan +1.000]",
     "array([  +nan, +1.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ nan   1.]",
     "array([ nan,   1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7e\x00\x3c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7e", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "nan",
     "array(nan, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf   -inf +1.000]",
     "array([  +inf,   -inf, +1.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x7c\x00\xfc\x00\x3c", 6,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan]",
     "array([nan], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[nan]",
     "array([nan], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ nan]",
     "array([ nan], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\x7e", 2,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan]",
     "array([nan], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7e", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "nan",
     "array(nan, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x00\xfc", 2,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf]",
     "array([-inf], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\xfc", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-inf",
     "array(-inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 -0.000]",
     "array([+0.000, -0.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x80", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000   +inf]",
     "array([+0.000,   +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[  0.  inf]",
     "array([  0.,  inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. +0.]",
     "array([+0., +0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 +0.000]",
     "array([+0.000, +0.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. +0.]",
     "array([+0., +0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. +0.]",
     "array([+0., +0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.  0.]",
     "array([ 0.,  0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x00", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.e+00 6.e-08    inf]",
     "array([0.e+00, 6.e-08,    inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0.  0. inf]",
     "array([ 0.,  0., inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.e+00 +6.e-08    +inf]",
     "array([+0.e+00, +6.e-08,    +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000e+00 +5.960e-08       +inf]",
     "array([+0.000e+00, +5.960e-08,       +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.e+00 +6.e-08    +inf]",
     "array([+0.e+00, +6.e-08,    +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.e+00 +6.e-08    +inf]",
     "array([+0.e+00, +6.e-08,    +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.e+00  6.e-08     inf]",
     "array([ 0.e+00,  6.e-08,     inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x00\x01\x00\x00\x7c", 6,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.e+00 6.e-08    inf]",
     "array([0.e+00, 6.e-08,    inf], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[3.333e-01 6.665e-01 1.000e+03]",
     "array([3.333e-01, 6.665e-01, 1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[3.333e-01 6.665e-01 1.000e+03]",
     "array([3.333e-01, 6.665e-01, 1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.665e-01 +1.000e+03]",
     "array([+3.333e-01, +6.665e-01, +1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.665e-01 +1.000e+03]",
     "array([+3.333e-01, +6.665e-01, +1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.665e-01 +1.000e+03]",
     "array([+3.333e-01, +6.665e-01, +1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.665e-01 +1.000e+03]",
     "array([+3.333e-01, +6.665e-01, +1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 3.333e-01  6.665e-01  1.000e+03]",
     "array([ 3.333e-01,  6.665e-01,  1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x55\x35\x55\x39\xd0\x63", 6,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[3.e-01 7.e-01 1.e+03]",
     "array([3.e-01, 7.e-01, 1.e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x55\x35", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.3333",
     "array(0.3333, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  inf 0.001]",
     "array([  inf, 0.001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[  inf 0.001]",
     "array([  inf, 0.001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf +0.001]",
     "array([  +inf, +0.001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf +0.001]",
     "array([  +inf, +0.001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf +0.001]",
     "array([  +inf, +0.001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf +0.001]",
     "array([  +inf, +0.001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[   inf  0.001]",
     "array([   inf,  0.001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x19\x14", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf  0.]",
     "array([inf,  0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf inf]",
     "array([inf, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf inf]",
     "array([inf, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf  inf]",
     "array([ inf,  inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf inf]",
     "array([inf, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.0001 0.05  ]",
     "array([0.0001, 0.05  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001 0.05  ]",
     "array([0.0001, 0.05  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.   +0.05]",
     "array([+0.  , +0.05], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 +0.050]",
     "array([+0.000, +0.050], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.0001 +0.05  ]",
     "array([+0.0001, +0.05  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.00 +0.05]",
     "array([+0.00, +0.05], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.0001  0.05  ]",
     "array([ 0.0001,  0.05  ], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x8e\x06\x66\x2a", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x8e\x06", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0001",
     "array(0.0001, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.0001]",
     "array([0.0001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001]",
     "array([0.0001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000]",
     "array([+0.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.0001]",
     "array([+0.0001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.0001]",
     "array([ 0.0001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x8e\x06", 2,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.]",
     "array([0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x8e\x06", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0001",
     "array(0.0001, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.0001235]",
     "array([0.0001235], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001]",
     "array([0.0001], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000]",
     "array([+0.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.0001235]",
     "array([+0.0001235], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.0001235]",
     "array([ 0.0001235], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {1}, "\x0c\x08", 2,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.]",
     "array([0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x0c\x08", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0001235",
     "array(0.0001235, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf inf]",
     "array([inf, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf inf]",
     "array([inf, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf +inf]",
     "array([+inf, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf  inf]",
     "array([ inf,  inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x7c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf inf]",
     "array([inf, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-0. nan inf]",
     "array([-0., nan, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[-0. nan inf]",
     "array([-0., nan, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ -0. +nan +inf]",
     "array([ -0., +nan, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-0.000   +nan   +inf]",
     "array([-0.000,   +nan,   +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ -0. +nan +inf]",
     "array([ -0., +nan, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ -0. +nan +inf]",
     "array([ -0., +nan, +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ -0.  nan  inf]",
     "array([ -0.,  nan,  inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {3}, "\x00\x80\x00\x7e\x00\x7c", 6,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-0. nan inf]",
     "array([-0., nan, inf], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x80", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-0.0",
     "array(-0., dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf  0.]",
     "array([inf,  0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf  0.]",
     "array([inf,  0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +0.]",
     "array([+inf,  +0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf +0.000]",
     "array([  +inf, +0.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +0.]",
     "array([+inf,  +0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  +0.]",
     "array([+inf,  +0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf   0.]",
     "array([ inf,   0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x00", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf  0.]",
     "array([inf,  0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf -0.]",
     "array([inf, -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf -0.]",
     "array([inf, -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  -0.]",
     "array([+inf,  -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf -0.000]",
     "array([  +inf, -0.000], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  -0.]",
     "array([+inf,  -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  -0.]",
     "array([+inf,  -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf  -0.]",
     "array([ inf,  -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x7c\x00\x80", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf -0.]",
     "array([inf, -0.], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.0000e-01 1.0005e+03]",
     "array([5.0000e-01, 1.0005e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[5.0000e-01 1.0005e+03]",
     "array([5.0000e-01, 1.0005e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.e-01 +1.e+03]",
     "array([+5.e-01, +1.e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.000e-01 +1.000e+03]",
     "array([+5.000e-01, +1.000e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.0000e-01 +1.0005e+03]",
     "array([+5.0000e-01, +1.0005e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.e-01 +1.e+03]",
     "array([+5.e-01, +1.e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 5.0000e-01  1.0005e+03]",
     "array([ 5.0000e-01,  1.0005e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x38\xd1\x63", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.e-01 1.e+03]",
     "array([5.e-01, 1.e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x38", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.5",
     "array(0.5, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+03 1.e+00]",
     "array([1.e+03, 1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.e+03 1.e+00]",
     "array([1.e+03, 1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+03 +1.e+00]",
     "array([+1.e+03, +1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+03 +1.000e+00]",
     "array([+1.000e+03, +1.000e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+03 +1.e+00]",
     "array([+1.e+03, +1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+03 +1.e+00]",
     "array([+1.e+03, +1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e+03  1.e+00]",
     "array([ 1.e+03,  1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\xd0\x63\x00\x3c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+03 1.e+00]",
     "array([1.e+03, 1.e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\xd0\x63", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+03",
     "array(1.e+03, dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000   +inf]",
     "array([+0.000,   +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[  0.  inf]",
     "array([  0.,  inf], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {2}, "\x00\x00\x00\x7c", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x3c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.0",
     "array(1., dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\xcf\x63", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "999.5",
     "array(999.5, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\xd0\x63", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+03",
     "array(1.e+03, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\xff\x7b", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "6.55e+04",
     "array(6.55e+04, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x00\x7c", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x8e\x06", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0001",
     "array(0.0001, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\xe6\x05", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "9e-05",
     "array(9.e-05, dtype=float16)"},
    {CUJIT_FLOAT16, 0, {0}, "\x01\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "6e-08",
     "array(6.e-08, dtype=float16)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.5  +2.25 -3.  ]",
     "array([+1.5 , +2.25, -3.  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.500 +2.250 -3.000]",
     "array([+1.500, +2.250, -3.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.5  +2.25 -3.  ]",
     "array([+1.5 , +2.25, -3.  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.50 +2.25 -3.00]",
     "array([+1.50, +2.25, -3.00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x10\x40\x00\x00\x40\xc0", 12,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.  2. -3.]",
     "array([ 2.,  2., -3.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\xc0\x3f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.5",
     "array(1.5, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-05 1.e+00]",
     "array([1.e-05, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0. 1.]",
     "array([0., 1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e-05 +1.000e+00]",
     "array([+1.000e-05, +1.000e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e-05  1.e+00]",
     "array([ 1.e-05,  1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xac\xc5\x27\x37\x00\x00\x80\x3f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-05 1.e+00]",
     "array([1.e-05, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xac\xc5\x27\x37", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-05",
     "array(1.e-05, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.0000e+00 1.0000e+03 1.0015e+03]",
     "array([1.0000e+00, 1.0000e+03, 1.0015e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[   1.  1000.  1001.5]",
     "array([   1. , 1000. , 1001.5], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.0000e+00 +1.0000e+03 +1.0015e+03]",
     "array([+1.0000e+00, +1.0000e+03, +1.0015e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.0000e+00  1.0000e+03  1.0015e+03]",
     "array([ 1.0000e+00,  1.0000e+03,  1.0015e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x3f\x00\x00\x7a\x44\x00\x60\x7a\x44", 12,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+00 1.e+03 1.e+03]",
     "array([1.e+00, 1.e+03, 1.e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\x3f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.0",
     "array(1., dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.1 0.2 0.3]",
     "array([0.1, 0.2, 0.3], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.1 0.2 0.3]",
     "array([0.1, 0.2, 0.3], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.100 +0.200 +0.300]",
     "array([+0.100, +0.200, +0.300], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.1  0.2  0.3]",
     "array([ 0.1,  0.2,  0.3], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xcd\xcc\xcc\x3d\xcd\xcc\x4c\x3e\x9a\x99\x99\x3e", 12,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0. 0.]",
     "array([0., 0., 0.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xcd\xcc\xcc\x3d", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.1",
     "array(0.1, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+08 +1.000e+00]",
     "array([+1.000e+08, +1.000e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e+08  1.e+00]",
     "array([ 1.e+08,  1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x20\xbc\xbe\x4c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+08",
     "array(1.e+08, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+08 +1.000e+00]",
     "array([+1.000e+08, +1.000e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e+08  1.e+00]",
     "array([ 1.e+08,  1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x20\xbc\xbe\x4c\x00\x00\x80\x3f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x20\xbc\xbe\x4c", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+08",
     "array(1.e+08, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +nan +1.000]",
     "array([  +nan, +1.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ nan   1.]",
     "array([ nan,   1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x3f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\xc0\x7f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "nan",
     "array(nan, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf   -inf +1.000]",
     "array([  +inf,   -inf, +1.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x7f\x00\x00\x80\xff\x00\x00\x80\x3f", 12,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\x7f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan]",
     "array([nan], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[nan]",
     "array([nan], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ nan]",
     "array([ nan], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\xc0\x7f", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan]",
     "array([nan], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\xc0\x7f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "nan",
     "array(nan, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x00\x00\x80\xff", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf]",
     "array([-inf], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\xff", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-inf",
     "array(-inf, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 -0.000]",
     "array([+0.000, -0.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000   +inf]",
     "array([+0.000,   +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[  0.  inf]",
     "array([  0.,  inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. +0.]",
     "array([+0., +0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 +0.000]",
     "array([+0.000, +0.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. +0.]",
     "array([+0., +0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. +0.]",
     "array([+0., +0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.  0.]",
     "array([ 0.,  0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.6843419e-14 5.9604645e-08 1.1529215e+18]",
     "array([5.6843419e-14, 5.9604645e-08, 1.1529215e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[5.6843e-14 5.9605e-08 1.1529e+18]",
     "array([5.6843e-14, 5.9605e-08, 1.1529e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.684e-14 +5.960e-08 +1.153e+18]",
     "array([+5.684e-14, +5.960e-08, +1.153e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.684e-14 +5.960e-08 +1.153e+18]",
     "array([+5.684e-14, +5.960e-08, +1.153e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.6843419e-14 +5.9604645e-08 +1.1529215e+18]",
     "array([+5.6843419e-14, +5.9604645e-08, +1.1529215e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.684e-14 +5.960e-08 +1.153e+18]",
     "array([+5.684e-14, +5.960e-08, +1.153e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 5.6843419e-14  5.9604645e-08  1.1529215e+18]",
     "array([ 5.6843419e-14,  5.9604645e-08,  1.1529215e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\x00\x00\x80\x29\x00\x00\x80\x33\x00\x00\x80\x5d", 12,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[6.e-14 6.e-08 1.e+18]",
     "array([6.e-14, 6.e-08, 1.e+18], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\x29", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "5.684342e-14",
     "array(5.684342e-14, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[3.3333334e-01 6.6666669e-01 1.0000000e+03]",
     "array([3.3333334e-01, 6.6666669e-01, 1.0000000e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[   0.3333    0.6667 1000.    ]",
     "array([   0.3333,    0.6667, 1000.    ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.667e-01 +1.000e+03]",
     "array([+3.333e-01, +6.667e-01, +1.000e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.667e-01 +1.000e+03]",
     "array([+3.333e-01, +6.667e-01, +1.000e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.3333334e-01 +6.6666669e-01 +1.0000000e+03]",
     "array([+3.3333334e-01, +6.6666669e-01, +1.0000000e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.667e-01 +1.000e+03]",
     "array([+3.333e-01, +6.667e-01, +1.000e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 3.3333334e-01  6.6666669e-01  1.0000000e+03]",
     "array([ 3.3333334e-01,  6.6666669e-01,  1.0000000e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xab\xaa\xaa\x3e\xab\xaa\x2a\x3f\x00\x00\x7a\x44", 12,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[3.e-01 7.e-01 1.e+03]",
     "array([3.e-01, 7.e-01, 1.e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xab\xaa\xaa\x3e", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.33333334",
     "array(0.33333334, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.2345679e+05 1.0000000e-03]",
     "array([1.2345679e+05, 1.0000000e-03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[123456.79       0.001]",
     "array([123456.79 ,      0.001], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+05 +1.000e-03]",
     "array([+1.235e+05, +1.000e-03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+05 +1.000e-03]",
     "array([+1.235e+05, +1.000e-03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.2345679e+05 +1.0000000e-03]",
     "array([+1.2345679e+05, +1.0000000e-03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+05 +1.000e-03]",
     "array([+1.235e+05, +1.000e-03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.2345679e+05  1.0000000e-03]",
     "array([ 1.2345679e+05,  1.0000000e-03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x65\x20\xf1\x47\x6f\x12\x83\x3a", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+05 1.e-03]",
     "array([1.e+05, 1.e-03], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x65\x20\xf1\x47", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "123456.79",
     "array(123456.79, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.2345679e+07 1.0000000e+05]",
     "array([1.2345679e+07, 1.0000000e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.2346e+07 1.0000e+05]",
     "array([1.2346e+07, 1.0000e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+07 +1.000e+05]",
     "array([+1.235e+07, +1.000e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+07 +1.000e+05]",
     "array([+1.235e+07, +1.000e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.2345679e+07 +1.0000000e+05]",
     "array([+1.2345679e+07, +1.0000000e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+07 +1.000e+05]",
     "array([+1.235e+07, +1.000e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.2345679e+07  1.0000000e+05]",
     "array([ 1.2345679e+07,  1.0000000e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x4f\x61\x3c\x4b\x00\x50\xc3\x47", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+07 1.e+05]",
     "array([1.e+07, 1.e+05], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x4f\x61\x3c\x4b", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.2345679e+07",
     "array(1.2345679e+07, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.0001 0.05  ]",
     "array([0.0001, 0.05  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001 0.05  ]",
     "array([0.0001, 0.05  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.   +0.05]",
     "array([+0.  , +0.05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 +0.050]",
     "array([+0.000, +0.050], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.0001 +0.05  ]",
     "array([+0.0001, +0.05  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.00 +0.05]",
     "array([+0.00, +0.05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.0001  0.05  ]",
     "array([ 0.0001,  0.05  ], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x17\xb7\xd1\x38\xcd\xcc\x4c\x3d", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x17\xb7\xd1\x38", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-04",
     "array(0.0001, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[9.999e-05]",
     "array([9.999e-05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001]",
     "array([0.0001], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 9.999e-05]",
     "array([ 9.999e-05], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\xb9\xb1\xd1\x38", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-04]",
     "array([1.e-04], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xb9\xb1\xd1\x38", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "9.999e-05",
     "array(9.999e-05, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.00012346]",
     "array([0.00012346], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001]",
     "array([0.0001], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000]",
     "array([+0.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.00012345679]",
     "array([+0.00012345679], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.00012345679]",
     "array([ 0.00012345679], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x2e\x74\x01\x39", 4,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.]",
     "array([0.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x2e\x74\x01\x39", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.00012345679",
     "array(0.00012346, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.0000000e+16 1.2345679e+17]",
     "array([1.0000000e+16, 1.2345679e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.0000e+16 1.2346e+17]",
     "array([1.0000e+16, 1.2346e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+16 +1.235e+17]",
     "array([+1.000e+16, +1.235e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+16 +1.235e+17]",
     "array([+1.000e+16, +1.235e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.0000000e+16 +1.2345679e+17]",
     "array([+1.0000000e+16, +1.2345679e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+16 +1.235e+17]",
     "array([+1.000e+16, +1.235e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.0000000e+16  1.2345679e+17]",
     "array([ 1.0000000e+16,  1.2345679e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\xca\x1b\x0e\x5a\xa6\x4d\xdb\x5b", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+16 1.e+17]",
     "array([1.e+16, 1.e+17], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xca\x1b\x0e\x5a", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+16",
     "array(1.e+16, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.e-10    +nan +1.e+22]",
     "array([-1.e-10,    +nan, +1.e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.000e-10       +nan +1.000e+22]",
     "array([-1.000e-10,       +nan, +1.000e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.e-10    +nan +1.e+22]",
     "array([-1.e-10,    +nan, +1.e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.e-10    +nan +1.e+22]",
     "array([-1.e-10,    +nan, +1.e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {3}, "\xff\xe6\xdb\xae\x00\x00\xc0\x7f\x78\x86\x07\x64", 12,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xff\xe6\xdb\xae", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-1e-10",
     "array(-1.e-10, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[   inf 1.e-09]",
     "array([   inf, 1.e-09], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf  0.]",
     "array([inf,  0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[   +inf +1.e-09]",
     "array([   +inf, +1.e-09], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[      +inf +1.000e-09]",
     "array([      +inf, +1.000e-09], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[   +inf +1.e-09]",
     "array([   +inf, +1.e-09], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[   +inf +1.e-09]",
     "array([   +inf, +1.e-09], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[    inf  1.e-09]",
     "array([    inf,  1.e-09], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x5f\x70\x89\x30", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[   inf 1.e-09]",
     "array([   inf, 1.e-09], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\x7f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf -0.]",
     "array([inf, -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf -0.]",
     "array([inf, -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  -0.]",
     "array([+inf,  -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf -0.000]",
     "array([  +inf, -0.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  -0.]",
     "array([+inf,  -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf  -0.]",
     "array([+inf,  -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf  -0.]",
     "array([ inf,  -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x80\x7f\x00\x00\x00\x80", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[inf -0.]",
     "array([inf, -0.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\x7f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.0000e-01 1.0005e+03]",
     "array([5.0000e-01, 1.0005e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[   0.5 1000.5]",
     "array([   0.5, 1000.5], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.e-01 +1.e+03]",
     "array([+5.e-01, +1.e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.000e-01 +1.000e+03]",
     "array([+5.000e-01, +1.000e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.0000e-01 +1.0005e+03]",
     "array([+5.0000e-01, +1.0005e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.e-01 +1.e+03]",
     "array([+5.e-01, +1.e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 5.0000e-01  1.0005e+03]",
     "array([ 5.0000e-01,  1.0005e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x3f\x00\x20\x7a\x44", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.e-01 1.e+03]",
     "array([5.e-01, 1.e+03], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x00\x3f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.5",
     "array(0.5, dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1000.    1.]",
     "array([1000.,    1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1000.    1.]",
     "array([1000.,    1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1000.    +1.]",
     "array([+1000.,    +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1000.000    +1.000]",
     "array([+1000.000,    +1.000], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1000.    +1.]",
     "array([+1000.,    +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1000.    +1.]",
     "array([+1000.,    +1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1000.     1.]",
     "array([ 1000.,     1.], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x7a\x44\x00\x00\x80\x3f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1000.    1.]",
     "array([1000.,    1.], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x7a\x44", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1000.0",
     "array(1000., dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000   +inf]",
     "array([+0.000,   +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[ +0. +inf]",
     "array([ +0., +inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[  0.  inf]",
     "array([  0.,  inf], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {2}, "\x00\x00\x00\x00\x00\x00\x80\x7f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. inf]",
     "array([ 0., inf], dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0., dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\x3f", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.0",
     "array(1., dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\xe0\x79\x44", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "999.5",
     "array(999.5, dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x7a\x44", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1000.0",
     "array(1000., dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\xe0\x7f\x47", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "65504.0",
     "array(65504., dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xf0\x23\x74\x49", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "999999.0",
     "array(999999., dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x24\x74\x49", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+06",
     "array(1.e+06, dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xa9\x5f\x63\x58", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+15",
     "array(1.e+15, dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\xca\x1b\x0e\x5a", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+16",
     "array(1.e+16, dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x17\xb7\xd1\x38", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-04",
     "array(0.0001, dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x62\xbe\xbc\x38", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "9e-05",
     "array(9.e-05, dtype=float32)"},
    {CUJIT_FLOAT32, 0, {0}, "\x00\x00\x80\x33", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "5.9604645e-08",
     "array(5.9604645e-08, dtype=float32)"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.5  +2.25 -3.  ]",
     "array([+1.5 , +2.25, -3.  ])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.500 +2.250 -3.000]",
     "array([+1.500, +2.250, -3.000])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.5  +2.25 -3.  ]",
     "array([+1.5 , +2.25, -3.  ])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.50 +2.25 -3.00]",
     "array([+1.50, +2.25, -3.00])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.5   2.25 -3.  ]",
     "array([ 1.5 ,  2.25, -3.  ])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\x02\x40\x00\x00\x00\x00\x00\x00\x08\xc0", 24,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.  2. -3.]",
     "array([ 2.,  2., -3.])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf8\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.5",
     "array(1.5)"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-05 1.e+00]",
     "array([1.e-05, 1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0. 1.]",
     "array([0., 1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e-05 +1.000e+00]",
     "array([+1.000e-05, +1.000e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-05 +1.e+00]",
     "array([+1.e-05, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e-05  1.e+00]",
     "array([ 1.e-05,  1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-05 1.e+00]",
     "array([1.e-05, 1.e+00])"},
    {CUJIT_FLOAT64, 0, {0}, "\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-05",
     "array(1.e-05)"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.0000e+00 1.0000e+03 1.0015e+03]",
     "array([1.0000e+00, 1.0000e+03, 1.0015e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[   1.  1000.  1001.5]",
     "array([   1. , 1000. , 1001.5])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.0000e+00 +1.0000e+03 +1.0015e+03]",
     "array([+1.0000e+00, +1.0000e+03, +1.0015e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+00 +1.000e+03 +1.002e+03]",
     "array([+1.000e+00, +1.000e+03, +1.002e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.0000e+00  1.0000e+03  1.0015e+03]",
     "array([ 1.0000e+00,  1.0000e+03,  1.0015e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x40\x8f\x40\x00\x00\x00\x00\x00\x4c\x8f\x40", 24,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+00 1.e+03 1.e+03]",
     "array([1.e+00, 1.e+03, 1.e+03])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.0",
     "array(1.)"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.1 0.2 0.3]",
     "array([0.1, 0.2, 0.3])"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.1 0.2 0.3]",
     "array([0.1, 0.2, 0.3])"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3])"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.100 +0.200 +0.300]",
     "array([+0.100, +0.200, +0.300])"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1                 +0.2                 +0.30000000000000004]",
     "array([+0.1                , +0.2                , +0.30000000000000004])"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.1 +0.2 +0.3]",
     "array([+0.1, +0.2, +0.3])"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.1                  0.2                  0.30000000000000004]",
     "array([ 0.1                ,  0.2                ,  0.30000000000000004])"},
    {CUJIT_FLOAT64, 1, {3}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f\x9a\x99\x99\x99\x99\x99\xc9\x3f\x34\x33\x33\x33\x33\x33\xd3\x3f", 24,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0. 0.]",
     "array([0., 0., 0.])"},
    {CUJIT_FLOAT64, 0, {0}, "\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.1",
     "array(0.1)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+08 +1.000e+00]",
     "array([+1.000e+08, +1.000e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e+08  1.e+00]",
     "array([ 1.e+08,  1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x84\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x84\xd7\x97\x41", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "100000000.0",
     "array(1.e+08)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[9.99999995e+07 1.00000000e+00]",
     "array([9.99999995e+07, 1.00000000e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[99999999.5        1. ]",
     "array([99999999.5,        1. ])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+08 +1.000e+00]",
     "array([+1.000e+08, +1.000e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.99999995e+07 +1.00000000e+00]",
     "array([+9.99999995e+07, +1.00000000e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+08 +1.e+00]",
     "array([+1.e+08, +1.e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 9.99999995e+07  1.00000000e+00]",
     "array([ 9.99999995e+07,  1.00000000e+00])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\xfe\x83\xd7\x97\x41\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+08 1.e+00]",
     "array([1.e+08, 1.e+00])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\xfe\x83\xd7\x97\x41", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "99999999.5",
     "array(99999999.5)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +nan +1.000]",
     "array([  +nan, +1.000])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan  +1.]",
     "array([+nan,  +1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ nan   1.]",
     "array([ nan,   1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan  1.]",
     "array([nan,  1.])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "nan",
     "array(nan)"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +inf   -inf +1.000]",
     "array([  +inf,   -inf, +1.000])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+inf -inf  +1.]",
     "array([+inf, -inf,  +1.])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf0\x3f", 24,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ inf -inf   1.]",
     "array([ inf, -inf,   1.])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf)"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan]",
     "array([nan])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[nan]",
     "array([nan])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan]",
     "array([+nan])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ nan]",
     "array([ nan])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan]",
     "array([nan])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf8\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "nan",
     "array(nan)"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf]",
     "array([-inf])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\xff", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-inf",
     "array(-inf)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 -0.000]",
     "array([+0.000, -0.000])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0. -0.]",
     "array([+0., -0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0. -0.]",
     "array([ 0., -0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0. -0.]",
     "array([ 0., -0.])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0.)"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-300 1.e+300]",
     "array([1.e-300, 1.e+300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.e-300 1.e+300]",
     "array([1.e-300, 1.e+300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-300 +1.e+300]",
     "array([+1.e-300, +1.e+300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e-300 +1.000e+300]",
     "array([+1.000e-300, +1.000e+300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-300 +1.e+300]",
     "array([+1.e-300, +1.e+300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-300 +1.e+300]",
     "array([+1.e-300, +1.e+300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e-300  1.e+300]",
     "array([ 1.e-300,  1.e+300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-300 1.e+300]",
     "array([1.e-300, 1.e+300])"},
    {CUJIT_FLOAT64, 0, {0}, "\x59\xf3\xf8\xc2\x1f\x6e\xa5\x01", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-300",
     "array(1.e-300)"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[4.9406565e-324 1.2345678e-300]",
     "array([4.9406565e-324, 1.2345678e-300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+4.941e-324 +1.235e-300]",
     "array([+4.941e-324, +1.235e-300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+4.941e-324 +1.235e-300]",
     "array([+4.941e-324, +1.235e-300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+4.9406565e-324 +1.2345678e-300]",
     "array([+4.9406565e-324, +1.2345678e-300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+4.941e-324 +1.235e-300]",
     "array([+4.941e-324, +1.235e-300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 4.9406565e-324  1.2345678e-300]",
     "array([ 4.9406565e-324,  1.2345678e-300])"},
    {CUJIT_FLOAT64, 1, {2}, "\x01\x00\x00\x00\x00\x00\x00\x00\xf1\x66\xb7\xfb\xfd\x74\xaa\x01", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.e-324 1.e-300]",
     "array([5.e-324, 1.e-300])"},
    {CUJIT_FLOAT64, 0, {0}, "\x01\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "5e-324",
     "array(5.e-324)"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.68434189e-14 5.96046448e-08 1.15292150e+18]",
     "array([5.68434189e-14, 5.96046448e-08, 1.15292150e+18])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[5.6843e-14 5.9605e-08 1.1529e+18]",
     "array([5.6843e-14, 5.9605e-08, 1.1529e+18])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.684e-14 +5.960e-08 +1.153e+18]",
     "array([+5.684e-14, +5.960e-08, +1.153e+18])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.684e-14 +5.960e-08 +1.153e+18]",
     "array([+5.684e-14, +5.960e-08, +1.153e+18])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.684341886080802e-14 +5.960464477539063e-08 +1.152921504606847e+18]",
     "array([+5.684341886080802e-14, +5.960464477539063e-08,\n"
     "       +1.152921504606847e+18])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.684e-14 +5.960e-08 +1.153e+18]",
     "array([+5.684e-14, +5.960e-08, +1.153e+18])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 5.684341886080802e-14  5.960464477539063e-08  1.152921504606847e+18]",
     "array([ 5.684341886080802e-14,  5.960464477539063e-08,\n"
     "        1.152921504606847e+18])"},
    {CUJIT_FLOAT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x30\x3d\x00\x00\x00\x00\x00\x00\x70\x3e\x00\x00\x00\x00\x00\x00\xb0\x43", 24,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[6.e-14 6.e-08 1.e+18]",
     "array([6.e-14, 6.e-08, 1.e+18])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x30\x3d", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "5.684341886080802e-14",
     "array(5.68434189e-14)"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[3.33333333e-01 6.66666667e-01 1.00000000e+03]",
     "array([3.33333333e-01, 6.66666667e-01, 1.00000000e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[   0.3333    0.6667 1000.    ]",
     "array([   0.3333,    0.6667, 1000.    ])"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.667e-01 +1.000e+03]",
     "array([+3.333e-01, +6.667e-01, +1.000e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.667e-01 +1.000e+03]",
     "array([+3.333e-01, +6.667e-01, +1.000e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333333333333333e-01 +6.666666666666666e-01 +1.000000000000000e+03]",
     "array([+3.333333333333333e-01, +6.666666666666666e-01,\n"
     "       +1.000000000000000e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+3.333e-01 +6.667e-01 +1.000e+03]",
     "array([+3.333e-01, +6.667e-01, +1.000e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 3.333333333333333e-01  6.666666666666666e-01  1.000000000000000e+03]",
     "array([ 3.333333333333333e-01,  6.666666666666666e-01,\n"
     "        1.000000000000000e+03])"},
    {CUJIT_FLOAT64, 1, {3}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x55\x55\x55\x55\x55\x55\xe5\x3f\x00\x00\x00\x00\x00\x40\x8f\x40", 24,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[3.e-01 7.e-01 1.e+03]",
     "array([3.e-01, 7.e-01, 1.e+03])"},
    {CUJIT_FLOAT64, 0, {0}, "\x55\x55\x55\x55\x55\x55\xd5\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.3333333333333333",
     "array(0.33333333)"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.23456789e+05 1.00000000e-03]",
     "array([1.23456789e+05, 1.00000000e-03])"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[123456.789      0.001]",
     "array([123456.789,      0.001])"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+05 +1.000e-03]",
     "array([+1.235e+05, +1.000e-03])"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+05 +1.000e-03]",
     "array([+1.235e+05, +1.000e-03])"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.23456789e+05 +1.00000000e-03]",
     "array([+1.23456789e+05, +1.00000000e-03])"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.235e+05 +1.000e-03]",
     "array([+1.235e+05, +1.000e-03])"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.23456789e+05  1.00000000e-03]",
     "array([ 1.23456789e+05,  1.00000000e-03])"},
    {CUJIT_FLOAT64, 1, {2}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+05 1.e-03]",
     "array([1.e+05, 1.e-03])"},
    {CUJIT_FLOAT64, 0, {0}, "\xc9\x76\xbe\x9f\x0c\x24\xfe\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "123456.789",
     "array(123456.789)"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[12345678.9   100000. ]",
     "array([12345678.9,   100000. ])"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[12345678.9   100000. ]",
     "array([12345678.9,   100000. ])"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+12345678.9   +100000. ]",
     "array([+12345678.9,   +100000. ])"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+12345678.900   +100000.000]",
     "array([+12345678.900,   +100000.000])"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+12345678.9   +100000. ]",
     "array([+12345678.9,   +100000. ])"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+12345678.9   +100000.0]",
     "array([+12345678.9,   +100000.0])"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 12345678.9    100000. ]",
     "array([ 12345678.9,    100000. ])"},
    {CUJIT_FLOAT64, 1, {2}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x6a\xf8\x40", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[12345679.   100000.]",
     "array([12345679.,   100000.])"},
    {CUJIT_FLOAT64, 0, {0}, "\xcd\xcc\xcc\xdc\x29\x8c\x67\x41", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "12345678.9",
     "array(12345678.9)"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.0001 0.05  ]",
     "array([0.0001, 0.05  ])"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001 0.05  ]",
     "array([0.0001, 0.05  ])"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.   +0.05]",
     "array([+0.  , +0.05])"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000 +0.050]",
     "array([+0.000, +0.050])"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.0001 +0.05  ]",
     "array([+0.0001, +0.05  ])"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.00 +0.05]",
     "array([+0.00, +0.05])"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.0001  0.05  ]",
     "array([ 0.0001,  0.05  ])"},
    {CUJIT_FLOAT64, 1, {2}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f\x9a\x99\x99\x99\x99\x99\xa9\x3f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0. 0.]",
     "array([0., 0.])"},
    {CUJIT_FLOAT64, 0, {0}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0001",
     "array(0.0001)"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[9.999e-05]",
     "array([9.999e-05])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001]",
     "array([0.0001])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+9.999e-05]",
     "array([+9.999e-05])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 9.999e-05]",
     "array([ 9.999e-05])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-04]",
     "array([1.e-04])"},
    {CUJIT_FLOAT64, 0, {0}, "\xa8\x31\xa5\x1e\x37\x36\x1a\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "9.999e-05",
     "array(9.999e-05)"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.00012346]",
     "array([0.00012346])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[0.0001]",
     "array([0.0001])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.000]",
     "array([+0.000])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.00012345678901234]",
     "array([+0.00012345678901234])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.]",
     "array([+0.])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0.00012345678901234]",
     "array([ 0.00012345678901234])"},
    {CUJIT_FLOAT64, 1, {1}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.]",
     "array([0.])"},
    {CUJIT_FLOAT64, 0, {0}, "\xa3\x0a\x18\xbe\x85\x2e\x20\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.00012345678901234",
     "array(0.00012346)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.00000000e+16 1.23456789e+17]",
     "array([1.00000000e+16, 1.23456789e+17])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1.0000e+16 1.2346e+17]",
     "array([1.0000e+16, 1.2346e+17])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+16 +1.235e+17]",
     "array([+1.000e+16, +1.235e+17])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+16 +1.235e+17]",
     "array([+1.000e+16, +1.235e+17])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.0000000000000000e+16 +1.2345678901234568e+17]",
     "array([+1.0000000000000000e+16, +1.2345678901234568e+17])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+16 +1.235e+17]",
     "array([+1.000e+16, +1.235e+17])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.0000000000000000e+16  1.2345678901234568e+17]",
     "array([ 1.0000000000000000e+16,  1.2345678901234568e+17])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x80\xe0\x37\x79\xc3\x41\x43\x35\x0f\x63\xba\xb4\x69\x7b\x43", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e+16 1.e+17]",
     "array([1.e+16, 1.e+17])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x80\xe0\x37\x79\xc3\x41\x43", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+16",
     "array(1.e+16)"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22])"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22])"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.e-10    +nan +1.e+22]",
     "array([-1.e-10,    +nan, +1.e+22])"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.000e-10       +nan +1.000e+22]",
     "array([-1.000e-10,       +nan, +1.000e+22])"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.e-10    +nan +1.e+22]",
     "array([-1.e-10,    +nan, +1.e+22])"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-1.e-10    +nan +1.e+22]",
     "array([-1.e-10,    +nan, +1.e+22])"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22])"},
    {CUJIT_FLOAT64, 1, {3}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd\x00\x00\x00\x00\x00\x00\xf8\x7f\x92\xd5\x4d\x06\xcf\xf0\x80\x44", 24,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.e-10     nan  1.e+22]",
     "array([-1.e-10,     nan,  1.e+22])"},
    {CUJIT_FLOAT64, 0, {0}, "\xbb\xbd\xd7\xd9\xdf\x7c\xdb\xbd", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-1e-10",
     "array(-1.e-10)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[   inf 1.e-09]",
     "array([   inf, 1.e-09])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[inf  0.]",
     "array([inf,  0.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[   +inf +1.e-09]",
     "array([   +inf, +1.e-09])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[      +inf +1.000e-09]",
     "array([      +inf, +1.000e-09])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[   +inf +1.e-09]",
     "array([   +inf, +1.e-09])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[   +inf +1.e-09]",
     "array([   +inf, +1.e-09])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[    inf  1.e-09]",
     "array([    inf,  1.e-09])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x7f\x95\xd6\x26\xe8\x0b\x2e\x11\x3e", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[   inf 1.e-09]",
     "array([   inf, 1.e-09])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "inf",
     "array(inf)"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.e+100 -1.e-100]",
     "array([ 1.e+100, -1.e-100])"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[ 1.e+100 -1.e-100]",
     "array([ 1.e+100, -1.e-100])"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+100 -1.e-100]",
     "array([+1.e+100, -1.e-100])"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.000e+100 -1.000e-100]",
     "array([+1.000e+100, -1.000e-100])"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+100 -1.e-100]",
     "array([+1.e+100, -1.e-100])"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e+100 -1.e-100]",
     "array([+1.e+100, -1.e-100])"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 1.e+100 -1.e-100]",
     "array([ 1.e+100, -1.e-100])"},
    {CUJIT_FLOAT64, 1, {2}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54\x30\x05\x8e\xe4\x2e\xff\x2b\xab", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.e+100 -1.e-100]",
     "array([ 1.e+100, -1.e-100])"},
    {CUJIT_FLOAT64, 0, {0}, "\x7d\xc3\x94\x25\xad\x49\xb2\x54", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+100",
     "array(1.e+100)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.0000e-01 1.0005e+03]",
     "array([5.0000e-01, 1.0005e+03])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[   0.5 1000.5]",
     "array([   0.5, 1000.5])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.e-01 +1.e+03]",
     "array([+5.e-01, +1.e+03])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.000e-01 +1.000e+03]",
     "array([+5.000e-01, +1.000e+03])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.0000e-01 +1.0005e+03]",
     "array([+5.0000e-01, +1.0005e+03])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+5.e-01 +1.e+03]",
     "array([+5.e-01, +1.e+03])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 5.0000e-01  1.0005e+03]",
     "array([ 5.0000e-01,  1.0005e+03])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x44\x8f\x40", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[5.e-01 1.e+03]",
     "array([5.e-01, 1.e+03])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xe0\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.5",
     "array(0.5)"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[999.9999999   1.       ]",
     "array([999.9999999,   1.       ])"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[1000.    1.]",
     "array([1000.,    1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1000.    +1.]",
     "array([+1000.,    +1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1000.000    +1.000]",
     "array([+1000.000,    +1.000])"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+999.9999999      +0.9999999999]",
     "array([+999.9999999   ,   +0.9999999999])"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1000.    +1.]",
     "array([+1000.,    +1.])"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 999.9999999       0.9999999999]",
     "array([ 999.9999999   ,    0.9999999999])"},
    {CUJIT_FLOAT64, 1, {2}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40\x90\x41\xf2\xff\xff\xff\xef\x3f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1000.    1.]",
     "array([1000.,    1.])"},
    {CUJIT_FLOAT64, 0, {0}, "\x07\x94\xf2\xff\xff\x3f\x8f\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "999.9999999",
     "array(999.9999999)"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[2.22507386e-308 8.98846567e+307]",
     "array([2.22507386e-308, 8.98846567e+307])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = 4, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[2.2251e-308 8.9885e+307]",
     "array([2.2251e-308, 8.9885e+307])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+2.225e-308 +8.988e+307]",
     "array([+2.225e-308, +8.988e+307])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = 3, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+2.225e-308 +8.988e+307]",
     "array([+2.225e-308, +8.988e+307])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = 3, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+2.2250738585072014e-308 +8.9884656743115795e+307]",
     "array([+2.2250738585072014e-308, +8.9884656743115795e+307])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = 3, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+2.225e-308 +8.988e+307]",
     "array([+2.225e-308, +8.988e+307])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 2.2250738585072014e-308  8.9884656743115795e+307]",
     "array([ 2.2250738585072014e-308,  8.9884656743115795e+307])"},
    {CUJIT_FLOAT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\xe0\x7f", 16,
     {.precision = -1, .mode = 3, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[2.e-308 9.e+307]",
     "array([2.e-308, 9.e+307])"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x10\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "2.2250738585072014e-308",
     "array(2.22507386e-308)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0",
     "array(0.)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1.0",
     "array(1.)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x3c\x8f\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "999.5",
     "array(999.5)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x40\x8f\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1000.0",
     "array(1000.)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\xfc\xef\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "65504.0",
     "array(65504.)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x7e\x84\x2e\x41", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "999999.0",
     "array(999999.)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x80\x84\x2e\x41", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1000000.0",
     "array(1000000.)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x34\x26\xf5\x6b\x0c\x43", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1000000000000000.0",
     "array(1.e+15)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x80\xe0\x37\x79\xc3\x41\x43", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e+16",
     "array(1.e+16)"},
    {CUJIT_FLOAT64, 0, {0}, "\x2d\x43\x1c\xeb\xe2\x36\x1a\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.0001",
     "array(0.0001)"},
    {CUJIT_FLOAT64, 0, {0}, "\x0f\xd6\xff\x39\xcc\x97\x17\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "9e-05",
     "array(9.e-05)"},
    {CUJIT_FLOAT64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x70\x3e", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "5.960464477539063e-08",
     "array(5.96046448e-08)"},
    {CUJIT_FLOAT16, 1, {7}, "\xff\xe4\x22\x79\xf3\xbd\x06\x83\x66\xa8\x52\xc1\xbb\x96", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.279e+03  4.205e+04 -1.487e+00 -4.613e-05 -3.436e-02 -2.660e+00\n"
     " -1.643e-03]",
     "array([-1.279e+03,  4.205e+04, -1.487e+00, -4.613e-05, -3.436e-02,\n"
     "       -2.660e+00, -1.643e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\xff\xe4\x22\x79\xf3\xbd\x06\x83\x66\xa8\x52\xc1\xbb\x96", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.279e+03  4.205e+04 -1.487e+00 -4.613e-05 -3.436e-02 -2.660e+00\n"
     " -1.643e-03]",
     "array([-1.279e+03,  4.205e+04, -1.487e+00, -4.613e-05, -3.436e-02,\n"
     "       -2.660e+00, -1.643e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\xcd\x18\xec\x08\xf6\xa4\xe7\x24\xd2\x6f\xac\xd2\xae\xb0", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.344e-03  1.502e-04 -1.938e-02  1.915e-02  8.008e+03 -5.338e+01\n"
     " -1.462e-01]",
     "array([ 2.344e-03,  1.502e-04, -1.938e-02,  1.915e-02,  8.008e+03,\n"
     "       -5.338e+01, -1.462e-01], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\xcd\x18\xec\x08\xf6\xa4\xe7\x24\xd2\x6f\xac\xd2\xae\xb0", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.344e-03  1.502e-04 -1.938e-02  1.915e-02  8.008e+03 -5.338e+01\n"
     " -1.462e-01]",
     "array([ 2.344e-03,  1.502e-04, -1.938e-02,  1.915e-02,  8.008e+03,\n"
     "       -5.338e+01, -1.462e-01], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\xa9\x72\xcd\x3f\xa0\x2f\xd4\x4f\x48\x70\x78\xde\x45\x1f", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.3640e+04  1.9502e+00  1.1914e-01  3.1312e+01  8.7680e+03 -4.1400e+02\n"
     "  7.0992e-03]",
     "array([ 1.3640e+04,  1.9502e+00,  1.1914e-01,  3.1312e+01,  8.7680e+03,\n"
     "       -4.1400e+02,  7.0992e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\xa9\x72\xcd\x3f\xa0\x2f\xd4\x4f\x48\x70\x78\xde\x45\x1f", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.3640e+04  1.9502e+00  1.1914e-01  3.1312e+01  8.7680e+03 -4.1400e+02\n"
     "  7.0992e-03]",
     "array([ 1.3640e+04,  1.9502e+00,  1.1914e-01,  3.1312e+01,  8.7680e+03,\n"
     "       -4.1400e+02,  7.0992e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x24\x6d\xee\x45\x33\x51\xe4\xd3\xca\x3a\xca\x41\x4c\x46", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 5.264e+03  5.930e+00  4.159e+01 -6.312e+01  8.486e-01  2.895e+00\n"
     "  6.297e+00]",
     "array([ 5.264e+03,  5.930e+00,  4.159e+01, -6.312e+01,  8.486e-01,\n"
     "        2.895e+00,  6.297e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x24\x6d\xee\x45\x33\x51\xe4\xd3\xca\x3a\xca\x41\x4c\x46", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 5.264e+03  5.930e+00  4.159e+01 -6.312e+01  8.486e-01  2.895e+00\n"
     "  6.297e+00]",
     "array([ 5.264e+03,  5.930e+00,  4.159e+01, -6.312e+01,  8.486e-01,\n"
     "        2.895e+00,  6.297e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x2a\xfa\xd1\xa4\x02\x2c\xb2\x8c\x62\x02\xf3\x15\x32\x1d", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-5.050e+04 -1.881e-02  6.262e-02 -2.866e-04  3.636e-05  1.452e-03\n"
     "  5.074e-03]",
     "array([-5.050e+04, -1.881e-02,  6.262e-02, -2.866e-04,  3.636e-05,\n"
     "        1.452e-03,  5.074e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x2a\xfa\xd1\xa4\x02\x2c\xb2\x8c\x62\x02\xf3\x15\x32\x1d", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-5.050e+04 -1.881e-02  6.262e-02 -2.866e-04  3.636e-05  1.452e-03\n"
     "  5.074e-03]",
     "array([-5.050e+04, -1.881e-02,  6.262e-02, -2.866e-04,  3.636e-05,\n"
     "        1.452e-03,  5.074e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x35\x32\x97\xdd\x2e\x3c\xe6\xc0\xa4\x9c\x7f\xd6\x9a\xc2", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.9397e-01 -3.5775e+02  1.0449e+00 -2.4492e+00 -4.5319e-03 -1.0394e+02\n"
     " -3.3008e+00]",
     "array([ 1.9397e-01, -3.5775e+02,  1.0449e+00, -2.4492e+00, -4.5319e-03,\n"
     "       -1.0394e+02, -3.3008e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x35\x32\x97\xdd\x2e\x3c\xe6\xc0\xa4\x9c\x7f\xd6\x9a\xc2", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.9397e-01 -3.5775e+02  1.0449e+00 -2.4492e+00 -4.5319e-03 -1.0394e+02\n"
     " -3.3008e+00]",
     "array([ 1.9397e-01, -3.5775e+02,  1.0449e+00, -2.4492e+00, -4.5319e-03,\n"
     "       -1.0394e+02, -3.3008e+00], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x48\x99\x4a\xd1\x3a\x4c\x69\x54\x0a\xd5\xe2\x73\xa8\x76", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-2.579e-03 -4.231e+01  1.691e+01  7.056e+01 -8.062e+01  1.614e+04\n"
     "  2.726e+04]",
     "array([-2.579e-03, -4.231e+01,  1.691e+01,  7.056e+01, -8.062e+01,\n"
     "        1.614e+04,  2.726e+04], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x48\x99\x4a\xd1\x3a\x4c\x69\x54\x0a\xd5\xe2\x73\xa8\x76", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-2.579e-03 -4.231e+01  1.691e+01  7.056e+01 -8.062e+01  1.614e+04\n"
     "  2.726e+04]",
     "array([-2.579e-03, -4.231e+01,  1.691e+01,  7.056e+01, -8.062e+01,\n"
     "        1.614e+04,  2.726e+04], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x45\x19\xb9\x1f\x24\x2d\x9e\x4d\x2e\x0c\xda\x1f\x0c\x70", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[2.573e-03 7.542e-03 8.032e-02 2.247e+01 2.551e-04 7.668e-03 8.288e+03]",
     "array([2.573e-03, 7.542e-03, 8.032e-02, 2.247e+01, 2.551e-04, 7.668e-03,\n"
     "       8.288e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x45\x19\xb9\x1f\x24\x2d\x9e\x4d\x2e\x0c\xda\x1f\x0c\x70", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[2.573e-03 7.542e-03 8.032e-02 2.247e+01 2.551e-04 7.668e-03 8.288e+03]",
     "array([2.573e-03, 7.542e-03, 8.032e-02, 2.247e+01, 2.551e-04, 7.668e-03,\n"
     "       8.288e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x0b\x82\x16\xfa\x81\x8e\x50\x22\x5d\xb5\x20\x62\xa5\x69", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.117e-05 -4.986e+04 -3.970e-04  1.233e-02 -3.352e-01  7.840e+02\n"
     "  2.890e+03]",
     "array([-3.117e-05, -4.986e+04, -3.970e-04,  1.233e-02, -3.352e-01,\n"
     "        7.840e+02,  2.890e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x0b\x82\x16\xfa\x81\x8e\x50\x22\x5d\xb5\x20\x62\xa5\x69", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.117e-05 -4.986e+04 -3.970e-04  1.233e-02 -3.352e-01  7.840e+02\n"
     "  2.890e+03]",
     "array([-3.117e-05, -4.986e+04, -3.970e-04,  1.233e-02, -3.352e-01,\n"
     "        7.840e+02,  2.890e+03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x55\x25\x64\xe7\x84\xa4\x15\x34\xec\xfd\x93\x80\x92\xf7", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.083e-02 -1.892e+03 -1.764e-02  2.551e-01        nan -8.762e-06\n"
     " -3.101e+04]",
     "array([ 2.083e-02, -1.892e+03, -1.764e-02,  2.551e-01,        nan,\n"
     "       -8.762e-06, -3.101e+04], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x55\x25\x64\xe7\x84\xa4\x15\x34\xec\xfd\x93\x80\x92\xf7", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.083e-02 -1.892e+03 -1.764e-02  2.551e-01        nan -8.762e-06\n"
     " -3.101e+04]",
     "array([ 2.083e-02, -1.892e+03, -1.764e-02,  2.551e-01,        nan,\n"
     "       -8.762e-06, -3.101e+04], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\xf3\x16\x13\x05\x31\xe6\x17\xc0\x45\x97\xe0\x0f\x4d\xde", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.697e-03  7.743e-05 -1.585e+03 -2.045e+00 -1.775e-03  4.807e-04\n"
     " -4.032e+02]",
     "array([ 1.697e-03,  7.743e-05, -1.585e+03, -2.045e+00, -1.775e-03,\n"
     "        4.807e-04, -4.032e+02], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\xf3\x16\x13\x05\x31\xe6\x17\xc0\x45\x97\xe0\x0f\x4d\xde", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.697e-03  7.743e-05 -1.585e+03 -2.045e+00 -1.775e-03  4.807e-04\n"
     " -4.032e+02]",
     "array([ 1.697e-03,  7.743e-05, -1.585e+03, -2.045e+00, -1.775e-03,\n"
     "        4.807e-04, -4.032e+02], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x76\xfc\x8c\x7f\xc7\x79\x35\x7c\x4d\xa6\xef\x1d\xd7\x97", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[       nan        nan  4.733e+04        nan -2.461e-02  5.795e-03\n"
     " -1.914e-03]",
     "array([       nan,        nan,  4.733e+04,        nan, -2.461e-02,\n"
     "        5.795e-03, -1.914e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {7}, "\x76\xfc\x8c\x7f\xc7\x79\x35\x7c\x4d\xa6\xef\x1d\xd7\x97", 14,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[       nan        nan  4.733e+04        nan -2.461e-02  5.795e-03\n"
     " -1.914e-03]",
     "array([       nan,        nan,  4.733e+04,        nan, -2.461e-02,\n"
     "        5.795e-03, -1.914e-03], dtype=float16)"},
    {CUJIT_FLOAT16, 2, {5, 4}, "\x6c\xc1\x8e\xbf\x98\xb1\xc1\xb6\xd6\x32\xf4\x32\x3c\x40\x73\xbc\x0b\xb6\x16\x40\x2c\x39\x4e\x39\x1d\xb8\x98\xbe\x5c\x31\xfa\x2e\xe9\xbc\x77\xb9\x9c\xac\x8f\xbb", 40,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[-2.71   -1.889  -0.1748 -0.422 ]\n"
     " [ 0.2136  0.2173  2.117  -1.112 ]\n"
     " [-0.3777  2.043   0.6465  0.663 ]\n"
     " [-0.514  -1.648   0.1675  0.109 ]\n"
     " [-1.228  -0.683  -0.072  -0.945 ]]",
     "array([[-2.71  , -1.889 , -0.1748, -0.422 ],\n"
     "       [ 0.2136,  0.2173,  2.117 , -1.112 ],\n"
     "       [-0.3777,  2.043 ,  0.6465,  0.663 ],\n"
     "       [-0.514 , -1.648 ,  0.1675,  0.109 ],\n"
     "       [-1.228 , -0.683 , -0.072 , -0.945 ]], dtype=float16)"},
    {CUJIT_FLOAT16, 3, {3, 2, 9}, "\xea\xc8\xc6\x48\x1e\x43\x54\xd2\x6c\x53\x92\x55\x03\x50\x1d\xd5\x93\x54\x45\xd2\x7f\x55\xb3\xd6\xb7\x55\x03\xc0\xce\xd7\xd9\xcf\x69\x45\xd2\x4e\x24\xd6\xec\xd6\xfd\x4c\xd6\xd1\xe3\x4d\xbf\x54\x27\xd9\x5c\x4e\xa7\x57\x70\xcf\x11\xd5\xb4\x54\x56\x4e\x99\x55\x51\xd0\xa1\xd8\x80\xc9\x93\xd1\xd9\x54\xd7\x4c\x19\xd9\x78\xd7\x86\x55\x40\x54\x00\xd4\xb6\xae\x92\x51\xdb\x51\x7a\x55\x6a\x4e\xbe\xc8\x79\xce\x99\x56\x09\xdb\xef\xca\x9a\x42", 108,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[-9.8281e+00  9.5469e+00  3.5586e+00 -5.0625e+01  5.9375e+01\n"
     "    8.9125e+01  3.2094e+01 -8.1812e+01  7.3188e+01]\n"
     "  [-5.0156e+01  8.7938e+01 -1.0719e+02  9.1438e+01 -2.0059e+00\n"
     "   -1.2488e+02 -3.1391e+01  5.4102e+00  2.7281e+01]]\n"
     "\n"
     " [[-9.8250e+01 -1.1075e+02  1.9953e+01 -4.6688e+01  2.3547e+01\n"
     "    7.5938e+01 -1.6488e+02  2.5438e+01  1.2244e+02]\n"
     "  [-2.9750e+01 -8.1062e+01  7.5250e+01  2.5344e+01  8.9562e+01\n"
     "   -3.4531e+01 -1.4812e+02 -1.1000e+01 -4.4594e+01]]\n"
     "\n"
     " [[ 7.7562e+01  1.9359e+01 -1.6312e+02 -1.1950e+02  8.8375e+01\n"
     "    6.8000e+01 -6.4000e+01 -1.0486e-01  4.4562e+01]\n"
     "  [ 4.6844e+01  8.7625e+01  2.5656e+01 -9.4844e+00 -2.5891e+01\n"
     "    1.0556e+02 -2.2512e+02 -1.3867e+01  3.3008e+00]]]",
     "array([[[-9.8281e+00,  9.5469e+00,  3.5586e+00, -5.0625e+01,\n"
     "          5.9375e+01,  8.9125e+01,  3.2094e+01, -8.1812e+01,\n"
     "          7.3188e+01],\n"
     "        [-5.0156e+01,  8.7938e+01, -1.0719e+02,  9.1438e+01,\n"
     "         -2.0059e+00, -1.2488e+02, -3.1391e+01,  5.4102e+00,\n"
     "          2.7281e+01]],\n"
     "\n"
     "       [[-9.8250e+01, -1.1075e+02,  1.9953e+01, -4.6688e+01,\n"
     "          2.3547e+01,  7.5938e+01, -1.6488e+02,  2.5438e+01,\n"
     "          1.2244e+02],\n"
     "        [-2.9750e+01, -8.1062e+01,  7.5250e+01,  2.5344e+01,\n"
     "          8.9562e+01, -3.4531e+01, -1.4812e+02, -1.1000e+01,\n"
     "         -4.4594e+01]],\n"
     "\n"
     "       [[ 7.7562e+01,  1.9359e+01, -1.6312e+02, -1.1950e+02,\n"
     "          8.8375e+01,  6.8000e+01, -6.4000e+01, -1.0486e-01,\n"
     "          4.4562e+01],\n"
     "        [ 4.6844e+01,  8.7625e+01,  2.5656e+01, -9.4844e+00,\n"
     "         -2.5891e+01,  1.0556e+02, -2.2512e+02, -1.3867e+01,\n"
     "          3.3008e+00]]], dtype=float16)"},
    {CUJIT_FLOAT16, 1, {40}, "\xb4\xbd\x53\x35\x36\xb9\xe6\x3a\x05\xb0\x5a\x39\xe0\x3c\x20\x36\x01\xbb\x0f\xbe\x03\x3f\x1f\xaf\x82\xb9\x9e\x30\x20\xb2\xd1\x3a\x58\x28\x0a\x23\xb7\xb9\x83\x37\x23\xbc\x54\x39\x19\x3e\x19\xbe\xef\xc0\xef\x38\x19\x41\x01\xbc\x01\xbd\xb6\x38\xba\xba\x0c\xb8\x92\xb5\x42\x38\x7c\xb6\x72\x34\xa6\xb1\xc2\xba\x1e\xb5\x9a\xbb", 80,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.426  0.333 -0.651  0.862 -0.126  0.669  1.219  0.383 -0.875 -1.515\n"
     "  1.753 -0.111 -0.688  0.144 -0.191  0.852  0.034  0.014 -0.714  0.469\n"
     " -1.034  0.666  1.524 -1.524 -2.467  0.617  2.549 -1.001 -1.251  0.589\n"
     " -0.841 -0.506 -0.348  0.532 -0.405  0.278 -0.177 -0.845 -0.32  -0.95 ]",
     "array([-1.426,  0.333, -0.651,  0.862, -0.126,  0.669,  1.219,  0.383,\n"
     "       -0.875, -1.515,  1.753, -0.111, -0.688,  0.144, -0.191,  0.852,\n"
     "        0.034,  0.014, -0.714,  0.469, -1.034,  0.666,  1.524, -1.524,\n"
     "       -2.467,  0.617,  2.549, -1.001, -1.251,  0.589, -0.841, -0.506,\n"
     "       -0.348,  0.532, -0.405,  0.278, -0.177, -0.845, -0.32 , -0.95 ],\n"
     "      dtype=float16)"},
    {CUJIT_FLOAT64, 1, {30}, "\x00\x00\x00\x00\x00\x00\x70\x3f\x00\x00\x00\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\xd0\x3e\x00\x00\x00\x00\x00\x00\xe0\x3e\x00\x00\x00\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\x20\x3f\x00\x00\x00\x00\x00\x00\x40\x3f\x00\x00\x00\x00\x00\x00\xf0\x3e\x00\x00\x00\x00\x00\x00\xb0\x40\x00\x00\x00\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00\x40\x3f\x00\x00\x00\x00\x00\x00\x60\x40\x00\x00\x00\x00\x00\x00\xc0\x40\x00\x00\x00\x00\x00\x00\x50\x3f\x00\x00\x00\x00\x00\x00\xa0\x40\x00\x00\x00\x00\x00\x00\x50\x40\x00\x00\x00\x00\x00\x00\x60\x40\x00\x00\x00\x00\x00\x00\xd0\x3f\x00\x00\x00\x00\x00\x00\xa0\x40\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x00\x00\x00\x00\xe0\x3e\x00\x00\x00\x00\x00\x00\xc0\x40\x00\x00\x00\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00\x90\x3f\x00\x00\x00\x00\x00\x00\x40\x40\x00\x00\x00\x00\x00\x00\x50\x3f\x00\x00\x00\x00\x00\x00\x10\x40\x00\x00\x00\x00\x00\x00\x80\x40", 240,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[3.906250000000e-03 1.250000000000e-01 5.000000000000e-01\n"
     " 3.814697265625e-06 7.629394531250e-06 1.250000000000e-01\n"
     " 5.000000000000e-01 1.220703125000e-04 4.882812500000e-04\n"
     " 1.525878906250e-05 4.096000000000e+03 1.250000000000e-01\n"
     " 4.882812500000e-04 1.280000000000e+02 8.192000000000e+03\n"
     " 9.765625000000e-04 2.048000000000e+03 6.400000000000e+01\n"
     " 1.280000000000e+02 2.500000000000e-01 2.048000000000e+03\n"
     " 3.051757812500e-05 7.629394531250e-06 8.192000000000e+03\n"
     " 1.250000000000e-01 1.562500000000e-02 3.200000000000e+01\n"
     " 9.765625000000e-04 4.000000000000e+00 5.120000000000e+02]",
     "array([3.906250000000e-03, 1.250000000000e-01, 5.000000000000e-01,\n"
     "       3.814697265625e-06, 7.629394531250e-06, 1.250000000000e-01,\n"
     "       5.000000000000e-01, 1.220703125000e-04, 4.882812500000e-04,\n"
     "       1.525878906250e-05, 4.096000000000e+03, 1.250000000000e-01,\n"
     "       4.882812500000e-04, 1.280000000000e+02, 8.192000000000e+03,\n"
     "       9.765625000000e-04, 2.048000000000e+03, 6.400000000000e+01,\n"
     "       1.280000000000e+02, 2.500000000000e-01, 2.048000000000e+03,\n"
     "       3.051757812500e-05, 7.629394531250e-06, 8.192000000000e+03,\n"
     "       1.250000000000e-01, 1.562500000000e-02, 3.200000000000e+01,\n"
     "       9.765625000000e-04, 4.000000000000e+00, 5.120000000000e+02])"},
    {CUJIT_FLOAT32, 1, {7}, "\x02\x30\xa3\xcd\xe1\xa1\xdc\x1f\xe4\x16\x18\xf8\x9e\x95\xcc\xbb\xa4\x2f\xc4\xb2\x46\x48\x15\x30\xf3\xa9\x49\xec", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.4222906e+08  9.3441430e-20 -1.2338959e+34 -6.2434217e-03\n"
     " -2.2839068e-08  5.4308591e-10 -9.7518661e+26]",
     "array([-3.4222906e+08,  9.3441430e-20, -1.2338959e+34, -6.2434217e-03,\n"
     "       -2.2839068e-08,  5.4308591e-10, -9.7518661e+26], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x02\x30\xa3\xcd\xe1\xa1\xdc\x1f\xe4\x16\x18\xf8\x9e\x95\xcc\xbb\xa4\x2f\xc4\xb2\x46\x48\x15\x30\xf3\xa9\x49\xec", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.4222906e+08  9.3441430e-20 -1.2338959e+34 -6.2434217e-03\n"
     " -2.2839068e-08  5.4308591e-10 -9.7518661e+26]",
     "array([-3.4222906e+08,  9.3441430e-20, -1.2338959e+34, -6.2434217e-03,\n"
     "       -2.2839068e-08,  5.4308591e-10, -9.7518661e+26], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x4d\x57\x7a\x64\xb2\x60\xf6\xf0\x59\xca\x5d\x3b\x8b\x85\xf1\x17\xbd\xb7\x5a\xd7\x61\x2a\x64\x95\x03\xed\xdb\x63", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.8471907e+22 -6.1000168e+29  3.3842532e-03  1.5607971e-24\n"
     " -2.4048268e+14 -4.6077664e-26  8.1138309e+21]",
     "array([ 1.8471907e+22, -6.1000168e+29,  3.3842532e-03,  1.5607971e-24,\n"
     "       -2.4048268e+14, -4.6077664e-26,  8.1138309e+21], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x4d\x57\x7a\x64\xb2\x60\xf6\xf0\x59\xca\x5d\x3b\x8b\x85\xf1\x17\xbd\xb7\x5a\xd7\x61\x2a\x64\x95\x03\xed\xdb\x63", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.8471907e+22 -6.1000168e+29  3.3842532e-03  1.5607971e-24\n"
     " -2.4048268e+14 -4.6077664e-26  8.1138309e+21]",
     "array([ 1.8471907e+22, -6.1000168e+29,  3.3842532e-03,  1.5607971e-24,\n"
     "       -2.4048268e+14, -4.6077664e-26,  8.1138309e+21], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xef\x2b\xc6\xf9\xda\x77\x85\xf9\x19\x67\xe4\x02\xfb\x22\x11\xa0\x8f\x40\xce\xce\x1e\x44\x91\xb1\x68\x45\xe4\x99", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.2862073e+35 -8.6625795e+34  3.3560764e-37 -1.2293552e-19\n"
     " -1.7301687e+09 -4.2277994e-09 -2.3602680e-23]",
     "array([-1.2862073e+35, -8.6625795e+34,  3.3560764e-37, -1.2293552e-19,\n"
     "       -1.7301687e+09, -4.2277994e-09, -2.3602680e-23], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xef\x2b\xc6\xf9\xda\x77\x85\xf9\x19\x67\xe4\x02\xfb\x22\x11\xa0\x8f\x40\xce\xce\x1e\x44\x91\xb1\x68\x45\xe4\x99", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.2862073e+35 -8.6625795e+34  3.3560764e-37 -1.2293552e-19\n"
     " -1.7301687e+09 -4.2277994e-09 -2.3602680e-23]",
     "array([-1.2862073e+35, -8.6625795e+34,  3.3560764e-37, -1.2293552e-19,\n"
     "       -1.7301687e+09, -4.2277994e-09, -2.3602680e-23], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x9f\xab\x82\x85\x62\x5b\x9f\x88\x36\x8a\x18\x4f\x6d\xd4\x9a\x24\x84\x2f\x43\x65\x61\xd4\x39\xb2\x1b\x10\xe1\xf0", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.2288185e-35 -9.5909484e-34  2.5591946e+09  6.7146717e-17\n"
     "  5.7608623e+22 -1.0816707e-08 -5.5722878e+29]",
     "array([-1.2288185e-35, -9.5909484e-34,  2.5591946e+09,  6.7146717e-17,\n"
     "        5.7608623e+22, -1.0816707e-08, -5.5722878e+29], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x9f\xab\x82\x85\x62\x5b\x9f\x88\x36\x8a\x18\x4f\x6d\xd4\x9a\x24\x84\x2f\x43\x65\x61\xd4\x39\xb2\x1b\x10\xe1\xf0", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.2288185e-35 -9.5909484e-34  2.5591946e+09  6.7146717e-17\n"
     "  5.7608623e+22 -1.0816707e-08 -5.5722878e+29]",
     "array([-1.2288185e-35, -9.5909484e-34,  2.5591946e+09,  6.7146717e-17,\n"
     "        5.7608623e+22, -1.0816707e-08, -5.5722878e+29], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x3f\x62\x84\xf6\x8e\x0d\x82\x33\xcf\x54\xa5\x07\xf6\xe9\xfb\xfc\xfb\xb8\xe6\xab\x3d\x55\x20\xc2\x13\xfd\x69\xd0", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.34253096e+33  6.05606232e-08  2.48762867e-34 -1.04640944e+37\n"
     " -1.63938253e-12 -4.00832405e+01 -1.57027072e+10]",
     "array([-1.34253096e+33,  6.05606232e-08,  2.48762867e-34, -1.04640944e+37,\n"
     "       -1.63938253e-12, -4.00832405e+01, -1.57027072e+10], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x3f\x62\x84\xf6\x8e\x0d\x82\x33\xcf\x54\xa5\x07\xf6\xe9\xfb\xfc\xfb\xb8\xe6\xab\x3d\x55\x20\xc2\x13\xfd\x69\xd0", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.34253096e+33  6.05606232e-08  2.48762867e-34 -1.04640944e+37\n"
     " -1.63938253e-12 -4.00832405e+01 -1.57027072e+10]",
     "array([-1.34253096e+33,  6.05606232e-08,  2.48762867e-34, -1.04640944e+37,\n"
     "       -1.63938253e-12, -4.00832405e+01, -1.57027072e+10], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xfa\xfe\x1a\x5c\x2e\x09\xbb\xdd\x0e\x3c\x3a\xa4\x7d\xb5\xbf\xa4\x93\x01\x88\x61\xc7\x5a\xf5\x57\x55\x85\xa9\x61", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.7450998e+17 -1.6846692e+18 -4.0383189e-17 -8.3140499e-17\n"
     "  3.1360883e+20  5.3954047e+14  3.9088842e+20]",
     "array([ 1.7450998e+17, -1.6846692e+18, -4.0383189e-17, -8.3140499e-17,\n"
     "        3.1360883e+20,  5.3954047e+14,  3.9088842e+20], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xfa\xfe\x1a\x5c\x2e\x09\xbb\xdd\x0e\x3c\x3a\xa4\x7d\xb5\xbf\xa4\x93\x01\x88\x61\xc7\x5a\xf5\x57\x55\x85\xa9\x61", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.7450998e+17 -1.6846692e+18 -4.0383189e-17 -8.3140499e-17\n"
     "  3.1360883e+20  5.3954047e+14  3.9088842e+20]",
     "array([ 1.7450998e+17, -1.6846692e+18, -4.0383189e-17, -8.3140499e-17,\n"
     "        3.1360883e+20,  5.3954047e+14,  3.9088842e+20], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x32\x07\xbd\xb6\xea\x3a\xf9\x80\x5d\x3c\x52\x05\x64\xf2\x47\x04\xa0\x99\x4d\x31\xac\xb4\x5a\x7e\x3d\x22\x91\x99", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-5.6334766e-06 -2.2888173e-38  9.8852395e-36  2.3503638e-36\n"
     "  2.9918752e-09  7.2677451e+37 -1.5006477e-23]",
     "array([-5.6334766e-06, -2.2888173e-38,  9.8852395e-36,  2.3503638e-36,\n"
     "        2.9918752e-09,  7.2677451e+37, -1.5006477e-23], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x32\x07\xbd\xb6\xea\x3a\xf9\x80\x5d\x3c\x52\x05\x64\xf2\x47\x04\xa0\x99\x4d\x31\xac\xb4\x5a\x7e\x3d\x22\x91\x99", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-5.6334766e-06 -2.2888173e-38  9.8852395e-36  2.3503638e-36\n"
     "  2.9918752e-09  7.2677451e+37 -1.5006477e-23]",
     "array([-5.6334766e-06, -2.2888173e-38,  9.8852395e-36,  2.3503638e-36,\n"
     "        2.9918752e-09,  7.2677451e+37, -1.5006477e-23], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x72\xac\xba\xf8\xc0\xcd\x7a\xc7\xcd\x3f\x14\x49\x4d\xfd\x8f\x83\x50\x36\x8b\xbf\x4b\xd2\x89\xe2\xd9\x9c\x5a\x71", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.0289526e+34 -6.4205750e+04  6.0722881e+05 -8.4629396e-37\n"
     " -1.0875950e+00 -1.2711786e+21  1.0825176e+30]",
     "array([-3.0289526e+34, -6.4205750e+04,  6.0722881e+05, -8.4629396e-37,\n"
     "       -1.0875950e+00, -1.2711786e+21,  1.0825176e+30], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x72\xac\xba\xf8\xc0\xcd\x7a\xc7\xcd\x3f\x14\x49\x4d\xfd\x8f\x83\x50\x36\x8b\xbf\x4b\xd2\x89\xe2\xd9\x9c\x5a\x71", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.0289526e+34 -6.4205750e+04  6.0722881e+05 -8.4629396e-37\n"
     " -1.0875950e+00 -1.2711786e+21  1.0825176e+30]",
     "array([-3.0289526e+34, -6.4205750e+04,  6.0722881e+05, -8.4629396e-37,\n"
     "       -1.0875950e+00, -1.2711786e+21,  1.0825176e+30], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xb8\xfc\x56\xb7\x41\x71\x93\x35\xc3\xd4\xb4\x75\x9c\x3f\xae\xe7\x4e\x8a\xca\x61\xfd\xca\x4e\x04\xcf\x7b\xf9\xc9", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.2814235e-05  1.0985315e-06  4.5846131e+32 -1.6457303e+24\n"
     "  4.6702603e+20  2.4308391e-36 -2.0437699e+06]",
     "array([-1.2814235e-05,  1.0985315e-06,  4.5846131e+32, -1.6457303e+24,\n"
     "        4.6702603e+20,  2.4308391e-36, -2.0437699e+06], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xb8\xfc\x56\xb7\x41\x71\x93\x35\xc3\xd4\xb4\x75\x9c\x3f\xae\xe7\x4e\x8a\xca\x61\xfd\xca\x4e\x04\xcf\x7b\xf9\xc9", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.2814235e-05  1.0985315e-06  4.5846131e+32 -1.6457303e+24\n"
     "  4.6702603e+20  2.4308391e-36 -2.0437699e+06]",
     "array([-1.2814235e-05,  1.0985315e-06,  4.5846131e+32, -1.6457303e+24,\n"
     "        4.6702603e+20,  2.4308391e-36, -2.0437699e+06], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xd1\xc2\xb2\x4d\xf6\xe4\x58\x70\x04\x29\xc0\xff\x07\x64\x1e\x63\x6c\x0d\x1c\x43\x42\xaa\xc8\x3b\x56\xfb\x5a\xd9", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 3.7488899e+08  2.6850224e+29            nan  2.9217933e+21\n"
     "  1.5605243e+02  6.1238119e-03 -3.8523682e+15]",
     "array([ 3.7488899e+08,  2.6850224e+29,            nan,  2.9217933e+21,\n"
     "        1.5605243e+02,  6.1238119e-03, -3.8523682e+15], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\xd1\xc2\xb2\x4d\xf6\xe4\x58\x70\x04\x29\xc0\xff\x07\x64\x1e\x63\x6c\x0d\x1c\x43\x42\xaa\xc8\x3b\x56\xfb\x5a\xd9", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 3.7488899e+08  2.6850224e+29            nan  2.9217933e+21\n"
     "  1.5605243e+02  6.1238119e-03 -3.8523682e+15]",
     "array([ 3.7488899e+08,  2.6850224e+29,            nan,  2.9217933e+21,\n"
     "        1.5605243e+02,  6.1238119e-03, -3.8523682e+15], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x64\x2b\xed\x36\x03\x0d\x0e\x9b\x9d\x41\xba\x3c\x2b\x5b\x58\xce\xc2\x06\xc6\xb7\x21\x81\x5c\xa1\x9b\x05\xea\x6c", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 7.0682017e-06 -1.1750169e-22  2.2736365e-02 -9.0746336e+08\n"
     " -2.3606586e-05 -7.4709800e-19  2.2633209e+27]",
     "array([ 7.0682017e-06, -1.1750169e-22,  2.2736365e-02, -9.0746336e+08,\n"
     "       -2.3606586e-05, -7.4709800e-19,  2.2633209e+27], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x64\x2b\xed\x36\x03\x0d\x0e\x9b\x9d\x41\xba\x3c\x2b\x5b\x58\xce\xc2\x06\xc6\xb7\x21\x81\x5c\xa1\x9b\x05\xea\x6c", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 7.0682017e-06 -1.1750169e-22  2.2736365e-02 -9.0746336e+08\n"
     " -2.3606586e-05 -7.4709800e-19  2.2633209e+27]",
     "array([ 7.0682017e-06, -1.1750169e-22,  2.2736365e-02, -9.0746336e+08,\n"
     "       -2.3606586e-05, -7.4709800e-19,  2.2633209e+27], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x83\xb3\xd9\x5c\xb8\x0e\x1c\xf3\xc4\x0d\xc3\xc2\xce\xdb\x51\x64\xff\xb0\xc7\x06\xcb\x50\xf2\x20\x67\x55\x62\x72", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 4.9021956e+17 -1.2364149e+31 -9.7526886e+01  1.5484832e+22\n"
     "  7.5115553e-35  4.1049859e-19  4.4829989e+30]",
     "array([ 4.9021956e+17, -1.2364149e+31, -9.7526886e+01,  1.5484832e+22,\n"
     "        7.5115553e-35,  4.1049859e-19,  4.4829989e+30], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {7}, "\x83\xb3\xd9\x5c\xb8\x0e\x1c\xf3\xc4\x0d\xc3\xc2\xce\xdb\x51\x64\xff\xb0\xc7\x06\xcb\x50\xf2\x20\x67\x55\x62\x72", 28,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 4.9021956e+17 -1.2364149e+31 -9.7526886e+01  1.5484832e+22\n"
     "  7.5115553e-35  4.1049859e-19  4.4829989e+30]",
     "array([ 4.9021956e+17, -1.2364149e+31, -9.7526886e+01,  1.5484832e+22,\n"
     "        7.5115553e-35,  4.1049859e-19,  4.4829989e+30], dtype=float32)"},
    {CUJIT_FLOAT32, 2, {5, 4}, "\xc5\x4f\x76\x3f\xb3\x85\x2d\xc0\x55\xd0\x2a\x3d\x2d\x09\xcf\xbf\x9e\x08\x8e\x3f\xf2\x23\x2c\x3e\x4d\x64\x0c\x3f\x02\x56\x88\xbf\x01\x0a\xea\x3f\xe2\x48\x01\x40\x6b\x4a\x88\xbf\xa0\xe1\xbe\x3e\x8c\x5d\x2c\xbf\xbd\x15\xc1\xbc\x64\x00\xa2\xbf\xa0\xfe\xee\x3f\x26\x1c\x78\xbf\x4c\x98\x97\xbe\x2f\x61\x00\x3f\x89\xc6\x25\xbf", 80,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ 0.9621547  -2.7112854   0.04170259 -1.6174675 ]\n"
     " [ 1.109638    0.16810587  0.54840547 -1.0651248 ]\n"
     " [ 1.8284303   2.0200734  -1.064771    0.37281513]\n"
     " [-0.6733024  -0.02356994 -1.2656369   1.8671455 ]\n"
     " [-0.9691795  -0.2960838   0.5014829  -0.64756066]]",
     "array([[ 0.9621547 , -2.7112854 ,  0.04170259, -1.6174675 ],\n"
     "       [ 1.109638  ,  0.16810587,  0.54840547, -1.0651248 ],\n"
     "       [ 1.8284303 ,  2.0200734 , -1.064771  ,  0.37281513],\n"
     "       [-0.6733024 , -0.02356994, -1.2656369 ,  1.8671455 ],\n"
     "       [-0.9691795 , -0.2960838 ,  0.5014829 , -0.64756066]],\n"
     "      dtype=float32)"},
    {CUJIT_FLOAT32, 3, {3, 2, 9}, "\x30\x73\xbf\xc1\xb8\x74\x61\xc2\x86\x89\x55\xc1\xc8\x1b\xea\xc2\xfb\x31\x2f\xc2\xac\x83\xa5\xc1\x8b\x7d\x05\xc2\x69\x68\xb5\x40\x56\x7b\xea\xc1\x6d\xa4\x96\x42\x43\x47\x01\xc2\xad\xa3\x5a\xc1\xce\xf4\x84\xc2\x1f\x9b\x52\xc2\x08\xe6\xfc\xc2\x93\x83\x4f\x42\xec\x80\xe4\xc2\xd9\x2b\x95\xc2\xa7\xb2\x0f\x42\x83\x07\x21\x42\xc0\x0b\x20\xc2\x34\xed\x49\xc3\x90\x34\x28\x42\x99\xa6\xcf\x41\xf6\x3c\x0d\xc3\x7e\x10\x9a\x42\x4f\x38\x8c\xc2\xd5\x3c\xe1\xc2\x4d\x2b\x19\x41\xbf\xc6\x8e\xc1\x65\x19\xa2\x41\x26\x93\x20\xc3\x17\x39\x35\x43\x3e\x10\x71\xc2\x47\xf7\x19\xc3\x71\x89\x77\x42\xf1\xeb\x0d\xc2\x82\xf1\x01\x42\xe7\xd7\x07\xc2\x4e\x2b\xbf\xc0\x47\x9e\xc4\x41\xa1\x54\x95\xc2\x78\xbf\x87\x42\xc5\xf5\x3b\xc2\xfb\xef\xad\xc2\xf6\x80\xf6\x40\x3a\x04\x32\x42\x73\x43\xb7\xc1\x03\x81\xac\xc2\x0b\xea\x77\x42\x6b\x08\x30\xc3\x3e\x2c\xce\xc2\x4e\xf2\x7c\x40\x1f\x1b\x08\xc3", 216,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[ -23.931244   -56.363983   -13.346075  -117.05426    -43.79881\n"
     "    -20.689293   -33.3726       5.6689954  -29.310223 ]\n"
     "  [  75.321144   -32.31959    -13.66496    -66.478134   -52.651485\n"
     "   -126.44928     51.87849   -114.2518     -74.58564  ]]\n"
     "\n"
     " [[  35.924465    40.257336   -40.011475  -201.92657     42.05133\n"
     "     25.956347  -141.23813     77.03221    -70.10998  ]\n"
     "  [-112.61881      9.5730715  -17.847044    20.2624    -160.5748\n"
     "    181.223      -60.26586   -153.96593     61.88422  ]]\n"
     "\n"
     " [[ -35.48041     32.485847   -33.960842    -5.974036    24.577284\n"
     "    -74.66529     67.87396    -46.99001    -86.96871  ]\n"
     "  [   7.7032423   44.504128   -22.907934   -86.251976    61.978558\n"
     "   -176.03288   -103.08641      3.952289  -136.10594  ]]]",
     "array([[[ -23.931244 ,  -56.363983 ,  -13.346075 , -117.05426  ,\n"
     "          -43.79881  ,  -20.689293 ,  -33.3726   ,    5.6689954,\n"
     "          -29.310223 ],\n"
     "        [  75.321144 ,  -32.31959  ,  -13.66496  ,  -66.478134 ,\n"
     "          -52.651485 , -126.44928  ,   51.87849  , -114.2518   ,\n"
     "          -74.58564  ]],\n"
     "\n"
     "       [[  35.924465 ,   40.257336 ,  -40.011475 , -201.92657  ,\n"
     "           42.05133  ,   25.956347 , -141.23813  ,   77.03221  ,\n"
     "          -70.10998  ],\n"
     "        [-112.61881  ,    9.5730715,  -17.847044 ,   20.2624   ,\n"
     "         -160.5748   ,  181.223    ,  -60.26586  , -153.96593  ,\n"
     "           61.88422  ]],\n"
     "\n"
     "       [[ -35.48041  ,   32.485847 ,  -33.960842 ,   -5.974036 ,\n"
     "           24.577284 ,  -74.66529  ,   67.87396  ,  -46.99001  ,\n"
     "          -86.96871  ],\n"
     "        [   7.7032423,   44.504128 ,  -22.907934 ,  -86.251976 ,\n"
     "           61.978558 , -176.03288  , -103.08641  ,    3.952289 ,\n"
     "         -136.10594  ]]], dtype=float32)"},
    {CUJIT_FLOAT32, 1, {40}, "\x3a\x54\xe5\x3c\x26\xb8\x60\xbd\xd0\x13\x66\x3f\xb3\x2f\x6a\xbf\x69\x3b\x20\xbf\xca\x96\xaa\x3e\xb9\x48\x1d\xc0\x18\x67\x46\x40\xc6\xda\x32\xbf\x78\xd6\x3a\xbf\xda\x72\x5c\x3f\xb7\x26\x23\xbd\x51\xc4\xe3\xbf\x50\x7e\x20\x3f\x0b\xfa\x5a\x3f\x5c\x5f\xe6\xbe\xec\x2d\x90\xbe\xf9\xd2\xf8\x3e\xd3\xa5\x68\xbf\x77\x74\xe0\x3e\xe9\x14\x4c\x3e\x62\xc8\x2c\xbf\x65\x30\xb2\xbf\x37\x05\x67\xbe\xac\x1b\x60\xbf\x36\x2e\x80\x3f\x1d\x8b\x13\x3e\xb1\x36\x48\x3f\x55\xda\x09\x3e\xfa\x9a\x86\x3e\x9e\x72\x48\xbf\x28\x05\x2b\x3f\xfe\x70\xe4\x3f\x5e\x8f\x9e\xbe\x12\xc0\x17\xbf\xf2\x9f\x21\xbe\x5f\x6a\xf6\xbe\x26\x94\x33\xbf\xa2\x82\x0d\x3e\x25\xf3\x94\xbe", 160,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0.028 -0.055  0.899 -0.915 -0.626  0.333 -2.458  3.1   -0.699 -0.73\n"
     "  0.861 -0.04  -1.779  0.627  0.855 -0.45  -0.282  0.486 -0.909  0.438\n"
     "  0.199 -0.675 -1.392 -0.226 -0.875  1.001  0.144  0.782  0.135  0.263\n"
     " -0.783  0.668  1.785 -0.31  -0.593 -0.158 -0.481 -0.701  0.138 -0.291]",
     "array([ 0.028, -0.055,  0.899, -0.915, -0.626,  0.333, -2.458,  3.1  ,\n"
     "       -0.699, -0.73 ,  0.861, -0.04 , -1.779,  0.627,  0.855, -0.45 ,\n"
     "       -0.282,  0.486, -0.909,  0.438,  0.199, -0.675, -1.392, -0.226,\n"
     "       -0.875,  1.001,  0.144,  0.782,  0.135,  0.263, -0.783,  0.668,\n"
     "        1.785, -0.31 , -0.593, -0.158, -0.481, -0.701,  0.138, -0.291],\n"
     "      dtype=float32)"},
    {CUJIT_FLOAT64, 1, {30}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x90\x3f\x00\x00\x00\x00\x00\x00\x30\x3f\x00\x00\x00\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00\x80\x3f\x00\x00\x00\x00\x00\x00\x80\x40\x00\x00\x00\x00\x00\x00\xc0\x40\x00\x00\x00\x00\x00\x00\xb0\x3f\x00\x00\x00\x00\x00\x00\x10\x40\x00\x00\x00\x00\x00\x00\x10\x3f\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x00\x00\x00\x00\xd0\x3e\x00\x00\x00\x00\x00\x00\x20\x3f\x00\x00\x00\x00\x00\x00\xc0\x3e\x00\x00\x00\x00\x00\x00\x90\x40\x00\x00\x00\x00\x00\x00\x20\x3f\x00\x00\x00\x00\x00\x00\xa0\x40\x00\x00\x00\x00\x00\x00\xf0\x3e\x00\x00\x00\x00\x00\x00\x20\x40\x00\x00\x00\x00\x00\x00\xd0\x40\x00\x00\x00\x00\x00\x00\xe0\x3e\x00\x00\x00\x00\x00\x00\xb0\x3e\x00\x00\x00\x00\x00\x00\x40\x3f\x00\x00\x00\x00\x00\x00\x70\x3f\x00\x00\x00\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00\xd0\x3e\x00\x00\x00\x00\x00\x00\xd0\x3e\x00\x00\x00\x00\x00\x00\x10\x40", 240,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.0000000000000e+00 2.0000000000000e+00 1.5625000000000e-02\n"
     " 2.4414062500000e-04 1.2500000000000e-01 7.8125000000000e-03\n"
     " 5.1200000000000e+02 8.1920000000000e+03 6.2500000000000e-02\n"
     " 4.0000000000000e+00 6.1035156250000e-05 1.0000000000000e+00\n"
     " 3.0517578125000e-05 3.8146972656250e-06 1.2207031250000e-04\n"
     " 1.9073486328125e-06 1.0240000000000e+03 1.2207031250000e-04\n"
     " 2.0480000000000e+03 1.5258789062500e-05 8.0000000000000e+00\n"
     " 1.6384000000000e+04 7.6293945312500e-06 9.5367431640625e-07\n"
     " 4.8828125000000e-04 3.9062500000000e-03 1.2500000000000e-01\n"
     " 3.8146972656250e-06 3.8146972656250e-06 4.0000000000000e+00]",
     "array([1.0000000000000e+00, 2.0000000000000e+00, 1.5625000000000e-02,\n"
     "       2.4414062500000e-04, 1.2500000000000e-01, 7.8125000000000e-03,\n"
     "       5.1200000000000e+02, 8.1920000000000e+03, 6.2500000000000e-02,\n"
     "       4.0000000000000e+00, 6.1035156250000e-05, 1.0000000000000e+00,\n"
     "       3.0517578125000e-05, 3.8146972656250e-06, 1.2207031250000e-04,\n"
     "       1.9073486328125e-06, 1.0240000000000e+03, 1.2207031250000e-04,\n"
     "       2.0480000000000e+03, 1.5258789062500e-05, 8.0000000000000e+00,\n"
     "       1.6384000000000e+04, 7.6293945312500e-06, 9.5367431640625e-07,\n"
     "       4.8828125000000e-04, 3.9062500000000e-03, 1.2500000000000e-01,\n"
     "       3.8146972656250e-06, 3.8146972656250e-06, 4.0000000000000e+00])"},
    {CUJIT_FLOAT64, 1, {7}, "\x9b\x3f\xf5\x16\x95\x99\xe9\x0b\x92\xc3\x0a\x62\x3b\x4b\x83\x11\x0e\xc5\xac\x25\xaf\x1c\x77\x14\x5a\x9b\x24\x7c\xda\xb5\x93\x45\x99\xed\xd3\xd4\xcc\x33\x8c\x93\xc5\xa7\x3a\x55\x6f\xe1\x31\xce\x66\xab\x07\x33\xed\xaa\x66\x44", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.79339549e-251  2.60622974e-224  4.39381186e-210  1.52501563e+027\n"
     " -1.63620724e-214 -4.82060159e+068  3.34515941e+021]",
     "array([ 2.79339549e-251,  2.60622974e-224,  4.39381186e-210,\n"
     "        1.52501563e+027, -1.63620724e-214, -4.82060159e+068,\n"
     "        3.34515941e+021])"},
    {CUJIT_FLOAT64, 1, {7}, "\x9b\x3f\xf5\x16\x95\x99\xe9\x0b\x92\xc3\x0a\x62\x3b\x4b\x83\x11\x0e\xc5\xac\x25\xaf\x1c\x77\x14\x5a\x9b\x24\x7c\xda\xb5\x93\x45\x99\xed\xd3\xd4\xcc\x33\x8c\x93\xc5\xa7\x3a\x55\x6f\xe1\x31\xce\x66\xab\x07\x33\xed\xaa\x66\x44", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.7933954860458336e-251  2.6062297409554869e-224\n"
     "  4.3938118646099283e-210  1.5250156314707840e+027\n"
     " -1.6362072376265944e-214 -4.8206015867637127e+068\n"
     "  3.3451594102845735e+021]",
     "array([ 2.7933954860458336e-251,  2.6062297409554869e-224,\n"
     "        4.3938118646099283e-210,  1.5250156314707840e+027,\n"
     "       -1.6362072376265944e-214, -4.8206015867637127e+068,\n"
     "        3.3451594102845735e+021])"},
    {CUJIT_FLOAT64, 1, {7}, "\xb9\x6f\xbe\x23\xfb\xe5\x7d\x48\x86\x30\xd7\x68\x04\x43\x11\xd3\x4b\xfa\x89\x5c\x19\x79\xf6\xbe\x41\x7a\x60\xd8\x6c\xee\x76\x20\x3a\x1a\x6e\xba\x3f\xe2\x6c\xce\xc3\xc7\x2e\x5a\x66\xdf\xcc\xd4\x7c\x48\x69\xce\x94\xfd\x85\x2d", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.62782173e+041 -1.40651517e+092 -2.14319641e-005  2.73647695e-152\n"
     " -6.22964241e+069 -3.15758684e+100  2.15907349e-089]",
     "array([ 1.62782173e+041, -1.40651517e+092, -2.14319641e-005,\n"
     "        2.73647695e-152, -6.22964241e+069, -3.15758684e+100,\n"
     "        2.15907349e-089])"},
    {CUJIT_FLOAT64, 1, {7}, "\xb9\x6f\xbe\x23\xfb\xe5\x7d\x48\x86\x30\xd7\x68\x04\x43\x11\xd3\x4b\xfa\x89\x5c\x19\x79\xf6\xbe\x41\x7a\x60\xd8\x6c\xee\x76\x20\x3a\x1a\x6e\xba\x3f\xe2\x6c\xce\xc3\xc7\x2e\x5a\x66\xdf\xcc\xd4\x7c\x48\x69\xce\x94\xfd\x85\x2d", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.6278217349161147e+041 -1.4065151666934200e+092\n"
     " -2.1431964145163841e-005  2.7364769502790010e-152\n"
     " -6.2296424070055212e+069 -3.1575868358227403e+100\n"
     "  2.1590734880806362e-089]",
     "array([ 1.6278217349161147e+041, -1.4065151666934200e+092,\n"
     "       -2.1431964145163841e-005,  2.7364769502790010e-152,\n"
     "       -6.2296424070055212e+069, -3.1575868358227403e+100,\n"
     "        2.1590734880806362e-089])"},
    {CUJIT_FLOAT64, 1, {7}, "\xb9\xeb\x69\x29\xfe\xa9\x7f\xa0\x22\x12\x37\x6b\x3d\xca\x5d\x32\x96\x02\x97\xf9\xd2\x89\x55\x3e\xe0\x89\x1b\x2c\x43\x29\x77\x7e\x76\xf6\x6b\x5d\x35\x36\xb0\x85\x60\x75\xb8\x52\xc2\xf0\xa1\x7a\xa5\x02\xee\x76\x56\x38\x88\x8a", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.77857853e-152  4.41989000e-066  2.00591753e-008  1.55108781e+301\n"
     " -2.79096252e-281  5.21050293e+282 -6.30099459e-258]",
     "array([-3.77857853e-152,  4.41989000e-066,  2.00591753e-008,\n"
     "        1.55108781e+301, -2.79096252e-281,  5.21050293e+282,\n"
     "       -6.30099459e-258])"},
    {CUJIT_FLOAT64, 1, {7}, "\xb9\xeb\x69\x29\xfe\xa9\x7f\xa0\x22\x12\x37\x6b\x3d\xca\x5d\x32\x96\x02\x97\xf9\xd2\x89\x55\x3e\xe0\x89\x1b\x2c\x43\x29\x77\x7e\x76\xf6\x6b\x5d\x35\x36\xb0\x85\x60\x75\xb8\x52\xc2\xf0\xa1\x7a\xa5\x02\xee\x76\x56\x38\x88\x8a", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-3.7785785257452721e-152  4.4198900011845528e-066\n"
     "  2.0059175298008558e-008  1.5510878142226848e+301\n"
     " -2.7909625190482292e-281  5.2105029301959293e+282\n"
     " -6.3009945921425876e-258]",
     "array([-3.7785785257452721e-152,  4.4198900011845528e-066,\n"
     "        2.0059175298008558e-008,  1.5510878142226848e+301,\n"
     "       -2.7909625190482292e-281,  5.2105029301959293e+282,\n"
     "       -6.3009945921425876e-258])"},
    {CUJIT_FLOAT64, 1, {7}, "\xad\xc7\xe4\xe8\xd1\xf5\x91\x36\xce\x0f\xc2\x6a\x02\x0b\x51\xc7\x29\x4c\x8d\xe8\xd2\x12\x21\x47\xc1\x78\x03\xf3\xb0\x9c\xa5\xe9\x0f\xaa\x3a\x47\xcd\x37\xe1\x83\xab\xa7\xb6\xb6\xf3\x3c\xbe\x4d\x6c\x1b\xd5\x38\x66\x6c\xa4\x2c", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 7.86489020e-046 -3.53969378e+035  4.43254199e+034 -8.27148701e+200\n"
     " -5.52123565e-290  3.18444295e+066  1.22388367e-093]",
     "array([ 7.86489020e-046, -3.53969378e+035,  4.43254199e+034,\n"
     "       -8.27148701e+200, -5.52123565e-290,  3.18444295e+066,\n"
     "        1.22388367e-093])"},
    {CUJIT_FLOAT64, 1, {7}, "\xad\xc7\xe4\xe8\xd1\xf5\x91\x36\xce\x0f\xc2\x6a\x02\x0b\x51\xc7\x29\x4c\x8d\xe8\xd2\x12\x21\x47\xc1\x78\x03\xf3\xb0\x9c\xa5\xe9\x0f\xaa\x3a\x47\xcd\x37\xe1\x83\xab\xa7\xb6\xb6\xf3\x3c\xbe\x4d\x6c\x1b\xd5\x38\x66\x6c\xa4\x2c", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 7.8648901966375391e-046 -3.5396937838829821e+035\n"
     "  4.4325419926713135e+034 -8.2714870063311149e+200\n"
     " -5.5212356507974532e-290  3.1844429512724909e+066\n"
     "  1.2238836698838361e-093]",
     "array([ 7.8648901966375391e-046, -3.5396937838829821e+035,\n"
     "        4.4325419926713135e+034, -8.2714870063311149e+200,\n"
     "       -5.5212356507974532e-290,  3.1844429512724909e+066,\n"
     "        1.2238836698838361e-093])"},
    {CUJIT_FLOAT64, 1, {7}, "\x34\x20\x6a\x77\xae\x53\x36\x7c\x0a\xa3\x20\xb9\x15\x05\x55\x60\x99\x65\xca\x7d\x1d\x13\x83\x9f\x23\x26\x4e\xbe\x15\x0c\x9b\x7f\x6d\x06\xdb\x2e\xd6\x30\x76\x09\x5f\x5a\x57\x80\xe2\xb2\x45\xd5\x1f\xdd\xc3\x92\xd6\x80\x3a\x0d", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.17582465e+290  1.12732113e+156 -6.94655170e-157  4.74829863e+306\n"
     "  4.40449514e-263 -6.07496287e+102  6.06489193e-245]",
     "array([ 2.17582465e+290,  1.12732113e+156, -6.94655170e-157,\n"
     "        4.74829863e+306,  4.40449514e-263, -6.07496287e+102,\n"
     "        6.06489193e-245])"},
    {CUJIT_FLOAT64, 1, {7}, "\x34\x20\x6a\x77\xae\x53\x36\x7c\x0a\xa3\x20\xb9\x15\x05\x55\x60\x99\x65\xca\x7d\x1d\x13\x83\x9f\x23\x26\x4e\xbe\x15\x0c\x9b\x7f\x6d\x06\xdb\x2e\xd6\x30\x76\x09\x5f\x5a\x57\x80\xe2\xb2\x45\xd5\x1f\xdd\xc3\x92\xd6\x80\x3a\x0d", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 2.1758246523599294e+290  1.1273211282019782e+156\n"
     " -6.9465517036902320e-157  4.7482986270878752e+306\n"
     "  4.4044951361606194e-263 -6.0749628705438156e+102\n"
     "  6.0648919324760096e-245]",
     "array([ 2.1758246523599294e+290,  1.1273211282019782e+156,\n"
     "       -6.9465517036902320e-157,  4.7482986270878752e+306,\n"
     "        4.4044951361606194e-263, -6.0749628705438156e+102,\n"
     "        6.0648919324760096e-245])"},
    {CUJIT_FLOAT64, 1, {7}, "\x62\xc8\x62\x1a\xd3\x46\xdd\xd3\xc9\x15\x8b\x4f\x52\x5c\x10\xd0\x74\x98\x7b\x2a\x79\x28\x8a\xec\x83\x4f\x97\x2c\xc7\x2f\x16\xaa\xde\x78\x78\x72\x67\xa1\x1e\x29\xaf\x34\xeb\x55\x31\x49\x22\x71\x70\xd3\xf8\x39\xa8\xa8\x7e\x70", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-9.77102553e+095 -4.73607910e+077 -7.04487193e+214 -6.04606668e-106\n"
     "  1.27366576e-110  9.30257458e+236  7.61573888e+233]",
     "array([-9.77102553e+095, -4.73607910e+077, -7.04487193e+214,\n"
     "       -6.04606668e-106,  1.27366576e-110,  9.30257458e+236,\n"
     "        7.61573888e+233])"},
    {CUJIT_FLOAT64, 1, {7}, "\x62\xc8\x62\x1a\xd3\x46\xdd\xd3\xc9\x15\x8b\x4f\x52\x5c\x10\xd0\x74\x98\x7b\x2a\x79\x28\x8a\xec\x83\x4f\x97\x2c\xc7\x2f\x16\xaa\xde\x78\x78\x72\x67\xa1\x1e\x29\xaf\x34\xeb\x55\x31\x49\x22\x71\x70\xd3\xf8\x39\xa8\xa8\x7e\x70", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-9.7710255296261778e+095 -4.7360791007842992e+077\n"
     " -7.0448719285374244e+214 -6.0460666817537758e-106\n"
     "  1.2736657602820539e-110  9.3025745754911322e+236\n"
     "  7.6157388760648999e+233]",
     "array([-9.7710255296261778e+095, -4.7360791007842992e+077,\n"
     "       -7.0448719285374244e+214, -6.0460666817537758e-106,\n"
     "        1.2736657602820539e-110,  9.3025745754911322e+236,\n"
     "        7.6157388760648999e+233])"},
    {CUJIT_FLOAT64, 1, {7}, "\x25\x89\x30\x1f\x19\x93\xe0\xa1\x1d\x10\x19\xf4\xb4\x3a\x92\x61\xf7\x2c\x80\x73\x3a\x3d\xf9\xac\x44\xc2\xe9\xee\x28\x46\x33\x34\x77\xc9\xd6\x27\x54\x32\x75\x5a\x60\x2c\x17\xf5\x74\x96\x16\x8b\xa1\x9e\xea\x10\x0f\x8a\x7a\x6d", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.65918653e-145  1.02515194e+162 -4.83990078e-092  3.07053524e-057\n"
     "  5.73937120e+127 -3.00868085e-255  2.34210413e+219]",
     "array([-1.65918653e-145,  1.02515194e+162, -4.83990078e-092,\n"
     "        3.07053524e-057,  5.73937120e+127, -3.00868085e-255,\n"
     "        2.34210413e+219])"},
    {CUJIT_FLOAT64, 1, {7}, "\x25\x89\x30\x1f\x19\x93\xe0\xa1\x1d\x10\x19\xf4\xb4\x3a\x92\x61\xf7\x2c\x80\x73\x3a\x3d\xf9\xac\x44\xc2\xe9\xee\x28\x46\x33\x34\x77\xc9\xd6\x27\x54\x32\x75\x5a\x60\x2c\x17\xf5\x74\x96\x16\x8b\xa1\x9e\xea\x10\x0f\x8a\x7a\x6d", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.6591865315647205e-145  1.0251519443812215e+162\n"
     " -4.8399007793527436e-092  3.0705352413261250e-057\n"
     "  5.7393711959973051e+127 -3.0086808518897398e-255\n"
     "  2.3421041301245428e+219]",
     "array([-1.6591865315647205e-145,  1.0251519443812215e+162,\n"
     "       -4.8399007793527436e-092,  3.0705352413261250e-057,\n"
     "        5.7393711959973051e+127, -3.0086808518897398e-255,\n"
     "        2.3421041301245428e+219])"},
    {CUJIT_FLOAT64, 1, {7}, "\xce\x50\x56\xf9\x4e\xd7\x5d\x1f\xda\x95\x6a\x3b\x00\x83\x40\xf7\x35\xe5\x22\x0d\x48\xbc\xf8\xb0\xbe\x84\x84\x88\x6f\xc9\x41\xd5\x86\x3b\x67\xea\x26\x8c\x82\x5b\xcc\xfd\xe5\x4c\xc8\xb2\xe4\xf1\x38\x5a\xbf\x9a\x7e\x88\xfc\xcf", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.35842718e-157 -2.66206439e+266 -8.74986399e-073 -4.97975274e+102\n"
     "  6.58252860e+132 -4.31303194e+240 -2.06494796e+077]",
     "array([ 1.35842718e-157, -2.66206439e+266, -8.74986399e-073,\n"
     "       -4.97975274e+102,  6.58252860e+132, -4.31303194e+240,\n"
     "       -2.06494796e+077])"},
    {CUJIT_FLOAT64, 1, {7}, "\xce\x50\x56\xf9\x4e\xd7\x5d\x1f\xda\x95\x6a\x3b\x00\x83\x40\xf7\x35\xe5\x22\x0d\x48\xbc\xf8\xb0\xbe\x84\x84\x88\x6f\xc9\x41\xd5\x86\x3b\x67\xea\x26\x8c\x82\x5b\xcc\xfd\xe5\x4c\xc8\xb2\xe4\xf1\x38\x5a\xbf\x9a\x7e\x88\xfc\xcf", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.3584271832635029e-157 -2.6620643878861151e+266\n"
     " -8.7498639910934219e-073 -4.9797527422149668e+102\n"
     "  6.5825285964390780e+132 -4.3130319428423771e+240\n"
     " -2.0649479605063301e+077]",
     "array([ 1.3584271832635029e-157, -2.6620643878861151e+266,\n"
     "       -8.7498639910934219e-073, -4.9797527422149668e+102,\n"
     "        6.5825285964390780e+132, -4.3130319428423771e+240,\n"
     "       -2.0649479605063301e+077])"},
    {CUJIT_FLOAT64, 1, {7}, "\x51\x48\x18\x07\xdb\xeb\xc0\xfa\x48\xdd\xbd\x6e\x02\x6e\x88\x32\x12\xf0\x4d\xa6\x60\xc7\x27\x7a\x64\x3c\x3e\xbc\xea\xff\xc6\x62\x93\x1e\x09\x4b\xf1\x38\x28\x9d\x24\xa5\xef\xea\x84\x66\x0e\x40\x53\xba\x28\xa2\x4e\x8d\xb8\x19", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.96580276e+283  2.89967631e-065  2.69771615e+280  6.78124306e+167\n"
     " -3.20915117e-168  3.80005821e+000  9.02836715e-185]",
     "array([-1.96580276e+283,  2.89967631e-065,  2.69771615e+280,\n"
     "        6.78124306e+167, -3.20915117e-168,  3.80005821e+000,\n"
     "        9.02836715e-185])"},
    {CUJIT_FLOAT64, 1, {7}, "\x51\x48\x18\x07\xdb\xeb\xc0\xfa\x48\xdd\xbd\x6e\x02\x6e\x88\x32\x12\xf0\x4d\xa6\x60\xc7\x27\x7a\x64\x3c\x3e\xbc\xea\xff\xc6\x62\x93\x1e\x09\x4b\xf1\x38\x28\x9d\x24\xa5\xef\xea\x84\x66\x0e\x40\x53\xba\x28\xa2\x4e\x8d\xb8\x19", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-1.9658027612597585e+283  2.8996763140409866e-065\n"
     "  2.6977161546664389e+280  6.7812430641599137e+167\n"
     " -3.2091511671292150e-168  3.8000582079299807e+000\n"
     "  9.0283671543712064e-185]",
     "array([-1.9658027612597585e+283,  2.8996763140409866e-065,\n"
     "        2.6977161546664389e+280,  6.7812430641599137e+167,\n"
     "       -3.2091511671292150e-168,  3.8000582079299807e+000,\n"
     "        9.0283671543712064e-185])"},
    {CUJIT_FLOAT64, 1, {7}, "\x42\x19\x4d\x29\x6d\x8b\x03\x7a\x89\xe9\xc5\x0f\xce\x6e\xb4\xa3\x63\x47\x76\x94\x9f\xd5\x4e\x62\x58\x6c\x0c\xc0\x23\xd3\xc8\xfc\xdc\xf2\x36\xec\x52\xe1\xee\x67\xb0\x27\x58\x9a\x1d\xb6\xc0\x4c\x62\x90\x82\x16\x9d\x9b\x5b\xd0", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 5.54336583e+279 -1.09812186e-136  3.55127310e+165 -1.23865663e+293\n"
     "  4.40277965e+192  5.37083342e+061 -1.27870898e+079]",
     "array([ 5.54336583e+279, -1.09812186e-136,  3.55127310e+165,\n"
     "       -1.23865663e+293,  4.40277965e+192,  5.37083342e+061,\n"
     "       -1.27870898e+079])"},
    {CUJIT_FLOAT64, 1, {7}, "\x42\x19\x4d\x29\x6d\x8b\x03\x7a\x89\xe9\xc5\x0f\xce\x6e\xb4\xa3\x63\x47\x76\x94\x9f\xd5\x4e\x62\x58\x6c\x0c\xc0\x23\xd3\xc8\xfc\xdc\xf2\x36\xec\x52\xe1\xee\x67\xb0\x27\x58\x9a\x1d\xb6\xc0\x4c\x62\x90\x82\x16\x9d\x9b\x5b\xd0", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 5.5433658317916669e+279 -1.0981218578235422e-136\n"
     "  3.5512731019186769e+165 -1.2386566293507572e+293\n"
     "  4.4027796549919379e+192  5.3708334170334950e+061\n"
     " -1.2787089805142127e+079]",
     "array([ 5.5433658317916669e+279, -1.0981218578235422e-136,\n"
     "        3.5512731019186769e+165, -1.2386566293507572e+293,\n"
     "        4.4027796549919379e+192,  5.3708334170334950e+061,\n"
     "       -1.2787089805142127e+079])"},
    {CUJIT_FLOAT64, 1, {7}, "\x3a\xec\x0c\x67\xa1\xfb\x78\x77\x0e\xb3\x53\x69\xfa\x88\xf1\x45\x26\x69\xfd\xb3\xcc\x79\x57\x49\x03\x05\x65\x05\x43\xcd\x78\xf2\xe3\x19\x50\xb5\x28\x61\x34\xf6\x42\x6e\x09\xd5\xfe\xc7\x6f\xa5\x36\xd0\x7d\xfd\x8e\x56\x5d\x47", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 3.22225247e+267  8.68294658e+028  2.09410953e+045 -2.64606058e+243\n"
     " -2.50674618e+261 -2.29246435e-128  6.09328900e+035]",
     "array([ 3.22225247e+267,  8.68294658e+028,  2.09410953e+045,\n"
     "       -2.64606058e+243, -2.50674618e+261, -2.29246435e-128,\n"
     "        6.09328900e+035])"},
    {CUJIT_FLOAT64, 1, {7}, "\x3a\xec\x0c\x67\xa1\xfb\x78\x77\x0e\xb3\x53\x69\xfa\x88\xf1\x45\x26\x69\xfd\xb3\xcc\x79\x57\x49\x03\x05\x65\x05\x43\xcd\x78\xf2\xe3\x19\x50\xb5\x28\x61\x34\xf6\x42\x6e\x09\xd5\xfe\xc7\x6f\xa5\x36\xd0\x7d\xfd\x8e\x56\x5d\x47", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 3.2222524691094011e+267  8.6829465807847690e+028\n"
     "  2.0941095320575768e+045 -2.6460605829772104e+243\n"
     " -2.5067461834104920e+261 -2.2924643528795427e-128\n"
     "  6.0932889989723012e+035]",
     "array([ 3.2222524691094011e+267,  8.6829465807847690e+028,\n"
     "        2.0941095320575768e+045, -2.6460605829772104e+243,\n"
     "       -2.5067461834104920e+261, -2.2924643528795427e-128,\n"
     "        6.0932889989723012e+035])"},
    {CUJIT_FLOAT64, 1, {7}, "\x56\xe9\xea\x28\x1a\x48\x1c\xb6\x35\x30\xbb\xaf\x6b\x34\x7e\x37\xdf\x8f\x38\xfc\x5e\x24\x74\x52\x91\x7f\x3b\xfa\xeb\x3b\xaf\x8a\xd7\x25\xde\x2e\x3d\x62\xb1\x66\xe4\xde\x92\x21\x2a\xb3\xdc\x59\xbf\x6f\x55\x8d\xbc\xdf\x60\xf9", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-4.83777241e-048  2.16708584e-041  1.60273946e+089 -3.25029132e-257\n"
     "  4.72738202e+186  7.58888593e+124 -4.67372684e+276]",
     "array([-4.83777241e-048,  2.16708584e-041,  1.60273946e+089,\n"
     "       -3.25029132e-257,  4.72738202e+186,  7.58888593e+124,\n"
     "       -4.67372684e+276])"},
    {CUJIT_FLOAT64, 1, {7}, "\x56\xe9\xea\x28\x1a\x48\x1c\xb6\x35\x30\xbb\xaf\x6b\x34\x7e\x37\xdf\x8f\x38\xfc\x5e\x24\x74\x52\x91\x7f\x3b\xfa\xeb\x3b\xaf\x8a\xd7\x25\xde\x2e\x3d\x62\xb1\x66\xe4\xde\x92\x21\x2a\xb3\xdc\x59\xbf\x6f\x55\x8d\xbc\xdf\x60\xf9", 56,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-4.8377724056207596e-048  2.1670858365264575e-041\n"
     "  1.6027394573725465e+089 -3.2502913197574380e-257\n"
     "  4.7273820162006480e+186  7.5888859310187240e+124\n"
     " -4.6737268440710010e+276]",
     "array([-4.8377724056207596e-048,  2.1670858365264575e-041,\n"
     "        1.6027394573725465e+089, -3.2502913197574380e-257,\n"
     "        4.7273820162006480e+186,  7.5888859310187240e+124,\n"
     "       -4.6737268440710010e+276])"},
    {CUJIT_FLOAT64, 2, {5, 4}, "\xa1\x3b\x3b\x2a\x11\x01\xe2\x3f\x09\x70\x41\xb7\xdf\x25\xee\x3f\x3d\x85\x1a\xd8\xa7\x2c\xd8\x3f\xa8\x69\x72\x72\xaf\xe8\xf2\x3f\x6d\xcb\x4a\xac\x36\x0b\xf0\xbf\x03\xd4\xda\x38\xf8\x3d\x02\xc0\x6d\xae\x63\xab\xc5\x89\xe8\x3f\x59\x5e\xae\xb6\x1c\x22\xf3\xbf\x02\xba\xcb\x4e\xbc\xe3\xd4\xbf\xd5\x5b\xdf\x9e\x8d\xdc\xf2\xbf\x5b\xf6\x3c\x6a\x64\xd6\xf0\x3f\xbf\x3b\x9c\x8b\x4f\xaf\xeb\x3f\x9c\xb6\xdd\xf2\xc2\x0a\xe7\xbf\x77\xa3\x99\xba\x67\xe9\xec\x3f\x59\xd5\x86\xc6\x06\x0c\xbf\x3f\x2f\x45\x57\x42\x7e\xd7\xc1\xbf\xfd\x54\x6f\x7b\xb7\x65\xad\x3f\x66\x95\xeb\xe6\xb0\xf3\xc9\xbf\x65\xf3\xdd\x84\x1f\xae\xe3\x3f\xd1\x8c\x5c\x0e\xbc\xdc\xd3\x3f", 160,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ 0.56263026  0.94212328  0.37772556  1.18180794]\n"
     " [-1.00273769 -2.2802586   0.76681789 -1.19582816]\n"
     " [-0.32639988 -1.178846    1.05234186  0.86515023]\n"
     " [-0.72006366  0.90349184  0.12127726 -0.13938883]\n"
     " [ 0.05741666 -0.20274936  0.61500526  0.31034757]]",
     "array([[ 0.56263026,  0.94212328,  0.37772556,  1.18180794],\n"
     "       [-1.00273769, -2.2802586 ,  0.76681789, -1.19582816],\n"
     "       [-0.32639988, -1.178846  ,  1.05234186,  0.86515023],\n"
     "       [-0.72006366,  0.90349184,  0.12127726, -0.13938883],\n"
     "       [ 0.05741666, -0.20274936,  0.61500526,  0.31034757]])"},
    {CUJIT_FLOAT64, 3, {3, 2, 9}, "\x47\xfc\x07\xf2\x2d\x79\x41\xc0\x69\x3f\xf8\x69\x09\x28\x59\x40\x3a\x9b\x61\x4b\xe3\x92\x4e\xc0\x39\xaf\xbd\x52\x80\xb1\x3c\x40\xb8\xf8\x73\xb8\x96\x1b\x45\x40\xcd\xa5\x50\xbe\x2e\x7c\x62\x40\x3a\x79\x69\x42\xa6\x45\x49\xc0\x98\x2f\xd8\x23\xdd\xc9\x65\x40\x3e\xf9\x7f\xa0\xd2\x9d\x31\x40\x0a\x31\xe7\x14\xcf\x65\x33\xc0\xea\x4f\xea\x5a\xd3\xcf\x50\xc0\x46\xf6\x8a\x46\x8e\x50\x4d\x40\xc1\xb7\x68\x12\xf8\x92\x13\x40\x67\x0f\xda\x6b\x19\x97\x5b\xc0\x3d\x37\x7e\x59\x7a\x32\x5c\xc0\xf3\x27\x12\x57\xa5\xc6\x4b\xc0\x6c\x28\x9b\x3c\x70\xe6\x50\xc0\x42\x79\x48\x70\xef\x41\x5b\x40\xbe\x37\x44\xf9\xb8\x31\x61\x40\xdd\x6c\x76\x16\xc8\xb6\x55\x40\x3e\xf6\x62\xc7\xb8\xe4\x41\x40\x18\x83\x9f\xf5\x72\x69\x45\xc0\xfa\x68\x31\xaf\x14\xcb\x15\x40\xf2\xdd\x6b\xf5\x1f\x1e\x56\x40\x3a\x92\x30\x74\x1c\xa3\x6a\x40\xcb\xe3\xd6\x0e\x8e\xd2\x56\x40\x0d\xb5\x62\x07\x8d\x0a\x3c\xc0\xa2\x1b\xb3\x17\x89\x6b\x0e\x40\x08\xef\xd0\x21\x93\x20\x48\xc0\x2e\x7e\xab\xd3\x59\x8f\x53\xc0\x57\x92\xbf\x62\x98\x6c\x32\xc0\xd0\xce\x63\x72\xbc\x8f\x33\x40\xde\x2e\x6e\x94\xe2\xf2\x66\x40\x90\xf8\xf7\xfa\x1f\xd0\x14\x40\x50\x9e\x29\xbc\x8b\xf7\x60\x40\x15\x59\x25\x0e\xf7\x17\x66\x40\xa4\x23\xbd\x08\xed\x85\x1f\x40\x28\xb6\x46\xd9\xf4\x18\x64\x40\xa6\x65\xb6\x2a\x96\xdf\x51\x40\xfa\xdc\x8e\xa7\x73\xe0\x44\xc0\x02\xd7\x93\xcf\x9b\x84\x3a\x40\xe5\x73\xf5\x8b\x60\x4d\x02\x40\xff\xca\x0f\x11\xe1\x3b\x37\xc0\xfa\x2d\x45\xb0\xcc\xe0\x33\xc0\xe1\x15\xb7\x2e\x84\xd7\x2c\x40\x1d\x8e\xd9\xc2\x84\xb5\x45\x40\x53\xbf\xd9\x76\x3e\x1f\x56\xc0\x8a\x93\xbe\x69\x5f\x0a\xee\xbf\x84\xf0\xe5\x3b\x89\x07\x63\xc0\x9f\x3f\x53\x62\x5d\x14\x3a\x40\x83\x30\x22\xc3\x12\x2e\x4f\x40\x36\xa2\xbd\x6d\x3e\x65\x30\x40\xbd\xf3\x66\x37\xd7\x95\x3c\x40\xad\x79\xce\x8f\x45\x7f\x4d\x40", 432,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[ -34.94671464  100.62557458  -61.14756148   28.69336431   42.21553713\n"
     "    147.88070598  -50.54413633  174.30824463   17.61649516]\n"
     "  [ -19.39769107  -67.24727509   58.62934191    4.89352444 -110.36092659\n"
     "   -112.78871763  -55.55192078  -67.60060039  109.03023917]]\n"
     "\n"
     " [[ 137.5538298    86.85596239   35.786889    -42.82382078    5.44832109\n"
     "     88.4707006   213.09722337   91.28992053  -28.04121443]\n"
     "  [   3.80250758  -48.25449012  -78.23985759  -18.42420022   19.56146922\n"
     "    183.59015867    5.203247    135.7358075   176.74890811]]\n"
     "\n"
     " [[   7.88078703  160.77988876   71.49354046  -41.7535295    26.51800248\n"
     "      2.2877818   -23.23390299  -19.8781233    14.42093035]\n"
     "  [  43.41811405  -88.48818752   -0.9387662  -152.23550219   26.07954993\n"
     "     62.35994758   16.39548384   28.58531519   58.99431036]]]",
     "array([[[ -34.94671464,  100.62557458,  -61.14756148,   28.69336431,\n"
     "           42.21553713,  147.88070598,  -50.54413633,  174.30824463,\n"
     "           17.61649516],\n"
     "        [ -19.39769107,  -67.24727509,   58.62934191,    4.89352444,\n"
     "         -110.36092659, -112.78871763,  -55.55192078,  -67.60060039,\n"
     "          109.03023917]],\n"
     "\n"
     "       [[ 137.5538298 ,   86.85596239,   35.786889  ,  -42.82382078,\n"
     "            5.44832109,   88.4707006 ,  213.09722337,   91.28992053,\n"
     "          -28.04121443],\n"
     "        [   3.80250758,  -48.25449012,  -78.23985759,  -18.42420022,\n"
     "           19.56146922,  183.59015867,    5.203247  ,  135.7358075 ,\n"
     "          176.74890811]],\n"
     "\n"
     "       [[   7.88078703,  160.77988876,   71.49354046,  -41.7535295 ,\n"
     "           26.51800248,    2.2877818 ,  -23.23390299,  -19.8781233 ,\n"
     "           14.42093035],\n"
     "        [  43.41811405,  -88.48818752,   -0.9387662 , -152.23550219,\n"
     "           26.07954993,   62.35994758,   16.39548384,   28.58531519,\n"
     "           58.99431036]]])"},
    {CUJIT_FLOAT64, 1, {40}, "\x35\x87\xce\x90\x81\x48\xe5\xbf\xc9\xfc\x78\x2c\x27\x99\xce\xbf\x17\xd1\x9f\x2f\x79\x59\xe0\x3f\x80\xd9\x0f\x56\xb9\x07\xf0\x3f\xa6\x2c\xd1\x69\x64\x46\xd9\x3f\x78\x68\x92\x8f\x41\x6c\x04\x40\xec\x88\xad\x0d\x68\x63\xb7\xbf\x76\xe6\x65\xde\x37\xfd\xef\x3f\x97\x5a\xf0\x3d\x84\x44\xf4\x3f\xf9\x4b\x9d\xcd\x5e\x1f\xc1\xbf\x45\x3d\x60\x3b\xa4\x41\xea\xbf\x5e\x21\x1e\x0c\xf1\xeb\xf2\xbf\x86\x63\x94\x23\x7e\xc5\xc4\x3f\x5a\x19\x1c\x7f\xc1\xc3\xf1\x3f\x78\x34\x1c\xda\x03\x63\xd1\x3f\x6b\x62\x50\xdb\x25\x20\xc6\x3f\xb5\xa3\x6e\x4e\x0a\x45\xd8\xbf\xfb\xd2\x4d\xa0\xf4\xf3\xe1\x3f\x4d\xdb\x1d\x97\x2e\x16\x01\xc0\xed\x4e\x8f\x1d\x68\xbe\xcd\x3f\xde\xa0\xbf\xae\x24\xcd\x9c\x3f\x0a\x01\xf6\xe4\xe9\xec\xf5\xbf\x08\x8c\x6b\xe2\x9f\x67\x01\x40\xb6\x08\x79\x37\xd8\x32\xf6\xbf\x9b\xaf\xeb\x21\x86\x3d\xf1\xbf\xd8\x98\xde\x3b\xbc\x36\xf3\xbf\x0e\x5c\x31\x07\x11\xc4\xf1\x3f\xac\x0b\x58\xf1\x30\x6b\xec\xbf\x93\x24\x3e\x22\xa2\x65\xe5\x3f\x25\xb2\x64\x17\xe2\xcc\xe2\x3f\x72\x33\xcc\xa4\x70\x9e\xd0\x3f\x6f\x7e\x10\xdc\xd7\xeb\xf4\xbf\xb8\x2e\x64\x1d\x60\x96\xe3\xbf\xf8\xe8\xeb\x33\x14\xc5\xfa\x3f\x75\x43\xc8\x15\xee\xa6\xf4\xbf\xf7\xd5\x0a\xdd\xea\x9c\xea\xbf\x05\xa0\x9d\x7a\x7e\xc4\xc4\xbf\xe7\x0d\xc6\x25\x3f\xe3\xe9\x3f\x75\x8c\x82\x43\xdb\x1a\xd0\x3f\xb5\x8f\x8b\x64\xd3\xbe\xe7\x3f", 320,
     {.precision = 3, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-0.665 -0.239  0.511  1.002  0.395  2.553 -0.091  1.     1.267 -0.134\n"
     " -0.821 -1.183  0.162  1.11   0.272  0.173 -0.379  0.561 -2.136  0.232\n"
     "  0.028 -1.37   2.176 -1.387 -1.078 -1.201  1.11  -0.888  0.669  0.588\n"
     "  0.26  -1.308 -0.612  1.673 -1.291 -0.832 -0.162  0.809  0.252  0.742]",
     "array([-0.665, -0.239,  0.511,  1.002,  0.395,  2.553, -0.091,  1.   ,\n"
     "        1.267, -0.134, -0.821, -1.183,  0.162,  1.11 ,  0.272,  0.173,\n"
     "       -0.379,  0.561, -2.136,  0.232,  0.028, -1.37 ,  2.176, -1.387,\n"
     "       -1.078, -1.201,  1.11 , -0.888,  0.669,  0.588,  0.26 , -1.308,\n"
     "       -0.612,  1.673, -1.291, -0.832, -0.162,  0.809,  0.252,  0.742])"},
    {CUJIT_FLOAT64, 1, {30}, "\x00\x00\x00\x00\x00\x00\xf0\x3e\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x20\x40\x00\x00\x00\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00\x20\x3f\x00\x00\x00\x00\x00\x00\x90\x3f\x00\x00\x00\x00\x00\x00\x80\x40\x00\x00\x00\x00\x00\x00\x30\x40\x00\x00\x00\x00\x00\x00\xc0\x3e\x00\x00\x00\x00\x00\x00\x60\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\xb0\x3e\x00\x00\x00\x00\x00\x00\x40\x40\x00\x00\x00\x00\x00\x00\xd0\x3e\x00\x00\x00\x00\x00\x00\xf0\x3e\x00\x00\x00\x00\x00\x00\x20\x40\x00\x00\x00\x00\x00\x00\x60\x3f\x00\x00\x00\x00\x00\x00\x20\x40\x00\x00\x00\x00\x00\x00\xc0\x40\x00\x00\x00\x00\x00\x00\x60\x3f\x00\x00\x00\x00\x00\x00\xc0\x40\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\xd0\x40\x00\x00\x00\x00\x00\x00\x60\x40\x00\x00\x00\x00\x00\x00\xc0\x3e\x00\x00\x00\x00\x00\x00\x60\x3f\x00\x00\x00\x00\x00\x00\x70\x40\x00\x00\x00\x00\x00\x00\x60\x40\x00\x00\x00\x00\x00\x00\xb0\x40", 240,
     {.precision = 8, .mode = 2, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.5258789062500e-05 1.0000000000000e+00 8.0000000000000e+00\n"
     " 1.2500000000000e-01 1.2207031250000e-04 1.5625000000000e-02\n"
     " 5.1200000000000e+02 1.6000000000000e+01 1.9073486328125e-06\n"
     " 1.9531250000000e-03 2.0000000000000e+00 2.0000000000000e+00\n"
     " 9.5367431640625e-07 3.2000000000000e+01 3.8146972656250e-06\n"
     " 1.5258789062500e-05 8.0000000000000e+00 1.9531250000000e-03\n"
     " 8.0000000000000e+00 8.1920000000000e+03 1.9531250000000e-03\n"
     " 8.1920000000000e+03 1.0000000000000e+00 1.6384000000000e+04\n"
     " 1.2800000000000e+02 1.9073486328125e-06 1.9531250000000e-03\n"
     " 2.5600000000000e+02 1.2800000000000e+02 4.0960000000000e+03]",
     "array([1.5258789062500e-05, 1.0000000000000e+00, 8.0000000000000e+00,\n"
     "       1.2500000000000e-01, 1.2207031250000e-04, 1.5625000000000e-02,\n"
     "       5.1200000000000e+02, 1.6000000000000e+01, 1.9073486328125e-06,\n"
     "       1.9531250000000e-03, 2.0000000000000e+00, 2.0000000000000e+00,\n"
     "       9.5367431640625e-07, 3.2000000000000e+01, 3.8146972656250e-06,\n"
     "       1.5258789062500e-05, 8.0000000000000e+00, 1.9531250000000e-03,\n"
     "       8.0000000000000e+00, 8.1920000000000e+03, 1.9531250000000e-03,\n"
     "       8.1920000000000e+03, 1.0000000000000e+00, 1.6384000000000e+04,\n"
     "       1.2800000000000e+02, 1.9073486328125e-06, 1.9531250000000e-03,\n"
     "       2.5600000000000e+02, 1.2800000000000e+02, 4.0960000000000e+03])"},
    {CUJIT_INT8, 1, {3}, "\x80\x00\x7f", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-128    0  127]",
     "array([-128,    0,  127], dtype=int8)"},
    {CUJIT_INT8, 2, {2, 2}, "\x01\x14\x64\x07", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]], dtype=int8)"},
    {CUJIT_INT8, 1, {2}, "\x80\x05", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-128   +5]",
     "array([-128,   +5], dtype=int8)"},
    {CUJIT_INT8, 2, {2, 2}, "\x01\x14\x64\x07", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]], dtype=int8)"},
    {CUJIT_INT8, 1, {2}, "\x80\x05", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-128    5]",
     "array([-128,    5], dtype=int8)"},
    {CUJIT_INT8, 2, {2, 2}, "\x01\x14\x64\x07", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]], dtype=int8)"},
    {CUJIT_INT8, 1, {2}, "\x80\x05", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-128    5]",
     "array([-128,    5], dtype=int8)"},
    {CUJIT_INT8, 0, {0}, "\x07", 1,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7, dtype=int8)"},
    {CUJIT_INT8, 1, {97}, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21\x22\x23\x24\x25\x26\x27\x28\x29\x2a\x2b\x2c\x2d\x2e\x2f\x30\x31\x32\x33\x34\x35\x36\x37\x38\x39\x3a\x3b\x3c\x3d\x3e\x3f\x40\x41\x42\x43\x44\x45\x46\x47\x48\x49\x4a\x4b\x4c\x4d\x4e\x4f\x50\x51\x52\x53\x54\x55\x56\x57\x58\x59\x5a\x5b\x5c\x5d\x5e\x5f\x60", 97,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96], dtype=int8)"},
    {CUJIT_INT8, 4, {2, 1, 0, 3}, "\x00\x01\x02\x03\x04\x05\x06", 7,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=int8)"},
    {CUJIT_UINT8, 1, {3}, "\x00\x00\xff", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  0   0 255]",
     "array([  0,   0, 255], dtype=uint8)"},
    {CUJIT_UINT8, 2, {2, 2}, "\x01\x14\x64\x07", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]], dtype=uint8)"},
    {CUJIT_UINT8, 1, {2}, "\x00\x05", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0 +5]",
     "array([+0, +5], dtype=uint8)"},
    {CUJIT_UINT8, 2, {2, 2}, "\x01\x14\x64\x07", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]], dtype=uint8)"},
    {CUJIT_UINT8, 1, {2}, "\x00\x05", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0 5]",
     "array([0, 5], dtype=uint8)"},
    {CUJIT_UINT8, 2, {2, 2}, "\x01\x14\x64\x07", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]], dtype=uint8)"},
    {CUJIT_UINT8, 1, {2}, "\x00\x05", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0  5]",
     "array([ 0,  5], dtype=uint8)"},
    {CUJIT_UINT8, 0, {0}, "\x07", 1,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7, dtype=uint8)"},
    {CUJIT_UINT8, 1, {97}, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21\x22\x23\x24\x25\x26\x27\x28\x29\x2a\x2b\x2c\x2d\x2e\x2f\x30\x31\x32\x33\x34\x35\x36\x37\x38\x39\x3a\x3b\x3c\x3d\x3e\x3f\x40\x41\x42\x43\x44\x45\x46\x47\x48\x49\x4a\x4b\x4c\x4d\x4e\x4f\x50\x51\x52\x53\x54\x55\x56\x57\x58\x59\x5a\x5b\x5c\x5d\x5e\x5f\x60", 97,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96], dtype=uint8)"},
    {CUJIT_UINT8, 4, {2, 1, 0, 3}, "\x00\x01\x02\x03\x04\x05\x06", 7,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=uint8)"},
    {CUJIT_INT16, 1, {3}, "\x00\x80\x00\x00\xff\x7f", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-32768      0  32767]",
     "array([-32768,      0,  32767], dtype=int16)"},
    {CUJIT_INT16, 2, {2, 2}, "\x01\x00\x14\x00\x64\x00\x07\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]], dtype=int16)"},
    {CUJIT_INT16, 1, {2}, "\x00\x80\x05\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-32768     +5]",
     "array([-32768,     +5], dtype=int16)"},
    {CUJIT_INT16, 2, {2, 2}, "\x01\x00\x14\x00\x64\x00\x07\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]], dtype=int16)"},
    {CUJIT_INT16, 1, {2}, "\x00\x80\x05\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-32768      5]",
     "array([-32768,      5], dtype=int16)"},
    {CUJIT_INT16, 2, {2, 2}, "\x01\x00\x14\x00\x64\x00\x07\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]], dtype=int16)"},
    {CUJIT_INT16, 1, {2}, "\x00\x80\x05\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-32768      5]",
     "array([-32768,      5], dtype=int16)"},
    {CUJIT_INT16, 0, {0}, "\x07\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7, dtype=int16)"},
    {CUJIT_INT16, 1, {97}, "\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00\x07\x00\x08\x00\x09\x00\x0a\x00\x0b\x00\x0c\x00\x0d\x00\x0e\x00\x0f\x00\x10\x00\x11\x00\x12\x00\x13\x00\x14\x00\x15\x00\x16\x00\x17\x00\x18\x00\x19\x00\x1a\x00\x1b\x00\x1c\x00\x1d\x00\x1e\x00\x1f\x00\x20\x00\x21\x00\x22\x00\x23\x00\x24\x00\x25\x00\x26\x00\x27\x00\x28\x00\x29\x00\x2a\x00\x2b\x00\x2c\x00\x2d\x00\x2e\x00\x2f\x00\x30\x00\x31\x00\x32\x00\x33\x00\x34\x00\x35\x00\x36\x00\x37\x00\x38\x00\x39\x00\x3a\x00\x3b\x00\x3c\x00\x3d\x00\x3e\x00\x3f\x00\x40\x00\x41\x00\x42\x00\x43\x00\x44\x00\x45\x00\x46\x00\x47\x00\x48\x00\x49\x00\x4a\x00\x4b\x00\x4c\x00\x4d\x00\x4e\x00\x4f\x00\x50\x00\x51\x00\x52\x00\x53\x00\x54\x00\x55\x00\x56\x00\x57\x00\x58\x00\x59\x00\x5a\x00\x5b\x00\x5c\x00\x5d\x00\x5e\x00\x5f\x00\x60\x00", 194,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96], dtype=int16)"},
    {CUJIT_INT16, 4, {2, 1, 0, 3}, "\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=int16)"},
    {CUJIT_UINT16, 1, {3}, "\x00\x00\x00\x00\xff\xff", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[    0     0 65535]",
     "array([    0,     0, 65535], dtype=uint16)"},
    {CUJIT_UINT16, 2, {2, 2}, "\x01\x00\x14\x00\x64\x00\x07\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]], dtype=uint16)"},
    {CUJIT_UINT16, 1, {2}, "\x00\x00\x05\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0 +5]",
     "array([+0, +5], dtype=uint16)"},
    {CUJIT_UINT16, 2, {2, 2}, "\x01\x00\x14\x00\x64\x00\x07\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]], dtype=uint16)"},
    {CUJIT_UINT16, 1, {2}, "\x00\x00\x05\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0 5]",
     "array([0, 5], dtype=uint16)"},
    {CUJIT_UINT16, 2, {2, 2}, "\x01\x00\x14\x00\x64\x00\x07\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]], dtype=uint16)"},
    {CUJIT_UINT16, 1, {2}, "\x00\x00\x05\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0  5]",
     "array([ 0,  5], dtype=uint16)"},
    {CUJIT_UINT16, 0, {0}, "\x07\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7, dtype=uint16)"},
    {CUJIT_UINT16, 1, {97}, "\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00\x07\x00\x08\x00\x09\x00\x0a\x00\x0b\x00\x0c\x00\x0d\x00\x0e\x00\x0f\x00\x10\x00\x11\x00\x12\x00\x13\x00\x14\x00\x15\x00\x16\x00\x17\x00\x18\x00\x19\x00\x1a\x00\x1b\x00\x1c\x00\x1d\x00\x1e\x00\x1f\x00\x20\x00\x21\x00\x22\x00\x23\x00\x24\x00\x25\x00\x26\x00\x27\x00\x28\x00\x29\x00\x2a\x00\x2b\x00\x2c\x00\x2d\x00\x2e\x00\x2f\x00\x30\x00\x31\x00\x32\x00\x33\x00\x34\x00\x35\x00\x36\x00\x37\x00\x38\x00\x39\x00\x3a\x00\x3b\x00\x3c\x00\x3d\x00\x3e\x00\x3f\x00\x40\x00\x41\x00\x42\x00\x43\x00\x44\x00\x45\x00\x46\x00\x47\x00\x48\x00\x49\x00\x4a\x00\x4b\x00\x4c\x00\x4d\x00\x4e\x00\x4f\x00\x50\x00\x51\x00\x52\x00\x53\x00\x54\x00\x55\x00\x56\x00\x57\x00\x58\x00\x59\x00\x5a\x00\x5b\x00\x5c\x00\x5d\x00\x5e\x00\x5f\x00\x60\x00", 194,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96], dtype=uint16)"},
    {CUJIT_UINT16, 4, {2, 1, 0, 3}, "\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00", 14,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=uint16)"},
    {CUJIT_INT32, 1, {3}, "\x00\x00\x00\x80\x00\x00\x00\x00\xff\xff\xff\x7f", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-2147483648           0  2147483647]",
     "array([-2147483648,           0,  2147483647], dtype=int32)"},
    {CUJIT_INT32, 2, {2, 2}, "\x01\x00\x00\x00\x14\x00\x00\x00\x64\x00\x00\x00\x07\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]], dtype=int32)"},
    {CUJIT_INT32, 1, {2}, "\x00\x00\x00\x80\x05\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-2147483648          +5]",
     "array([-2147483648,          +5], dtype=int32)"},
    {CUJIT_INT32, 2, {2, 2}, "\x01\x00\x00\x00\x14\x00\x00\x00\x64\x00\x00\x00\x07\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]], dtype=int32)"},
    {CUJIT_INT32, 1, {2}, "\x00\x00\x00\x80\x05\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-2147483648           5]",
     "array([-2147483648,           5], dtype=int32)"},
    {CUJIT_INT32, 2, {2, 2}, "\x01\x00\x00\x00\x14\x00\x00\x00\x64\x00\x00\x00\x07\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]], dtype=int32)"},
    {CUJIT_INT32, 1, {2}, "\x00\x00\x00\x80\x05\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-2147483648           5]",
     "array([-2147483648,           5], dtype=int32)"},
    {CUJIT_INT32, 0, {0}, "\x07\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7, dtype=int32)"},
    {CUJIT_INT32, 1, {97}, "\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00\x07\x00\x00\x00\x08\x00\x00\x00\x09\x00\x00\x00\x0a\x00\x00\x00\x0b\x00\x00\x00\x0c\x00\x00\x00\x0d\x00\x00\x00\x0e\x00\x00\x00\x0f\x00\x00\x00\x10\x00\x00\x00\x11\x00\x00\x00\x12\x00\x00\x00\x13\x00\x00\x00\x14\x00\x00\x00\x15\x00\x00\x00\x16\x00\x00\x00\x17\x00\x00\x00\x18\x00\x00\x00\x19\x00\x00\x00\x1a\x00\x00\x00\x1b\x00\x00\x00\x1c\x00\x00\x00\x1d\x00\x00\x00\x1e\x00\x00\x00\x1f\x00\x00\x00\x20\x00\x00\x00\x21\x00\x00\x00\x22\x00\x00\x00\x23\x00\x00\x00\x24\x00\x00\x00\x25\x00\x00\x00\x26\x00\x00\x00\x27\x00\x00\x00\x28\x00\x00\x00\x29\x00\x00\x00\x2a\x00\x00\x00\x2b\x00\x00\x00\x2c\x00\x00\x00\x2d\x00\x00\x00\x2e\x00\x00\x00\x2f\x00\x00\x00\x30\x00\x00\x00\x31\x00\x00\x00\x32\x00\x00\x00\x33\x00\x00\x00\x34\x00\x00\x00\x35\x00\x00\x00\x36\x00\x00\x00\x37\x00\x00\x00\x38\x00\x00\x00\x39\x00\x00\x00\x3a\x00\x00\x00\x3b\x00\x00\x00\x3c\x00\x00\x00\x3d\x00\x00\x00\x3e\x00\x00\x00\x3f\x00\x00\x00\x40\x00\x00\x00\x41\x00\x00\x00\x42\x00\x00\x00\x43\x00\x00\x00\x44\x00\x00\x00\x45\x00\x00\x00\x46\x00\x00\x00\x47\x00\x00\x00\x48\x00\x00\x00\x49\x00\x00\x00\x4a\x00\x00\x00\x4b\x00\x00\x00\x4c\x00\x00\x00\x4d\x00\x00\x00\x4e\x00\x00\x00\x4f\x00\x00\x00\x50\x00\x00\x00\x51\x00\x00\x00\x52\x00\x00\x00\x53\x00\x00\x00\x54\x00\x00\x00\x55\x00\x00\x00\x56\x00\x00\x00\x57\x00\x00\x00\x58\x00\x00\x00\x59\x00\x00\x00\x5a\x00\x00\x00\x5b\x00\x00\x00\x5c\x00\x00\x00\x5d\x00\x00\x00\x5e\x00\x00\x00\x5f\x00\x00\x00\x60\x00\x00\x00", 388,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96], dtype=int32)"},
    {CUJIT_INT32, 4, {2, 1, 0, 3}, "\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=int32)"},
    {CUJIT_UINT32, 1, {3}, "\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[         0          0 4294967295]",
     "array([         0,          0, 4294967295], dtype=uint32)"},
    {CUJIT_UINT32, 2, {2, 2}, "\x01\x00\x00\x00\x14\x00\x00\x00\x64\x00\x00\x00\x07\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]], dtype=uint32)"},
    {CUJIT_UINT32, 1, {2}, "\x00\x00\x00\x00\x05\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0 +5]",
     "array([+0, +5], dtype=uint32)"},
    {CUJIT_UINT32, 2, {2, 2}, "\x01\x00\x00\x00\x14\x00\x00\x00\x64\x00\x00\x00\x07\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]], dtype=uint32)"},
    {CUJIT_UINT32, 1, {2}, "\x00\x00\x00\x00\x05\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0 5]",
     "array([0, 5], dtype=uint32)"},
    {CUJIT_UINT32, 2, {2, 2}, "\x01\x00\x00\x00\x14\x00\x00\x00\x64\x00\x00\x00\x07\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]], dtype=uint32)"},
    {CUJIT_UINT32, 1, {2}, "\x00\x00\x00\x00\x05\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0  5]",
     "array([ 0,  5], dtype=uint32)"},
    {CUJIT_UINT32, 0, {0}, "\x07\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7, dtype=uint32)"},
    {CUJIT_UINT32, 1, {97}, "\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00\x07\x00\x00\x00\x08\x00\x00\x00\x09\x00\x00\x00\x0a\x00\x00\x00\x0b\x00\x00\x00\x0c\x00\x00\x00\x0d\x00\x00\x00\x0e\x00\x00\x00\x0f\x00\x00\x00\x10\x00\x00\x00\x11\x00\x00\x00\x12\x00\x00\x00\x13\x00\x00\x00\x14\x00\x00\x00\x15\x00\x00\x00\x16\x00\x00\x00\x17\x00\x00\x00\x18\x00\x00\x00\x19\x00\x00\x00\x1a\x00\x00\x00\x1b\x00\x00\x00\x1c\x00\x00\x00\x1d\x00\x00\x00\x1e\x00\x00\x00\x1f\x00\x00\x00\x20\x00\x00\x00\x21\x00\x00\x00\x22\x00\x00\x00\x23\x00\x00\x00\x24\x00\x00\x00\x25\x00\x00\x00\x26\x00\x00\x00\x27\x00\x00\x00\x28\x00\x00\x00\x29\x00\x00\x00\x2a\x00\x00\x00\x2b\x00\x00\x00\x2c\x00\x00\x00\x2d\x00\x00\x00\x2e\x00\x00\x00\x2f\x00\x00\x00\x30\x00\x00\x00\x31\x00\x00\x00\x32\x00\x00\x00\x33\x00\x00\x00\x34\x00\x00\x00\x35\x00\x00\x00\x36\x00\x00\x00\x37\x00\x00\x00\x38\x00\x00\x00\x39\x00\x00\x00\x3a\x00\x00\x00\x3b\x00\x00\x00\x3c\x00\x00\x00\x3d\x00\x00\x00\x3e\x00\x00\x00\x3f\x00\x00\x00\x40\x00\x00\x00\x41\x00\x00\x00\x42\x00\x00\x00\x43\x00\x00\x00\x44\x00\x00\x00\x45\x00\x00\x00\x46\x00\x00\x00\x47\x00\x00\x00\x48\x00\x00\x00\x49\x00\x00\x00\x4a\x00\x00\x00\x4b\x00\x00\x00\x4c\x00\x00\x00\x4d\x00\x00\x00\x4e\x00\x00\x00\x4f\x00\x00\x00\x50\x00\x00\x00\x51\x00\x00\x00\x52\x00\x00\x00\x53\x00\x00\x00\x54\x00\x00\x00\x55\x00\x00\x00\x56\x00\x00\x00\x57\x00\x00\x00\x58\x00\x00\x00\x59\x00\x00\x00\x5a\x00\x00\x00\x5b\x00\x00\x00\x5c\x00\x00\x00\x5d\x00\x00\x00\x5e\x00\x00\x00\x5f\x00\x00\x00\x60\x00\x00\x00", 388,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96], dtype=uint32)"},
    {CUJIT_UINT32, 4, {2, 1, 0, 3}, "\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00", 28,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=uint32)"},
    {CUJIT_INT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-9223372036854775808                    0  9223372036854775807]",
     "array([-9223372036854775808,                    0,  9223372036854775807])"},
    {CUJIT_INT64, 2, {2, 2}, "\x01\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]])"},
    {CUJIT_INT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80\x05\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-9223372036854775808                   +5]",
     "array([-9223372036854775808,                   +5])"},
    {CUJIT_INT64, 2, {2, 2}, "\x01\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]])"},
    {CUJIT_INT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80\x05\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-9223372036854775808                    5]",
     "array([-9223372036854775808,                    5])"},
    {CUJIT_INT64, 2, {2, 2}, "\x01\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]])"},
    {CUJIT_INT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x80\x05\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[-9223372036854775808                    5]",
     "array([-9223372036854775808,                    5])"},
    {CUJIT_INT64, 0, {0}, "\x07\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7)"},
    {CUJIT_INT64, 1, {97}, "\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x09\x00\x00\x00\x00\x00\x00\x00\x0a\x00\x00\x00\x00\x00\x00\x00\x0b\x00\x00\x00\x00\x00\x00\x00\x0c\x00\x00\x00\x00\x00\x00\x00\x0d\x00\x00\x00\x00\x00\x00\x00\x0e\x00\x00\x00\x00\x00\x00\x00\x0f\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x11\x00\x00\x00\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x13\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x15\x00\x00\x00\x00\x00\x00\x00\x16\x00\x00\x00\x00\x00\x00\x00\x17\x00\x00\x00\x00\x00\x00\x00\x18\x00\x00\x00\x00\x00\x00\x00\x19\x00\x00\x00\x00\x00\x00\x00\x1a\x00\x00\x00\x00\x00\x00\x00\x1b\x00\x00\x00\x00\x00\x00\x00\x1c\x00\x00\x00\x00\x00\x00\x00\x1d\x00\x00\x00\x00\x00\x00\x00\x1e\x00\x00\x00\x00\x00\x00\x00\x1f\x00\x00\x00\x00\x00\x00\x00\x20\x00\x00\x00\x00\x00\x00\x00\x21\x00\x00\x00\x00\x00\x00\x00\x22\x00\x00\x00\x00\x00\x00\x00\x23\x00\x00\x00\x00\x00\x00\x00\x24\x00\x00\x00\x00\x00\x00\x00\x25\x00\x00\x00\x00\x00\x00\x00\x26\x00\x00\x00\x00\x00\x00\x00\x27\x00\x00\x00\x00\x00\x00\x00\x28\x00\x00\x00\x00\x00\x00\x00\x29\x00\x00\x00\x00\x00\x00\x00\x2a\x00\x00\x00\x00\x00\x00\x00\x2b\x00\x00\x00\x00\x00\x00\x00\x2c\x00\x00\x00\x00\x00\x00\x00\x2d\x00\x00\x00\x00\x00\x00\x00\x2e\x00\x00\x00\x00\x00\x00\x00\x2f\x00\x00\x00\x00\x00\x00\x00\x30\x00\x00\x00\x00\x00\x00\x00\x31\x00\x00\x00\x00\x00\x00\x00\x32\x00\x00\x00\x00\x00\x00\x00\x33\x00\x00\x00\x00\x00\x00\x00\x34\x00\x00\x00\x00\x00\x00\x00\x35\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x00\x00\x00\x00\x37\x00\x00\x00\x00\x00\x00\x00\x38\x00\x00\x00\x00\x00\x00\x00\x39\x00\x00\x00\x00\x00\x00\x00\x3a\x00\x00\x00\x00\x00\x00\x00\x3b\x00\x00\x00\x00\x00\x00\x00\x3c\x00\x00\x00\x00\x00\x00\x00\x3d\x00\x00\x00\x00\x00\x00\x00\x3e\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x41\x00\x00\x00\x00\x00\x00\x00\x42\x00\x00\x00\x00\x00\x00\x00\x43\x00\x00\x00\x00\x00\x00\x00\x44\x00\x00\x00\x00\x00\x00\x00\x45\x00\x00\x00\x00\x00\x00\x00\x46\x00\x00\x00\x00\x00\x00\x00\x47\x00\x00\x00\x00\x00\x00\x00\x48\x00\x00\x00\x00\x00\x00\x00\x49\x00\x00\x00\x00\x00\x00\x00\x4a\x00\x00\x00\x00\x00\x00\x00\x4b\x00\x00\x00\x00\x00\x00\x00\x4c\x00\x00\x00\x00\x00\x00\x00\x4d\x00\x00\x00\x00\x00\x00\x00\x4e\x00\x00\x00\x00\x00\x00\x00\x4f\x00\x00\x00\x00\x00\x00\x00\x50\x00\x00\x00\x00\x00\x00\x00\x51\x00\x00\x00\x00\x00\x00\x00\x52\x00\x00\x00\x00\x00\x00\x00\x53\x00\x00\x00\x00\x00\x00\x00\x54\x00\x00\x00\x00\x00\x00\x00\x55\x00\x00\x00\x00\x00\x00\x00\x56\x00\x00\x00\x00\x00\x00\x00\x57\x00\x00\x00\x00\x00\x00\x00\x58\x00\x00\x00\x00\x00\x00\x00\x59\x00\x00\x00\x00\x00\x00\x00\x5a\x00\x00\x00\x00\x00\x00\x00\x5b\x00\x00\x00\x00\x00\x00\x00\x5c\x00\x00\x00\x00\x00\x00\x00\x5d\x00\x00\x00\x00\x00\x00\x00\x5e\x00\x00\x00\x00\x00\x00\x00\x5f\x00\x00\x00\x00\x00\x00\x00\x60\x00\x00\x00\x00\x00\x00\x00", 776,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96])"},
    {CUJIT_INT64, 4, {2, 1, 0, 3}, "\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=int64)"},
    {CUJIT_UINT64, 1, {3}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[                   0                    0 18446744073709551615]",
     "array([                   0,                    0, 18446744073709551615],\n"
     "      dtype=uint64)"},
    {CUJIT_UINT64, 2, {2, 2}, "\x01\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[[  +1  +20]\n"
     " [+100   +7]]",
     "array([[  +1,  +20],\n"
     "       [+100,   +7]], dtype=uint64)"},
    {CUJIT_UINT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0 +5]",
     "array([+0, +5], dtype=uint64)"},
    {CUJIT_UINT64, 2, {2, 2}, "\x01\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1  20]\n"
     " [100   7]]",
     "array([[  1,  20],\n"
     "       [100,   7]], dtype=uint64)"},
    {CUJIT_UINT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0 5]",
     "array([0, 5], dtype=uint64)"},
    {CUJIT_UINT64, 2, {2, 2}, "\x01\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[[   1   20]\n"
     " [ 100    7]]",
     "array([[   1,   20],\n"
     "       [ 100,    7]], dtype=uint64)"},
    {CUJIT_UINT64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = ' '},
     "[ 0  5]",
     "array([ 0,  5], dtype=uint64)"},
    {CUJIT_UINT64, 0, {0}, "\x07\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "7",
     "array(7, dtype=uint64)"},
    {CUJIT_UINT64, 1, {97}, "\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x09\x00\x00\x00\x00\x00\x00\x00\x0a\x00\x00\x00\x00\x00\x00\x00\x0b\x00\x00\x00\x00\x00\x00\x00\x0c\x00\x00\x00\x00\x00\x00\x00\x0d\x00\x00\x00\x00\x00\x00\x00\x0e\x00\x00\x00\x00\x00\x00\x00\x0f\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x11\x00\x00\x00\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x13\x00\x00\x00\x00\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x15\x00\x00\x00\x00\x00\x00\x00\x16\x00\x00\x00\x00\x00\x00\x00\x17\x00\x00\x00\x00\x00\x00\x00\x18\x00\x00\x00\x00\x00\x00\x00\x19\x00\x00\x00\x00\x00\x00\x00\x1a\x00\x00\x00\x00\x00\x00\x00\x1b\x00\x00\x00\x00\x00\x00\x00\x1c\x00\x00\x00\x00\x00\x00\x00\x1d\x00\x00\x00\x00\x00\x00\x00\x1e\x00\x00\x00\x00\x00\x00\x00\x1f\x00\x00\x00\x00\x00\x00\x00\x20\x00\x00\x00\x00\x00\x00\x00\x21\x00\x00\x00\x00\x00\x00\x00\x22\x00\x00\x00\x00\x00\x00\x00\x23\x00\x00\x00\x00\x00\x00\x00\x24\x00\x00\x00\x00\x00\x00\x00\x25\x00\x00\x00\x00\x00\x00\x00\x26\x00\x00\x00\x00\x00\x00\x00\x27\x00\x00\x00\x00\x00\x00\x00\x28\x00\x00\x00\x00\x00\x00\x00\x29\x00\x00\x00\x00\x00\x00\x00\x2a\x00\x00\x00\x00\x00\x00\x00\x2b\x00\x00\x00\x00\x00\x00\x00\x2c\x00\x00\x00\x00\x00\x00\x00\x2d\x00\x00\x00\x00\x00\x00\x00\x2e\x00\x00\x00\x00\x00\x00\x00\x2f\x00\x00\x00\x00\x00\x00\x00\x30\x00\x00\x00\x00\x00\x00\x00\x31\x00\x00\x00\x00\x00\x00\x00\x32\x00\x00\x00\x00\x00\x00\x00\x33\x00\x00\x00\x00\x00\x00\x00\x34\x00\x00\x00\x00\x00\x00\x00\x35\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x00\x00\x00\x00\x37\x00\x00\x00\x00\x00\x00\x00\x38\x00\x00\x00\x00\x00\x00\x00\x39\x00\x00\x00\x00\x00\x00\x00\x3a\x00\x00\x00\x00\x00\x00\x00\x3b\x00\x00\x00\x00\x00\x00\x00\x3c\x00\x00\x00\x00\x00\x00\x00\x3d\x00\x00\x00\x00\x00\x00\x00\x3e\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x41\x00\x00\x00\x00\x00\x00\x00\x42\x00\x00\x00\x00\x00\x00\x00\x43\x00\x00\x00\x00\x00\x00\x00\x44\x00\x00\x00\x00\x00\x00\x00\x45\x00\x00\x00\x00\x00\x00\x00\x46\x00\x00\x00\x00\x00\x00\x00\x47\x00\x00\x00\x00\x00\x00\x00\x48\x00\x00\x00\x00\x00\x00\x00\x49\x00\x00\x00\x00\x00\x00\x00\x4a\x00\x00\x00\x00\x00\x00\x00\x4b\x00\x00\x00\x00\x00\x00\x00\x4c\x00\x00\x00\x00\x00\x00\x00\x4d\x00\x00\x00\x00\x00\x00\x00\x4e\x00\x00\x00\x00\x00\x00\x00\x4f\x00\x00\x00\x00\x00\x00\x00\x50\x00\x00\x00\x00\x00\x00\x00\x51\x00\x00\x00\x00\x00\x00\x00\x52\x00\x00\x00\x00\x00\x00\x00\x53\x00\x00\x00\x00\x00\x00\x00\x54\x00\x00\x00\x00\x00\x00\x00\x55\x00\x00\x00\x00\x00\x00\x00\x56\x00\x00\x00\x00\x00\x00\x00\x57\x00\x00\x00\x00\x00\x00\x00\x58\x00\x00\x00\x00\x00\x00\x00\x59\x00\x00\x00\x00\x00\x00\x00\x5a\x00\x00\x00\x00\x00\x00\x00\x5b\x00\x00\x00\x00\x00\x00\x00\x5c\x00\x00\x00\x00\x00\x00\x00\x5d\x00\x00\x00\x00\x00\x00\x00\x5e\x00\x00\x00\x00\x00\x00\x00\x5f\x00\x00\x00\x00\x00\x00\x00\x60\x00\x00\x00\x00\x00\x00\x00", 776,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
     " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47\n"
     " 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71\n"
     " 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95\n"
     " 96]",
     "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
     "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,\n"
     "       34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,\n"
     "       51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,\n"
     "       68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,\n"
     "       85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96], dtype=uint64)"},
    {CUJIT_UINT64, 4, {2, 1, 0, 3}, "\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00", 56,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(2, 1, 0, 3), dtype=uint64)"},
    {CUJIT_BOOL, 1, {2}, "\x01\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ True False]",
     "array([ True, False])"},
    {CUJIT_BOOL, 2, {2, 1}, "\x01\x00", 2,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ True]\n"
     " [False]]",
     "array([[ True],\n"
     "       [False]])"},
    {CUJIT_BOOL, 0, {0}, "\x01", 1,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "True",
     "array(True)"},
    {CUJIT_BOOL, 0, {0}, "\x00", 1,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "False",
     "array(False)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x60\xc0\x6f\x12\x83\xbb", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1. +2.j    -3.5-0.004j]",
     "array([ 1. +2.j   , -3.5-0.004j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x60\xc0\x6f\x12\x83\xbb", 16,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1. +2.j -3.5-0.j]",
     "array([+1. +2.j, -3.5-0.j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x60\xc0\x6f\x12\x83\xbb", 16,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.00+2.00j -3.50-0.00j]",
     "array([ 1.00+2.00j, -3.50-0.00j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x80\x3f\x00\x00\x00\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1+2j)",
     "array(1.+2.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 2, {3, 5}, "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x60\xc0\x6f\x12\x83\xbb", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[ 1. +2.j    -3.5-0.004j  1. +2.j    -3.5-0.004j  1. +2.j   ]\n"
     " [-3.5-0.004j  1. +2.j    -3.5-0.004j  1. +2.j    -3.5-0.004j]\n"
     " [ 1. +2.j    -3.5-0.004j  1. +2.j    -3.5-0.004j  1. +2.j   ]]",
     "array([[ 1. +2.j   , -3.5-0.004j,  1. +2.j   , -3.5-0.004j,  1. +2.j   ],\n"
     "       [-3.5-0.004j,  1. +2.j   , -3.5-0.004j,  1. +2.j   , -3.5-0.004j],\n"
     "       [ 1. +2.j   , -3.5-0.004j,  1. +2.j   , -3.5-0.004j,  1. +2.j   ]],\n"
     "      dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x7f\x00\x00\x80\x3f\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan+infj  1. +0.j]",
     "array([nan+infj,  1. +0.j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x7f\x00\x00\x80\x3f\x00\x00\x00\x00", 16,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan+infj  +1. +0.j]",
     "array([+nan+infj,  +1. +0.j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\xc0\x7f\x00\x00\x80\x7f\x00\x00\x80\x3f\x00\x00\x00\x00", 16,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ nan +infj 1.00+0.00j]",
     "array([ nan +infj, 1.00+0.00j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\xc0\x7f\x00\x00\x80\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(nan+infj)",
     "array(nan+infj, dtype=complex64)"},
    {CUJIT_COMPLEX64, 2, {3, 5}, "\x00\x00\xc0\x7f\x00\x00\x80\x7f\x00\x00\x80\x3f\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[nan+infj  1. +0.j nan+infj  1. +0.j nan+infj]\n"
     " [ 1. +0.j nan+infj  1. +0.j nan+infj  1. +0.j]\n"
     " [nan+infj  1. +0.j nan+infj  1. +0.j nan+infj]]",
     "array([[nan+infj,  1. +0.j, nan+infj,  1. +0.j, nan+infj],\n"
     "       [ 1. +0.j, nan+infj,  1. +0.j, nan+infj,  1. +0.j],\n"
     "       [nan+infj,  1. +0.j, nan+infj,  1. +0.j, nan+infj]],\n"
     "      dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x5f\x70\x89\x30\x28\x6b\x6e\x4e\x00\x00\x00\x40\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-09+1.e+09j 2.e+00+0.e+00j]",
     "array([1.e-09+1.e+09j, 2.e+00+0.e+00j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x5f\x70\x89\x30\x28\x6b\x6e\x4e\x00\x00\x00\x40\x00\x00\x00\x00", 16,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-09+1.e+09j +2.e+00+0.e+00j]",
     "array([+1.e-09+1.e+09j, +2.e+00+0.e+00j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x5f\x70\x89\x30\x28\x6b\x6e\x4e\x00\x00\x00\x40\x00\x00\x00\x00", 16,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.00e-09+1.00e+09j 2.00e+00+0.00e+00j]",
     "array([1.00e-09+1.00e+09j, 2.00e+00+0.00e+00j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x5f\x70\x89\x30\x28\x6b\x6e\x4e", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1e-09+1e+09j)",
     "array(1.e-09+1.e+09j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 2, {3, 5}, "\x5f\x70\x89\x30\x28\x6b\x6e\x4e\x00\x00\x00\x40\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[0.+1.e+09j 2.+0.e+00j 0.+1.e+09j 2.+0.e+00j 0.+1.e+09j]\n"
     " [2.+0.e+00j 0.+1.e+09j 2.+0.e+00j 0.+1.e+09j 2.+0.e+00j]\n"
     " [0.+1.e+09j 2.+0.e+00j 0.+1.e+09j 2.+0.e+00j 0.+1.e+09j]]",
     "array([[0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j],\n"
     "       [2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j],\n"
     "       [0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j]],\n"
     "      dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {1}, "\x00\x00\x00\x80\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-0.-0.j]",
     "array([-0.-0.j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {1}, "\x00\x00\x00\x80\x00\x00\x00\x80", 8,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-0.-0.j]",
     "array([-0.-0.j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {1}, "\x00\x00\x00\x80\x00\x00\x00\x80", 8,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-0.00-0.00j]",
     "array([-0.00-0.00j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x80\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-0-0j)",
     "array(-0.-0.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 2, {3, 5}, "\x00\x00\x00\x80\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[-0.-0.j -0.-0.j -0.-0.j -0.-0.j -0.-0.j]\n"
     " [-0.-0.j -0.-0.j -0.-0.j -0.-0.j -0.-0.j]\n"
     " [-0.-0.j -0.-0.j -0.-0.j -0.-0.j -0.-0.j]]",
     "array([[-0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j],\n"
     "       [-0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j],\n"
     "       [-0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j]], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x80\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc0\x7f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf +0.j   0.+nanj]",
     "array([-inf +0.j,   0.+nanj], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x80\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc0\x7f", 16,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf +0.j  +0.+nanj]",
     "array([-inf +0.j,  +0.+nanj], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x80\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc0\x7f", 16,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf+0.00j 0.00 +nanj]",
     "array([-inf+0.00j, 0.00 +nanj], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x80\xff\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-inf+0j)",
     "array(-inf+0.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 2, {3, 5}, "\x00\x00\x80\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc0\x7f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[-inf +0.j   0.+nanj -inf +0.j   0.+nanj -inf +0.j]\n"
     " [  0.+nanj -inf +0.j   0.+nanj -inf +0.j   0.+nanj]\n"
     " [-inf +0.j   0.+nanj -inf +0.j   0.+nanj -inf +0.j]]",
     "array([[-inf +0.j,   0.+nanj, -inf +0.j,   0.+nanj, -inf +0.j],\n"
     "       [  0.+nanj, -inf +0.j,   0.+nanj, -inf +0.j,   0.+nanj],\n"
     "       [-inf +0.j,   0.+nanj, -inf +0.j,   0.+nanj, -inf +0.j]],\n"
     "      dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\xc8\x42\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  0.+0.5j 100.+0.j ]",
     "array([  0.+0.5j, 100.+0.j ], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\xc8\x42\x00\x00\x00\x00", 16,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +0.+0.5j +100.+0.j ]",
     "array([  +0.+0.5j, +100.+0.j ], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\xc8\x42\x00\x00\x00\x00", 16,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  0.00+0.50j 100.00+0.00j]",
     "array([  0.00+0.50j, 100.00+0.00j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.5j",
     "array(0.+0.5j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 2, {3, 5}, "\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\xc8\x42\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[  0.+0.5j 100.+0.j    0.+0.5j 100.+0.j    0.+0.5j]\n"
     " [100.+0.j    0.+0.5j 100.+0.j    0.+0.5j 100.+0.j ]\n"
     " [  0.+0.5j 100.+0.j    0.+0.5j 100.+0.j    0.+0.5j]]",
     "array([[  0.+0.5j, 100.+0.j ,   0.+0.5j, 100.+0.j ,   0.+0.5j],\n"
     "       [100.+0.j ,   0.+0.5j, 100.+0.j ,   0.+0.5j, 100.+0.j ],\n"
     "       [  0.+0.5j, 100.+0.j ,   0.+0.5j, 100.+0.j ,   0.+0.5j]],\n"
     "      dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {1}, "\xab\xaa\xaa\x3e\x25\x49\x12\x3e", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.33333334+0.14285715j]",
     "array([0.33333334+0.14285715j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {1}, "\xab\xaa\xaa\x3e\x25\x49\x12\x3e", 8,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.33+0.14j]",
     "array([+0.33+0.14j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 1, {1}, "\xab\xaa\xaa\x3e\x25\x49\x12\x3e", 8,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.33+0.14j]",
     "array([0.33+0.14j], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\xab\xaa\xaa\x3e\x25\x49\x12\x3e", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(0.33333334+0.14285715j)",
     "array(0.33333334+0.14285715j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 2, {3, 5}, "\xab\xaa\xaa\x3e\x25\x49\x12\x3e", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[0.33333334+0.14285715j 0.33333334+0.14285715j 0.33333334+0.14285715j\n"
     "  0.33333334+0.14285715j 0.33333334+0.14285715j]\n"
     " [0.33333334+0.14285715j 0.33333334+0.14285715j 0.33333334+0.14285715j\n"
     "  0.33333334+0.14285715j 0.33333334+0.14285715j]\n"
     " [0.33333334+0.14285715j 0.33333334+0.14285715j 0.33333334+0.14285715j\n"
     "  0.33333334+0.14285715j 0.33333334+0.14285715j]]",
     "array([[0.33333334+0.14285715j, 0.33333334+0.14285715j,\n"
     "        0.33333334+0.14285715j, 0.33333334+0.14285715j,\n"
     "        0.33333334+0.14285715j],\n"
     "       [0.33333334+0.14285715j, 0.33333334+0.14285715j,\n"
     "        0.33333334+0.14285715j, 0.33333334+0.14285715j,\n"
     "        0.33333334+0.14285715j],\n"
     "       [0.33333334+0.14285715j, 0.33333334+0.14285715j,\n"
     "        0.33333334+0.14285715j, 0.33333334+0.14285715j,\n"
     "        0.33333334+0.14285715j]], dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "2j",
     "array(0.+2.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x80\x00\x00\x00\xc0", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-0-2j)",
     "array(-0.-2.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x80\x3f\x00\x00\x00\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1+2j)",
     "array(1.+2.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x80\x00\x00\xc0\xbf", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-0-1.5j)",
     "array(-0.-1.5j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\xc0\x7f\x00\x00\x80\x7f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(nan+infj)",
     "array(nan+infj, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\xec\x78\xad\x60\x00\x00\x80\x3f", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1e+20+1j)",
     "array(1.e+20+1.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0j",
     "array(0.+0.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x80", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-0j",
     "array(0.-0.j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x00\x00\x00\x00\xac\xc5\x27\x37", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-05j",
     "array(0.+1.e-05j, dtype=complex64)"},
    {CUJIT_COMPLEX64, 0, {0}, "\x4e\x61\x3c\x4b\x00\x00\x00\x00", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1.2345678e+07+0j)",
     "array(1.2345678e+07+0.j, dtype=complex64)"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x0c\xc0\xfc\xa9\xf1\xd2\x4d\x62\x70\xbf", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1. +2.j    -3.5-0.004j]",
     "array([ 1. +2.j   , -3.5-0.004j])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x0c\xc0\xfc\xa9\xf1\xd2\x4d\x62\x70\xbf", 32,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1. +2.j -3.5-0.j]",
     "array([+1. +2.j, -3.5-0.j])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x0c\xc0\xfc\xa9\xf1\xd2\x4d\x62\x70\xbf", 32,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 1.00+2.00j -3.50-0.00j]",
     "array([ 1.00+2.00j, -3.50-0.00j])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1+2j)",
     "array(1.+2.j)"},
    {CUJIT_COMPLEX128, 2, {3, 5}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x0c\xc0\xfc\xa9\xf1\xd2\x4d\x62\x70\xbf", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[ 1. +2.j    -3.5-0.004j  1. +2.j    -3.5-0.004j  1. +2.j   ]\n"
     " [-3.5-0.004j  1. +2.j    -3.5-0.004j  1. +2.j    -3.5-0.004j]\n"
     " [ 1. +2.j    -3.5-0.004j  1. +2.j    -3.5-0.004j  1. +2.j   ]]",
     "array([[ 1. +2.j   , -3.5-0.004j,  1. +2.j   , -3.5-0.004j,  1. +2.j   ],\n"
     "       [-3.5-0.004j,  1. +2.j   , -3.5-0.004j,  1. +2.j   , -3.5-0.004j],\n"
     "       [ 1. +2.j   , -3.5-0.004j,  1. +2.j   , -3.5-0.004j,  1. +2.j   ]])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[nan+infj  1. +0.j]",
     "array([nan+infj,  1. +0.j])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+nan+infj  +1. +0.j]",
     "array([+nan+infj,  +1. +0.j])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ nan +infj 1.00+0.00j]",
     "array([ nan +infj, 1.00+0.00j])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x7f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(nan+infj)",
     "array(nan+infj)"},
    {CUJIT_COMPLEX128, 2, {3, 5}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[nan+infj  1. +0.j nan+infj  1. +0.j nan+infj]\n"
     " [ 1. +0.j nan+infj  1. +0.j nan+infj  1. +0.j]\n"
     " [nan+infj  1. +0.j nan+infj  1. +0.j nan+infj]]",
     "array([[nan+infj,  1. +0.j, nan+infj,  1. +0.j, nan+infj],\n"
     "       [ 1. +0.j, nan+infj,  1. +0.j, nan+infj,  1. +0.j],\n"
     "       [nan+infj,  1. +0.j, nan+infj,  1. +0.j, nan+infj]])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x95\xd6\x26\xe8\x0b\x2e\x11\x3e\x00\x00\x00\x00\x65\xcd\xcd\x41\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.e-09+1.e+09j 2.e+00+0.e+00j]",
     "array([1.e-09+1.e+09j, 2.e+00+0.e+00j])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x95\xd6\x26\xe8\x0b\x2e\x11\x3e\x00\x00\x00\x00\x65\xcd\xcd\x41\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+1.e-09+1.e+09j +2.e+00+0.e+00j]",
     "array([+1.e-09+1.e+09j, +2.e+00+0.e+00j])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x95\xd6\x26\xe8\x0b\x2e\x11\x3e\x00\x00\x00\x00\x65\xcd\xcd\x41\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.00e-09+1.00e+09j 2.00e+00+0.00e+00j]",
     "array([1.00e-09+1.00e+09j, 2.00e+00+0.00e+00j])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x95\xd6\x26\xe8\x0b\x2e\x11\x3e\x00\x00\x00\x00\x65\xcd\xcd\x41", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1e-09+1000000000j)",
     "array(1.e-09+1.e+09j)"},
    {CUJIT_COMPLEX128, 2, {3, 5}, "\x95\xd6\x26\xe8\x0b\x2e\x11\x3e\x00\x00\x00\x00\x65\xcd\xcd\x41\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[0.+1.e+09j 2.+0.e+00j 0.+1.e+09j 2.+0.e+00j 0.+1.e+09j]\n"
     " [2.+0.e+00j 0.+1.e+09j 2.+0.e+00j 0.+1.e+09j 2.+0.e+00j]\n"
     " [0.+1.e+09j 2.+0.e+00j 0.+1.e+09j 2.+0.e+00j 0.+1.e+09j]]",
     "array([[0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j],\n"
     "       [2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j],\n"
     "       [0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j, 2.+0.e+00j, 0.+1.e+09j]])"},
    {CUJIT_COMPLEX128, 1, {1}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-0.-0.j]",
     "array([-0.-0.j])"},
    {CUJIT_COMPLEX128, 1, {1}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-0.-0.j]",
     "array([-0.-0.j])"},
    {CUJIT_COMPLEX128, 1, {1}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-0.00-0.00j]",
     "array([-0.00-0.00j])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-0-0j)",
     "array(-0.-0.j)"},
    {CUJIT_COMPLEX128, 2, {3, 5}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[-0.-0.j -0.-0.j -0.-0.j -0.-0.j -0.-0.j]\n"
     " [-0.-0.j -0.-0.j -0.-0.j -0.-0.j -0.-0.j]\n"
     " [-0.-0.j -0.-0.j -0.-0.j -0.-0.j -0.-0.j]]",
     "array([[-0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j],\n"
     "       [-0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j],\n"
     "       [-0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j, -0.-0.j]])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\x7f", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf +0.j   0.+nanj]",
     "array([-inf +0.j,   0.+nanj])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\x7f", 32,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[-inf +0.j  +0.+nanj]",
     "array([-inf +0.j,  +0.+nanj])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\x7f", 32,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[-inf+0.00j 0.00 +nanj]",
     "array([-inf+0.00j, 0.00 +nanj])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-inf+0j)",
     "array(-inf+0.j)"},
    {CUJIT_COMPLEX128, 2, {3, 5}, "\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\x7f", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[-inf +0.j   0.+nanj -inf +0.j   0.+nanj -inf +0.j]\n"
     " [  0.+nanj -inf +0.j   0.+nanj -inf +0.j   0.+nanj]\n"
     " [-inf +0.j   0.+nanj -inf +0.j   0.+nanj -inf +0.j]]",
     "array([[-inf +0.j,   0.+nanj, -inf +0.j,   0.+nanj, -inf +0.j],\n"
     "       [  0.+nanj, -inf +0.j,   0.+nanj, -inf +0.j,   0.+nanj],\n"
     "       [-inf +0.j,   0.+nanj, -inf +0.j,   0.+nanj, -inf +0.j]])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\x59\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  0.+0.5j 100.+0.j ]",
     "array([  0.+0.5j, 100.+0.j ])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\x59\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[  +0.+0.5j +100.+0.j ]",
     "array([  +0.+0.5j, +100.+0.j ])"},
    {CUJIT_COMPLEX128, 1, {2}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\x59\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  0.00+0.50j 100.00+0.00j]",
     "array([  0.00+0.50j, 100.00+0.00j])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0.5j",
     "array(0.+0.5j)"},
    {CUJIT_COMPLEX128, 2, {3, 5}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\x59\x40\x00\x00\x00\x00\x00\x00\x00\x00", 32,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[  0.+0.5j 100.+0.j    0.+0.5j 100.+0.j    0.+0.5j]\n"
     " [100.+0.j    0.+0.5j 100.+0.j    0.+0.5j 100.+0.j ]\n"
     " [  0.+0.5j 100.+0.j    0.+0.5j 100.+0.j    0.+0.5j]]",
     "array([[  0.+0.5j, 100.+0.j ,   0.+0.5j, 100.+0.j ,   0.+0.5j],\n"
     "       [100.+0.j ,   0.+0.5j, 100.+0.j ,   0.+0.5j, 100.+0.j ],\n"
     "       [  0.+0.5j, 100.+0.j ,   0.+0.5j, 100.+0.j ,   0.+0.5j]])"},
    {CUJIT_COMPLEX128, 1, {1}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x92\x24\x49\x92\x24\x49\xc2\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.33333333+0.14285714j]",
     "array([0.33333333+0.14285714j])"},
    {CUJIT_COMPLEX128, 1, {1}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x92\x24\x49\x92\x24\x49\xc2\x3f", 16,
     {.precision = 2, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '+'},
     "[+0.33+0.14j]",
     "array([+0.33+0.14j])"},
    {CUJIT_COMPLEX128, 1, {1}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x92\x24\x49\x92\x24\x49\xc2\x3f", 16,
     {.precision = 2, .mode = 1, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.33+0.14j]",
     "array([0.33+0.14j])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x92\x24\x49\x92\x24\x49\xc2\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(0.3333333333333333+0.14285714285714285j)",
     "array(0.33333333+0.14285714j)"},
    {CUJIT_COMPLEX128, 2, {3, 5}, "\x55\x55\x55\x55\x55\x55\xd5\x3f\x92\x24\x49\x92\x24\x49\xc2\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 1, .sign = '-'},
     "[[0.33333333+0.14285714j 0.33333333+0.14285714j 0.33333333+0.14285714j\n"
     "  0.33333333+0.14285714j 0.33333333+0.14285714j]\n"
     " [0.33333333+0.14285714j 0.33333333+0.14285714j 0.33333333+0.14285714j\n"
     "  0.33333333+0.14285714j 0.33333333+0.14285714j]\n"
     " [0.33333333+0.14285714j 0.33333333+0.14285714j 0.33333333+0.14285714j\n"
     "  0.33333333+0.14285714j 0.33333333+0.14285714j]]",
     "array([[0.33333333+0.14285714j, 0.33333333+0.14285714j,\n"
     "        0.33333333+0.14285714j, 0.33333333+0.14285714j,\n"
     "        0.33333333+0.14285714j],\n"
     "       [0.33333333+0.14285714j, 0.33333333+0.14285714j,\n"
     "        0.33333333+0.14285714j, 0.33333333+0.14285714j,\n"
     "        0.33333333+0.14285714j],\n"
     "       [0.33333333+0.14285714j, 0.33333333+0.14285714j,\n"
     "        0.33333333+0.14285714j, 0.33333333+0.14285714j,\n"
     "        0.33333333+0.14285714j]])"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x40", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "2j",
     "array(0.+2.j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\xc0", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-0-2j)",
     "array(-0.-2.j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1+2j)",
     "array(1.+2.j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\xf8\xbf", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(-0-1.5j)",
     "array(-0.-1.5j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xf0\x7f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(nan+infj)",
     "array(nan+infj)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x40\x8c\xb5\x78\x1d\xaf\x15\x44\x00\x00\x00\x00\x00\x00\xf0\x3f", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1e+20+1j)",
     "array(1.e+20+1.j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "0j",
     "array(0.+0.j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "-0j",
     "array(0.-0.j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\x00\x00\x00\x00\x00\xf1\x68\xe3\x88\xb5\xf8\xe4\x3e", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "1e-05j",
     "array(0.+1.e-05j)"},
    {CUJIT_COMPLEX128, 0, {0}, "\x00\x00\x00\xc0\x29\x8c\x67\x41\x00\x00\x00\x00\x00\x00\x00\x00", 16,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(12345678+0j)",
     "array(12345678.+0.j)"},
    {CUJIT_INT32, 1, {0}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], dtype=int32)"},
    {CUJIT_FLOAT32, 1, {0}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], dtype=float32)"},
    {CUJIT_FLOAT64, 1, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], dtype=float64)"},
    {CUJIT_INT32, 1, {0}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[]",
     "array([],\n"
     "      dtype=int32)"},
    {CUJIT_BOOL, 1, {0}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[]",
     "array([], dtype=bool)"},
    {CUJIT_INT32, 2, {0, 3}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(0, 3), dtype=int32)"},
    {CUJIT_FLOAT32, 2, {0, 3}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(0, 3), dtype=float32)"},
    {CUJIT_FLOAT64, 2, {0, 3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(0, 3), dtype=float64)"},
    {CUJIT_INT32, 2, {0, 3}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[]",
     "array([],\n"
     "      shape=(0, 3), dtype=int32)"},
    {CUJIT_BOOL, 2, {0, 3}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[]",
     "array([],\n"
     "      shape=(0, 3), dtype=bool)"},
    {CUJIT_INT32, 2, {3, 0}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(3, 0), dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 0}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(3, 0), dtype=float32)"},
    {CUJIT_FLOAT64, 2, {3, 0}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[]",
     "array([], shape=(3, 0), dtype=float64)"},
    {CUJIT_INT32, 2, {3, 0}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[]",
     "array([],\n"
     "      shape=(3, 0), dtype=int32)"},
    {CUJIT_BOOL, 2, {3, 0}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[]",
     "array([],\n"
     "      shape=(3, 0), dtype=bool)"},
    {CUJIT_INT32, 1, {1}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1]",
     "array([1], dtype=int32)"},
    {CUJIT_FLOAT32, 1, {1}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[0.14285715]",
     "array([0.14285715], dtype=float32)"},
    {CUJIT_FLOAT64, 1, {1}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[1.]",
     "array([1.])"},
    {CUJIT_INT32, 1, {1}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[1]",
     "array([1],\n"
     "      dtype=int32)"},
    {CUJIT_BOOL, 1, {1}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[ True]",
     "array([ True])"},
    {CUJIT_INT32, 3, {1, 1, 1}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[1]]]",
     "array([[[1]]], dtype=int32)"},
    {CUJIT_FLOAT32, 3, {1, 1, 1}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[0.14285715]]]",
     "array([[[0.14285715]]], dtype=float32)"},
    {CUJIT_FLOAT64, 3, {1, 1, 1}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[1.]]]",
     "array([[[1.]]])"},
    {CUJIT_INT32, 3, {1, 1, 1}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[[1]]]",
     "array([[[1]]],\n"
     "      dtype=int32)"},
    {CUJIT_BOOL, 3, {1, 1, 1}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[[ True]]]",
     "array([[[ True]]])"},
    {CUJIT_INT32, 3, {2, 3, 4}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[  1 -20 300   1]\n"
     "  [-20 300   1 -20]\n"
     "  [300   1 -20 300]]\n"
     "\n"
     " [[  1 -20 300   1]\n"
     "  [-20 300   1 -20]\n"
     "  [300   1 -20 300]]]",
     "array([[[  1, -20, 300,   1],\n"
     "        [-20, 300,   1, -20],\n"
     "        [300,   1, -20, 300]],\n"
     "\n"
     "       [[  1, -20, 300,   1],\n"
     "        [-20, 300,   1, -20],\n"
     "        [300,   1, -20, 300]]], dtype=int32)"},
    {CUJIT_FLOAT32, 3, {2, 3, 4}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[ 0.14285715 -2.857143   42.857143    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   42.857143  ]]\n"
     "\n"
     " [[ 0.14285715 -2.857143   42.857143    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   42.857143  ]]]",
     "array([[[ 0.14285715, -2.857143  , 42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , 42.857143  ]],\n"
     "\n"
     "       [[ 0.14285715, -2.857143  , 42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , 42.857143  ]]],\n"
     "      dtype=float32)"},
    {CUJIT_FLOAT64, 3, {2, 3, 4}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[  1. ...   1.]\n"
     "  ...\n"
     "  [300. ... 300.]]\n"
     "\n"
     " [[  1. ...   1.]\n"
     "  ...\n"
     "  [300. ... 300.]]]",
     "array([[[  1., ...,   1.],\n"
     "        ...,\n"
     "        [300., ..., 300.]],\n"
     "\n"
     "       [[  1., ...,   1.],\n"
     "        ...,\n"
     "        [300., ..., 300.]]], shape=(2, 3, 4))"},
    {CUJIT_INT32, 3, {2, 3, 4}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[[  1 -20 300\n"
     "     1]\n"
     "  [-20 300   1\n"
     "   -20]\n"
     "  [300   1 -20\n"
     "   300]]\n"
     "\n"
     " [[  1 -20 300\n"
     "     1]\n"
     "  [-20 300   1\n"
     "   -20]\n"
     "  [300   1 -20\n"
     "   300]]]",
     "array([[[  1,\n"
     "         -20,\n"
     "         300,\n"
     "           1],\n"
     "        [-20,\n"
     "         300,\n"
     "           1,\n"
     "         -20],\n"
     "        [300,\n"
     "           1,\n"
     "         -20,\n"
     "         300]],\n"
     "\n"
     "       [[  1,\n"
     "         -20,\n"
     "         300,\n"
     "           1],\n"
     "        [-20,\n"
     "         300,\n"
     "           1,\n"
     "         -20],\n"
     "        [300,\n"
     "           1,\n"
     "         -20,\n"
     "         300]]],\n"
     "      shape=(2, 3, 4), dtype=int32)"},
    {CUJIT_BOOL, 3, {2, 3, 4}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[[ True  True  True  True]\n"
     "  [ True  True  True  True]\n"
     "  [ True  True  True  True]]\n"
     "\n"
     " [[ True  True  True  True]\n"
     "  [ True  True  True  True]\n"
     "  [ True  True  True  True]]]",
     "array([[[ True,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       [[ True,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True,  True]]])"},
    {CUJIT_INT32, 4, {2, 1, 2, 3}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[[  1 -20 300]\n"
     "   [  1 -20 300]]]\n"
     "\n"
     "\n"
     " [[[  1 -20 300]\n"
     "   [  1 -20 300]]]]",
     "array([[[[  1, -20, 300],\n"
     "         [  1, -20, 300]]],\n"
     "\n"
     "\n"
     "       [[[  1, -20, 300],\n"
     "         [  1, -20, 300]]]], dtype=int32)"},
    {CUJIT_FLOAT32, 4, {2, 1, 2, 3}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[[ 0.14285715 -2.857143   42.857143  ]\n"
     "   [ 0.14285715 -2.857143   42.857143  ]]]\n"
     "\n"
     "\n"
     " [[[ 0.14285715 -2.857143   42.857143  ]\n"
     "   [ 0.14285715 -2.857143   42.857143  ]]]]",
     "array([[[[ 0.14285715, -2.857143  , 42.857143  ],\n"
     "         [ 0.14285715, -2.857143  , 42.857143  ]]],\n"
     "\n"
     "\n"
     "       [[[ 0.14285715, -2.857143  , 42.857143  ],\n"
     "         [ 0.14285715, -2.857143  , 42.857143  ]]]], dtype=float32)"},
    {CUJIT_FLOAT64, 4, {2, 1, 2, 3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[[  1. ... 300.]\n"
     "   [  1. ... 300.]]]\n"
     "\n"
     "\n"
     " [[[  1. ... 300.]\n"
     "   [  1. ... 300.]]]]",
     "array([[[[  1., ..., 300.],\n"
     "         [  1., ..., 300.]]],\n"
     "\n"
     "\n"
     "       [[[  1., ..., 300.],\n"
     "         [  1., ..., 300.]]]], shape=(2, 1, 2, 3))"},
    {CUJIT_INT32, 4, {2, 1, 2, 3}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[[[  1 -20 300]\n"
     "   [  1 -20 300]]]\n"
     "\n"
     "\n"
     " [[[  1 -20 300]\n"
     "   [  1 -20 300]]]]",
     "array([[[[  1,\n"
     "          -20,\n"
     "          300],\n"
     "         [  1,\n"
     "          -20,\n"
     "          300]]],\n"
     "\n"
     "\n"
     "       [[[  1,\n"
     "          -20,\n"
     "          300],\n"
     "         [  1,\n"
     "          -20,\n"
     "          300]]]],\n"
     "      shape=(2, 1, 2, 3), dtype=int32)"},
    {CUJIT_BOOL, 4, {2, 1, 2, 3}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[[[ True  True  True]\n"
     "   [ True  True  True]]]\n"
     "\n"
     "\n"
     " [[[ True  True  True]\n"
     "   [ True  True  True]]]]",
     "array([[[[ True,  True,\n"
     "           True],\n"
     "         [ True,  True,\n"
     "           True]]],\n"
     "\n"
     "\n"
     "       [[[ True,  True,\n"
     "           True],\n"
     "         [ True,  True,\n"
     "           True]]]])"},
    {CUJIT_INT32, 1, {1001}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  1 -20 300 ... 300   1 -20]",
     "array([  1, -20, 300, ..., 300,   1, -20], shape=(1001,), dtype=int32)"},
    {CUJIT_FLOAT32, 1, {1001}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     " -2.857143  ]",
     "array([ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "        0.14285715, -2.857143  ], shape=(1001,), dtype=float32)"},
    {CUJIT_FLOAT64, 1, {1001}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  1. ... -20.]",
     "array([  1., ..., -20.], shape=(1001,))"},
    {CUJIT_INT32, 1, {1001}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[  1 -20 ...   1\n"
     " -20]",
     "array([  1, -20,\n"
     "       ...,   1,\n"
     "       -20],\n"
     "      shape=(1001,), dtype=int32)"},
    {CUJIT_BOOL, 1, {1001}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[ True  True  True ...  True\n"
     "  True  True]",
     "array([ True,  True,  True,\n"
     "       ...,  True,  True,\n"
     "        True], shape=(1001,))"},
    {CUJIT_INT32, 2, {7, 200}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1 -20 300 ... 300   1 -20]\n"
     " [300   1 -20 ... -20 300   1]\n"
     " [-20 300   1 ...   1 -20 300]\n"
     " ...\n"
     " [300   1 -20 ... -20 300   1]\n"
     " [-20 300   1 ...   1 -20 300]\n"
     " [  1 -20 300 ... 300   1 -20]]",
     "array([[  1, -20, 300, ..., 300,   1, -20],\n"
     "       [300,   1, -20, ..., -20, 300,   1],\n"
     "       [-20, 300,   1, ...,   1, -20, 300],\n"
     "       ...,\n"
     "       [300,   1, -20, ..., -20, 300,   1],\n"
     "       [-20, 300,   1, ...,   1, -20, 300],\n"
     "       [  1, -20, 300, ..., 300,   1, -20]], shape=(7, 200), dtype=int32)"},
    {CUJIT_FLOAT32, 2, {7, 200}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "  -2.857143  ]\n"
     " [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "   0.14285715]\n"
     " [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " ...\n"
     " [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "   0.14285715]\n"
     " [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "  -2.857143  ]]",
     "array([[ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "         0.14285715, -2.857143  ],\n"
     "       [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "        42.857143  ,  0.14285715],\n"
     "       [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       ...,\n"
     "       [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "        42.857143  ,  0.14285715],\n"
     "       [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "         0.14285715, -2.857143  ]], shape=(7, 200), dtype=float32)"},
    {CUJIT_FLOAT64, 2, {7, 200}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1. ... -20.]\n"
     " ...\n"
     " [  1. ... -20.]]",
     "array([[  1., ..., -20.],\n"
     "       ...,\n"
     "       [  1., ..., -20.]], shape=(7, 200))"},
    {CUJIT_INT32, 2, {7, 200}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[  1 -20 ...   1\n"
     "  -20]\n"
     " [300   1 ... 300\n"
     "    1]\n"
     " ...\n"
     " [-20 300 ... -20\n"
     "  300]\n"
     " [  1 -20 ...   1\n"
     "  -20]]",
     "array([[  1, -20,\n"
     "        ...,   1,\n"
     "        -20],\n"
     "       [300,   1,\n"
     "        ..., 300,\n"
     "          1],\n"
     "       ...,\n"
     "       [-20, 300,\n"
     "        ..., -20,\n"
     "        300],\n"
     "       [  1, -20,\n"
     "        ...,   1,\n"
     "        -20]],\n"
     "      shape=(7, 200), dtype=int32)"},
    {CUJIT_BOOL, 2, {7, 200}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " ...\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]]",
     "array([[ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       ...,\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True]],\n"
     "      shape=(7, 200))"},
    {CUJIT_INT32, 2, {200, 7}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1 -20 300 ... -20 300   1]\n"
     " [-20 300   1 ... 300   1 -20]\n"
     " [300   1 -20 ...   1 -20 300]\n"
     " ...\n"
     " [300   1 -20 ...   1 -20 300]\n"
     " [  1 -20 300 ... -20 300   1]\n"
     " [-20 300   1 ... 300   1 -20]]",
     "array([[  1, -20, 300, ..., -20, 300,   1],\n"
     "       [-20, 300,   1, ..., 300,   1, -20],\n"
     "       [300,   1, -20, ...,   1, -20, 300],\n"
     "       ...,\n"
     "       [300,   1, -20, ...,   1, -20, 300],\n"
     "       [  1, -20, 300, ..., -20, 300,   1],\n"
     "       [-20, 300,   1, ..., 300,   1, -20]], shape=(200, 7), dtype=int32)"},
    {CUJIT_FLOAT32, 2, {200, 7}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ 0.14285715 -2.857143   42.857143   ... -2.857143   42.857143\n"
     "   0.14285715]\n"
     " [-2.857143   42.857143    0.14285715 ... 42.857143    0.14285715\n"
     "  -2.857143  ]\n"
     " [42.857143    0.14285715 -2.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " ...\n"
     " [42.857143    0.14285715 -2.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " [ 0.14285715 -2.857143   42.857143   ... -2.857143   42.857143\n"
     "   0.14285715]\n"
     " [-2.857143   42.857143    0.14285715 ... 42.857143    0.14285715\n"
     "  -2.857143  ]]",
     "array([[ 0.14285715, -2.857143  , 42.857143  , ..., -2.857143  ,\n"
     "        42.857143  ,  0.14285715],\n"
     "       [-2.857143  , 42.857143  ,  0.14285715, ..., 42.857143  ,\n"
     "         0.14285715, -2.857143  ],\n"
     "       [42.857143  ,  0.14285715, -2.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       ...,\n"
     "       [42.857143  ,  0.14285715, -2.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       [ 0.14285715, -2.857143  , 42.857143  , ..., -2.857143  ,\n"
     "        42.857143  ,  0.14285715],\n"
     "       [-2.857143  , 42.857143  ,  0.14285715, ..., 42.857143  ,\n"
     "         0.14285715, -2.857143  ]], shape=(200, 7), dtype=float32)"},
    {CUJIT_FLOAT64, 2, {200, 7}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1. ...   1.]\n"
     " ...\n"
     " [-20. ... -20.]]",
     "array([[  1., ...,   1.],\n"
     "       ...,\n"
     "       [-20., ..., -20.]], shape=(200, 7))"},
    {CUJIT_INT32, 2, {200, 7}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[  1 -20 ... 300\n"
     "    1]\n"
     " [-20 300 ...   1\n"
     "  -20]\n"
     " ...\n"
     " [  1 -20 ... 300\n"
     "    1]\n"
     " [-20 300 ...   1\n"
     "  -20]]",
     "array([[  1, -20,\n"
     "        ..., 300,\n"
     "          1],\n"
     "       [-20, 300,\n"
     "        ...,   1,\n"
     "        -20],\n"
     "       ...,\n"
     "       [  1, -20,\n"
     "        ..., 300,\n"
     "          1],\n"
     "       [-20, 300,\n"
     "        ...,   1,\n"
     "        -20]],\n"
     "      shape=(200, 7), dtype=int32)"},
    {CUJIT_BOOL, 2, {200, 7}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " ...\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]]",
     "array([[ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       ...,\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True]],\n"
     "      shape=(200, 7))"},
    {CUJIT_INT32, 3, {20, 20, 20}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  ...\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]]\n"
     "\n"
     " [[-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  ...\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]]\n"
     "\n"
     " [[300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  ...\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]]\n"
     "\n"
     " ...\n"
     "\n"
     " [[300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  ...\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]]\n"
     "\n"
     " [[  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  ...\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]]\n"
     "\n"
     " [[-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  ...\n"
     "  [300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]]]",
     "array([[[  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        ...,\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1]],\n"
     "\n"
     "       [[-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        ...,\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20]],\n"
     "\n"
     "       [[300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        ...,\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300]],\n"
     "\n"
     "       ...,\n"
     "\n"
     "       [[300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        ...,\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300]],\n"
     "\n"
     "       [[  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        ...,\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1]],\n"
     "\n"
     "       [[-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        ...,\n"
     "        [300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20]]],\n"
     "      shape=(20, 20, 20), dtype=int32)"},
    {CUJIT_FLOAT32, 3, {20, 20, 20}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  ...\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]]\n"
     "\n"
     " [[-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  ...\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]]\n"
     "\n"
     " [[42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  ...\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]]\n"
     "\n"
     " ...\n"
     "\n"
     " [[42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  ...\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]]\n"
     "\n"
     " [[ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  ...\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]]\n"
     "\n"
     " [[-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  ...\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]]]",
     "array([[[ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        ...,\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715]],\n"
     "\n"
     "       [[-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        ...,\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ]],\n"
     "\n"
     "       [[42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        ...,\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ]],\n"
     "\n"
     "       ...,\n"
     "\n"
     "       [[42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        ...,\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ]],\n"
     "\n"
     "       [[ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        ...,\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715]],\n"
     "\n"
     "       [[-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        ...,\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ]]], shape=(20, 20, 20), dtype=float32)"},
    {CUJIT_FLOAT64, 3, {20, 20, 20}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[  1. ... -20.]\n"
     "  ...\n"
     "  [300. ...   1.]]\n"
     "\n"
     " ...\n"
     "\n"
     " [[-20. ... 300.]\n"
     "  ...\n"
     "  [  1. ... -20.]]]",
     "array([[[  1., ..., -20.],\n"
     "        ...,\n"
     "        [300., ...,   1.]],\n"
     "\n"
     "       ...,\n"
     "\n"
     "       [[-20., ..., 300.],\n"
     "        ...,\n"
     "        [  1., ..., -20.]]], shape=(20, 20, 20))"},
    {CUJIT_INT32, 3, {20, 20, 20}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[[  1 -20 ...\n"
     "     1 -20]\n"
     "  [300   1 ...\n"
     "   300   1]\n"
     "  ...\n"
     "  [  1 -20 ...\n"
     "     1 -20]\n"
     "  [300   1 ...\n"
     "   300   1]]\n"
     "\n"
     " [[-20 300 ...\n"
     "   -20 300]\n"
     "  [  1 -20 ...\n"
     "     1 -20]\n"
     "  ...\n"
     "  [-20 300 ...\n"
     "   -20 300]\n"
     "  [  1 -20 ...\n"
     "     1 -20]]\n"
     "\n"
     " ...\n"
     "\n"
     " [[  1 -20 ...\n"
     "     1 -20]\n"
     "  [300   1 ...\n"
     "   300   1]\n"
     "  ...\n"
     "  [  1 -20 ...\n"
     "     1 -20]\n"
     "  [300   1 ...\n"
     "   300   1]]\n"
     "\n"
     " [[-20 300 ...\n"
     "   -20 300]\n"
     "  [  1 -20 ...\n"
     "     1 -20]\n"
     "  ...\n"
     "  [-20 300 ...\n"
     "   -20 300]\n"
     "  [  1 -20 ...\n"
     "     1 -20]]]",
     "array([[[  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20],\n"
     "        [300,\n"
     "           1,\n"
     "         ...,\n"
     "         300,\n"
     "           1],\n"
     "        ...,\n"
     "        [  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20],\n"
     "        [300,\n"
     "           1,\n"
     "         ...,\n"
     "         300,\n"
     "           1]],\n"
     "\n"
     "       [[-20,\n"
     "         300,\n"
     "         ...,\n"
     "         -20,\n"
     "         300],\n"
     "        [  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20],\n"
     "        ...,\n"
     "        [-20,\n"
     "         300,\n"
     "         ...,\n"
     "         -20,\n"
     "         300],\n"
     "        [  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20]],\n"
     "\n"
     "       ...,\n"
     "\n"
     "       [[  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20],\n"
     "        [300,\n"
     "           1,\n"
     "         ...,\n"
     "         300,\n"
     "           1],\n"
     "        ...,\n"
     "        [  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20],\n"
     "        [300,\n"
     "           1,\n"
     "         ...,\n"
     "         300,\n"
     "           1]],\n"
     "\n"
     "       [[-20,\n"
     "         300,\n"
     "         ...,\n"
     "         -20,\n"
     "         300],\n"
     "        [  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20],\n"
     "        ...,\n"
     "        [-20,\n"
     "         300,\n"
     "         ...,\n"
     "         -20,\n"
     "         300],\n"
     "        [  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20]]],\n"
     "      shape=(20, 20, 20), dtype=int32)"},
    {CUJIT_BOOL, 3, {20, 20, 20}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  ...\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]\n"
     "\n"
     " [[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  ...\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]\n"
     "\n"
     " [[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  ...\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]\n"
     "\n"
     " ...\n"
     "\n"
     " [[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  ...\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]\n"
     "\n"
     " [[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  ...\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]\n"
     "\n"
     " [[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  ...\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]]",
     "array([[[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        ...,\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       [[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        ...,\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       [[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        ...,\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       ...,\n"
     "\n"
     "       [[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        ...,\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       [[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        ...,\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       [[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        ...,\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]]],\n"
     "      shape=(20, 20, 20))"},
    {CUJIT_INT32, 2, {2000, 1}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1]\n"
     " [-20]\n"
     " [300]\n"
     " ...\n"
     " [300]\n"
     " [  1]\n"
     " [-20]]",
     "array([[  1],\n"
     "       [-20],\n"
     "       [300],\n"
     "       ...,\n"
     "       [300],\n"
     "       [  1],\n"
     "       [-20]], shape=(2000, 1), dtype=int32)"},
    {CUJIT_FLOAT32, 2, {2000, 1}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ 0.14285715]\n"
     " [-2.857143  ]\n"
     " [42.857143  ]\n"
     " ...\n"
     " [42.857143  ]\n"
     " [ 0.14285715]\n"
     " [-2.857143  ]]",
     "array([[ 0.14285715],\n"
     "       [-2.857143  ],\n"
     "       [42.857143  ],\n"
     "       ...,\n"
     "       [42.857143  ],\n"
     "       [ 0.14285715],\n"
     "       [-2.857143  ]], shape=(2000, 1), dtype=float32)"},
    {CUJIT_FLOAT64, 2, {2000, 1}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1.]\n"
     " ...\n"
     " [-20.]]",
     "array([[  1.],\n"
     "       ...,\n"
     "       [-20.]], shape=(2000, 1))"},
    {CUJIT_INT32, 2, {2000, 1}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[  1]\n"
     " [-20]\n"
     " ...\n"
     " [  1]\n"
     " [-20]]",
     "array([[  1],\n"
     "       [-20],\n"
     "       ...,\n"
     "       [  1],\n"
     "       [-20]],\n"
     "      shape=(2000, 1), dtype=int32)"},
    {CUJIT_BOOL, 2, {2000, 1}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[ True]\n"
     " [ True]\n"
     " [ True]\n"
     " ...\n"
     " [ True]\n"
     " [ True]\n"
     " [ True]]",
     "array([[ True],\n"
     "       [ True],\n"
     "       [ True],\n"
     "       ...,\n"
     "       [ True],\n"
     "       [ True],\n"
     "       [ True]],\n"
     "      shape=(2000, 1))"},
    {CUJIT_INT32, 2, {1, 2000}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1 -20 300 ... 300   1 -20]]",
     "array([[  1, -20, 300, ..., 300,   1, -20]], shape=(1, 2000), dtype=int32)"},
    {CUJIT_FLOAT32, 2, {1, 2000}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "  -2.857143  ]]",
     "array([[ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "         0.14285715, -2.857143  ]], shape=(1, 2000), dtype=float32)"},
    {CUJIT_FLOAT64, 2, {1, 2000}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1. ... -20.]]",
     "array([[  1., ..., -20.]], shape=(1, 2000))"},
    {CUJIT_INT32, 2, {1, 2000}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[  1 -20 ...   1\n"
     "  -20]]",
     "array([[  1, -20,\n"
     "        ...,   1,\n"
     "        -20]],\n"
     "      shape=(1, 2000), dtype=int32)"},
    {CUJIT_BOOL, 2, {1, 2000}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[ True  True  True ...\n"
     "   True  True  True]]",
     "array([[ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True]],\n"
     "      shape=(1, 2000))"},
    {CUJIT_INT32, 2, {6, 300}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1 -20 300 ...   1 -20 300]\n"
     " [  1 -20 300 ...   1 -20 300]\n"
     " [  1 -20 300 ...   1 -20 300]\n"
     " [  1 -20 300 ...   1 -20 300]\n"
     " [  1 -20 300 ...   1 -20 300]\n"
     " [  1 -20 300 ...   1 -20 300]]",
     "array([[  1, -20, 300, ...,   1, -20, 300],\n"
     "       [  1, -20, 300, ...,   1, -20, 300],\n"
     "       [  1, -20, 300, ...,   1, -20, 300],\n"
     "       [  1, -20, 300, ...,   1, -20, 300],\n"
     "       [  1, -20, 300, ...,   1, -20, 300],\n"
     "       [  1, -20, 300, ...,   1, -20, 300]], shape=(6, 300), dtype=int32)"},
    {CUJIT_FLOAT32, 2, {6, 300}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[ 0.14285715 -2.857143   42.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " [ 0.14285715 -2.857143   42.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " [ 0.14285715 -2.857143   42.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " [ 0.14285715 -2.857143   42.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " [ 0.14285715 -2.857143   42.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]\n"
     " [ 0.14285715 -2.857143   42.857143   ...  0.14285715 -2.857143\n"
     "  42.857143  ]]",
     "array([[ 0.14285715, -2.857143  , 42.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       [ 0.14285715, -2.857143  , 42.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       [ 0.14285715, -2.857143  , 42.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       [ 0.14285715, -2.857143  , 42.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       [ 0.14285715, -2.857143  , 42.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ],\n"
     "       [ 0.14285715, -2.857143  , 42.857143  , ...,  0.14285715,\n"
     "        -2.857143  , 42.857143  ]], shape=(6, 300), dtype=float32)"},
    {CUJIT_FLOAT64, 2, {6, 300}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1. ... 300.]\n"
     " ...\n"
     " [  1. ... 300.]]",
     "array([[  1., ..., 300.],\n"
     "       ...,\n"
     "       [  1., ..., 300.]], shape=(6, 300))"},
    {CUJIT_INT32, 2, {6, 300}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[  1 -20 ... -20\n"
     "  300]\n"
     " [  1 -20 ... -20\n"
     "  300]\n"
     " ...\n"
     " [  1 -20 ... -20\n"
     "  300]\n"
     " [  1 -20 ... -20\n"
     "  300]]",
     "array([[  1, -20,\n"
     "        ..., -20,\n"
     "        300],\n"
     "       [  1, -20,\n"
     "        ..., -20,\n"
     "        300],\n"
     "       ...,\n"
     "       [  1, -20,\n"
     "        ..., -20,\n"
     "        300],\n"
     "       [  1, -20,\n"
     "        ..., -20,\n"
     "        300]],\n"
     "      shape=(6, 300), dtype=int32)"},
    {CUJIT_BOOL, 2, {6, 300}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]\n"
     " [ True  True  True ...\n"
     "   True  True  True]]",
     "array([[ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True],\n"
     "       [ True,  True,  True,\n"
     "        ...,  True,  True,\n"
     "         True]],\n"
     "      shape=(6, 300))"},
    {CUJIT_INT32, 3, {3, 2, 500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[  1 -20 300 ... 300   1 -20]\n"
     "  [300   1 -20 ... -20 300   1]]\n"
     "\n"
     " [[-20 300   1 ...   1 -20 300]\n"
     "  [  1 -20 300 ... 300   1 -20]]\n"
     "\n"
     " [[300   1 -20 ... -20 300   1]\n"
     "  [-20 300   1 ...   1 -20 300]]]",
     "array([[[  1, -20, 300, ..., 300,   1, -20],\n"
     "        [300,   1, -20, ..., -20, 300,   1]],\n"
     "\n"
     "       [[-20, 300,   1, ...,   1, -20, 300],\n"
     "        [  1, -20, 300, ..., 300,   1, -20]],\n"
     "\n"
     "       [[300,   1, -20, ..., -20, 300,   1],\n"
     "        [-20, 300,   1, ...,   1, -20, 300]]],\n"
     "      shape=(3, 2, 500), dtype=int32)"},
    {CUJIT_FLOAT32, 3, {3, 2, 500}, "\x25\x49\x12\x3e\x6e\xdb\x36\xc0\xb7\x6d\x2b\x42", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]\n"
     "  [42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]]\n"
     "\n"
     " [[-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]\n"
     "  [ 0.14285715 -2.857143   42.857143   ... 42.857143    0.14285715\n"
     "   -2.857143  ]]\n"
     "\n"
     " [[42.857143    0.14285715 -2.857143   ... -2.857143   42.857143\n"
     "    0.14285715]\n"
     "  [-2.857143   42.857143    0.14285715 ...  0.14285715 -2.857143\n"
     "   42.857143  ]]]",
     "array([[[ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ],\n"
     "        [42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715]],\n"
     "\n"
     "       [[-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ],\n"
     "        [ 0.14285715, -2.857143  , 42.857143  , ..., 42.857143  ,\n"
     "          0.14285715, -2.857143  ]],\n"
     "\n"
     "       [[42.857143  ,  0.14285715, -2.857143  , ..., -2.857143  ,\n"
     "         42.857143  ,  0.14285715],\n"
     "        [-2.857143  , 42.857143  ,  0.14285715, ...,  0.14285715,\n"
     "         -2.857143  , 42.857143  ]]], shape=(3, 2, 500), dtype=float32)"},
    {CUJIT_FLOAT64, 3, {3, 2, 500}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x34\xc0\x00\x00\x00\x00\x00\xc0\x72\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 5, .edge_items = 1, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[  1. ... -20.]\n"
     "  [300. ...   1.]]\n"
     "\n"
     " ...\n"
     "\n"
     " [[300. ...   1.]\n"
     "  [-20. ... 300.]]]",
     "array([[[  1., ..., -20.],\n"
     "        [300., ...,   1.]],\n"
     "\n"
     "       ...,\n"
     "\n"
     "       [[300., ...,   1.],\n"
     "        [-20., ..., 300.]]], shape=(3, 2, 500))"},
    {CUJIT_INT32, 3, {3, 2, 500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 10, .edge_items = 2, .line_width = 20, .suppress = 0, .sign = '-'},
     "[[[  1 -20 ...\n"
     "     1 -20]\n"
     "  [300   1 ...\n"
     "   300   1]]\n"
     "\n"
     " [[-20 300 ...\n"
     "   -20 300]\n"
     "  [  1 -20 ...\n"
     "     1 -20]]\n"
     "\n"
     " [[300   1 ...\n"
     "   300   1]\n"
     "  [-20 300 ...\n"
     "   -20 300]]]",
     "array([[[  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20],\n"
     "        [300,\n"
     "           1,\n"
     "         ...,\n"
     "         300,\n"
     "           1]],\n"
     "\n"
     "       [[-20,\n"
     "         300,\n"
     "         ...,\n"
     "         -20,\n"
     "         300],\n"
     "        [  1,\n"
     "         -20,\n"
     "         ...,\n"
     "           1,\n"
     "         -20]],\n"
     "\n"
     "       [[300,\n"
     "           1,\n"
     "         ...,\n"
     "         300,\n"
     "           1],\n"
     "        [-20,\n"
     "         300,\n"
     "         ...,\n"
     "         -20,\n"
     "         300]]],\n"
     "      shape=(3, 2, 500), dtype=int32)"},
    {CUJIT_BOOL, 3, {3, 2, 500}, "\x01\x01\x01", 3,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 30, .suppress = 0, .sign = '-'},
     "[[[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]\n"
     "\n"
     " [[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]\n"
     "\n"
     " [[ True  True  True ...\n"
     "    True  True  True]\n"
     "  [ True  True  True ...\n"
     "    True  True  True]]]",
     "array([[[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       [[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]],\n"
     "\n"
     "       [[ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True],\n"
     "        [ True,  True,\n"
     "          True, ...,  True,\n"
     "          True,  True]]],\n"
     "      shape=(3, 2, 500))"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 1, .suppress = 0, .sign = '-'},
     "[[  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]\n"
     " [  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]]",
     "array([[  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300],\n"
     "       [  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 1, .suppress = 0, .sign = '-'},
     "[[  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]]",
     "array([[  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.]],\n"
     "      dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 1, .suppress = 0, .sign = '-'},
     "[  1\n"
     " -20\n"
     " 300\n"
     " ...\n"
     "   1\n"
     " -20\n"
     " 300]",
     "array([  1,\n"
     "       -20,\n"
     "       300,\n"
     "       ...,\n"
     "         1,\n"
     "       -20,\n"
     "       300],\n"
     "      shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 2, .suppress = 0, .sign = '-'},
     "[[  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]\n"
     " [  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]]",
     "array([[  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300],\n"
     "       [  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 2, .suppress = 0, .sign = '-'},
     "[[  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]]",
     "array([[  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.]],\n"
     "      dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 2, .suppress = 0, .sign = '-'},
     "[  1\n"
     " -20\n"
     " 300\n"
     " ...\n"
     "   1\n"
     " -20\n"
     " 300]",
     "array([  1,\n"
     "       -20,\n"
     "       300,\n"
     "       ...,\n"
     "         1,\n"
     "       -20,\n"
     "       300],\n"
     "      shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 5, .suppress = 0, .sign = '-'},
     "[[  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]\n"
     " [  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]]",
     "array([[  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300],\n"
     "       [  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 5, .suppress = 0, .sign = '-'},
     "[[  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]]",
     "array([[  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.]],\n"
     "      dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 5, .suppress = 0, .sign = '-'},
     "[  1\n"
     " -20\n"
     " 300\n"
     " ...\n"
     "   1\n"
     " -20\n"
     " 300]",
     "array([  1,\n"
     "       -20,\n"
     "       300,\n"
     "       ...,\n"
     "         1,\n"
     "       -20,\n"
     "       300],\n"
     "      shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 10, .suppress = 0, .sign = '-'},
     "[[  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]\n"
     " [  1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300\n"
     "    1\n"
     "  -20\n"
     "  300]]",
     "array([[  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300],\n"
     "       [  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 10, .suppress = 0, .sign = '-'},
     "[[  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]]",
     "array([[  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.]],\n"
     "      dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 10, .suppress = 0, .sign = '-'},
     "[  1 -20\n"
     " 300 ...\n"
     "   1 -20\n"
     " 300]",
     "array([  1,\n"
     "       -20,\n"
     "       300,\n"
     "       ...,\n"
     "         1,\n"
     "       -20,\n"
     "       300],\n"
     "      shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 11, .suppress = 0, .sign = '-'},
     "[[  1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300]\n"
     " [  1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300]]",
     "array([[  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300],\n"
     "       [  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 11, .suppress = 0, .sign = '-'},
     "[[  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]]",
     "array([[  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.]],\n"
     "      dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 11, .suppress = 0, .sign = '-'},
     "[  1 -20\n"
     " 300 ...\n"
     "   1 -20\n"
     " 300]",
     "array([  1,\n"
     "       -20,\n"
     "       300,\n"
     "       ...,\n"
     "         1,\n"
     "       -20,\n"
     "       300],\n"
     "      shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 12, .suppress = 0, .sign = '-'},
     "[[  1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300]\n"
     " [  1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300\n"
     "    1 -20\n"
     "  300   1\n"
     "  -20 300]]",
     "array([[  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300],\n"
     "       [  1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300,\n"
     "          1,\n"
     "        -20,\n"
     "        300]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 12, .suppress = 0, .sign = '-'},
     "[[  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]\n"
     " [  1.\n"
     "  -20.\n"
     "  300.]]",
     "array([[  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.],\n"
     "       [  1.,\n"
     "        -20.,\n"
     "        300.]],\n"
     "      dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 12, .suppress = 0, .sign = '-'},
     "[  1 -20\n"
     " 300 ...\n"
     "   1 -20\n"
     " 300]",
     "array([  1,\n"
     "       -20,\n"
     "       300,\n"
     "       ...,\n"
     "         1,\n"
     "       -20,\n"
     "       300],\n"
     "      shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 40, .suppress = 0, .sign = '-'},
     "[[  1 -20 300   1 -20 300   1 -20 300\n"
     "    1 -20 300   1 -20 300   1 -20 300\n"
     "    1 -20 300   1 -20 300   1 -20 300\n"
     "    1 -20 300]\n"
     " [  1 -20 300   1 -20 300   1 -20 300\n"
     "    1 -20 300   1 -20 300   1 -20 300\n"
     "    1 -20 300   1 -20 300   1 -20 300\n"
     "    1 -20 300]]",
     "array([[  1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300],\n"
     "       [  1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300,\n"
     "          1, -20, 300,   1, -20, 300]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 40, .suppress = 0, .sign = '-'},
     "[[  1. -20. 300.]\n"
     " [  1. -20. 300.]\n"
     " [  1. -20. 300.]]",
     "array([[  1., -20., 300.],\n"
     "       [  1., -20., 300.],\n"
     "       [  1., -20., 300.]],\n"
     "      dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 40, .suppress = 0, .sign = '-'},
     "[  1 -20 300 ...   1 -20 300]",
     "array([  1, -20, 300, ...,   1, -20,\n"
     "       300], shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 2, {2, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 200, .suppress = 0, .sign = '-'},
     "[[  1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300]\n"
     " [  1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300]]",
     "array([[  1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300],\n"
     "       [  1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300]], dtype=int32)"},
    {CUJIT_FLOAT32, 2, {3, 3}, "\x00\x00\x80\x3f\x00\x00\xa0\xc1\x00\x00\x96\x43", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 200, .suppress = 0, .sign = '-'},
     "[[  1. -20. 300.]\n"
     " [  1. -20. 300.]\n"
     " [  1. -20. 300.]]",
     "array([[  1., -20., 300.],\n"
     "       [  1., -20., 300.],\n"
     "       [  1., -20., 300.]], dtype=float32)"},
    {CUJIT_INT32, 1, {1500}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 200, .suppress = 0, .sign = '-'},
     "[  1 -20 300 ...   1 -20 300]",
     "array([  1, -20, 300, ...,   1, -20, 300], shape=(1500,), dtype=int32)"},
    {CUJIT_INT32, 1, {100}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 100, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300\n"
     "   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300\n"
     "   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300\n"
     "   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300\n"
     "   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300\n"
     "   1 -20 300   1 -20 300   1 -20 300   1]",
     "array([  1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1,\n"
     "       -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20,\n"
     "       300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,\n"
     "         1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1,\n"
     "       -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20,\n"
     "       300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,\n"
     "         1, -20, 300,   1, -20, 300,   1, -20, 300,   1, -20, 300,   1,\n"
     "       -20, 300,   1, -20, 300,   1, -20, 300,   1], dtype=int32)"},
    {CUJIT_INT32, 1, {101}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 100, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[  1 -20 300 ... 300   1 -20]",
     "array([  1, -20, 300, ..., 300,   1, -20], shape=(101,), dtype=int32)"},
    {CUJIT_INT32, 2, {10, 10}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 100, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1 -20 300   1 -20 300   1 -20 300   1]\n"
     " [-20 300   1 -20 300   1 -20 300   1 -20]\n"
     " [300   1 -20 300   1 -20 300   1 -20 300]\n"
     " [  1 -20 300   1 -20 300   1 -20 300   1]\n"
     " [-20 300   1 -20 300   1 -20 300   1 -20]\n"
     " [300   1 -20 300   1 -20 300   1 -20 300]\n"
     " [  1 -20 300   1 -20 300   1 -20 300   1]\n"
     " [-20 300   1 -20 300   1 -20 300   1 -20]\n"
     " [300   1 -20 300   1 -20 300   1 -20 300]\n"
     " [  1 -20 300   1 -20 300   1 -20 300   1]]",
     "array([[  1, -20, 300,   1, -20, 300,   1, -20, 300,   1],\n"
     "       [-20, 300,   1, -20, 300,   1, -20, 300,   1, -20],\n"
     "       [300,   1, -20, 300,   1, -20, 300,   1, -20, 300],\n"
     "       [  1, -20, 300,   1, -20, 300,   1, -20, 300,   1],\n"
     "       [-20, 300,   1, -20, 300,   1, -20, 300,   1, -20],\n"
     "       [300,   1, -20, 300,   1, -20, 300,   1, -20, 300],\n"
     "       [  1, -20, 300,   1, -20, 300,   1, -20, 300,   1],\n"
     "       [-20, 300,   1, -20, 300,   1, -20, 300,   1, -20],\n"
     "       [300,   1, -20, 300,   1, -20, 300,   1, -20, 300],\n"
     "       [  1, -20, 300,   1, -20, 300,   1, -20, 300,   1]], dtype=int32)"},
    {CUJIT_INT32, 2, {50, 2}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 100, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]\n"
     " [-20 300]\n"
     " [  1 -20]\n"
     " [300   1]]",
     "array([[  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1],\n"
     "       [-20, 300],\n"
     "       [  1, -20],\n"
     "       [300,   1]], dtype=int32)"},
    {CUJIT_INT32, 8, {1, 1, 1, 1, 1, 1, 1, 30}, "\x01\x00\x00\x00\xec\xff\xff\xff\x2c\x01\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[[[[[[[  1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300\n"
     "          1 -20 300   1 -20 300   1 -20 300   1 -20 300   1 -20 300]]]]]]]]",
     "array([[[[[[[[  1, -20, 300,   1, -20, 300,   1, -20, 300,   1,\n"
     "              -20, 300,   1, -20, 300,   1, -20, 300,   1, -20,\n"
     "              300,   1, -20, 300,   1, -20, 300,   1, -20, 300]]]]]]]],\n"
     "      dtype=int32)"},
    {CUJIT_FLOAT2, 1, {3}, "\x00\x00\xc0\x3f\x00\x00\x20\x40\xab\xaa\xaa\x3e\xab\xaa\xaa\x3e\x00\x00\x00\x00\x00\x00\x80\xbf", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(1.5       ,  2.5       ) (0.33333334,  0.33333334)\n"
     " (0.        , -1.        )]",
     NULL},
    {CUJIT_FLOAT2, 2, {2, 2}, "\x00\x00\xc0\x3f\x00\x00\x20\x40\xab\xaa\xaa\x3e\xab\xaa\xaa\x3e\x00\x00\x00\x00\x00\x00\x80\xbf", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[(1.5       ,  2.5       ) (0.33333334,  0.33333334)]\n"
     " [(0.        , -1.        ) (1.5       ,  2.5       )]]",
     NULL},
    {CUJIT_FLOAT2, 1, {1200}, "\x00\x00\xc0\x3f\x00\x00\x20\x40\xab\xaa\xaa\x3e\xab\xaa\xaa\x3e\x00\x00\x00\x00\x00\x00\x80\xbf", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(1.5       ,  2.5       ) (0.33333334,  0.33333334)\n"
     " (0.        , -1.        ) ... (1.5       ,  2.5       )\n"
     " (0.33333334,  0.33333334) (0.        , -1.        )]",
     NULL},
    {CUJIT_FLOAT2, 0, {0}, "\x00\x00\xc0\x3f\x00\x00\x20\x40", 8,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1.5, 2.5)",
     NULL},
    {CUJIT_INT1, 1, {3}, "\x01\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1,) (  0,) (100,)]",
     NULL},
    {CUJIT_INT1, 2, {2, 2}, "\x01\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[(  1,) (  0,)]\n"
     " [(100,) (  1,)]]",
     NULL},
    {CUJIT_INT1, 1, {1200}, "\x01\x00\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1,) (  0,) (100,) ... (  1,) (  0,) (100,)]",
     NULL},
    {CUJIT_INT1, 0, {0}, "\x01\x00\x00\x00", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1,)",
     NULL},
    {CUJIT_UCHAR4, 1, {3}, "\x01\x02\x03\x04\x00\x14\x28\x3c\x64\x63\x62\x61", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1,  2,  3,  4) (  0, 20, 40, 60) (100, 99, 98, 97)]",
     NULL},
    {CUJIT_UCHAR4, 2, {2, 2}, "\x01\x02\x03\x04\x00\x14\x28\x3c\x64\x63\x62\x61", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[(  1,  2,  3,  4) (  0, 20, 40, 60)]\n"
     " [(100, 99, 98, 97) (  1,  2,  3,  4)]]",
     NULL},
    {CUJIT_UCHAR4, 1, {1200}, "\x01\x02\x03\x04\x00\x14\x28\x3c\x64\x63\x62\x61", 12,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1,  2,  3,  4) (  0, 20, 40, 60) (100, 99, 98, 97) ...\n"
     " (  1,  2,  3,  4) (  0, 20, 40, 60) (100, 99, 98, 97)]",
     NULL},
    {CUJIT_UCHAR4, 0, {0}, "\x01\x02\x03\x04", 4,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1, 2, 3, 4)",
     NULL},
    {CUJIT_DOUBLE3, 1, {3}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x08\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x34\x40\x00\x00\x00\x00\x00\x00\x44\x40\x00\x00\x00\x00\x00\x00\x59\x40\x00\x00\x00\x00\x00\xc0\x58\x40\x00\x00\x00\x00\x00\x80\x58\x40", 72,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1.,  2.,  3.) (  0., 20., 40.) (100., 99., 98.)]",
     NULL},
    {CUJIT_DOUBLE3, 2, {2, 2}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x08\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x34\x40\x00\x00\x00\x00\x00\x00\x44\x40\x00\x00\x00\x00\x00\x00\x59\x40\x00\x00\x00\x00\x00\xc0\x58\x40\x00\x00\x00\x00\x00\x80\x58\x40", 72,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[(  1.,  2.,  3.) (  0., 20., 40.)]\n"
     " [(100., 99., 98.) (  1.,  2.,  3.)]]",
     NULL},
    {CUJIT_DOUBLE3, 1, {1200}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x08\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x34\x40\x00\x00\x00\x00\x00\x00\x44\x40\x00\x00\x00\x00\x00\x00\x59\x40\x00\x00\x00\x00\x00\xc0\x58\x40\x00\x00\x00\x00\x00\x80\x58\x40", 72,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1.,  2.,  3.) (  0., 20., 40.) (100., 99., 98.) ... (  1.,  2.,  3.)\n"
     " (  0., 20., 40.) (100., 99., 98.)]",
     NULL},
    {CUJIT_DOUBLE3, 0, {0}, "\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x08\x40", 24,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1.0, 2.0, 3.0)",
     NULL},
    {CUJIT_SHORT3, 1, {3}, "\x01\x00\x02\x00\x03\x00\x00\x00\x14\x00\x28\x00\x64\x00\x63\x00\x62\x00", 18,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1,  2,  3) (  0, 20, 40) (100, 99, 98)]",
     NULL},
    {CUJIT_SHORT3, 2, {2, 2}, "\x01\x00\x02\x00\x03\x00\x00\x00\x14\x00\x28\x00\x64\x00\x63\x00\x62\x00", 18,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[[(  1,  2,  3) (  0, 20, 40)]\n"
     " [(100, 99, 98) (  1,  2,  3)]]",
     NULL},
    {CUJIT_SHORT3, 1, {1200}, "\x01\x00\x02\x00\x03\x00\x00\x00\x14\x00\x28\x00\x64\x00\x63\x00\x62\x00", 18,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "[(  1,  2,  3) (  0, 20, 40) (100, 99, 98) ... (  1,  2,  3) (  0, 20, 40)\n"
     " (100, 99, 98)]",
     NULL},
    {CUJIT_SHORT3, 0, {0}, "\x01\x00\x02\x00\x03\x00", 6,
     {.precision = 8, .mode = 0, .threshold = 0, .edge_items = 0, .line_width = 0, .suppress = 0, .sign = '-'},
     "(1, 2, 3)",
     NULL},
    /* clang-format on */
