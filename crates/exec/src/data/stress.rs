//! Ways to run that must not change a result: they make rare events frequent, so that tests meet them.

use std::{env, fmt};

/// The variable that names the modes of a run, separated by commas.
pub const VARIABLE: &str = "EFFIGY_STRESS";

/// A name that is no mode's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMode(pub String);

impl fmt::Display for UnknownMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Stress::ALL.map(|(name, _)| name).join(", ");
        write!(f, "`{}` in {VARIABLE} is no stress mode: the modes are {known}", self.0)
    }
}

impl std::error::Error for UnknownMode {}

/// What happens more often than it has to. The default is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stress {
    /// `collect`: terms are collected at every fork and every few thousand instructions, and no slot of a freed term is
    /// used again, so that every read of one is seen.
    pub collect: bool,
    /// `reexecute`: an instruction is executed again after each of its questions.
    pub reexecute: bool,
    /// `caches`: each query is asked of a new solver chain.
    pub caches: bool,
    /// `models`: no model is kept from one question to the next.
    pub models: bool,
    /// `merge`: with `--merge auto`, paths of programs with a small tree are merged too.
    pub merge: bool,
}

impl Stress {
    /// All modes with their names.
    pub const ALL: [(&str, Stress); 5] = {
        let none =
            Stress { collect: false, reexecute: false, caches: false, models: false, merge: false };
        [
            ("collect", Stress { collect: true, ..none }),
            ("reexecute", Stress { reexecute: true, ..none }),
            ("caches", Stress { caches: true, ..none }),
            ("models", Stress { models: true, ..none }),
            ("merge", Stress { merge: true, ..none }),
        ]
    };

    /// The modes that a list names, separated by commas.
    ///
    /// # Errors
    /// The first name that is no mode's.
    pub fn parse(list: &str) -> Result<Self, UnknownMode> {
        let mut all = Self::default();
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let known = Self::ALL.iter().find(|(known, _)| *known == name);
            let (_, mode) = known.ok_or_else(|| UnknownMode(name.to_owned()))?;
            all = all.with(*mode);
        }
        Ok(all)
    }

    /// The modes that the environment asks for.
    ///
    /// # Errors
    /// The first name that is no mode's.
    pub fn from_environment() -> Result<Self, UnknownMode> {
        let list = env::var_os(VARIABLE).unwrap_or_default();
        Self::parse(&list.to_string_lossy())
    }

    fn with(self, other: Self) -> Self {
        Self {
            collect: self.collect | other.collect,
            reexecute: self.reexecute | other.reexecute,
            caches: self.caches | other.caches,
            models: self.models | other.models,
            merge: self.merge | other.merge,
        }
    }
}
