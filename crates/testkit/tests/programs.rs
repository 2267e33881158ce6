//! Generated programs mean the same in both languages, natively.

use effigy_testkit::programs::{Generated, checksums};
use effigy_testkit::{TempDir, tool};
use std::path::Path;
use std::process::Command;

const FILES: u64 = 4;
const FUNCTIONS: usize = 20;

fn build(compiler: &Path, flags: &[&str], source: &Path) -> std::path::PathBuf {
    let program = Path::new(&format!("{}.out", source.display())).to_owned();
    let output = Command::new(compiler).args(flags).arg(source).arg("-o").arg(&program).output();
    let output = output.expect("the compiler runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

fn run(program: &Path) -> String {
    let output = Command::new(program).output().expect("the program runs");
    assert!(output.status.success(), "{}: {output:?}", program.display());
    String::from_utf8(output.stdout).expect("digits")
}

#[test]
fn both_languages_print_the_same_checksums_and_no_operation_is_undefined() {
    let (Some(rustc), Some(gcc)) = (tool("rustc"), tool("gcc")) else { return };
    let dir = TempDir::new();
    let mut all = Vec::new();
    for seed in 0..FILES {
        let program = Generated::new(seed, FUNCTIONS);
        let rust = dir.write(&format!("p{seed}.rs"), program.rust());
        let rust = run(&build(&rustc, &["--edition=2021", "-Cdebug-assertions=on"], &rust));
        let c = dir.write(&format!("p{seed}.c"), program.c());
        let flags = ["-O0", "-fwrapv", "-fsanitize=undefined", "-fno-sanitize-recover=all"];
        let c = run(&build(&gcc, &flags, &c));
        assert_eq!(rust, c, "seed {seed}");
        let sums = checksums(&rust);
        assert_eq!(sums.len(), FUNCTIONS);
        all.extend(sums);
    }
    let program = Generated::new(0, FUNCTIONS);
    run(&build(&gcc, &["-O0"], &dir.write("right.c", program.c_asserting(&all[..FUNCTIONS]))));
    let wrong: Vec<u64> = all[..FUNCTIONS].iter().map(|sum| sum ^ 1).collect();
    let wrong = build(&gcc, &["-O0"], &dir.write("wrong.c", program.c_asserting(&wrong)));
    assert!(!Command::new(wrong).output().expect("the program runs").status.success());
    all.sort_unstable();
    all.dedup();
    assert!(all.len() > 75, "only {} different checksums", all.len());
}

#[test]
fn a_seed_gives_one_program() {
    assert_eq!(Generated::new(7, 3).rust(), Generated::new(7, 3).rust());
    assert_ne!(Generated::new(7, 3).c(), Generated::new(8, 3).c());
}
