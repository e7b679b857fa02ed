//! What annotations and the world outside the program are taken for.

use clap::Args;
use faultscope::trust::Pattern;
use faultscope_frontend::c::{self, Annotations, DEFAULT_MAX_ARRAY};

use super::super::tags::{SETTING, heading};

/// What is done with annotations of C.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::ERRORS)]
pub struct Contracts {
    /// Leave annotations of C (ACSL, and CBMC's contracts) out.
    #[arg(long, groups = [SETTING])]
    pub ignore_annotations: bool,

    /// How many elements arrays have at most that a precondition asks for, and so many values quantified variables take. Where that
    /// is not decided, the answer is about fewer, and says how many.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ARRAY, value_parser = clap::value_parser!(u64).range(1..=64))]
    #[arg(groups = [SETTING])]
    pub max_array: u64,

    /// What calls of functions with a contract are: what these do, or what the contract allows.
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
    /// Let `malloc` and its relatives find no memory at times.
    #[arg(long, groups = [SETTING])]
    pub malloc_may_fail: bool,

    /// Take it that volatile objects change only where the program changes them. Otherwise each read of one gives any value.
    #[arg(long, groups = [SETTING])]
    pub volatile_as_stored: bool,

    /// Take an uninitialized variable to hold any value, as CBMC does: reading it is no error. The same as leaving `uninitialized`
    /// out of `--property`.
    #[arg(long, groups = [SETTING])]
    pub uninitialized_is_nondet: bool,

    /// Functions that change no memory although nobody defines them, such as `log_*`; repeatable. Others, apart from `nondet_*`,
    /// may write what their arguments lead to, and variables that are not static.
    #[arg(long, value_name = "PATTERN", groups = [SETTING])]
    pub pure: Vec<String>,

    /// What is specification, harness or model, and never a finding: functions such as `ref_*`, files such as `tests/*.c`, or
    /// lines such as `file.c:10-20`; repeatable. Arguments of assertions, data that they compare with, and the driver are trusted
    /// without it; `none` undoes that.
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
