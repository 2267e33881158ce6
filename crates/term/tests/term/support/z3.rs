//! Questions to Z3, all in one process.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use effigy_term::smtlib;
use effigy_term::{Term, TermStore};

/// Scripts to run one after the other, with what they are about.
#[derive(Default)]
pub struct Batch {
    labels: Vec<String>,
    script: String,
}

impl Batch {
    /// Adds a script with one `check-sat`.
    pub fn add(&mut self, label: String, script: &str) {
        self.labels.push(label);
        self.script.push_str(script);
        self.script.push_str("(reset)\n");
    }

    /// Asks for a model in which terms of two stores differ. Variables of one name are one.
    pub fn add_equivalence(&mut self, label: String, a: (&TermStore, Term), b: (&TermStore, Term)) {
        let mut script = String::new();
        let mut declared = Vec::new();
        for (store, t) in [a, b] {
            for (variable, symbol) in smtlib::symbols(store, &[t]) {
                if !declared.contains(&symbol) {
                    script += &format!(
                        "(declare-const {symbol} {})\n",
                        smtlib::sort(store.sort(variable))
                    );
                    declared.push(symbol);
                }
            }
        }
        let (a, b) = (smtlib::term(a.0, a.1), smtlib::term(b.0, b.1));
        script += &smtlib::definitions(&format!("{a} {b}"));
        script += &format!("(assert (not (= {a} {b})))\n(check-sat)\n");
        self.add(label, &script);
    }

    /// Z3's answers with their labels.
    pub fn run(&self, z3: &Path) -> Vec<(String, String)> {
        let mut child = Command::new(z3)
            .args(["-in", "-t:1000"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("z3 starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let script = self.script.clone();
        let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
        let output = child.wait_with_output().expect("z3 ends");
        writer.join().expect("the writer ends").expect("z3 reads");
        let answers = String::from_utf8_lossy(&output.stdout).into_owned();
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(
            answers.len(),
            self.labels.len(),
            "one answer a query: {:?}",
            answers.iter().find(|l| l.contains("error"))
        );
        self.labels.iter().cloned().zip(answers.into_iter().map(str::to_owned)).collect()
    }
}
