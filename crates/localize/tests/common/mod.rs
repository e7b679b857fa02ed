//! Traces for tests.

#![allow(dead_code, reason = "each test file uses a part")]

// By path: the test kit depends on this crate.
#[path = "../../../testkit/src/brute.rs"]
pub mod brute;
pub mod executions;
pub mod parse;
pub mod random;

use std::sync::Arc;

use faultscope_ir::program::{Language, Procedure, Scope, Variable, VariableTable};
use faultscope_ir::source::{Origin, OriginKind, ProgramPart, Span};
use faultscope_ir::trace::Frame;
use faultscope_ir::{Block, Check, Command, ProcId, Program, Property, SourceMap, Step, Symbol, Terminator};

/// Several traces through one program. Equal commands are one statement, each on a line of its own.
pub struct Traces {
    pub program: Program,
    pub traces: Vec<faultscope_ir::Trace>,
    /// The statements, by line from 1 on.
    pub statements: Vec<Command>,
}

impl Traces {
    pub fn of(traces: &[Vec<Command>]) -> Traces {
        let mut statements: Vec<Command> = Vec::new();
        for command in traces.iter().flatten() {
            if !statements.contains(command) {
                statements.push(command.clone());
            }
        }
        let Trace { program, trace } = Trace::of(&statements);
        let step = |command: &Command| {
            let line = statements.iter().position(|it| it == command).expect("one of the statements");
            trace.steps[line].clone()
        };
        let with_steps = |commands: &Vec<Command>| faultscope_ir::Trace {
            steps: Arc::new(commands.iter().map(step).collect()),
            ..trace.clone()
        };
        Traces { traces: traces.iter().map(with_steps).collect(), program, statements }
    }

    /// The statement at an origin.
    pub fn statement(&self, origin: faultscope_ir::OriginId) -> &Command {
        &self.statements[origin.0 as usize]
    }

    pub fn text(&self) -> String {
        let trace = |trace: &faultscope_ir::Trace| {
            trace.steps.iter().map(|step| format!("{}; ", step.command)).collect::<String>() + "\n"
        };
        self.traces.iter().map(trace).collect()
    }
}

/// A trace with a program around it; every command stands on a line of its own, from 1 on.
pub struct Trace {
    pub program: Program,
    pub trace: faultscope_ir::Trace,
}

impl Trace {
    pub fn of(commands: &[Command]) -> Trace {
        let mut program = trace_program(commands.len());
        let steps: Vec<Step> = commands
            .iter()
            .enumerate()
            .map(|(idx, command)| Step {
                command: Arc::new(command.clone()),
                origin: faultscope_ir::OriginId(idx as u32),
                frame: 0,
                iterations: Arc::default(),
                value: None,
            })
            .collect();
        for (command, origin) in commands.iter().zip(program.sources.origins_mut()) {
            match command {
                Command::Assume { .. } => origin.kind = OriginKind::Condition,
                Command::Havoc { .. } => origin.kind = OriginKind::Input,
                Command::Assign { .. } => {}
            }
            origin.place = command.target().map(|target| target.variable.name().to_owned());
            for symbol in symbols(command) {
                program.variables.entry(symbol).or_insert_with(|| Variable {
                    name: symbol.name().to_owned(),
                    scope: Scope::Global,
                    display: faultscope_ir::program::Display::Signed,
                    length: None,
                    bits: None,
                });
            }
        }
        if program.variables.keys().any(|it| it.sort().bit_width().is_some()) {
            program.language = Language::C;
        }
        let frames = vec![Frame { procedure: ProcId(0), name: "main".to_owned(), caller: None }];
        let check = program.add_check(Check {
            property: Property::Assertions,
            condition: None,
            origin: faultscope_ir::OriginId(commands.len().saturating_sub(1) as u32),
            message: "error".to_owned(),
        });
        Trace { program, trace: faultscope_ir::Trace { steps: Arc::new(steps), frames, check } }
    }

    pub fn text(&self) -> String {
        self.trace.steps.iter().enumerate().map(|(idx, step)| format!("{idx}: {}\n", step.command)).collect()
    }
}

fn symbols(command: &Command) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    if let Some(target) = command.target() {
        symbols.push(target.variable);
        symbols.extend(target.path.iter().flat_map(|index| index.symbols()));
    }
    match command {
        Command::Assign { value, .. } => symbols.extend(value.symbols()),
        Command::Assume { condition } => symbols.extend(condition.symbols()),
        Command::Havoc { .. } => {}
    }
    symbols
}

/// A program of nothing but origins.
pub fn trace_program(n_lines: usize) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add_file("trace.bpl", None);
    for line in 1..=n_lines as u32 {
        sources.add_origin(Origin {
            kind: OriginKind::Assignment,
            span: Span { file, line, column: 1, end_line: line, end_column: 2 },
            expansions: Vec::new(),
            definitions: Vec::new(),
            text: String::new(),
            function: "main".to_owned(),
            place: None,
            trusted: false,
            part: ProgramPart::default(),
        });
    }
    let block = Block { instructions: Vec::new(), terminator: Terminator::Return };
    let procedure = Procedure {
        name: "main".to_owned(),
        parameters: Vec::new(),
        results: Vec::new(),
        blocks: vec![block],
        trusted: false,
        primitive: None,
    };
    Program {
        language: Language::Boogie,
        sources,
        variables: VariableTable::default().into_variables(),
        procedures: vec![procedure],
        entry: ProcId(0),
        axioms: Vec::new(),
        checks: Vec::new(),
        assumptions: Vec::new(),
        objects: Vec::new(),
        memory: faultscope_ir::MemoryFacts::default(),
        surroundings: faultscope_ir::Surroundings::default(),
    }
}
