// SPDX-License-Identifier: MIT
// The colours of the themes. The colours of pieces keep a contrast of at least 4.5 to their labels.

#include "report/draw/svg.h"

static const char SHAPES[] = ".hr-frame{fill:none;stroke-width:6;stroke-linecap:square}\n"
                             ".hr-exit{fill:none;stroke-width:4;stroke-dasharray:4 4}\n"
                             ".hr-piece{stroke-width:1.5}\n"
                             ".hr-piece.hr-flat{stroke:none}\n"
                             ".hr-outline{fill:none;stroke-width:1.5;stroke-linecap:square}\n"
                             ".hr-moved{fill:none;stroke-width:3}\n"
                             ".hr-label,.hr-gate,.hr-caption{font-family:'Noto Sans CJK SC','Noto Sans SC','PingFang SC',"
                             "'Microsoft YaHei',system-ui,sans-serif;text-anchor:middle}\n"
                             ".hr-label{font-size:16px;font-weight:600}\n"
                             ".hr-label.hr-narrow{font-size:12px}\n"
                             ".hr-gate{font-size:16px}\n"
                             ".hr-caption{font-size:12px}\n";

static const char LIGHT[] = ".hr-frame{stroke:#5b4636}\n"
                            ".hr-cell{fill:#f3ede1}\n"
                            ".hr-dot,.hr-gate{fill:#8a7a63}\n"
                            ".hr-exit{stroke:#c0392b}\n"
                            ".hr-piece,.hr-outline{stroke:#2b2118}\n"
                            ".hr-square{fill:#a93226}\n"
                            ".hr-wide{fill:#21618c}\n"
                            ".hr-tall{fill:#1e6b45}\n"
                            ".hr-one{fill:#7d5a12}\n"
                            ".hr-fixed{fill:#5f5f5f}\n"
                            ".hr-c0{fill:#7b3f98}\n"
                            ".hr-c1{fill:#9a4f0f}\n"
                            ".hr-c2{fill:#1f6f73}\n"
                            ".hr-c3{fill:#8c2f5b}\n"
                            ".hr-c4{fill:#4d6212}\n"
                            ".hr-c5{fill:#3f51a3}\n"
                            ".hr-c6{fill:#6d4c41}\n"
                            ".hr-c7{fill:#00695c}\n"
                            ".hr-label{fill:#ffffff}\n"
                            ".hr-moved{stroke:#f5b301}\n"
                            ".hr-arrow{fill:#f5b301}\n"
                            ".hr-caption{fill:#333333}\n";

static const char DARK[] = ".hr-frame{stroke:#b99f7c}\n"
                           ".hr-cell{fill:#26221d}\n"
                           ".hr-dot,.hr-gate{fill:#9a8d7a}\n"
                           ".hr-exit{stroke:#ff7f6e}\n"
                           ".hr-piece,.hr-outline{stroke:#0f0d0b}\n"
                           ".hr-square{fill:#e07b6f}\n"
                           ".hr-wide{fill:#79b4dc}\n"
                           ".hr-tall{fill:#7cc79d}\n"
                           ".hr-one{fill:#dcb765}\n"
                           ".hr-fixed{fill:#a0a0a0}\n"
                           ".hr-c0{fill:#c39bd8}\n"
                           ".hr-c1{fill:#e2a368}\n"
                           ".hr-c2{fill:#74c3c7}\n"
                           ".hr-c3{fill:#dd8fb4}\n"
                           ".hr-c4{fill:#aec466}\n"
                           ".hr-c5{fill:#9aa8e6}\n"
                           ".hr-c6{fill:#c2a297}\n"
                           ".hr-c7{fill:#6fc5b8}\n"
                           ".hr-label{fill:#14110e}\n"
                           ".hr-moved{stroke:#ffe08a}\n"
                           ".hr-arrow{fill:#14110e}\n"
                           ".hr-caption{fill:#dddddd}\n";

static const char PRINT[] = ".hr-frame{stroke:#000000}\n"
                            ".hr-cell{fill:#ffffff}\n"
                            ".hr-dot,.hr-gate{fill:#000000}\n"
                            ".hr-exit{stroke:#000000}\n"
                            ".hr-piece,.hr-outline{stroke:#000000}\n"
                            ".hr-piece{fill:#ffffff}\n"
                            ".hr-square{fill:#d0d0d0}\n"
                            ".hr-fixed{fill:#909090}\n"
                            ".hr-label,.hr-caption,.hr-arrow{fill:#000000}\n"
                            ".hr-moved{stroke:#000000}\n";

void hr_svg_style(FILE *out, hr_svg_theme theme) {
    (void)fputs(SHAPES, out);
    (void)fputs(theme == HR_SVG_DARK ? DARK : theme == HR_SVG_PRINT ? PRINT : LIGHT, out);
    if (theme == HR_SVG_AUTO) {
        fprintf(out, "@media (prefers-color-scheme:dark){\n%s}\n@media print{\n%s}\n", DARK, PRINT);
    }
}
