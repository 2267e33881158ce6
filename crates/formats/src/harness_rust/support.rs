use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Run(Output);

impl Run {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    #[allow(dead_code)]
    fn exits(&self, status: i32) {
        assert_eq!(self.0.status.code(), Some(status), "{}", self.text());
    }

    #[allow(dead_code)]
    fn panics(&self, file: &str, line: u32) {
        let place = format!("{file}:{line}:");
        let text = self.text();
        assert!(
            text.lines().any(|l| l.contains(" panicked at ") && l.contains(&place)),
            "no panic at {place} {text}"
        );
    }

    /// It ends by a signal, or with the status of a panic.
    #[allow(dead_code)]
    fn fails(&self) {
        assert!(
            matches!(self.0.status.code(), None | Some(101)),
            "the program ends with {}",
            self.0.status
        );
    }
}

fn run(number: usize, arguments: &[&[u8]], stdin: &[u8], objects: &[u8]) -> Run {
    let folder = std::env::temp_dir().join(format!("effigy-test-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the inputs");
    let (input, test) = (folder.join("stdin"), folder.join("inputs.ktest"));
    std::fs::write(&input, stdin).expect("standard input is written");
    std::fs::write(&test, objects).expect("the test is written");
    let output = Command::new(program())
        .args(arguments.iter().map(|a| OsStr::from_bytes(a)))
        .env("EFFIGY_TEST", &test)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::from(std::fs::File::open(&input).expect("standard input is read")))
        .output()
        .expect("the program runs");
    std::fs::remove_dir_all(&folder).expect("the inputs are removed");
    Run(output)
}
