//! Answers that are kept, so that a run that was stopped goes on, and what is judged otherwise need not be run again.

use super::Answer;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A folder with a file for each case, or none.
pub struct Answers(Option<PathBuf>);

impl Answers {
    /// The answers in a folder, which is made.
    pub fn new(folder: Option<&Path>) -> Result<Self, String> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        Ok(Self(folder.map(Path::to_owned)))
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        let name = name.replace(['/', ' '], "+");
        self.0.as_ref().map(|folder| folder.join(format!("{name}.json")))
    }

    /// The answer of an earlier run; none where the file was not written to its end.
    pub fn kept(&self, name: &str) -> Option<Answer> {
        let text = std::fs::read_to_string(self.file(name)?).ok()?;
        let kept: Value = serde_json::from_str(&text).ok()?;
        let text = |key: &str| kept[key].as_str().map(str::to_owned);
        Some(Answer {
            stdout: text("stdout")?,
            stderr: text("stderr")?,
            status: kept["status"].as_i64()?.try_into().ok()?,
            cpu: kept["cpu"].as_f64()?,
            wall: kept["wall"].as_f64()?,
        })
    }

    /// Keeps an answer.
    pub fn keep(&self, name: &str, answer: &Answer) -> Result<(), String> {
        let Some(file) = self.file(name) else { return Ok(()) };
        let Answer { stdout, stderr, status, cpu, wall } = answer;
        let kept =
            json!({"stdout": stdout, "stderr": stderr, "status": status, "cpu": cpu, "wall": wall});
        std::fs::write(&file, kept.to_string()).map_err(|e| format!("{}: {e}", file.display()))
    }
}
