//! The run folder of specifications.

use super::{FolderError, RUBICON, RunFolder, TESTS, json};
use effigy_session::options::ExploreOptions;
use serde_json::Value;
use std::path::{Path, PathBuf};

impl RunFolder {
    /// As [`RunFolder::create`], for the specifications of a web application.
    ///
    /// # Errors
    /// As for [`RunFolder::create`].
    pub fn create_for_rubicon(
        out: Option<&Path>,
        current: &Path,
        input: &Path,
    ) -> Result<RunFolder, FolderError> {
        Self::create_for(Some(RUBICON), out, current, &ExploreOptions::new(input))
    }

    /// The absolute path of a file that another program writes. It is made, and listed as one of the folder's own.
    ///
    /// # Errors
    /// [`FolderError`] when it cannot be written.
    pub fn rubicon_file(&self, name: &str) -> Result<PathBuf, FolderError> {
        self.place.append(name)?;
        Ok(self.path().join(name))
    }

    /// The folder for tests.
    pub fn tests(&self) -> PathBuf {
        self.path().join(TESTS)
    }

    /// Writes the summary and the report.
    ///
    /// # Errors
    /// [`FolderError`] when a file cannot be written.
    pub fn finish_rubicon(&self, summary: &Value, report: &str) -> Result<(), FolderError> {
        let written = self.write("summary.json", json(summary)?.as_bytes());
        written.and(self.write("report.txt", report.as_bytes()))
    }
}
