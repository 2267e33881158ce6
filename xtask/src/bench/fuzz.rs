//! `cargo xtask bench --fuzz`: the targets of `bench/fuzz` by `effigy fuzz`, AFL++ and libFuzzer, from the same seeds.

mod page;
mod targets;
mod tools;
mod watch;

use super::build;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use targets::Target;
use tools::{Tool, Workshop};

/// The data and the page that are made of it.
const DATA: &str = "docs/fuzz-speed/data.json";
const PAGE: &str = "docs/fuzz-speed.md";

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
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    if options.render {
        return render(root);
    }
    let chosen = chosen(Target::all(root)?, &options.only)?;
    tools::all_are_there()?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let effigy = std::fs::canonicalize(&effigy)
        .map_err(|e| format!("cannot find {}: {e}", effigy.display()))?;
    let scratch = std::env::temp_dir().join(format!("effigy-fuzz-bench-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)
        .map_err(|e| format!("cannot make {}: {e}", scratch.display()))?;
    let workshop = Workshop { effigy, scratch };
    println!("{}", line("target", ["effigy", "AFL++", "libFuzzer", "first"]));
    let measured = chosen.iter().try_for_each(|target| {
        let row = row(&workshop, target, &options)?;
        println!("{}", line(&target.name, page::cells(&row)));
        if options.write { keep(root, row) } else { Ok(()) }
    });
    let _ = std::fs::remove_dir_all(&workshop.scratch);
    measured
}

fn line(name: &str, cells: [impl AsRef<str>; 4]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{:>14}", cell.as_ref())).collect();
    format!("{name:10}{}", cells.concat())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        only: Vec::new(),
        seconds: 600,
        runs: 3,
        effigy: None,
        write: false,
        render: false,
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
            _ => {
                return Err(format!(
                    "unknown option `{option}`; --fuzz has --only, --seconds, --runs, --effigy, --write, --render"
                ));
            }
        }
    }
    Ok(options)
}

/// The targets that the options ask for.
fn chosen(all: Vec<Target>, only: &[String]) -> Result<Vec<Target>, String> {
    if let Some(unknown) = only.iter().find(|name| all.iter().all(|t| t.name != **name)) {
        let names: Vec<&str> = all.iter().map(|t| t.name.as_str()).collect();
        return Err(format!("there is no target `{unknown}`; there are {}", names.join(", ")));
    }
    Ok(all.into_iter().filter(|t| only.is_empty() || only.contains(&t.name)).collect())
}

/// Runs each tool so many times on a target; one after the other, so that no run has another one's core.
fn row(workshop: &Workshop, target: &Target, options: &Options) -> Result<Value, String> {
    let shop = workshop.of(target)?;
    let limit = Duration::from_secs(options.seconds);
    let mut row = json!({ "name": target.name, "seconds": options.seconds });
    for tool in Tool::ALL {
        let mut times = Vec::new();
        for run in 1..=options.runs {
            let found = shop.run(tool, run, limit)?;
            times.push(found.map_or(Value::Null, |cpu| json!(cpu.as_secs_f64())));
        }
        row[tool.key()] = Value::Array(times);
    }
    Ok(row)
}

/// Puts a row into the data in the place of an earlier one, and renews the page.
fn keep(root: &Path, row: Value) -> Result<(), String> {
    let mut rows = data(root)?;
    rows.retain(|other| other["name"] != row["name"]);
    rows.push(row);
    rows.sort_by_key(|row| row["name"].as_str().map(str::to_owned));
    let file = root.join(DATA);
    let folder = file.parent().unwrap_or(root);
    std::fs::create_dir_all(folder)
        .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    save(&file, &format!("{:#}\n", json!({ "targets": rows })))?;
    render(root)
}

fn data(root: &Path) -> Result<Vec<Value>, String> {
    let file = root.join(DATA);
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&file)
        .map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    let data: Value =
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(data["targets"].as_array().cloned().unwrap_or_default())
}

fn render(root: &Path) -> Result<(), String> {
    save(&root.join(PAGE), &page::page(&data(root)?))
}

fn save(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
}

#[cfg(test)]
mod tests;
