//! What annotations and the world outside the program are taken for.

use clap::Args;
use faultscope::trust::Pattern;
use faultscope_frontend::c::{self, Annotations, DEFAULT_MAX_ARRAY};

use super::super::numbers::whole;
use super::super::tags::{SETTING, heading};

/// What is done with annotations of C.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::ERRORS)]
pub struct Contracts {
    /// Ignore annotations of C (ACSL, and the contracts of CBMC).
    #[arg(long, groups = [SETTING])]
    pub ignore_annotations: bool,

    /// Maximum length of arrays required by a precondition, and number of values of a quantified variable. If the
    /// answer for it is not decided, shorter arrays are tried, and the report says which.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ARRAY, value_parser = whole::<u64>(1..=64))]
    #[arg(groups = [SETTING])]
    pub max_array: u64,

    /// What a call of a function with a contract does: what the function does, or anything that its contract allows.
    #[arg(long, value_name = "HOW", default_value = "inlined", value_parser = ["inlined", "modular"])]
    #[arg(groups = [SETTING])]
    pub contracts: String,
}

impl Contracts {
    /// As the front end has it.
    pub(super) fn options(&self) -> Annotations {
        let Contracts { ignore_annotations, max_array, contracts } = self;
        Annotations {
            are_read: !ignore_annotations,
            max_array: *max_array,
            are_modular: contracts == "modular",
        }
    }
}

/// What the world outside the program may do.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::WORLD)]
pub struct World {
    /// Let `malloc` and related functions return a null pointer at times.
    #[arg(long, groups = [SETTING])]
    pub malloc_may_fail: bool,

    /// Assume that volatile objects change only where the program changes them. Otherwise each read of one returns
    /// any value.
    #[arg(long, groups = [SETTING])]
    pub volatile_as_stored: bool,

    /// Let an uninitialized variable hold any value, as in CBMC, and do not report reading it. The same as
    /// `--property -uninitialized`.
    #[arg(long, groups = [SETTING])]
    pub uninitialized_is_nondet: bool,

    /// Undefined functions that change no memory, such as `log_*`; repeatable. Other undefined functions, except
    /// `nondet_*`, may write to what their arguments point to and to variables that are not static.
    #[arg(long, value_name = "PATTERN", groups = [SETTING])]
    pub pure: Vec<String>,

    /// Code that is never suspected, such as a specification or a test harness: functions (`ref_*`), files
    /// (`tests/*.c`) or lines (`file.c:10-20`); repeatable. Arguments of assertions, expected values and the driver
    /// are trusted by default; `none` turns that off.
    #[arg(long, value_name = "PATTERN", groups = [SETTING])]
    pub trust: Vec<Pattern>,
}

impl World {
    /// As the front end has it.
    pub(super) fn options(&self) -> c::World {
        // What is trusted is not the front end's, and the third switch is one about what is checked.
        let World { malloc_may_fail, volatile_as_stored, uninitialized_is_nondet: _, pure, trust: _ } = self;
        c::World {
            allocation_may_fail: *malloc_may_fail,
            volatile_as_stored: *volatile_as_stored,
            pure: pure.clone(),
            ..c::World::default()
        }
    }
}
