//! Arrays as values.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::Value;
use crate::bits::BitVec;
use crate::sort::{Scalar, Sort};

/// A total function from indices to elements: a default and the entries that differ from it.
///
/// Clones share the entries until one of them is written. Functions that are equal are equal values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ArrayValue {
    index: Scalar,
    element: Scalar,
    default: Box<Value>,
    /// Never holds the default.
    #[serde(with = "pairs")]
    entries: Arc<BTreeMap<Value, Value>>,
}

impl ArrayValue {
    /// The array that is `default` everywhere. A default that is itself an array is read as `false`.
    pub fn new(index: Scalar, default: Value) -> Self {
        let index = match index {
            Scalar::BitVec(width) => Scalar::BitVec(width.max(1)),
            other => other,
        };
        let (element, default) = match default.sort().scalar() {
            Some(element) => (element, default),
            None => (Scalar::Bool, Value::Bool(false)),
        };
        Self { index, element, default: Box::new(default), entries: Arc::default() }
    }

    /// The array of bit-vectors with these elements at 0, 1, 2 ... and `default` elsewhere. Elements beyond the last
    /// index that the width can name are dropped.
    pub fn from_table(index_width: u32, elements: &[u64], default: BitVec) -> Self {
        let element_width = default.width();
        let mut array = Self::new(Scalar::BitVec(index_width), default.into());
        let most = if index_width >= 64 { u64::MAX } else { 1 << index_width };
        let entries = Arc::make_mut(&mut array.entries);
        for (index, element) in (0..most).zip(elements) {
            let element = Value::bits(element_width, u128::from(*element));
            if element != *array.default {
                entries.insert(Value::bits(index_width, u128::from(index)), element);
            }
        }
        array.normalise();
        array
    }

    /// The sort of an index.
    pub fn index(&self) -> Scalar {
        self.index
    }

    /// The sort of an element.
    pub fn element(&self) -> Scalar {
        self.element
    }

    /// The array's sort.
    pub fn sort(&self) -> Sort {
        Sort::Array { index: self.index, element: self.element }
    }

    /// The element at all indices without an entry.
    pub fn default_element(&self) -> &Value {
        &self.default
    }

    /// The entries that differ from the default, in order of their indices.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The element at `index`; the default where the index has another sort.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Sets the element at `index`. Does nothing when a sort is wrong.
    pub fn store(&mut self, index: Value, element: Value) {
        if index.sort() != self.index.into() || element.sort() != self.element.into() {
            return;
        }
        let entries = Arc::make_mut(&mut self.entries);
        if element == *self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, element);
        }
        self.normalise();
    }

    /// The number of indices, when it fits.
    fn indices(&self) -> Option<usize> {
        let width = self.index.width().filter(|width| *width < usize::BITS)?;
        1usize.checked_shl(width)
    }

    /// Makes the default the most frequent element (the least of several), so that equal functions are equal
    /// values. Where fewer than half of the indices have entries, it is already; so it is for infinitely many.
    fn normalise(&mut self) {
        let Some(indices) = self.indices().filter(|n| self.entries.len() >= n / 2) else { return };
        let mut counts: BTreeMap<&Value, usize> = BTreeMap::new();
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        counts.insert(&self.default, indices - self.entries.len());
        let most = counts
            .iter()
            .max_by_key(|(e, n)| (**n, std::cmp::Reverse(*e)))
            .map(|(e, _)| (*e).clone());
        let Some(most) = most.filter(|most| *most != *self.default) else { return };
        let old = std::mem::replace(&mut *self.default, most);
        let sort = Sort::from(self.index);
        let entries = Arc::make_mut(&mut self.entries);
        for index in (0..indices).filter_map(|i| Value::from_scalar(sort, i as u128)) {
            entries.entry(index).or_insert_with(|| old.clone());
        }
        entries.retain(|_, element| *element != *self.default);
    }
}

impl fmt::Display for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[")?;
        for (index, element) in self.entries.iter() {
            write!(f, "{index} -> {element}, ")?;
        }
        write!(f, "else {}]", self.default)
    }
}

/// Entries as a list of pairs: indices are no texts.
mod pairs {
    use super::Value;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    type Entries = Arc<BTreeMap<Value, Value>>;

    pub fn serialize<S: Serializer>(entries: &Entries, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(entries.iter())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Entries, D::Error> {
        let pairs = Vec::<(Value, Value)>::deserialize(from)?;
        Ok(Arc::new(pairs.into_iter().collect()))
    }
}
