//! `cargo xtask bench --packages`: harnesses of published packages (`bench/packages`), and of old releases with known defects, by
//! `effigy package`.

mod page;

use crate::build::build;
use crate::process::Scratch;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the harnesses, and the page with what was measured.
const FOLDER: &str = "bench/packages";
const PAGE: &str = "docs/packages-suite.md";

/// What the command line says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Options {
    only: Vec<String>,
    /// Seconds of the run of one harness.
    seconds: u64,
    effigy: Option<PathBuf>,
    write: bool,
}

/// What the run of a harness came to.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// The package.
    name: String,
    version: String,
    /// What the harness says of itself.
    property: String,
    triage: String,
    why: String,
    paths: u64,
    seconds: f64,
}

/// Whether the plain test fails on the recorded input of an old release's defect, and passes on it with a later release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reproduced {
    fails: bool,
    passes: bool,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let scratch = Scratch::new("packages")?;
    let (current, old) = all(root, &options, &effigy, scratch.path())?;
    print!("{}", page::tables(&current, &old));
    let is_whole =
        |(row, both): &(Row, Reproduced)| row.triage == "failed" && both.fails && both.passes;
    let fails = current.iter().any(|row| row.triage != "held") || !old.iter().all(is_whole);
    if options.write {
        let page = root.join(PAGE);
        std::fs::write(&page, page::page(&current, &old))
            .map_err(|e| format!("cannot write {}: {e}", page.display()))?;
    }
    match fails {
        true => Err("a property does not hold, or a defect is not found or not reproduced".into()),
        false => Ok(()),
    }
}

type Measured = (Vec<Row>, Vec<(Row, Reproduced)>);

fn all(root: &Path, options: &Options, effigy: &Path, scratch: &Path) -> Result<Measured, String> {
    let package = |name: &str| root.join(FOLDER).join(name);
    let current = rows(options, effigy, &package("current"), scratch, &[])?;
    let old = rows(options, effigy, &package("old"), scratch, &["--record"])?;
    let mut reproduced = Vec::new();
    for row in old {
        let run = |name: &str| plain_test(&package(name), &row.name, scratch);
        let both = Reproduced {
            fails: run("old")? == Plain::FailsOnRecord,
            passes: run("mended")? == Plain::Passes,
        };
        reproduced.push((row, both));
    }
    Ok((current, reproduced))
}

/// Runs the harnesses of a package.
fn rows(
    options: &Options,
    effigy: &Path,
    package: &Path,
    scratch: &Path,
    more: &[&str],
) -> Result<Vec<Row>, String> {
    let read = |file: PathBuf| {
        std::fs::read_to_string(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))
    };
    let manifest = read(package.join("Cargo.toml"))?;
    let mut command = Command::new(effigy);
    command.current_dir(scratch).arg("package").arg(package).args(["--tests", "--json"]);
    command.arg(format!("--time-each={}s", options.seconds)).args(["--out", "out"]).args(more);
    for name in &options.only {
        command.args(["--only", name]);
    }
    let output = command.output().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let runs = report["harnesses"].as_array().cloned().unwrap_or_default();
    runs.iter()
        .map(|run| {
            let source = read(PathBuf::from(text(&run["file"])))?;
            let counts = run["report"]["paths"].as_object();
            let counts = counts.into_iter().flat_map(|counts| counts.values());
            let name = text(&run["name"]);
            Ok(Row {
                version: version(&manifest, &name),
                property: property(&source, &name),
                triage: text(&run["triage"]),
                why: text(&run["why"]),
                paths: counts.filter_map(Value::as_u64).sum(),
                seconds: run["report"]["seconds"].as_f64().unwrap_or(0.0),
                name,
            })
        })
        .collect()
}

/// The version that a manifest asks for.
fn version(manifest: &str, name: &str) -> String {
    let line = manifest.lines().find(|line| {
        line.split(' ').next().is_some_and(|package| package.replace('-', "_") == name)
    });
    let version =
        line.and_then(|line| line.split("\"=").nth(1)).and_then(|rest| rest.split('"').next());
    version.unwrap_or("?").to_owned()
}

/// The documentation of a test.
fn property(source: &str, name: &str) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let head = format!("fn {name}(");
    let at = lines.iter().position(|line| line.starts_with(&head)).unwrap_or(0);
    let above = lines.iter().take(at).rev();
    let above = above.take_while(|line| line.starts_with("///") || line.starts_with('#'));
    let mut words: Vec<&str> = above.filter_map(|line| line.strip_prefix("/// ")).collect();
    words.reverse();
    words.join(" ")
}

/// How a plain test ends on recorded values alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plain {
    Passes,
    /// It fails, and says that a recorded value made it.
    FailsOnRecord,
    /// It fails in another way: it crashes, say.
    Fails,
}

fn plain_test(package: &Path, name: &str, scratch: &Path) -> Result<Plain, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(package).args(["test", "--quiet", "--lib"]).env("EFFIGY_CASES", "0");
    command.env("CARGO_TARGET_DIR", scratch.join("target"));
    command.args(["--", "--exact", name, "--nocapture"]);
    let output = command.output().map_err(|e| format!("cannot run cargo: {e}"))?;
    let [printed, errors] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    let recorded = package.join("tests/effigy").join(name);
    let is_recorded = std::fs::read_dir(recorded).is_ok_and(|mut files| files.next().is_some());
    plain(&printed, &errors, is_recorded)
}

/// What the test's output says, or that it says nothing of the test.
fn plain(printed: &str, errors: &str, is_recorded: bool) -> Result<Plain, String> {
    if !printed.contains("running 1 test") {
        return Err(format!("no test was run\n{errors}"));
    }
    let has_failed = errors.contains("recorded in ");
    // A process that memory errors end says nothing, but nothing else than recorded values is run.
    let has_crashed = errors.contains("(signal: ");
    Ok(match () {
        () if printed.contains("test result: ok. 1 passed") => Plain::Passes,
        () if is_recorded && (has_failed || has_crashed) => Plain::FailsOnRecord,
        () => Plain::Fails,
    })
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options { only: Vec::new(), seconds: 60, effigy: None, write: false };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--only" => options.only.push(value()?.clone()),
            "--time" => {
                let text = value()?;
                options.seconds =
                    text.parse().map_err(|_| format!("{option}: `{text}` is not a number"))?;
            }
            "--effigy" => options.effigy = Some(value()?.into()),
            "--write" => options.write = true,
            _ => {
                return Err(format!(
                    "unknown option `{option}`; bench --packages has --only, --time, --effigy, --write"
                ));
            }
        }
    }
    match options.write && !options.only.is_empty() {
        true => Err("--write is of the whole page: not with --only".to_owned()),
        false => Ok(options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_harness_is_told_with_the_version_and_the_words_that_are_written_for_it() {
        let manifest = "[dependencies]\nregex-lite = \"=0.1.6\"\nhashbrown = { version = \"=0.15.5\", x = 1 }\n";
        assert_eq!(version(manifest, "regex_lite"), "0.1.6");
        assert_eq!(version(manifest, "hashbrown"), "0.15.5");
        assert_eq!(version(manifest, "nom"), "?");
        let source =
            "/// Other.\nfn a() {}\n\n/// One,\n/// two.\n#[effigy::test]\nfn b(x: u8) {\n";
        assert_eq!(property(source, "b"), "One, two.");
    }

    #[test]
    fn an_option_that_is_not_known_is_refused() {
        assert!(parse(&["--quick".to_owned()]).unwrap_err().contains("--quick"));
        assert_eq!(parse(&["--time".to_owned(), "9".to_owned()]).unwrap().seconds, 9);
        let part = ["--only", "a", "--write"].map(str::to_owned);
        assert!(parse(&part).unwrap_err().contains("not with --only"));
    }

    #[test]
    fn a_plain_test_says_that_recorded_values_made_it_fail() {
        let ran = "\nrunning 1 test\n";
        let passed = format!("{ran}test result: ok. 1 passed; 0 failed");
        assert_eq!(plain(&passed, "", true), Ok(Plain::Passes));
        let said = "effigy: the test fails on these values (recorded in a.ktest):";
        assert_eq!(plain(ran, said, true), Ok(Plain::FailsOnRecord));
        assert_eq!(plain(ran, "(signal: 11, SIGSEGV)", true), Ok(Plain::FailsOnRecord));
        assert_eq!(plain(ran, "(signal: 11, SIGSEGV)", false), Ok(Plain::Fails));
        assert_eq!(plain(ran, "panicked", true), Ok(Plain::Fails));
        assert!(plain("", "error: no network", true).is_err());
        assert!(plain("running 0 tests", "", true).is_err());
    }
}
