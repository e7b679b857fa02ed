//! What a translation is asked for.

use std::collections::BTreeSet;

use faultscope_ir::Property;

/// How many elements arrays have at most where nobody says so.
pub const DEFAULT_MAX_ARRAY: u64 = 8;

/// The sizes of C's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
    /// 32-bit `int`, 64-bit `long` and pointers.
    Lp64,
}

impl DataModel {
    /// As a compiler of this machine has them.
    pub const fn host() -> DataModel {
        if cfg!(target_pointer_width = "32") { DataModel::Ilp32 } else { DataModel::Lp64 }
    }
}

/// How long texts from outside are: what is read, arguments, and variables of the environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// They have fewer characters than a bound.
    Short,
    /// They are longer than everything that the program names a size for, and always the same.
    Long,
    /// They are either.
    Any,
}

/// What is known of the world outside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Environment {
    /// Nothing: what comes from outside may be anything.
    Any,
    /// It is given to each execution: what the program reads, its arguments, and where its output goes. Functions of the
    /// library ask it by [primitives](faultscope_ir::Primitive).
    Given,
}

/// What must not be reached by its name, where [`Property::UnreachCall`] is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorNames {
    /// Functions: a call of one is the error, whether it has a body or not.
    pub functions: BTreeSet<String>,
    /// Labels.
    pub labels: BTreeSet<String>,
}

impl Default for ErrorNames {
    fn default() -> ErrorNames {
        let functions = ["reach_error", "__VERIFIER_error", "__SEAHORN_error"].map(str::to_owned).into();
        ErrorNames { functions, labels: ["ERROR".to_owned()].into() }
    }
}

/// What is done with annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annotations {
    /// Whether they are read.
    pub are_read: bool,
    /// How many elements the arrays have at most that a precondition asks for, and so many values a quantified variable
    /// takes whose bounds are not constant.
    pub max_array: u64,
    /// Whether calls of functions with a contract are replaced by it.
    pub are_modular: bool,
}

impl Default for Annotations {
    fn default() -> Annotations {
        Annotations { are_read: true, max_array: DEFAULT_MAX_ARRAY, are_modular: false }
    }
}

/// Which C it is, as the flags of a compile line choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// Whether signed arithmetic wraps around by definition, as with GCC's `-fwrapv`. Then there is no
    /// [overflow](Property::Overflow) to check.
    pub wraps: bool,
    /// Whether functions that are called like those of the library are: gcc computes some by itself.
    pub has_builtins: bool,
    /// Whether selections, loops and the statements in them are blocks, at whose end compound literals end: not so in C89.
    pub has_inner_blocks: bool,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect { wraps: false, has_builtins: true, has_inner_blocks: true }
    }
}

/// What the world outside a program does, and how far executions are followed where the program leaves it to itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct World {
    /// What is known of it.
    pub environment: Environment,
    /// How long texts from outside are.
    pub texts: Texts,
    /// Whether `malloc` and its relatives may find no memory and give a null pointer. If not, that they always find it is
    /// an assumption.
    pub allocation_may_fail: bool,
    /// Whether volatile objects hold what the program has stored there, which is an assumption. If not, each read of one gives
    /// any value.
    pub volatile_as_stored: bool,
    /// Names of functions, with `*` and `?`, that change no memory where nobody defines them.
    pub pure: Vec<String>,
    /// Whether printing may fail. If not, that it succeeds is an assumption.
    pub output_may_fail: bool,
    /// Whether an access that is not checked is followed where it leaves its object, other than through null. If not, the
    /// execution ends there.
    pub beyond_objects: bool,
    /// At which addresses objects lie.
    pub addresses: Addresses,
}

/// At which addresses objects lie. What a program does may depend on that only under an assumption.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Addresses {
    /// Each at the start of a slot.
    #[default]
    OfSlots,
    /// Further on, so that neither the high nor the low bits of an address are those that it has otherwise.
    FurtherOn,
}

impl Default for World {
    fn default() -> World {
        World {
            environment: Environment::Any,
            texts: Texts::Short,
            allocation_may_fail: false,
            volatile_as_stored: false,
            pure: Vec::new(),
            output_may_fail: true,
            beyond_objects: false,
            addresses: Addresses::default(),
        }
    }
}

/// How to translate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CConfig {
    /// The sizes of C's types.
    pub data_model: DataModel,
    /// Which C it is.
    pub dialect: Dialect,
    /// The function to start with.
    pub entry: String,
    /// What is checked.
    pub properties: BTreeSet<Property>,
    /// What must not be reached.
    pub errors: ErrorNames,
    /// What is done with annotations.
    pub annotations: Annotations,
    /// What the world outside the program does.
    pub world: World,
    /// Whether the call of an undefined function is a call of a [primitive](faultscope_ir::Primitive::Outside) where the environment is
    /// given, so that a comparison of programs sees it. If not, such a call is not followed there.
    pub calls_outside: bool,
    /// The names of those files that stand for functions which the others do not define: trusted code, like the models of the
    /// library, before which they come.
    pub models: Vec<String>,
}

impl CConfig {
    /// The same where everything that a program shows is in its commands, calls of undefined functions too, so that versions of it can be
    /// compared.
    #[must_use]
    pub fn comparable(self) -> CConfig {
        let world = World { environment: Environment::Given, ..self.world };
        CConfig { world, calls_outside: true, ..self }
    }
}

impl Default for CConfig {
    fn default() -> CConfig {
        CConfig {
            data_model: DataModel::Ilp32,
            dialect: Dialect::default(),
            entry: "main".to_owned(),
            properties: Property::defaults().collect(),
            errors: ErrorNames::default(),
            annotations: Annotations::default(),
            world: World::default(),
            calls_outside: false,
            models: Vec::new(),
        }
    }
}
