// SPDX-License-Identifier: MIT
// Any text stays text in SVG and in other XML: signs of markup are written as references, and what is no UTF-8 is replaced.

#include "printed.h"
#include "report/xml.h"

static void check_text(const char *text, const char *wanted) {
    printed out = print_to_memory();
    hr_xml_put(out.stream, text);
    expect_printed(&out, wanted);
}

HR_TEST(test_text_is_cleaned) {
    char *clean = hr_xml_clean("caf\xe9 <横> \xe6\xa8\x01");
    assert_string_equal(clean, "caf\xef\xbf\xbd <横> \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    free(clean);
}

HR_TEST(test_text_stays_text) {
    check_text("<script>alert(\"1\" & '2')</script>", "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
    check_text("横刀立马 \xf0\x9f\x98\x80", "横刀立马 \xf0\x9f\x98\x80");
    check_text("a\x01\x7f\xff\xc0\x80\xed\xa0\x80z", "a\xef\xbf\xbd\x7f\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
                                                     "\xef\xbf\xbdz");
    check_text("\xe6\xa8", "\xef\xbf\xbd\xef\xbf\xbd"); // the beginning of a character
    check_text("\xef\xbf\xbe", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check_text("\xf0\x90\x80\x80 \xf0\x8f\xbf\xbf", // U+10000, and U+FFFF in too many bytes
               "\xf0\x90\x80\x80 \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

// The first and last characters of each length, and their neighbours, which are none: surrogates, what has too many bytes, and
// what is beyond U+10FFFF.
HR_TEST(test_characters_end_where_unicode_does) {
    static const struct {
        const char *text;
        size_t size;
    } CASES[] = {
        {"\x1f", 0},
        {"\t", 1},
        {"\n", 1},
        {"\r", 1},
        {"\v", 0},
        {" ", 1},
        {"\x7f", 1},
        {"\x80", 0},
        {"\xbf", 0},
        {"\xc1\xbf", 0},
        {"\xc2\x80", 2},
        {"\xdf\xbf", 2},
        {"\xc2\x7f", 0},
        {"\xc2\xc0", 0},
        {"\xe0\x9f\xbf", 0},
        {"\xe0\xa0\x80", 3},
        {"\xed\x9f\xbf", 3},
        {"\xed\xa0\x80", 0},
        {"\xee\x80\x80", 3},
        {"\xef\xbf\xbd", 3},
        {"\xef\xbf\xbe", 0},
        {"\xef\xbf\xbf", 0},
        {"\xef\xbe\xbf", 3},
        {"\xee\xbf\xbf", 3},
        {"\xe1\x80\x80", 3},
        {"\xf0\x8f\xbf\xbf", 0},
        {"\xf0\x90\x80\x80", 4},
        {"\xf1\x80\x80\x80", 4},
        {"\xf4\x8f\xbf\xbf", 4},
        {"\xf4\x90\x80\x80", 0},
        {"\xf3\x90\x80\x80", 4},
        {"\xf5\x80\x80\x80", 0},
        {"\xf0\x90\x80", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        assert_int_equal(hr_xml_character_size(CASES[i].text), CASES[i].size);
    }
}
