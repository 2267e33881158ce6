use super::{CHECKED, ask_for_tools, is_part, packages, packages_with, program};

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
fn a_part_of_a_name_leads_to_the_packages_with_such_a_test() {
    let of = |text| packages_with(&crate::root(), text).unwrap();
    assert_eq!(of("part_of_a_name_leads_to"), ["xtask"]);
    assert_eq!(of("named::tests::a_part_of_a_name_leads"), ["xtask"]);
    assert_eq!(of("ask_for_tools"), [""; 0]);
}

#[test]
fn packages_whose_tests_need_no_program_install_none() {
    let asks = |package: &str| ask_for_tools(&crate::root(), &[package.to_owned()]).unwrap();
    assert!(asks("effigy-cli") && asks("effigy-solver"));
    assert!(!asks("effigy-posix") && !asks("effigy-base"));
}

#[test]
fn a_program_is_named_by_its_path_its_file_or_its_stem() {
    let root = crate::root();
    let of = |name| program(&root, name).unwrap();
    let parser = of("c/getchar_parser.c").expect("a program");
    assert_eq!(of("getchar_parser").as_ref(), Some(&parser));
    assert!(parser.path.ends_with("tests/programs/c/getchar_parser.c"));
    assert_eq!(parser.tests, ["cli::corpus::c_programs_have_their_findings_and_no_others"]);
    assert_eq!(of("nowhere.c"), None);
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
