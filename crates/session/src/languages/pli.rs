//! The PL/I of EFFIGY, read as it is.

use crate::compile::Compiled;
use crate::error::SessionError;
use crate::front_end::{FrontEnd, Sessions};
use crate::language::{Facts, Language, NativeBuild};
use crate::load::Loaded;
use crate::options::ExploreOptions;
use crate::outcome::RunOutcome;
use crate::outcome::traces::WpOutcome;
use crate::pli;
use effigy_term::print::Style;

/// The PL/I of EFFIGY (King 1976).
pub const PLI: Language = Language::new(&Facts {
    name: "pli",
    title: "PL/I",
    extensions: &["pli"],
    native: NativeBuild::None,
});

pub(super) struct Pli;

impl FrontEnd for Pli {
    fn load(&self, compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
        pli::load(compiled, options)
    }

    fn sessions(&self) -> Sessions {
        Sessions::Calls
    }

    fn show(
        &self,
        outcome: &mut RunOutcome,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        pli::show(outcome, compiled, options)
    }

    fn show_traces(
        &self,
        outcome: &mut WpOutcome,
        compiled: &Compiled,
        options: &ExploreOptions,
    ) -> Result<(), SessionError> {
        pli::show_traces(outcome, compiled, options)
    }

    fn style(&self) -> Style {
        Style::KING
    }
}
