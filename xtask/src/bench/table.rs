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

/// A folder of benchmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// Programs that stand alone, one for each thing that costs time.
    Explore,
    /// Tools for text that call the C library.
    Text,
}

impl Suite {
    /// The folder's name.
    pub fn folder(self) -> &'static str {
        match self {
            Suite::Explore => "explore",
            Suite::Text => "text",
        }
    }

    /// The compiler's flags, beside those of the level.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Suite::Explore => &[],
            // Character classes are called, not read from a table of the C library that compiled the program.
            Suite::Text => &["-D__NO_CTYPE"],
        }
    }

    /// KLEE's options.
    pub fn klee_options(self) -> &'static [&'static str] {
        match self {
            Suite::Explore => &[],
            Suite::Text => &["--libc=uclibc"],
        }
    }
}

/// A benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The folder that it is in.
    pub suite: Suite,
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
    /// KLEE's CPU seconds as the folder's `README.md` has them, used where KLEE is not installed; none where it was not measured.
    pub klee_cpu: Option<f64>,
    /// How many times faster than KLEE the run has to be.
    pub target: f64,
    /// Memory in MB that the run may take, where that is measured.
    pub most_mb: Option<u64>,
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
    Row {
        suite: Suite::Explore,
        file,
        defines,
        level,
        paths,
        findings,
        klee_cpu: Some(klee_cpu),
        target,
        most_mb: None,
    }
}

const fn text(file: &'static str, paths: (u64, u64), findings: u64, klee_cpu: Option<f64>) -> Row {
    Row {
        suite: Suite::Text,
        file,
        defines: &[],
        level: Level::O0,
        paths,
        findings,
        klee_cpu,
        target: 5.0,
        most_mb: None,
    }
}

/// All benchmarks, in the order of the tables in `bench/explore/README.md` and `bench/text/README.md`.
pub const ROWS: &[Row] = &[
    row("regexp.c", &[], Level::O0, (4121, 763), 2, 3.95, 10.0),
    row("bsort.c", &["-DN=5"], Level::O0, (120, 0), 0, 0.93, 5.0),
    row("bsort.c", &["-DN=6"], Level::O0, (720, 0), 0, 8.61, 5.0),
    row("bsearch.c", &[], Level::O0, (33, 0), 0, 1.98, 5.0),
    row("maze.c", &[], Level::O0, (305, 4), 1, 0.06, 3.0),
    row("expr.c", &[], Level::O0, (13190, 804), 2, 8.23, 10.0),
    row("branch.c", &["-DK=12"], Level::O0, (4096, 0), 0, 0.40, 10.0),
    Row {
        most_mb: Some(100),
        ..row("branch.c", &["-DK=16"], Level::O0, (65536, 0), 0, 10.9, 10.0)
    },
    row("sbox.c", &["-DROUNDS=2"], Level::O0, (3, 1), 1, 0.89, 3.0),
    row("sbox.c", &["-DROUNDS=4"], Level::O0, (3, 1), 1, 10.2, 2.0),
    row("xorshift.c", &["-DITERS=5000000"], Level::O1, (1, 0), 0, 9.42, 25.0),
    row("sieve.c", &[], Level::O1, (1, 0), 0, 8.79, 25.0),
    text("basename.c", (748, 0), 0, Some(1.81)),
    text("cut.c", (4816, 0), 0, Some(23.1)),
    text("expand.c", (17086, 0), 0, Some(399.0)),
    text("fold.c", (26707, 0), 0, Some(19.3)),
    text("nl.c", (1071, 0), 0, Some(0.62)),
    text("seq.c", (971, 0), 0, None),
    text("tac.c", (2377, 0), 0, Some(1.96)),
    text("tr.c", (3039, 0), 0, Some(5.13)),
    text("uniq.c", (1491, 0), 0, Some(8.69)),
    text("wc.c", (19608, 0), 0, Some(7.66)),
];
