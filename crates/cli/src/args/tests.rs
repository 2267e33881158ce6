//! The command line says what it means.

use super::{Arguments, Verb};
use clap::{CommandFactory, Parser};
use effigy_session::options::{Backend, ExploreOptions, Layer, PackageTarget, Search, Tests};
use std::time::Duration;

fn parse(line: &str) -> Result<ExploreOptions, String> {
    let words = ["effigy", "explore"].into_iter().chain(line.split(' ').filter(|w| !w.is_empty()));
    match Arguments::try_parse_from(words).map_err(|e| e.to_string())?.verb {
        Verb::Explore(arguments) => Ok(arguments.options()),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn the_definition_is_consistent() {
    Arguments::command().debug_assert();
}

#[test]
fn no_flags_give_the_default_options() {
    let given = parse("a.rs").unwrap();
    let default = ExploreOptions::new("a.rs");
    assert_eq!(format!("{given:?}"), format!("{default:?}"));
}

#[test]
fn every_flag_arrives() {
    let line = "--package dir --bin b --lang c --entry f --cflags=-DN=3 --edition 2024 --sym-args 2,3 --sym-stdin 4 \
                --max-time 5m --max-memory 2G --max-steps 1 --max-forks 2 --max-depth 3 --max-query-time 10 \
                --max-solver-time 1m --search dfs --target a/b.c:7 --target c.c:8 --seed 7 --threads 2 --solver z3 --z3 /z3 --dump-queries q \
                --disable models,cores --all-findings --no-replay --replay-sandbox off --tests none";
    let options = parse(line).unwrap();
    assert_eq!(options.input.to_str(), Some("dir"));
    assert_eq!(options.cflags, ["-DN=3"]);
    assert_eq!(options.symbolic_arguments, [2, 3]);
    assert_eq!(options.symbolic_stdin, Some(4));
    let budget = &options.budget;
    assert_eq!(budget.time, Some(Duration::from_secs(300)));
    assert_eq!(
        (budget.memory, budget.steps, budget.forks, budget.depth),
        (Some(2 << 30), Some(1), Some(2), Some(3))
    );
    assert_eq!(budget.query_time, Some(Duration::from_secs(10)));
    assert_eq!(budget.solver_time, Some(Duration::from_secs(60)));
    assert_eq!((options.search, options.seed, options.threads), (Search::Dfs, 7, Some(2)));
    let targets: Vec<String> = options.targets.iter().map(ToString::to_string).collect();
    assert_eq!(targets, ["a/b.c:7", "c.c:8"]);
    assert_eq!(options.solver, Backend::Z3);
    assert_eq!(options.disabled, [Layer::Models, Layer::Cores]);
    assert!(options.all_findings && !options.replay && !options.replay_sandbox);
    assert_eq!(options.tests, Tests::None);
    assert_eq!(options.package.target, Some(PackageTarget::Bin("b".to_owned())));
    assert_eq!(options.entry.as_deref(), Some("f"));
    assert_eq!(options.edition.as_deref(), Some("2024"));
}

#[test]
fn flags_for_the_compiler_may_begin_with_a_dash() {
    let words = ["effigy", "explore", "a.c", "--cflags", "-DN=3 -I inc", "--cflags", "-O1"];
    let Verb::Explore(arguments) = Arguments::try_parse_from(words).unwrap().verb else {
        panic!("explore")
    };
    assert_eq!(arguments.options().cflags, ["-DN=3", "-I", "inc", "-O1"]);
}

#[test]
fn unknown_choices_list_the_valid_ones() {
    for (line, valid) in [
        ("a.rs --solver yices", "auto, embedded, z3, cvc5, bitwuzla"),
        ("a.rs --search best", "dfs, bfs, random-path, coverage"),
        (
            "a.rs --disable caches",
            "simplify, equalities, slices, exact, cores, models, domains, order, diagrams, validation",
        ),
        ("a.rs --tests some", "all, sides, findings, none"),
        ("a.rs --lang cobol", "rust, c, llvm"),
        ("a.rs --max-time 5d", "ms, s, m, h"),
        ("a.rs --max-tme 5", "--max-time"),
    ] {
        let error = parse(line).unwrap_err();
        assert!(error.contains(valid), "{line}: {error}");
    }
}

#[test]
fn a_program_is_required_and_only_one() {
    assert!(parse("").unwrap_err().contains("<INPUT"));
    assert!(parse("a.rs --package .").unwrap_err().contains("cannot be used with"));
}

#[test]
fn the_manual_names_every_option_and_choice() {
    let manual = include_str!("../../../../docs/cli.md");
    for verb in Arguments::command().get_subcommands() {
        for option in
            verb.get_arguments().filter_map(|a| a.get_long()).filter(|name| *name != "help")
        {
            assert!(manual.contains(&format!("`--{option}")), "{} --{option}", verb.get_name());
        }
        for argument in verb.get_arguments() {
            for choice in argument
                .get_possible_values()
                .iter()
                .filter(|c| !["true", "false"].contains(&c.get_name()))
            {
                assert!(
                    manual.contains(&format!("`{}`", choice.get_name())),
                    "{}",
                    choice.get_name()
                );
            }
        }
    }
}

#[test]
fn a_list_of_functions_has_no_files_for_other_tools() {
    let refused = |options: &str| {
        let words = ["effigy", "package", "--list"].into_iter().chain(options.split(' '));
        let refusal = Arguments::try_parse_from(words).err().map(|e| e.to_string());
        refusal.is_some_and(|text| text.contains("cannot be used with"))
    };
    for option in ["--sarif x", "--junit x", "--lcov x", "--github"] {
        assert!(refused(option), "{option}");
    }
    assert!(!refused("--threads 2"));
}

#[test]
fn the_help_names_the_extensions() {
    let mut explore = Arguments::command().find_subcommand("explore").expect("a verb").clone();
    let help = explore.render_help().to_string();
    assert!(help.contains("The program: a .rs, .c, .i, .ll,"), "{help}");
}

#[test]
fn a_file_without_a_verb_gets_the_one_that_fits() {
    let words = |line: &str| {
        let words = super::with_verb(line.split(' ').map(std::ffi::OsString::from));
        words.join(std::ffi::OsStr::new(" ")).into_string().expect("it is text")
    };
    for (given, run) in [
        ("effigy a.rs --sym-stdin 6", "effigy explore a.rs --sym-stdin 6"),
        ("effigy dir/a.c", "effigy explore dir/a.c"),
        ("effigy power.pli", "effigy explore power.pli"),
        ("effigy list.oo --json", "effigy explore list.oo --json"),
        ("effigy list.vpr", "effigy prove list.vpr"),
        ("effigy model.als", "effigy relate model.als"),
        // A verb stays the verb, and what nobody reads is said by the parser.
        ("effigy verify power.pli", "effigy verify power.pli"),
        ("effigy --version", "effigy --version"),
        ("effigy what.xyz", "effigy what.xyz"),
        ("effigy", "effigy"),
    ] {
        assert_eq!(words(given), run);
    }
    let folder = effigy_testkit::TempDir::new();
    std::fs::create_dir(folder.path().join("spec")).expect("a folder");
    folder.write("spec/author_spec.rb", "");
    folder.write("Cargo.toml", "");
    let folder = folder.path().display();
    assert_eq!(words(&format!("effigy {folder}/spec")), format!("effigy rubicon {folder}/spec"));
    assert_eq!(words(&format!("effigy {folder}")), format!("effigy explore {folder}"));
}
