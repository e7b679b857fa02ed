"use strict";
{
    // Every word has to be there; `group 1` is one, and is not `group 12`.
    const box = document.getElementById("filter");
    const matches = document.getElementById("matches");
    const rows = [...document.querySelectorAll("#all tbody tr")];
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

    // A head sorts by its column, and turns the order where it is sorted by that; empty cells stay at the end.
    const body = document.querySelector("#all tbody");
    const heads = [...document.querySelectorAll("#all th")];
    const { compare } = new Intl.Collator("en", { numeric: true });
    const cell = (row, column) => row.cells[column].textContent.trim();
    const sort = (column) => {
        const isTurned = heads[column].ariaSort === "ascending";
        for (const it of heads) it.ariaSort = null;
        heads[column].ariaSort = isTurned ? "descending" : "ascending";
        const order = (left, right) => {
            const [a, b] = [cell(left, column), cell(right, column)];
            if (a === "" || b === "") return (a === "") - (b === "");
            return isTurned ? compare(b, a) : compare(a, b);
        };
        body.append(...[...rows].sort(order));
    };
    heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = head.textContent;
        button.addEventListener("click", () => sort(column));
        head.replaceChildren(button);
    });
}
