//! Minimization (\[1\], with the data structure of \[2\]).
//!
//! Two partitions refine each other: *blocks* of states and *cords* of edges. The edges of a cord have one letter and
//! lead into one block, so a block is split by whether its states have an edge of the cord, and a cord by whether its
//! edges lead into a part of a block that was split. Of two parts the smaller one becomes the new set, and only new
//! sets are looked at; therefore every edge is looked at `log n` times, also where a letter is on few edges and most
//! states have no edge with it.
//!
//! # References
//! - \[1\] Antti Valmari, Petri Lehtinen: _Efficient minimization of DFAs with partial transition functions_, STACS 2008.
//! - \[2\] Antti Valmari: _Fast brief practical DFA minimization_, Information Processing Letters 112, 2012.

use super::{Dfa, State};

impl Dfa {
    /// The smallest automaton of the same language, and for each of its states one of the states it stands for.
    #[must_use]
    pub fn minimize(&self) -> (Dfa, Vec<State>) {
        let (trimmed, origins) = self.trim();
        let blocks = Edges::new(&trimmed).coarsest_blocks(&trimmed);
        let mut representatives: Vec<Option<State>> = vec![None; blocks.n_sets()];
        for state in trimmed.states() {
            representatives[blocks.set_of(state.index())].get_or_insert(state);
        }
        let (minimal, states) = trimmed.renumber(&mut |state| representatives[blocks.set_of(state.index())]);
        let origins = states.iter().map(|state| origins[state.index()]).collect();
        (minimal, origins)
    }
}

/// The edges of an automaton, numbered by letter.
struct Edges {
    /// For each edge where it comes from.
    sources: Vec<u32>,
    /// The edges grouped by their targets.
    incoming: Vec<u32>,
    /// For each state where its group starts in `incoming`, and at the end the number of edges.
    starts: Vec<usize>,
    /// For each letter in use where its edges end.
    ends: Vec<usize>,
}

impl Edges {
    fn new(dfa: &Dfa) -> Edges {
        let mut edges = Vec::with_capacity(dfa.n_edges());
        for source in dfa.states() {
            edges.extend(dfa.successors(source).iter().map(|(letter, target)| (*letter, source, *target)));
        }
        edges.sort_unstable();
        let ends = (1..=edges.len())
            .filter(|end| *end == edges.len() || edges[*end].0 != edges[*end - 1].0)
            .collect();
        let mut starts = vec![0; dfa.n_states() + 1];
        for (_, _, target) in &edges {
            starts[target.index() + 1] += 1;
        }
        for state in 0..dfa.n_states() {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut incoming = vec![0; edges.len()];
        for (edge, (_, _, target)) in edges.iter().enumerate() {
            incoming[next[target.index()]] = edge as u32;
            next[target.index()] += 1;
        }
        Edges { sources: edges.iter().map(|(_, source, _)| source.0).collect(), incoming, starts, ends }
    }

    fn into(&self, state: usize) -> &[u32] {
        &self.incoming[self.starts[state]..self.starts[state + 1]]
    }

    /// The coarsest partition of the states that tells final states from others and is closed under edges.
    fn coarsest_blocks(&self, dfa: &Dfa) -> Partition {
        let mut blocks = Partition::new(dfa.n_states(), &[dfa.n_states()]);
        for state in dfa.states().filter(|state| dfa.is_final(*state)) {
            blocks.mark(state.index());
        }
        blocks.split();
        let mut cords = Partition::new(self.sources.len(), &self.ends);
        // The first block is never looked at: whether an edge leads into it follows from the others.
        let mut next_block = 1;
        let mut next_cord = 0;
        while next_cord < cords.n_sets() {
            for edge in cords.set(next_cord) {
                blocks.mark(self.sources[*edge as usize] as usize);
            }
            blocks.split();
            next_cord += 1;
            while next_block < blocks.n_sets() {
                for state in blocks.set(next_block) {
                    for edge in self.into(*state as usize) {
                        cords.mark(*edge as usize);
                    }
                }
                cords.split();
                next_block += 1;
            }
        }
        blocks
    }
}

/// A partition of the numbers below some number, to be refined.
struct Partition {
    /// The elements, those of one set side by side and the marked ones of each first.
    elements: Vec<u32>,
    /// For each element its position in `elements`.
    positions: Vec<u32>,
    /// For each element its set.
    sets: Vec<u32>,
    /// For each set its part of `elements`.
    ranges: Vec<(usize, usize)>,
    /// For each set the number of marked elements.
    n_marked: Vec<usize>,
    /// The sets with marked elements.
    touched: Vec<usize>,
}

impl Partition {
    /// The numbers below `n`, divided into ranges that end before `ends`.
    fn new(n: usize, ends: &[usize]) -> Partition {
        let mut partition = Partition {
            elements: (0..n as u32).collect(),
            positions: (0..n as u32).collect(),
            sets: vec![0; n],
            ranges: Vec::new(),
            n_marked: vec![0; ends.len()],
            touched: Vec::new(),
        };
        let mut start = 0;
        for (set, end) in ends.iter().enumerate() {
            partition.sets[start..*end].fill(set as u32);
            partition.ranges.push((start, *end));
            start = *end;
        }
        partition
    }

    fn n_sets(&self) -> usize {
        self.ranges.len()
    }

    fn set(&self, set: usize) -> &[u32] {
        let (start, end) = self.ranges[set];
        &self.elements[start..end]
    }

    fn set_of(&self, element: usize) -> usize {
        self.sets[element] as usize
    }

    /// Marks an element that is not marked yet.
    fn mark(&mut self, element: usize) {
        let set = self.set_of(element);
        let to = self.ranges[set].0 + self.n_marked[set];
        let from = self.positions[element] as usize;
        debug_assert!(from >= to, "an element is marked once");
        self.elements.swap(from, to);
        self.positions[self.elements[from] as usize] = from as u32;
        self.positions[self.elements[to] as usize] = to as u32;
        if self.n_marked[set] == 0 {
            self.touched.push(set);
        }
        self.n_marked[set] += 1;
    }

    /// Splits every set into the marked elements and the others, where there are both, and removes the marks. The smaller part
    /// becomes a new set.
    fn split(&mut self) {
        for set in std::mem::take(&mut self.touched) {
            let (start, end) = self.ranges[set];
            let middle = start + std::mem::take(&mut self.n_marked[set]);
            if middle == end {
                continue;
            }
            let (kept, new) = if middle - start <= end - middle {
                ((middle, end), (start, middle))
            } else {
                ((start, middle), (middle, end))
            };
            let number = self.ranges.len();
            for element in &self.elements[new.0..new.1] {
                self.sets[*element as usize] = number as u32;
            }
            self.ranges[set] = kept;
            self.ranges.push(new);
            self.n_marked.push(0);
        }
    }
}
