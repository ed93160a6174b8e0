// SPDX-License-Identifier: MIT
// What scripts/lint asks of the page's scripts where scripts/setup lint has installed ESLint: the rules that ESLint
// recommends and some more. clang-format lays the scripts out.
const rules = `array-callback-return constructor-super dot-notation eqeqeq for-direction getter-return
    no-async-promise-executor no-case-declarations no-compare-neg-zero no-cond-assign no-const-assign
    no-constant-binary-expression no-constant-condition no-control-regex no-debugger no-delete-var no-dupe-args
    no-dupe-else-if no-dupe-keys no-duplicate-case no-empty no-empty-character-class no-empty-pattern no-eval
    no-ex-assign no-extra-boolean-cast no-fallthrough no-func-assign no-global-assign no-implicit-globals
    no-implied-eval no-invalid-regexp no-irregular-whitespace no-lone-blocks no-loss-of-precision
    no-misleading-character-class no-new-wrappers no-obj-calls no-prototype-builtins no-redeclare no-regex-spaces
    no-return-assign no-self-assign no-self-compare no-sequences no-shadow no-shadow-restricted-names
    no-sparse-arrays no-throw-literal no-undef no-unexpected-multiline no-unmodified-loop-condition no-unreachable
    no-unsafe-finally no-unsafe-negation no-unsafe-optional-chaining no-unused-expressions no-unused-vars
    no-useless-catch no-useless-concat no-useless-escape no-useless-return no-var object-shorthand prefer-const
    prefer-template use-isnan valid-typeof`;
const names = `CustomEvent Event IntersectionObserver ResizeObserver URLSearchParams addEventListener atob clearInterval
    console devicePixelRatio document getComputedStyle history innerHeight innerWidth location navigator performance
    requestAnimationFrame scrollTo scrollY sessionStorage setInterval setTimeout`;
const each = (text, value) => Object.fromEntries(text.split(/\s+/).map((word) => [word, value]));
export default [
    {rules: each(rules, 'error'), linterOptions: {reportUnusedDisableDirectives: 'error'}},
    {files: ['**/source/**'], languageOptions: {sourceType: 'script', globals: each(`${names} huarong`, 'readonly')}},
    {
        files: ['**/tests/**'],
        languageOptions: {sourceType: 'commonjs', globals: each('__dirname process module require setTimeout', 'readonly')}
    },
    {files: ['**/begin.js'], languageOptions: {globals: {huarong: 'off'}}, rules: {'no-unused-vars': 'off'}},
];
