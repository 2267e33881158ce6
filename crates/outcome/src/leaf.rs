//! The leaves of an execution tree as King's tables show them: what a path requires, and the values that it computes.

use effigy_formats::test_case::Datum;
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A leaf of the execution tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaf {
    /// The path condition, simplified, in the notation of the language; `true` when the path requires nothing.
    pub condition: String,
    /// The whole path condition as an SMT-LIB script.
    pub smtlib: String,
    /// The distinct terms that the path condition consists of.
    pub size: usize,
    /// The results that the program names, over its symbols, in order.
    pub values: Vec<(String, Arc<str>)>,
    /// `returned`, the kind of a finding, `cut`, `unsupported` or `unknown`.
    pub kind: String,
}

impl Leaf {
    /// The values of this name, with commas; `None` when there is none.
    pub fn value(&self, name: &str) -> Option<String> {
        let values = self.values.iter().filter(|(n, _)| n == name).map(|(_, v)| v.as_ref());
        let values: Vec<&str> = values.collect();
        (!values.is_empty()).then(|| values.join(", "))
    }
}

/// A leaf for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeafSummary {
    /// The path condition, simplified.
    pub pc: String,
    /// The whole path condition as an SMT-LIB script.
    pub smtlib: String,
    /// The distinct terms that the path condition consists of.
    #[serde(default)]
    pub size: usize,
    /// The results by name; several of one name with commas.
    pub values: BTreeMap<String, String>,
    /// How the path ends.
    pub kind: String,
}

impl From<&Leaf> for LeafSummary {
    fn from(leaf: &Leaf) -> Self {
        let values = leaf.values.iter().map(|(name, _)| {
            let value = leaf.value(name).unwrap_or_default();
            (name.clone(), value)
        });
        let (pc, smtlib, kind) = (leaf.condition.clone(), leaf.smtlib.clone(), leaf.kind.clone());
        Self { pc, smtlib, size: leaf.size, values: values.collect(), kind }
    }
}

/// A datum for programs: an integer in decimal, or an array's elements by index with its `default`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DatumSummary {
    /// An integer.
    Integer(String),
    /// The elements of an array.
    Array(BTreeMap<String, String>),
}

/// The key of the element at all other indices.
const DEFAULT: &str = "default";

impl From<&Datum> for DatumSummary {
    fn from(datum: &Datum) -> Self {
        match datum {
            Datum::Integer(value) => DatumSummary::Integer(value.to_string()),
            Datum::Array { default, elements } => {
                let elements = elements.iter().map(|(i, e)| (i.to_string(), e.to_string()));
                let default = (DEFAULT.to_owned(), default.to_string());
                DatumSummary::Array(elements.chain([default]).collect())
            }
        }
    }
}

impl DatumSummary {
    /// The datum; `None` when a text in it is no integer.
    pub fn datum(&self) -> Option<Datum> {
        let integer = |text: &String| text.parse::<BigInt>().ok();
        match self {
            DatumSummary::Integer(text) => integer(text).map(Datum::Integer),
            DatumSummary::Array(elements) => {
                let own = elements.iter().filter(|(index, _)| *index != DEFAULT);
                let own = own.map(|(index, element)| integer(index).zip(integer(element)));
                Some(Datum::Array {
                    default: elements.get(DEFAULT).and_then(integer)?,
                    elements: own.collect::<Option<_>>()?,
                })
            }
        }
    }
}
