use super::{CHECKED, is_part, packages, program};

#[test]
fn a_name_is_a_suite_a_module_or_a_test() {
    let whole = "cli::ub::c_defects_are_found";
    for name in ["cli", "ub", "cli::ub", "ub::c_defects_are_found", "c_defects_are_found", whole] {
        assert!(is_part(name, whole), "{name}");
    }
    for name in ["c_defects", "li::ub", "ub::c", "exec"] {
        assert!(!is_part(name, whole), "{name}");
    }
}

#[test]
fn only_packages_that_may_have_the_test_are_built() {
    let of = |name| packages(&crate::root(), name).unwrap();
    assert_eq!(of("readme::the_tour_says_what_happens"), ["effigy-cli"]);
    assert_eq!(of("cli::readme"), ["effigy-cli"]);
    assert_eq!(of("ir"), ["effigy-ir"]);
    assert_eq!(of("a_name_is_a_suite_a_module_or_a_test"), ["xtask"]);
    assert_eq!(of("no_test_has_this_name_at_all"), [""; 0]);
}

#[test]
fn a_program_is_named_by_its_path_its_file_or_its_stem() {
    let root = crate::root();
    let of = |name| program(&root, name);
    let parser = of("c/getchar_parser.c").unwrap();
    assert_eq!(of("getchar_parser").unwrap(), parser);
    assert!(parser.path.ends_with("tests/programs/c/getchar_parser.c"));
    assert_eq!(parser.tests, ["cli::corpus::c_programs_have_their_findings_and_no_others"]);
    assert!(of("nowhere.c").unwrap_err().contains("nowhere.c"));
}

#[test]
fn the_tests_that_check_programs_are_there() {
    let root = crate::root();
    for (folder, tests) in CHECKED {
        assert!(root.join("tests/programs").join(folder).is_dir(), "{folder}");
        for test in *tests {
            let (module, name) = test.split_once("::").unwrap();
            let file = root.join(format!("crates/cli/tests/cli/{module}.rs"));
            let text = std::fs::read_to_string(file).unwrap();
            assert!(text.contains(&format!("#[test]\nfn {name}()")), "{test}");
        }
    }
}
