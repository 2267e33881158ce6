use super::*;
use crate::cache::Cache;
use crate::compile::{CompileOptions, Input, clang, compile};

/// A program with counters, and the folder of its source.
struct Built {
    program: CountedProgram,
    _folder: Scratch,
}

fn limits() -> Limits {
    Limits { time: Duration::from_millis(400), memory: 256 << 20 }
}

/// Builds a program; C needs clang.
fn built(name: &str, text: &str, way: Way) -> Option<Built> {
    if name.ends_with(".c") && clang().is_err() {
        assert!(std::env::var_os("CI").is_none(), "CI installs clang");
        return None;
    }
    let folder = Scratch::new().expect("a folder");
    let path = folder.write(name, text.as_bytes()).expect("a file");
    let cache = Cache::new(folder.file("cache"));
    let options = CompileOptions { cache, ..CompileOptions::default() };
    let compiled = compile(&Input::from_path(&path).expect("a program"), &options);
    let options = ExploreOptions { cache: false, ..ExploreOptions::new(&path) };
    let compiled = compiled.expect("it compiles");
    let program = CountedProgram::with_limits(&compiled, &options, way, limits());
    Some(Built { program: program.expect("it runs"), _folder: folder })
}

/// Runs all inputs and keeps what is told.
fn runs(batches: &mut Batches<'_>, inputs: &[&[u8]], wish: Wish) -> Vec<(usize, CountedRun)> {
    let inputs: Vec<Vec<u8>> = inputs.iter().map(|input| input.to_vec()).collect();
    let mut heard = Vec::new();
    let counts = batches
        .run(&inputs, wish, &CancelToken::new(), &mut |index, run| heard.push((index, run)))
        .expect("they run");
    assert_eq!(counts.runs, inputs.len() as u64);
    assert_eq!(counts.lost, 0);
    heard
}

const LETTERS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int c, deep = 0;
  while ((c = getchar()) != EOF) {
    if (c == 'b' && deep == 0) deep = 1;
    else if (c == 'a' && deep == 1) deep = 2;
    else if (c == 'd' && deep == 2) { fputs("oh no\n", stderr); abort(); }
  }
  return deep;
}
"#;

#[test]
fn a_c_program_tells_of_inputs_with_new_edges_once() {
    let Some(built) = built("letters.c", LETTERS, Way::Stdin) else { return };
    let mut batches = built.program.batches();
    let inputs: [&[u8]; 5] = [b"", b"x", b"b", b"xb", b"ba"];
    let heard = runs(&mut batches, &inputs, Wish::default());
    let places: Vec<usize> = heard.iter().map(|(index, _)| *index).collect();
    assert_eq!(places, [0, 1, 2, 3, 4], "more letters are another class");
    for (index, run) in &heard {
        let status = [0, 0, 1, 1, 2].get(*index).copied().expect("five inputs");
        assert_eq!(run.end, CountedEnd::Exit(status));
        assert!(!run.is_bad());
        assert!(run.new_classes >= run.new_edges);
        let covered = run.covered.as_ref().expect("there is something new");
        assert_eq!(covered.len(), run.edges as usize);
    }
    assert!(built.program.counters() >= 5);
    assert!(runs(&mut batches, &inputs, Wish::default()).is_empty());
    let mut others = built.program.batches();
    assert!(runs(&mut others, &inputs, Wish::default()).is_empty(), "servers share the map");
}

#[test]
fn a_crash_is_told_with_what_was_printed_every_time() {
    let Some(built) = built("letters.c", LETTERS, Way::Stdin) else { return };
    let mut batches = built.program.batches();
    for _ in 0..2 {
        let heard = runs(&mut batches, &[b"bad", b"bxad"], Wish::default());
        assert_eq!(heard.len(), 2);
        for (_, run) in heard {
            assert_eq!(run.end, CountedEnd::Signal(SIGABRT));
            assert_eq!(run.failure.as_deref(), Some("signal 6 (abort)"));
            assert_eq!(run.text, "oh no\n");
        }
    }
}

const WORDS: &str = r#"
use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    if text.starts_with("exit") { std::process::exit(101); }
    let sum: u8 = text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').sum();
    assert_ne!(sum, 30, "thirty");
    println!("{sum}");
}
"#;

#[test]
fn a_panic_of_a_rust_program_is_no_exit() {
    let built = built("words.rs", WORDS, Way::Stdin).expect("rustc is there");
    let mut batches = built.program.batches();
    let heard =
        runs(&mut batches, &[b"12", b"exit", b"99912"], Wish { each: true, ..Wish::default() });
    let ends: Vec<CountedEnd> = heard.iter().map(|(_, run)| run.end).collect();
    let signal = CountedEnd::Signal(SIGABRT);
    assert_eq!(ends, [CountedEnd::Exit(0), CountedEnd::Exit(101), signal]);
    let bad: Vec<bool> = heard.iter().map(|(_, run)| run.is_bad()).collect();
    assert_eq!(bad, [false, false, true]);
    let failure = heard[2].1.failure.as_deref().expect("it panics");
    assert!(failure.starts_with("panic at "), "{failure}");
    assert!(failure.contains("words.rs:8"), "{failure}");
}

#[test]
fn inputs_come_as_an_argument_or_as_a_file() {
    const TEXT: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 2) return 99;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 10 + (int)strlen(argv[1]);
  int n = 0;
  while (getc(file) != EOF) n++;
  return 50 + n + (getchar() == EOF ? 0 : 40);
}
"#;
    for (way, status) in [(Way::Argument, 13), (Way::File, 53)] {
        let Some(built) = built("way.c", TEXT, way) else { return };
        let heard = runs(&mut built.program.batches(), &[b"abc"], Wish::default());
        assert_eq!(heard.first().expect("something new").1.end, CountedEnd::Exit(status));
    }
}

#[test]
fn a_look_remembers_nothing() {
    let Some(built) = built("letters.c", LETTERS, Way::Stdin) else { return };
    let mut batches = built.program.batches();
    let cancel = CancelToken::new();
    let look = batches.look(b"bx".to_vec(), &cancel).expect("it runs");
    let again = batches.look(b"bx".to_vec(), &cancel).expect("it runs");
    assert_eq!(look, again);
    assert!(look.new_edges > 0);
    let other = batches.look(b"xx".to_vec(), &cancel).expect("it runs");
    assert_ne!(look.trace, other.trace);
    assert_eq!(runs(&mut batches, &[b"bx"], Wish::default()).len(), 1);
}

#[test]
fn a_program_that_makes_its_own_inputs_is_refused() {
    let text = "#include <effigy.h>\nint main(void) { char c; effigy_make_symbolic(&c, 1, \"c\"); return c; }\n";
    if clang().is_err() {
        return;
    }
    let folder = Scratch::new().expect("a folder");
    let path = folder.write("own.c", text.as_bytes()).expect("a file");
    let cache = Cache::new(folder.file("cache"));
    let options = CompileOptions { cache, ..CompileOptions::default() };
    let compiled = compile(&Input::from_path(&path).expect("a program"), &options);
    let options = ExploreOptions::new(&path);
    let program = CountedProgram::new(&compiled.expect("it compiles"), &options, Way::Stdin);
    let refused = program.expect_err("there is nothing to give").to_string();
    assert_eq!(refused, "there are no native runs: the program makes its own inputs");
}
