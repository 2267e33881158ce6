//! The table of what was measured, and the page about it.

use super::tools::Tool;
use serde_json::Value;

const HEAD: &str = "\
# Fuzzing side by side

How many seconds of CPU `effigy fuzz`, AFL++ and libFuzzer take on the targets of [bench/fuzz](../bench/fuzz/README.md) until the first input that crashes, each from the same
seed and on one core: medians of several runs. `> 600`: no crash in half of the runs or more. The seconds are those of the tool and of all processes that it starts; what
compilers take is not in them. An input counts when the program, built without a fuzzer, crashes on it.

The peers run as their manuals advise: AFL++ in persistent mode with shared memory and with a second program for CmpLog, libFuzzer in its process, both with `clang -O1` and without
sanitizers, since each defect crashes without them; Rust is optimised and has the checks of a debug build.

```
cargo xtask bench --fuzz --write                              # everything; renews the data and this page
cargo xtask bench --fuzz --only riff --seconds 20 --runs 1    # one target, briefly
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

/// The page of the data.
pub fn page(rows: &[Value]) -> String {
    let mut out = HEAD.to_owned();
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
        "\nOf {} targets the defect was found on: {}. Effigy is first on {ahead}.\n\nThe single runs are in [data.json](fuzz-speed/data.json).\n",
        rows.len(),
        counts.join(", ")
    ));
    out
}
