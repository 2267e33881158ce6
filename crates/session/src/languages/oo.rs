//! The object language, read as it is.

use crate::compile::Compiled;
use crate::error::SessionError;
use crate::front_end::{FrontEnd, ObjectCount};
use crate::language::{Facts, Language, NativeBuild};
use crate::load::Loaded;
use crate::oo;
use crate::options::ExploreOptions;
use crate::outcome::RunOutcome;

/// The object language (de Boer and Bonsangue 2021).
pub const OO: Language = Language::new(&Facts {
    name: "oo",
    title: "object",
    extensions: &["oo"],
    native: NativeBuild::None,
});

pub(super) struct Oo;

impl FrontEnd for Oo {
    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
        oo::load(compiled, options)
    }

    fn calls_entry(&self) -> bool {
        true
    }

    fn objects(
        &self,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<Option<ObjectCount>, SessionError> {
        oo::object_count(compiled, options).map(Some)
    }

    fn show(
        &self,
        outcome: &mut RunOutcome,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        oo::show(outcome, compiled, options)
    }
}
