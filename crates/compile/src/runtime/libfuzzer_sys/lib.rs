//! Stands in for the crate `libfuzzer-sys`: a target of cargo-fuzz becomes a program that runs it once, on standard input.

pub use arbitrary;

use arbitrary::{Arbitrary, Unstructured};
use std::io::Read;

/// Whether an input is worth keeping. It changes nothing here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corpus {
    /// It is.
    Keep,
    /// It is not.
    Reject,
}

impl From<()> for Corpus {
    fn from((): ()) -> Self {
        Corpus::Keep
    }
}

/// All of standard input, in memory of exactly its size: a read behind its end is seen.
#[doc(hidden)]
pub fn input() -> Box<[u8]> {
    let mut bytes = Vec::new();
    // An input that cannot be read to its end is what was read of it.
    let _ = std::io::stdin().lock().read_to_end(&mut bytes);
    bytes.into_boxed_slice()
}

/// Asks the processor what it can do before the program begins, for all runs of it that begin there: in a virtual machine the
/// question takes longer than many a run.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[used]
#[link_section = ".init_array"]
static ASK: extern "C" fn() = {
    extern "C" fn ask() {
        let _ = std::is_x86_feature_detected!("avx");
    }
    ask
};

/// The value that the input is for a type, as libFuzzer's targets make it; nothing when there is none.
#[doc(hidden)]
pub fn value<'i, T: Arbitrary<'i>>(input: &'i [u8]) -> Option<T> {
    if input.len() < T::size_hint(0).0 {
        return None;
    }
    T::arbitrary_take_rest(Unstructured::new(input)).ok()
}

/// Defines `main`.
#[macro_export]
macro_rules! fuzz_target {
    (init: $init:expr, |$data:ident| $body:expr) => {
        $crate::fuzz_target!(init: $init, |$data: &[u8]| -> () { $body });
    };
    (init: $init:expr, |$data:ident: &[u8]| $body:expr) => {
        $crate::fuzz_target!(init: $init, |$data: &[u8]| -> () { $body });
    };
    (init: $init:expr, |$data:ident: &[u8]| -> $result:ty $body:block) => {
        const _: () = {
            fn __fuzz_target($data: &[u8]) -> $result {
                $body
            }
            $crate::__effigy_main!($init, |input: &[u8]| {
                let _ = $crate::Corpus::from(__fuzz_target(input));
            });
        };
    };
    (init: $init:expr, |$data:ident: $of:ty| $body:expr) => {
        $crate::fuzz_target!(init: $init, |$data: $of| -> () { $body });
    };
    (init: $init:expr, |$data:ident: $of:ty| -> $result:ty $body:block) => {
        const _: () = {
            fn __fuzz_target($data: $of) -> $result {
                $body
            }
            $crate::__effigy_main!($init, |input: &[u8]| {
                if let Some(value) = $crate::value(input) {
                    let _ = $crate::Corpus::from(__fuzz_target(value));
                }
            });
        };
    };
    ($($target:tt)*) => {
        $crate::fuzz_target!(init: (), $($target)*);
    };
}

/// The `main` that a target has.
#[doc(hidden)]
#[macro_export]
macro_rules! __effigy_main {
    ($init:expr, $test:expr) => {
        #[unsafe(export_name = "main")]
        extern "C" fn __effigy_main(_: i32, _: *const *const u8) -> i32 {
            $init;
            let input = $crate::input();
            ($test)(&input);
            0
        }
    };
}

/// Is checked and not called: Effigy makes its inputs itself.
#[macro_export]
macro_rules! fuzz_mutator {
    (|$data:ident: &mut [u8], $size:ident: usize, $most:ident: usize, $seed:ident: u32 $(,)*| $body:block) => {
        const _: fn(&mut [u8], usize, usize, u32) -> usize = |$data, $size, $most, $seed| $body;
    };
}

/// Is checked and not called, as `fuzz_mutator!` is.
#[macro_export]
macro_rules! fuzz_crossover {
    (|$one:ident: &[u8], $other:ident: &[u8], $out:ident: &mut [u8], $seed:ident: u32 $(,)*| $body:block) => {
        const _: fn(&[u8], &[u8], &mut [u8], u32) -> usize = |$one, $other, $out, $seed| $body;
    };
}

/// What a mutator may ask libFuzzer for: here the data stay as they are.
pub fn fuzzer_mutate(_data: &mut [u8], size: usize, max_size: usize) -> usize {
    size.min(max_size)
}
