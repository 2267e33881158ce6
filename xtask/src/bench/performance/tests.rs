//! What the command line says, what is read of reports, and what is generated of the data.

use super::run::{found_at, layers_of, sizes};
use super::*;

fn parsed(args: &[&str]) -> Result<Options, String> {
    parse(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>())
}

fn run(bytes: u64, seconds: f64, exhaustive: bool, paths: u64) -> Value {
    json!({
        "cpu_seconds": seconds,
        "seconds": seconds,
        "limit": 20,
        "exhaustive": exhaustive,
        "because": if exhaustive { vec![] } else { vec!["the budget --max-time was used up"] },
        "paths": { "completed": paths, "failed": 0, "cut": if exhaustive { 0 } else { 7 } },
        "queries": 100 * bytes,
        "solver_seconds": seconds / 2.0,
        "peak_mb": 50,
        "layers": [
            { "name": "total", "queries": 100, "answered": 0, "seconds": 1.0 },
            { "name": "slices", "queries": 100, "answered": 60, "seconds": 0.0 },
            { "name": "embedded", "queries": 20, "answered": 20, "seconds": 0.1 },
        ],
    })
}

fn row(name: &str) -> Value {
    json!({
        "name": name,
        "bytes": 6,
        "limits": { "auto": 20, "never": 60, "whole": 600, "mutant": 20 },
        "points": [
            { "bytes": 2, "auto": run(2, 0.5, true, 3), "never": run(2, 1.0, true, 30) },
            { "bytes": 4, "auto": run(4, 2.0, true, 5), "never": run(4, 60.0, false, 400) },
            { "bytes": 6, "auto": run(6, 20.0, false, 6), "never": run(6, 600.0, false, 4000) },
        ],
        "mutant": { "kind": "panic", "found_at": 1.25 },
    })
}

#[test]
fn options_are_read_and_unknown_ones_and_wrong_values_refused() {
    let options = parsed(&["--only", "json", "--only", "csv", "--time", "5", "--time-never", "7"]);
    let options = options.expect("good options");
    assert_eq!(options.only, ["json", "csv"]);
    assert_eq!(options.limits, Limits { merged: 5, unmerged: 7, whole: 7, mutant: 20 });
    let whole = parsed(&["--time-whole", "600", "--time-never", "9"]).expect("good options");
    assert_eq!((whole.limits.unmerged, whole.limits.whole), (9, 600));
    for wrong in [&["--what"][..], &["--only"], &["--time", "x"], &["--time", "0"]] {
        assert!(parsed(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_table_names_programs_and_mutants_that_are_there() {
    let root = crate::root();
    let all = programs(&read(&root.join(PROGRAMS)).expect("the table")).expect("a good table");
    assert_eq!(all.len(), 12);
    for program in &all {
        for name in [program.name.clone(), format!("{}_broken", program.name)] {
            let file = root.join("bench/std").join(format!("{name}.rs"));
            let text = read(&file).expect("the program");
            assert!(text.contains(&format!("--sym-stdin {}", program.bytes)), "{name}");
            let announced = text.contains(&format!("FINDING[{}]", program.kind));
            assert_eq!(announced, name.ends_with("_broken"), "{name}");
        }
    }
    assert!(programs("json\t10\n").is_err() && programs("json\tmany\tpanic\n").is_err());
}

#[test]
fn what_was_measured_is_left_out_when_that_is_asked_for() {
    let all = programs("a\t2\tpanic\nb\t4\tpanic\nc\t6\tpanic\n").expect("a good table");
    let names = all.iter().map(|p| p.name.clone()).collect();
    let data = Data { names, rows: Map::from_iter([("b".to_owned(), row("b"))]) };
    let named = |args: &[&str]| {
        let chosen = chosen(&all, &parsed(args).expect("good options"), &data)?;
        Ok::<_, String>(chosen.into_iter().map(|p| p.name).collect::<Vec<_>>())
    };
    assert_eq!(named(&[]), Ok(vec!["a".to_owned(), "b".to_owned(), "c".to_owned()]));
    assert_eq!(named(&["--missing"]), Ok(vec!["a".to_owned(), "c".to_owned()]));
    assert_eq!(named(&["--only", "b"]), Ok(vec!["b".to_owned()]));
    assert_eq!(named(&["--only", "d"]), Err("there is no program `d`; there are a, b, c".into()));
}

#[test]
fn data_is_kept_in_the_order_of_the_table() {
    let root = std::env::temp_dir().join(format!("effigy-performance-test-{}", std::process::id()));
    std::fs::create_dir_all(&root).expect("writable");
    let all = programs("a\t6\tpanic\nb\t6\tpanic\n").expect("a good table");
    for name in ["b", "a"] {
        let mut data = Data::read(&root, &all).expect("no data, or good data");
        data.rows.insert(name.to_owned(), row(name));
        data.write(&root).expect("writable");
    }
    let data = Data::read(&root, &all).expect("good data");
    std::fs::remove_dir_all(&root).expect("writable");
    assert_eq!(data.ordered(), [&row("a"), &row("b")]);
}

#[test]
fn sizes_are_even_and_end_with_all_bytes() {
    assert_eq!(sizes(8), [2, 4, 6, 8]);
    assert_eq!(sizes(9), [2, 4, 6, 8, 9]);
}

#[test]
fn layers_are_read_of_a_run_s_text() {
    let text = "queries 9\nseconds 0.250\n\n\
                layer    queries  answered  share  seconds\n\
                models        12         9   75 %    0.050\n\
                embedded       3         3  100 %    0.200\n\n\
                counter  value\nrule a  17\n";
    let layers = json!([
        { "name": "models", "queries": 12, "answered": 9, "seconds": 0.05 },
        { "name": "embedded", "queries": 3, "answered": 3, "seconds": 0.2 },
    ]);
    assert_eq!(layers_of(text), layers);
    assert_eq!(layers_of("no table"), json!([]));
}

#[test]
fn a_mutant_is_found_when_the_kind_of_its_defect_is() {
    let report = json!({
        "findings": [{ "kind": "overflow" }, { "kind": "panic" }, { "kind": "panic" }],
        "found_at": [0.5, 4.0, 2.0],
    });
    assert_eq!(found_at(&report, "panic"), Some(2.0));
    assert_eq!(found_at(&report, "null"), None);
    assert_eq!(found_at(&json!({ "findings": [] }), "panic"), None);
}

#[test]
fn what_is_generated_is_renewed_and_the_rest_of_the_page_stays() {
    let page = "Mine.\n<!-- generated limits -->\nold\n<!-- end -->\nMine, too.\n<!-- generated summary --><!-- end -->\n";
    let (a, b) = (row("a"), row("b"));
    let renewed = page::renewed(page, &[&a, &b]).expect("good marks");
    assert!(renewed.starts_with("Mine.\n") && renewed.contains("\nMine, too.\n"));
    assert!(!renewed.contains("old"));
    assert_eq!(page::renewed(&renewed, &[&a, &b]), Ok(renewed.clone()));
    let limit = "- `a`: exhaustive up to 4 bytes (2.00 s, 5 paths); with 6 bytes cut after 20 s on 6 + 7 cut paths. \
                 At the end two bytes more take 4.0 times as long. Unmerged, 2 bytes are 30 paths (1.00 s), which merging makes 3 (0.50 s). \
                 With 6 bytes 50 % of the time is the solver's; 20 of 600 queries reach the SAT solver, at 5.00 ms each.\n";
    assert!(renewed.contains(limit), "{renewed}");
    let line = "| `a` | 6 | cut at 20 | 6 + 7 cut | 600 | 16667 | 50 | cut at 20 | 4000 + 7 cut | 50 | 1.25 |\n";
    assert!(renewed.contains(line), "{renewed}");
    assert!(renewed.contains("With merging 0 of 2 programs are exhaustive. Without it 2 of 2"));
    assert!(!renewed.contains("busy"));
    let mut busy = row("c");
    busy["points"][2]["auto"]["seconds"] = json!(50.0);
    let renewed = page::renewed(page, &[&a, &busy]).expect("good marks");
    assert!(renewed.contains("busy during runs of `c`:"), "{renewed}");
    let mut worse = row("d");
    worse["points"][1]["never"]["exhaustive"] = json!(true);
    worse["points"][1]["auto"]["exhaustive"] = json!(false);
    let renewed = page::renewed(page, &[&worse]).expect("good marks");
    assert!(renewed.contains("Unmerged, 4 bytes are explored: merging does not pay."), "{renewed}");
    for wrong in ["<!-- generated what --><!-- end -->", "<!-- generated limits -->"] {
        assert!(page::renewed(wrong, &[]).is_err(), "{wrong}");
    }
}

#[test]
fn the_page_has_a_place_for_all_that_is_generated() {
    let page = read(&crate::root().join(PAGE)).expect("the page");
    let row = row("json");
    let renewed = page::renewed(&page, &[&row]).expect("good marks");
    for part in ["| `json` | 6 |", "- `json`: ", "| `json` | 75.0 % | 25.0 % |", "### json"] {
        assert!(renewed.contains(part), "{part}");
    }
}

#[test]
fn there_is_a_plot_for_each_program_and_one_of_the_layers() {
    let (a, b) = (row("a"), row("b"));
    let plots = plots::all(&[&a, &b]).expect("plots");
    let names: Vec<&str> = plots.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a.svg", "b.svg", "layers.svg"]);
    for (name, svg) in &plots {
        let said = if name == "layers.svg" { "slices" } else { "unmerged, cut" };
        assert!(svg.starts_with("<svg") && svg.contains(said), "{name}");
    }
    assert!(plots::all(&[]).expect("nothing").is_empty());
    // Each bar has its name, however many there are.
    for count in 1..=12 {
        let rows: Vec<Value> = (0..count).map(|n| row(&format!("program{n}"))).collect();
        let plots = plots::all(&rows.iter().collect::<Vec<_>>()).expect("plots");
        let (_, layers) = plots.last().expect("a plot of the layers");
        assert!(
            rows.iter().all(|r| layers.contains(&format!("\n{}\n", r["name"].as_str().unwrap()))),
            "{count}: {layers}"
        );
    }
}
