use std::path::Path;

use super::*;
use effigy_base::comparison::Sides;
use effigy_compile::cache::Cache;
use effigy_compile::languages::COMPILED;
use effigy_compile::{CompileOptions, Input, clang, compile};
use effigy_testkit::part;

/// A program with counters, and the folder of its source.
struct Built {
    program: CountedProgram,
    _folder: Scratch,
}

fn limits() -> Limits {
    Limits { time: Duration::from_millis(250), memory: 16 << 20 }
}

/// Builds a program; C needs clang.
fn built(name: &str, text: &str, way: Way) -> Option<Built> {
    built_for(name, text, way, &[])
}

/// The same of a program that has arguments beside its input.
fn built_for(name: &str, text: &str, way: Way, arguments: &[&str]) -> Option<Built> {
    if name.ends_with(".c") && clang().is_err() {
        assert!(std::env::var_os("CI").is_none(), "CI installs clang");
        return None;
    }
    let folder = Scratch::new().expect("a folder");
    let path = folder.write(name, text.as_bytes()).expect("a file");
    let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let options = ExploreOptions { cache: false, arguments, ..ExploreOptions::new(&path) };
    Some(Built { program: counted_so(&path, way, &options), _folder: folder })
}

/// Compiles a program and builds it again with counters.
fn counted(path: &Path, way: Way) -> CountedProgram {
    let options = ExploreOptions { cache: false, ..ExploreOptions::new(path) };
    counted_so(path, way, &options)
}

fn counted_so(path: &Path, way: Way, explore: &ExploreOptions) -> CountedProgram {
    // What runs programs is built once for all tests.
    let cache = Cache::of_user();
    let options = CompileOptions { cache, ..CompileOptions::default() };
    let compiled = compile(&Input::from_path(path, &COMPILED).expect("a program"), &options);
    let compiled = compiled.expect("it compiles");
    let program =
        CountedProgram::with_limits(&compiled, explore, (way, Instrument::Counters), limits());
    program.expect("it runs")
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
    let mut known = Vec::new();
    for _ in 0..2 {
        let heard = runs(&mut batches, &[b"bad", b"bxad"], Wish::default());
        assert_eq!(heard.len(), 2);
        for (_, run) in heard {
            assert_eq!(run.end, CountedEnd::Signal(SIGABRT));
            assert_eq!(run.failure.as_deref(), Some("signal 6 (abort)"));
            assert_eq!(run.text, "oh no\n");
            known.push(run.known);
        }
    }
    assert_eq!(known, [false, false, true, true]);
}

const SUMS: &str = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
  unsigned char b[8];
  size_t size = fread(b, 1, sizeof b, stdin);
  if (size < 6) return 1;
  unsigned sum = b[1] + b[2] * 256u;
  if (b[0] != 7) return 2;
  int result = (b[3] | b[4] << 8) == sum ? 0 : 3;
  return memcmp(b + 5, "abc", size - 5) == 0 ? result : 4;
}
"#;

/// What an input compares, by a program that tells it; nothing where there is no clang.
fn compared(name: &str, text: &str, input: &[u8]) -> Option<Vec<Comparison>> {
    if name.ends_with(".c") && clang().is_err() {
        return None;
    }
    let folder = Scratch::new().expect("a folder");
    let path = folder.write(name, text.as_bytes()).expect("a file");
    let explore = ExploreOptions { cache: false, ..ExploreOptions::new(&path) };
    let options = CompileOptions { cache: Cache::of_user(), ..CompileOptions::default() };
    let compiled = compile(&Input::from_path(&path, &COMPILED).expect("a program"), &options);
    let compiled = compiled.expect("it compiles");
    let program = CountedProgram::comparing(&compiled, &explore, Way::Stdin).expect("it runs");
    let wish = Wish { each: true, compared: true, ..Wish::default() };
    let mut heard = runs(&mut program.batches(), &[input, input], wish);
    let (_, second) = heard.pop().expect("two runs");
    let (_, first) = heard.pop().expect("two runs");
    assert_eq!(first.compared, second.compared, "places are the same in each run");
    Some(first.compared)
}

#[test]
fn a_c_program_tells_what_it_compares() {
    let input = b"\x07\x01\x02\x03\x04abx";
    let Some(compared) = compared("sums.c", SUMS, input) else { return };
    let has = |wanted: &Sides, constant| {
        compared.iter().any(|it| it.sides == *wanted && it.constant == constant)
    };
    let numbers = |a, b| [Sides::Numbers(4, a, b), Sides::Numbers(4, b, a)];
    assert!(numbers(0x0403, 0x0201).iter().any(|sides| has(sides, false)), "{compared:?}");
    assert!(compared.iter().any(|it| it.constant), "{compared:?}");
    let texts = Sides::Texts((*b"abx").into(), (*b"abc").into());
    assert!(has(&texts, false), "{compared:?}");
}

const TEXTS: &str = r#"
#include <stdio.h>
#include <string.h>
#include <strings.h>
int main(void) {
  char word[16] = {0};
  fread(word, 1, sizeof word - 1, stdin);
  return (strcmp(word, "mirror") == 0) + 2 * (strcasecmp("SIZE", word) == 0);
}
"#;

#[test]
fn texts_are_told_as_long_as_each_of_them_is() {
    let Some(compared) = compared("texts.c", TEXTS, b"size") else { return };
    let has = |a: &str, b: &str| {
        let sides = Sides::Texts(a.as_bytes().into(), b.as_bytes().into());
        compared.iter().any(|it| it.sides == sides)
    };
    assert!(has("size", "mirror") && has("SIZE", "size"), "{compared:?}");
}

const SWITCH: &str = r#"
#include <stdio.h>
int main(void) {
  int kinds[2] = {getchar(), getchar()};
  for (int i = 0; i < 2; i++)
    switch (kinds[i]) {
    case 3: puts("three"); break;
    case 17: puts("seventeen"); break;
    case 90: putchar('9'); break;
    case 200: return 2;
    case 201: return getchar();
    }
  return 0;
}
"#;

#[test]
fn a_switch_tells_which_case_it_takes() {
    let Some(compared) = compared("switch.c", SWITCH, b"\x11\x12") else { return };
    let cases = compared.iter().filter_map(|it| match it.sides {
        Sides::Case(number) => Some(number),
        _ => None,
    });
    assert_eq!(cases.collect::<Vec<_>>(), [Some(17), None], "{compared:?}");
}

#[test]
fn a_rust_program_tells_what_it_compares() {
    let text = r#"
use std::io::Read;
fn main() {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).expect("bytes");
    let sum = bytes.iter().skip(4).fold(1u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(*byte));
    let said = bytes.first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
    println!("{}", said == sum);
}
"#;
    let compared = compared("sums.rs", text, b"\x01\x02\x03\x04A").expect("rustc is there");
    let sum = 31 ^ 65;
    let is_sum = |it: &Comparison| match it.sides {
        Sides::Numbers(4, a, b) => [(a, b), (b, a)].contains(&(0x0403_0201, sum)),
        _ => false,
    };
    assert!(compared.iter().any(is_sum), "{compared:?}");
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

/// Writes into its arguments, which the next run does not see.
const ARGUMENTS: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc < 2) return getchar() == 'a' ? 60 : 99;
  int status = 10 * argc;
  for (int i = 1; i < argc; i++) {
    const char *equals = strchr(argv[i], '=');
    FILE *file = fopen(equals ? equals + 1 : argv[i], "rb");
    if (file) while (getc(file) != EOF) status++;
    if (file) fclose(file);
    if (strcmp(argv[i], "-v") == 0) status += 100;
    if (strcmp(argv[i], "seconds=7") == 0) status += 50;
  }
  if (argv[argc - 1][0] == 'a') status += 3;
  for (int i = 1; i < argc; i++) memset(argv[i], 'a', strlen(argv[i]));
  return status;
}
"#;

#[test]
fn inputs_come_beside_arguments_as_one_or_in_a_file_that_they_name() {
    let cases: [(Way, &[&str], i32); 8] = [
        (Way::Stdin, &[], 60),
        (Way::Argument, &[], 23),
        (Way::Stdin, &["@@"], 23),
        (Way::Stdin, &["-v"], 120),
        (Way::Stdin, &["--file=@@"], 23),
        (Way::Stdin, &["-v", "@@", "--fast"], 143),
        (Way::Stdin, &["--", "seconds=7", "@@", "@@"], 106),
        (Way::Argument, &["", "-v"], 143),
    ];
    for (way, arguments, status) in cases {
        let Some(built) = built_for("way.c", ARGUMENTS, way, arguments) else { return };
        for alone in [true, false] {
            let wish = Wish { each: true, alone, ..Wish::default() };
            let heard = runs(&mut built.program.batches(), &[b"abc", b"abc"], wish);
            let ends: Vec<CountedEnd> = heard.iter().map(|(_, run)| run.end).collect();
            assert_eq!(ends, [CountedEnd::Exit(status); 2], "{arguments:?}");
        }
    }
}

#[test]
fn a_run_that_writes_into_the_file_of_its_input_leaves_nothing_for_the_next_one() {
    let text = "#include <stdio.h>\nint main(int argc, char **argv) {\n\
                FILE *file = fopen(argv[1], \"r+\"); if (!file) return 90; int n = 0;\n\
                while (getc(file) != EOF) n++;\n\
                fseek(file, 0, SEEK_END); fputs(\"more and more\", file); fclose(file); return n; }\n";
    let Some(built) = built_for("writes.c", text, Way::Stdin, &["@@"]) else { return };
    let wish = Wish { each: true, ..Wish::default() };
    let heard = runs(&mut built.program.batches(), &[b"abcdef", b"ab", b"abc", b""], wish);
    let ends: Vec<CountedEnd> = heard.iter().map(|(_, run)| run.end).collect();
    assert_eq!(ends, [6, 2, 3, 0].map(CountedEnd::Exit));
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
    let of_c = "#include <effigy.h>\nint main(void) { char c; effigy_make_symbolic(&c, 1, \"c\"); return c; }\n";
    let of_rust = "fn main() { let byte: u8 = effigy::any(); assert!(byte != 7); }\n";
    for (name, text) in [("own.c", of_c), ("own.rs", of_rust)] {
        if name == "own.c" && clang().is_err() {
            continue;
        }
        let folder = Scratch::new().expect("a folder");
        let path = folder.write(name, text.as_bytes()).expect("a file");
        let cache = Cache::new(folder.file("cache"));
        let options = CompileOptions { cache, ..CompileOptions::default() };
        let compiled = compile(&Input::from_path(&path, &COMPILED).expect("a program"), &options);
        let options = ExploreOptions::new(&path);
        let program = CountedProgram::new(&compiled.expect("it compiles"), &options, Way::Stdin);
        let refused = program.expect_err("there is nothing to give").to_string();
        assert_eq!(refused, "there are no native runs: the program makes its own inputs", "{name}");
    }
}

const BEHAVES: &str = include_str!("behaves.c");

/// The letters that name the ways to behave badly.
fn ways() -> Vec<u8> {
    let letters =
        BEHAVES.lines().filter_map(|l| l.trim_start().strip_prefix("case '")?.bytes().next());
    letters.collect()
}

/// All that is the same when an input is run again.
fn same(run: &CountedRun) -> (CountedEnd, u64, u32) {
    (run.end, run.trace, run.edges)
}

#[test]
fn what_behaves_badly_costs_its_own_run_only() {
    let Some(built) = built("behaves.c", BEHAVES, Way::Stdin) else { return };
    let mut batches = built.program.batches();
    let each = Wish { each: true, unseen: true, ..Wish::default() };
    let well = runs(&mut batches, &[b"0"], each);
    let well = same(&well.first().expect("each is told").1);
    assert_eq!(well.0, CountedEnd::Exit(61));
    let hangs = b"hspeS";
    for way in ways() {
        let inputs: [&[u8]; 5] = [b"0", &[way], b"0", &[way], b"0"];
        let heard = runs(&mut batches, &inputs, each);
        let name = char::from(way);
        for (index, run) in &heard {
            if index % 2 == 0 {
                assert_eq!(same(run), well, "run {index} with {name}");
            } else if hangs.contains(&way) {
                assert_eq!(run.end, CountedEnd::TimedOut, "{name}");
            }
        }
        if !hangs.contains(&way) {
            let alone = runs(&mut batches, &[&[way]], Wish { alone: true, ..each });
            let alone = alone.first().map(|(_, run)| run.end);
            let ends: Vec<CountedEnd> = [1, 3].map(|i: usize| heard[i].1.end).to_vec();
            assert_eq!(ends, [alone, alone].map(|end| end.expect("each is told")), "{name}");
        }
    }
    let ends: Vec<CountedEnd> = runs(&mut batches, &[b"a", b"n", b"o", b"k", b"K", b"f"], each)
        .iter()
        .map(|(_, run)| run.end)
        .collect();
    use CountedEnd::{Exit, Memory, Signal};
    let expected = [Signal(6), Signal(11), Signal(11), Memory, Exit(21), Exit(3)];
    assert_eq!(ends, expected);
}

#[test]
fn nothing_that_a_run_leaves_is_there_in_the_next_one() {
    let Some(built) = built("state.c", include_str!("state.c"), Way::Stdin) else { return };
    let mut batches = built.program.batches();
    let texts: Vec<Vec<u8>> = (0..400).map(|i| b"some text ".repeat(i % 20)).collect();
    let mut ends = Vec::new();
    let wish = Wish { each: true, ..Wish::default() };
    let counts = batches.run(&texts, wish, &CancelToken::new(), &mut |_, run| ends.push(run.end));
    let counts = counts.expect("they run");
    assert_eq!((counts.runs, counts.alone, counts.lost), (400, 0, 0));
    assert!(ends.iter().all(|end| *end == CountedEnd::Exit(0)), "{ends:?}");
}

/// Runs are fast when the input stays in memory; whoever asks for it otherwise than most runs of a program sees no difference.
#[test]
fn an_input_in_memory_is_the_one_that_a_file_would_give() {
    const WAYS: &[u8] = b"rsSxnlpvimModcCfFuLqPgwz?";
    let by_stream = concat!("#define BY_STREAM\n", include_str!("asks.c"));
    for text in [include_str!("asks.c"), by_stream] {
        let Some(built) = built("asks.c", text, Way::Stdin) else { return };
        let mut batches = built.program.batches();
        let wish = Wish { each: true, unseen: true, ..Wish::default() };
        let plain: Vec<Vec<u8>> = (1..40).map(|i| b"r12 plain\n".repeat(i % 7)).collect();
        let plain: Vec<&[u8]> = plain.iter().map(Vec::as_slice).collect();
        runs(&mut batches, &plain, wish);
        // More than a buffer of libc has room for.
        let long: Vec<u8> = (0..7000u32).map(|i| b'a' + (i % 23) as u8).collect();
        let parts = b" 7\xff\0 long enough for two parts";
        for way in WAYS {
            for rest in [&b""[..], b"4", b"12 and\nmore", parts, &long] {
                let input = [&[*way], rest].concat();
                let three = [&input[..], b"r in between", &input];
                let together = runs(&mut batches, &three, wish);
                let alone = runs(&mut batches, &[&input], Wish { alone: true, ..wish });
                let same = |run: &CountedRun| (run.end, run.trace, run.edges);
                for run in [0, 2] {
                    let input = String::from_utf8_lossy(&input);
                    assert_eq!(same(&together[run].1), same(&alone[0].1), "{input:?}");
                }
            }
        }
        let many: Vec<&[u8]> = vec![b"r plain"; 500];
        let counts = batches.run(
            &many.iter().map(|it| it.to_vec()).collect::<Vec<_>>(),
            wish,
            &CancelToken::new(),
            &mut |_, _| {},
        );
        let counts = counts.expect("they run");
        assert_eq!((counts.runs, counts.alone), (500, 0));
    }
}

/// Random inputs, of bytes that programs look for.
fn inputs_by_chance(count: usize, seeds: &[&[u8]]) -> Vec<Vec<u8>> {
    const BYTES: &[u8] = b"0123456789 abcdxyz\n\n,;:+-*/()[]{}\"\\\xff\x00PUSHADD";
    let mut state = 0x853c_49e6_748f_ea9b_u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut inputs: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.to_vec()).collect();
    while inputs.len() < count {
        let mut input = match seeds.len() {
            0 => Vec::new(),
            n => seeds[next(n)].to_vec(),
        };
        for _ in 0..1 + next(12) {
            let (at, byte) = (next(input.len() + 1), BYTES[next(BYTES.len())]);
            match input.get_mut(at) {
                Some(place) if next(2) == 0 => *place = byte,
                _ => input.insert(at, byte),
            }
        }
        inputs.push(input);
    }
    inputs
}

/// Runs inputs in batches and in processes of their own, and compares.
fn assert_batches_are_right(program: &CountedProgram, inputs: &[Vec<u8>], name: &str) {
    let mut batches = program.batches();
    let mut run = |alone: bool| {
        let wish = Wish { each: true, unseen: true, alone, ..Wish::default() };
        let mut all = Vec::new();
        let heard = &mut |_, run: CountedRun| all.push(run);
        let counts = batches.run(inputs, wish, &CancelToken::new(), heard).expect("they run");
        assert_eq!(counts.lost, 0, "{name}");
        (all, counts.alone)
    };
    let (alone, _) = run(true);
    let (batched, of_their_own) = run(false);
    for ((input, alone), batched) in inputs.iter().zip(&alone).zip(&batched) {
        let input = input.escape_ascii().to_string();
        assert_eq!(same(alone), same(batched), "{name} with {input:?}");
        assert_eq!(alone.is_bad(), batched.is_bad(), "{name} with {input:?}");
        if !batched.known {
            assert_eq!(alone.failure, batched.failure, "{name} with {input:?}");
        }
    }
    let bad = alone.iter().filter(|run| run.is_bad()).count() as u64;
    let count = inputs.len();
    assert!(of_their_own <= bad, "{name}: {of_their_own} of {count} were no runs for batches");
}

#[test]
fn batches_come_to_the_ends_and_traces_of_processes_of_their_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, seed) in [
        ("tests/programs/c/lines_and_numbers.c", &b"12\n"[..]),
        ("tests/programs/c/getchar_parser.c", b"(1)"),
        ("tests/programs/c/growing_vector.c", b"abc"),
        ("tests/programs/fuzz/magic_length.c", b""),
        ("bench/fuzz/json.c", b"{\"a\": [1, 2]}"),
        ("bench/fuzz/regex.c", b"a*b\nab"),
        ("tests/programs/rust/peekable_lexer.rs", b"1+2"),
        ("bench/fuzz/csv.rs", b"a,\"b\"\n"),
    ] {
        let path = root.join(file);
        if file.ends_with(".c") && clang().is_err() {
            continue;
        }
        let program = counted(&path, Way::Stdin);
        assert_batches_are_right(&program, &inputs_by_chance(part(60, 2) as usize, &[seed]), file);
    }
}

#[test]
fn all_ways_to_read_are_put_back() {
    let ways = [
        (
            "read",
            "char b[9]; int n, all = 0; while ((n = read(0, b, 9)) > 0) all += n * b[0]; return all & 63;",
        ),
        (
            "fread",
            "char b[9]; int n, all = 0; while ((n = fread(b, 1, 9, stdin)) > 0) all += n; return all;",
        ),
        (
            "getchar",
            "int c, n = 0; while ((c = getchar()) != EOF && c != 'x') n++; printf(\"%d\", n); return n;",
        ),
        ("scanf", "int a = 0, b = 0; int n = scanf(\"%d,%d\", &a, &b); return (a + b + n) & 63;"),
        (
            "getline",
            "char *l = 0; size_t n = 0; int k = 0; while (getline(&l, &n, stdin) > 0) k++; free(l); return k;",
        ),
        ("seek", "fseek(stdin, 2, SEEK_SET); int c = getchar(); return c == EOF ? 3 : c & 63;"),
    ];
    for (name, body) in ways {
        let head =
            "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>";
        let text = format!("{head}\nint main(void) {{ {body} }}\n");
        for file in [false, true] {
            let text = match file {
                true => text.replace("(void) {", "(int n_, char **v) { dup2(open(v[1], 0), 0);"),
                false => text.clone(),
            };
            let text =
                text.replace("#include <unistd.h>", "#include <fcntl.h>\n#include <unistd.h>");
            let arguments: &[&str] = if file { &["@@"] } else { &[] };
            let Some(built) = built_for("reads.c", &text, Way::Stdin, arguments) else { return };
            let seeds: [&[u8]; 3] = [b"", b"12,3", b"abcdefghijkl\nxyz\n"];
            let inputs = inputs_by_chance(60, &seeds);
            let mut batches = built.program.batches();
            let mut traces = Vec::new();
            for alone in [true, false] {
                let wish = Wish { each: true, unseen: true, alone, ..Wish::default() };
                let mut all = Vec::new();
                let heard = &mut |_, run: CountedRun| all.push(same(&run));
                batches.run(&inputs, wish, &CancelToken::new(), heard).expect("they run");
                traces.push(all);
            }
            assert_eq!(traces[0], traces[1], "{name}");
        }
    }
}

#[test]
fn a_rust_program_reads_its_input_by_lines_and_whole() {
    const LINES: &str = r#"
use std::io::{BufRead, Read};
fn main() {
    let mut input = std::io::stdin().lock();
    let mut first = String::new();
    let read = input.read_line(&mut first);
    let lines = input.by_ref().lines().take(2).filter_map(Result::ok).collect::<Vec<_>>();
    let mut rest = Vec::new();
    input.read_to_end(&mut rest).expect("bytes");
    for line in &lines { println!("{line}"); }
    eprintln!("{}", rest.len());
    let length = first.len() + lines.len() + rest.len();
    if rest.ends_with(b"xx") { panic!("{length}"); }
    std::process::exit(if read.is_err() { 77 } else { length as i32 & 63 });
}
"#;
    let built = built("lines.rs", LINES, Way::Stdin).expect("rustc is there");
    let inputs = inputs_by_chance(150, &[b"", b"a\nb\nc\nd", b"1\n\n2\nxx"]);
    assert_batches_are_right(&built.program, &inputs, "lines.rs");
}

#[test]
fn tables_of_hashes_are_the_same_in_each_run() {
    const ORDER: &str = r#"
use std::collections::HashMap;
fn main() {
    let words: HashMap<usize, usize> = (0..5).map(|n| (n, n)).collect();
    let order = words.keys().fold(0, |order, key| order * 5 + key);
    std::process::exit(order as i32 % 251);
}
"#;
    let built = built("order.rs", ORDER, Way::Stdin).expect("rustc is there");
    let mut batches = built.program.batches();
    let inputs = vec![Vec::new(); 30];
    let mut ends = Vec::new();
    for alone in [true, false] {
        let wish = Wish { each: true, unseen: true, alone, ..Wish::default() };
        let heard = &mut |_, run: CountedRun| ends.push(same(&run));
        batches.run(&inputs, wish, &CancelToken::new(), heard).expect("they run");
    }
    assert_eq!(ends.len(), 60);
    assert!(ends.windows(2).all(|two| two[0] == two[1]), "{ends:?}");
}

#[test]
fn a_package_is_counted_with_its_dependencies_but_not_what_builds_it() {
    let folder = Scratch::new().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.file(name);
        let parent = path.parent().expect("it has one").to_owned();
        std::fs::create_dir_all(parent).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let manifest = "[package]\nname = \"pack\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    write("Cargo.toml", &format!("{manifest}[dependencies]\npart = {{ path = \"part\" }}\n"));
    write("build.rs", "fn main() { println!(\"cargo:rustc-env=WORD={}\", \"ab\".repeat(2)); }\n");
    let main = "fn main() { let mut text = String::new(); std::io::stdin().read_line(&mut text).unwrap();\n\
                std::process::exit(part::kind(&text, env!(\"WORD\"))); }\n";
    write("src/main.rs", main);
    write("part/Cargo.toml", &manifest.replace("\"pack\"", "\"part\""));
    let part = "pub fn kind(text: &str, word: &str) -> i32 { if text.len() < 4 { 1 } else if text == word { 2 } else { std::hint::black_box(text); 3 } }\n";
    write("part/src/lib.rs", part);
    let program = counted(folder.path(), Way::Stdin);
    let heard = runs(&mut program.batches(), &[b"a", b"b", b"abab", b"abac"], Wish::default());
    let ends: Vec<(usize, CountedEnd)> = heard.iter().map(|(i, run)| (*i, run.end)).collect();
    let exit = CountedEnd::Exit;
    assert_eq!(ends, [(0, exit(1)), (2, exit(2)), (3, exit(3))], "the other one shows nothing new");
}

#[test]
fn a_module_is_counted() {
    let Ok(clang) = clang() else { return };
    let folder = Scratch::new().expect("a folder");
    let source = folder.write("letters.c", LETTERS.as_bytes()).expect("a file");
    let module = folder.file("letters.ll");
    let mut command = std::process::Command::new(clang);
    command.args(["-S", "-emit-llvm", "-O0", "-o"]).arg(&module).arg(&source);
    assert!(command.status().expect("clang runs").success());
    let program = counted(&module, Way::Stdin);
    assert_batches_are_right(&program, &inputs_by_chance(60, &[b"ba", b"bad"]), "letters.ll");
    assert!(program.counters() >= 5);
}

#[test]
fn long_inputs_and_many_of_them_come_through() {
    let Some(built) = built("letters.c", LETTERS, Way::Stdin) else { return };
    let mut batches = built.program.batches();
    let mut inputs = vec![b"x".repeat(300_000), b"b".repeat(100_000), Vec::new()];
    inputs.extend((0..9000).map(|i| if i % 3 == 0 { b"ba".to_vec() } else { b"b".to_vec() }));
    inputs.push(vec![b'x'; 17 << 20]);
    inputs.push(b"ba".to_vec());
    let mut statuses = Vec::new();
    let wish = Wish { each: true, ..Wish::default() };
    let heard = &mut |index, run: CountedRun| statuses.push((index, run.end));
    let counts = batches.run(&inputs, wish, &CancelToken::new(), heard).expect("they run");
    assert_eq!((counts.runs, counts.lost), (inputs.len() as u64 - 1, 1));
    assert_eq!(statuses.len(), inputs.len() - 1);
    for (index, end) in statuses {
        let status = match inputs[index].as_slice() {
            b"ba" => 2,
            [b'b', ..] => 1,
            _ => 0,
        };
        assert_eq!(end, CountedEnd::Exit(status), "input {index}");
    }
}

#[test]
fn a_run_that_is_stopped_says_so_and_the_next_one_has_a_new_server() {
    let Some(built) = built("behaves.c", BEHAVES, Way::Stdin) else { return };
    let mut batches = built.program.batches();
    let stopped = CancelToken::new();
    stopped.cancel();
    let failure = batches.run(&[b"h".to_vec()], Wish::default(), &stopped, &mut |_, _| {});
    assert_eq!(failure, Err(Failure::Stopped));
    assert_eq!(runs(&mut batches, &[b"0"], Wish::default()).len(), 1);
}

#[test]
fn threads_share_what_was_covered() {
    let Some(built) = built("letters.c", LETTERS, Way::Stdin) else { return };
    let inputs = inputs_by_chance(2000, &[b"", b"ba", b"xxbxa"]);
    let told = std::thread::scope(|scope| {
        let run = || {
            let (mut batches, mut new) = (built.program.batches(), 0);
            let heard = &mut |_, run: CountedRun| new += run.new_classes;
            batches.run(&inputs, Wish::default(), &CancelToken::new(), heard).expect("they run");
            new
        };
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).sum::<u32>()
    });
    let others = self::built("letters.c", LETTERS, Way::Stdin).expect("clang is there");
    let mut new = 0;
    let mut batches = others.program.batches();
    let heard = &mut |_, run: CountedRun| new += run.new_classes;
    batches.run(&inputs, Wish::default(), &CancelToken::new(), heard).expect("they run");
    assert!(new > 0);
    assert_eq!(told, new, "each class is new to one thread only");
}

#[test]
fn a_harness_of_libfuzzer_is_counted() {
    let text = "#include <stdlib.h>\n#include <string.h>\n\
                int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {\n\
                if (size > 3 && memcmp(data, \"FUZZ\", 4) == 0) abort();\n\
                int odd = 0; for (size_t i = 0; i < size; i++) odd ^= data[i] & 1; return 0 * odd; }\n";
    let Some(built) = built("harness.c", text, Way::Stdin) else { return };
    let inputs = inputs_by_chance(60, &[b"FUZZ", b"FUZ", b""]);
    assert_batches_are_right(&built.program, &inputs, "harness.c");
    let heard = runs(&mut built.program.batches(), &[b"FUZZy"], Wish::default());
    assert_eq!(heard.first().map(|(_, run)| run.end), Some(CountedEnd::Signal(SIGABRT)));
}

#[test]
fn a_harness_that_only_reads_is_not_left_out() {
    let text = "#include <stddef.h>\n\
                int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {\n\
                if (size > 2 && data[0] == 'k') { int sum = 0;\n\
                for (size_t i = 0; i < size; i++) sum += data[i] == 'x' ? 7 : 3;\n\
                return sum > 9 ? data[size + (1ul << 40)] : 0; }\n  return 0; }\n";
    let Some(built) = built("harness.c", text, Way::Stdin) else { return };
    let inputs: [&[u8]; 3] = [b"", b"k..", b"kxx"];
    let heard = runs(&mut built.program.batches(), &inputs, Wish::default());
    assert_eq!(heard.len(), 3, "{heard:?}");
    assert_eq!(heard.last().map(|(_, run)| run.end), Some(CountedEnd::Signal(11)), "{heard:?}");
}

#[test]
fn batches_are_made_without_a_sandbox_too() {
    if clang().is_err() {
        return;
    }
    let folder = Scratch::new().expect("a folder");
    let path = folder.write("state.c", include_bytes!("state.c")).expect("a file");
    let options =
        ExploreOptions { cache: false, replay_sandbox: false, ..ExploreOptions::new(&path) };
    let program = counted_so(&path, Way::Stdin, &options);
    assert_batches_are_right(&program, &inputs_by_chance(100, &[b"text"]), "state.c");
}
