//! Which values columns and variables range over.
//!
//! Integers and times are bounded by their bits, and have the constants that occur outside of them with their neighbours;
//! results of arithmetic are considered beyond them. Texts
//! are not bounded by anything a user could name, so there must be as many as can matter. Columns and variables whose texts
//! meet, in a comparison or by a write, form a class. Take a database over all texts, and map the texts of a class to those
//! of its domain. All answers stay as they are when the map keeps what the specification can see of the texts:
//! - texts are only compared with constants: each constant stays, and one word stands for all others;
//! - texts are compared with each other too: one word for each place that can hold a text (rows times columns, variables,
//!   nested quantifiers over texts), so that different texts can stay different;
//! - they are ordered: so many words below, between and above the constants, so that the order can stay;
//! - LIKE: so many words for each set of patterns that a text can be like. Sets are known for patterns `%text%` and for a
//!   single pattern of any form; other combinations are refused.

mod computed;
mod uses;
mod words;

use crate::error::RecordsError;
use crate::expression::VariableId;
use crate::query::Pattern;
use crate::request::{Check, Path, Stated};
use crate::schema::{ColumnRef, Schema};
use crate::value::{TableId, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Up to this number, numbers of rows are considered whatever the bits are.
const MOST_COUNTED: i64 = 100;

/// What holds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Site {
    /// A column.
    Column(TableId, usize),
    /// A variable, of a quantifier too.
    Variable(VariableId),
}

/// What is known of the sites whose values meet.
#[derive(Debug, Clone, Default)]
struct Class {
    constants: BTreeSet<String>,
    patterns: Vec<Pattern>,
    related: bool,
    ordered: bool,
}

/// Sites in classes, by union and find.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    parents: BTreeMap<Site, Site>,
    classes: BTreeMap<Site, Class>,
}

impl Classes {
    fn root(&mut self, site: Site) -> Site {
        let mut current = site;
        loop {
            let parent = *self.parents.entry(current).or_insert(current);
            if parent == current {
                self.parents.insert(site, current);
                self.classes.entry(current).or_default();
                return current;
            }
            current = parent;
        }
    }

    fn class(&mut self, site: Site) -> &mut Class {
        let root = self.root(site);
        self.classes.entry(root).or_default()
    }

    /// The values of these sites can meet. The class, when there is a site.
    fn join(&mut self, sites: &[Site]) -> Option<&mut Class> {
        let (first, others) = sites.split_first()?;
        let root = self.root(*first);
        for site in others {
            let other = self.root(*site);
            if other == root {
                continue;
            }
            self.parents.insert(other, root);
            let from = self.classes.remove(&other).unwrap_or_default();
            let class = self.classes.entry(root).or_default();
            class.constants.extend(from.constants);
            for pattern in from.patterns {
                if !class.patterns.contains(&pattern) {
                    class.patterns.push(pattern);
                }
            }
            class.related |= from.related;
            class.ordered |= from.ordered;
        }
        self.classes.get_mut(&root)
    }
}

/// Which tables a decision is about, and what their columns and the variables range over.
#[derive(Debug)]
pub(crate) struct Domains {
    /// Tables that are mentioned, or that a valid reference of such a table leads to.
    pub(crate) tables: BTreeSet<TableId>,
    /// Tables that keys without a row can be of.
    pub(crate) dangling: BTreeSet<TableId>,
    /// Texts and opaque values of each site.
    pub(crate) sites: BTreeMap<Site, Vec<Value>>,
    /// Constants of texts and of opaque types.
    pub(crate) constants: BTreeSet<Value>,
    /// The integers that columns and variables hold before any write, in order.
    pub(crate) integers: Vec<i64>,
    /// The same with results of arithmetic.
    pub(crate) results: Vec<i64>,
    /// Whether a result of arithmetic goes where no expression tells that it does.
    pub(crate) indirect: bool,
    /// Whether all numbers of rows are among the integers.
    pub(crate) counts_fit: bool,
    /// Columns that the path asks for.
    pub(crate) read: BTreeSet<Site>,
    /// All times that are considered, in order.
    pub(crate) times: Vec<i64>,
    /// Whether integers are used at all.
    pub(crate) has_integers: bool,
    /// The most rows that a query can have, before they are limited.
    pub(crate) most_rows: u64,
}

impl Domains {
    /// The domains of facts and one path.
    pub(crate) fn of(schema: &Schema, check: &Check, path: &Path) -> Result<Domains, RecordsError> {
        let mut uses = uses::Uses::new(schema, check);
        check.of_all.iter().for_each(|id| uses.variable(*id));
        let stated: [&[Stated]; 4] =
            [&check.facts.known, &path.condition, &path.hypotheses, &path.obligations];
        uses.writes(&path.writes)?;
        for part in stated.into_iter().flatten() {
            uses.expression(&part.expression)?;
        }
        let uses::Uses {
            mut tables,
            mut classes,
            mut integers,
            times,
            texts,
            named,
            has_integers,
            most_rows,
            most_counted,
            depth,
            variables,
            computing,
            mut read,
            ..
        } = uses;
        close(schema, &mut tables);
        let of_integers =
            |table: &TableId| schema.get(*table).columns.iter().any(|c| c.ty == Type::Int);
        for column in tables.iter().flat_map(|table| &schema.get(*table).columns) {
            integers.extend(column.known.integers());
        }
        let has_integers = has_integers || tables.iter().any(of_integers);
        let dangling = if check.scopes.gone { dangling(schema, &tables) } else { BTreeSet::new() };
        let mut sites = BTreeMap::new();
        let mut cells: BTreeMap<Site, usize> = BTreeMap::new();
        let mut all = Vec::new();
        for table in &tables {
            for (index, column) in schema.get(*table).columns.iter().enumerate() {
                let site = Site::Column(*table, index);
                if !matches!(column.ty, Type::Text | Type::Opaque) {
                    continue;
                }
                let class = classes.class(site);
                let listed = column.known.values.iter().flatten();
                class.constants.extend(listed.filter_map(|value| match value {
                    Value::Text(text) => Some(text.to_string()),
                    _ => None,
                }));
                class.related |= in_unique(schema, *table, index);
                all.push((site, column.ty, check.scopes.rows(*table)));
            }
        }
        for id in variables {
            let ty = check.variables[id.0 as usize].ty;
            if matches!(ty, Type::Text | Type::Opaque) {
                all.push((Site::Variable(id), ty, 1));
            }
        }
        for (site, _, size) in &all {
            *cells.entry(classes.root(*site)).or_default() += size;
        }
        for (site, ty, _) in &all {
            let size = cells.get(&classes.root(*site)).copied().unwrap_or(0) + depth;
            let class = classes.class(*site);
            let count = if class.related || class.ordered { size.max(1) } else { 1 };
            let values = match ty {
                Type::Opaque => {
                    let named =
                        class.constants.iter().map(|text| Value::Named(text.as_str().into()));
                    named.chain((1..=count as u32).map(Value::Opaque)).collect()
                }
                _ => {
                    words::words(class, count)?.into_iter().map(|w| Value::Text(w.into())).collect()
                }
            };
            sites.insert(*site, values);
        }
        let mut constants: BTreeSet<Value> =
            texts.into_iter().map(|text| Value::Text(text.into())).collect();
        constants.extend(named.into_iter().map(|text| Value::Named(text.into())));
        let times = numbers(check.scopes.bits, &times);
        let mut integers = numbers(check.scopes.bits, &integers);
        with_counts(&mut integers, most_counted);
        read.extend(tables.iter().flat_map(|table| unique_columns(schema, *table)));
        Ok(Domains {
            tables,
            dangling,
            sites,
            constants,
            results: computing.results(&integers).into_iter().collect(),
            integers,
            indirect: computing.indirect,
            counts_fit: most_counted <= MOST_COUNTED as u64,
            read,
            times,
            has_integers,
            most_rows,
        })
    }
}

/// Adds numbers of rows, which are considered also where they need more bits.
fn with_counts(integers: &mut Vec<i64>, most_counted: u64) {
    integers.extend(0..=i64::try_from(most_counted).unwrap_or(i64::MAX).min(MOST_COUNTED));
    integers.sort_unstable();
    integers.dedup();
}

/// The columns of a table that are in a set of columns that are unique.
fn unique_columns(schema: &Schema, table: TableId) -> Vec<Site> {
    let columns = 0..schema.get(table).columns.len();
    let unique = columns.filter(|index| in_unique(schema, table, *index));
    unique.map(|index| Site::Column(table, index)).collect()
}

/// Whether a column is in a set of columns that are unique.
fn in_unique(schema: &Schema, table: TableId, index: usize) -> bool {
    schema.get(table).unique.iter().any(|set| set.contains(&ColumnRef::Column(index)))
}

/// The numbers of so many bits, and constants outside of them with what is next to them.
fn numbers(bits: u32, constants: &BTreeSet<i64>) -> Vec<i64> {
    let bound = 1i64 << (bits - 1);
    let mut all: BTreeSet<i64> = (-bound..bound).collect();
    for constant in constants {
        if !all.contains(constant) || *constant == -bound || *constant == bound - 1 {
            all.extend([constant.saturating_sub(1), *constant, constant.saturating_add(1)]);
        }
    }
    all.into_iter().collect()
}

/// Adds the tables whose rows must exist because a valid reference leads to them.
fn close(schema: &Schema, tables: &mut BTreeSet<TableId>) {
    let mut open: Vec<TableId> = tables.iter().copied().collect();
    while let Some(table) = open.pop() {
        for column in schema.get(table).columns.iter().filter(|c| c.constraint) {
            if let Some(other) = column.references
                && tables.insert(other)
            {
                open.push(other);
            }
        }
    }
}

/// The tables whose keys can be held where no row has them.
fn dangling(schema: &Schema, tables: &BTreeSet<TableId>) -> BTreeSet<TableId> {
    let mut dangling = BTreeSet::new();
    for table in tables {
        for column in &schema.get(*table).columns {
            if column.ty != Type::Key || column.constraint {
                continue;
            }
            match column.references {
                Some(other) => dangling.extend([other]),
                None => dangling.extend(tables.iter().copied()),
            }
        }
    }
    dangling.retain(|table| tables.contains(table));
    dangling
}
