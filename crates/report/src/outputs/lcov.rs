//! The tracefile of lcov: which lines, sides of branches and functions of the user's files ran. It is known whether they did, and
//! not how often, so that each count is 0 or 1.

use super::Runs;
use crate::inputs::printable;
use crate::sources::Sources;
use effigy_session::outcome::FileCoverage;
use std::io::{self, Write};

/// Writes what ran in all runs.
pub(super) fn write(out: &mut dyn Write, runs: &Runs<'_>, sources: &mut Sources) -> io::Result<()> {
    for file in &runs.coverage.files {
        writeln!(out, "TN:")?;
        writeln!(out, "SF:{}", printable(&sources.located(&file.file)))?;
        write_functions(out, file)?;
        write_branches(out, file)?;
        write_lines(out, file)?;
        writeln!(out, "end_of_record")?;
    }
    Ok(())
}

fn write_functions(out: &mut dyn Write, file: &FileCoverage) -> io::Result<()> {
    for function in &file.functions {
        writeln!(out, "FN:{},{}", function.line, printable(&function.name))?;
    }
    for function in &file.functions {
        writeln!(out, "FNDA:{},{}", u8::from(function.entered), printable(&function.name))?;
    }
    let entered = file.functions.iter().filter(|function| function.entered).count();
    writeln!(out, "FNF:{}\nFNH:{entered}", file.functions.len())
}

fn write_branches(out: &mut dyn Write, file: &FileCoverage) -> io::Result<()> {
    let ran = |line| {
        let found = file.lines.binary_search_by_key(line, |(known, _)| *known);
        found.is_ok_and(|at| file.lines.get(at).is_some_and(|(_, count)| *count > 0))
    };
    for (line, side, taken) in &file.branches {
        // A dash is a side whose condition was never evaluated.
        let taken = match (*taken, ran(line)) {
            (true, _) => "1",
            (false, true) => "0",
            (false, false) => "-",
        };
        writeln!(out, "BRDA:{line},0,{side},{taken}")?;
    }
    let taken = file.branches.iter().filter(|(.., taken)| *taken).count();
    writeln!(out, "BRF:{}\nBRH:{taken}", file.branches.len())
}

fn write_lines(out: &mut dyn Write, file: &FileCoverage) -> io::Result<()> {
    for (line, count) in &file.lines {
        writeln!(out, "DA:{line},{count}")?;
    }
    let ran = file.lines.iter().filter(|(_, count)| *count > 0).count();
    writeln!(out, "LF:{}\nLH:{ran}", file.lines.len())
}
