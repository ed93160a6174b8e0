#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole outputs of draw, without the styles.

load whole

# svg ARGUMENTS…: the drawing without its styles.
svg() (
    set -o pipefail
    huarong draw "$@" | sed '/^<style>/,/^<\/style>/d'
)

@test "draw: boards, strips and animations" {
    says svg klotski:2x3 XXXX.. --solution <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="200" height="164" viewBox="0 0 200 164" role="img">
<title>klotski:2x3: XXXX..</title>
<g transform="translate(10 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0v40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<rect class="hr-cell" x="0" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="100" r="2"/>
<rect class="hr-cell" x="40" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="100" r="2"/>
<path class="hr-exit" d="M0 40v40M80 40v40M0 80v40M80 80v40M0 120h40M40 120h40"/>
<rect class="hr-piece hr-square" x="2" y="2" width="76" height="76" rx="5"/>
<text class="hr-label" x="40" y="46">2x2</text>
<text class="hr-caption" x="40" y="144">start</text>
</g>
<g transform="translate(110 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0v40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="20" r="2"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="20" r="2"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<rect class="hr-cell" x="0" y="80" width="40" height="40"/>
<rect class="hr-cell" x="40" y="80" width="40" height="40"/>
<path class="hr-exit" d="M0 40v40M80 40v40M0 80v40M80 80v40M0 120h40M40 120h40"/>
<rect class="hr-piece hr-square" x="2" y="42" width="76" height="76" rx="5"/>
<rect class="hr-moved" x="2" y="42" width="76" height="76" rx="5"/>
<path class="hr-arrow" d="M40 115l5 -5h-10z"/>
<text class="hr-label" x="40" y="86">2x2</text>
<text class="hr-caption" x="40" y="144">1</text>
</g>
</svg>
END
    says svg klotski:2x3 XXXX.. --solution --animate --step-time 400 <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="100" height="140" viewBox="0 0 100 140" role="img">
<title>klotski:2x3: XXXX..</title>
<g transform="translate(10 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0v40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="20" r="2"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="20" r="2"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="60" r="2"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="60" r="2"/>
<rect class="hr-cell" x="0" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="100" r="2"/>
<rect class="hr-cell" x="40" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="100" r="2"/>
<path class="hr-exit" d="M0 40v40M80 40v40M0 80v40M80 80v40M0 120h40M40 120h40"/>
<g>
<animateTransform attributeName="transform" type="translate" values="0 0;0 0;0 40;0 40" keyTimes="0;0.33333;0.50000;1" dur="1.200s" repeatCount="indefinite"/>
<rect class="hr-piece hr-square" x="2" y="2" width="76" height="76" rx="5"/>
<text class="hr-label" x="40" y="46">2x2</text>
</g>
</g>
</svg>
END
    says svg tile:2x2 '1 2 3 0' --columns 1 --labels none <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100" role="img">
<title>tile:2x2: 1 2 3 0</title>
<g transform="translate(10 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0v40M0 40v40M80 40v40M0 80h40M40 80h40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="60" r="2"/>
<rect class="hr-piece hr-one" x="2" y="2" width="36" height="36" rx="5"/>
<rect class="hr-piece hr-one" x="42" y="2" width="36" height="36" rx="5"/>
<rect class="hr-piece hr-one" x="2" y="42" width="36" height="36" rx="5"/>
</g>
</svg>
END
    printf 'start: ab*/..+\ngoal: .../a..\ngate: + *\nfixed: b\n' >drawn
    says svg blocks:drawn <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="140" height="100" viewBox="0 0 140 100" role="img">
<title>blocks:3x2: ab*/..+</title>
<g transform="translate(10 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0h40M120 0v40M120 40v40M40 80h40M80 80h40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<rect class="hr-cell" x="80" y="0" width="40" height="40"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="60" r="2"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="60" r="2"/>
<rect class="hr-cell" x="80" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="100" cy="60" r="2"/>
<text class="hr-gate" x="100" y="66">+</text>
<path class="hr-exit" d="M0 40v40M0 80h40"/>
<rect class="hr-piece hr-one" x="2" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="20" y="26">a</text>
<rect class="hr-piece hr-fixed" x="42" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="60" y="26">b</text>
<rect class="hr-piece hr-one" x="82" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="100" y="26">*</text>
</g>
</svg>
END
    says svg tile:2x2 '1 2 3 0' '1 2 0 3' '1 0 3 2' --columns 2 <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200" role="img">
<title>tile:2x2: 1 2 3 0</title>
<g transform="translate(10 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0v40M0 40v40M80 40v40M0 80h40M40 80h40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="60" r="2"/>
<rect class="hr-piece hr-one" x="2" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="20" y="26">1</text>
<rect class="hr-piece hr-one" x="42" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="60" y="26">2</text>
<rect class="hr-piece hr-one" x="2" y="42" width="36" height="36" rx="5"/>
<text class="hr-label" x="20" y="66">3</text>
</g>
<g transform="translate(110 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0v40M0 40v40M80 40v40M0 80h40M40 80h40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="60" r="2"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<rect class="hr-piece hr-one" x="2" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="20" y="26">1</text>
<rect class="hr-piece hr-one" x="42" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="60" y="26">2</text>
<rect class="hr-piece hr-one" x="42" y="42" width="36" height="36" rx="5"/>
<text class="hr-label" x="60" y="66">3</text>
</g>
<g transform="translate(10 110)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0v40M0 40v40M80 40v40M0 80h40M40 80h40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="20" r="2"/>
<rect class="hr-cell" x="0" y="40" width="40" height="40"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<rect class="hr-piece hr-one" x="2" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="20" y="26">1</text>
<rect class="hr-piece hr-one" x="2" y="42" width="36" height="36" rx="5"/>
<text class="hr-label" x="20" y="66">3</text>
<rect class="hr-piece hr-one" x="42" y="42" width="36" height="36" rx="5"/>
<text class="hr-label" x="60" y="66">2</text>
</g>
</svg>
END
    printf 'start: a..../#.../.....\ngoal: ...../#.a./.....\n' >inside
    says svg blocks:inside <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="220" height="140" viewBox="0 0 220 140" role="img">
<title>blocks:5x3: a..../|...|/.....</title>
<g transform="translate(10 10)">
<path class="hr-frame" d="M0 0h40M0 0v40M40 0h40M80 0h40M120 0h40M160 0h40M200 0v40M0 40h40M40 40v40M160 40h40M160 40v40M0 80h40M0 80v40M160 80h40M200 80v40M0 120h40M40 120h40M120 120h40M160 120h40"/>
<rect class="hr-cell" x="0" y="0" width="40" height="40"/>
<rect class="hr-cell" x="40" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="20" r="2"/>
<rect class="hr-cell" x="80" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="100" cy="20" r="2"/>
<rect class="hr-cell" x="120" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="140" cy="20" r="2"/>
<rect class="hr-cell" x="160" y="0" width="40" height="40"/>
<circle class="hr-dot" cx="180" cy="20" r="2"/>
<rect class="hr-cell" x="40" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="60" r="2"/>
<rect class="hr-cell" x="80" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="100" cy="60" r="2"/>
<rect class="hr-cell" x="120" y="40" width="40" height="40"/>
<circle class="hr-dot" cx="140" cy="60" r="2"/>
<rect class="hr-cell" x="0" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="20" cy="100" r="2"/>
<rect class="hr-cell" x="40" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="60" cy="100" r="2"/>
<rect class="hr-cell" x="80" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="100" cy="100" r="2"/>
<rect class="hr-cell" x="120" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="140" cy="100" r="2"/>
<rect class="hr-cell" x="160" y="80" width="40" height="40"/>
<circle class="hr-dot" cx="180" cy="100" r="2"/>
<path class="hr-exit" d="M80 120h40"/>
<rect class="hr-exit" x="80" y="40" width="40" height="40"/>
<rect class="hr-piece hr-one" x="2" y="2" width="36" height="36" rx="5"/>
<text class="hr-label" x="20" y="26">a</text>
</g>
</svg>
END
}

@test "draw: notations and refusals" {
    says huarong draw klotski 横刀立马 --notation common <<'END'
1A9BF0C00
END
    says huarong draw klotski 横刀立马 4WVE1 --notation grid <<'END'
TXXT
BXXB
TLRT
BooB
o..o

TXXT
BXXB
TLRT
BooB
o..o
END
    says huarong draw klotski 横刀立马 4WVE1 --notation name-western <<'END'
Red Donkey
Red Donkey
END
    tells 2 draw klotski 横刀立马 --notation nothing <<'END'
! huarong draw: --notation: 'nothing' is none of letters, grid, name, name-Hant, name-western, common, common-cut and short
END
    tells 2 draw klotski 横刀立马 --read nothing <<'END'
! huarong draw: --read: 'nothing' is none of letters, grid, name, name-Hant, name-western, common, common-cut and short
END
    tells 2 draw klotski 横刀立马 --notation name --animate <<'END'
! huarong draw: --notation writes texts: leave out --animate and --labels
END
    tells 2 draw klotski 横刀立马 --notation name --labels zh <<'END'
! huarong draw: --notation writes texts: leave out --animate and --labels
END
    tells 2 draw klotski 横刀立马 --theme pink <<'END'
! huarong draw: --theme: 'pink' is none of auto, light, dark and print
END
    tells 2 draw klotski 横刀立马 --columns 0 <<'END'
! huarong draw: --columns: '0' is not a whole number from 1 to 1000
END
    tells 2 draw klotski 横刀立马 --step-time 0 <<'END'
! huarong draw: --step-time: '0' is not a whole number from 1 to 60000
END
    tells 2 draw klotski 横刀立马 --animate <<'END'
! huarong draw: --animate needs at least two states, or --solution
END
    tells 2 draw klotski 横刀立马 过五关 --solution <<'END'
! huarong draw: --solution draws the way from one state: give only one
END
    tells 2 draw klotski:3x4 XXTXXBoLRo.. --solution <<'END'
! huarong draw: there is no solution
END
    tells 2 draw klotski <<'END'
! huarong draw: a state is missing: give one or more
END
}
