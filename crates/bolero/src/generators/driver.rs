//! What generators draw from.

use super::{TypeGenerator, ValueGenerator};
use std::ops::Bound;
use std::time::Duration;

macro_rules! draws {
    ($($name:ident, $constant:ident, $type:ty;)*) => {$(
        /// A value between the bounds; none when there is none.
        #[track_caller]
        fn $name(&mut self, min: Bound<&$type>, max: Bound<&$type>) -> Option<$type>;

        /// This value.
        fn $constant(&mut self, value: $type) -> Option<$type> {
            Some(value)
        }
    )*};
}

/// What a generator draws values from. Everything answers `None` where there is no value, which rejects the input.
pub trait Driver: Sized {
    /// Any value of a type.
    #[track_caller]
    fn produce<T: TypeGenerator>(&mut self) -> Option<T> {
        T::generate(self)
    }

    /// Any value of a type.
    #[deprecated = "it is `produce` now"]
    #[track_caller]
    fn r#gen<T: TypeGenerator>(&mut self) -> Option<T> {
        self.produce()
    }

    /// One step deeper, unless this is the deepest one.
    fn depth_guard<F, R>(&mut self, f: F) -> Option<R>
    where
        F: FnOnce(&mut Self) -> Option<R>,
    {
        let depth = self.depth();
        if depth == self.max_depth() {
            return None;
        }
        self.set_depth(depth + 1);
        let value = f(self);
        self.set_depth(depth);
        value
    }

    /// How deep it is.
    fn depth(&self) -> usize;

    /// Says how deep it is.
    fn set_depth(&mut self, depth: usize);

    /// How deep values may hold each other.
    fn max_depth(&self) -> usize;

    /// A value of several parts.
    fn enter_product<Output, F, R>(&mut self, f: F) -> Option<R>
    where
        Output: 'static,
        F: FnMut(&mut Self) -> Option<R>,
    {
        let mut f = f;
        f(self)
    }

    /// One of several ways, by its number.
    fn enter_sum<Output, F, R>(
        &mut self,
        element_names: Option<&'static [&'static str]>,
        elements: usize,
        base_case: usize,
        f: F,
    ) -> Option<R>
    where
        Output: 'static,
        F: FnMut(&mut Self, usize) -> Option<R>,
    {
        let (mut f, _) = (f, element_names);
        let chosen = self.gen_variant(elements, base_case)?;
        f(self, chosen)
    }

    /// A list of one of these lengths.
    fn enter_list<Output, F, Len, R>(&mut self, lens: &Len, f: F) -> Option<R>
    where
        Output: 'static,
        F: FnMut(&mut Self, usize) -> Option<R>,
        Len: ValueGenerator<Output = usize>,
    {
        let mut f = f;
        self.depth_guard(|driver| {
            let len = driver.length(lens)?;
            f(driver, len)
        })
    }

    /// What another generator's value is made of.
    fn enter_combinator<Output, F, R>(&mut self, f: F) -> Option<R>
    where
        Output: 'static,
        F: FnMut(&mut Self) -> Option<R>,
    {
        let mut f = f;
        f(self)
    }

    /// A number below `variants`; `base_case` where values cannot hold each other any deeper.
    #[track_caller]
    fn gen_variant(&mut self, variants: usize, base_case: usize) -> Option<usize>;

    draws! {
        gen_u8, gen_u8_constant, u8;
        gen_i8, gen_i8_constant, i8;
        gen_u16, gen_u16_constant, u16;
        gen_i16, gen_i16_constant, i16;
        gen_u32, gen_u32_constant, u32;
        gen_i32, gen_i32_constant, i32;
        gen_u64, gen_u64_constant, u64;
        gen_i64, gen_i64_constant, i64;
        gen_u128, gen_u128_constant, u128;
        gen_i128, gen_i128_constant, i128;
        gen_usize, gen_usize_constant, usize;
        gen_isize, gen_isize_constant, isize;
        gen_f32, gen_f32_constant, f32;
        gen_f64, gen_f64_constant, f64;
        gen_char, gen_char_constant, char;
    }

    /// True or false, whatever the probability of true is, unless it is certain.
    #[track_caller]
    fn gen_bool(&mut self, probability: Option<f32>) -> Option<bool>;

    /// What `produce` makes of bytes, of which there are as many as the hint says.
    #[track_caller]
    fn gen_from_bytes<Hint, Gen, T>(&mut self, hint: Hint, produce: Gen) -> Option<T>
    where
        Hint: FnOnce() -> (usize, Option<usize>),
        Gen: FnMut(&[u8]) -> Option<(usize, T)>;

    /// Keeps a value whose memory can be used again.
    fn cache_put<T: 'static>(&mut self, value: T) {
        let _ = value;
    }

    /// A value that was kept.
    fn cache_get<T: 'static>(&mut self) -> Option<T> {
        None
    }

    /// What `f` draws is a part of the value, and is called so in reports.
    #[doc(hidden)]
    fn part<R>(&mut self, suffix: &str, f: impl FnOnce(&mut Self) -> R) -> R {
        let _ = suffix;
        f(self)
    }

    /// How long a list is.
    #[doc(hidden)]
    fn length<L: ValueGenerator<Output = usize>>(&mut self, lens: &L) -> Option<usize> {
        lens.generate(self)
    }

    /// A text of any characters, when there is a way of its own to make it.
    #[doc(hidden)]
    fn text(&mut self) -> Option<String> {
        None
    }
}

/// How a driver is to draw.
#[derive(Clone, Debug, Default)]
pub struct Options {
    shrink_time: Option<Duration>,
    max_depth: Option<usize>,
    max_len: Option<usize>,
    exhaustive: bool,
}

impl Options {
    /// How deep values hold each other when nothing is said.
    pub const DEFAULT_MAX_DEPTH: usize = 5;
    /// How many bytes there are at most when nothing is said.
    pub const DEFAULT_MAX_LEN: usize = 4096;
    /// How long failures are made smaller when nothing is said.
    pub const DEFAULT_SHRINK_TIME: Duration = Duration::from_secs(1);

    /// Whether all inputs are to be run.
    pub fn exhaustive(&self) -> bool {
        self.exhaustive
    }

    /// How deep values may hold each other, as far as it was said.
    pub fn max_depth(&self) -> Option<usize> {
        self.max_depth
    }

    /// How many bytes there are at most, as far as it was said.
    pub fn max_len(&self) -> Option<usize> {
        self.max_len
    }

    /// How long failures are made smaller, as far as it was said.
    pub fn shrink_time(&self) -> Option<Duration> {
        self.shrink_time
    }

    /// How deep values may hold each other.
    pub fn max_depth_or_default(&self) -> usize {
        self.max_depth.unwrap_or(Self::DEFAULT_MAX_DEPTH)
    }

    /// How many bytes there are at most.
    pub fn max_len_or_default(&self) -> usize {
        self.max_len.unwrap_or(Self::DEFAULT_MAX_LEN)
    }

    /// How long failures are made smaller.
    pub fn shrink_time_or_default(&self) -> Duration {
        self.shrink_time.unwrap_or(Self::DEFAULT_SHRINK_TIME)
    }
}

macro_rules! settings {
    ($($field:ident, $with:ident, $set:ident, $type:ty, $value:ident => $kept:expr;)*) => {
        impl Options {$(
            /// Says it, of the options themselves.
            pub fn $set(&mut self, $value: $type) -> &mut Self {
                self.$field = $kept;
                self
            }

            /// Says it.
            pub fn $with(mut self, $value: $type) -> Self {
                self.$field = $kept;
                self
            }
        )*}
    };
}

settings! {
    shrink_time, with_shrink_time, set_shrink_time, Duration, time => Some(time);
    max_depth, with_max_depth, set_max_depth, usize, depth => Some(depth);
    max_len, with_max_len, set_max_len, usize, len => Some(len);
    exhaustive, with_exhaustive, set_exhaustive, bool, is => is;
}

/// What was done when there were not enough bytes.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Eq, Ord)]
#[deprecated = "it says nothing any more"]
pub enum DriverMode {
    /// The input was rejected.
    Direct,
    /// There were zeros.
    Forced,
}
