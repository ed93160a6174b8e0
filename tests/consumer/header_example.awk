# SPDX-License-Identifier: MIT
# The example in a public header's head comment as a program:   awk -f header_example.awk include/huarong/X.h
# The example is what is indented by five blanks after a line that begins with "Example". It is C and C++.

FNR == 1 {
    print "#include <stdio.h>\n#include <string.h>"
    n = split(FILENAME, parts, "/")
    print "#include <huarong/" parts[n] ">"
    print "int main(void) {"
}
/^\/\/\/ Example/ { inside = 1; next }
inside && !/^\/\/\// { inside = 0 }
inside && /^\/\/\/     / { print substr($0, 5) }
END { print "    return 0;\n}" }
