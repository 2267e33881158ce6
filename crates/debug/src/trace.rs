//! What is shown of statements as they are executed.

use crate::words::{first_word, numbers};
use crate::wrong::{Wrong, wrong};
use effigy_session::debug::{Spot, Step};

/// What is shown of which statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    pub number: bool,
    pub source: bool,
    pub results: bool,
    /// Ranges of statement numbers; all when there is none.
    pub statements: Vec<(u32, u32)>,
}

/// The columns of a traced table; all variables when there is none.
pub(crate) type Columns = Vec<String>;

/// What a person asks to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tracing {
    Off,
    Table(Columns),
    Statements(Trace),
}

impl Trace {
    /// Whether a statement is shown.
    pub fn concerns(&self, spot: &Spot) -> bool {
        let inside = |(low, high): &(u32, u32)| (*low..=*high).contains(&spot.number);
        self.statements.is_empty() || self.statements.iter().any(inside)
    }

    /// What is shown of a step.
    pub fn shown(&self, step: &Step) -> crate::Item {
        crate::Item::Traced {
            number: self.number.then_some(step.spot.number),
            text: self.source.then(|| step.spot.text.clone()),
            step: self.results.then(|| step.clone()),
        }
    }
}

/// Reads what follows `trace`.
pub(crate) fn parse_trace(text: &str) -> Result<Tracing, Wrong<'_>> {
    let (word, rest) = first_word(text);
    if word.eq_ignore_ascii_case("off") && rest.is_empty() {
        return Ok(Tracing::Off);
    }
    if word.eq_ignore_ascii_case("table") {
        let names = rest.split([',', ' ']).filter(|n| !n.is_empty()).map(str::to_owned);
        return Ok(Tracing::Table(names.collect()));
    }
    let mut trace = Trace::default();
    let mut left = text;
    loop {
        let (word, rest) = first_word(left);
        let part = ["number", "source", "results", "all"].iter().position(|part| {
            word.trim_end_matches('s').eq_ignore_ascii_case(part.trim_end_matches('s'))
        });
        match part {
            Some(0) => trace.number = true,
            Some(1) => trace.source = true,
            Some(2) => trace.results = true,
            Some(_) => {}
            None => break,
        }
        left = rest.trim_start_matches([',', ' ']);
    }
    if !left.is_empty() {
        let Some(statements) = numbers(left) else {
            return wrong(
                left,
                "number, source, results, table, off or numbers of statements are expected",
            );
        };
        trace.statements = statements;
    }
    if !(trace.number || trace.source || trace.results) {
        (trace.number, trace.source, trace.results) = (true, true, true);
    }
    Ok(Tracing::Statements(trace))
}
