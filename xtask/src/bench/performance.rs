//! `cargo xtask bench --std`: the programs of `bench/std` over the bytes of their input, with merged paths and without.

mod page;
mod plots;
mod run;

use crate::build::build;
use crate::process::Scratch;
use run::Runner;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Where the data and the plots are.
const FOLDER: &str = "docs/performance";

/// The page that shows them.
const PAGE: &str = "docs/performance.md";

/// The programs, their bytes, and what is wrong with their mutants.
const PROGRAMS: &str = "bench/std/programs.tsv";

/// Both values of `--merge` that are measured.
const MODES: [&str; 2] = [MERGED, UNMERGED];
const MERGED: &str = "auto";
const UNMERGED: &str = "never";

/// A program of `bench/std`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Program {
    name: String,
    /// The bytes of standard input that it is measured with at most.
    bytes: usize,
    /// The kind of the finding of its mutant.
    kind: String,
}

/// What the command line says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Options {
    /// The programs to measure; all when there are none.
    only: Vec<String>,
    /// Leaves out programs that have been measured.
    missing: bool,
    render: bool,
    effigy: Option<PathBuf>,
    limits: Limits,
}

/// Seconds after which a run is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    merged: u64,
    unmerged: u64,
    /// With all bytes and `--merge never`.
    whole: u64,
    mutant: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { merged: 20, unmerged: 60, whole: 60, mutant: 20 }
    }
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    if options.render {
        return render(root);
    }
    let all = programs(&read(&root.join(PROGRAMS))?)?;
    let mut data = Data::read(root, &all)?;
    let chosen = chosen(&all, &options, &data)?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let scratch = Scratch::new("performance")?;
    let folder = scratch.path().to_owned();
    let runner =
        Runner { effigy, scratch: folder, folder: root.join("bench/std"), limits: options.limits };
    chosen.iter().try_for_each(|program| {
        // What is measured is kept, whatever becomes of the next one.
        data.rows.insert(program.name.clone(), runner.row(program)?);
        data.write(root)?;
        render(root)
    })
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        only: Vec::new(),
        missing: false,
        render: false,
        effigy: None,
        limits: Limits::default(),
    };
    let mut whole = None;
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let seconds = |text: &String| match text.parse() {
            Ok(0) | Err(_) => Err(format!("{option}: `{text}` is no number of seconds")),
            Ok(seconds) => Ok(seconds),
        };
        match option.as_str() {
            "--only" => options.only.push(value()?.clone()),
            "--missing" => options.missing = true,
            "--render" => options.render = true,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--time" => options.limits.merged = seconds(value()?)?,
            "--time-never" => options.limits.unmerged = seconds(value()?)?,
            "--time-whole" => whole = Some(seconds(value()?)?),
            "--time-mutant" => options.limits.mutant = seconds(value()?)?,
            _ => {
                return Err(format!(
                    "unknown option `{option}`; --std has --only, --missing, --render, --effigy, --time, --time-never, --time-whole, --time-mutant"
                ));
            }
        }
    }
    options.limits.whole = whole.unwrap_or(options.limits.unmerged);
    Ok(options)
}

/// The programs that a table lists: name, bytes and kind, with tabs between them.
fn programs(table: &str) -> Result<Vec<Program>, String> {
    let program = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[name, bytes, kind] = cells.as_slice() else {
            return Err(format!("{PROGRAMS}: `{line}` is no program, bytes and kind"));
        };
        let bytes = bytes.parse().map_err(|_| format!("{PROGRAMS}: `{bytes}` is no number"))?;
        Ok(Program { name: name.to_owned(), bytes, kind: kind.to_owned() })
    };
    table.lines().filter(|line| !line.is_empty()).map(program).collect()
}

/// The programs that the options ask for.
fn chosen(all: &[Program], options: &Options, data: &Data) -> Result<Vec<Program>, String> {
    if let Some(unknown) = options.only.iter().find(|name| all.iter().all(|p| p.name != **name)) {
        let names: Vec<&str> = all.iter().map(|p| p.name.as_str()).collect();
        return Err(format!("there is no program `{unknown}`; there are {}", names.join(", ")));
    }
    let wanted = |p: &&Program| options.only.is_empty() || options.only.contains(&p.name);
    let missing = |p: &&Program| !options.missing || !data.rows.contains_key(&p.name);
    Ok(all.iter().filter(wanted).filter(missing).cloned().collect())
}

/// What was measured, by program.
struct Data {
    /// In the order of the programs.
    names: Vec<String>,
    rows: Map<String, Value>,
}

impl Data {
    /// What was measured before.
    fn read(root: &Path, all: &[Program]) -> Result<Self, String> {
        let file = root.join(FOLDER).join("data.json");
        let names = all.iter().map(|p| p.name.clone()).collect();
        if !file.exists() {
            return Ok(Self { names, rows: Map::new() });
        }
        let data: Value =
            serde_json::from_str(&read(&file)?).map_err(|e| format!("{}: {e}", file.display()))?;
        let rows = data["programs"].as_array().into_iter().flatten();
        let rows = rows.filter_map(|row| Some((row["name"].as_str()?.to_owned(), row.clone())));
        Ok(Self { names, rows: rows.collect() })
    }

    fn ordered(&self) -> Vec<&Value> {
        self.names.iter().filter_map(|name| self.rows.get(name)).collect()
    }

    fn write(&self, root: &Path) -> Result<(), String> {
        let folder = root.join(FOLDER);
        std::fs::create_dir_all(&folder)
            .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
        let text = format!("{:#}\n", json!({ "programs": self.ordered() }));
        // Whole or not at all: what a run of an hour measured is not lost by an interrupt.
        let (new, file) = (folder.join("data.json.new"), folder.join("data.json"));
        save(&new, &text)?;
        std::fs::rename(&new, &file).map_err(|e| format!("cannot write {}: {e}", file.display()))
    }
}

/// Draws the plots of the data, and renews what is generated on the page.
fn render(root: &Path) -> Result<(), String> {
    let data = Data::read(root, &programs(&read(&root.join(PROGRAMS))?)?)?;
    for (name, svg) in plots::all(&data.ordered())? {
        save(&root.join(FOLDER).join(name), &svg)?;
    }
    let page = root.join(PAGE);
    save(&page, &page::renewed(&read(&page)?, &data.ordered())?)
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))
}

fn save(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
}

#[cfg(test)]
mod tests;
