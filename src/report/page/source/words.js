// SPDX-License-Identifier: MIT
// The page's texts: English, Chinese. {0} stands for the first argument.
huarong.words = {
    skip: ['Skip to the puzzle', '跳到棋盘'],
    other_language: ['中文', 'English'],
    theme: ['Light or dark', '深色/浅色'],
    player: ['Play', '试玩'],
    layers: ['Layers', '各层局面数'],
    openings: ['Openings', '开局'],
    graph: ['Map', '状态图'],
    run: ['The run', '运行'],
    facts: ['What was asked', '任务与结果'],
    page_of: ['{0} · metric {1}', '{0} · 计步方式：{1}'],
    moves_left: ['{0} moves to the goal', '距离终点 {0} 步'],
    at_most: ['At most {0} moves to the goal', '距离终点至多 {0} 步'],
    one_move_left: ['1 move to the goal', '距离终点 1 步'],
    solved: ['Solved', '已解开'],
    unsolvable: ['No sequence of moves leads to the goal from here', '从这里无法到达终点'],
    no_goal: ['This puzzle has no goal', '此谜题没有终点'],
    unknown_distance: ['The distance of this position is not known', '此局面的距离未知'],
    searching: ['Searching the positions … {0}', '正在搜索局面…… {0}'],
    too_large: [
        'This space has more than {0} positions. The page cannot search it.', '状态空间超过 {0} 个局面，本页无法搜索。'
    ],
    best_moves: ['{0} best next moves of {1}', '最佳着法 {0} 种，共 {1} 种着法'],
    a_best: ['A best next move is known', '已知一种最佳着法'],
    one_best: ['1 best next move of {0}', '最佳着法 1 种，共 {0} 种着法'],
    metric: ['A move is', '计步方式'],
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
    edit: ['Set up', '摆棋'],
    labels: ['Labels', '棋子名称'],
    edit_help: [
        'Drag a piece to any place, or off the board to remove it. Or click it to take it up, choose a new one below, ' +
            'and click a cell to put it down.',
        '棋子可拖到任意位置，拖出棋盘即拿掉；也可单击拿起，或在下面另选一枚，再单击空格放下。'
    ],
    clear_board: ['Clear the board', '清空棋盘'],
    copy_drawing: ['Copy drawing', '复制图样'],
    cell_at: ['Cell in column {0}, row {1}', '第 {0} 列第 {1} 行的格子'],
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
    copy_moves: ['Copy moves', '复制着法'],
    own_moves: ['Your moves: {0} · {1}', '你走了 {0} 步 · {1}'],
    own_end: ['Solved: yours {0}, best {1} · {2}', '解开了：你用 {0} 步，最少 {1} 步 · {2}'],
    copied: ['Copied', '已复制'],
    copy_table: ['Copy table', '复制表格'],
    numbers: ['The numbers as a table', '数字表格'],
    keys: [
        'Drag a piece, or select one with Tab and move it with the arrow keys. A click or Enter moves a piece ' +
            'that has one way to go. Space plays, ← and → step, H hints, U undoes.',
        '拖动棋子，或用 Tab 选中后按方向键移动；只有一个去处的棋子，单击或按回车即可。空格播放，← → 单步，H 提示，U 撤销。'
    ],
    hint_is: ['Hint: {0} to column {1}, row {2}', '提示：{0}到第 {1} 列，第 {2} 行'],
    cannot_move: ['{0} cannot move', '{0}不能移动'],
    several_ways: ['{0} can go several ways: choose one with the arrow keys', '{0}有几个方向可走：请用方向键选择'],
    bad_position: ['This is no position of the puzzle: {0}', '这不是本局的局面：{0}'],
    elsewhere: ['The pieces fit the board, but the position is not in this space', '棋子合法，但不在这个状态空间中'],
    bad_length: ['it has {0} cells instead of {1}', '有 {0} 格，应为 {1} 格'],
    bad_piece: ['a piece is incomplete or overlaps', '棋子不完整或重叠'],
    bad_square: ['there must be one 2×2', '必须恰有一个 2×2 方块'],
    bad_empty: ['there must be two empty cells or more', '至少要有两个空格'],
    bad_tiles: ['each number must occur once', '每个数字必须恰好出现一次'],
    no_short_code: ['there is no ShortCode {0}', '没有短编码 {0}'],
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
    layers_so_far: ['{0}: {1} states so far, up to distance {2}', '{0}：目前 {1} 个局面，距离至 {2}'],
    layers_from: ['States by their distance from {0}', '按到{0}的距离统计局面数'],
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
    heuristic: ['Heuristic', '启发函数'],
    engine: ['Engine', '引擎'],
    ranks: ['Ranks', '进程数'],
    time: ['Time', '用时'],
    rate: ['States a second', '每秒局面数'],
    memory: ['Peak memory', '内存峰值'],
    file: ['File', '文件'],
    verify: ['To verify', '如何验证'],
    whole: ['The whole space', '整个空间'],
    radius: ['Greatest distance', '最大距离'],
    stopped_early: ['Stopped early', '提前停止'],
    stopped: ['Stopped early: {0}', '提前停止：{0}'],
    stop_max_depth: ['at the depth asked for', '到达指定深度'],
    stop_max_states: ['at the number of states asked for', '到达指定局面数'],
    stop_solved: ['at the first solved state', '到达第一个已解局面'],
    stop_memory: ['at the memory limit', '内存限制'],
    stop_max_time: ['by the time limit', '时间限制'],
    stop_signal: ['by a signal', '收到信号'],
    start_codes: ['Start', '开局'],
    all_solved: ['all solved positions', '全部已解局面'],
    seconds: ['seconds', '秒'],
    map_label: [
        'Map of {0} positions. Arrow keys turn it, plus and minus zoom, Enter goes to the position of the board.',
        '{0} 个局面的状态图。方向键旋转，加减号缩放，回车定位当前局面。'
    ],
    map_lead: [
        'Each of the {0} positions is a dot, each move of one cell a line. Drag to turn, scroll after a click ' +
            'to zoom; a click opens a position on the board.',
        '{0} 个局面各为一点，移动一格为一条线。拖动旋转，点击后滚轮缩放，单击在棋盘上打开该局面。'
    ],
    quotient_lead: [
        '{0} positions are too many to draw one by one: here each layer is one dash, whose area grows with its ' +
            'positions. Every move leads within a layer or to a neighbouring one.',
        '{0} 个局面无法逐一画出：这里每一层画成一竖条，面积随局面数增大。每一步都在同层或相邻层之间。'
    ],
    quotient_small: [
        'The {0} positions one by one are not in this page: here each layer is one dash, whose area grows with ' +
            'its positions. Every move leads within a layer or to a neighbouring one.',
        '本页不含逐个的 {0} 个局面：这里每一层画成一竖条，面积随局面数增大。每一步都在同层或相邻层之间。'
    ],
    this_position: ['This position', '当前局面'],
    zoom_in: ['Zoom in', '放大'],
    zoom_out: ['Zoom out', '缩小'],
    reset_view: ['Whole map', '全图'],
    find_here: ['Find this position', '定位当前局面'],
    to_goal: ['Moves to the goal', '到终点步数'],
    one_of_them: ['One of them', '其中之一'],
    openings_all: ['Openings', '开局总数'],
    solvable_count: ['Solvable', '可解'],
    unsolvable_count: ['Not solvable', '不可解'],
    already_solved: ['Solved already', '已解'],
    components: ['Components', '连通分支'],
    components_solvable: ['with a solution', '其中有解'],
    largest_component: ['Largest component', '最大分支'],
    hardest_distance: ['Hardest', '最难步数'],
    mean_distance: ['Mean', '平均步数'],
    all_sets: ['All pieces', '全部棋子组合'],
    set_name: ['{0} horizontal, {1} vertical, {2} single', '横 {0} 竖 {1} 卒 {2}'],
    openings_by_distance: ['Openings by their distance from the goal: {0}', '按到终点的步数统计开局：{0}'],
    up_to_mirror: ['Up to mirror', '镜像合一'],
    by_distance: ['By distance', '按步数'],
    by_pieces: ['By piece set', '按棋子组合'],
    piece_set: ['Piece set', '棋子组合'],
    horizontals: ['Horizontal', '横'],
    verticals: ['Vertical', '竖'],
    singles: ['Single', '卒'],
    board_title: ['Board', '棋盘'],
    every_set_solvable: ['Every piece set has openings that can be solved.', '每种棋子组合都有可解的开局。'],
    sets_unsolvable:
        ['Piece sets without an opening that can be solved, {0}: {1}.', '{0} 种棋子组合没有可解的开局：{1}。'],
    find_opening: ['Find an opening', '查找开局'],
    search: ['Search', '搜索'],
    search_help: ['name, code or letters', '名称、编码或字母'],
    found: ['{0} of {1} named and hardest openings', '有名开局与最难开局 {1} 个中的 {0} 个'],
    in_one_move: ['1 move', '1 步'],
    in_moves: ['{0} moves', '{0} 步'],
    own_mirror: ['its own mirror', '左右对称'],
    mirror_named: ['Mirror: {0}', '镜像：{0}'],
    running: ['running, or killed', '运行中，或已被终止'],
    ended: ['ended', '已完成'],
    state: ['State', '状态'],
    began: ['Began', '开始'],
    resumed_times: ['Resumed', '续跑次数'],
    memory_limit: ['Memory limit', '内存限制'],
    available_memory: ['available memory', '可用内存'],
    trouble: ['Trouble', '故障'],
    section_failed: ['This part of the page cannot be shown: {0}', '此部分无法显示：{0}'],
    checkpoint: ['checkpoint', '检查点'],
    checkpoints: ['Checkpoints', '检查点'],
    traffic: ['Traffic', '通信量'],
    balance: ['Balance (busiest rank to mean)', '负载均衡（最忙与平均之比）'],
    states_each: ['States of each layer or family', '每层（族）局面数'],
    states_total: ['States so far', '累计局面数'],
    positions_done: ['Positions done', '已完成局面'],
    nodes: ['Nodes', '节点数'],
    nodes_rate: ['Nodes a second', '每秒节点数'],
    layer_n: ['layer {0}', '第 {0} 层'],
    family_n: ['family {0} of {1}', '第 {0} 族，共 {1} 族'],
    done_n: ['{0} of {1} done', '已完成 {0}，共 {1}'],
    on_ranks: ['{0} ranks', '{0} 个进程'],
    on_one_rank: ['1 rank', '1 个进程'],
    solved_positions: ['Solved positions', '求解的局面'],
    lower_bound: ['At least', '下界'],
    solutions: ['Solutions', '解数'],
    outcome: ['Outcome', '结果'],
    outcome_solved: ['solved', '已解'],
    outcome_unsolvable: ['not solvable', '不可解'],
    outcome_limit: ['stopped at a limit', '达到限制'],
    outcome_stopped: ['stopped', '已停止'],
    passed_over:
        ['The page cannot play all of these solutions. It passes over {0}.', '本页无法演示全部解法，略过了 {0} 个。'],
    no_player: [
        'This result does not hold the drawing of the puzzle. A table does: with it the page has a board to play on.',
        '此结果不含谜题图样。用表文件生成的页面可以走子。'
    ],
    memory_now: ['Memory for states', '局面所占内存'],
    position_help_numbers: ['numbers, 0 is the blank', '按行列出数字，0 为空格'],
    position_help_drawing: ['rows with / between', '各行以 / 分隔'],
    stop_updating: ['Pause updates', '暂停更新'],
    go_on_updating: ['Go on updating', '继续更新'],
    no_events: ['The log has no events yet.', '日志中还没有内容。'],
    nothing_yet: ['There is nothing to draw yet.', '还没有可画的数据。'],
    event: ['Event', '事件'],
    done: ['Done', '完成'],
    bytes_written: ['Written', '写入'],
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

// Why a run has stopped.
huarong.stopReason = (name) => {
    const key = `stop_${String(name).replaceAll('-', '_')}`;
    return huarong.words[key] === undefined ? name : huarong.say(key);
};

// A whole number with separators, other numbers with four digits. A browser does not know all digits of whole numbers
// from 2^53 on: of these it tells a bound with 12 digits.
huarong.number = (value) => {
    if (Number.isSafeInteger(value)) return value.toLocaleString('en-US');
    if (!Number.isInteger(value))
        return Number(value.toPrecision(4)).toLocaleString('en-US', {maximumFractionDigits: 6});
    const below = BigInt(value * (1 - 2 ** -44));
    const unit = 10n ** BigInt(String(below).length - 12);
    return `≥ ${(below / unit * unit).toLocaleString('en-US')}`;
};

// The same for a cell of a table that is copied, without separators.
huarong.plain = (value) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? huarong.number(value) : String(value ?? '');

huarong.bytes = (value) => {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
    let i = 0;
    for (; value >= 1024 && i < units.length - 1; i++) value /= 1024;
    return `${i === 0 ? value : value.toPrecision(3)} ${units[i]}`;
};

huarong.time = (seconds) => seconds < 0.001 ? `${(seconds * 1e6).toPrecision(3)} µs`
    : seconds < 1 ? `${(seconds * 1000).toPrecision(3)} ms`
    : seconds < 120 ? `${seconds.toPrecision(3)} s`
    : seconds < 7200 ? `${(seconds / 60).toFixed(1)} min`
                     : `${(seconds / 3600).toFixed(1)} h`;
