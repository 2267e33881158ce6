//! The inputs that a printed text may name.

use effigy_base::sort::Sort;
use rustc_hash::FxHashMap;

use super::ReadError;
use super::build::{Scope, Typed};
use super::parse::Expression;
use crate::node::{Node, Role, Term};
use crate::print::{Style, byte_of, table_text};
use crate::store::TermStore;

/// Symbolic inputs by their names, and constant tables by their texts.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// What has a name of its own.
    named: FxHashMap<String, Term>,
    /// The bytes of an input, lowest first.
    bytes: FxHashMap<String, Vec<Term>>,
    tables: FxHashMap<String, Option<Term>>,
}

impl Inputs {
    /// All variables and tables of a store.
    pub fn of_store(store: &TermStore) -> Self {
        let mut inputs = Self::default();
        inputs.extend_from(store);
        inputs
    }

    /// Adds the variables and tables of a store, except those of names that are known.
    pub fn extend_from(&mut self, store: &TermStore) {
        let mut bytes: FxHashMap<&str, Vec<(u64, Term)>> = FxHashMap::default();
        for t in (0..store.capacity()).map(Term::from_index).filter(|t| store.is_live(*t)) {
            match store.node(t) {
                Node::Var(info) => {
                    if let (Some((name, index)), Sort::BitVec(8)) = (byte_of(&info.name), info.sort)
                    {
                        bytes.entry(name).or_default().push((index, t));
                    }
                    if info.role != Role::Bound {
                        self.named.entry(info.name.clone()).or_insert(t);
                    }
                }
                Node::ConstArray(table) => {
                    let known = self.tables.entry(table_text(table));
                    known.and_modify(|known| *known = None).or_insert(Some(t));
                }
                _ => {}
            }
        }
        for (name, mut bytes) in bytes {
            bytes.sort_unstable();
            if bytes.iter().zip(0..).all(|((index, _), expected)| *index == expected) {
                let parts: Vec<Term> = bytes.into_iter().map(|(_, t)| t).collect();
                self.bytes.entry(name.to_owned()).or_insert(parts);
            }
        }
    }

    /// Adds an input: its bytes, the lowest first, or one number for all of it.
    pub fn add(&mut self, name: &str, parts: &[Term]) {
        if let [whole] = parts {
            self.named.insert(name.to_owned(), *whole);
        }
        self.bytes.insert(name.to_owned(), parts.to_vec());
    }

    /// The input, or the bytes of one, that an expression names.
    pub fn find(&self, store: &mut TermStore, of: &Expression) -> Option<Term> {
        match of {
            Expression::Name(name) | Expression::Quoted(name) => match self.named.get(name) {
                Some(whole) => Some(*whole),
                None => joined(store, self.bytes.get(name)?),
            },
            Expression::Index(base, index) if let Some(index) = named(index) => {
                let base = named(base)?;
                let own = [format!("{base}[{index}]"), format!("{base}({index})")];
                own.iter().find_map(|name| self.named.get(name)).copied()
            }
            Expression::Index(base, index) => {
                let (name, index) = (named(base)?, constant(index)?);
                let byte = || self.bytes.get(name)?.get(usize::try_from(index).ok()?).copied();
                let own = [format!("{name}[{index}]"), format!("{name}({index})")];
                own.iter().find_map(|name| self.named.get(name)).copied().or_else(byte)
            }
            Expression::Range(base, from, to) => {
                let (from, to) = (usize::try_from(*from).ok()?, usize::try_from(*to).ok()?);
                joined(store, self.bytes.get(named(base)?)?.get(from..to)?)
            }
            Expression::Table(text) => self.tables.get(text).copied().flatten(),
            _ => None,
        }
    }
}

fn named(base: &Expression) -> Option<&str> {
    match base {
        Expression::Name(name) | Expression::Quoted(name) => Some(name),
        _ => None,
    }
}

fn constant(index: &Expression) -> Option<i64> {
    match index {
        Expression::Number(number) => i64::try_from(number).ok(),
        Expression::Prefix(super::Prefix::Minus, number) => Some(-constant(number)?),
        _ => None,
    }
}

/// The bytes of a number, the first lowest.
fn joined(store: &mut TermStore, parts: &[Term]) -> Option<Term> {
    let (first, rest) = parts.split_first()?;
    Some(rest.iter().fold(*first, |low, high| store.concat(*high, low)))
}

/// Texts that speak of inputs alone.
pub(super) struct OverInputs<'a> {
    pub store: &'a mut TermStore,
    pub style: &'a Style,
    pub inputs: &'a Inputs,
}

impl Scope for OverInputs<'_> {
    type Error = ReadError;

    fn store(&mut self) -> &mut TermStore {
        self.store
    }

    fn style(&self) -> Style {
        *self.style
    }

    fn input(&mut self, of: &Expression) -> Option<Term> {
        self.inputs.find(self.store, of)
    }

    fn operand(&mut self, _: &Expression) -> Result<Option<Typed>, ReadError> {
        Ok(None)
    }
}
