use super::*;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

fn data() -> Value {
    let file = crate::root().join(FOLDER).join("data.json");
    serde_json::from_str(&std::fs::read_to_string(file).expect("the data is there")).expect("JSON")
}

fn page() -> String {
    std::fs::read_to_string(crate::root().join(PAGE)).expect("the page is there")
}

#[test]
fn the_tables_of_the_page_are_the_measured_data() {
    let (page, data) = (page(), data());
    assert_eq!(page::renewed(&page, &data).as_ref(), Ok(&page));
    let rows = page.lines().filter(|l| l.starts_with("| n = ") || l.starts_with("| k = "));
    let examples = page.lines().filter(|l| l.starts_with("| `") && l.contains(".oo` |"));
    assert_eq!(
        rows.count() + examples.count(),
        data["points"].as_array().expect("points").len(),
        "a point has no row"
    );
}

#[test]
fn the_plots_of_the_page_are_the_measured_data() {
    let page = page();
    let plots = plots::all(&data()).expect("every family has data");
    assert_eq!(page.matches("![").count(), plots.len());
    for (name, svg) in plots {
        assert!(page.contains(&format!("](forward-vs-backward/{name})")), "{name} is not shown");
        let file = crate::root().join(FOLDER).join(&name);
        assert_eq!(std::fs::read_to_string(file).ok(), Some(svg), "{name} is not of this data");
    }
}

#[test]
fn every_difference_is_said() {
    let run = |completed: u64| {
        let paths = json!({ "completed": completed, "failed": 1, "cut": 0 });
        point(
            &json!({ "paths": paths, "leaves": [{ "size": 3 }, { "size": 4 }], "peak_mb": 9, "solver": { "queries": 5 } }),
            0.5,
        )
    };
    let same = json!({ "family": "loop", "n": 4, FORWARD: run(2), BACKWARD: run(2) });
    assert!(!page::differ(&same));
    assert_eq!(
        page::row(&same),
        "| n = 4 | 2 completed, 1 failed | 7 | 7 | 0.500 | 0.500 | 9 | 9 | 5 | 5 | - | - | - | - |"
    );
    let other = json!({ "family": "loop", "n": 4, FORWARD: run(2), BACKWARD: run(3) });
    assert!(page::differ(&other));
    assert!(page::row(&other).contains("DIFFER: 2 completed, 1 failed; 3 completed, 1 failed"));
    let late = json!({ "family": "loop", "n": 4, FORWARD: "over 20 s", BACKWARD: run(3) });
    assert!(page::row(&late).contains("| over 20 s | 0.500 |"), "{}", page::row(&late));
}

#[test]
fn a_run_over_the_limit_is_said_and_a_broken_one_too() {
    let scratch = std::env::temp_dir().join(format!("effigy-compare-test-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("writable");
    let result = |script: &str| {
        let effigy = scratch.join("effigy");
        std::fs::write(&effigy, format!("#!/bin/sh\n{script}\n")).expect("writable");
        std::fs::set_permissions(&effigy, Permissions::from_mode(0o755)).expect("writable");
        let scratch = scratch.clone();
        let comparison = Comparison { effigy, scratch, quick: true, limit: 1 };
        comparison.measured(FORWARD, Path::new("none.oo"), &[]).to_string()
    };
    let (endless, killed, broken) =
        (result("while :; do :; done"), result("kill -9 $$"), result("echo what >&2; exit 2"));
    std::fs::remove_dir_all(&scratch).expect("writable");
    assert_eq!(endless, "\"over 1 s\"");
    assert!(killed.starts_with("\"no JSON"), "{killed}");
    assert!(broken.starts_with("\"no JSON") && broken.contains("what"), "{broken}");
}

#[test]
fn examples_say_their_arguments() {
    let text = "// effigy explore --entry List.check --max-steps 9 --ints 8\nclass C {}";
    assert_eq!(arguments(text), ["--entry", "List.check", "--max-steps", "9", "--ints", "8"]);
    assert_eq!(arguments("class C {}"), ["--ints", "32"]);
}

#[test]
fn the_comparison_refuses_unknown_options() {
    let parse = |args: &[&str]| parse(&args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>());
    assert!(parse(&["--what"]).is_err());
    assert!(parse(&["--effigy"]).is_err());
    let options = Options { quick: true, render: false, effigy: Some("a".into()) };
    assert_eq!(parse(&["--quick", "--effigy", "a"]), Ok(options));
}
