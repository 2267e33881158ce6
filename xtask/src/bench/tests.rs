use super::*;

#[test]
fn the_table_agrees_with_the_pages_beside_the_programs() {
    for suite in [Suite::Explore, Suite::Text] {
        let folder = crate::root().join("bench").join(suite.folder());
        let page = std::fs::read_to_string(folder.join("README.md")).expect("the page is there");
        let rows: Vec<&Row> = ROWS.iter().filter(|row| row.suite == suite).collect();
        for row in &rows {
            let line = page.lines().find(|line| line.starts_with(&format!("| `{}` |", row.name())));
            let line = line.unwrap_or_else(|| panic!("{} is not on the page", row.name()));
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let &[_, _, _, level, paths, klee, target, _] = cells.as_slice() else {
                panic!("{line}")
            };
            assert_eq!(level, format!("{:?}", row.level), "{line}");
            assert!(paths.starts_with(&row.paths.0.to_string()), "{line}");
            assert!(row.paths.1 == 0 || paths.contains(&format!("+ {}", row.paths.1)), "{line}");
            assert_eq!(klee.parse().ok(), row.klee_cpu, "{line}");
            assert_eq!(target.parse(), Ok(row.target), "{line}");
            assert!(folder.join(row.file).is_file(), "{line}");
        }
        assert_eq!(page.lines().filter(|line| line.starts_with("| `")).count(), rows.len());
    }
}

#[test]
fn outcomes_of_the_same_program_agree() {
    let outcome = |paths, findings: usize| Outcome {
        paths,
        findings: (0..findings).map(|line| format!("a.c:{line}")).collect(),
        cpu: 1.0,
        peak: None,
    };
    let ours = outcome((3, 1), 1);
    assert_eq!(agreement(Suite::Explore, &ours, &outcome((3, 1), 1)), Ok(()));
    assert!(agreement(Suite::Explore, &ours, &outcome((4, 0), 1)).is_err());
    assert_eq!(agreement(Suite::Text, &ours, &outcome((7, 2), 1)), Ok(()));
    assert!(agreement(Suite::Text, &ours, &outcome((3, 1), 0)).is_err());
    assert!(agreement(Suite::Explore, &ours, &outcome((3, 1), 2)).is_err());
}

#[test]
fn the_mean_of_ratios_is_geometric() {
    let mean = geometric_mean([1.0, 100.0].into_iter());
    assert!(mean.is_some_and(|mean| (mean - 10.0).abs() < 1e-9), "{mean:?}");
    assert_eq!(geometric_mean(std::iter::empty()), None);
}

#[test]
fn cpu_time_and_both_outputs_are_measured() {
    let scratch = std::env::temp_dir().join(format!("effigy-bench-test-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("writable");
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "echo out; echo err >&2; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 3",
    ]);
    let measured = measure(&command, &scratch).expect("bash is there");
    std::fs::remove_dir_all(&scratch).expect("writable");
    assert_eq!((measured.stdout.as_str(), measured.stderr.as_str()), ("out\n", "err\n"));
    assert!(measured.cpu > 0.0);
}

#[test]
fn times_are_added() {
    assert_eq!(process::seconds("noise\n1.500 0.250\n"), Some(1.75));
    assert_eq!(process::seconds("0,5 0,25"), Some(0.75));
    assert_eq!(process::seconds("what"), None);
}

#[test]
fn paths_of_klee_are_read() {
    let text = "KLEE: done: total instructions = 10\nKLEE: done: completed paths = 3\nKLEE: done: partially completed paths = 4\n";
    assert_eq!(number_after(text, "completed paths = "), Some(3));
    assert_eq!(number_after(text, "partially completed paths = "), Some(4));
    assert_eq!(number_after(text, "queries = "), None);
}

#[test]
fn unknown_options_and_values_are_refused() {
    let parse = |args: &[&str]| {
        parse(Path::new("."), &args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>())
    };
    assert!(parse(&["--what"]).is_err());
    assert!(parse(&["--runs"]).is_err());
    assert!(parse(&["--runs", "x"]).is_err());
    assert_eq!(parse(&["--runs", "5"]).map(|o| o.runs), Ok(5));
}

#[test]
fn a_scratch_folder_goes_with_its_owner() {
    let scratch = process::Scratch::new("scratch-test").expect("writable");
    let path = scratch.path().to_owned();
    std::fs::write(path.join("file"), "").expect("writable");
    drop(scratch);
    assert!(!path.exists());
}
