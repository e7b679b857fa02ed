"use strict";
{
    // Every word has to be there; `group 1` is one, and is not `group 12`.
    const box = document.getElementById("filter");
    const matches = document.getElementById("matches");
    const rows = [...document.querySelectorAll("#submissions tbody tr")];
    const groups = [...document.querySelectorAll(".group")];
    const text = (it) => it.textContent.replace(/\s+/g, " ").toLowerCase();
    const texts = new Map([...rows, ...groups].map((it) => [it, text(it)]));
    const apply = () => {
        const asked = box.value.toLowerCase();
        const group = asked.match(/\bgroup\s*(\d+)/);
        const words = asked.replace(/\bgroup\s*\d+/, "").split(/\s+/).filter((it) => it !== "");
        const fits = (it) => words.every((word) => texts.get(it).includes(word))
            && (group === null || new RegExp(`\\bgroup ${group[1]}\\b`).test(texts.get(it)));
        for (const it of [...rows, ...groups]) it.hidden = !fits(it);
        matches.textContent = asked === "" ? "" : `${rows.filter((it) => !it.hidden).length} of ${rows.length}`;
    };
    box.addEventListener("input", apply);
    apply();
}
