# SPDX-License-Identifier: MIT
# The example in a public header's head comment as a program:   awk -f header_example.awk include/huarong/X.h
# The example is what is indented by five blanks after a line that begins with "Example". It is C and C++.

FNR == 1 {
    print "#include <stdio.h>\n#include <string.h>"
    header = FILENAME
    sub(/.*\/huarong\//, "", header)
    print "#include <huarong/" header ">"
}
/^\/\/\/ Example/ { inside = 1; next }
inside && !/^\/\/\// { inside = 0 }
inside && /^\/\/\/     #/ { print substr($0, 9); next }
inside && /^\/\/\/     / { body = body substr($0, 5) "\n" }
END { print "int main(void) {\n" body "    return 0;\n}" }
