//! `cargo xtask bench --c-libs`: C libraries whose sources crates carry, explored from an entry point on symbolic bytes, and how many of
//! their lines ran.

mod lcov;
#[cfg(test)]
mod tests;

use crate::build::build;
use lcov::Lines;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the harnesses are, and the page with the table.
const FOLDER: &str = "bench/c-libs";
const PAGE: &str = "bench/c-libs/README.md";

/// What stands around the table in the page.
const BEGIN: &str = "<!-- measured -->\n";
const END: &str = "<!-- end -->";

const HEAD: &str = "| library | files | seconds | paths | lines | of | percent | findings |\n|---|---|---|---|---|---|---|---|\n";

/// A library: where its sources are, and which of its files the entry point drives.
struct Library {
    name: &'static str,
    /// The crates that carry sources, each with the folder of the sources in it.
    carriers: &'static [(&'static str, &'static str)],
    /// What is compiled with the harness: a carrier's number and a file.
    compiled: &'static [(usize, &'static str)],
    /// The files whose lines count.
    driven: &'static [&'static str],
    /// Folders of headers: a carrier's number and a folder.
    headers: &'static [(usize, &'static str)],
    flags: &'static [&'static str],
}

/// All of them. The files that are driven are those whose functions the entry point is for; of zlib and bzip2 all that are linked.
const ALL: &[Library] = &[
    Library {
        name: "zlib",
        carriers: &[("libz-sys", "src/zlib")],
        compiled: &[
            (0, "inflate.c"),
            (0, "inftrees.c"),
            (0, "inffast.c"),
            (0, "adler32.c"),
            (0, "crc32.c"),
            (0, "zutil.c"),
        ],
        driven: &["inflate.c", "inftrees.c", "inffast.c", "adler32.c", "crc32.c", "zutil.c"],
        headers: &[(0, "")],
        flags: &[],
    },
    Library {
        name: "bzip2",
        carriers: &[("bzip2-sys", "bzip2-1.0.8")],
        compiled: &[
            (0, "bzlib.c"),
            (0, "compress.c"),
            (0, "decompress.c"),
            (0, "blocksort.c"),
            (0, "huffman.c"),
            (0, "crctable.c"),
            (0, "randtable.c"),
        ],
        driven: &["bzlib.c", "compress.c", "decompress.c", "blocksort.c", "huffman.c"],
        headers: &[(0, "")],
        flags: &["-DBZ_NO_STDIO"],
    },
    Library {
        name: "lz4",
        carriers: &[("lz4-sys", "liblz4/lib")],
        compiled: &[(0, "lz4.c")],
        driven: &["lz4.c"],
        headers: &[(0, "")],
        flags: &[],
    },
    Library {
        name: "tree-sitter",
        carriers: &[("tree-sitter", ""), ("tree-sitter-json", "src")],
        compiled: &[(0, "src/lib.c"), (1, "parser.c")],
        driven: &["src/parser.c", "src/lexer.c", "src/stack.c", "src/subtree.c", "src/tree.c"],
        headers: &[(0, "include"), (0, "src"), (1, "")],
        flags: &[],
    },
    Library {
        name: "expat",
        carriers: &[("expat-sys", "expat/lib")],
        compiled: &[(0, "xmlparse.c"), (0, "xmltok.c"), (0, "xmlrole.c")],
        driven: &["xmlparse.c", "xmltok.c", "xmltok_impl.c", "xmltok_ns.c", "xmlrole.c"],
        headers: &[(0, "")],
        flags: &[
            "-DHAVE_MEMMOVE=1",
            "-DXML_NS=1",
            "-DXML_DTD=1",
            "-DXML_CONTEXT_BYTES=1024",
            "-DBYTEORDER=1234",
        ],
    },
];

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    only: Vec<String>,
    /// Wall time of a run on one core.
    seconds: u64,
    effigy: Option<PathBuf>,
    write: bool,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let packages = packages(root)?;
    let scratch = std::env::temp_dir().join(format!("effigy-c-libs-{}", std::process::id()));
    print!("{HEAD}");
    let chosen = ALL.iter().filter(|library| {
        options.only.is_empty() || options.only.iter().any(|n| n == library.name)
    });
    for library in chosen {
        let run = Run { library, root, effigy: &effigy, folder: scratch.join(library.name) };
        let row = run.row(&packages, options.seconds)?;
        println!("{row}");
        if options.write {
            keep(root, library.name, &row)?;
        }
    }
    std::fs::remove_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options { only: Vec::new(), seconds: 600, effigy: None, write: false };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--only" => {
                let name = value()?;
                if !ALL.iter().any(|library| library.name == name) {
                    let names: Vec<&str> = ALL.iter().map(|library| library.name).collect();
                    return Err(format!("there is no `{name}`; there are {}", names.join(", ")));
                }
                options.only.push(name.clone());
            }
            "--seconds" => {
                let seconds = value()?.parse().ok().filter(|n| *n > 0);
                options.seconds = seconds.ok_or("--seconds needs a number of at least 1")?;
            }
            "--effigy" => options.effigy = Some(value()?.into()),
            "--write" => options.write = true,
            _ => {
                return Err(format!(
                    "unknown option `{option}`; there are --only, --seconds, --effigy, --write"
                ));
            }
        }
    }
    Ok(options)
}

/// The folders of the crates, by their names; Cargo fetches them, and nothing of them is built.
fn packages(root: &Path) -> Result<BTreeMap<String, PathBuf>, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--format-version", "1", "--locked", "--manifest-path"]);
    command.arg(root.join(FOLDER).join("Cargo.toml"));
    let output = command.output().map_err(|e| format!("cannot run cargo: {e}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let place = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        Some((package["name"].as_str()?.to_owned(), manifest.parent()?.to_owned()))
    };
    Ok(packages.filter_map(place).collect())
}

/// A library that is explored.
struct Run<'a> {
    library: &'a Library,
    root: &'a Path,
    effigy: &'a Path,
    folder: PathBuf,
}

impl Run<'_> {
    /// Explores the library; its line of the table.
    fn row(&self, packages: &BTreeMap<String, PathBuf>, seconds: u64) -> Result<String, String> {
        // A copy: of the sources in Cargo's own folders the report counts no lines.
        let mut places = Vec::new();
        for (carrier, folder) in self.library.carriers {
            let from = packages.get(*carrier).ok_or(format!("cargo knows no crate {carrier}"))?;
            let to = self.folder.join(carrier);
            copy(&from.join(folder), &to)?;
            places.push(to);
        }
        let summary = self.explore(&places, seconds)?;
        let text = self.folder.join("lcov.info");
        let text =
            std::fs::read_to_string(&text).map_err(|e| format!("{}: {e}", text.display()))?;
        let driven: Vec<PathBuf> = places
            .iter()
            .flat_map(|place| self.library.driven.iter().map(move |file| place.join(file)))
            .collect();
        let lines = Lines::of(&text, |file| driven.iter().any(|d| *d == self.folder.join(file)));
        if lines.all == 0 {
            return Err(format!("{}: no line of a driven file is counted", self.library.name));
        }
        Ok(line(self.library, seconds, &summary, &lines))
    }

    /// What Effigy says of harness and library.
    fn explore(&self, places: &[PathBuf], seconds: u64) -> Result<Value, String> {
        let mut flags: Vec<String> = self.library.flags.iter().map(|f| (*f).to_owned()).collect();
        flags.extend(
            self.library
                .headers
                .iter()
                .map(|(carrier, folder)| format!("-I{}", places[*carrier].join(folder).display())),
        );
        let mut command = Command::new(self.effigy);
        command.current_dir(&self.folder).arg("explore");
        command.arg(self.root.join(FOLDER).join(format!("{}.c", self.library.name)));
        let compiled = self.library.compiled.iter();
        command.args(compiled.map(|(carrier, file)| places[*carrier].join(file)));
        command.args(["--cflags", &flags.join(" "), "--max-time", &format!("{seconds}s")]);
        command.args(["--threads", "1", "--tests", "findings", "--json"]);
        command.args(["--lcov", "lcov.info", "--out", "run"]);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        let output = command.output().map_err(|e| format!("{}: {e}", self.effigy.display()))?;
        serde_json::from_slice(&output.stdout)
            .map_err(|e| format!("effigy has no answer for {}: {e}", self.library.name))
    }
}

/// A line of the table.
fn line(library: &Library, seconds: u64, summary: &Value, lines: &Lines) -> String {
    let paths = summary["paths"]["completed"].as_u64().unwrap_or(0)
        + summary["paths"]["failed"].as_u64().unwrap_or(0);
    let percent = 100.0 * lines.ran as f64 / lines.all.max(1) as f64;
    format!(
        "| {} | {} | {seconds} | {paths} | {} | {} | {percent:.1} | {} |",
        library.name,
        library.driven.join(", "),
        lines.ran,
        lines.all,
        summary["findings"].as_array().map_or(0, Vec::len)
    )
}

/// Puts a line into the table of the page, in the place of an earlier one.
fn keep(root: &Path, name: &str, row: &str) -> Result<(), String> {
    let page = root.join(PAGE);
    let text = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
    let text = with_row(&text, name, row).ok_or(format!("{}: no table", page.display()))?;
    std::fs::write(&page, text).map_err(|e| format!("{}: {e}", page.display()))
}

/// The page with a line of its table renewed.
fn with_row(page: &str, name: &str, row: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (table, after) = rest.split_once(END)?;
    let others = table.strip_prefix(HEAD).unwrap_or_default().lines().filter_map(|line| {
        let of = line.strip_prefix("| ")?.split(' ').next()?;
        (of != name).then_some((of, line))
    });
    let mut rows: BTreeMap<&str, &str> = others.collect();
    rows.insert(name, row);
    let rows: String = rows.values().map(|row| format!("{row}\n")).collect();
    Some(format!("{before}{BEGIN}{HEAD}{rows}{END}{after}"))
}

/// Copies a folder with what is below it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let said = |e: std::io::Error| format!("cannot copy {}: {e}", from.display());
    std::fs::create_dir_all(to).map_err(said)?;
    for entry in std::fs::read_dir(from).map_err(said)? {
        let path = entry.map_err(said)?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            std::fs::copy(&path, &target).map_err(said)?;
        }
    }
    Ok(())
}
