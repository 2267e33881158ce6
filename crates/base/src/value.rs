//! Concrete values of terms.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::bits::BitVec;
use crate::sort::Sort;

/// A concrete value of some sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVec),
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// The bit-vector of `width` bits with these low bits.
    pub fn bits(width: u32, bits: u128) -> Self {
        Self::BitVec(BitVec::new(width, bits))
    }

    /// `false`, zero, or the array of zeros.
    pub fn zero(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool(false),
            Sort::BitVec(width) => Self::bits(width, 0),
            Sort::Array { index, element } => {
                Self::Array(ArrayValue::new(index, BitVec::zero(element)))
            }
        }
    }

    /// The value's sort.
    pub fn sort(&self) -> Sort {
        match self {
            Self::Bool(_) => Sort::Bool,
            Self::BitVec(bits) => Sort::BitVec(bits.width()),
            Self::Array(array) => array.sort(),
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bits(&self) -> Option<&BitVec> {
        match self {
            Self::BitVec(bits) => Some(bits),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// A truth value as 0 or 1, a bit-vector of at most 128 bits as its number.
    pub fn scalar(&self) -> Option<u128> {
        match self {
            Self::Bool(b) => Some(u128::from(*b)),
            Self::BitVec(bits) => bits.to_u128(),
            Self::Array(_) => None,
        }
    }

    /// The value of a sort whose number is `bits` (0 and 1 are the truth values); `None` for arrays.
    pub fn from_scalar(sort: Sort, bits: u128) -> Option<Self> {
        match sort {
            Sort::Bool => Some(Self::Bool(bits & 1 == 1)),
            Sort::BitVec(width) => Some(Self::bits(width, bits)),
            Sort::Array { .. } => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(b) => write!(f, "{b}"),
            Self::BitVec(bits) => write!(f, "{bits}"),
            Self::Array(array) => write!(f, "{array}"),
        }
    }
}

/// A total function from indices to elements: a default and the entries that differ from it.
///
/// Clones share the entries until one of them is written. Functions that are equal are equal values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    index_width: u32,
    default: BitVec,
    /// Never holds the default.
    entries: Arc<BTreeMap<BitVec, BitVec>>,
}

impl ArrayValue {
    /// The array that is `default` everywhere.
    pub fn new(index_width: u32, default: BitVec) -> Self {
        Self { index_width: index_width.max(1), default, entries: Arc::default() }
    }

    /// The array with these elements at 0, 1, 2 ... and `default` elsewhere. Elements beyond the last index that
    /// the width can name are dropped.
    pub fn from_table(index_width: u32, elements: &[u64], default: BitVec) -> Self {
        let mut array = Self::new(index_width, default);
        let element_width = array.element_width();
        let most = if index_width >= 64 { u64::MAX } else { 1 << index_width };
        let entries = Arc::make_mut(&mut array.entries);
        for (index, element) in (0..most).zip(elements) {
            let element = BitVec::new(element_width, u128::from(*element));
            if element != array.default {
                entries.insert(BitVec::new(index_width, u128::from(index)), element);
            }
        }
        array.normalise();
        array
    }

    /// The width of an index in bits.
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// The width of an element in bits.
    pub fn element_width(&self) -> u32 {
        self.default.width()
    }

    /// The array's sort.
    pub fn sort(&self) -> Sort {
        Sort::Array { index: self.index_width, element: self.element_width() }
    }

    /// The element at all indices without an entry.
    pub fn default_element(&self) -> &BitVec {
        &self.default
    }

    /// The entries that differ from the default, in order of their indices.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&BitVec, &BitVec)> {
        self.entries.iter()
    }

    /// The element at `index`.
    pub fn select(&self, index: &BitVec) -> &BitVec {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Sets the element at `index`. Does nothing when a width is wrong.
    pub fn store(&mut self, index: BitVec, element: BitVec) {
        if index.width() != self.index_width || element.width() != self.element_width() {
            return;
        }
        let entries = Arc::make_mut(&mut self.entries);
        if element == self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, element);
        }
        self.normalise();
    }

    /// Makes the default the most frequent element (the least of several), so that equal functions are equal
    /// values. Where fewer than half of the indices have entries, it is already.
    fn normalise(&mut self) {
        let indices =
            1usize.checked_shl(self.index_width).filter(|_| self.index_width < usize::BITS);
        let Some(indices) = indices.filter(|n| self.entries.len() >= n / 2) else { return };
        let mut counts: BTreeMap<&BitVec, usize> = BTreeMap::new();
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        counts.insert(&self.default, indices - self.entries.len());
        let most = counts
            .iter()
            .max_by_key(|(e, n)| (**n, std::cmp::Reverse(*e)))
            .map(|(e, _)| (*e).clone());
        let Some(most) = most.filter(|most| *most != self.default) else { return };
        let old = std::mem::replace(&mut self.default, most);
        let entries = Arc::make_mut(&mut self.entries);
        for index in 0..indices {
            entries
                .entry(BitVec::new(self.index_width, index as u128))
                .or_insert_with(|| old.clone());
        }
        entries.retain(|_, element| *element != self.default);
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
