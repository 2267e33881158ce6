//! `cargo xtask suites`: the test programs of other tools, and whether Effigy says of them what `docs/suites.tsv` says.

mod causes;
pub mod expect;
mod list;
mod program;

use expect::SUITES;
use list::{Disagreement, Seen};
use program::Program;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The disagreements that are known.
const LIST: &str = "docs/suites.tsv";

/// What the file says of itself.
const HEAD: &str = "# suite\tprogram\texpected\tseen\tcause (docs/suites.md)\n";

/// Wall time of one program, after which it counts as not run.
const PATIENCE: Duration = Duration::from_secs(45);

/// How each program is explored.
const EXPLORE: &[&str] = &[
    "--max-time",
    "10s",
    "--no-replay",
    "--threads",
    "1",
    "--tests",
    "findings",
    "--json",
    "--external",
    "any",
];

/// What the command line says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    snapshots: PathBuf,
    effigy: Option<PathBuf>,
    suite: Option<String>,
    answers: Option<PathBuf>,
    jobs: Option<usize>,
    bless: bool,
}

/// What was seen of a program, and why, as far as the answer says it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    seen: Seen,
    cause: String,
}

/// How programs are run.
struct Runner {
    effigy: PathBuf,
    snapshots: PathBuf,
    answers: Option<PathBuf>,
    scratch: PathBuf,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let mut programs = Vec::new();
    for suite in SUITES.iter().filter(|s| options.suite.as_deref().is_none_or(|n| n == s.name)) {
        programs.extend(expect::programs(&options.snapshots, suite)?);
    }
    let effigy = options.effigy.map_or_else(|| crate::build::build(root), Ok)?;
    let scratch = std::env::temp_dir().join(format!("effigy-suites-{}", std::process::id()));
    make(&scratch)?;
    let runner = Runner {
        effigy: absolute(&effigy)?,
        snapshots: absolute(&options.snapshots)?,
        answers: options.answers,
        scratch,
    };
    let jobs = options
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let answers = runner.all(&programs, jobs);
    let removed = std::fs::remove_dir_all(&runner.scratch);
    let answers = answers?;
    removed.map_err(|e| format!("{}: {e}", runner.scratch.display()))?;
    let seen: Vec<(&Program, Seen)> =
        programs.iter().zip(&answers).map(|(p, a)| (p, a.seen)).collect();
    println!("{}", list::counts(&seen));
    let now = disagreements(&programs, &answers);
    let file = root.join(LIST);
    let text = match std::fs::read_to_string(&file) {
        Err(e) if options.bless && e.kind() == std::io::ErrorKind::NotFound => HEAD.to_owned(),
        text => text.map_err(|e| format!("{}: {e}", file.display()))?,
    };
    let mut listed = list::parse(&text)?;
    // Other suites' lines stay as they are.
    let mut others = listed.clone();
    listed.retain(|d| options.suite.as_ref().is_none_or(|n| *n == d.suite));
    others.retain(|d| !listed.contains(d));
    let (now, new) = compare(now, &listed);
    if options.bless {
        others.extend(now);
        others.sort();
        let lines: String = others.iter().map(|d| format!("{d}\n")).collect();
        std::fs::write(&file, format!("{HEAD}{lines}"))
            .map_err(|e| format!("{}: {e}", file.display()))?;
        println!("{}", list::causes(&others));
        return Ok(());
    }
    println!("{}", list::causes(&now));
    match new {
        0 => Ok(()),
        _ => Err(format!("{new} programs disagree that {LIST} does not list")),
    }
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--snapshots" => options.snapshots = value()?.into(),
            "--effigy" => options.effigy = Some(value()?.into()),
            "--answers" => options.answers = Some(value()?.into()),
            "--jobs" => options.jobs = Some(value()?.parse().map_err(|_| "--jobs needs a number")?),
            "--bless" => options.bless = true,
            "--suite" => {
                let name = value()?;
                if !SUITES.iter().any(|s| s.name == name) {
                    let names: Vec<&str> = SUITES.iter().map(|s| s.name).collect();
                    return Err(format!("no suite `{name}`; there are {}", names.join(", ")));
                }
                options.suite = Some(name.clone());
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; suites has --snapshots, --effigy, --suite, --answers, --jobs, --bless"
                ));
            }
        }
    }
    if options.snapshots.as_os_str().is_empty() {
        return Err(
            "suites needs --snapshots DIR, the folder with smack, esbmc, seahorn, klee".to_owned()
        );
    }
    Ok(options)
}

/// What is not as the suites say.
fn disagreements(programs: &[Program], answers: &[Answer]) -> Vec<Disagreement> {
    let pairs = programs.iter().zip(answers);
    let pairs = pairs.filter(|(program, answer)| !list::agrees(program.expected, answer.seen));
    pairs
        .map(|(program, answer)| Disagreement {
            suite: program.suite.name.to_owned(),
            path: program.path.clone(),
            expected: program.expected,
            seen: answer.seen,
            cause: answer.cause.clone(),
        })
        .collect()
}

/// Prints what is new and what is gone; gives the disagreements with the causes of the list, and how many are new. A
/// program that was cut by the limit of time is not counted: a faster machine has its answer.
fn compare(mut now: Vec<Disagreement>, listed: &[Disagreement]) -> (Vec<Disagreement>, usize) {
    let same = |a: &Disagreement, b: &Disagreement| {
        (&a.suite, &a.path, a.expected, a.seen) == (&b.suite, &b.path, b.expected, b.seen)
    };
    for gone in listed.iter().filter(|l| !now.iter().any(|d| same(d, l))) {
        println!("gone: {gone}");
    }
    let mut new = 0;
    for disagreement in &mut now {
        match listed.iter().find(|l| same(disagreement, l)) {
            Some(known) => disagreement.cause.clone_from(&known.cause),
            None => {
                println!("new: {disagreement}");
                new += usize::from(disagreement.cause != causes::LIMIT);
            }
        }
    }
    (now, new)
}

impl Runner {
    /// The answers for all programs, in their order.
    fn all(&self, programs: &[Program], jobs: usize) -> Result<Vec<Answer>, String> {
        for suite in SUITES {
            let file = self.prelude(suite.name);
            std::fs::write(&file, suite.prelude).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        if let Some(folder) = &self.answers {
            make(folder)?;
        }
        let next = AtomicUsize::new(0);
        let answers = Mutex::new(vec![None; programs.len()]);
        std::thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(program) = programs.get(number) else { return };
                        let answer = self.one(program, number);
                        if number % 100 == 99 {
                            eprintln!("{} of {} programs", number + 1, programs.len());
                        }
                        if let Ok(mut answers) = answers.lock() {
                            answers[number] = Some(answer);
                        }
                    }
                });
            }
        });
        let answers = answers.into_inner().map_err(|_| "a worker panicked")?;
        answers.into_iter().map(|answer| answer.ok_or("a worker panicked")?).collect()
    }

    fn prelude(&self, suite: &str) -> PathBuf {
        self.scratch.join(format!("{suite}.h"))
    }

    /// Explores a program, or reads the answer of an earlier run.
    fn one(&self, program: &Program, number: usize) -> Result<Answer, String> {
        let name = format!("{}+{}.json", program.suite.name, program.path.replace('/', "+"));
        let kept = self.answers.as_ref().map(|folder| folder.join(name));
        if let Some(text) = kept.as_ref().and_then(|file| std::fs::read_to_string(file).ok()) {
            return Ok(causes::answer(&text));
        }
        let folder = self.scratch.join(number.to_string());
        make(&folder)?;
        let text = self.explore(program, &folder)?;
        std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        if let Some(file) = kept {
            std::fs::write(&file, &text).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        Ok(causes::answer(&text))
    }

    /// What Effigy prints of a program; nothing where it has no answer or took too long.
    fn explore(&self, program: &Program, folder: &Path) -> Result<String, String> {
        let snapshot = self.snapshots.join(program.suite.name);
        let mut flags =
            vec!["-include".to_owned(), self.prelude(program.suite.name).display().to_string()];
        flags.extend(program.suite.headers.map(|h| format!("-I{}", snapshot.join(h).display())));
        flags.extend(program.flags.iter().cloned());
        let stdout = folder.join("stdout");
        let file = File::create(&stdout).map_err(|e| format!("{}: {e}", stdout.display()))?;
        let mut command = Command::new(&self.effigy);
        command.current_dir(folder).arg("explore");
        command.arg(snapshot.join(program.suite.folder).join(&program.path)).args(EXPLORE);
        command.args(["--cflags", &flags.join(" "), "--out", "out"]);
        command.stdin(Stdio::null()).stdout(file).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", self.effigy.display()))?;
        let started = Instant::now();
        while child.try_wait().map_err(|e| e.to_string())?.is_none() {
            if started.elapsed() > PATIENCE {
                child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
                return Ok(String::new());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        std::fs::read_to_string(&stdout).map_err(|e| format!("{}: {e}", stdout.display()))
    }
}

fn make(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests;
