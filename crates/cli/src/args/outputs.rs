//! The files for other tools that a run is asked for.

use clap::Args;
use effigy_report::outputs::{Destination, Outputs};
use std::ffi::OsString;

/// The heading of all of them.
const HEADING: &str = "Files for other tools (`-` is standard output; docs/outputs.md)";

/// Files for other tools about one run or the runs of a package. Paths are those of the folder in which the command is given.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub struct FindingArguments {
    /// Write the findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<OsString>,
    /// Write findings and checks, or the harnesses of a package, as JUnit XML test cases
    #[arg(long, value_name = "FILE")]
    pub junit: Option<OsString>,
    /// Write the coverage of lines, branch sides and functions as an lcov tracefile
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<OsString>,
    /// Print annotations of GitHub Actions: one at the line of each finding
    #[arg(long)]
    pub github: bool,
}

impl FindingArguments {
    /// The outputs, their paths absolute.
    pub fn outputs(&self) -> Outputs {
        Outputs {
            sarif: named(&self.sarif),
            junit: named(&self.junit),
            lcov: named(&self.lcov),
            github: self.github,
            ..Outputs::default()
        }
    }
}

/// Files for other tools about the run of a program.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub struct OutputArguments {
    #[command(flatten)]
    pub findings: FindingArguments,
    /// Write the tests of a C program as a Test-Comp test suite: a folder, or an archive if the name ends in .zip
    #[arg(long, value_name = "DIR|FILE.zip")]
    pub test_comp: Option<OsString>,
    /// Write the tests of a Rust program into this test file, between two marks; the next run replaces them
    #[arg(long, value_name = "FILE.rs")]
    pub write_tests: Option<OsString>,
}

impl OutputArguments {
    /// The outputs, their paths absolute.
    pub fn outputs(&self) -> Outputs {
        Outputs {
            test_comp: named(&self.test_comp),
            write_tests: named(&self.write_tests),
            ..self.findings.outputs()
        }
    }
}

fn named(file: &Option<OsString>) -> Option<Destination> {
    file.as_deref().map(Destination::named)
}
