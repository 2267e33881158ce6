//! `cargo xtask bmc-suite`: the regression tests in C of CBMC and ESBMC, and what `effigy bmc` and `effigy explore` say of them.

mod expect;
mod table;

use crate::process::measure;
use expect::Test;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds after the limit of time at which a process is asked to end, and killed after as many again.
const PATIENCE: u64 = 10;

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    suite: PathBuf,
    only: Vec<String>,
    every: usize,
    seconds: u64,
    induction: bool,
    explore: bool,
    effigy: Option<PathBuf>,
    out: Option<PathBuf>,
}

impl Options {
    fn modes(&self) -> Vec<Mode> {
        let mut modes = vec![Mode::Bmc];
        modes.extend(self.induction.then_some(Mode::Induction));
        modes.extend(self.explore.then_some(Mode::Explore));
        modes
    }
}

/// What was said of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    /// A failure was found.
    Failed,
    /// Nothing fails: `proved`, or `passed` of `explore`.
    Proved,
    /// Nothing fails up to the bound, which is reached.
    Bounded,
    /// There is no answer, within the limit or at all.
    Undecided,
    /// The compiler does not take the program.
    Rejected,
}

/// How a program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Bmc,
    Induction,
    Explore,
}

/// What became of a program in a mode.
#[derive(Clone, Debug)]
struct Seen {
    answer: Answer,
    /// Seconds of CPU time, the compiler's too.
    cpu: f64,
    /// The first finding, or why there is no answer.
    said: String,
}

/// A program with what was seen of it.
struct Outcome {
    name: String,
    holds: bool,
    seen: Vec<(Mode, Seen)>,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let (tests, left_out) = expect::tests(&options.suite)?;
    let chosen = tests.into_iter().step_by(options.every);
    let is_wanted =
        |name: &str| options.only.is_empty() || options.only.iter().any(|text| name.contains(text));
    let tests: Vec<Test> = chosen.filter(|test| is_wanted(&test.name)).collect();
    let effigy = options.effigy.clone().map_or_else(|| crate::build::build(root), Ok)?;
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let scratch = std::env::temp_dir().join(format!("effigy-bmc-suite-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    let runner = Runner { effigy, seconds: options.seconds, scratch };
    let outcomes = runner.all(&tests, &options.modes());
    let removed = std::fs::remove_dir_all(&runner.scratch);
    let outcomes = outcomes?;
    removed.map_err(|e| format!("{}: {e}", runner.scratch.display()))?;
    let name = options.suite.file_name().unwrap_or_default().to_string_lossy().into_owned();
    print!("{}", table::report(&name, &outcomes));
    println!("{}", table::left_out(left_out));
    if let Some(file) = &options.out {
        std::fs::write(file, table::tsv(&outcomes))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        suite: PathBuf::new(),
        only: Vec::new(),
        every: 1,
        seconds: 60,
        induction: false,
        explore: false,
        effigy: None,
        out: None,
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number = |text: &String| match text.parse::<u64>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("{option}: `{text}` is not a number above 0")),
        };
        match option.as_str() {
            "--only" => options.only.push(value()?.clone()),
            "--every" => options.every = number(value()?)? as usize,
            "--limit" => options.seconds = number(value()?)?,
            "--k-induction" => options.induction = true,
            "--explore" => options.explore = true,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            path if !path.starts_with('-') && options.suite.as_os_str().is_empty() => {
                options.suite = path.into();
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; bmc-suite has PATH, --only, --every, --limit, --k-induction, --explore, --effigy, --out"
                ));
            }
        }
    }
    if !options.suite.is_dir() {
        return Err("bmc-suite needs the folder of a suite: regression/cbmc of CBMC, or regression/esbmc of ESBMC".into());
    }
    Ok(options)
}

/// What runs programs, one at a time.
struct Runner {
    effigy: PathBuf,
    seconds: u64,
    scratch: PathBuf,
}

impl Runner {
    fn all(&self, tests: &[Test], modes: &[Mode]) -> Result<Vec<Outcome>, String> {
        let prelude = self.prelude();
        std::fs::write(&prelude, expect::prelude())
            .map_err(|e| format!("{}: {e}", prelude.display()))?;
        let mut outcomes = Vec::new();
        for (number, test) in tests.iter().enumerate() {
            let seen = modes.iter().map(|mode| Ok((*mode, self.one(test, *mode)?)));
            let seen = seen.collect::<Result<_, String>>()?;
            outcomes.push(Outcome { name: test.name.clone(), holds: test.holds, seen });
            if number % 50 == 49 {
                eprintln!("{} of {} programs", number + 1, tests.len());
            }
        }
        Ok(outcomes)
    }

    fn prelude(&self) -> PathBuf {
        self.scratch.join("prelude.h")
    }

    fn one(&self, test: &Test, mode: Mode) -> Result<Seen, String> {
        let folder = test.file.parent().unwrap_or(Path::new("."));
        let mut flags = vec![
            format!("-include {} -w -I{}", self.prelude().display(), folder.display()),
            "-Wno-error=implicit-function-declaration -Wno-error=implicit-int".to_owned(),
            "-Wno-error=int-conversion".to_owned(),
        ];
        flags.extend(test.flags.iter().cloned());
        let mut command = Command::new("timeout");
        let limit = self.seconds + PATIENCE;
        command.arg(format!("--kill-after={PATIENCE}")).arg(limit.to_string()).arg(&self.effigy);
        match mode {
            Mode::Bmc => command.args(["bmc", "--unwind"]).arg(test.unwind.to_string()),
            Mode::Induction => {
                command.args(["bmc", "--k-induction", "--unwind"]).arg(test.unwind.to_string())
            }
            Mode::Explore => command.args(["explore", "--merge", "never", "--threads", "1"]),
        };
        command.arg(&test.file).args(["--json", "--no-replay", "--max-memory", "3G"]);
        command.arg("--max-time").arg(format!("{}s", self.seconds));
        command.arg(format!("--checks={}", test.checks)).arg("--cflags").arg(flags.join(" "));
        command.arg("--out").arg(self.scratch.join("out"));
        if test.malloc_may_fail {
            command.arg("--malloc-may-fail");
        }
        let run = measure(&command, &self.scratch)?;
        let (answer, said) = answer(&run.stdout, &run.stderr);
        Ok(Seen { answer, cpu: run.cpu, said })
    }
}

/// What the output of a run says, and the first finding or why there is no answer.
fn answer(stdout: &str, stderr: &str) -> (Answer, String) {
    let Ok(run) = serde_json::from_str::<Value>(stdout) else {
        let error = stderr.lines().find(|line| line.contains("error")).unwrap_or_default();
        let rejected = error.contains("rejected the program");
        return (if rejected { Answer::Rejected } else { Answer::Undecided }, error.to_owned());
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let finding = &run["findings"][0];
    match run["verdict"].as_str() {
        Some("failed") => {
            let said = format!("{}: {}", text(&finding["kind"]), text(&finding["message"]));
            (Answer::Failed, said)
        }
        Some("proved" | "passed") => (Answer::Proved, String::new()),
        Some("bounded") => (Answer::Bounded, String::new()),
        _ => (Answer::Undecided, text(&run["incomplete_because"][0]["reason"])),
    }
}

#[cfg(test)]
mod tests;
