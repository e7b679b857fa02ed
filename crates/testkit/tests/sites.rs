//! Edit sites of random C programs: a site that is replaced by itself, in parentheses, leaves the program as it is.

use faultscope_frontend::c::{self, CConfig, DataModel};
use faultscope_frontend::sites::{SiteId, SiteKind, Tree};
use faultscope_frontend::{Input, InputFile, Translation};
use faultscope_ir::Property;
use faultscope_testkit::generate;

/// So many sites of a program are tried.
const N_SITES: usize = 12;

fn input(text: &str) -> Input {
    let file = InputFile { name: "a.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    Input { files: vec![file] }
}

fn config() -> CConfig {
    CConfig { data_model: DataModel::Lp64, properties: [Property::UnreachCall].into(), ..CConfig::default() }
}

fn show(translation: &Translation) -> String {
    let program = translation.program.as_ref();
    program.map_or_else(|| format!("{:?}", translation.diagnostics), faultscope_ir::print::program)
}

/// The text of one line with a part of it in parentheses.
fn parenthesized(text: &str, line: u32, from: u32, to: u32) -> String {
    let start: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let (from, to) = (start + from as usize - 1, start + to as usize - 1);
    format!("{}({}){}", &text[..from], &text[from..to], &text[to..])
}

#[test]
fn a_site_in_parentheses_is_the_same_site() {
    for seed in 0..12 {
        let text = generate::program(seed).failing_at(0);
        let unit = c::unit(&input(&text), &config()).expect("the text is a program");
        let original = show(&c::translate(&input(&text), &config()));
        let sites = unit.sites();
        assert!(sites.len() > N_SITES, "{text}");
        for idx in (0..sites.len()).step_by(sites.len() / N_SITES) {
            let (id, site) = (SiteId(idx as u32), &sites[idx]);
            if matches!(site.kind, SiteKind::Declaration(_)) {
                continue;
            }
            let own = unit.text(id);
            assert_eq!(show(&unit.replaced(id, &Tree::Site(id))), original, "seed {seed}: {own}");
            assert_eq!(unit.print(id, &Tree::Site(id)), own);
            if site.span.line == site.span.end_line {
                let span = site.span;
                let text = parenthesized(&text, span.line, span.column, span.end_column);
                assert_eq!(show(&c::translate(&input(&text), &config())), original, "seed {seed}: {own}");
            }
        }
    }
}
