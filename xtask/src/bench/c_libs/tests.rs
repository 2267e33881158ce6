use super::{ALL, HEAD, lcov::Lines, parse, with_row};

#[test]
fn the_options_are_read_and_others_refused() {
    let read =
        |text: &str| parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<String>>());
    let options = read("--only zlib --seconds 60 --write").expect("they are known");
    assert_eq!((options.only, options.seconds, options.write), (vec!["zlib".to_owned()], 60, true));
    assert!(read("--only libpng").expect_err("no such library").contains("zlib"));
    assert!(read("--seconds 0").is_err());
    assert!(read("--runs 3").expect_err("no such option").contains("--seconds"));
}

#[test]
fn lines_of_the_wanted_files_are_counted_once() {
    let text = "SF:a.c\nDA:1,0\nDA:2,1\nend_of_record\nSF:b.c\nDA:1,1\nend_of_record\nSF:a.c\nDA:1,1\nDA:3,0\nend_of_record\n";
    assert_eq!(Lines::of(text, |file| file == "a.c"), Lines { ran: 2, all: 3 });
    assert_eq!(Lines::of(text, |_| true), Lines { ran: 3, all: 4 });
}

#[test]
fn a_row_takes_the_place_of_an_earlier_one() {
    let page = "before\n<!-- measured -->\n<!-- end -->\nafter\n";
    let page = with_row(page, "lz4", "| lz4 | 1 |").expect("a table");
    let page = with_row(&page, "zlib", "| zlib | 2 |").expect("a table");
    let page = with_row(&page, "lz4", "| lz4 | 3 |").expect("a table");
    let table = format!("{HEAD}| lz4 | 3 |\n| zlib | 2 |\n");
    assert_eq!(page, format!("before\n<!-- measured -->\n{table}<!-- end -->\nafter\n"));
}

#[test]
fn each_library_has_a_harness_of_at_most_forty_lines_more_or_less() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/c-libs");
    for library in ALL {
        let text = std::fs::read_to_string(root.join(format!("{}.c", library.name)));
        let lines = text.expect("a harness").lines().count();
        assert!((10..=60).contains(&lines), "{}: {lines}", library.name);
        assert!(
            library
                .compiled
                .iter()
                .chain(library.headers)
                .all(|(n, _)| *n < library.carriers.len())
        );
    }
}
