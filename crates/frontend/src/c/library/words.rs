//! Words of other verifiers: CBMC, ESBMC, KLEE, SeaHorn, SMACK, and the tasks of SV-COMP.

use super::model::{Model, PointerFact};

/// How words of other verifiers begin. What begins so and has neither model nor body is refused where an execution gets there.
const PREFIXES: [&str; 10] = [
    "__CPROVER_",
    "__ESBMC_",
    "__SEAHORN_",
    "__SMACK_",
    "__VERIFIER_",
    "__LLBMC_",
    "__DIVINE_",
    "__CSEQ_",
    "__llbmc_",
    "klee_",
];

/// Whether a name is a word of a verifier.
pub(super) fn is_word(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// What a word means that the front end translates by itself.
pub(super) fn model(name: &str) -> Option<Model> {
    use PointerFact::*;
    if name.starts_with("__VERIFIER_nondet_") && name != "__VERIFIER_nondet_memory" {
        return Some(Model::Nondet);
    }
    Some(match name {
        "__VERIFIER_error" | "reach_error" | "__SEAHORN_error" => Model::Error,
        "__VERIFIER_assert"
        | "__CPROVER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition"
        | "__ESBMC_assert"
        | "klee_assert"
        | "sassert" => Model::Assert,
        "__VERIFIER_assume"
        | "assume"
        | "assume_abort_if_not"
        | "__CPROVER_assume"
        | "__ESBMC_assume"
        | "__SMACK_assume"
        | "__LLBMC_assume"
        | "__llbmc_assume"
        | "klee_assume" => Model::Assume,
        "__VERIFIER_silent_exit" | "klee_silent_exit" => Model::Stop,
        "klee_abort" => Model::Abort,
        "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__CPROVER_atomic_begin"
        | "__CPROVER_atomic_end"
        | "__ESBMC_atomic_begin"
        | "__ESBMC_atomic_end"
        | "__CPROVER_input"
        | "__CPROVER_output"
        | "__CPROVER_printf"
        | "__CPROVER_cover"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_prefer_cex"
        | "klee_print_expr" => Model::Ignored,
        "__CPROVER_POINTER_OBJECT" => Model::Pointer(Object),
        "__CPROVER_POINTER_OFFSET" => Model::Pointer(Offset),
        "__CPROVER_OBJECT_SIZE" => Model::Pointer(Size),
        "__CPROVER_same_object" => Model::Pointer(IsSame),
        "__CPROVER_DYNAMIC_OBJECT" => Model::Pointer(IsDynamic),
        "__CPROVER_r_ok" => Model::Pointer(IsReadable),
        "__CPROVER_w_ok" | "__CPROVER_rw_ok" => Model::Pointer(IsWritable),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::c::library::leads_elsewhere;

    #[test]
    fn words_have_a_meaning_or_are_refused() {
        for name in
            ["__ESBMC_assume", "klee_make_symbolic", "__CPROVER_r_ok", "__VERIFIER_nondet_memory", "sassert"]
        {
            assert_eq!(leads_elsewhere(name), None, "{name}");
        }
        for name in ["__CPROVER_forall", "__CPROVER_allocate", "__ESBMC_no_such_word", "klee_is_symbolic"] {
            assert!(leads_elsewhere(name).is_some(), "{name}");
        }
        assert_eq!(leads_elsewhere("nothing_like_this"), None);
    }
}
