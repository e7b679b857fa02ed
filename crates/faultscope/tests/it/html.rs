//! The page of `--html` in a browser: Chromium without a window, where there is one. Without one these tests say so and pass.

use std::fs;
use std::path::Path;
use std::process::Command;

use expect_test::{Expect, expect};

use crate::folder::{Folder, stderr, stdout};

/// The names that the browser goes by.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// No page needs so many elements, however long its traces are.
const MAX_ELEMENTS: usize = 4000;

const CLAMP: &str = "\
#include <assert.h>
int read_level(void);
static int limit = 10;

static int twice(int it) {
    int unused = it * 2;
    return unused;
}

static int clamp(int level) {
    if (level > limit)
        return limit;
    return level;
}

int main(void) {
    int level = read_level(), other = 0;
    other = twice(level & 1); // </script> ü
    int result = clamp(level);
    assert(result < 10);
    return 0;
}
";

/// What the script of a test can say and do.
const HELPERS: &str = r#"
const said = [];
const say = it => said.push(String(it));
const byId = id => document.getElementById(id);
const press = (key, target) => (target ?? document.activeElement ?? document.body)
    .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const frame = () => new Promise(done => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 200); });
const row = () => document.querySelector("[role=treeitem][aria-selected=true]");
const here = () => `${row().getAttribute("aria-label")} | ${location.hash} | ${document.querySelector(".line.current")?.id}`;
const rows = () => document.querySelector("[role=treeitem]").getAttribute("aria-setsize");
const faults = window.faults;
"#;

const WATCH: &str = r#"<script>
window.faults = [];
addEventListener("error", event => faults.push(event.message));
addEventListener("unhandledrejection", event => faults.push(event.reason));
document.addEventListener("securitypolicyviolation", event => faults.push(event.violatedDirective));
for (const name of ["error", "warn"]) console[name] = (...text) => faults.push(text.join(" "));
</script>
"#;

#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]
fn browser() -> Option<&'static str> {
    let is_there =
        |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|it| it.status.success());
    let found = BROWSERS.into_iter().find(is_there);
    if found.is_none() {
        eprintln!("skipped: there is no Chromium");
    }
    found
}

/// The page of a program.
#[track_caller]
fn page(program: &str, options: &[&str]) -> String {
    let folder = Folder::with(&[("a.c", program)]);
    let output = folder.check(&[&["a.c", "--html", "page.html"], options].concat());
    let page = fs::read_to_string(folder.path("page.html"));
    page.unwrap_or_else(|_| panic!("{}", stderr(&output)))
}

/// What a script says that is run in a page; none where there is no browser. Faults of the page are said, too.
#[track_caller]
fn said(page: &str, fragment: &str, script: &str) -> Option<String> {
    let browser = browser()?;
    let end = format!(
        "<script>(async () => {{ {HELPERS} try {{ {script} }} catch (fault) {{ say(fault); }} await frame();
        said.push(...faults.map(it => `fault: ${{it}}`));
        const pre = document.createElement('pre'); pre.id = 'said'; pre.textContent = said.join('\\n');
        document.body.append(pre); }})();</script></body>"
    );
    let page = page.replacen("<title>", &format!("{WATCH}<title>"), 1).replacen("</body>", &end, 1);
    let folder = Folder::with(&[("page.html", &page), ("user/.keep", "")]);
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--window-size=1280,900", "--virtual-time-budget=20000", "--timeout=60000"])
        .arg(format!("--user-data-dir={}", folder.path("user").display()))
        .arg("--dump-dom")
        .arg(format!("file://{}{fragment}", folder.path("page.html").display()))
        .output()
        .expect("the browser starts");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = dom.split_once("<pre id=\"said\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let Some((said, _)) = said else { panic!("the script did not end: {}\n{}", stderr(&output), dom.len()) };
    Some(said.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&"))
}

#[track_caller]
fn check(page: &str, fragment: &str, script: &str, expected: &Expect) {
    if let Some(said) = said(page, fragment, script) {
        expected.assert_eq(&said);
    }
}

#[test]
fn a_trace_is_walked_with_the_keyboard() {
    let script = r##"
        say(here());
        press("g"); say(here());
        press("j"); say(here());
        press("j"); say(here());
        press("k"); say(here());
        byId("tree").focus();
        press("End"); say(here());
        press("ArrowUp"); say(here());
        press("Home"); say(here());
        press("ArrowDown"); say(here());
        press("n"); say(here());
        press("p"); say(here());
        press("G"); say(here());
        say(byId("step").textContent);
        press("g"); say(here());
    "##;
    check(
        &page(CLAMP, &[]),
        "",
        script,
        &expect![[r#"
            line 20: assert(result < 10); fails here |  | line-0-20
            line 3: limit = 10; limit = 10, finding 1 | #step-1-1 | line-0-3
            line 17: level = read_level(); level = 10, finding 7 | #step-1-2 | line-0-17
            line 19: level; level = 10, finding 4 | #step-1-8 | line-0-19
            line 17: level = read_level(); level = 10, finding 7 | #step-1-2 | line-0-17
            line 20: assert(result < 10); fails here | #step-1-12 | line-0-20
            line 19: result = clamp(level); result = 10, finding 2 | #step-1-11 | line-0-19
            line 3: limit = 10; limit = 10, finding 1 | #step-1-1 | line-0-3
            line 17: level = read_level(); level = 10, finding 7 | #step-1-2 | line-0-17
            line 19: level; level = 10, finding 4 | #step-1-8 | line-0-19
            line 17: level = read_level(); level = 10, finding 7 | #step-1-2 | line-0-17
            line 20: assert(result < 10); fails here | #step-1-12 | line-0-20
            Step 12 of 12, line 20 in mainassert(result < 10) → fails hereValues in this call of main:limit = 10level = 10other = 0result = 10
            line 3: limit = 10; limit = 10, finding 1 | #step-1-1 | line-0-3"#]],
    );
}

#[test]
fn calls_are_folded_and_everything_is_shown() {
    let script = r##"
        const labels = () => [...document.querySelectorAll("[role=treeitem]")].map(it => it.getAttribute("aria-label")).join("\n");
        say(labels()); say("");
        press("g"); press("j"); press("j");
        const before = location.hash;
        press("m"); say(labels()); say("");
        say(before === location.hash);
        say(byId("everything").getAttribute("aria-pressed"));
        const call = [...document.querySelectorAll(".row.call")].find(it => it.textContent.includes("twice"));
        say(call.getAttribute("aria-expanded"));
        const folded = rows();
        call.click(); say(rows() - folded); say(row().getAttribute("aria-expanded"));
        byId("tree").focus();
        press("ArrowRight"); say(here());
        press("ArrowLeft"); say(here());
        press("ArrowLeft"); say(rows() - folded); say(row().getAttribute("aria-expanded"));
        press("Enter"); say(rows() - folded);
        byId("matters").click(); say(rows());
    "##;
    check(
        &page(CLAMP, &[]),
        "",
        script,
        &expect![[r#"
            line 3: limit = 10; limit = 10, finding 1
            line 17: level = read_level(); level = 10, finding 7
            line 19: level; level = 10, finding 4
            call of clamp, 2 steps
            line 11: level > limit; false
            line 13: return level;; returns 10, finding 6
            line 19: result = clamp(level); result = 10, finding 2
            line 20: assert(result < 10); fails here

            line 3: limit = 10; limit = 10, finding 1
            line 17: level = read_level(); level = 10, finding 7
            line 17: other = 0; other = 0
            line 18: level & 1; it = 0
            call of twice, 2 steps
            line 18: other = twice(level & 1); other = 0
            line 19: level; level = 10, finding 4
            call of clamp, 2 steps
            line 11: level > limit; false
            line 13: return level;; returns 10, finding 6
            line 19: result = clamp(level); result = 10, finding 2
            line 20: assert(result < 10); fails here

            true
            true
            false
            2
            true
            line 6: unused = it * 2; unused = 0 | #step-1-5 | line-0-6
            call of twice, 2 steps | #step-1-5 | line-0-6
            0
            false
            2
            8"#]],
    );
}

#[test]
fn steps_that_only_pass_a_value_on_are_folded() {
    let program = "#include <assert.h>\nint read_level(void);\nstatic int least(int a, int b, int c) {\n    int it = a;\n    \
        if (b < it)\n        it = b;\n    if (c < it)\n        it = c;\n    return it;\n}\nint main(void) {\n    \
        int a = read_level(), b = read_level(), c = read_level();\n    assert(least(a, b, c) != 7);\n    return 0;\n}\n";
    let script = r##"
        const run = [...document.querySelectorAll(".row.run")][0];
        say(run?.textContent);
        if (run) {
            const before = rows();
            run.click(); say(rows() > before); say(document.querySelectorAll(".row.run").length);
            byId("tree").focus();
            press("ArrowLeft"); say(rows() === before); say(row().getAttribute("aria-expanded"));
            press("Enter"); say(rows() > before);
        }
    "##;
    check(&page(program, &[]), "", script, &expect!["undefined"]);
}

#[test]
fn the_page_opens_at_the_error() {
    let lines = "    (void)0;\n".repeat(300);
    let program = format!(
        "#include <assert.h>\nint ask(void);\nint main(void) {{\n    int x = ask();\n{lines}    assert(x != 3);\n{lines}}}\n"
    );
    let script = r##"
        await frame(); await frame(); await frame();
        say(here());
        const line = document.querySelector(".line.current").getBoundingClientRect(), pane = byId("texts").getBoundingClientRect();
        say(line.top > pane.top && line.bottom < pane.bottom && line.bottom < innerHeight);
        say(document.querySelector(".note.error").textContent.length > 0);
    "##;
    check(
        &page(&program, &[]),
        "",
        script,
        &expect![[r#"
        line 305: assert(x != 3); fails here |  | line-0-305
        true
        true"#]],
    );
}

#[test]
fn a_question_mark_shows_the_keys() {
    let script = r##"
        const keys = byId("keys");
        say(keys.open); press("?"); say(keys.open);
        const before = location.hash; press("k"); say(before === location.hash);
        byId("close-keys").click(); say(keys.open);
        byId("show-keys").click(); say(keys.open);
    "##;
    check(
        &page(CLAMP, &[]),
        "",
        script,
        &expect![[r#"
        false
        true
        true
        false
        true"#]],
    );
}

#[test]
fn marks_say_value_and_condition_and_lead_to_steps() {
    let script = r##"
        const mark = document.querySelector("#texts a.mark.constant, #texts a.mark.expression, #texts a.mark.relevant");
        say(byId("tip").hidden);
        mark.focus(); say(byId("tip").hidden); say(byId("tip").innerText); say(mark.getAttribute("aria-describedby"));
        press("Escape", mark); say(byId("tip").hidden);
        mark.dispatchEvent(new MouseEvent("mouseover", { bubbles: true })); say(byId("tip").hidden);
        mark.dispatchEvent(new MouseEvent("mouseout", { bubbles: true })); say(byId("tip").hidden);
        mark.click(); say(here());
        say(document.querySelectorAll(`[data-finding="${mark.dataset.finding}"][aria-current]`).length > 1);
    "##;
    check(
        &page(CLAMP, &[]),
        "",
        script,
        &expect![[r#"
            true
            false
            Assign a value such that limit <= 9, for example 9
            limit = 10
            value
            limit = 10 in the failing run
            condition
            limit <= 9
            helps
            one value avoids the error for all inputs
            tip
            true
            false
            true
            line 3: limit = 10; limit = 10, finding 1 | #step-1-1 | line-0-3
            true"#]],
    );
}

#[test]
fn an_address_names_a_step_or_a_finding() {
    let page = page(CLAMP, &[]);
    check(&page, "#step-1-4", "say(here());", &expect!["line 18: level & 1; it = 0 | #step-1-4 | line-0-18"]);
    let script = r##"
        const finding = byId("finding-2"); say(finding.open); say(finding.getAttribute("aria-current")); say(row().textContent.endsWith("2"));
        location.hash = "#step-1-2"; await frame(); say(here());
        location.hash = "#step-9-9"; await frame(); say(row().getAttribute("aria-label"));
    "##;
    check(
        &page,
        "#finding-2",
        script,
        &expect![[r#"
            true
            true
            true
            line 17: level = read_level(); level = 10, finding 7 | #step-1-2 | line-0-17
            line 17: level = read_level(); level = 10, finding 7"#]],
    );
}

#[test]
fn colours_are_switched() {
    let script = r##"
        const paper = () => getComputedStyle(document.body).backgroundColor;
        const first = paper(), name = byId("theme").textContent;
        byId("theme").click(); say(paper() !== first); say(byId("theme").textContent !== name); say(document.documentElement.dataset.theme);
        press("t"); say(paper() === first); say(byId("theme").textContent === name);
    "##;
    check(
        &page(CLAMP, &[]),
        "",
        script,
        &expect![[r#"
        true
        true
        dark
        true
        true"#]],
    );
}

#[test]
fn of_several_traces_each_keeps_its_place() {
    let program = "#include <assert.h>\nint read_level(void);\nint main(void) {\n    int level = read_level();\n    \
        assert(level != 3);\n    int other = level + 1;\n    assert(other != 9);\n    return 0;\n}\n";
    let script = r##"
        const select = document.querySelector("#choice select");
        const choose = idx => { select.value = idx; select.dispatchEvent(new Event("change")); };
        say([...select.options].map(it => it.textContent).join(", "));
        byId("last").click(); say(here());
        choose(1); say(here());
        byId("first").click(); byId("next").click(); say(here());
        choose(0); say(here());
        choose(1); say(here());
        say(document.querySelectorAll("article.trace").length);
    "##;
    check(
        &page(program, &["--traces", "all"]),
        "",
        script,
        &expect![[r#"
            trace 1: 2 steps, trace 2: 4 steps
            line 5: assert(level != 3); fails here | #step-1-2 | line-0-5
            line 7: assert(other != 9); fails here | #step-2-4 | line-0-7
            line 6: other = level + 1; other = 9, finding 1 | #step-2-3 | line-0-6
            line 5: assert(level != 3); fails here | #step-1-2 | line-0-5
            line 6: other = level + 1; other = 9, finding 1 | #step-2-3 | line-0-6
            2"#]],
    );
}

/// A loop with so many rounds.
fn sum(n_rounds: usize) -> String {
    format!(
        "#include <assert.h>\nint main(void) {{\n    unsigned i, s = 0;\n    for (i = 0; i < {n_rounds}; i++) {{\n        \
         s += i * 7;\n    }}\n    assert(s == 1);\n}}\n"
    )
}

#[test]
fn of_ten_thousand_steps_few_are_in_the_page() {
    let page = page(&sum(4000), &["--level", "trace"]);
    let script = format!(
        r#"
        press("m"); say(rows() > 10000);
        const few = () => document.querySelectorAll("*").length < {MAX_ELEMENTS} && document.querySelectorAll(".row").length < 100;
        say(few());
        byId("tree").focus(); press("End"); await frame(); say(few()); say(row().textContent.includes("violated"));
        for (let n = 0; n < 500; n++) press("k");
        await frame(); say(few()); say(rows() - row().getAttribute("aria-posinset"));
        byId("tree").scrollTop = 0; await frame(); say(few()); say(row() !== null);
        "#
    );
    check(
        &page,
        "",
        &script,
        &expect![[r#"
            true
            true
            true
            false
            true
            500
            true
            true"#]],
    );
}

/// What others say of pages: `html-validate` of npm, by the rules of the standard, where it is installed; `cargo xtask test` does so.
#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]
fn pages_are_valid_html() {
    let Some(validator) = std::env::var_os("HTML_VALIDATE") else {
        eprintln!("skipped: HTML_VALIDATE does not name the program of `html-validate`");
        return;
    };
    let safe = "int main(void) { int x = 1; return 2 / x; }\n";
    let open =
        "int ask(void);\nint main(void) { for (unsigned i = 1; i; i += 2) if (ask()) i *= 3; return 0; }\n";
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let median = fs::read_to_string(repository.join("examples/median.c")).expect("an example");
    let tests = repository.join("examples/median").display().to_string();
    let pages = [
        ("unsafe", page(CLAMP, &["--technique", "all"])),
        ("several", page(CLAMP, &["--traces", "2"])),
        ("safe", page(safe, &[])),
        ("open", page(open, &["--strategy", "bmc", "--unwind", "2"])),
        ("tests", page(&median, &["--tests", &tests])),
    ];
    let folder =
        Folder::with(&[("rules.json", r#"{ "root": true, "extends": ["html-validate:standard"] }"#)]);
    let mut command = Command::new(validator);
    command.args(["--config", "rules.json"]).current_dir(folder.path(""));
    for (name, page) in pages {
        let name = format!("{name}.html");
        fs::write(folder.path(&name), page).expect("a file");
        command.arg(name);
    }
    let output = command.output().expect("the validator runs");
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    fs::write(folder.path("wrong.html"), "<!DOCTYPE html>\n<p><div></p>\n").expect("a file");
    let output = command.arg("wrong.html").output().expect("the validator runs");
    assert!(stdout(&output).contains("wrong.html"), "{}", stdout(&output));
}

/// A page in a frame that is so wide as a telephone.
#[track_caller]
fn narrow(page: &str) -> String {
    let inner = page.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        "<!DOCTYPE html><html><head><title>narrow</title></head><body style=\"margin:0\">\
         <iframe style=\"border:0\" width=\"400\" height=\"800\" srcdoc=\"{inner}\"></iframe></body></html>"
    )
}

#[test]
fn nothing_is_wider_than_a_narrow_window() {
    let wide = "int w".to_owned() + &"_".repeat(200) + " = 1;\n" + CLAMP;
    let failing = "#include <stdio.h>\nint main(void) { puts(\"ab\"); return 0; }\n";
    let pages = [
        page(&wide, &["--traces", "all", "--technique", "max-sat"]),
        page(failing, &["--stdin", "a.c", "--expect", "a.c"]),
    ];
    for page in pages {
        let script = r##"
            await new Promise(done => addEventListener("load", done));
            const window400 = document.querySelector("iframe").contentWindow, inner = window400.document;
            inner.querySelectorAll("details").forEach(it => { it.open = true; });
            inner.getElementById("everything")?.click();
            const isScrolled = it => it.closest(".scroll, #tree, #tip, .wide, pre") !== null || getComputedStyle(it).position === "absolute";
            say(inner.documentElement.clientWidth > 350 && inner.documentElement.scrollWidth <= inner.documentElement.clientWidth);
            say([...inner.querySelectorAll("body *")].filter(it => !isScrolled(it) && it.getBoundingClientRect().right > 401)
                .map(it => it.tagName + "." + it.className).slice(0, 5).join() || "nothing");
        "##;
        check(
            &narrow(&page),
            "",
            script,
            &expect![[r#"
            true
            nothing"#]],
        );
    }
}

#[test]
fn an_index_is_filtered_and_sorted() {
    let failing =
        |n: u32| format!("int main(void) {{\n    int a[{n}];\n    a[{n}] = 0;\n    return 0;\n}}\n");
    let folder = Folder::with(&[
        ("b.c", &failing(2)),
        ("a10.c", &failing(3)),
        ("a9.c", "int main(void) { return 0; }\n"),
    ]);
    fs::create_dir(folder.path("r")).expect("a folder");
    for name in ["b", "a10", "a9"] {
        let output = folder.check(&[&format!("{name}.c"), "--format", "json"]);
        fs::write(folder.path(&format!("r/{name}.json")), stdout(&output)).expect("a file");
    }
    folder.faultscope("report").args(["r", "--html", "out"]).output().expect("the program runs");
    let page = fs::read_to_string(folder.path("out/index.html")).expect("the index");
    let script = r##"
        const names = () => [...document.querySelectorAll("#all tbody tr")].filter(it => !it.hidden).map(it => it.cells[0].textContent).join(" ");
        const head = idx => document.querySelectorAll("#all th button")[idx];
        say(names());
        head(0).click(); say(names()); say(head(0).parentElement.ariaSort);
        head(0).click(); say(names()); say(head(0).parentElement.ariaSort);
        head(4).click(); say(names());
        const filter = byId("filter");
        filter.value = "error found"; filter.dispatchEvent(new Event("input")); say(names()); say(byId("matches").textContent);
    "##;
    check(
        &page,
        "",
        script,
        &expect![[r#"
        a10 a9 b
        a9 a10 b
        ascending
        b a10 a9
        descending
        a10 b a9
        a10 b
        2 of 3"#]],
    );
}
