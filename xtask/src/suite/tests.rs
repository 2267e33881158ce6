use super::answers::Answers;
use super::options::{Options, Takes, parse};
use super::table::Table;
use super::{Answer, Place, Report, Suite, files, run};
use crate::process::Scratch;
use std::path::Path;
use std::process::Command;

/// A suite whose cases are files of one word; a shell says the word.
struct Words;

impl Suite for Words {
    type Case = String;
    type Outcome = (String, Answer);

    const TAKES: Takes = Takes {
        task: "words",
        path: Some("a folder"),
        values: &["--only", "--jobs", "--shell"],
        flags: &["--loud"],
        rest: Some("nobody"),
        seconds: 5,
        is_parallel: true,
    };

    fn new(_: &Path, _: &Options) -> Result<Self, String> {
        Ok(Words)
    }

    fn cases(&mut self, options: &Options) -> Result<Vec<String>, String> {
        let all = files::files(&options.suite, &["txt"], |folder| folder.ends_with("left out"))?;
        let names = all.iter().map(|file| files::below(&options.suite, file));
        Ok(names.filter(|name| options.is_wanted(name)).collect())
    }

    fn name(&self, case: &String) -> String {
        case.clone()
    }

    fn command(&self, case: &String, place: &Place<'_>) -> Result<Command, String> {
        let mut command = Command::new("sh");
        let script = "cat \"$0\"; echo made > made; ls >&2; exit 3";
        command.args(["-c", script]).arg(place.options.suite.join(case));
        command.current_dir(place.scratch);
        Ok(command)
    }

    fn judge(&self, case: &String, answer: Answer) -> Result<Self::Outcome, String> {
        Ok((case.clone(), answer))
    }

    fn report(&self, _: &Options, outcomes: Vec<Self::Outcome>) -> Result<Report, String> {
        let mut cases = Table::new(&["case", "said", "status"]);
        for (case, answer) in &outcomes {
            // The process began in an empty folder, but for what measures its time.
            assert_eq!(answer.stderr, "made\ntimes\n");
            cases.row(&[case, &answer.stdout.trim_end(), &answer.status]);
        }
        let is_bad = outcomes.iter().any(|(_, answer)| answer.stdout.contains("bad"));
        Ok(Report { text: String::new(), cases, failure: is_bad.then(|| "bad".to_owned()) })
    }
}

fn arguments(args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| (*arg).to_owned()).collect()
}

#[test]
fn cases_are_run_and_their_answers_kept() {
    let scratch = Scratch::new("suite-test").expect("writable");
    let at = |name: &str| scratch.path().join(name);
    for folder in ["words/b", "words/left out"] {
        std::fs::create_dir_all(at(folder)).expect("writable");
    }
    for (name, word) in
        [("a.txt", "one"), ("b/c.txt", "two\tthree"), ("left out/d.txt", "bad"), ("e.rs", "bad")]
    {
        std::fs::write(at("words").join(name), word).expect("writable");
    }
    let (suite, out) = (at("words"), at("out.tsv"));
    let (suite, out) = (suite.display().to_string(), out.display().to_string());
    let answers = at("answers").display().to_string();
    let args = [&suite, "--effigy", "/bin/sh", "--out", &out, "--answers", &answers, "--jobs", "2"];
    let lines = || {
        let text = std::fs::read_to_string(at("out.tsv")).expect("written");
        text.strip_prefix("# case\tsaid\tstatus\n").expect("a head").to_owned()
    };
    run::<Words>(Path::new("."), &arguments(&args)).expect("it runs");
    assert_eq!(lines(), "a.txt\tone\t3\nb/c.txt\ttwo three\t3\n");
    // What is kept is not run again; what was not written to its end is.
    std::fs::write(at("words/a.txt"), "another").expect("writable");
    std::fs::write(at("words/b/c.txt"), "bad").expect("writable");
    std::fs::write(at("answers/b+c.txt.json"), "{").expect("writable");
    assert_eq!(run::<Words>(Path::new("."), &arguments(&args)), Err("bad".to_owned()));
    assert_eq!(lines(), "a.txt\tone\t3\nb/c.txt\tbad\t3\n");
    let other = [&args[..], &["--only", "a.t"]].concat();
    run::<Words>(Path::new("."), &arguments(&other)).expect("it runs");
    assert_eq!(lines(), "a.txt\tone\t3\n");
}

#[test]
fn without_a_folder_no_answer_is_kept() {
    let answers = Answers::new(None).expect("nothing to make");
    let answer =
        Answer { stdout: String::new(), stderr: String::new(), status: 0, cpu: 0.0, wall: 0.0 };
    assert_eq!(answers.keep("a", &answer), Ok(()));
    assert!(answers.kept("a").is_none());
}

#[test]
fn a_command_line_is_read_or_refused() {
    let of = |args: &[&str]| parse(&Words::TAKES, &arguments(args));
    let options = of(&[".", "--loud", "--shell", "a", "--shell", "b", "--", "-x"]).expect("right");
    assert!(options.has("--loud") && !options.has("--bless"));
    assert_eq!((options.value("--shell"), options.value("--other")), (Some("b"), None));
    assert_eq!((options.rest.as_slice(), options.seconds), (&["-x".to_owned()][..], 5));
    let known = "words has PATH, --only, --jobs, --shell, --loud, --effigy, --out, --answers, and -- before arguments for nobody";
    assert_eq!(of(&[".", "--fast"]), Err(format!("unknown option `--fast`; {known}")));
    assert_eq!(of(&[]), Err("words needs a folder".to_owned()));
    assert_eq!(of(&[".", "--jobs"]), Err("--jobs needs a value".to_owned()));
    assert_eq!(of(&[".", "--jobs", "0"]), Err("--jobs: `0` is not a number above 0".to_owned()));
}
