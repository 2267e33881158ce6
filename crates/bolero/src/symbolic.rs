//! The driver that draws symbols.

use crate::driver::Options;
use crate::{Driver, TypeGenerator, ValueGenerator};
use effigy::{Arbitrary, Origin};
use std::any::{TypeId, type_name};
use std::ops::Bound;
use std::panic::Location;

/// How many bytes an input has at most whose length nobody says.
const MOST_BYTES: usize = 8;

/// How many bytes it has at most, whatever is said.
const MOST_BYTES_EVER: usize = 64;

/// How much longer than its shortest a list may be, where its lengths are more than [`MANY`].
const MORE: usize = 4;

/// How many lengths a list may have before not all of them are tried.
const MANY: usize = 8;

/// How deep a value may hold values of its own type when nothing is said.
const DEEPEST: usize = 2;

/// The longest list that is made.
const LONGEST: usize = 4096;

/// Draws symbols that have names in reports.
#[derive(Debug)]
pub(crate) struct Symbolic {
    /// What the next value is called.
    origin: Origin,
    depth: usize,
    max_depth: usize,
    /// The types of the harness that this value is in.
    within: Vec<TypeId>,
    /// How deep a value may hold values of its own type without a word.
    free: usize,
    /// How deep at most.
    deepest: usize,
    /// Whether what is drawn is the length of a list.
    is_length: bool,
}

impl Symbolic {
    pub(crate) fn new(origin: Origin, options: &Options) -> Symbolic {
        Symbolic {
            origin,
            depth: 0,
            max_depth: options.max_depth_or_default(),
            within: Vec::new(),
            // Where a depth is said the steps to it are counted, and only who does not count them goes on.
            free: options.max_depth().unwrap_or(0),
            deepest: options.max_depth().map_or(DEEPEST, |depth| depth.saturating_add(1)),
            is_length: false,
        }
    }

    /// What a value is called that is asked for here (by a call, not through a pointer to the function): in a generator of the user's own, what its line says; else what the whole is called.
    #[track_caller]
    fn named(&self) -> Origin {
        let own = file!().trim_end_matches("symbolic.rs");
        match Location::caller().file().starts_with(own) {
            true => self.origin.clone(),
            false => Origin::here(""),
        }
    }

    /// Any value of the type, unless values of it hold each other too deep.
    fn produced<T: TypeGenerator>(&mut self) -> Option<T> {
        if is_of_std::<T>() {
            return T::generate(self);
        }
        let own = TypeId::of::<T>();
        let depth = self.within.iter().filter(|within| **within == own).count();
        if depth > self.free {
            // A path that is rejected says nothing, so those that are not say it.
            let (name, deepest) = (short_name::<T>(), self.deepest);
            effigy::bound(&format!(
                "a `{name}` holds others of its kind up to a depth of {deepest}"
            ));
        }
        if depth > self.deepest {
            return None;
        }
        self.within.push(own);
        let value = T::generate(self);
        self.within.pop();
        value
    }

    /// Any value between the bounds.
    #[track_caller]
    fn between<T: Arbitrary + PartialOrd>(&self, min: Bound<&T>, max: Bound<&T>) -> Option<T> {
        let value = T::any_of(&self.named());
        match min {
            Bound::Included(min) => effigy::assume(value >= *min),
            Bound::Excluded(min) => effigy::assume(value > *min),
            Bound::Unbounded => {}
        }
        match max {
            Bound::Included(max) => effigy::assume(value <= *max),
            Bound::Excluded(max) => effigy::assume(value < *max),
            Bound::Unbounded => {}
        }
        Some(value)
    }
}

/// Any bytes, as many as the options say and few when they say nothing.
pub(crate) fn any_bytes(origin: &Origin, max_len: Option<usize>) -> Vec<u8> {
    let most = max_len.map_or(MOST_BYTES, |len| len.min(MOST_BYTES_EVER));
    if max_len != Some(most) {
        effigy::bound_lengths(&format!("inputs have at most {most} bytes"));
    }
    bytes_between(origin, 0, most)
}

/// The longest form is made first, so that no allocation has a symbolic size.
fn bytes_between(origin: &Origin, least: usize, most: usize) -> Vec<u8> {
    let mut bytes = u8::any_list(most, origin);
    if least < most {
        let len = usize::any_of(&origin.part(".len"));
        effigy::assume(least <= len && len <= most);
        bytes.truncate(len);
    }
    bytes
}

/// The same number, which is a constant on each path.
fn constant(number: usize, mut among: impl Iterator<Item = usize>) -> Option<usize> {
    among.find(|one| *one == number)
}

/// The name of a type without those of its modules and parameters.
fn short_name<T>() -> &'static str {
    let name = type_name::<T>();
    let name = name.split_once('<').map_or(name, |(head, _)| head);
    name.rsplit("::").next().unwrap_or(name)
}

/// Whether the type is of the standard library: values hold each other by those that are not.
fn is_of_std<T>() -> bool {
    let name = type_name::<T>();
    let is_path = name.starts_with(char::is_alphabetic) && name.contains("::");
    !is_path || ["alloc::", "core::", "std::"].iter().any(|own| name.starts_with(own))
}

macro_rules! draws {
    ($($name:ident, $type:ty;)*) => {$(
        fn $name(&mut self, min: Bound<&$type>, max: Bound<&$type>) -> Option<$type> {
            self.between(min, max)
        }
    )*};
}

impl Driver for Symbolic {
    draws! {
        gen_u8, u8; gen_u16, u16; gen_u32, u32; gen_u64, u64; gen_u128, u128;
        gen_i8, i8; gen_i16, i16; gen_i32, i32; gen_i64, i64; gen_i128, i128; gen_isize, isize;
        gen_f32, f32; gen_f64, f64;
    }

    fn gen_char(&mut self, min: Bound<&char>, max: Bound<&char>) -> Option<char> {
        // As numbers, of which a range that has no surrogates is known to be characters.
        let number = |bound: Bound<&char>| bound.map(|one| u32::from(*one));
        let (min, max) = (number(min), number(max));
        char::from_u32(self.between(min.as_ref(), max.as_ref())?)
    }

    fn gen_usize(&mut self, min: Bound<&usize>, max: Bound<&usize>) -> Option<usize> {
        if !self.is_length {
            return self.between(min, max);
        }
        let least = match min {
            Bound::Included(min) => *min,
            Bound::Excluded(min) => min.checked_add(1)?,
            Bound::Unbounded => 0,
        };
        let last = match max {
            Bound::Included(max) => *max,
            Bound::Excluded(max) => max.checked_sub(1)?,
            Bound::Unbounded => usize::MAX,
        };
        let lengths = last.checked_sub(least)?;
        let most = if lengths > MANY { least.checked_add(MORE)? } else { last };
        if most < last {
            effigy::bound_lengths(&format!("collections have at most {most} elements"));
        }
        let len = self.between(Bound::Included(&least), Bound::Included(&most))?;
        constant(len, least..=most)
    }

    fn gen_bool(&mut self, probability: Option<f32>) -> Option<bool> {
        match probability {
            Some(never) if never <= 0.0 => Some(false),
            Some(always) if always >= 1.0 => Some(true),
            _ => Some(bool::any_of(&self.named())),
        }
    }

    fn gen_variant(&mut self, variants: usize, base_case: usize) -> Option<usize> {
        if self.depth == self.max_depth {
            return Some(base_case);
        }
        let last = variants.checked_sub(1)?;
        let chosen = match u8::try_from(last) {
            Ok(0) => 0,
            Ok(_) => effigy::choice(variants, &self.named()),
            Err(_) => {
                let chosen = usize::any_of(&self.named().part(".variant"));
                effigy::assume(chosen <= last);
                chosen
            }
        };
        Some(constant(chosen, 0..last).unwrap_or(last))
    }

    fn gen_from_bytes<Hint, Gen, T>(&mut self, hint: Hint, produce: Gen) -> Option<T>
    where
        Hint: FnOnce() -> (usize, Option<usize>),
        Gen: FnMut(&[u8]) -> Option<(usize, T)>,
    {
        let mut produce = produce;
        let (least, last) = hint();
        let most = last.unwrap_or(usize::MAX).min(least.checked_add(MOST_BYTES)?);
        if last != Some(most) {
            effigy::bound_lengths(&format!("values are made of at most {most} bytes"));
        }
        let (_, value) = produce(&bytes_between(&self.named(), least, most))?;
        Some(value)
    }

    fn produce<T: TypeGenerator>(&mut self) -> Option<T> {
        let part = self.named();
        let whole = std::mem::replace(&mut self.origin, part);
        let value = self.produced();
        self.origin = whole;
        value
    }
    fn depth(&self) -> usize {
        self.depth
    }

    fn set_depth(&mut self, depth: usize) {
        self.depth = depth;
    }

    fn max_depth(&self) -> usize {
        self.max_depth
    }

    fn part<R>(&mut self, suffix: &str, f: impl FnOnce(&mut Self) -> R) -> R {
        let part = self.origin.part(suffix);
        let whole = std::mem::replace(&mut self.origin, part);
        let made = f(self);
        self.origin = whole;
        made
    }

    fn length<L: ValueGenerator<Output = usize>>(&mut self, lens: &L) -> Option<usize> {
        let outer = std::mem::replace(&mut self.is_length, true);
        let len = self.part(".len", |driver| lens.generate(driver));
        self.is_length = outer;
        let len = len?;
        if len > LONGEST {
            effigy::unsupported(&format!("collections of more than {LONGEST} elements"));
        }
        constant(len, 0..=LONGEST)
    }

    fn text(&mut self) -> Option<String> {
        Some(String::any_of(&self.origin))
    }
}
