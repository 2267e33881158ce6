//! Inputs of a program: what the machine makes of them, and the values that they are given.

use crate::data::finding::StackFrame;
use effigy_base::value::Value;
use effigy_term::{Term, Trace};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A symbolic input that the path has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What it stands for.
    pub kind: InputKind,
    /// Its name for people.
    pub name: String,
    /// Its bytes, or one number for all of it, lowest byte first.
    pub terms: Vec<Term>,
    /// Whether it is one number rather than bytes.
    pub number: bool,
}

/// What a symbolic input stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum InputKind {
    /// The program argument of this number, from 0: a C string with its terminator.
    Argument(usize),
    /// Standard input.
    Stdin,
    /// An object that the program made by an intrinsic.
    Object,
}

impl Trace for Input {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Input { kind: _, name: _, terms, number: _ } = self;
        terms.trace(visit);
    }
}

/// The value of a symbolic input in a path's test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputValue {
    /// What the input stands for.
    pub kind: InputKind,
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether the program asked for one number rather than for bytes.
    pub number: bool,
    /// Its value, when it is an integer without a size or an array; it has no bytes then.
    pub value: Option<Box<Value>>,
}

/// The bytes of an input: which one it is, and its name.
pub type GivenBytes = (InputKind, String, Vec<u8>);

/// Bytes of a given input that are symbolic: of standard input or an argument, which programs of one input read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreeBytes {
    /// Their places.
    pub places: BTreeSet<usize>,
    /// Values that none of them has.
    pub never: Vec<u8>,
    /// Decisions on check sums, by where they are: the side that is taken, whatever holds there; `None` for the side of the path's
    /// model. Inputs of paths behind them are right but for their sums (checksum-aware fuzzing: Wang et al., TaintScope, S&P 2010).
    pub bypassed: Arc<BTreeMap<StackFrame, Option<u32>>>,
}

/// The bytes among some that an input has; only objects are distinguished by their names.
pub(crate) fn given<'g>(all: &'g [GivenBytes], kind: InputKind, name: &str) -> Option<&'g [u8]> {
    let is_it = |(k, n, _): &&GivenBytes| *k == kind && (kind != InputKind::Object || n == name);
    all.iter().find(is_it).map(|(_, _, bytes)| bytes.as_slice())
}

/// The number that bytes stand for, lowest first.
pub(crate) fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte))
}
