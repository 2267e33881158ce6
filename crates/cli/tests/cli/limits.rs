//! Limits hold on programs that take long or much: a part of what `cargo xtask limits` measures, with room for slow machines.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// How much later than its limit a run may end here; `cargo xtask limits` allows one second.
const ROOM: Duration = Duration::from_secs(20);

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/slow").join(name)
}

/// Explores a program under limits; what it reports, and how long it took.
fn explore(name: &str, options: &[&str]) -> (Value, Duration) {
    let folder = TempDir::new();
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).arg("explore").arg(program(name)).args(options);
    let started = Instant::now();
    let output = command.args(["--json", "--out", "run"]).output().expect("it starts");
    let took = started.elapsed();
    let json = serde_json::from_slice(&output.stdout);
    let json = json.unwrap_or_else(|e| {
        panic!("{name}: {e}: {}", String::from_utf8_lossy(&output.stderr));
    });
    (json, took)
}

fn assert_ends_in_time(name: &str, seconds: u64, options: &[&str]) {
    let limit = seconds.to_string();
    let (json, took) = explore(name, &[&["--max-time", &limit], options].concat());
    assert!(
        took < Duration::from_secs(seconds) + ROOM,
        "{name}: {took:?} with a limit of {limit} s"
    );
    assert_ne!(json["verdict"], "passed", "{name}: {json}");
    assert_eq!(json["exhaustive"], false, "{name}: {json}");
}

#[test]
fn a_query_ends_at_the_limit_of_the_run() {
    if tool("clang").is_some() {
        assert_ends_in_time("factors.c", 2, &[]);
        assert_ends_in_time("deep_term.c", 2, &[]);
    }
}

#[test]
fn enumerating_values_ends_at_the_limit() {
    if tool("clang").is_some() {
        // Where its paths are merged, sets of inputs say at once which values there are.
        let options = ["--threads", "1", "--merge", "never"];
        assert_ends_in_time("small_domain.c", 2, &options);
    }
}

#[test]
fn queries_about_integers_and_objects_end_at_the_limit() {
    if tool("z3").is_some() {
        assert_ends_in_time("factors.pli", 1, &[]);
        assert_ends_in_time(
            "ring.oo",
            2,
            &["--entry", "Ring.check", "--max-steps", "20", "--ints", "64"],
        );
    }
}

/// The verbs that prove have one deadline too, in a query as between queries.
#[test]
fn proofs_end_at_the_limit() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("traces.oo", "void f(int n) { while (n > 0) n--; }\n");
    let factors = program("factors.pli");
    let factors = factors.to_str().expect("it is UTF-8");
    let endless = ["--max-traces", "100000000", "--entry", "f"];
    for (verb, input, more) in
        [("verify", factors, &[][..]), ("wp", factors, &[]), ("wp", "traces.oo", &endless)]
    {
        let started = Instant::now();
        let mut command = Command::new(EFFIGY);
        command.current_dir(folder.path()).args([verb, input, "--max-time", "2", "--json"]);
        let output = command.args(more).output().expect("it starts");
        let took = started.elapsed();
        assert!(took < Duration::from_secs(2) + ROOM, "{verb} {input}: {took:?}");
        let json: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(json["verdict"], "incomplete", "{verb} {input}: {json}");
        assert_eq!(output.status.code(), Some(3), "{verb} {input}: {json}");
    }
}

#[test]
fn replays_have_their_share_of_the_limit() {
    if tool("clang").is_some() {
        let (_, took) = explore("sleepy.c", &["--max-time", "3", "--sym-args", "1"]);
        assert!(took < Duration::from_secs(3) + ROOM, "{took:?}");
    }
}

#[test]
fn a_compiler_ends_at_the_limit() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = folder.path().join("slow.rs");
    let text = "fn main() {}\n".to_owned() + &"const _: [u8; 1 << 20] = [1; 1 << 20];\n".repeat(10);
    std::fs::write(&program, text).expect("the folder is ours");
    let cache = folder.path().join("cache");
    let output = Command::new(EFFIGY)
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", cache)
        .args(["explore", "slow.rs", "--max-time", "1ms"])
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the limit --max-time passed while rustc"), "{said}");
    assert_eq!(output.status.code(), Some(2), "{said}");
}

/// Wherever it is stopped: what rustc writes in between is not left beside the user's files.
#[test]
fn a_compiler_that_is_stopped_leaves_nothing() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "fn main() { for i in std::env::args() { println!(\"{}\", i.len()) } }";
    std::fs::write(folder.path().join("slow.rs"), text).expect("the folder is ours");
    for limit in ["200ms", "400ms", "600ms", "800ms", "1200ms"] {
        let status = Command::new(EFFIGY)
            .current_dir(folder.path())
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .args(["explore", "slow.rs", "--out", "run", "--no-replay", "--max-time", limit])
            .stderr(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .status();
        status.expect("it starts");
        let entries = std::fs::read_dir(folder.path()).expect("the folder is ours");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let others: Vec<_> = names
            .filter(|name| !["slow.rs", "cache", "run", "effigy-last"].iter().any(|n| name == n))
            .collect();
        assert!(others.is_empty(), "{limit}: {others:?}");
    }
}

#[test]
fn memory_stays_near_its_limit() {
    if tool("clang").is_none() {
        return;
    }
    for name in ["many_objects.c", "large_objects.c", "large_input.c", "deep_term.c"] {
        let (json, _) = explore(name, &["--max-memory", "300M", "--max-time", "20"]);
        let peak = json["peak_mb"].as_f64().expect("a number");
        assert!(peak < 400.0, "{name}: {peak} MB");
        let text = json["incomplete_because"].to_string();
        assert!(text.contains("memory"), "{name}: {json}");
    }
}

#[test]
fn a_conversion_of_too_many_characters_is_not_supported() {
    if tool("clang").is_some() {
        let (json, _) = explore("wide_format.c", &["--max-time", "20"]);
        assert!(json.to_string().contains("a conversion of 2000000000 characters"), "{json}");
    }
}

#[test]
fn the_depth_of_recursion_depends_on_the_stack() {
    if tool("clang").is_none() {
        return;
    }
    let (json, _) = explore("deep_recursion.c", &[]);
    assert_eq!(json["verdict"], "passed", "{json}");
    let (json, _) = explore("deep_recursion.c", &["--stack", "1", "--no-replay"]);
    assert_eq!(json["findings"][0]["kind"], "stack-overflow", "{json}");
}

#[test]
fn models_that_move_megabytes_end_at_the_limit() {
    if tool("clang").is_some() {
        assert_ends_in_time("writes.c", 2, &["--sym-stdin", "1"]);
        assert_ends_in_time("compares.c", 2, &["--sym-stdin", "1"]);
    }
}
