//! The verb `tree`.

use crate::args::{TreeArguments, TreeFormat};
use crate::error::{CliError, Status};
use crate::screen;
use effigy_report::folder::{read_mark, read_tree};
use effigy_report::inputs::escaped_json;
use effigy_report::tree::text::{Selection, text};
use effigy_report::tree::{dot::dot, page::page};

/// Prints the execution tree of an earlier run.
pub fn run(arguments: &TreeArguments) -> Result<Status, CliError> {
    if let Some(verb) = read_mark(&arguments.run).ok().and_then(|mark| mark.verb) {
        let why = "it walks no execution tree";
        return Err(CliError::OfVerb { path: arguments.run.clone(), verb, why });
    }
    let view = read_tree(&arguments.run)?;
    let out = match arguments.format {
        TreeFormat::Text => {
            text(&view, &Selection { depth: arguments.depth, ending: arguments.ending.clone() })
        }
        TreeFormat::Dot => dot(&view),
        TreeFormat::Html => page(&view)?,
        TreeFormat::Json => escaped_json(&serde_json::to_string(&view)?) + "\n",
    };
    screen::print(&out);
    Ok(Status::Passed)
}
