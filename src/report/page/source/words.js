// SPDX-License-Identifier: MIT
// The page's texts: English, Chinese. {0} stands for the first argument.
huarong.words = {
    skip: ['Skip to the puzzle', '跳到棋盘'],
    other_language: ['中文', 'English'],
    theme: ['Light or dark', '明暗'],
    player: ['Play', '走一走'],
    layers: ['Layers', '各层局面数'],
    openings: ['Openings', '开局'],
    graph: ['Map', '状态图'],
    run: ['The run', '运行'],
    facts: ['What was asked', '任务与结果'],
    page_of: ['{0} · metric {1}', '{0} · 步法 {1}'],
    moves_left: ['{0} moves to the goal', '距离终点 {0} 步'],
    one_move_left: ['1 move to the goal', '距离终点 1 步'],
    solved: ['Solved', '已解开'],
    unsolvable: ['No sequence of moves leads to the goal from here', '从这里无法到达终点'],
    unknown_distance: ['The distance of this position is not known', '此局面的距离未知'],
    searching: ['Searching the positions … {0}', '正在搜索局面…… {0}'],
    too_large: ['This space has more than {0} positions. The page cannot search it.', '状态空间超过 {0} 个局面，本页无法搜索。'],
    best_moves: ['{0} best next moves of {1}', '最佳着法 {0} 种，共 {1} 种着法'],
    one_best: ['1 best next move of {0}', '最佳着法 1 种，共 {0} 种着法'],
    metric: ['A move is', '一步的算法'],
    unit: ['one cell (unit)', '一格（unit）'],
    slide: ['a straight line (slide)', '一条直线（slide）'],
    move: ['one piece (move)', '一子（move）'],
    unit_tile: ['one tile (unit)', '一块（unit）'],
    slide_tile: ['a row of tiles (slide)', '一排（slide）'],
    to_start: ['To the start', '回到开局'],
    back: ['Back', '后退'],
    forward: ['Forward', '前进'],
    play: ['Play', '播放'],
    pause: ['Pause', '暂停'],
    hint: ['Hint', '提示'],
    undo: ['Undo', '撤销'],
    mirror: ['Mirror', '镜像'],
    farthest: ['Farthest', '最远局面'],
    speed: ['Speed', '速度'],
    moves_a_second: ['{0} a second', '每秒 {0} 步'],
    scrub: ['Place in the solution', '解法中的位置'],
    step_of: ['{0} of {1}', '第 {0} 步，共 {1} 步'],
    position: ['Position', '局面'],
    position_help: ['letters, code or name', '字母、编码或名称'],
    go: ['Open', '打开'],
    copy_link: ['Copy link', '复制链接'],
    copied: ['Copied', '已复制'],
    copy_table: ['Copy table', '复制表格'],
    numbers: ['The numbers as a table', '数字表格'],
    keys: ['Drag a piece, or select one with Tab and move it with the arrow keys. Space plays, ← and → step, H hints, U undoes.',
        '拖动棋子，或用 Tab 选中后按方向键移动。空格播放，← → 单步，H 提示，U 撤销。'],
    bad_position: ['This is no position of the puzzle: {0}', '这不是本局的局面：{0}'],
    elsewhere: ['The pieces fit the board, but the position is not in this space', '棋子合法，但不在这个状态空间中'],
    bad_length: ['it has {0} cells instead of {1}', '有 {0} 格，应为 {1} 格'],
    bad_piece: ['a piece is incomplete or overlaps', '棋子不完整或重叠'],
    bad_square: ['there must be one 2×2', '必须恰有一个 2×2 方块'],
    bad_empty: ['there must be two empty cells', '必须恰有两个空格'],
    bad_tiles: ['each number must occur once', '每个数字必须恰好出现一次'],
    bad_code: ['the code does not fit the board', '编码与棋盘不符'],
    board: ['Board. {0}', '棋盘。{0}'],
    piece_at: ['{0}, column {1}, row {2}', '{0}，第 {1} 列，第 {2} 行'],
    linear: ['Linear', '线性'],
    log: ['Logarithmic', '对数'],
    depth: ['Moves', '步数'],
    states: ['States', '局面数'],
    canonical: ['Up to symmetry', '对称约化'],
    solved_states: ['Solved', '已解'],
    share: ['Share', '比例'],
    layers_of: ['{0}: {1} states, radius {2}', '{0}：{1} 个局面，半径 {2}'],
    layers_from: ['States by their distance from {0}', '按到 {0} 的距离统计局面数'],
    the_solved: ['the solved positions', '已解局面'],
    the_start: ['the start', '开局'],
    depth_is: ['{0} moves: {1} states', '{0} 步：{1} 个局面'],
    farthest_states: ['The farthest positions, {0} moves away', '最远的局面，距离 {0} 步'],
    and_more: ['and {0} more', '还有 {0} 个'],
    open_position: ['Open {0} in the player', '在棋盘中打开 {0}'],
    plot_keys: ['Arrow keys read the values.', '方向键逐项读数。'],
    puzzle: ['Puzzle', '谜题'],
    goal: ['Goal', '终点'],
    source: ['Distances from', '距离起点'],
    command: ['Command', '命令'],
    version: ['Version', '版本'],
    engine: ['Engine', '引擎'],
    ranks: ['Ranks', '进程数'],
    time: ['Time', '用时'],
    rate: ['States a second', '每秒局面数'],
    memory: ['Peak memory', '内存峰值'],
    file: ['File', '文件'],
    verify: ['To verify', '如何验证'],
    whole: ['The whole space', '整个空间'],
    radius: ['Greatest distance', '最大距离'],
    stopped: ['Stopped early: {0}', '提前停止：{0}'],
    start_codes: ['Start', '开局'],
    all_solved: ['all solved positions', '全部已解局面'],
    seconds: ['seconds', '秒'],
    made_by: ['Made by huarong {0}. This page works without a network.', '由 huarong {0} 生成。本页无需网络。'],
    of_distances: ['{0} positions with their distances are in this page.', '本页含 {0} 个局面及其距离。'],
};

huarong.language = (() => {
    const asked = new URLSearchParams(location.search).get('lang');
    const wanted = asked || navigator.language || 'en';
    return wanted.startsWith('zh') ? 'zh' : 'en';
})();

// The text with this key in the page's language.
huarong.say = (key, ...values) => {
    const pair = huarong.words[key];
    const text = pair === undefined ? key : pair[huarong.language === 'zh' ? 1 : 0];
    return text.replace(/\{(\d)\}/g, (_, i) => values[i]);
};

// A whole number with separators, other numbers with four digits.
huarong.number = (value) => Number.isInteger(value) ? value.toLocaleString('en-US') : Number(value.toPrecision(4)).toLocaleString('en-US', {maximumFractionDigits: 6});

huarong.bytes = (value) => {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
    let i = 0;
    for (; value >= 1024 && i < units.length - 1; i++) value /= 1024;
    return `${i === 0 ? value : value.toPrecision(3)} ${units[i]}`;
};

huarong.time = (seconds) => seconds < 0.001 ? `${(seconds * 1e6).toPrecision(3)} µs` : seconds < 1 ? `${(seconds * 1000).toPrecision(3)} ms`
    : seconds < 120 ? `${seconds.toPrecision(3)} s` : seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
