//! Small random programs in the notation of tests: blocks of statements, with any jumps between them.

use proptest::prelude::*;

const STATEMENTS: [&str; 8] = [
    "x := y;",
    "y := x + z;",
    "z := 1;",
    "havoc x;",
    "assume y < 3;",
    "a[x] := z;",
    "z := a[y];",
    "havoc a;",
];

/// Blocks of statements, each with the blocks that may come next.
pub(crate) fn programs() -> impl Strategy<Value = String> {
    let block =
        |n: usize| (prop::collection::vec(0..STATEMENTS.len(), 0..3), prop::collection::vec(0..n, 0..3));
    let blocks = (1_usize..6).prop_flat_map(move |n| prop::collection::vec(block(n), n..=n));
    blocks.prop_map(|blocks| {
        let mut text = "var x: 8; var y: 8; var z: 8; var a: [8]8;\nproc main() {\n".to_owned();
        for (at, (statements, targets)) in blocks.iter().enumerate() {
            text.push_str(&format!("l{at}: "));
            statements.iter().for_each(|it| text.push_str(STATEMENTS[*it]));
            match targets[..] {
                [] => text.push_str("return;\n"),
                [target] => text.push_str(&format!("goto l{target};\n")),
                _ => text.push_str(&format!(
                    "if (z < 2) {{ goto l{}; }} else {{ goto l{}; }}\n",
                    targets[0], targets[1]
                )),
            }
        }
        text.push('}');
        text
    })
}
