use super::*;

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn options_are_read_and_others_refused() {
    let options = parse(&words("models --alloy a.jar:b.jar --runs 5 --write")).unwrap();
    assert_eq!((options.models, options.runs), (PathBuf::from("models"), 5));
    assert_eq!((options.alloy.as_deref(), options.write), (Some("a.jar:b.jar"), true));
    assert!(parse(&[]).unwrap_err().contains("FOLDER"));
    assert!(parse(&words("models --fast")).unwrap_err().contains("unknown option `--fast`"));
    assert!(parse(&words("models --runs many")).unwrap_err().starts_with("--runs"));
}

#[test]
fn a_model_is_found_below_the_folder() {
    let folder = std::env::temp_dir().join(format!("effigy-relate-find-{}", std::process::id()));
    let below = folder.join("b/c");
    std::fs::create_dir_all(&below).unwrap();
    std::fs::write(below.join("hotel4.als"), "").unwrap();
    let found = [model(&folder, "hotel4.als"), model(&folder, "hotel2.als")];
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found, [Some(below.join("hotel4.als")), None]);
}

#[test]
fn a_row_says_how_many_times_as_long_alloy_takes() {
    let times = Times {
        effigy: 0.2,
        without_core: None,
        alloy: Some(5.0),
        cadical: Some(0.15),
        minisat: None,
    };
    let line = row("hotel2.als", "NoBadEntry", &times);
    assert_eq!(line, "| hotel2, NoBadEntry | 0.200 | - | 5.000 | 25 | 0.150 | - |");
}
