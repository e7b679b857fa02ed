//! Witnesses of the formats 2.0 to 2.2.
//!
//! JSON strings are YAML strings, so that writing needs no library.

use std::fmt::Write;

use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

use crate::equation::integer;
use crate::model::Reading;
use crate::model::{
    Action, Choice, Constraint, Content, Invariant, Kind, Location, Matching, Metadata, Segment, Waypoint,
    Witness,
};
use crate::problem::{Error, Warning};

/// Deeper than this no node of a witness lies.
const MAX_DEPTH: usize = 64;

/// Reads witnesses.
///
/// # Errors
/// Where the text is no YAML, or has no entry of a type that is known.
pub fn read(text: &str) -> Result<Reading, Error> {
    shallow(text)?;
    let documents = MarkedYaml::load_from_str(text).map_err(|error| {
        Error::new(error.marker().line().max(1), format!("malformed YAML: {}", error.info()))
    })?;
    let mut reader = Reader { warnings: Vec::new(), n_left_out: 0 };
    let mut witnesses = Vec::new();
    for document in &documents {
        let entries = match sequence(document) {
            Some(entries) => entries,
            // One entry without a list around it.
            None if mapping(document) => std::slice::from_ref(document),
            None => return Err(Error::new(line(document), "a list of entries is expected")),
        };
        for entry in entries {
            witnesses.extend(reader.entry(entry)?);
        }
    }
    if witnesses.is_empty() {
        let reason = "no entry is a `violation_sequence` or an `invariant_set`";
        let at = reader.warnings.first().map_or(1, |it| it.line);
        return Err(Error::new(at, reason));
    }
    Ok(Reading { witnesses, warnings: reader.warnings })
}

/// Refuses texts whose nodes lie so deep that following them takes too much of the stack.
fn shallow(text: &str) -> Result<(), Error> {
    for (idx, line) in text.lines().enumerate() {
        let opened = line.chars().filter(|it| matches!(it, '[' | '{' | '-' | '?' | '&' | '*')).count();
        if opened > 4096 && line.chars().filter(|it| matches!(it, '[' | '{')).count() > MAX_DEPTH * 8 {
            return Err(Error::new(idx + 1, "the text is nested too deep"));
        }
        let compact = line.split_whitespace().take_while(|it| matches!(*it, "-" | "?" | ":")).count();
        if compact > MAX_DEPTH {
            return Err(Error::new(idx + 1, "the text is nested too deep"));
        }
    }
    Ok(())
}

struct Reader {
    warnings: Vec<Warning>,
    /// How many waypoints or invariants of the entry were left out, or what they say.
    n_left_out: usize,
}

impl Reader {
    fn warn(&mut self, line: usize, reason: impl Into<String>) {
        self.warnings.push(Warning { line, reason: reason.into() });
    }

    fn leave_out(&mut self, line: usize, reason: impl Into<String>) {
        self.warn(line, reason);
        self.n_left_out += 1;
    }

    fn entry(&mut self, entry: &MarkedYaml<'_>) -> Result<Option<Witness>, Error> {
        let Some(ty) = text_at(entry, "entry_type") else {
            return Err(Error::new(line(entry), "an entry without `entry_type`"));
        };
        let content =
            || at(entry, "content").ok_or_else(|| Error::new(line(entry), "an entry without `content`"));
        self.n_left_out = 0;
        let content = match &*ty {
            "violation_sequence" => Content::Violation {
                segments: self.segments(content()?)?,
                matching: Matching::First,
                lines: Vec::new(),
            },
            "invariant_set" => Content::Correctness(self.invariants(content()?)?),
            _ => {
                self.warn(line(entry), format!("entries of the type `{ty}` are not read"));
                return Ok(None);
            }
        };
        let metadata = at(entry, "metadata").map(metadata).unwrap_or_default();
        if let Some(format) = &metadata.format
            && !format.starts_with("2.")
        {
            self.warn(line(entry), format!("the format {format} is not known; it is read as 2.0"));
        }
        Ok(Some(Witness { metadata, content, n_left_out: self.n_left_out }))
    }

    fn segments(&mut self, content: &MarkedYaml<'_>) -> Result<Vec<Segment>, Error> {
        let mut segments = Vec::new();
        let Some(list) = elements(content) else {
            return Err(Error::new(line(content), "`content` is a list of segments"));
        };
        for item in list {
            let waypoints = at(item, "segment").and_then(elements);
            let Some(waypoints) = waypoints else {
                return Err(Error::new(line(item), "`segment` with a list of waypoints is expected"));
            };
            let (mut avoids, mut follows) = (Vec::new(), None);
            for node in waypoints {
                match self.waypoint(node)? {
                    Some((Action::Avoid, waypoint)) => avoids.push(waypoint),
                    Some((Action::Follow, waypoint)) if follows.is_none() => follows = Some(waypoint),
                    Some((Action::Follow, waypoint)) => {
                        self.leave_out(
                            waypoint.line,
                            "a segment has one waypoint to follow; this one is left out",
                        );
                    }
                    None => {}
                }
            }
            match follows {
                Some(follow) => segments.push(Segment { avoids, follow }),
                None => self.leave_out(line(item), "a segment without a waypoint to follow is left out"),
            }
        }
        let last = segments.len().saturating_sub(1);
        let mut idx = 0;
        segments.retain(|it| {
            let is_misplaced = it.follow.kind == Kind::Target && idx < last;
            idx += 1;
            if is_misplaced {
                self.leave_out(it.follow.line, "only the last waypoint is a `target`; this one is left out");
            }
            !is_misplaced
        });
        Ok(segments)
    }

    fn waypoint(&mut self, node: &MarkedYaml<'_>) -> Result<Option<(Action, Waypoint)>, Error> {
        let own = line(node);
        let Some(node) = at(node, "waypoint") else {
            return Err(Error::new(own, "`waypoint` is expected"));
        };
        let Some(ty) = text_at(node, "type") else {
            return Err(Error::new(own, "a waypoint without `type`"));
        };
        let Some(kind) = Kind::named(&ty) else {
            self.leave_out(own, format!("waypoints of the type `{ty}` are not read"));
            return Ok(None);
        };
        let action = match text_at(node, "action").as_deref() {
            None | Some("follow") => Action::Follow,
            Some("avoid") => Action::Avoid,
            Some(other) => {
                self.leave_out(own, format!("waypoints with the action `{other}` are not read"));
                return Ok(None);
            }
        };
        let location = location(at(node, "location").unwrap_or(node), own)?;
        let value = at(node, "constraint").and_then(|it| match mapping(it) {
            true => text_at(it, "value"),
            false => text(it),
        });
        let constraint = self.constraint(kind, value, own);
        Ok(Some((action, Waypoint { kind, location, constraint, line: own })))
    }

    fn constraint(&mut self, kind: Kind, value: Option<String>, line: usize) -> Constraint {
        let Some(value) = value.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()) else {
            return Constraint::None;
        };
        match kind {
            Kind::Branching => match choice(&value) {
                Some(choice) => Constraint::Choice(choice),
                None => {
                    self.leave_out(line, format!("`{value}` is not a branch outcome"));
                    Constraint::None
                }
            },
            Kind::Assumption | Kind::FunctionReturn => Constraint::Expression(value),
            Kind::FunctionEnter | Kind::Target => Constraint::None,
        }
    }

    fn invariants(&mut self, content: &MarkedYaml<'_>) -> Result<Vec<Invariant>, Error> {
        let Some(list) = elements(content) else {
            return Err(Error::new(line(content), "`content` is a list of invariants"));
        };
        let mut invariants = Vec::new();
        for item in list {
            let own = line(item);
            let Some(node) = at(item, "invariant") else {
                self.leave_out(own, "only entries `invariant` are read");
                continue;
            };
            let is_of_loop = match text_at(node, "type").as_deref() {
                Some("loop_invariant") => true,
                Some("location_invariant") => false,
                other => {
                    self.leave_out(
                        own,
                        format!("invariants of the type `{}` are not read", other.unwrap_or_default()),
                    );
                    continue;
                }
            };
            let location = location(at(node, "location").unwrap_or(node), own)?;
            let Some(value) = text_at(node, "value") else {
                return Err(Error::new(own, "an invariant without `value`"));
            };
            invariants.push(Invariant { is_of_loop, location, value: value.trim().to_owned(), line: own });
        }
        Ok(invariants)
    }
}

fn choice(value: &str) -> Option<Choice> {
    match value {
        "true" | "True" => Some(Choice::Condition(true)),
        "false" | "False" => Some(Choice::Condition(false)),
        "default" => Some(Choice::Default),
        _ => integer(value).map(Choice::Case),
    }
}

fn location(node: &MarkedYaml<'_>, own: usize) -> Result<Location, Error> {
    let number = |key| text_at(node, key).and_then(|it| it.trim().parse::<u32>().ok()).filter(|it| *it > 0);
    let Some(line) = number("line") else { return Err(Error::new(own, "a location without a line")) };
    Ok(Location {
        file: text_at(node, "file_name").unwrap_or_default(),
        line,
        column: number("column"),
        function: text_at(node, "function").filter(|it| !it.is_empty()),
    })
}

fn metadata(node: &MarkedYaml<'_>) -> Metadata {
    let producer = at(node, "producer");
    let task = at(node, "task");
    let of = |node: Option<&MarkedYaml<'_>>, key: &str| node.and_then(|it| text_at(it, key));
    let hashes = task.and_then(|it| at(it, "input_file_hashes"));
    let hashes = match hashes.map(|it| (&it.data, it)) {
        Some((YamlData::Mapping(map), _)) => {
            map.iter().filter_map(|(key, value)| Some((text(key)?, text(value)?))).collect()
        }
        _ => Vec::new(),
    };
    let files = task.and_then(|it| at(it, "input_files"));
    let files = match files {
        Some(node) => match sequence(node) {
            Some(list) => list.iter().filter_map(text).collect(),
            None => text(node).into_iter().collect(),
        },
        None => Vec::new(),
    };
    Metadata {
        format: text_at(node, "format_version"),
        identifier: text_at(node, "uuid"),
        created: text_at(node, "creation_time"),
        producer: of(producer, "name"),
        producer_version: of(producer, "version"),
        files,
        hashes,
        specification: of(task, "specification"),
        data_model: of(task, "data_model"),
    }
}

fn line(node: &MarkedYaml<'_>) -> usize {
    node.span.start.line().max(1)
}

fn untagged<'a, 'input>(node: &'a MarkedYaml<'input>) -> &'a YamlData<'input, MarkedYaml<'input>> {
    match &node.data {
        YamlData::Tagged(_, inner) => &inner.data,
        data => data,
    }
}

fn mapping(node: &MarkedYaml<'_>) -> bool {
    matches!(untagged(node), YamlData::Mapping(_))
}

fn sequence<'a, 'input>(node: &'a MarkedYaml<'input>) -> Option<&'a [MarkedYaml<'input>]> {
    match untagged(node) {
        YamlData::Sequence(list) => Some(list),
        _ => None,
    }
}

/// The elements of a list, which may be written as nothing where it has none.
fn elements<'a, 'input>(node: &'a MarkedYaml<'input>) -> Option<&'a [MarkedYaml<'input>]> {
    match untagged(node) {
        YamlData::Value(Scalar::Null) => Some(&[]),
        _ => sequence(node),
    }
}

fn at<'a, 'input>(node: &'a MarkedYaml<'input>, key: &str) -> Option<&'a MarkedYaml<'input>> {
    let YamlData::Mapping(map) = untagged(node) else { return None };
    map.iter().find(|(it, _)| text(it).as_deref() == Some(key)).map(|(_, value)| value)
}

fn text_at(node: &MarkedYaml<'_>, key: &str) -> Option<String> {
    at(node, key).and_then(text)
}

/// A scalar as text, whatever it looks like.
fn text(node: &MarkedYaml<'_>) -> Option<String> {
    match untagged(node) {
        YamlData::Representation(text, ..) => Some(text.to_string()),
        YamlData::Value(scalar) => Some(match scalar {
            Scalar::Null => return None,
            Scalar::Boolean(it) => it.to_string(),
            Scalar::Integer(it) => it.to_string(),
            Scalar::FloatingPoint(it) => format!("{:?}", it.into_inner()),
            Scalar::String(it) => it.to_string(),
        }),
        _ => None,
    }
}

/// Writes a witness in the format 2.0.
pub fn write(witness: &Witness) -> String {
    let Witness { metadata, content, .. } = witness;
    let mut out = String::new();
    let entry = match content {
        Content::Violation { .. } => "violation_sequence",
        Content::Correctness(_) => "invariant_set",
    };
    line_of(&mut out, format_args!("- entry_type: {}", quoted(entry)));
    line_of(&mut out, format_args!("  metadata:"));
    line_of(&mut out, format_args!("    format_version: \"2.0\""));
    let mut field = |indent: &str, key: &str, value: &Option<String>| {
        if let Some(value) = value {
            line_of(&mut out, format_args!("{indent}{key}: {}", quoted(value)));
        }
    };
    field("    ", "uuid", &metadata.identifier);
    field("    ", "creation_time", &metadata.created);
    line_of(&mut out, format_args!("    producer:"));
    let mut field = |indent: &str, key: &str, value: &Option<String>| {
        if let Some(value) = value {
            line_of(&mut out, format_args!("{indent}{key}: {}", quoted(value)));
        }
    };
    field("      ", "name", &metadata.producer);
    field("      ", "version", &metadata.producer_version);
    line_of(&mut out, format_args!("    task:"));
    line_of(&mut out, format_args!("      input_files:"));
    for file in &metadata.files {
        line_of(&mut out, format_args!("        - {}", quoted(file)));
    }
    line_of(&mut out, format_args!("      input_file_hashes:"));
    for (file, hash) in &metadata.hashes {
        line_of(&mut out, format_args!("        {}: {}", quoted(file), quoted(hash)));
    }
    let specification = metadata.specification.as_deref().unwrap_or_default();
    line_of(&mut out, format_args!("      specification: {}", quoted(specification)));
    let model = metadata.data_model.as_deref().unwrap_or("ILP32");
    line_of(&mut out, format_args!("      data_model: {}", quoted(model)));
    line_of(&mut out, format_args!("      language: \"C\""));
    match content {
        Content::Violation { segments, .. } => write_segments(&mut out, segments),
        Content::Correctness(invariants) => write_invariants(&mut out, invariants),
    }
    out
}

fn write_segments(out: &mut String, segments: &[Segment]) {
    if segments.is_empty() {
        return line_of(out, format_args!("  content: []"));
    }
    line_of(out, format_args!("  content:"));
    for segment in segments {
        line_of(out, format_args!("    - segment:"));
        let avoids = segment.avoids.iter().map(|it| ("avoid", it));
        for (action, waypoint) in avoids.chain([("follow", &segment.follow)]) {
            line_of(out, format_args!("        - waypoint:"));
            line_of(out, format_args!("            type: {}", quoted(waypoint.kind.name())));
            line_of(out, format_args!("            action: {}", quoted(action)));
            let constraint = match &waypoint.constraint {
                Constraint::None => None,
                Constraint::Choice(Choice::Condition(holds)) => Some((holds.to_string(), None)),
                Constraint::Choice(Choice::Case(number)) => Some((number.to_string(), None)),
                Constraint::Choice(Choice::Default) => Some(("default".to_owned(), None)),
                Constraint::Expression(text) => {
                    let format = if text.contains("\\result") { "acsl_expression" } else { "c_expression" };
                    Some((text.clone(), Some(format)))
                }
            };
            if let Some((value, format)) = constraint {
                line_of(out, format_args!("            constraint:"));
                line_of(out, format_args!("              value: {}", quoted(&value)));
                if let Some(format) = format {
                    line_of(out, format_args!("              format: {}", quoted(format)));
                }
            }
            write_location(out, "            ", &waypoint.location);
        }
    }
}

fn write_invariants(out: &mut String, invariants: &[Invariant]) {
    if invariants.is_empty() {
        return line_of(out, format_args!("  content: []"));
    }
    line_of(out, format_args!("  content:"));
    for invariant in invariants {
        line_of(out, format_args!("    - invariant:"));
        let ty = if invariant.is_of_loop { "loop_invariant" } else { "location_invariant" };
        line_of(out, format_args!("        type: {}", quoted(ty)));
        write_location(out, "        ", &invariant.location);
        line_of(out, format_args!("        value: {}", quoted(&invariant.value)));
        line_of(out, format_args!("        format: \"c_expression\""));
    }
}

fn write_location(out: &mut String, indent: &str, location: &Location) {
    line_of(out, format_args!("{indent}location:"));
    line_of(out, format_args!("{indent}  file_name: {}", quoted(&location.file)));
    line_of(out, format_args!("{indent}  line: {}", location.line));
    if let Some(column) = location.column {
        line_of(out, format_args!("{indent}  column: {column}"));
    }
    if let Some(function) = &location.function {
        line_of(out, format_args!("{indent}  function: {}", quoted(function)));
    }
}

fn line_of(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{line}");
}

/// A string as JSON writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for it in text.chars() {
        match it {
            '"' | '\\' => out.extend(['\\', it]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            // What YAML does not print, and what is a line break there.
            it if it.is_control() || matches!(it, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(it));
            }
            it => out.push(it),
        }
    }
    out + "\""
}
