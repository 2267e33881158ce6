//! A generated test: the inputs of one path and the outcome that the path predicts.

use effigy_base::finding::FindingKind;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt;

/// The inputs of one path, complete enough to run the program natively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// Number of the test in its run, from 1, in the order of the execution tree.
    pub number: usize,
    /// The program's arguments without its name; each is a C string without its terminator.
    pub arguments: Vec<Vec<u8>>,
    /// What standard input holds; `None` when the run left it empty.
    pub stdin: Option<Vec<u8>>,
    /// The symbolic objects that the program made itself, in the order of their making.
    pub objects: Vec<InputObject>,
    /// How the program ends on these inputs.
    pub predicted: Outcome,
    /// The results that the path names, with their values on these inputs.
    pub results: Vec<(String, Datum)>,
    /// Whether the path has several threads: natively they may run in another order, and end in another way.
    pub threads: bool,
}

/// A symbolic object that the program made through an intrinsic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputObject {
    /// The name that the program or its source gives it.
    pub name: String,
    /// Its bytes; little endian when it is a number. None for an input that has a value instead.
    pub bytes: Vec<u8>,
    /// Whether the program asked for one number rather than for bytes.
    pub number: bool,
    /// Its value, when the program knows integers rather than bytes.
    pub value: Option<Datum>,
}

impl InputObject {
    /// An object of bytes.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes, number: false, value: None }
    }
}

/// A value of a program without bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// An integer.
    Integer(BigInt),
    /// Integers by index.
    Array {
        /// The element at every index without one of its own.
        default: BigInt,
        /// The other elements.
        elements: BTreeMap<BigInt, BigInt>,
    },
}

impl fmt::Display for Datum {
    /// `5`, or `(1) = 5, (3) = 7, others 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Integer(value) => write!(f, "{value}"),
            Datum::Array { default, elements } => {
                for (index, element) in elements {
                    write!(f, "({index}) = {element}, ")?;
                }
                write!(f, "others {default}")
            }
        }
    }
}

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry returned, or the program exited, with this status.
    Exit(i32),
    /// A defect of the program.
    Finding {
        /// What kind.
        kind: FindingKind,
        /// The message for people.
        message: String,
        /// The user's source file, empty when unknown.
        file: String,
        /// 1-based line, 0 when unknown.
        line: u32,
    },
}
