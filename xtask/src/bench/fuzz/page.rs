//! The table of what was measured, and the page about it.

use super::tools::Tool;
use serde_json::Value;

const HEAD: &str = "\
# Fuzzing side by side

This page lets you compare `effigy fuzz` with AFL++ and libFuzzer, each from the same seed and on one core. CPU seconds are those of the tool and of all processes that it starts, without
compilers. The peers run as their manuals advise: AFL++ in persistent mode with shared memory and with a second program for CmpLog, libFuzzer in its process,
both with `clang -O1` and without sanitizers; Rust is optimised and has the checks of a debug build.

";

const TARGETS_HEAD: &str = "\
## Until the first crash

How many seconds of CPU each takes on the targets of [bench/fuzz](../bench/fuzz/README.md) until the first input that crashes: the median of the runs that the last column counts.
`> N`: no crash within N seconds in half of the runs or more. Chance makes much of the difference from run to run, so that one run says little of one target. The targets were written
before any tool ran on them; since then Effigy's search was changed after looking at its runs on the first twenty and on some of those in `grown`. An input counts when the program, built without a fuzzer, crashes on it, which each defect does without sanitizers.

```
cargo xtask bench --fuzz --write                              # everything; renews the data and this page
cargo xtask bench --fuzz --only riff --seconds 20 --runs 1    # one target, briefly
```

";

const LIBRARIES_HEAD: &str = "\
## Blocks of published libraries

How many blocks of the libraries of [bench/fuzz-libs](../bench/fuzz-libs/README.md) each reaches in equal CPU time from one small valid seed: the median of the runs that the last column counts. What a
tool kept is run once more by one program, the same for all three, that has a counter for each block. Where libFuzzer ends with a crash it is started again with what it has.

```
cargo xtask bench --fuzz-libs --write                             # everything; renews the data and this page
cargo xtask bench --fuzz-libs --only expat --seconds 20 --runs 1  # one library, briefly
```

";

/// The median of a tool's runs; `None` when half of them or more found nothing.
fn median(row: &Value, tool: Tool) -> Option<f64> {
    let runs = row[tool.key()].as_array()?;
    let mut times: Vec<f64> =
        runs.iter().map(|time| time.as_f64().unwrap_or(f64::INFINITY)).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().filter(|time| time.is_finite())
}

/// The tool with the smallest median, where one has any.
fn first(row: &Value) -> Option<Tool> {
    let found = Tool::ALL.into_iter().filter_map(|tool| Some((median(row, tool)?, tool)));
    found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, tool)| tool)
}

/// What stands behind the name of a target: the median of each tool, and which is first.
pub fn cells(row: &Value) -> [String; 4] {
    let limit = row["seconds"].as_u64().unwrap_or(0);
    let cell = |tool| median(row, tool).map_or(format!("> {limit}"), |time| format!("{time:.2}"));
    let first = first(row).map_or("-", Tool::name);
    let [effigy, afl, libfuzzer] = Tool::ALL.map(cell);
    [effigy, afl, libfuzzer, first.to_owned()]
}

/// The median of the numbers of blocks that a tool's runs reached.
fn median_reached(row: &Value, tool: Tool) -> Option<u64> {
    let mut reached: Vec<u64> =
        row[tool.key()].as_array()?.iter().filter_map(Value::as_u64).collect();
    reached.sort_unstable();
    reached.get(reached.len() / 2).copied()
}

/// The tool whose median is larger than that of each other.
fn ahead(row: &Value) -> Option<Tool> {
    let reached = |tool| median_reached(row, tool);
    Tool::ALL.into_iter().find(|&tool| {
        Tool::ALL.into_iter().all(|other| other == tool || reached(tool) > reached(other))
    })
}

/// What stands behind the name of a library: the median of each tool, and which is ahead.
pub fn reached(row: &Value) -> [String; 4] {
    let cell = |tool| median_reached(row, tool).map_or("-".to_owned(), |count| count.to_string());
    let [effigy, afl, libfuzzer] = Tool::ALL.map(cell);
    [effigy, afl, libfuzzer, ahead(row).map_or("-", Tool::name).to_owned()]
}

/// The page of the data.
pub fn page(targets: &[Value], libraries: &[Value]) -> String {
    let parts = [(targets, targets_part as fn(&[Value]) -> String), (libraries, libraries_part)];
    let parts = parts.into_iter().filter(|(rows, _)| !rows.is_empty());
    let parts: String = parts.map(|(rows, part)| part(rows)).collect();
    format!("{HEAD}{parts}The single runs are in [data.json](fuzz-speed/data.json).\n")
}

fn libraries_part(rows: &[Value]) -> String {
    let mut out = LIBRARIES_HEAD.to_owned();
    out.push_str("| library | blocks | the seed | Effigy | AFL++ | libFuzzer | ahead | CPU s | runs |\n|---|---|---|---|---|---|---|---|---|\n");
    for row in rows {
        let number = |key: &str| row[key].as_u64().unwrap_or(0);
        let runs = row[Tool::Effigy.key()].as_array().map_or(0, Vec::len);
        out.push_str(&format!(
            "| `{}` | {} | {} | {} | {} | {runs} |\n",
            row["name"].as_str().unwrap_or_default(),
            number("blocks"),
            number("seed"),
            reached(row).join(" | "),
            number("seconds"),
        ));
    }
    let first = rows.iter().filter(|row| ahead(row) == Some(Tool::Effigy)).count();
    out.push_str(&format!("\nOf {} libraries Effigy is ahead on {first}.\n\n", rows.len()));
    out
}

fn targets_part(rows: &[Value]) -> String {
    let mut out = TARGETS_HEAD.to_owned();
    out.push_str("| target | Effigy, CPU s | AFL++, CPU s | libFuzzer, CPU s | first | runs |\n|---|---|---|---|---|---|\n");
    for row in rows {
        let name = row["name"].as_str().unwrap_or_default();
        let runs = row[Tool::Effigy.key()].as_array().map_or(0, Vec::len);
        out.push_str(&format!("| `{name}` | {} | {runs} |\n", cells(row).join(" | ")));
    }
    let found = |tool| rows.iter().filter(|row| median(row, tool).is_some()).count();
    let counts = Tool::ALL.map(|tool| format!("{} {}", tool.name(), found(tool)));
    let ahead = rows.iter().filter(|row| first(row) == Some(Tool::Effigy)).count();
    out.push_str(&format!(
        "\nOf {} targets the defect was found on: {}. Effigy is first on {ahead}.\n\n",
        rows.len(),
        counts.join(", ")
    ));
    out
}
