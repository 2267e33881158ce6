//! The names and places of symbolic values.

use crate::intrinsics;
use crate::object::Kind;
use std::panic::Location;

/// Where a symbolic value comes from: what reports call it, and the place of the call that asked for it.
#[derive(Clone, Debug)]
pub struct Origin {
    name: String,
    place: &'static Location<'static>,
    /// The types that this value is in, outermost first.
    within: Vec<&'static str>,
}

impl Origin {
    /// The caller's place, and a name; an empty name is taken from the source line there.
    #[track_caller]
    pub fn here(name: &str) -> Self {
        Origin { name: name.to_owned(), place: Location::caller(), within: Vec::new() }
    }

    /// A part of this value, such as `.x` or `[3]`.
    pub fn part(&self, suffix: &str) -> Self {
        let name = format!("{}{suffix}", self.name);
        Origin { name, place: self.place, within: self.within.clone() }
    }

    /// Within a value of this type.
    pub(crate) fn within(&self, of: &'static str) -> Self {
        let within = self.within.iter().copied().chain([of]).collect();
        Origin { within, ..self.clone() }
    }

    /// How many values of this type it is in.
    pub(crate) fn depth(&self, of: &str) -> usize {
        self.within.iter().filter(|within| **within == of).count()
    }

    /// Fills `bytes` with symbols, one for each byte.
    pub(crate) fn bytes(&self, bytes: &mut [u8]) {
        intrinsics::symbolic(bytes, Kind::Bytes, &self.name, self.place);
    }

    /// The little-endian bytes of one symbolic integer.
    pub(crate) fn integer<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        intrinsics::symbolic(&mut bytes, Kind::Integer, &self.name, self.place);
        bytes
    }
}
