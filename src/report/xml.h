// SPDX-License-Identifier: MIT
#ifndef HR_XML_H
#define HR_XML_H

#include <stddef.h>
#include <stdio.h>

/// Local. Returns the number of bytes of the UTF-8 character at `bytes`, a text that ends with '\0'. 0: no UTF-8 character is
/// there, or one that XML does not allow.
size_t hr_xml_character_size(const char *bytes);

/// Local. Write `text` so that it is text in XML and in HTML, in an element or between the quotes of an attribute: `<`, `>`, `&`
/// and quotes become entities. A byte that is no part of UTF-8, or that XML does not allow, becomes U+FFFD. The caller looks for
/// write errors.
void hr_xml_put(FILE *out, const char *text);

/// Local. Returns a copy of `text` in which U+FFFD stands for each byte that is no part of UTF-8, or that XML does not allow. The
/// caller frees the copy. NULL: out of memory.
char *hr_xml_clean(const char *text);

#endif
