//! How words of other verifiers are told from other names. What they mean is said by the [table](super::table).

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

/// Whether a word of SV-COMP gives any value of the type that its name ends with.
pub(super) fn is_nondeterministic(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    name.starts_with("__VERIFIER_nondet_")
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
