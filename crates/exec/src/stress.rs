//! Ways to run that must not change a result: they make rare events frequent, so that tests meet them.

use std::env;

/// The variable that names the modes of a run, separated by commas.
pub const VARIABLE: &str = "EFFIGY_STRESS";

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
}

impl Stress {
    /// All modes with their names.
    pub const ALL: [(&str, Stress); 4] = {
        let none = Stress { collect: false, reexecute: false, caches: false, models: false };
        [
            ("collect", Stress { collect: true, ..none }),
            ("reexecute", Stress { reexecute: true, ..none }),
            ("caches", Stress { caches: true, ..none }),
            ("models", Stress { models: true, ..none }),
        ]
    };

    /// The modes that a list names, separated by commas.
    ///
    /// # Errors
    /// The first name that is no mode's.
    pub fn parse(list: &str) -> Result<Self, String> {
        let mut all = Self::default();
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let known = Self::ALL.iter().find(|(known, _)| *known == name);
            let (_, mode) = known.ok_or_else(|| name.to_owned())?;
            all = all.with(*mode);
        }
        Ok(all)
    }

    /// The modes that the environment asks for; names that are no mode's are left out.
    pub fn from_environment() -> Self {
        let list = env::var(VARIABLE).unwrap_or_default();
        let named = |name: &str| Self::parse(name).ok();
        list.split(',').filter_map(named).fold(Self::default(), Self::with)
    }

    fn with(self, other: Self) -> Self {
        Self {
            collect: self.collect | other.collect,
            reexecute: self.reexecute | other.reexecute,
            caches: self.caches | other.caches,
            models: self.models | other.models,
        }
    }
}
