//! The verb `init`.

use crate::args::InitArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_base::budget::CancelToken;
use effigy_session::init::{Done, FOLDER, init};

/// Puts the harness library into a package, and says how to go on.
pub fn run(arguments: &InitArguments) -> Result<Status, CliError> {
    let cancel = CancelToken::new();
    interrupt::cancel_on_interrupt(cancel.clone());
    let done = match init(&arguments.folder, &cancel)? {
        Done::Added => format!("the library is in {FOLDER}, and Cargo.toml names it for tests"),
        Done::Renewed => {
            format!("the library in {FOLDER} is written anew; Cargo.toml names it already")
        }
    };
    screen::print(&format!(
        "{done}\n\nA test of any values:\n\n    #[effigy::test]\n    fn halves_are_smaller(x: u32) {{\n        \
         assert!(x / 2 <= x);\n    }}\n\n`cargo test` runs it on random values, `cargo effigy` on all.\n"
    ));
    Ok(Status::Passed)
}
