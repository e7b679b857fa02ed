//! Where a command comes from: files, spans, and the origin every command keeps.

use std::collections::BTreeMap;

/// A file of the analysed program, as the user knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A stretch of a source file. Lines and columns are 1-based, columns count characters, and the end is
/// exclusive. A front end that knows only the line uses column 1 for both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file, after line markers were honoured.
    pub file: FileId,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

/// A file's name and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The name to show: as the user gave it, or as a line marker states it.
    pub name: String,
    /// The text, where it is at hand. A file that is only named by a line marker may have none.
    pub text: Option<String>,
}

impl SourceFile {
    /// The text of a 1-based line without its line end.
    pub fn line(&self, line: u32) -> Option<&str> {
        self.text.as_deref()?.lines().nth(line.checked_sub(1)? as usize)
    }

    /// The text of a span in this file.
    pub fn slice(&self, span: Span) -> Option<&str> {
        let text = self.text.as_deref()?;
        text.get(self.offset(span.line, span.column)?..self.offset(span.end_line, span.end_column)?)
    }

    /// How many bytes are in front of a 1-based line and column, of which the last may be behind the line.
    fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let text = self.text.as_deref()?;
        let start = match line.checked_sub(2) {
            None => (line == 1).then_some(0)?,
            Some(newline) => text.match_indices('\n').nth(newline as usize)?.0 + 1,
        };
        let ends = text[start..].split_inclusive('\n').next().unwrap_or("");
        let columns = ends.char_indices().map(|(at, _)| at).chain([ends.len()]);
        Some(start + columns.into_iter().nth(column.checked_sub(1)? as usize)?)
    }
}

/// All files of a program and all origins of its commands.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    origins: Vec<Origin>,
    /// What the front end knows of the harness around the code.
    pub harness: Box<Harness>,
}

/// What of a program asks whether the code is right, and is not the code itself. Who decides about trust reads it
/// ([`Origin::part`]).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Harness {
    /// Functions that a test framework calls by their names.
    pub functions: Vec<String>,
    /// The file that holds the entry, uses what other files of the user's define, and that nothing outside it uses.
    pub driver: Option<FileId>,
    /// Whether what drives the code is suspected, since nothing else can be at fault.
    pub is_suspected: bool,
    /// What says what is expected: the conditions of assertions.
    pub specification: Vec<Span>,
    /// Constant data that the program only compares with what it computes.
    pub compared: Vec<ComparedData>,
}

/// A variable with constant initial values that nothing writes, and that is read only to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedData {
    /// The declarator with its initializer.
    pub declarator: Span,
    /// Where it is read.
    pub uses: Vec<Span>,
}

impl Span {
    /// Whether all of a span is within this one.
    pub fn contains(&self, inner: Span) -> bool {
        let start = |span: Span| (span.line, span.column);
        let end = |span: Span| (span.end_line, span.end_column);
        self.file == inner.file && start(*self) <= start(inner) && end(inner) <= end(*self)
    }
}

impl SourceMap {
    /// What identifies the source statement that an origin belongs to; several origins can have the same.
    pub fn statement(&self, id: OriginId) -> (Span, OriginKind) {
        let origin = self.origin(id);
        (origin.span, origin.kind)
    }

    /// Adds a file, or finds the one of this name.
    pub fn add_file(&mut self, name: &str, text: Option<String>) -> FileId {
        if let Some(position) = self.files.iter().position(|file| file.name == name) {
            if self.files[position].text.is_none() {
                self.files[position].text = text;
            }
            return FileId(position as u32);
        }
        self.files.push(SourceFile { name: name.to_owned(), text });
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds an origin.
    pub fn add_origin(&mut self, origin: Origin) -> OriginId {
        self.origins.push(origin);
        OriginId(self.origins.len() as u32 - 1)
    }

    /// The file of an id that this map gave out.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(idx, file)| (FileId(idx as u32), file))
    }

    /// What a command is for that stands at a place in a function.
    pub fn part_at(&self, span: Span, function: &str) -> ProgramPart {
        self.part_among(&self.harness.specification, span, function)
    }

    /// What the command of each origin is for.
    pub fn parts(&self) -> Vec<ProgramPart> {
        let mut by_line: BTreeMap<(FileId, u32), Vec<Span>> = BTreeMap::new();
        for span in &self.harness.specification {
            (span.line..=span.end_line)
                .for_each(|line| by_line.entry((span.file, line)).or_default().push(*span));
        }
        let part = |origin: &Origin| {
            let around = by_line.get(&(origin.span.file, origin.span.line));
            self.part_among(around.map_or(&[], Vec::as_slice), origin.span, &origin.function)
        };
        self.origins.iter().map(part).collect()
    }

    fn part_among(&self, specification: &[Span], span: Span, function: &str) -> ProgramPart {
        let harness = &self.harness;
        if specification.iter().any(|it| it.contains(span)) {
            return ProgramPart::Specification;
        }
        let is_in_driver =
            harness.driver == Some(span.file) || harness.functions.iter().any(|it| it == function);
        match (is_in_driver, harness.is_suspected) {
            (false, _) => ProgramPart::Code,
            (true, false) => ProgramPart::Driver,
            (true, true) => ProgramPart::SuspectedDriver,
        }
    }

    /// The origin of an id that this map gave out.
    pub fn origin(&self, id: OriginId) -> &Origin {
        &self.origins[id.0 as usize]
    }

    /// All origins, also those of statements that were simplified away.
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// All origins, to be changed: trust is decided after translation.
    pub fn origins_mut(&mut self) -> &mut [Origin] {
        &mut self.origins
    }

    /// Number of origins; ids run from 0 to this number.
    pub fn n_origins(&self) -> usize {
        self.origins.len()
    }
}

/// Names an [`Origin`] in a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OriginId(pub u32);

/// What a command is in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OriginKind {
    /// An assignment that the user wrote, compound ones, `++` and initializers included.
    Assignment,
    /// An argument that a call gives to a parameter.
    Argument,
    /// The value of a `return`.
    Return,
    /// A declaration without initializer, which leaves the variable with any value.
    Declaration,
    /// A value from outside: a nondeterministic function, an undefined external one, Boogie's `havoc`.
    Input,
    /// A branch condition, or an `assume` of the user's.
    Condition,
    /// The condition of an assertion.
    Assertion,
    /// What the language asks of an operation: a check that nobody wrote.
    Requirement,
    /// That a division has a result, where nobody checks that: the execution ends there, on the machine, too.
    Division,
    /// Memory that a call allocates: an object's life begins there.
    Allocation,
    /// What frees memory: whether there is any, and the end of the object's life.
    Release,
    /// Where the scope of a variable ends, and the object's life with it.
    ScopeEnd,
    /// Made by the translation: temporaries, memory bookkeeping, initial zeroes of globals. Never a finding.
    Lowering,
}

impl OriginKind {
    /// Whether the translation made the command, which is no statement of the source then.
    pub fn is_made(self) -> bool {
        matches!(self, OriginKind::Division | OriginKind::Lowering) || self.is_of_life()
    }

    /// Whether the command begins or ends the life of an object.
    pub fn is_of_life(self) -> bool {
        matches!(self, OriginKind::Allocation | OriginKind::Release | OriginKind::ScopeEnd)
    }

    /// Whether a branch of this kind is a choice of the program: a condition, or whether memory is freed.
    pub fn is_choice(self) -> bool {
        matches!(self, OriginKind::Condition | OriginKind::Release)
    }
}

/// Everything that is known of a command's place in the source.
///
/// Two commands belong to the same *source statement* when their `kind` and `span` agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// What the command is.
    pub kind: OriginKind,
    /// Where it stands. For an assignment the whole statement (`x = y + 1`), for an argument the argument
    /// expression, for a return the statement, for a declaration the declarator, for a condition the
    /// controlling expression.
    pub span: Span,
    /// Where a statement in the body of a macro comes to be: the uses of macros that it comes from, the innermost first.
    pub expansions: Vec<Span>,
    /// The macros that a part of the statement comes from: their names, and where they are defined.
    pub definitions: Vec<(String, Span)>,
    /// The source text of the span on one line, white space folded.
    pub text: String,
    /// The procedure it stands in, as the user knows it.
    pub function: String,
    /// The assigned place in source syntax: `x`, `a[i]`, `p->next`. For a return `return value` is not a
    /// place of the source and the front end writes the function's name.
    pub place: Option<String>,
    /// Whether it belongs to a model, or the user trusts it (`--trust PATTERN`). It runs as written and is never a finding.
    pub trusted: bool,
    /// What it is for.
    pub part: ProgramPart,
}

/// What a command of the user's is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProgramPart {
    /// The program's own code.
    #[default]
    Code,
    /// It says what is expected: an argument of an assertion, or data that assertions compare with.
    Specification,
    /// It drives the code under test, and is trusted.
    Driver,
    /// It drives the code under test, and is suspected, since nothing else can be at fault.
    SuspectedDriver,
}

impl Origin {
    /// Where the command stands outside of all macros: the outermost use where it comes from the body of one.
    pub fn use_span(&self) -> Span {
        self.expansions.last().copied().unwrap_or(self.span)
    }

    /// Whether the command may be at fault: it may be a finding, and be changed.
    pub fn is_suspect(&self) -> bool {
        !self.trusted && matches!(self.part, ProgramPart::Code | ProgramPart::SuspectedDriver)
    }

    /// Whether the command is a condition that the language asks for, which is taken for granted where it is no check.
    pub fn is_requirement(&self) -> bool {
        matches!(self.kind, OriginKind::Requirement | OriginKind::Division)
    }
}

/// Whether a text is the last components of a path: the whole of it, or what is behind some `/`.
pub fn is_path_end(path: &str, end: &str) -> bool {
    path.strip_suffix(end.trim_start_matches("./")).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}
