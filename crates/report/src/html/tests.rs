use expect_test::expect;

use super::*;
use crate::{Finding, SetMember, StatementSet, Test, TestLine, TestStatus, Trace, fixtures};
use faultscope_ir::SourceMap;

/// The texts between two pieces of markup.
fn between<'a>(html: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    html.split(begin).skip(1).filter_map(|rest| rest.split_once(end)).map(|(text, _)| text).collect()
}

/// The lines of the page in which a text is.
fn lines(html: &str, text: &str) -> String {
    html.lines().filter(|line| line.contains(text)).map(|line| format!("{line}\n")).collect()
}

/// Whether each element that is opened is closed, in the right order.
fn assert_well_formed(html: &str) {
    const VOID: [&str; 3] = ["meta", "br", "!DOCTYPE"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').expect("an element ends");
        let name = rest[..end].split([' ', '\n']).next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {}", &rest[..rest.len().min(200)]);
        } else if !VOID.contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
        if matches!(name, "script" | "style") {
            let text = rest.find(&format!("</{name}>")).expect("it ends");
            rest = &rest[text..];
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// The data for the script.
fn data(html: &str) -> serde_json::Value {
    let [json] = between(html, "<script type=\"application/json\" id=\"data\">", "</script>")[..] else {
        panic!("there is one piece of data")
    };
    assert!(!json.contains('<'), "{json}");
    serde_json::from_str(json).expect("it is JSON")
}

/// Every name that an element has, and every one that is linked to.
fn assert_links_lead_somewhere(html: &str) {
    let ids = between(html, " id=\"", "\"");
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), ids.len(), "names are given once");
    for link in between(html, "href=\"#", "\"") {
        // Steps that the table lacks are known to the script.
        assert!(ids.contains(&link) || link.starts_with("step-"), "{link}");
    }
}

#[test]
fn all_reports_make_pages() {
    let reports = [
        fixtures::safe(),
        fixtures::undecided(),
        fixtures::unsupported(),
        fixtures::several_checks(),
        fixtures::erroneous(),
        fixtures::other_errors(),
        fixtures::several(),
        fixtures::compared(),
        fixtures::about_memory(),
    ];
    for report in reports {
        let html = render(&report);
        assert_well_formed(&html);
        assert_links_lead_somewhere(&html);
        data(&html);
        assert_eq!(between(&html, "<h1>", "</h1>").len(), 1);
        assert_eq!(
            between(&html, "http-equiv=\"Content-Security-Policy\" content=\"", ";"),
            ["default-src 'none'"]
        );
        assert!(!html.contains("src=") && !html.contains("http:") && !html.contains("https:"));
        assert_eq!(html, render(&report));
    }
}

#[test]
fn the_answer_stands_in_front() {
    let header = |report: &Report| {
        let html = render(report);
        let [title, words, sentence] =
            [("<title>", "</title>"), ("<strong>", "</strong>"), ("<h1>", "</h1>")]
                .map(|(a, b)| between(&html, a, b)[0].to_owned());
        format!("{title}\n{words}\n{sentence}")
    };
    expect![[r#"
        clamp.c: error found
        error found
        Assertion failed: <code>result &lt; 10</code>"#]]
    .assert_eq(&header(&fixtures::erroneous()));
    expect![[r#"
        clamp.c: no error
        no error
        No error found on any execution (assuming that functions without a body return any value (read_level))"#]]
    .assert_eq(&header(&fixtures::safe()));
    expect![[r#"
        clamp.c: not decided
        not decided
        This cannot be translated: inline assembly"#]]
    .assert_eq(&header(&fixtures::unsupported()));
    let tests = vec![tested("a", TestStatus::Passed), tested("b", TestStatus::Passed)];
    let passing = Report { verdict: Verdict::TestsPass, tests, ..fixtures::safe() };
    expect![[r#"
        clamp.c: tests pass
        tests pass
        Both tests pass"#]]
    .assert_eq(&header(&passing));
}

#[test]
fn findings_are_marked_in_the_source() {
    let html = render(&fixtures::erroneous());
    expect![[r##"
        <div class="line found" id="line-0-4" style="--in:4"><a class="number" href="#line-0-4" tabindex="-1" aria-label="line 4">4</a><span class="badges"><a class="badge relevant" href="#finding-2" title="a value avoids it for some inputs"><span class="said">finding </span>2</a></span><code><span class="in">    </span><span class="k">int</span> <a class="mark relevant" href="#finding-2" data-finding="2" title="2: limit = 10; assign a value such that `limit &gt;= level`, for example `11`">limit = <span class="n">10</span></a>;</code></div>
        <div class="line found" id="line-0-6" style="--in:8"><a class="number" href="#line-0-6" tabindex="-1" aria-label="line 6">6</a><span class="badges"><a class="badge constant" href="#finding-1" title="one value avoids it for all inputs"><span class="said">finding </span>1</a></span><code><span class="in">        </span><a class="mark constant" href="#finding-1" data-finding="1" title="1: value 10; return a value such that `clamp &lt; 10`, for example `9`"><span class="k">return</span> <span class="n">10</span>;</a></code></div>
        <div class="line found" id="line-0-11" style="--in:4"><a class="number" href="#line-0-11" tabindex="-1" aria-label="line 11">11</a><span class="badges"><a class="badge outside" href="#finding-3" title="input"><span class="said">finding </span>3</a></span><code><span class="in">    </span><span class="k">int</span> level = <a class="mark outside" href="#finding-3" data-finding="3" title="3: level = 11; assign a value such that `level &lt; 10`, for example `9`">read_level()</a>;</code></div>
        <div class="line found" id="line-0-14" style="--in:4"><a class="number" href="#line-0-14" tabindex="-1" aria-label="line 14">14</a><span class="badges"><a class="badge error" href="#step-1-7" title="assertion failed: `result &lt; 10`"><span aria-hidden="true">✗</span><span class="said">error: assertion failed: `result &lt; 10`</span></a></span><code><span class="in">    </span>assert(<mark class="mark error" tabindex="0" title="assertion failed: `result &lt; 10`">result &lt; <span class="n">10</span></mark>);</code><span class="note error">Assertion failed: <code>result &lt; 10</code></span></div>
    "##]].assert_eq(&lines(&html, "class=\"line found\""));
    assert_eq!(between(&html, "<div class=\"text\" ", ">"), ["data-file=\"0\""]);
}

#[test]
fn findings_say_what_the_terminal_says() {
    let report = fixtures::erroneous();
    let html = render(&report);
    let facts = between(&html, "<dl>", "</dl>").join("\n");
    expect![[r##"

        <div><dt>strength</dt><dd>one value avoids it for all inputs</dd></div>
        <div data-tip><dt>value</dt><dd><code>value 10</code> in the failing run</dd></div>
        <div data-tip><dt>condition</dt><dd><code>clamp &#60; 10</code></dd></div>
        <div data-tip><dt>helps</dt><dd>one value avoids the error for all inputs</dd></div>
        <div><dt>why</dt><dd>with <code>9</code>, <code>result &lt; 10</code> on line 14 holds</dd></div>
        <div><dt>tried</dt><dd>with <code>9</code>, the program runs to its end without an error</dd></div>
        <div><dt>where</dt><dd>in <code>clamp</code>, called from <code>main</code> (line 13)</dd></div>
        <div><dt>steps</dt><dd><a href="#step-1-6">step 6</a></dd></div>


        <div><dt>strength</dt><dd>a value avoids it for some inputs</dd></div>
        <div data-tip><dt>value</dt><dd><code>limit = 10</code> in the failing run</dd></div>
        <div data-tip><dt>condition</dt><dd><code>limit &#62;= level</code></dd></div>
        <div data-tip><dt>helps</dt><dd>avoids the error with the failing input; not decided for others</dd></div>
        <div><dt>why</dt><dd>with <code>11</code>, the test <code>level &gt; limit</code> on line 5 fails</dd></div>
        <div><dt>tried</dt><dd>every value tried made it fail elsewhere</dd></div>
        <div><dt>where</dt><dd>iteration 2 of the loop; in <code>clamp</code>, called from <code>main</code> (line 13)</dd></div>
        <div><dt>steps</dt><dd><a href="#step-1-4">step 4</a></dd></div>


        <div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next, previous step</dd></div>
        <div><dt><kbd>n</kbd> <kbd>p</kbd></dt><dd>next, previous step that belongs to a finding</dd></div>
        <div><dt><kbd>g</kbd> <kbd>G</kbd></dt><dd>first, last step</dd></div>
        <div><dt><kbd>f</kbd></dt><dd>fold or unfold the call</dd></div>
        <div><dt><kbd>m</kbd></dt><dd>relevant steps, or all steps</dd></div>
        <div><dt><kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd></dt><dd>in the list of steps: move, fold, unfold</dd></div>
        <div><dt><kbd>t</kbd></dt><dd>light or dark</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>show these keys</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>close</dd></div>
    "##]].assert_eq(&facts);
    let page = Page { report: &report, options: &OPTIONS };
    for finding in page.listed() {
        for (name, text) in page.facts(finding) {
            assert!(facts.contains(&format!("<dt>{name}</dt><dd>{}</dd>", sentence(&text))), "{name} {text}");
        }
    }
}

#[test]
fn steps_are_data_for_the_script() {
    let data = data(&render(&fixtures::erroneous()));
    expect![[r#"
        [[0,0,"level = 11",3,1,-1],[1,0,"spare is uninitialized",0,0,-1],[2,0,"level = 11",0,2,-1],[3,1,"limit = 10",2,1,-1],[4,1,"true",0,1,-1],[5,1,"returns 10",1,1,-1],[6,0,"fails here",0,1,-1]]
        [["main",-1,[]],["clamp",0,[2]]]
    "#]].assert_eq(&format!("{}\n{}\n", data["traces"][0]["steps"], data["traces"][0]["frames"]));
}

/// A page in which the memory of an error is freed in front of it.
#[test]
fn what_has_happened_to_memory_is_noted_at_its_lines() {
    let html = render(&fixtures::about_memory());
    expect![[r#"
        event">allocated here</span>
        event">used here</span>
        error">Assertion failed: <code>result &lt; 10</code></span>
    "#]]
    .assert_eq(&(between(&html, "<span class=\"note ", "</div>").join("\n") + "\n"));
}

#[test]
fn the_patch_to_apply_stands_beside_the_error() {
    let html = render(&fixtures::full());
    let [best] = between(&html, "<section class=\"best\"", "</section>")[..] else {
        panic!("there is a patch")
    };
    expect![[r##"
         aria-labelledby="best-heading">
        <h2 class="small" id="best-heading">Best patch, <a class="place" href="#line-0-5">line 5</a></h2>
        <pre class="diff" tabindex="0"><span style="--in:4"><span class="sign"> </span><span class="in">    </span>int limit = 10;
        </span><del style="--in:4"><span class="sign">−</span><span class="in">    </span>if (level &gt; limit)
        </del><ins style="--in:4"><span class="sign">+</span><span class="in">    </span>if (level &gt;= limit)
        </ins><span style="--in:8"><span class="sign"> </span><span class="in">        </span>return 10;
        </span></pre>
        <p class="standing good">Repairs: proved for arrays of up to 4 elements, no execution fails; these inputs no longer reach the check</p>
        <p class="faint">it should be false</p>
        <p class="faint">Keeps: nothing else differs in the 3 passing runs that reach this line</p>
        <p class="faint">With the input <code>3</code> and the arguments <code>-x</code> and the values <code>-170141183460469231731687303715884105728 7</code> the first patch ends with status -1, this one ends with status -1</p>
        <p class="more"><a href="#patches">All 3 patches</a></p>
    "##]].assert_eq(best);
    assert!(between(&render(&fixtures::safe()), "class=\"best\"", "</section>").is_empty());
}

#[test]
fn rows_of_several_files_have_names() {
    let mut report = fixtures::erroneous();
    assert_eq!(data(&render(&report))["files"], serde_json::json!([]));
    let text = report.sources.file(report.traces[0].error.span.file).text.clone();
    let other = report.sources.add_file("lib/read.c", text);
    report.traces[0].steps[0].span.file = other;
    assert_eq!(data(&render(&report))["files"], serde_json::json!([[0, "clamp.c"], [other.0, "read.c"]]));
}

#[test]
fn lines_keep_their_indentation() {
    let mut report = fixtures::erroneous();
    let mut sources = SourceMap::default();
    let deep = format!("int x;\n\tint y;\n{}int a_name_of_more_than_twenty;\n", " ".repeat(40));
    sources.add_file("clamp.c", Some(deep));
    report.sources = sources;
    let html = render(&report);
    expect![[r##"
        <div class="chunk"><div class="line" id="line-0-1"><a class="number" href="#line-0-1" tabindex="-1" aria-label="line 1">1</a><span class="badges"></span><code><span class="k">int</span> x;</code></div>
        <div class="line" id="line-0-2" style="--in:4"><a class="number" href="#line-0-2" tabindex="-1" aria-label="line 2">2</a><span class="badges"></span><code><span class="in">	</span><span class="k">int</span> y;</code></div>
        <div class="line" id="line-0-3" style="--in:40"><a class="number" href="#line-0-3" tabindex="-1" aria-label="line 3">3</a><span class="badges"></span><code class="wide"><span class="in">                                        </span><span class="k">int</span> a_name_of_more_than_twenty;</code></div>
    "##]].assert_eq(&lines(&html, "id=\"line-0-"));
    assert_eq!(between(&html, "<div class=\"text ", "\"").first(), Some(&"deep"));
}

#[test]
fn a_page_leads_to_the_index_that_it_is_part_of() {
    let html = render_below(&fixtures::erroneous(), Some("../index.html"));
    assert_eq!(lines(&html, "All reports"), "<li><a href=\"../index.html\">All reports</a></li>\n");
    assert!(!render(&fixtures::erroneous()).contains("All reports"));
}

#[test]
fn a_table_of_steps_needs_no_script() {
    let html = render(&fixtures::erroneous());
    expect![[r##"
        <tr id="step-1-1" class="matters"><td>1</td><td><a class="place" href="#line-0-11">line 11</a></td><td class="depth-0"><code>read_level()</code></td><td><code>level = 11</code> <a href="#finding-3">[3]</a></td></tr>
        <tr id="step-1-3"><td>3</td><td><a class="place" href="#line-0-13">line 13</a></td><td class="depth-0"><code>level</code></td><td><code>level = 11</code></td></tr>
        <tr id="step-1-4" class="matters"><td>4</td><td><a class="place" href="#line-0-4">line 4</a></td><td class="depth-1"><code>limit = 10</code></td><td><code>limit = 10</code> <a href="#finding-2">[2]</a></td></tr>
        <tr id="step-1-5"><td>5</td><td><a class="place" href="#line-0-5">line 5</a></td><td class="depth-1"><code>level &#62; limit</code></td><td><code>true</code></td></tr>
        <tr id="step-1-6" class="matters"><td>6</td><td><a class="place" href="#line-0-6">line 6</a></td><td class="depth-1"><code>return 10;</code></td><td><code>returns 10</code> <a href="#finding-1">[1]</a></td></tr>
        <tr id="step-1-7"><td>7</td><td><a class="place" href="#line-0-14">line 14</a></td><td class="depth-0"><code>result &#60; 10</code></td><td><code>fails here</code></td></tr>
    "##]].assert_eq(&lines(&html, "<tr id=\"step-1-"));
}

/// The erroneous report with its third step many times.
fn long(n_steps: usize) -> Report {
    let mut report = fixtures::erroneous();
    let trace = &mut report.traces[0];
    let step = trace.steps[2].clone();
    let at = trace.steps.len() - 1;
    trace.steps.splice(at..at, std::iter::repeat_n(step, n_steps - trace.steps.len()));
    report
}

#[test]
fn a_long_trace_is_cut_without_a_script_and_whole_with_it() {
    let html = render(&long(10_000));
    assert_eq!(between(&html, "<tr id=\"step-1-", "\"").len(), 120);
    assert_eq!(between(&html, "<td colspan=\"4\" class=\"gap\">", "</td>"), ["9879 more"]);
    assert!(html.contains("120 of 10000 steps"), "{}", lines(&html, "of 10000 steps"));
    let data = data(&html);
    assert_eq!(data["traces"][0]["steps"].as_array().map(Vec::len), Some(10_000));
    assert_eq!(data["traces"][0]["skipped"], 0);
    // What stands at one place is there once.
    assert_eq!(data["sites"].as_array().map(Vec::len), Some(7));
}

#[test]
fn of_an_endless_trace_the_end_is_there() {
    let data = data(&render(&long(100_003)));
    assert_eq!(data["traces"][0]["steps"].as_array().map(Vec::len), Some(100_000));
    assert_eq!(data["traces"][0]["skipped"], 3);
}

#[test]
fn all_traces_and_their_like_are_there() {
    let html = render(&fixtures::several());
    expect![[r#"
        3 error traces
        <article class="trace" id="trace-1">
        <article class="trace" id="trace-2">
        <ul class="similar">
        <li>9 steps, with level = 12</li>
    "#]]
    .assert_eq(
        &(between(&html, "<h2 id=\"traces-heading\">", "</h2>")[0].to_owned()
            + "\n"
            + &lines(&html, "<article class=\"trace\"")
            + &lines(&html, "<ul class=\"similar\">")
            + &lines(&html, "with level = 12")),
    );
}

fn tested(name: &str, status: TestStatus) -> Test {
    let line = |text: &str| TestLine { line: 2, column: 3, text: text.to_owned() };
    let (expected, got) = match status {
        TestStatus::Failed => (Some(line("a <b>")), Some(line("a c"))),
        _ => (None, None),
    };
    let trace = (status == TestStatus::Failed).then_some(0);
    Test { name: name.to_owned(), status, message: None, expected, got, trace }
}

#[test]
fn tests_show_what_was_expected() {
    let tests = [TestStatus::Passed, TestStatus::Failed, TestStatus::RanOn].map(|it| tested(it.name(), it));
    let html = render(&Report { tests: tests.to_vec(), ..fixtures::erroneous() });
    assert_well_formed(&html);
    let [tests] = between(&html, "<section id=\"tests\"", "</section>")[..] else {
        panic!("there are tests")
    };
    expect![[r##"
         aria-labelledby="tests-heading">
        <h2 id="tests-heading">Tests</h2>
        <p class="lead">2 of 3 tests fail or are undecided.</p>
        <div class="tests">
        <article class="test">
        <h3><code>failed</code> <span class="standing bad">failed</span> <a href="#trace-1">trace 1</a></h3>
        <p>line 2: expected <code>a &lt;b&gt;</code>, got <code>a c</code></p>
        <dl class="compared">
        <div><dt>expected, line 2</dt><dd><pre>a <ins>&#60;b&#62;</ins></pre></dd></div>
        <div><dt>got, line 2</dt><dd><pre>a <del>c</del></pre></dd></div>
        </dl>
        </article>
        <article class="test">
        <h3><code>ran-on</code> <span class="standing bad">did not terminate</span></h3>
        <p>ran-on</p>
        </article>
        </div>
        <details><summary>1 passed</summary><p><code>passed</code></p></details>
    "##]]
    .assert_eq(tests);
}

#[test]
fn checks_are_a_table_by_what_became_of_them() {
    let html = render(&fixtures::several_checks());
    expect![[r##"
        <tr class="violated"><td class="status">failed</td><td><a class="place" href="#line-0-14">line 14</a></td><td><code>result &#60; 10</code></td><td>assertions</td><td>bounded model checking</td></tr>
        <tr class="open"><td class="status">not decided</td><td><a class="place" href="#line-0-13">line 13</a></td><td><code>result</code></td><td>assertions</td><td></td></tr>
        <tr class="proved"><td class="status">proved</td><td><a class="place" href="#line-0-12">line 12</a></td><td><code>spare</code></td><td>assertions</td><td>abstract interpretation</td></tr>
        <tr class="apart"><td class="status">not reached</td><td><a class="place" href="#line-0-11">line 11</a></td><td><code>level</code></td><td>assertions</td><td>control flow</td></tr>
    "##]].assert_eq(&lines(&html, "class=\"status\""));
}

#[test]
fn other_errors_have_their_places_beside_their_checks() {
    let html = render(&fixtures::other_errors());
    expect![[r##"
        <tr class="violated"><td class="status">failed</td><td><a class="place" href="#line-0-7">line 7</a></td><td><code>return level;</code><br><span class="faint">most likely <a class="place" href="#line-0-4">line 4</a>: <code>limit = 10</code>; assign <code>11</code>; every value tried made it fail elsewhere</span><br><span class="faint">or <a class="place" href="#line-0-6">line 6</a>: <code>return 10;</code>; return <code>9</code> or <code>0</code>; avoids it for all inputs</span></td><td>overflow</td><td>bounded model checking</td></tr>
    "##]].assert_eq(&lines(&html, "most likely"));
}

#[test]
fn techniques_and_sets_are_there() {
    let mut report = fixtures::compared();
    let member =
        |finding: &Finding| SetMember { kind: finding.kind, span: finding.span, text: finding.text.clone() };
    let members: Vec<SetMember> = report.findings[..2].iter().map(member).collect();
    report.sets = vec![StatementSet { members, repairs: crate::Repairs::Program }];
    let html = render(&report);
    expect![[r##"

        <li><code>return 10;</code> (<a class="place" href="#line-0-6">line 6</a>) and <code>limit = 10</code> (<a class="place" href="#line-0-4">line 4</a>): repair the program (proved)</li>

        <thead><tr><th scope="col">place</th><th scope="col">code</th><th scope="col">A</th><th scope="col">B</th><th scope="col">C</th><th scope="col">D</th></tr></thead>
        <tbody>
        <tr><td><a class="place" href="#line-0-4">line 4</a></td><td><code>limit = 10</code></td><td>2</td><td>–</td><td>–</td><td>2</td></tr>
        <tr><td><a class="place" href="#line-0-5">line 5</a></td><td><code>level &#62; limit</code></td><td>–</td><td>–</td><td>2</td><td>1</td></tr>
        <tr><td><a class="place" href="#line-0-6">line 6</a></td><td><code>return 10;</code></td><td>1</td><td>1</td><td>1</td><td>3</td></tr>
        </tbody>
    "##]].assert_eq(
        &(between(&html, "<ul class=\"sets\">", "</ul>").concat()
            + &between(&html, "<table class=\"ranks\">", "</table>").concat()),
    );
}

/// A report whose every text is as bad as it can be.
fn hostile() -> Report {
    const BAD: &str = "</script><script>alert(1)</script>&<!--\"'`ü";
    let mut report = fixtures::erroneous();
    let mut sources = SourceMap::default();
    let text = format!(
        "// {BAD}\nchar *ä = \"{}\";\n/* {BAD}\n */ int x = '\\'';\n\u{202e}\u{0}\u{c}\r\n{}",
        BAD.replace('"', "\\\""),
        "int y;\n".repeat(20)
    );
    sources.add_file(&format!("{BAD}.c"), Some(text));
    report.sources = sources;
    for finding in &mut report.findings {
        finding.text = BAD.to_owned();
        finding.value = Some(BAD.to_owned());
        finding.place = Some(BAD.to_owned());
        finding.values = vec![BAD.to_owned()];
        finding.condition = Some(BAD.to_owned());
        finding.function = BAD.to_owned();
    }
    let Trace { error, steps, inputs, frames, .. } = &mut report.traces[0];
    (error.message, error.text) = (BAD.to_owned(), BAD.to_owned());
    for step in steps {
        (step.text, step.place, step.value) = (BAD.into(), Some(BAD.into()), Some(BAD.to_owned()));
    }
    inputs.iter_mut().for_each(|it| (it.text, it.value) = (BAD.to_owned(), BAD.to_owned()));
    frames.iter_mut().for_each(|it| it.function = BAD.to_owned());
    report.checks.iter_mut().for_each(|it| it.text = BAD.to_owned());
    report.assumptions.iter_mut().for_each(|it| it.message = BAD.to_owned());
    report.tests = vec![
        Test { message: Some(BAD.to_owned()), ..tested(BAD, TestStatus::Crashed) },
        tested(BAD, TestStatus::Passed),
    ];
    report
}

#[test]
fn nothing_of_the_program_becomes_markup() {
    let html = render(&hostile());
    assert_well_formed(&html);
    assert_eq!(html.matches("<script").count(), 3, "those of the page alone");
    assert!(!html.contains("alert(1)<") && !html.contains("<!--"));
    assert!(html.contains("U+202E</span>") && !html.contains('\u{202e}'));
    assert_eq!(data(&html)["sites"][0][3], "</script><script>alert(1)</script>&<!--\"'`ü");
    assert!(html.contains("ü") && html.contains("ä"));
}

#[test]
fn of_a_long_file_the_lines_are_shown_that_are_close() {
    let mut report = fixtures::erroneous();
    let text = report.sources.file(report.traces[0].error.span.file).text.clone().unwrap_or_default();
    let mut sources = SourceMap::default();
    sources.add_file("clamp.c", Some(text + &"\n".repeat(5_000)));
    report.sources = sources;
    let html = render(&report);
    assert_eq!(between(&html, " id=\"line-0-", "\"").last(), Some(&"54"));
    assert_eq!(between(&html, "<p class=\"gap\">", "</p>"), ["4962 lines not shown"]);
    assert_well_formed(&html);
}

#[test]
fn a_program_without_text_has_a_page() {
    let mut report = fixtures::erroneous();
    let mut sources = SourceMap::default();
    sources.add_file("clamp.c", None);
    report.sources = sources;
    let html = render(&report);
    assert_well_formed(&html);
    assert_links_lead_somewhere(&html);
    assert!(html.contains("The source text is not available."));
}
