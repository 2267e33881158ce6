//! What Effigy is known not to do: each entry of `docs/limitations.md` is pinned here. A test that fails because a
//! limitation is gone is good news: take it and its entry out.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Explores a program of `tests/limitations` and gives the summary.
fn explore(program: &str, options: &[&str]) -> Value {
    let folder = TempDir::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/limitations").join(program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.arg("explore").arg(file).arg("--json").args(options).current_dir(folder.path());
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{program}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

/// [`explore`] for a C program; `None` without a C compiler.
fn explore_c(program: &str, options: &[&str]) -> Option<Value> {
    tool("clang").map(|_| explore(program, options))
}

fn reasons(summary: &Value) -> Vec<&str> {
    let reasons = summary["incomplete_because"].as_array().unwrap();
    reasons.iter().filter_map(|reason| reason["reason"].as_str()).collect()
}

/// The run found nothing and is sure of it.
fn assert_passed(summary: &Value) {
    assert_eq!(summary["verdict"], "passed", "{summary:#}");
    assert_eq!(summary["exhaustive"], true, "{summary:#}");
}

/// At least one path ended at something that is not supported, and the reason says so.
fn assert_unsupported(summary: &Value, reason: &str) {
    assert_eq!(summary["verdict"], "incomplete", "{summary:#}");
    assert!(summary["paths"]["unsupported"].as_u64() >= Some(1), "{summary:#}");
    assert!(reasons(summary).iter().any(|r| r.contains(reason)), "{reason}: {summary:#}");
}

#[test]
fn a_panic_unwinds_where_the_sources_speak_of_it() {
    if tool("rustc").is_none() {
        return;
    }
    // Only a module says `catch_unwind`.
    let summary = explore("panics.rs", &["--no-replay"]);
    assert_eq!(summary["findings"][0]["kind"], "panic", "{summary:#}");
    assert_eq!(summary["findings"][0]["line"], 5, "{summary:#}");
    assert_passed(&explore("panics.rs", &["--panic", "unwind"]));
}

#[test]
fn behind_a_panic_that_ends_the_program_one_input_is_run() {
    if tool("rustc").is_none() {
        return;
    }
    // The destructor would leave with another status, or abort, for each byte.
    let summary = explore("last_destructors.rs", &["--sym-stdin", "1", "--panic", "unwind"]);
    assert_eq!(summary["findings"].as_array().unwrap().len(), 1, "{summary:#}");
    assert_eq!(summary["findings"][0]["line"], 19, "{summary:#}");
    assert_eq!(summary["paths"]["failed"], 1, "{summary:#}");
}

#[test]
fn errors_of_unsafe_rust_replay_only_when_they_crash() {
    if tool("rustc").is_none() {
        return;
    }
    let summary = explore("unsafe_read.rs", &["--sym-stdin", "1", "--tests", "findings"]);
    assert_eq!(summary["findings"][0]["kind"], "out-of-bounds", "{summary:#}");
    assert_eq!(summary["findings"][0]["replay"], "not-run", "{summary:#}");
}

#[test]
fn threads_run_in_one_order() {
    let Some(summary) = explore_c("threads.c", &["--no-replay", "--cflags", "-pthread"]) else {
        return;
    };
    assert_eq!(summary["findings"], serde_json::json!([]), "{summary:#}");
    assert_eq!(summary["paths"]["completed"], 1, "{summary:#}");
    assert_eq!(summary["verdict"], "incomplete", "{summary:#}");
    assert_eq!(summary["exhaustive"], false, "{summary:#}");
    let reasons = reasons(&summary);
    assert_eq!(reasons, ["threads ran in one of the orders in which they can run"]);
}

#[test]
fn bmc_refuses_threads() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/limitations/threads.c");
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.arg("bmc").arg(file).args(["--unwind", "2", "--json"]).current_dir(folder.path());
    let output = command.output().unwrap();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_unsupported(&summary, "threads where loops are unwound");
}

#[test]
fn jumps_are_not_supported_where_paths_are_joined() {
    let Some(summary) = explore_c("jumps.c", &["--merge", "always"]) else { return };
    assert_unsupported(&summary, "setjmp");
    assert_passed(&explore("jumps.c", &[]));
}

#[test]
fn an_external_without_a_model_ends_its_path() {
    let Some(summary) = explore_c("unknown_external.c", &["--sym-args", "1", "--no-replay"]) else {
        return;
    };
    assert_unsupported(&summary, "unheard_of");
}

#[test]
fn there_are_no_files() {
    let Some(summary) = explore_c("files.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn the_clock_and_the_environment_are_fixed() {
    let Some(summary) = explore_c("clock.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn a_range_of_lengths_is_for_explore() {
    for verb in ["bmc", "feasible", "debug"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        let output = command.args([verb, "program.c", "--sym-stdin", "0..2"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{verb}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("a range of lengths is for `effigy explore`"), "{verb}: {text}");
    }
}

#[test]
fn a_search_keeps_the_lengths_of_its_seeds() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let source = "#include <unistd.h>\nint main(void) {\n  char text[8];\n  long got = read(0, text, 8);\n  if (got > 0 && text[0] == 'x') return 1;\n  if (got == 3) __builtin_trap();\n  return 0;\n}\n";
    folder.write("program.c", source);
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    for (seed, status) in [("ab", 0), ("abc", 1)] {
        folder.write("seeds/one", seed);
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        command.current_dir(folder.path()).args([
            "fuzz",
            "program.c",
            "--seeds",
            "seeds",
            "--no-native",
        ]);
        let output = command.args(["--no-replay", "--out", "run"]).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{seed}");
    }
}

/// What `bmc` says of a C program; `None` without a compiler.
fn bmc(source: &str, arguments: &[&str]) -> Option<Value> {
    tool("clang")?;
    let folder = TempDir::new();
    folder.write("program.c", source);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(["bmc", "program.c", "--json"]);
    let output = command.args(arguments).output().expect("it starts");
    Some(serde_json::from_slice(&output.stdout).expect("an object"))
}

#[test]
fn paths_that_read_different_amounts_are_unwound_apart() {
    let source = "#include <stdio.h>\nint main(void) {\n  int c = getchar();\n  if (c == 'x') getchar();\n  return c == 'y';\n}\n";
    let Some(run) = bmc(source, &["--sym-stdin", "3"]) else { return };
    assert_eq!(run["verdict"], "proved", "{run:#}");
    let apart = run["bmc"]["apart"].to_string();
    assert!(apart.contains("how much of standard input was read"), "{apart}");
}

#[test]
fn induction_does_not_know_what_earlier_rounds_set() {
    // Each is true, and no bound is enough: the loop itself does not check that the rounds before set the elements.
    let set = "T: PROCEDURE (N);\n DCL A(0:N);\n ASSUME (N > 0);\n DO I = 0 TO N; A(I) = 1; END;\n X = A(0);\n END;\n";
    let made =
        "int n;\nvoid main() {\n  assume n > 0;\n  int[] a = new int[n];\n  assert a[0] == 0;\n}\n";
    for (name, text) in [("set.pli", set), ("made.oo", made)] {
        let folder = TempDir::new();
        folder.write(name, text);
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        command.current_dir(folder.path()).args(["bmc", name, "--json", "--unwind", "4"]);
        let output = command.arg("--k-induction").output().expect("it starts");
        let run: Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!(run["verdict"], "bounded", "{name}: {run:#}");
        assert_eq!(run["bmc"]["steps"][2]["induction"], "not inductive", "{name}: {run:#}");
    }
}

#[test]
fn a_large_size_of_many_values_is_undecided_by_bmc() {
    let source = "#include <stdlib.h>\nunsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n  char *p = malloc(__VERIFIER_nondet_uchar() + 1000u);\n  return p == 0;\n}\n";
    let Some(run) = bmc(source, &[]) else { return };
    assert_eq!(run["verdict"], "incomplete", "{run:#}");
    assert!(run["incomplete_because"].to_string().contains("more than 64 values"), "{run:#}");
}

#[test]
fn loops_that_make_objects_are_not_proved_by_induction() {
    let source = "#include <stdlib.h>\nint main(void) {\n  for (;;) {\n    char *p = malloc(1);\n    *p = 1;\n  }\n}\n";
    let Some(run) = bmc(source, &["--unwind", "2", "--k-induction"]) else { return };
    assert_eq!(run["verdict"], "bounded", "{run:#}");
    let step = run["bmc"]["steps"][1]["induction"].as_str().expect("a step");
    assert!(step.contains("makes or releases objects"), "{step}");
}

#[test]
fn reads_behind_a_shorter_argument_are_not_found() {
    let options = ["--sym-args", "2", "--no-replay"];
    let Some(summary) = explore_c("behind_argument.c", &options) else { return };
    assert_passed(&summary);
}

#[test]
fn sums_of_symbols_in_another_rounding_mode_are_not_supported() {
    let Some(summary) = explore_c("rounded_sum.c", &["--no-replay"]) else { return };
    assert_unsupported(&summary, "rounds other than to nearest");
}

#[test]
fn inline_assembly_is_not_supported() {
    let Some(summary) = explore_c("inline_assembly.c", &[]) else { return };
    assert_unsupported(&summary, "inline assembly");
}

#[test]
fn integers_over_128_bits_are_not_supported() {
    let summary = explore("wide_integers.ll", &["--no-replay"]);
    assert_unsupported(&summary, "more than 128 bits");
}

#[test]
fn overflows_inside_of_an_object_are_not_checked() {
    let Some(summary) = explore_c("inside_object.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn types_that_differ_in_the_source_only_are_not_checked() {
    let Some(summary) = explore_c("source_types.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn the_order_of_evaluation_is_the_compilers() {
    let Some(summary) = explore_c("order.c", &["--no-replay", "--cflags", "-w"]) else { return };
    assert_passed(&summary);
}

#[test]
fn objects_lie_where_they_lie_here() {
    let Some(summary) = explore_c("where_objects_lie.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn lives_of_compound_literals_are_not_checked() {
    let Some(summary) = explore_c("compound_literal.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn local_constants_can_be_changed() {
    let Some(summary) = explore_c("local_constant.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn casts_of_known_addresses_are_not_checked_for_alignment() {
    let Some(summary) = explore_c("cast_alignment.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn a_loop_that_counts_for_ever_is_cut() {
    let options = ["--no-replay", "--max-steps", "200000"];
    let Some(summary) = explore_c("counts_for_ever.c", &options) else { return };
    assert_eq!(summary["findings"], Value::Array(Vec::new()), "{summary:#}");
    assert_eq!(summary["paths"]["cut"], 1, "{summary:#}");
}

#[test]
fn volatile_objects_hold_what_was_written() {
    let Some(summary) = explore_c("volatile.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn surrogates_are_chars() {
    if tool("rustc").is_some() {
        assert_passed(&explore("surrogate.rs", &["--no-replay", "--ub"]));
    }
}

#[test]
fn invariants_of_the_library_are_not_checked() {
    if tool("rustc").is_some() {
        assert_passed(&explore("invalid_text.rs", &["--no-replay"]));
    }
}

#[test]
fn overflow_flags_of_llvm_are_checked_when_they_are_asked_for() {
    assert_passed(&explore("overflow_flags.ll", &["--no-replay"]));
    let summary = explore("overflow_flags.ll", &["--no-replay", "--ub"]);
    assert_eq!(summary["findings"][0]["kind"], "overflow", "{summary:#}");
}

#[test]
fn fast_math_flags_of_llvm_promise_nothing() {
    assert_passed(&explore("fast_math.ll", &["--no-replay", "--ub"]));
}

#[test]
fn conditions_of_unsafe_functions_are_not_all_checked() {
    if tool("rustc").is_some() {
        assert_passed(&explore(
            "../../../../tests/programs/ub/unchecked/other_allocator.rs",
            &["--sym-stdin", "1", "--no-replay", "--ub"],
        ));
    }
}

#[test]
fn results_that_nobody_uses_leave_nothing() {
    if tool("rustc").is_some() {
        assert_passed(&explore("unused_read.rs", &["--no-replay", "--ub"]));
    }
}

#[test]
fn pointers_have_no_provenance() {
    let Some(summary) = explore_c("provenance.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
}

#[test]
fn some_unbounded_integers_need_an_smt_solver() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/limitations/cubes.pli");
    let folder = TempDir::new();
    let output = Command::new(env!("CARGO_BIN_EXE_effigy"))
        .args(["verify", "--solver", "embedded"])
        .arg(program)
        .current_dir(folder.path())
        .output()
        .expect("effigy runs");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("`pip install z3-solver`"), "{shown}");
}

#[test]
fn functions_of_mathematics_need_concrete_numbers() {
    let Some(summary) = explore_c("mathematics.c", &["--no-replay"]) else { return };
    assert_unsupported(&summary, "sin");
}

#[test]
fn symbolic_sizes_are_split_by_value() {
    let Some(summary) = explore_c("allocation_sizes.c", &["--no-replay"]) else { return };
    assert_passed(&summary);
    assert_eq!(summary["paths"]["completed"], 4, "{summary:#}");
}

#[test]
fn a_value_with_too_many_possibilities_is_made_concrete() {
    let Some(summary) = explore_c("many_values.c", &["--no-replay", "--tests", "none"]) else {
        return;
    };
    assert_eq!(summary["verdict"], "incomplete", "{summary:#}");
    assert_eq!(summary["paths"]["completed"], 257, "{summary:#}");
    assert!(reasons(&summary)[0].contains("made concrete"), "{summary:#}");
}

#[test]
fn another_entry_than_main_is_not_replayed() {
    let options = ["--entry", "checked", "--tests", "findings"];
    let Some(summary) = explore_c("entry.c", &options) else { return };
    assert_eq!(summary["findings"][0]["kind"], "division-by-zero", "{summary:#}");
    assert_eq!(summary["findings"][0]["replay"], "not-run", "{summary:#}");
}

#[test]
fn errors_that_no_native_run_shows_stay_candidates() {
    let programs = [
        ("absolute_of_least", "4", "not-run"),
        ("failed_realloc", "1", "not-run"),
        ("scan_word_long", "4", "disagreed"),
        ("variadic_short", "1", "disagreed"),
    ];
    for (name, bytes, replay) in programs {
        let program = format!("../../../../tests/programs/ub/c/{name}.c");
        let options = ["--sym-stdin", bytes, "--malloc-may-fail", "--tests", "findings"];
        let options = if name == "failed_realloc" { &options[..] } else { &options[..2] };
        let Some(summary) = explore_c(&program, options) else { return };
        assert_eq!(summary["findings"][0]["replay"], replay, "{name}: {summary:#}");
    }
}

#[test]
fn coverage_counts_what_is_in_the_compiled_program() {
    let Some(summary) = explore_c("coverage.c", &["--no-replay"]) else { return };
    // The function that is never called has three lines of its own.
    assert!(summary["coverage"]["lines_total"].as_u64() < Some(3), "{summary:#}");
}

#[test]
fn coverage_of_procedures_counts_those_that_were_entered() {
    let of = |entry| {
        let summary =
            explore("procedures.pli", &["--entry", entry, "--ints", "fixed", "--no-replay"]);
        summary["coverage"]["lines_total"].as_u64()
    };
    assert!(of("FIRST") < of("BOTH"));
}

#[test]
fn every_entry_of_what_is_not_checked_is_in_the_table_of_checks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("../../docs/limitations.md")).unwrap();
    let section = page.split("## What is not checked").nth(1).unwrap_or_default();
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|l| l.strip_prefix("| ")?.split(" | ").next());
    let rows: Vec<&str> = rows.skip(1).collect();
    assert_eq!(rows, effigy_session::options::UNCHECKED);
}

#[test]
fn every_entry_names_its_test_and_every_test_has_its_entry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("../../docs/limitations.md")).unwrap();
    let mut named: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_suffix("` |")?.rsplit_once("| `"))
        .map(|(_, test)| test)
        .collect();
    let tests = std::fs::read_to_string(root.join("tests/cli/limitations.rs")).unwrap();
    let mut pinned: Vec<&str> = tests
        .split("#[test]\nfn ")
        .skip(1)
        .filter_map(|test| test.split('(').next())
        .filter(|name| !name.starts_with("every_entry"))
        .collect();
    named.sort_unstable();
    pinned.sort_unstable();
    assert_eq!(named, pinned);
}

/// What `feasible` says of a trace.
fn refused_trace(program: &str, text: &str, trace: &str) -> String {
    let folder = TempDir::new();
    folder.write(program, text);
    folder.write("trace", trace);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.args(["feasible", program, "--trace", "trace"]).current_dir(folder.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_switch_has_no_sides_for_a_trace() {
    if tool("clang").is_none() {
        return;
    }
    let text = "int main(int argc, char **argv) {\n  switch (argc) {\n  case 1: return 1;\n  default: return 0;\n  }\n}\n";
    let said = refused_trace("a.c", text, "a.c:2: true\n");
    assert!(said.contains("trace:1: nothing is decided at a.c:2"), "{said}");
}

#[test]
fn parts_of_witnesses_are_refused_by_name() {
    let witness = |action: &str, value: &str| {
        format!(
            "- entry_type: violation_sequence\n  metadata:\n    format_version: '2.0'\n    task:\n      language: C\n      \
             input_file_hashes: {{a.c: '0'}}\n  content:\n  - segment:\n    - waypoint:\n        type: assumption\n        \
             action: {action}\n        location: {{file_name: a.c, line: 1}}\n        constraint: {{value: '{value}'}}\n"
        )
    };
    let said = refused_trace("a.c", "int main(void) { return 0; }\n", &witness("cycle", "x == 1"));
    assert!(said.contains("trace:11: witnesses of runs without an end"), "{said}");
    let said =
        refused_trace("a.c", "int main(void) { return 0; }\n", &witness("follow", "x[1] == y"));
    assert!(said.contains("trace:13: `x[1] == y` is not understood"), "{said}");
}
