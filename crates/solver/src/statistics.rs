//! Counters of the solver chain.

use std::time::Duration;

/// The counters of one layer or back end.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct LayerStatistics {
    /// Queries that reached it.
    pub queries: u64,
    /// Queries that it answered without asking further, or that it changed; for a back end those it decided.
    pub hits: u64,
    /// Time spent in it and below; measured in back ends and at the top of the chain only, zero elsewhere.
    pub time: Duration,
}

impl LayerStatistics {
    /// Adds the counters of another one.
    pub fn add(&mut self, other: &LayerStatistics) {
        self.queries += other.queries;
        self.hits += other.hits;
        self.time += other.time;
    }
}

/// The counters of a chain, the top layer first.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// The layers by name, in order.
    pub layers: Vec<(&'static str, LayerStatistics)>,
}

impl Statistics {
    /// Adds a layer's counters to those of the same name.
    pub fn add_layer(&mut self, name: &'static str, counters: LayerStatistics) {
        match self.layers.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => sum.add(&counters),
            None => self.layers.push((name, counters)),
        }
    }

    /// Adds all counters of another chain, for example of another worker.
    pub fn add(&mut self, other: &Statistics) {
        for (name, counters) in &other.layers {
            self.add_layer(name, *counters);
        }
    }

    /// A layer's counters; zeros when the chain does not have it.
    pub fn layer(&self, name: &str) -> LayerStatistics {
        self.layers.iter().find(|(known, _)| *known == name).map(|(_, c)| *c).unwrap_or_default()
    }

    /// The queries that were asked of the chain.
    pub fn queries(&self) -> u64 {
        self.layer(TOP).queries
    }

    /// The time spent in the chain.
    pub fn time(&self) -> Duration {
        self.layer(TOP).time
    }

    /// The queries that reached a back end.
    pub fn back_end_queries(&self) -> u64 {
        BACK_ENDS.iter().map(|name| self.layer(name).queries).sum()
    }
}

/// The name of the layer that counts what enters the chain.
pub const TOP: &str = "total";

/// The names of the back ends.
pub const BACK_ENDS: &[&str] = &["embedded", "integers", "process"];
