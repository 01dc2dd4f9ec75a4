== nothing to replace
int x;
== one
a value b
== side by side
valuevalue
== value that looks like one
@X@ value
== an at of the text
a@b @X@ @value
== an at of the text on a line of its own
@
== number
2 12
== nothing on a line of its own, but a number
0
== blanks before a line of its own
  value
b
== remarks
a
b 
== sums
3 -1 0 7 9 3 1
== comparisons
10110
== logic
010110
== a text is true where there is any
1
== a list is true where it has items
1
== condition
a
== condition in a line
a, b;
== else
bc
== elif
c
== elif behind what holds
a
== conditions inside of conditions
ef
== what is left out need not be there

== loop
  a 0;
  @X@ 1;
== loop in a line
f(a, @X@)
== loop over nothing
a
c
== loop that counts
012
== loops inside of loops
a0 a1 
== the inner name counts
010
== template in a template
a
1
2
b
== template in a line
a 1
2; 
== template in a loop
<a><@X@>
== value that ends in a newline, on a line of its own
a
b a

== no value in a line
a  b
== no value on a line of its own
a
b
== no values on neighbouring lines
b
== space that is not the user's
a  	
 b
== part
{
#line 1 "operation"
x[i] = 1;
#line 90 "unit.cu"
}
== part of lines
#line 1 "operation"
a;

b;;
#line 97 "unit.cu"
}
== part that ends in a comment
#line 1 "loop_prep"
a // why
;
#line 103 "unit.cu"
}
== part whose last line is a comment
#line 1 "operation"
a; // why
;
#line 109 "unit.cu"
== part whose last two lines are one comment
#line 1 "operation"
a; // why \
 not
;
#line 115 "unit.cu"
== part with a comment before
#line 1 "operation"
a; // why
b;
#line 120 "unit.cu"
== part at file scope
#line 1 "preamble"
#define A 1

#line 125 "unit.cu"
}
== part without text
{
}
== part without text in a line
{  }
== two parts
#line 1 "preamble"
#define A 1

#line 136 "unit.cu"
#line 1 "operation"
x[i] = 1;
#line 139 "unit.cu"
}
== no value on the first line and on the last, without an end
b
a
