//! Words of other verifiers: CBMC, ESBMC, KLEE, SeaHorn, SMACK, and the tasks of SV-COMP.

use super::super::model::{Model, PointerFact};
use super::super::row::{Returned, Row, built_in, in_c};

pub(super) const WORDS: &[Row] = &[
    built_in("__CPROVER_DYNAMIC_OBJECT", Model::Pointer(PointerFact::IsDynamic)),
    built_in("__CPROVER_OBJECT_SIZE", Model::Pointer(PointerFact::Size)).returns(Returned::Size),
    built_in("__CPROVER_POINTER_OBJECT", Model::Pointer(PointerFact::Object)).returns(Returned::Size),
    built_in("__CPROVER_POINTER_OFFSET", Model::Pointer(PointerFact::Offset)).returns(Returned::Difference),
    built_in(
        "__CPROVER_assert __CPROVER_postcondition __CPROVER_precondition __ESBMC_assert __VERIFIER_assert \
         klee_assert sassert",
        Model::Assert,
    ),
    built_in(
        "__CPROVER_assume __ESBMC_assume __LLBMC_assume __SMACK_assume __VERIFIER_assume __llbmc_assume \
         klee_assume assume assume_abort_if_not",
        Model::Assume,
    ),
    built_in(
        "__CPROVER_atomic_begin __CPROVER_atomic_end __CPROVER_cover __ESBMC_atomic_begin __ESBMC_atomic_end \
         __VERIFIER_atomic_begin __VERIFIER_atomic_end klee_prefer_cex klee_warning klee_warning_once",
        Model::Hidden,
    ),
    built_in("__CPROVER_input", Model::Ignored),
    built_in("__CPROVER_output __CPROVER_printf klee_print_expr", Model::Output),
    built_in("__CPROVER_r_ok", Model::Pointer(PointerFact::IsReadable)),
    built_in("__CPROVER_rw_ok __CPROVER_w_ok", Model::Pointer(PointerFact::IsWritable)),
    built_in("__CPROVER_same_object", Model::Pointer(PointerFact::IsSame)),
    built_in("__SEAHORN_error __VERIFIER_error reach_error", Model::Error),
    built_in("__VERIFIER_silent_exit klee_silent_exit", Model::Stop),
    built_in("klee_abort", Model::Abort),
    in_c(
        "__CPROVER_havoc_object __CPROVER_havoc_slice __VERIFIER_nondet_memory klee_int klee_make_symbolic \
         klee_range",
    ),
];
