//! Texts of patterns.

mod pattern;

use crate::strategy::{Strategy, strategy};
use pattern::Pattern;
use std::fmt::{self, Debug};
use std::marker::PhantomData;

/// Why there are no texts of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// The texts of a pattern.
#[derive(Clone, Debug)]
pub struct RegexGeneratorStrategy<T>(Pattern, PhantomData<T>);

/// A type with the texts of a pattern.
pub trait StrategyFromRegex: Sized + Debug {
    /// What makes them.
    type Strategy: Strategy<Value = Self>;

    /// The texts of this one.
    fn from_regex(regex: &str) -> Self::Strategy;
}

impl StrategyFromRegex for String {
    type Strategy = RegexGeneratorStrategy<String>;

    fn from_regex(regex: &str) -> Self::Strategy {
        RegexGeneratorStrategy(parsed(regex), PhantomData)
    }
}

impl StrategyFromRegex for Vec<u8> {
    type Strategy = RegexGeneratorStrategy<Vec<u8>>;

    fn from_regex(regex: &str) -> Self::Strategy {
        RegexGeneratorStrategy(parsed(regex), PhantomData)
    }
}

/// The pattern; a path ends where it is one that this library does not know.
fn parsed(regex: &str) -> Pattern {
    Pattern::parse(regex).unwrap_or_else(|why| {
        effigy::unsupported(&format!("texts of the pattern `{regex}`: {why}"))
    })
}

/// The texts of a pattern.
///
/// # Errors
/// Never: a path ends where the pattern is not known, and the run says so.
pub fn string_regex(regex: &str) -> Result<RegexGeneratorStrategy<String>, Error> {
    Ok(String::from_regex(regex))
}

/// The texts of a pattern, as bytes.
///
/// # Errors
/// Never, as for [`string_regex`].
pub fn bytes_regex(regex: &str) -> Result<RegexGeneratorStrategy<Vec<u8>>, Error> {
    Ok(<Vec<u8>>::from_regex(regex))
}

strategy! { [] RegexGeneratorStrategy<String> => String, |own, runner| own.0.draw(runner) }
strategy! {
    [] RegexGeneratorStrategy<Vec<u8>> => Vec<u8>, |own, runner| own.0.draw(runner).into_bytes()
}
strategy! { [] str => String, |own, runner| parsed(own).draw(runner) }

/// What a text for a parameter says: the pattern of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringParam(&'static str);

impl From<&'static str> for StringParam {
    fn from(regex: &'static str) -> Self {
        StringParam(regex)
    }
}

impl From<StringParam> for &'static str {
    fn from(param: StringParam) -> Self {
        param.0
    }
}

impl Default for StringParam {
    fn default() -> Self {
        StringParam("\\PC*")
    }
}
