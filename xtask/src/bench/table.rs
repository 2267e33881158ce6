//! The exploration benchmarks: what each must find, and how much faster than KLEE it has to be.

/// How a program is optimised before it is explored.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// Not at all, but open to analyses.
    O0,
    /// A little.
    O1,
}

impl Level {
    /// The compiler's flags.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Level::O0 => &["-O0", "-Xclang", "-disable-O0-optnone"],
            Level::O1 => &["-O1"],
        }
    }
}

/// A benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The program's file.
    pub file: &'static str,
    /// Its definitions.
    pub defines: &'static [&'static str],
    /// How it is compiled.
    pub level: Level,
    /// Completed paths, and paths that end in a finding.
    pub paths: (u64, u64),
    /// Failing sites.
    pub findings: u64,
    /// KLEE's CPU seconds as `bench/explore/README.md` has them, used where KLEE is not installed.
    pub klee_cpu: f64,
    /// How many times faster than KLEE the run has to be.
    pub target: f64,
}

impl Row {
    /// The program with its definitions.
    pub fn name(&self) -> String {
        let words: Vec<&str> = std::iter::once(&self.file).chain(self.defines).copied().collect();
        words.join(" ")
    }
}

const fn row(
    file: &'static str,
    defines: &'static [&'static str],
    level: Level,
    paths: (u64, u64),
    findings: u64,
    klee_cpu: f64,
    target: f64,
) -> Row {
    Row { file, defines, level, paths, findings, klee_cpu, target }
}

/// All benchmarks, in the order of the table in `bench/explore/README.md`.
pub const ROWS: &[Row] = &[
    row("regexp.c", &[], Level::O0, (4121, 763), 2, 6.9, 10.0),
    row("bsort.c", &["-DN=5"], Level::O0, (120, 0), 0, 0.47, 5.0),
    row("bsort.c", &["-DN=6"], Level::O0, (720, 0), 0, 4.0, 5.0),
    row("bsearch.c", &[], Level::O0, (33, 0), 0, 0.71, 5.0),
    row("maze.c", &[], Level::O0, (305, 4), 1, 0.17, 3.0),
    row("expr.c", &[], Level::O0, (13190, 804), 2, 37.0, 10.0),
    row("branch.c", &["-DK=12"], Level::O0, (4096, 0), 0, 2.4, 10.0),
    row("branch.c", &["-DK=16"], Level::O0, (65536, 0), 0, 33.0, 10.0),
    row("sbox.c", &["-DROUNDS=2"], Level::O0, (3, 1), 1, 1.2, 3.0),
    row("sbox.c", &["-DROUNDS=4"], Level::O0, (3, 1), 1, 24.0, 2.0),
    row("xorshift.c", &["-DITERS=5000000"], Level::O1, (1, 0), 0, 13.0, 25.0),
    row("sieve.c", &[], Level::O1, (1, 0), 0, 22.0, 25.0),
];
