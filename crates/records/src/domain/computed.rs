//! Results of arithmetic. Columns and variables hold the integers of the scope; what is computed from them can need more bits,
//! and those integers are considered as well, so that nothing that can be there is left out.

use super::Site;
use crate::operators::Arithmetic;
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most integers of a decision. Tables of operations grow with their square.
const MOST_INTEGERS: usize = 512;

/// One operation.
#[derive(Debug, Clone)]
pub(super) struct Computed {
    pub(super) op: Arithmetic,
    /// Its two operands.
    pub(super) operands: Vec<Operand>,
}

/// What an operand can be: this constant, or an integer of the scope, a result, or what was written to a column.
#[derive(Debug, Clone, Default)]
pub(super) struct Operand {
    pub(super) exact: Option<i64>,
    pub(super) computed: Vec<Rc<Computed>>,
    pub(super) sites: Vec<Site>,
}

#[derive(Debug, Clone)]
enum Event {
    Computed(Rc<Computed>),
    Written(Site, Vec<Rc<Computed>>),
}

/// All operations of a path, and the columns that results are written to, in the order of the path.
#[derive(Debug, Clone, Default)]
pub(super) struct Computing {
    events: Vec<Event>,
    /// Whether a result is anything but an operand or a side of a comparison.
    pub(super) indirect: bool,
}

impl Computing {
    pub(super) fn add(&mut self, computed: Rc<Computed>) {
        self.events.push(Event::Computed(computed));
    }

    pub(super) fn written(&mut self, site: Site, computed: &[Rc<Computed>]) {
        if !computed.is_empty() {
            self.indirect = true;
            self.events.push(Event::Written(site, computed.to_vec()));
        }
    }

    /// All results, where there are not too many. Those of an operation with too many are left out.
    pub(super) fn results(&self, integers: &[i64]) -> BTreeSet<i64> {
        let mut work = Work { integers, written: BTreeMap::new() };
        let mut all: BTreeSet<i64> = integers.iter().copied().collect();
        for event in &self.events {
            match event {
                Event::Computed(computed) => {
                    let Some(results) = work.results(computed) else { continue };
                    let whole: BTreeSet<i64> = all.union(&results).copied().collect();
                    if whole.len() <= MOST_INTEGERS {
                        all = whole;
                    }
                }
                Event::Written(site, computed) => {
                    let results: Vec<_> =
                        computed.iter().filter_map(|computed| work.results(computed)).collect();
                    work.written.entry(*site).or_default().extend(results.into_iter().flatten());
                }
            }
        }
        all
    }
}

struct Work<'a> {
    integers: &'a [i64],
    written: BTreeMap<Site, BTreeSet<i64>>,
}

impl Work<'_> {
    /// The results of an operation; none where an operand has too many values.
    fn results(&self, computed: &Computed) -> Option<BTreeSet<i64>> {
        let [a, b] = computed.operands.as_slice() else { return None };
        let (a, b) = (self.values(a)?, self.values(b)?);
        let mut results = BTreeSet::new();
        for x in &a {
            for y in &b {
                if let Some(Value::Int(n)) = computed.op.apply(*x, *y) {
                    results.insert(n);
                }
            }
        }
        Some(results)
    }

    fn values(&self, operand: &Operand) -> Option<BTreeSet<i64>> {
        if let Some(n) = operand.exact {
            return Some([n].into());
        }
        let mut values: BTreeSet<i64> = self.integers.iter().copied().collect();
        for computed in &operand.computed {
            values.extend(self.results(computed)?);
        }
        let written = operand.sites.iter().filter_map(|site| self.written.get(site));
        values.extend(written.flatten());
        (values.len() <= MOST_INTEGERS).then_some(values)
    }
}
