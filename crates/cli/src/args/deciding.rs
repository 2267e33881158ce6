//! What counts as decided: one meaning in all modes.

use clap::Args;
use effigy_session::outcome::{Accepted, AssumptionKind, Demand};

/// What is demanded of an answer that is no failure.
#[derive(Debug, Args)]
#[command(next_help_heading = "What counts as decided")]
pub struct DecidingArguments {
    /// Exit with status 3 if nothing fails but the answer is incomplete, bounded, vacuous, or depends on an assumption
    #[arg(long)]
    pub exhaustive: bool,
    /// Accept assumptions by name (docs/assumptions.md): they are reported, and `--exhaustive` lets them pass
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = kind)]
    pub assume: Vec<AssumptionKind>,
}

impl DecidingArguments {
    /// The demand.
    pub fn demand(&self) -> Demand {
        let accepted = Accepted::new(self.assume.iter().copied());
        Demand { exhaustive: self.exhaustive, accepted }
    }
}

fn kind(name: &str) -> Result<AssumptionKind, String> {
    name.parse()
}
