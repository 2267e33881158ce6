//! The verb `rubicon`.

use crate::args::RubiconArguments;
use crate::error::{CliError, Status};
use effigy_base::budget::CancelToken;
use effigy_session::rubicon::Solve;
use std::io::{BufRead, Write};

/// Answers a specification library.
pub fn run(arguments: &RubiconArguments) -> Result<Status, CliError> {
    solve(arguments)
}

/// One answer for each line, until the input ends.
fn solve(arguments: &RubiconArguments) -> Result<Status, CliError> {
    let failed = |cause: std::io::Error| CliError::Protocol(cause.to_string());
    let mut solve = Solve::new(&CancelToken::new(), Some(arguments.max_memory));
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(failed)?;
        let answer = solve.answer(&line);
        writeln!(output, "{answer}").and_then(|()| output.flush()).map_err(failed)?;
    }
    Ok(Status::Passed)
}
