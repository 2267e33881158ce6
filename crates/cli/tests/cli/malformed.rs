//! Malformed PL/I files through the binary: each is refused with a place, status 2 and no panic, and soon.

use effigy_testkit::TempDir;
use effigy_testkit::pli::malformed::{MALFORMED, NOT_TEXT, around, long_lines, nested};
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How long one file may take before it counts as one that never ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a program is read.
#[derive(Clone, Copy, Debug)]
enum Verb {
    Explore,
    Verify,
    Debug,
}

impl Verb {
    const ALL: [Verb; 3] = [Verb::Explore, Verb::Verify, Verb::Debug];

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Verb::Explore => &["explore", "bad.pli"],
            Verb::Verify => &["verify", "bad.pli"],
            Verb::Debug => &["debug", "bad.pli", "--script", "script"],
        }
    }
}

fn wait(child: &mut Child) -> Option<ExitStatus> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

/// What is wrong with the way in which a file is refused; `line` is where it has an error.
fn complaint(folder: &TempDir, verb: Verb, text: &[u8], line: Option<u32>) -> Option<String> {
    folder.write("bad.pli", text);
    let file = |name: &str| File::create(folder.path().join(name)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(verb.arguments());
    command.stdout(file("stdout")).stderr(file("stderr"));
    let status = wait(&mut command.spawn().unwrap());
    let printed = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let message = String::from_utf8_lossy(&printed("stderr")).into_owned();
    let place = match line {
        Some(line) => format!("bad.pli:{line}:"),
        None => "bad.pli:".to_owned(),
    };
    let wrong = match status {
        None => "it does not end".to_owned(),
        Some(status) if status.code() != Some(2) => format!("it ends with {status}"),
        Some(_) if message.contains("panicked") || message.contains("internal error") => {
            "it is a defect".to_owned()
        }
        Some(_) if !message.contains(&place) => format!("{place} is not named"),
        Some(_) if message.chars().any(|c| c.is_control() && c != '\n') => {
            "it controls the terminal".to_owned()
        }
        Some(_) if !printed("stdout").is_empty() => "it prints a result".to_owned(),
        Some(_) if folder.path().join("effigy-out-0").exists() => "it leaves a folder".to_owned(),
        Some(_) => return None,
    };
    let cut = |text: &str| text.chars().take(300).collect::<String>();
    let text = String::from_utf8_lossy(text).into_owned();
    Some(format!("{verb:?}: {wrong}\n{}\n{}\n", cut(&text), cut(&message)))
}

/// Checks files, each with the line of an error, on two threads.
fn check<T: AsRef<[u8]> + Sync>(verbs: &[Verb], files: &[(T, Option<u32>)]) {
    let of_half = |files: &[(T, Option<u32>)]| -> Vec<String> {
        let folder = TempDir::new();
        folder.write("script", "list\n");
        let each = files.iter().flat_map(|file| verbs.iter().map(move |verb| (file, *verb)));
        each.filter_map(|((text, line), verb)| complaint(&folder, verb, text.as_ref(), *line))
            .collect()
    };
    let (one, other) = files.split_at(files.len() / 2);
    let complaints = std::thread::scope(|scope| {
        let one = scope.spawn(|| of_half(one));
        let other = of_half(other);
        [one.join().expect("the checks do not panic"), other].concat()
    });
    assert!(complaints.is_empty(), "{} files:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn a_hundred_malformed_files_are_refused_where_they_break() {
    assert!(MALFORMED.len() >= 100);
    let files: Vec<(&str, Option<u32>)> =
        MALFORMED.iter().map(|(text, line, _)| (*text, Some(*line))).collect();
    check(&[Verb::Explore], &files);
    let few: Vec<_> = files.into_iter().step_by(10).collect();
    check(&[Verb::Verify, Verb::Debug], &few);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut rng = effigy_testkit::Rng::new(1976);
    let garbage: Vec<u8> = (0..4096).map(|_| rng.next_u64() as u8).collect();
    let mut files: Vec<(Vec<u8>, Option<u32>)> =
        NOT_TEXT.iter().map(|(bytes, line)| (bytes.to_vec(), Some(*line))).collect();
    files.extend([
        (garbage, Some(1)),
        (vec![0; 4096], Some(1)),
        (vec![0xff; 100_000], Some(1)),
        (b"P: PROC;\nX = 1 \x1b[2J;\nEND;\n".to_vec(), Some(2)),
        (b"P: PROC; /* \x1b[2J */ X = ;\nEND;\n".to_vec(), Some(1)),
        ("P: PROC; END;".encode_utf16().flat_map(u16::to_le_bytes).collect(), Some(1)),
        (Vec::new(), Some(1)),
        (b"\r\n\r\n".to_vec(), Some(3)),
    ]);
    check(&Verb::ALL, &files);
}

#[test]
fn truncated_figures_are_refused() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pli");
    let mut files = Vec::new();
    for name in ["sum.pli", "power.pli", "twoloops.pli", "search.pli"] {
        let text = std::fs::read(examples.join(name)).unwrap();
        let end = text.trim_ascii_end().len();
        files.extend((0..end).step_by(11).map(|at| (text[..at].to_vec(), None)));
    }
    assert!(files.len() > 100, "{} files", files.len());
    check(&[Verb::Explore], &files);
}

#[test]
fn endless_nesting_is_refused() {
    let files: Vec<(String, Option<u32>)> = nested().into_iter().map(|text| (text, None)).collect();
    check(&[Verb::Explore], &files);
    check(&Verb::ALL, &files[..1]);
}

#[test]
fn long_lines_are_refused() {
    let files: Vec<(String, Option<u32>)> =
        long_lines().into_iter().map(|(text, line)| (text, Some(line))).collect();
    check(&[Verb::Explore], &files);
    check(&Verb::ALL, &files[..1]);
}

#[test]
fn bounds_beyond_all_memory_are_refused_or_cost_nothing() {
    const HUGE: &str = "99999999999999999999999999999999";
    let files = [
        format!("DCL B({HUGE}:1);"),
        format!("DCL B(5) INIT (({HUGE})1);"),
        "DCL B(4294967295) INIT ((4294967295)1, 1);".to_owned(),
        format!("DCL B({HUGE}); B = 1;"),
        format!("DO; L: END; DO J = 1 TO {HUGE}; GO TO L; END;"),
    ]
    .map(|text| (around(&text), Some(2)));
    check(&Verb::ALL, &files);
    let folder = TempDir::new();
    let good = around(&format!("DCL B(-{HUGE}:{HUGE}); B({HUGE}) = 1; X = B({HUGE});"));
    folder.write("good.pli", good);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(["explore", "good.pli"]);
    command.stdout(File::create(folder.path().join("stdout")).unwrap());
    let status = wait(&mut command.spawn().unwrap());
    assert_eq!(status.and_then(|status| status.code()), Some(0));
}
