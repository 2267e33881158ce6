use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use effigy_base::budget::CancelToken;

use crate::build::Instrument;
use crate::child::Finished;
use crate::{Outcome, ReplayOptions, Replayer, TestCase};
use effigy_compile::languages::COMPILED;
use effigy_compile::{Compiled, Scratch, clang, compile};

const HARMFUL: &str = include_str!("harmful.c");

/// What ends by a signal or another status instead.
const OTHER: [(&str, Option<i32>, Option<i32>); 2] =
    [("core", None, Some(6)), ("exec", Some(1), None)];

/// What is somebody else's: files, a socket, a process.
struct Victims {
    folder: Scratch,
    _listener: UnixListener,
    /// The file, open for writing in every process that this one starts.
    _inherited: fs::File,
    process: Child,
}

impl Victims {
    fn new() -> Self {
        let folder = Scratch::new().expect("a folder");
        folder.write("file", b"content").expect("a file");
        fs::create_dir(folder.file("empty")).expect("a folder");
        let listener = UnixListener::bind(folder.file("socket")).expect("a socket");
        let process = Command::new("sleep").arg("600").spawn().expect("sleep");
        let inherited = fs::OpenOptions::new().write(true).open(folder.file("file"));
        let inherited = inherited.expect("the file is there");
        rustix::io::fcntl_setfd(&inherited, rustix::io::FdFlags::empty()).expect("a descriptor");
        Victims { folder, _listener: listener, _inherited: inherited, process }
    }

    /// Names, contents and attributes of the files.
    fn state(&self) -> Vec<String> {
        let entries = self.folder.path().read_dir().expect("the folder is there");
        let mut state: Vec<String> = entries
            .map(|entry| {
                let path = entry.expect("an entry").path();
                let about = fs::symlink_metadata(&path).expect("a file");
                let content = fs::read(&path).unwrap_or_default();
                let (mode, owner, time) = (about.mode(), about.uid(), about.mtime());
                format!("{} {mode:o} {owner} {time} {content:?}", path.display())
            })
            .collect();
        state.sort();
        state
    }
}

impl Drop for Victims {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn compiled(text: &str) -> Option<(Compiled, Scratch)> {
    if clang().is_err() {
        assert!(std::env::var_os("CI").is_none(), "CI installs clang");
        return None;
    }
    let folder = Scratch::new().expect("a folder");
    let path = folder.write("harmful.c", text.as_bytes()).expect("a file");
    let input = effigy_compile::Input::from_path(&path, &COMPILED).expect("a C file");
    Some((compile(&input, &Default::default()).expect("it compiles"), folder))
}

fn run(replayer: &Replayer<'_>, words: &[&str], fork: bool) -> Result<Finished, String> {
    let test = TestCase {
        number: 1,
        arguments: words.iter().map(|w| w.as_bytes().to_vec()).collect(),
        stdin: None,
        objects: vec![],
        predicted: Outcome::Exit(0),
        results: vec![],
        threads: false,
    };
    replayer.finish(&test, Instrument::Plain, fork, &CancelToken::new())
}

/// The processes whose command line or folder names the path.
fn processes_of(path: &Path) -> usize {
    let name = path.to_string_lossy().into_owned();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let lines = processes.filter_map(|p| fs::read(p.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(&name)).count()
}

/// All names in `harmful.c`.
fn ways() -> impl Iterator<Item = &'static str> {
    HARMFUL.lines().filter_map(|l| l.trim_start().strip_prefix("HOW(\"")?.split('"').next())
}

#[test]
fn nothing_outside_changes_whatever_a_program_tries() {
    let Some((compiled, _source)) = compiled(HARMFUL) else { return };
    let victims = Victims::new();
    let before = victims.state();
    let process = victims.process.id().to_string();
    let folder = victims.folder.path().to_string_lossy().into_owned();
    let options = ReplayOptions { memory: 1 << 30, workers: 1, ..ReplayOptions::default() };
    let mut failures = Vec::new();
    for fork in [true, false] {
        let replayer = Replayer::new(&compiled, options.clone()).expect("a folder");
        // What a machine has at least; the attempts below are not for one without it.
        run(&replayer, &["setsid", &folder, &process], fork).expect("it runs");
        let layers = replayer.layers.get().copied().unwrap_or_default();
        if layers.0 & 16 == 0 {
            assert!(std::env::var_os("CI").is_none(), "CI has a filter of system calls");
            return;
        }
        for how in ways().filter(|how| *how != "own" || layers.0 & 2 != 0) {
            let finished = run(&replayer, &[how, &folder, &process], fork).expect(how);
            let expected = OTHER.iter().find(|(name, ..)| *name == how);
            let (status, signal) = expected.map_or((Some(0), None), |(_, s, g)| (*s, *g));
            // The number of threads has a limit of its own in a name space of users or, since Linux 6.14, of processes.
            let judged = how != "threads";
            let as_expected = (finished.status, finished.signal) == (status, signal);
            if judged && !as_expected || finished.timed_out {
                failures.push(format!("{how}, fork {fork}: {finished:?}"));
            }
            if victims.state() != before {
                failures.push(format!("{how}, fork {fork}: {:?}", victims.state()));
            }
        }
        let programs = replayer.scratch.path().to_owned();
        drop(replayer);
        assert_eq!(processes_of(&programs), 0);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ways().count() >= 72);
    assert!(Path::new(&format!("/proc/{process}")).exists());
}

#[test]
fn a_stopped_run_leaves_no_process() {
    let text = "#include <unistd.h>\nint main(void) { for (;;) sleep(1); }\n";
    let Some((compiled, _source)) = compiled(text) else { return };
    let replayer = Replayer::new(&compiled, ReplayOptions::default()).expect("a folder");
    let cancel = CancelToken::new();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let test = TestCase {
                number: 1,
                arguments: vec![],
                stdin: None,
                objects: vec![],
                predicted: Outcome::Exit(0),
                results: vec![],
                threads: false,
            };
            replayer.replay(&test, &cancel)
        });
        while processes_of(replayer.scratch.path()) == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        cancel.cancel();
        assert!(matches!(run.join().expect("no panic"), super::super::Replay::NotRun { .. }));
    });
    assert_eq!(processes_of(replayer.scratch.path()), 0);
}

#[test]
fn standard_input_of_any_size_arrives_and_tests_do_not_see_each_other() {
    let text = "#include <stdio.h>\n#include <unistd.h>\n#include <fcntl.h>\n\
                int main(void) { int n = 0; while (getchar() != EOF) n++; \
                if (open(\"left\", O_RDONLY) >= 0) return 99; close(open(\"left\", O_CREAT | O_WRONLY, 0600)); \
                return n % 97; }\n";
    let Some((compiled, _source)) = compiled(text) else { return };
    let options = ReplayOptions { workers: 1, ..ReplayOptions::default() };
    let replayer = Replayer::new(&compiled, options).expect("a folder");
    for fork in [true, false] {
        for size in [0_usize, 1, 4096, 4097, 1 << 20, 3] {
            let test = TestCase {
                number: 1,
                arguments: vec![],
                stdin: Some(vec![b'x'; size]),
                objects: vec![],
                predicted: Outcome::Exit(0),
                results: vec![],
                threads: false,
            };
            let finished = replayer
                .finish(&test, Instrument::Plain, fork, &CancelToken::new())
                .expect("a run");
            assert_eq!(finished.status, Some((size % 97) as i32), "{size} {fork} {finished:?}");
        }
    }
}
