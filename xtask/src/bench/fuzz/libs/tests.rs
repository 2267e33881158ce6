use super::*;
use crate::bench::fuzz::page::reached;

#[test]
fn each_library_has_a_short_harness_a_small_seed_and_a_row_of_the_page() {
    let root = crate::root();
    let page = root.join(FOLDER).join("README.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    for library in &ALL {
        let harness = std::fs::read_to_string(library.harness(&root)).expect("readable");
        assert!(harness.lines().count() <= 40, "{}", library.name);
        assert_eq!(
            harness.matches("fuzz_target!(").count(),
            usize::from(library.source == Source::Rust)
        );
        let seeds = files(&library.seeds(&root));
        assert_eq!(seeds.len(), 1, "{}", library.name);
        let length = std::fs::metadata(&seeds[0]).expect("the seed is there").len();
        assert!((1..=32).contains(&length), "{}: {length} bytes", library.name);
        assert!(page.contains(&format!("| `{}` |", library.name)), "{}", library.name);
    }
}

#[test]
fn a_tool_is_ahead_only_when_it_reaches_more_than_each_other() {
    let row = json!({ "effigy": [7, 9, 8], "afl": [8, 1, 2], "libfuzzer": [7, 7, 9] });
    assert_eq!(reached(&row), ["8", "2", "7", "Effigy"].map(str::to_owned));
    let row = json!({ "effigy": [8], "afl": [8], "libfuzzer": [7] });
    assert_eq!(reached(&row), ["8", "8", "7", "-"].map(str::to_owned));
}

#[test]
fn blocks_are_counted_up_to_a_crash_and_together() {
    let folder = std::env::temp_dir().join(format!("effigy-fuzz-covered-{}", std::process::id()));
    let workshop = Workshop { effigy: PathBuf::from("effigy"), scratch: folder.clone() };
    let harness = "#include <stdlib.h>
static volatile int ways;
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {
    if (size == 1 && data[0] == 'a') ways += 1;
    if (size == 1 && data[0] == 'b') { ways += 2; abort(); }
    if (size == 1 && data[0] == 'c') for (;;) ways += 4;
    return ways;
}
";
    let place = workshop.place("ways", Vec::new(), folder.clone()).expect("writable");
    let counting = place.write("covered.c", COVERED).expect("writable");
    let harness = place.write("harness.c", harness).expect("writable");
    let object = place.folder.join(COUNTING_OBJECT);
    let mut command = Command::new("clang");
    done(command.args(["-O1", "-c"]).arg(counting).arg("-o").arg(&object)).expect("it compiles");
    build_c(&harness, &[], &place, &WAYS[3]).expect("it compiles");
    let inputs: Vec<PathBuf> = ["x", "a", "b", "c"]
        .iter()
        .map(|text| place.write(text, text).expect("writable"))
        .collect();
    let built = Built { place };
    let count = |files: &[PathBuf]| built.count(files).expect("it counts").0;
    let all = count(&inputs);
    for (number, input) in inputs.iter().enumerate().skip(1) {
        let others: Vec<PathBuf> = inputs.iter().filter(|other| *other != input).cloned().collect();
        assert!(count(&others) < all, "{number} adds nothing to {all} blocks");
    }
    std::fs::remove_dir_all(&folder).expect("writable");
}
