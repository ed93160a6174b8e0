// SPDX-License-Identifier: MIT
// A page of a run that goes on loads itself again. What the reader has chosen and played stays, and nothing happens
// while the reader plays, drags, types or sets up a board.
huarong.FOLLOW_SECONDS = 5;
huarong.keptName = `huarong ${location.pathname}`;

huarong.keep = () => {
    const kept = {
        language: huarong.language,
        theme: document.documentElement.dataset.theme,
        bare: document.documentElement.classList.contains('bare'),
        player: huarong.player?.keep(),
        opened: [...document.querySelectorAll('details')].map((details) => details.open),
        top: scrollY
    };
    if (kept.player !== undefined) kept.player.undos = kept.player.undos.slice(-20);
    try {
        sessionStorage.setItem(huarong.keptName, JSON.stringify(kept));
    } catch {
        // no room, or not allowed: the page begins anew
    }
};

// What the page before this one has kept, with its language, theme and labels in use; null if there was none.
huarong.recall = () => {
    try {
        const kept = JSON.parse(sessionStorage.getItem(huarong.keptName));
        sessionStorage.removeItem(huarong.keptName);
        if (kept === null) return null;
        huarong.language = kept.language;
        if (kept.theme) document.documentElement.dataset.theme = kept.theme;
        document.documentElement.classList.toggle('bare', kept.bare);
        return kept;
    } catch { return null; }
};

// Show the page as it was. The player is in use already.
huarong.restore = ({opened, top}) => {
    document.querySelectorAll('details').forEach((details, i) => {
        if (!opened[i]) return;
        details.fill?.();
        details.open = true;
    });
    scrollTo({top, behavior: 'instant'});
};

huarong.follow = () => {
    let paused = false, pressed = false;
    addEventListener('pointerdown', () => {
        pressed = true;
    }, true);
    for (const kind of ['pointerup', 'pointercancel'])
        addEventListener(kind, () => {
            pressed = false;
        }, true);
    const typing = () =>
        document.activeElement.matches('input:not([type=range])') && document.activeElement.value !== '';
    const name = () => {
        pause.textContent = huarong.say(paused ? 'go_on_updating' : 'stop_updating');
    };
    const pause = huarong.element('button', {
        type: 'button',
        class: 'quiet',
        id: 'follow',
        onclick: () => {
            paused = !paused;
            name();
        }
    });
    document.querySelector('.switches').prepend(pause);
    document.addEventListener('language', name);
    name();
    // Load the page again, unless that would disturb the reader.
    huarong.renew = () => {
        const busy = pressed || typing() || huarong.player?.playing || huarong.player?.settingUp;
        if (paused || busy || document.hidden) return false;
        huarong.keep();
        location.reload();
        return true;
    };
    setInterval(huarong.renew, huarong.FOLLOW_SECONDS * 1000);
};
