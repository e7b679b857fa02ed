// The page without this script is complete; with it, traces are walked through beside the source.
"use strict";
(() => {
    const byId = id => document.getElementById(id);
    const make = (name, className, text) => {
        const element = document.createElement(name);
        if (className) element.className = className;
        if (text !== undefined) element.textContent = text;
        return element;
    };
    // A paragraph in which code stands between backticks.
    const prose = (className, text) => {
        const element = make("p", className);
        element.append(...text.split("`").map((part, idx) => idx % 2 === 1 ? make("code", "", part) : part));
        return element;
    };
    const data = JSON.parse(byId("data").textContent);
    const root = document.documentElement;

    // Light and dark: the system's choice until another is made.
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
    const nameTheme = () => { byId("theme").textContent = isDark() ? "Light page" : "Dark page"; };
    const turnTheme = () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        try { localStorage.setItem("faultscope-theme", root.dataset.theme); } catch { /* Then it is asked again. */ }
        nameTheme();
    };
    byId("theme").addEventListener("click", turnTheme);
    system.addEventListener("change", nameTheme);
    nameTheme();

    // The keys, on demand.
    const dialog = byId("keys");
    const showKeys = () => { if (!dialog.open) dialog.showModal(); };
    byId("show-keys").addEventListener("click", showKeys);
    byId("close-keys").addEventListener("click", () => dialog.close());

    // Paper has no folds.
    let opened = [];
    addEventListener("beforeprint", () => {
        opened = [...document.querySelectorAll("details:not([open])")];
        opened.forEach(it => { it.open = true; });
    });
    addEventListener("afterprint", () => opened.forEach(it => { it.open = false; }));

    // Findings: their marks show value and condition, and the same one is marked everywhere.
    const findingOf = rank => byId(`finding-${rank}`);
    const markFinding = rank => {
        document.querySelectorAll("[data-finding][aria-current]").forEach(it => it.removeAttribute("aria-current"));
        if (rank) document.querySelectorAll(`[data-finding="${rank}"]`).forEach(it => it.setAttribute("aria-current", "true"));
    };
    const tip = byId("tip");
    let tipped = null;
    const hideTip = () => {
        tip.hidden = true;
        if (tipped) tipped.removeAttribute("aria-describedby");
        tipped = null;
    };
    const showTip = mark => {
        hideTip();
        const finding = findingOf(mark.dataset.finding ?? mark.hash.slice("#finding-".length));
        if (!finding) return;
        tip.replaceChildren(...[...finding.querySelectorAll("[data-tip]")].map(it => {
            const copy = it.tagName === "TD" ? make("div") : it.cloneNode(true);
            if (it.tagName === "TD") copy.append(...[...it.cloneNode(true).childNodes]);
            return copy;
        }));
        tip.hidden = false;
        const box = mark.getClientRects()[0] ?? mark.getBoundingClientRect();
        const left = Math.max(8, Math.min(box.left, root.clientWidth - tip.offsetWidth - 8));
        const below = box.bottom + 6;
        const fits = below + tip.offsetHeight < innerHeight;
        tip.style.left = `${left}px`;
        tip.style.top = `${fits ? below : Math.max(4, box.top - tip.offsetHeight - 6)}px`;
        mark.setAttribute("aria-describedby", "tip");
        tipped = mark;
    };
    const tips = "#texts a.mark[data-finding], #texts .badge[href^='#finding-'], #step a[href^='#finding-']";
    document.querySelectorAll("#texts a.mark, #texts .badge[href^='#finding-']").forEach(it => it.removeAttribute("title"));
    for (const [on, off] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
        document.addEventListener(on, event => {
            const mark = event.target.closest?.(tips);
            if (mark && mark !== tipped) showTip(mark);
        });
        document.addEventListener(off, event => { if (event.target.closest?.(tips)) hideTip(); });
    }
    document.addEventListener("scroll", hideTip, { capture: true, passive: true });

    const openFinding = rank => {
        const finding = findingOf(rank);
        if (!finding) return;
        if (finding.tagName === "DETAILS") finding.open = true;
        for (let it = finding.closest("details"); it; it = it.parentElement.closest("details")) it.open = true;
        markFinding(rank);
        return finding;
    };

    // Error traces. Of each it is kept where one is in it and what is folded, so that nothing is lost by looking at another.
    const [SITE, FRAME, EFFECT, FINDING, MATTERS, ROUND] = [0, 1, 2, 3, 4, 5];
    const [FILE, LINE, END, TEXT, PLACE] = [0, 1, 2, 3, 4];
    const MAX_INDENT = 8, MAX_VALUES = 14, MAX_BACK = 5000;
    const tree = byId("tree"), rowsElement = byId("rows"), texts = byId("texts");
    const traces = tree ? data.traces.map(prepared) : [];
    // With several files, each row says in which it is.
    const fileNames = new Map(data.files);
    const placeOf = site => fileNames.has(site[FILE]) ? `${fileNames.get(site[FILE])}:${site[LINE]}` : `${site[LINE]}`;
    const spokenPlace = site => fileNames.has(site[FILE]) ? placeOf(site) : `line ${site[LINE]}`;
    if (tree && fileNames.size > 0) {
        tree.classList.add("named");
        tree.style.setProperty("--at", Math.min(24, Math.max(...data.sites.map(it => placeOf(it).length)) + 1));
    }

    function prepared(trace) {
        const frames = trace.frames.map(([name, caller, given], idx) => ({ name, given, caller: caller < idx ? caller : -1, all: 0, matter: 0, first: Infinity }));
        frames.forEach(it => { it.depth = it.caller < 0 ? 0 : frames[it.caller].depth + 1; });
        trace.steps.forEach((step, idx) => {
            const frame = frames[step[FRAME]];
            frame.all += 1;
            frame.matter += step[MATTERS] > 0;
            frame.first = Math.min(frame.first, idx);
        });
        for (let idx = frames.length - 1; idx >= 0; idx--) {
            const caller = frames[frames[idx].caller];
            if (!caller) continue;
            caller.all += frames[idx].all;
            caller.matter += frames[idx].matter;
            caller.first = Math.min(caller.first, frames[idx].first);
        }
        const nRoots = frames.filter(it => it.caller < 0 && it.all > 0).length;
        frames.forEach(it => { it.hasRow = it.depth > 0 || nRoots > 1; });
        // What happens in a call without which the error would be the same is folded.
        const folded = new Set(frames.flatMap((it, idx) => it.hasRow && it.matter === 0 ? [idx] : []));
        return { ...trace, frames, folded, runs: runs(trace.steps), unfolded: new Set(), cursor: { step: Math.max(0, trace.steps.length - 1) }, rows: [], at: 0 };
    }

    // Of relevant steps that only hand a value on, one after the other: for each the first one, and how many there are.
    function runs(steps) {
        const firstOf = new Map(), lengthOf = new Map();
        let run = [];
        const end = () => {
            if (run.length > 1) {
                run.forEach(it => firstOf.set(it, run[0]));
                lengthOf.set(run[0], run.length);
            }
            run = [];
        };
        steps.forEach((step, idx) => { if (step[MATTERS] === 2) run.push(idx); else if (step[MATTERS]) end(); });
        end();
        return { firstOf, lengthOf };
    }

    let current = 0, everything = false, rowHeight = 0;
    const trace = () => traces[current];
    const siteOf = step => data.sites[step[SITE]];
    const numberOf = (it, idx) => it.skipped + idx + 1;

    // The rows that can be seen: a step by its index; below zero, a call by the index of its frame, and below these the run that
    // begins with a step.
    const callId = frame => -1 - frame;
    const runId = (it, first) => -1 - it.frames.length - first;
    const runAt = (it, id) => -1 - it.frames.length - id;
    const isRun = (it, id) => id < -it.frames.length;
    const foldedRun = (it, idx) => {
        const first = everything ? undefined : it.runs.firstOf.get(idx);
        return first === undefined || it.unfolded.has(first) ? undefined : first;
    };
    function flatten() {
        const it = trace();
        if (it.cursor.frame === undefined) {
            const run = foldedRun(it, it.cursor.step);
            it.cursor = run === undefined ? { step: it.cursor.step } : atRun(run);
        }
        const inside = [];
        it.frames.forEach((frame, idx) => {
            const outer = frame.caller < 0 ? -1 : inside[frame.caller];
            inside.push(outer >= 0 ? outer : it.folded.has(idx) ? idx : -1);
        });
        const begun = new Uint8Array(it.frames.length), rows = [];
        const pinned = it.cursor.frame === undefined ? it.cursor.step : -1;
        it.steps.forEach((step, idx) => {
            if (!everything && !step[MATTERS] && idx !== pinned) return;
            const run = foldedRun(it, idx);
            if (run !== undefined) {
                if (run === idx && inside[step[FRAME]] < 0) rows.push(runId(it, run));
                return;
            }
            const path = [];
            for (let frame = step[FRAME]; frame >= 0 && !begun[frame]; frame = it.frames[frame].caller) path.push(frame);
            for (const frame of path.reverse()) {
                begun[frame] = 1;
                const isHidden = inside[frame] >= 0 && inside[frame] !== frame;
                if (it.frames[frame].hasRow && !isHidden) rows.push(callId(frame));
            }
            if (inside[step[FRAME]] < 0) rows.push(idx);
        });
        it.rows = rows;
    }
    const rowOfCursor = () => {
        const it = trace(), { step, frame, run } = it.cursor;
        return it.rows.indexOf(frame !== undefined ? callId(frame) : run !== undefined ? runId(it, run) : step);
    };

    // A cursor is at a step, or at a call or a run and thus at its first step.
    const atRun = run => ({ run, step: run });
    const atCall = frame => ({ frame, step: trace().frames[frame].first });
    function cursorAt(at) {
        const it = trace(), row = it.rows[at];
        return row >= 0 ? { step: row } : isRun(it, row) ? atRun(runAt(it, row)) : atCall(-1 - row);
    }

    // Only the rows around those that can be seen are in the page.
    function draw() {
        const it = trace();
        const first = Math.max(0, Math.floor(tree.scrollTop / rowHeight) - 8);
        const last = Math.min(it.rows.length, Math.ceil((tree.scrollTop + tree.clientHeight) / rowHeight) + 8);
        const shown = [];
        for (let at = first; at < last; at++) shown.push(at);
        if (it.at < first || it.at >= last) shown.push(it.at);
        rowsElement.replaceChildren(...shown.map(row));
        tree.setAttribute("aria-activedescendant", `row-${it.at}`);
    }

    function row(at) {
        const it = trace(), id = it.rows[at];
        const element = id >= 0 ? stepRow(it, id, it.rows[at - 1]) : isRun(it, id) ? runRow(it, runAt(it, id)) : callRow(it, -1 - id);
        element.id = `row-${at}`;
        element.setAttribute("role", "treeitem");
        element.setAttribute("aria-posinset", at + 1);
        element.setAttribute("aria-setsize", it.rows.length);
        element.setAttribute("aria-selected", at === it.at);
        element.style.top = `${at * rowHeight}px`;
        element.dataset.at = at;
        return element;
    }

    const indent = depth => `${Math.min(depth, MAX_INDENT) * 1.1}em`;

    function stepRow(it, idx, before) {
        const step = it.steps[idx], site = siteOf(step), isLast = idx + 1 === it.steps.length;
        const element = make("div", isLast ? "row violated" : "row");
        const code = make("span", "code", site[TEXT].replace(/\s+/g, " "));
        code.style.paddingLeft = indent(it.frames[step[FRAME]].depth);
        const isNew = step[ROUND] >= 0 && (!(before >= 0) || it.steps[before][ROUND] !== step[ROUND]);
        if (isNew) {
            const [numbers, words] = data.iterations[step[ROUND]];
            const round = make("span", "round", `↻ ${numbers}`);
            round.title = words;
            code.append(round);
        }
        const mark = make("span");
        if (step[FINDING]) {
            const finding = findingOf(step[FINDING]);
            const look = finding?.querySelector(".badge")?.className ?? "badge";
            mark.append(make("span", look, step[FINDING]));
        }
        element.append(make("span", "at", placeOf(site)), code, make("span", "does", step[EFFECT]), mark);
        element.title = `${spokenPlace(site)}: ${site[TEXT]}\n${step[EFFECT]}`;
        element.setAttribute("aria-level", it.frames[step[FRAME]].depth + 1);
        const finding = step[FINDING] ? `, finding ${step[FINDING]}` : "";
        element.setAttribute("aria-label", `${spokenPlace(site)}: ${site[TEXT]}; ${step[EFFECT]}${finding}`);
        return element;
    }

    function runRow(it, first) {
        const n = it.runs.lengthOf.get(first), depth = it.frames[it.steps[first][FRAME]].depth;
        const element = make("div", "row run"), words = `${n} steps that only pass a value on`;
        const code = make("span", "code", words);
        code.style.paddingLeft = indent(depth);
        element.append(make("span", "at", "▸"), code);
        element.title = "Enter or click: show them";
        element.setAttribute("aria-level", depth + 1);
        element.setAttribute("aria-expanded", false);
        element.setAttribute("aria-label", words);
        return element;
    }

    function callRow(it, idx) {
        const frame = it.frames[idx], isFolded = it.folded.has(idx);
        const element = make("div", "row call");
        const code = make("span", "code", frame.name);
        code.style.paddingLeft = indent(Math.max(0, frame.depth - 1));
        const n = everything ? frame.all : frame.matter;
        const steps = `${n} ${n === 1 ? "step" : "steps"}${everything || frame.matter === frame.all ? "" : ` of ${frame.all}`}`;
        element.append(make("span", "at", isFolded ? "▸" : "▾"), code, make("span", "does", steps));
        element.setAttribute("aria-level", Math.max(1, frame.depth));
        element.setAttribute("aria-expanded", !isFolded);
        element.setAttribute("aria-label", `call of ${frame.name}, ${steps}`);
        return element;
    }

    // Puts the cursor somewhere and says so everywhere: in the tree, in the source, below the tree, in the address.
    function put(cursor, keepsAddress) {
        const it = trace();
        it.cursor = cursor;
        if (cursor.frame === undefined) {
            if (cursor.run === undefined && foldedRun(it, cursor.step) !== undefined) {
                it.unfolded.add(foldedRun(it, cursor.step));
                flatten();
            }
            for (let frame = it.steps[cursor.step][FRAME]; frame >= 0; frame = it.frames[frame].caller) it.folded.delete(frame);
        }
        if (rowOfCursor() < 0) flatten();
        show(keepsAddress);
    }

    function show(keepsAddress) {
        const it = trace();
        it.at = Math.max(0, rowOfCursor());
        rowHeight = parseFloat(getComputedStyle(root).fontSize) * 1.85;
        // The height is there before anything is scrolled.
        rowsElement.style.height = `${it.rows.length * rowHeight}px`;
        const top = it.at * rowHeight, bottom = top + rowHeight;
        if (top < tree.scrollTop) tree.scrollTop = Math.max(0, top - rowHeight);
        else if (bottom > tree.scrollTop + tree.clientHeight) tree.scrollTop = bottom - tree.clientHeight + rowHeight;
        draw();
        const step = it.steps[it.cursor.step];
        if (!step) return;
        showInSource(step);
        describe(step, it.cursor.step);
        markFinding(step[FINDING]);
        if (!keepsAddress) {
            try { history.replaceState(null, "", `#step-${current + 1}-${numberOf(it, it.cursor.step)}`); } catch { /* Then the address stays. */ }
        }
    }

    function showInSource(step) {
        texts.querySelectorAll(".line.current").forEach(it => it.classList.remove("current"));
        texts.querySelectorAll(".now").forEach(it => it.remove());
        const site = siteOf(step);
        const line = byId(`line-${site[FILE]}-${site[LINE]}`);
        if (!line) return;
        for (let number = site[LINE]; number <= Math.min(site[END], site[LINE] + 6); number++) {
            byId(`line-${site[FILE]}-${number}`)?.classList.add("current");
        }
        // The error itself stands below its line.
        const isSaid = step === trace().steps.at(-1) && line.querySelector(".note.error");
        if (step[EFFECT] && !isSaid) line.querySelector("code").append(make("span", "now", `← ${step[EFFECT]}`));
        const reveal = () => {
            const box = line.getBoundingClientRect(), around = texts.getBoundingClientRect();
            // What is below the window cannot be seen either.
            const height = Math.min(around.height, innerHeight - around.top > 120 ? innerHeight - around.top : Infinity);
            if (box.top < around.top + 30 || box.bottom > around.top + height - 30) {
                texts.scrollBy({ top: box.top - around.top - height / 3, behavior: "instant" });
            }
        };
        // Lines that were not laid out before have their height only then.
        const again = n => { reveal(); if (n > 0) requestAnimationFrame(() => again(n - 1)); };
        again(4);
    }

    // What is known at a step: what it does, the finding, and what was assigned last in the same call.
    function describe(step, idx) {
        const it = trace(), site = siteOf(step), frame = it.frames[step[FRAME]];
        const head = make("p", "head");
        const calls = [];
        for (let at = step[FRAME]; at >= 0; at = it.frames[at].caller) calls.push(it.frames[at].name);
        const path = calls.length > 5 ? [...calls.slice(0, 4), "…", calls.at(-1)] : calls;
        const link = make("a", "", spokenPlace(site));
        link.href = `#line-${site[FILE]}-${site[LINE]}`;
        head.append(`Step ${numberOf(it, idx)} of ${it.skipped + it.steps.length}, `, link, ` in ${path.join(", called from ")}`);
        if (step[ROUND] >= 0) head.append(`, ${data.iterations[step[ROUND]][1]}`);
        const what = make("p");
        what.append(make("code", "", site[TEXT]));
        if (step[EFFECT]) what.append(" → ", make("strong", "", step[EFFECT]));
        const parts = [head, what];
        const isLast = idx + 1 === it.steps.length;
        if (isLast && it.object) parts.push(prose("faint", it.object));
        const finding = step[FINDING] ? findingOf(step[FINDING]) : null;
        if (finding) {
            const about = make("p");
            const more = make("a", "", `Finding ${step[FINDING]}`);
            more.href = `#finding-${step[FINDING]}`;
            about.append(more, ": ");
            const headline = finding.querySelector("h3") ?? finding.lastElementChild;
            about.append(...headline.cloneNode(true).childNodes);
            parts.push(about);
        }
        const values = new Map();
        for (let at = idx; at >= 0 && idx - at < MAX_BACK && values.size < MAX_VALUES; at--) {
            const other = it.steps[at], place = siteOf(other)[PLACE];
            if (other[FRAME] === step[FRAME] && place && other[EFFECT] && !values.has(place)) values.set(place, at);
        }
        // What a parameter was given counts until it is assigned.
        for (const at of frame.given) {
            const place = it.steps[at][EFFECT].split(" = ")[0];
            if (at <= idx && !values.has(place)) values.set(place, at);
        }
        if (values.size > 0) {
            const list = make("ul", "values");
            for (const at of [...values.values()].sort((a, b) => a - b)) {
                const entry = make("li", at === idx ? "fresh" : "");
                entry.append(make("code", "", it.steps[at][EFFECT]));
                entry.title = `step ${numberOf(it, at)}`;
                list.append(entry);
            }
            parts.push(make("p", "head", `Values in this call of ${frame.name}:`), list);
        }
        byId("step").replaceChildren(...parts);
    }

    const move = by => {
        const it = trace(), at = Math.max(0, Math.min(it.rows.length - 1, it.at + by));
        put(cursorAt(at));
    };
    const ends = last => put(cursorAt(last ? trace().rows.length - 1 : 0));
    const toFinding = by => {
        const it = trace();
        for (let at = it.at + by; at >= 0 && at < it.rows.length; at += by) {
            if (it.rows[at] >= 0 && it.steps[it.rows[at]][FINDING]) return put(cursorAt(at));
        }
    };
    function unfoldRun(run) {
        trace().unfolded.add(run);
        flatten();
        put({ step: run });
    }
    function foldRun(run) {
        const it = trace();
        it.unfolded.delete(run);
        it.cursor = atRun(run);
        flatten();
        show();
    }
    // The unfolded run that the cursor is in.
    const runHere = () => {
        const it = trace(), first = everything || it.cursor.frame !== undefined ? undefined : it.runs.firstOf.get(it.cursor.step);
        return first !== undefined && it.unfolded.has(first) ? first : undefined;
    };
    function fold(frame, isFolded) {
        const it = trace();
        if (frame < 0 || !it.frames[frame].hasRow) return;
        if (isFolded) it.folded.add(frame); else it.folded.delete(frame);
        it.cursor = atCall(frame);
        flatten();
        show();
    }
    const frameHere = () => trace().cursor.frame ?? trace().steps[trace().cursor.step][FRAME];
    function outwards() {
        const it = trace(), frame = frameHere();
        if (runHere() !== undefined) return foldRun(runHere());
        const isAtCall = it.cursor.frame !== undefined;
        if (isAtCall && !it.folded.has(frame)) return fold(frame, true);
        const outer = isAtCall ? it.frames[frame].caller : frame;
        if (outer >= 0 && it.frames[outer].hasRow) put(atCall(outer));
    }
    function inwards() {
        const it = trace();
        if (it.cursor.run !== undefined) return unfoldRun(it.cursor.run);
        if (it.cursor.frame === undefined) return;
        if (it.folded.has(it.cursor.frame)) fold(it.cursor.frame, false); else move(1);
    }
    function toggle() {
        const frame = frameHere();
        if (trace().cursor.run !== undefined) return unfoldRun(trace().cursor.run);
        if (runHere() !== undefined) return foldRun(runHere());
        fold(frame, !trace().folded.has(frame));
    }
    function setEverything(value) {
        everything = value;
        byId("matters").setAttribute("aria-pressed", !everything);
        byId("everything").setAttribute("aria-pressed", everything);
        traces.forEach(it => { it.rows = []; });
        flatten();
        show();
    }
    function choose(idx, keepsAddress) {
        current = idx;
        const select = byId("choice").querySelector("select");
        if (select) select.value = idx;
        if (rowOfCursor() < 0) flatten();
        show(keepsAddress);
    }
    function goTo(number, step, keepsAddress) {
        const it = traces[number - 1], idx = it ? step - 1 - it.skipped : -1;
        if (!it || !(idx >= 0 && idx < it.steps.length)) return false;
        if (current !== number - 1) { it.cursor = { step: idx }; choose(number - 1, true); }
        put({ step: idx }, keepsAddress);
        return true;
    }

    // What the address names.
    function follow() {
        const [kind, first, second] = location.hash.slice(1).split("-");
        if (kind === "step" && traces.length > 0) {
            if (goTo(Number(first), Number(second), true)) byId("source").scrollIntoView({ block: "start", behavior: "instant" });
        } else if (kind === "finding") {
            const finding = openFinding(first);
            if (!finding) return;
            if (finding.dataset.step && traces.length > 0) goTo(Number(finding.dataset.trace), Number(finding.dataset.step), true);
            markFinding(first);
            finding.scrollIntoView({ block: "nearest", behavior: "instant" });
        }
    }

    const keys = new Map([["t", turnTheme], ["?", showKeys]]);
    const treeKeys = new Map();
    if (traces.length > 0) {
        const add = (map, entries) => entries.forEach(([key, act]) => map.set(key, act));
        add(keys, [["j", () => move(1)], ["k", () => move(-1)], ["g", () => ends(false)], ["G", () => ends(true)], ["n", () => toFinding(1)],
            ["p", () => toFinding(-1)], ["f", toggle], ["m", () => setEverything(!everything)]]);
        const page = () => Math.max(1, Math.floor(tree.clientHeight / rowHeight) - 1);
        add(treeKeys, [["ArrowDown", () => move(1)], ["ArrowUp", () => move(-1)], ["Home", () => ends(false)], ["End", () => ends(true)],
            ["PageDown", () => move(page())], ["PageUp", () => move(-page())], ["ArrowLeft", outwards], ["ArrowRight", inwards],
            ["Enter", toggle], [" ", toggle]]);
        byId("matters").addEventListener("click", () => setEverything(false));
        byId("everything").addEventListener("click", () => setEverything(true));
        const buttons = [["first", () => ends(false)], ["previous", () => move(-1)], ["next", () => move(1)], ["last", () => ends(true)]];
        buttons.forEach(([id, act]) => byId(id).addEventListener("click", act));
        let isAsked = false;
        tree.addEventListener("scroll", () => {
            if (isAsked) return;
            isAsked = true;
            requestAnimationFrame(() => { isAsked = false; draw(); });
        }, { passive: true });
        new ResizeObserver(() => draw()).observe(tree);
        tree.addEventListener("click", event => {
            const at = event.target.closest(".row")?.dataset.at;
            if (at === undefined) return;
            const id = trace().rows[at];
            if (id >= 0) put({ step: id });
            else if (isRun(trace(), id)) unfoldRun(runAt(trace(), id));
            else fold(-1 - id, !trace().folded.has(-1 - id));
        });
        if (traces.length > 1) {
            const select = make("select");
            select.setAttribute("aria-label", "error trace");
            traces.forEach((it, idx) => {
                const option = make("option", "", `${it.label}: ${it.skipped + it.steps.length} steps`);
                option.value = idx;
                select.append(option);
            });
            select.addEventListener("change", () => choose(Number(select.value)));
            byId("choice").append(select);
        }
        // A mark leads to the step where it matters, the number of a line to the next step there.
        texts.addEventListener("click", event => {
            const mark = event.target.closest("a.mark[data-finding]");
            const finding = mark && findingOf(mark.dataset.finding);
            if (finding?.dataset.step && goTo(Number(finding.dataset.trace), Number(finding.dataset.step))) return event.preventDefault();
            const number = event.target.closest("a.number");
            if (!number) return;
            const [, file, line] = number.parentElement.id.split("-").map(Number);
            const it = trace(), isThere = step => siteOf(step)[FILE] === file && siteOf(step)[LINE] === line;
            for (let n = 1; n <= it.steps.length; n++) {
                const idx = (it.cursor.step + n) % it.steps.length;
                if (isThere(it.steps[idx])) { put({ step: idx }); return event.preventDefault(); }
            }
        });
        flatten();
        show(true);
    }
    document.addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (dialog.open || event.target.closest?.("input, select, textarea, [contenteditable]")) return;
        if (event.key === "Escape") return hideTip();
        const act = (event.target === tree ? treeKeys.get(event.key) : undefined) ?? keys.get(event.key);
        if (!act) return;
        event.preventDefault();
        act();
    });
    addEventListener("hashchange", follow);
    if (location.hash) follow();
})();
