//! The engines, in the order in which they are asked.
//!
//! An engine that answers a question for a part of the programs only says which it [takes](Engine::takes). One that uses another engine
//! calls that by name, and never [`ask`](super::ask()).

mod execution;
mod paths;
mod race;

use super::engine::Engine;

/// All of them. The last one takes every question, and always answers.
pub(super) const ENGINES: [&dyn Engine; 4] =
    [&execution::Execution, &paths::Paths, &race::OfSettled, &race::OfWritten];
