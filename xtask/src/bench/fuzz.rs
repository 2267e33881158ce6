//! `cargo xtask bench --fuzz` and `--fuzz-libs`: the targets of `bench/fuzz`, and published libraries, by `effigy fuzz`, AFL++ and
//! libFuzzer, from the same seeds.

mod libs;
mod page;
mod targets;
mod tools;
mod watch;

use crate::build::build;
use crate::process::Scratch;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use targets::Target;
use tools::{Tool, Workshop};

/// The data and the page that are made of it.
const DATA: &str = "docs/fuzz-speed/data.json";
const PAGE: &str = "docs/fuzz-speed.md";

/// The lists of the data.
const TARGETS: &str = "targets";
const LIBRARIES: &str = "libraries";

/// What the command line says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Options {
    /// The targets to run; all when there are none.
    only: Vec<String>,
    /// CPU seconds of a run.
    seconds: u64,
    runs: usize,
    effigy: Option<PathBuf>,
    write: bool,
    render: bool,
    /// Effigy alone runs; what the others took is in the data.
    again: bool,
}

impl Options {
    fn chooses(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    if options.render {
        return render(root);
    }
    let targets = Target::all(root)?;
    let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    check(&names, &options.only)?;
    let chosen = targets.iter().filter(|target| options.chooses(&target.name));
    let head = ["effigy", "AFL++", "libFuzzer", "first"];
    measure(root, &options, (TARGETS, head, page::cells), chosen, |workshop, target| {
        let earlier = earlier(root, TARGETS, &target.name, &options)?;
        row(workshop, target, &options, earlier.as_ref())
    })
}

/// The same for `--fuzz-libs`.
pub fn run_libs(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    if options.render {
        return render(root);
    }
    check(&libs::ALL.map(|library| library.name), &options.only)?;
    let chosen = libs::ALL.iter().filter(|library| options.chooses(library.name));
    let head = ["effigy", "AFL++", "libFuzzer", "ahead"];
    measure(root, &options, (LIBRARIES, head, page::reached), chosen, |workshop, library| {
        let earlier = earlier(root, LIBRARIES, library.name, &options)?;
        let numbers = (options.seconds, options.runs);
        library.build(root, workshop)?.row(library, numbers, earlier.as_ref())
    })
}

/// Where rows are kept in the data, the head of the table, and what stands behind the name in a row.
type Table = (&'static str, [&'static str; 4], fn(&Value) -> [String; 4]);

/// Measures one after the other, and prints and keeps each.
fn measure<T>(
    root: &Path,
    options: &Options,
    (key, head, cells): Table,
    chosen: impl Iterator<Item = T>,
    row: impl Fn(&Workshop, T) -> Result<Value, String>,
) -> Result<(), String> {
    tools::all_are_there()?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let effigy = std::fs::canonicalize(&effigy)
        .map_err(|e| format!("cannot find {}: {e}", effigy.display()))?;
    let scratch = Scratch::new("fuzz-bench")?;
    let workshop = Workshop { effigy, scratch: scratch.path().to_owned() };
    println!("{}", line("name", head));
    let mut chosen = chosen;
    chosen.try_for_each(|one| {
        let row = row(&workshop, one)?;
        println!("{}", line(row["name"].as_str().unwrap_or_default(), cells(&row)));
        if options.write { keep(root, key, row) } else { Ok(()) }
    })
}

fn line(name: &str, cells: [impl AsRef<str>; 4]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{:>14}", cell.as_ref())).collect();
    format!("{name:15}{}", cells.concat())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        only: Vec::new(),
        seconds: 600,
        runs: 3,
        effigy: None,
        write: false,
        render: false,
        again: false,
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number = |text: &String| match text.parse::<u32>() {
            Ok(0) | Err(_) => Err(format!("{option}: `{text}` is no number of at least 1")),
            Ok(number) => Ok(number),
        };
        match option.as_str() {
            "--only" => options.only.push(value()?.clone()),
            "--seconds" => options.seconds = u64::from(number(value()?)?),
            "--runs" => options.runs = number(value()?)? as usize,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--write" => options.write = true,
            "--render" => options.render = true,
            "--again" => options.again = true,
            _ => {
                return Err(format!(
                    "unknown option `{option}`; there are --only, --seconds, --runs, --effigy, --write, --render, --again"
                ));
            }
        }
    }
    Ok(options)
}

/// Sees that what the options ask for is there.
fn check(names: &[&str], only: &[String]) -> Result<(), String> {
    match only.iter().find(|name| !names.contains(&name.as_str())) {
        Some(unknown) => Err(format!("there is no `{unknown}`; there are {}", names.join(", "))),
        None => Ok(()),
    }
}

/// The row of an earlier measurement whose figures of the other tools are to stand; `None` where all are measured.
fn earlier(root: &Path, key: &str, name: &str, options: &Options) -> Result<Option<Value>, String> {
    if !options.again {
        return Ok(None);
    }
    let data = data(root)?;
    let row = data[key].as_array().into_iter().flatten().find(|row| row["name"] == name);
    let fits = |row: &&Value| {
        let runs = |tool: Tool| row[tool.key()].as_array().map_or(0, Vec::len);
        row["seconds"] == options.seconds
            && Tool::ALL.into_iter().all(|it| runs(it) == options.runs)
    };
    match row.filter(fits) {
        Some(row) => Ok(Some(row.clone())),
        None => Err(format!(
            "--again: the data has no {} runs of {} s of `{name}`",
            options.runs, options.seconds
        )),
    }
}

/// Runs each tool so many times on a target, unless an earlier row has its figures; one after the other, so that no run has
/// another one's core.
fn row(
    workshop: &Workshop,
    target: &Target,
    options: &Options,
    earlier: Option<&Value>,
) -> Result<Value, String> {
    let shop = workshop.of(target)?;
    let limit = Duration::from_secs(options.seconds);
    let mut row = json!({ "name": target.name, "seconds": options.seconds });
    for tool in Tool::ALL {
        if let Some(earlier) = earlier.filter(|_| tool != Tool::Effigy) {
            row[tool.key()] = earlier[tool.key()].clone();
            continue;
        }
        let mut times = Vec::new();
        for run in 1..=options.runs {
            let found = shop.run(tool, run, limit)?;
            times.push(found.map_or(Value::Null, |cpu| json!(cpu.as_secs_f64())));
        }
        row[tool.key()] = Value::Array(times);
    }
    Ok(row)
}

/// Puts a row into a list of the data in the place of an earlier one, and renews the page.
fn keep(root: &Path, key: &str, row: Value) -> Result<(), String> {
    let mut data = data(root)?;
    let mut rows = data[key].as_array().cloned().unwrap_or_default();
    rows.retain(|other| other["name"] != row["name"]);
    rows.push(row);
    rows.sort_by_key(|row| row["name"].as_str().map(str::to_owned));
    data[key] = Value::Array(rows);
    let file = root.join(DATA);
    let folder = file.parent().unwrap_or(root);
    std::fs::create_dir_all(folder)
        .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    save(&file, &format!("{data:#}\n"))?;
    render(root)
}

fn data(root: &Path) -> Result<Value, String> {
    let file = root.join(DATA);
    if !file.exists() {
        return Ok(json!({}));
    }
    let text = std::fs::read_to_string(&file)
        .map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))
}

fn render(root: &Path) -> Result<(), String> {
    let data = data(root)?;
    let list = |key: &str| data[key].as_array().cloned().unwrap_or_default();
    save(&root.join(PAGE), &page::page(&list(TARGETS), &list(LIBRARIES)))
}

fn save(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
}

#[cfg(test)]
mod tests;
