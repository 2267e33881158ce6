//! The command line of a suite's task.

use std::path::PathBuf;

/// What a task takes.
pub struct Takes {
    /// Its name.
    pub task: &'static str,
    /// What it needs as its `PATH`, for who did not say; `None` when it has no path.
    pub path: Option<&'static str>,
    /// Options with a value, beside `--effigy`, `--out` and `--answers`.
    pub values: &'static [&'static str],
    /// Options without a value.
    pub flags: &'static [&'static str],
    /// What stands behind `--` goes to whom.
    pub rest: Option<&'static str>,
    /// The limit of a case in seconds, where `--limit` or `--time` sets none.
    pub seconds: u64,
    /// Whether cases run side by side, since no time is compared.
    pub is_parallel: bool,
}

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// The folder of the suite; empty for a task without one.
    pub suite: PathBuf,
    /// Texts of which a case's name has one, if there are any.
    pub only: Vec<String>,
    /// One of so many cases is run.
    pub every: usize,
    /// The limit of a case.
    pub seconds: u64,
    /// So many cases run at a time.
    pub jobs: usize,
    /// This binary, not one that is built for it.
    pub effigy: Option<PathBuf>,
    /// Where lines of all cases are written to.
    pub out: Option<PathBuf>,
    /// Where answers are kept.
    pub answers: Option<PathBuf>,
    /// What stands behind `--`.
    pub rest: Vec<String>,
    others: Vec<(String, String)>,
    flags: Vec<String>,
}

impl Options {
    /// Whether a flag was given.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|given| given == flag)
    }

    /// The value of an option of this task alone.
    pub fn value(&self, option: &str) -> Option<&str> {
        self.others.iter().rev().find(|(name, _)| name == option).map(|(_, value)| value.as_str())
    }

    /// Whether a name has one of the texts that are asked for.
    pub fn is_wanted(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|text| name.contains(text))
    }
}

/// Options of all tasks.
const COMMON: [&str; 3] = ["--effigy", "--out", "--answers"];

/// Reads a command line.
///
/// # Errors
/// When it is wrong.
pub fn parse(takes: &Takes, args: &[String]) -> Result<Options, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        suite: PathBuf::new(),
        only: Vec::new(),
        every: 1,
        seconds: takes.seconds,
        jobs: if takes.is_parallel { cores } else { 1 },
        effigy: None,
        out: None,
        answers: None,
        rest: Vec::new(),
        others: Vec::new(),
        flags: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let name = option.as_str();
        if takes.flags.contains(&name) {
            options.flags.push(option.clone());
        } else if takes.values.contains(&name) || COMMON.contains(&name) {
            let value = args.next().ok_or_else(|| format!("{option} needs a value"))?;
            set(&mut options, name, value)?;
        } else if takes.rest.is_some() && name == "--" {
            options.rest = args.by_ref().cloned().collect();
        } else if takes.path.is_some()
            && !name.starts_with('-')
            && options.suite.as_os_str().is_empty()
        {
            options.suite = name.into();
        } else {
            return Err(format!("unknown option `{option}`; {}", known(takes)));
        }
    }
    match takes.path {
        Some(what) if !options.suite.is_dir() => Err(format!("{} needs {what}", takes.task)),
        _ => Ok(options),
    }
}

fn set(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let number = || match value.parse::<u64>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{name}: `{value}` is not a number above 0")),
    };
    match name {
        "--only" | "--filter" => options.only.push(value.to_owned()),
        "--every" => options.every = number()? as usize,
        "--limit" | "--time" => options.seconds = number()?,
        "--jobs" => options.jobs = number()? as usize,
        "--effigy" => options.effigy = Some(value.into()),
        "--out" => options.out = Some(value.into()),
        "--answers" => options.answers = Some(value.into()),
        _ => options.others.push((name.to_owned(), value.to_owned())),
    }
    Ok(())
}

fn known(takes: &Takes) -> String {
    let path = takes.path.map(|_| "PATH");
    let names = path.into_iter().chain(takes.values.iter().copied());
    let names: Vec<&str> = names.chain(takes.flags.iter().copied()).chain(COMMON).collect();
    let rest = takes.rest.map(|whose| format!(", and -- before arguments for {whose}"));
    format!("{} has {}{}", takes.task, names.join(", "), rest.unwrap_or_default())
}
