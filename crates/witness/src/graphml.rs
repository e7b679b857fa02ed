//! Witnesses of the format 1.0: an automaton whose edges an execution takes.
//!
//! It is walked from the entry to the violation; edges into sinks are left out. Where several edges lead on, the first one
//! that gets to the violation is taken. Edges without a control and without an assumption say nothing here.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use roxmltree::{Document, Node, ParsingOptions};

use crate::model::{
    Choice, Constraint, Content, Invariant, Kind, Location, Matching, Metadata, Segment, Waypoint, Witness,
};
use crate::model::{MAX_SEGMENTS, Reading};
use crate::problem::{Error, Warning};

/// Reads a witness.
///
/// # Errors
/// Where the text is no XML, no witness, or its violation cannot be got to.
pub fn read(text: &str) -> Result<Reading, Error> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let at = match error {
            // The parser shows the start of the text for what is missing at its end.
            roxmltree::Error::UnclosedRootNode => text.lines().count().max(1),
            _ => error.pos().row as usize,
        };
        Error::new(at, format!("malformed XML: {error}"))
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        return Err(Error::new(
            line(root),
            format!("`<{}>` is not a witness; `<graphml>` is", root.tag_name().name()),
        ));
    }
    let Some(graph) = child(root, "graph") else {
        return Err(Error::new(line(root), "there is no `<graph>`"));
    };
    let reader = Reader { keys: keys(root) };
    reader.witness(graph)
}

/// What the identifiers of keys stand for, and the defaults.
struct Key<'a> {
    name: &'a str,
    default: Option<String>,
}

fn keys<'a>(root: Node<'a, 'a>) -> BTreeMap<&'a str, Key<'a>> {
    let keys = root.children().filter(|it| it.tag_name().name() == "key");
    let key = |node: Node<'a, 'a>| {
        let id = node.attribute("id")?;
        let default = child(node, "default").map(|it| content(it).trim().to_owned());
        Some((id, Key { name: node.attribute("attr.name").unwrap_or(id), default }))
    };
    keys.filter_map(key).collect()
}

struct Reader<'a> {
    keys: BTreeMap<&'a str, Key<'a>>,
}

struct Edge<'a> {
    node: Node<'a, 'a>,
    source: &'a str,
    target: &'a str,
}

impl<'a> Reader<'a> {
    /// A datum of a node, edge or graph by the name of its key, or of one of its aliases.
    fn datum(&self, node: Node<'a, 'a>, names: &[&str]) -> Option<String> {
        let is_it =
            |id: &str| names.contains(&id) || self.keys.get(id).is_some_and(|it| names.contains(&it.name));
        let data = node.children().filter(|it| it.tag_name().name() == "data");
        let mut found = data.filter(|it| it.attribute("key").is_some_and(is_it));
        let text = found.next().map(|it| content(it).trim().to_owned());
        text.filter(|it| !it.is_empty())
    }

    fn holds(&self, node: Node<'a, 'a>, names: &[&str]) -> bool {
        self.datum(node, names).is_some_and(|it| it == "true")
    }

    fn default(&self, name: &str) -> Option<String> {
        self.keys.values().find(|it| it.name == name)?.default.clone()
    }

    fn witness(&self, graph: Node<'a, 'a>) -> Result<Reading, Error> {
        let metadata = self.metadata(graph);
        let mut warnings = Vec::new();
        let is_correctness =
            self.datum(graph, &["witness-type"]).is_some_and(|it| it.starts_with("correctness"));
        let file = metadata.files.first().cloned().unwrap_or_default();
        let content = if is_correctness {
            Content::Correctness(self.invariants(graph, &file, &mut warnings))
        } else {
            let (segments, lines) = self.segments(graph, &file, &mut warnings)?;
            Content::Violation { segments, matching: Matching::Any, lines }
        };
        Ok(Reading { witnesses: vec![Witness { metadata, content, n_left_out: 0 }], warnings })
    }

    fn metadata(&self, graph: Node<'a, 'a>) -> Metadata {
        let of = |names: &[&str]| self.datum(graph, names);
        let file = of(&["programfile", "programFile"]);
        let hash = of(&["programhash", "programHash"]);
        Metadata {
            format: Some("1.0".to_owned()),
            identifier: None,
            created: of(&["creationtime"]),
            producer: of(&["producer"]),
            producer_version: None,
            hashes: hash.into_iter().map(|it| (file.clone().unwrap_or_default(), it)).collect(),
            files: file.into_iter().collect(),
            specification: of(&["specification"]),
            data_model: of(&["architecture"]).and_then(|it| match &*it {
                "32bit" => Some("ILP32".to_owned()),
                "64bit" => Some("LP64".to_owned()),
                _ => None,
            }),
        }
    }

    /// What the edges to the violation say, and their lines.
    fn segments(
        &self,
        graph: Node<'a, 'a>,
        file: &str,
        warnings: &mut Vec<Warning>,
    ) -> Result<(Vec<Segment>, Vec<Location>), Error> {
        let path = self.path(graph)?;
        let default_file = self.default("originFileName").filter(|it| !it.starts_with('<'));
        let default_file = default_file.unwrap_or_else(|| file.to_owned());
        let mut segments: Vec<Segment> = Vec::new();
        let mut push = |waypoint| segments.push(Segment { avoids: Vec::new(), follow: waypoint });
        let mut last = None;
        let mut lines: Vec<Location> = Vec::new();
        for edge in path {
            let own = line(edge.node);
            let number = |names: &[&str]| self.datum(edge.node, names).and_then(|it| it.parse::<u32>().ok());
            let Some(at) = number(&["startline"]).filter(|it| *it > 0) else { continue };
            let file = self.datum(edge.node, &["originfile", "originFileName"]);
            let location = Location {
                file: file.unwrap_or_else(|| default_file.clone()),
                line: at,
                column: None,
                function: self.datum(edge.node, &["assumption.scope"]),
            };
            let line = Location { function: None, ..location.clone() };
            if lines.last() != Some(&line) {
                lines.push(line);
            }
            last = Some((location.clone(), own));
            let choice = match self.datum(edge.node, &["control"]).as_deref() {
                Some("condition-true") => Some(true),
                Some("condition-false") => Some(false),
                Some(other) => {
                    let reason = format!("the control `{other}` is not known");
                    warnings.push(Warning { line: own, reason });
                    None
                }
                None => None,
            };
            if let Some(choice) = choice {
                let constraint = Constraint::Choice(Choice::Condition(choice));
                let location = Location { function: None, ..location.clone() };
                push(Waypoint { kind: Kind::Branching, location, constraint, line: own });
            }
            if let Some(assumption) = self.datum(edge.node, &["assumption"]) {
                let is_result = self.datum(edge.node, &["assumption.resultfunction"]).is_some();
                let kind = if is_result { Kind::FunctionReturn } else { Kind::Assumption };
                let constraint = Constraint::Expression(assumption);
                push(Waypoint { kind, location, constraint, line: own });
            }
        }
        if let Some((location, line)) = last {
            let location = Location { function: None, ..location };
            push(Waypoint { kind: Kind::Target, location, constraint: Constraint::None, line });
        }
        Ok((segments, lines))
    }

    /// The edges from the entry to the violation.
    fn path(&self, graph: Node<'a, 'a>) -> Result<Vec<Edge<'a>>, Error> {
        let nodes: Vec<Node<'a, 'a>> = graph.children().filter(|it| it.tag_name().name() == "node").collect();
        let named = |names: &[&str]| -> Vec<&'a str> {
            let nodes = nodes.iter().filter(|it| self.holds(**it, names));
            nodes.filter_map(|it| it.attribute("id")).collect()
        };
        let entry = named(&["entry", "isEntryNode"]);
        let violations: HashSet<&str> = named(&["violation", "isViolationNode"]).into_iter().collect();
        let sinks: HashSet<&str> = named(&["sink", "isSinkNode"]).into_iter().collect();
        let Some(entry) = entry.first() else { return Err(Error::new(line(graph), "no node is the entry")) };
        if violations.is_empty() {
            return Err(Error::new(line(graph), "no node is the violation"));
        }
        let edge = |node: Node<'a, 'a>| {
            Some(Edge { node, source: node.attribute("source")?, target: node.attribute("target")? })
        };
        let edges: Vec<Edge<'a>> = graph
            .children()
            .filter(|it| it.tag_name().name() == "edge")
            .filter_map(edge)
            .filter(|it| !sinks.contains(it.target) && it.source != it.target)
            .collect();
        let mut from: HashMap<&str, Vec<usize>> = HashMap::new();
        for (idx, edge) in edges.iter().enumerate() {
            from.entry(edge.source).or_default().push(idx);
        }
        // Breadth first: the shortest way, and of equal ones the one that stands first.
        let mut via: HashMap<&str, usize> = HashMap::new();
        let mut open = VecDeque::from([*entry]);
        let mut end = violations.contains(entry).then_some(*entry);
        while let Some(node) = open.pop_front().filter(|_| end.is_none()) {
            for idx in from.get(node).into_iter().flatten() {
                let target = edges[*idx].target;
                if target == *entry || via.contains_key(target) {
                    continue;
                }
                via.insert(target, *idx);
                if violations.contains(target) {
                    end = Some(target);
                    break;
                }
                open.push_back(target);
            }
        }
        let Some(mut node) = end else {
            return Err(Error::new(line(graph), "no path leads from the entry to a violation"));
        };
        let mut path = Vec::new();
        while let Some(idx) = via.get(node) {
            path.push(*idx);
            node = edges[*idx].source;
            if path.len() > MAX_SEGMENTS {
                return Err(Error::new(line(graph), "the path to the violation is too long"));
            }
        }
        path.reverse();
        let mut edges: Vec<Option<Edge<'a>>> = edges.into_iter().map(Some).collect();
        Ok(path.into_iter().filter_map(|idx| edges[idx].take()).collect())
    }

    /// What the nodes say, at the lines of the edges into them.
    fn invariants(&self, graph: Node<'a, 'a>, file: &str, warnings: &mut Vec<Warning>) -> Vec<Invariant> {
        let mut invariants = Vec::new();
        for node in graph.children().filter(|it| it.tag_name().name() == "node") {
            let Some(value) = self.datum(node, &["invariant"]).filter(|it| it != "true") else { continue };
            let own = line(node);
            let into = graph
                .children()
                .find(|it| it.tag_name().name() == "edge" && it.attribute("target") == node.attribute("id"));
            let at = into.and_then(|it| self.datum(it, &["startline"])).and_then(|it| it.parse::<u32>().ok());
            let Some(at) = at.filter(|it| *it > 0) else {
                warnings.push(Warning {
                    line: own,
                    reason: "an invariant without a line is left out".to_owned(),
                });
                continue;
            };
            let is_of_loop = into.is_some_and(|it| self.holds(it, &["enterLoopHead"]));
            let location = Location {
                file: file.to_owned(),
                line: at,
                column: None,
                function: self.datum(node, &["invariant.scope"]),
            };
            invariants.push(Invariant { is_of_loop, location, value, line: own });
        }
        invariants
    }
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|it| it.tag_name().name() == name)
}

fn content(node: Node<'_, '_>) -> String {
    node.children().filter_map(|it| it.text().filter(|_| it.is_text())).collect()
}

fn line(node: Node<'_, '_>) -> usize {
    node.document().text_pos_at(node.range().start).row as usize
}
