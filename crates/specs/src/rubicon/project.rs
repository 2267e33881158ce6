//! Which application a path belongs to.

use super::RubiconError;
use std::path::{Path, PathBuf};

/// What an application is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    /// Ruby on Rails, whose specifications `rspec` runs.
    Rails,
    /// Django, whose specifications `pytest` runs.
    Django,
}

impl Framework {
    /// The command that runs specifications.
    pub fn runner(self) -> &'static str {
        match self {
            Framework::Rails => "rspec",
            Framework::Django => "pytest",
        }
    }

    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Framework::Rails => "Rails",
            Framework::Django => "Django",
        }
    }
}

/// An application, and what of it is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// What it is built with.
    pub framework: Framework,
    /// Where its runner is started.
    pub root: PathBuf,
    /// The file or folder to run, unless it is all.
    pub target: Option<PathBuf>,
}

/// Files that mark the root of an application.
const MARKS: [(Framework, &[&str]); 2] = [
    (Framework::Rails, &["Gemfile", ".rspec", "config.ru"]),
    (Framework::Django, &["manage.py", "pytest.ini", "conftest.py"]),
];

impl Project {
    /// The application of a file or folder: the nearest folder around it that is marked as one.
    ///
    /// # Errors
    /// When there is no such path, or it belongs to no application.
    pub fn find(path: &Path) -> Result<Project, RubiconError> {
        let missing = |_| RubiconError::Missing { path: path.to_owned() };
        let absolute = path.canonicalize().map_err(missing)?;
        let folder = if absolute.is_dir() {
            absolute.as_path()
        } else {
            absolute.parent().unwrap_or(&absolute)
        };
        let marked = folder
            .ancestors()
            .find_map(|root| marked(root).map(|framework| (framework, root.to_owned())));
        // Without a mark, the specifications themselves say what they are written in.
        let (framework, root) = match marked {
            Some(found) => found,
            None => by_names(&absolute, folder)
                .ok_or_else(|| RubiconError::NoProject { path: path.to_owned() })?,
        };
        let target = (absolute != root).then_some(absolute);
        Ok(Project { framework, root, target })
    }

    /// Whether a path is a specification, or a folder of an application or of its specifications.
    pub fn is_one(path: &Path) -> bool {
        let named = |path: &Path| by_names(path, path.parent().unwrap_or(path)).is_some();
        if !path.is_dir() {
            return path.is_file() && named(path);
        }
        let Ok(folder) = path.canonicalize() else { return false };
        let of_specifications =
            folder.file_name().is_some_and(|name| name == "spec" || name == "tests");
        marked(&folder).is_some()
            || by_names(&folder, &folder).is_some()
            || of_specifications && folder.parent().and_then(marked).is_some()
    }
}

fn marked(root: &Path) -> Option<Framework> {
    let has = |names: &[&str]| names.iter().any(|name| root.join(name).is_file());
    MARKS.iter().find(|(_, names)| has(names)).map(|(framework, _)| *framework)
}

fn by_names(path: &Path, folder: &Path) -> Option<(Framework, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    if path.is_file() {
        names = path.file_name().into_iter().map(|n| n.to_string_lossy().into_owned()).collect();
    }
    let framework = if names.iter().any(|name| name.ends_with("_spec.rb")) {
        Framework::Rails
    } else if names.iter().any(|name| name.starts_with("test_") && name.ends_with(".py")) {
        Framework::Django
    } else {
        return None;
    };
    let above = folder.parent().filter(|_| folder.file_name().is_some_and(|name| name == "spec"));
    Some((framework, above.unwrap_or(folder).to_owned()))
}
