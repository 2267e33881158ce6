//! A test that a paragraph names: its program and its name there.

/// A test program: the folder of its package and its suite.
pub type Key = (String, Option<String>);

/// A test, in the order in which programs are built.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// The folder of the package, from the workspace's folder.
    pub folder: String,
    /// The test program; `None`: the package's unit tests.
    pub suite: Option<String>,
    /// The test's name in the program.
    pub test: String,
}

impl Named {
    /// The test of a file with this name.
    ///
    /// # Errors
    /// When no package has tests in such a file.
    pub fn new(file: &str, function: &str) -> Result<Self, String> {
        let refused = || format!("{file} is in no package's `src` or `tests`");
        let stem = file.strip_suffix(".rs").ok_or_else(refused)?;
        let parts: Vec<&str> = stem.split('/').collect();
        let at = if parts[0] == "crates" { 2 } else { 1 };
        let (folder, suite, modules) = match parts.get(at..) {
            Some(["src", modules @ ..]) => (&parts[..at], None, modules),
            Some(["tests", suite, modules @ ..]) => {
                (&parts[..at], Some((*suite).to_owned()), modules)
            }
            _ => return Err(refused()),
        };
        let modules = modules.iter().filter(|module| !["lib", "main", "mod"].contains(*module));
        let path: Vec<&str> = modules.copied().chain([function]).collect();
        Ok(Self { folder: folder.join("/"), suite, test: path.join("::") })
    }

    /// Whether both are in one program.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    /// What tells its program from others.
    pub fn key(&self) -> Key {
        (self.folder.clone(), self.suite.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::Named;

    #[test]
    fn the_file_of_a_test_tells_its_program_and_its_name() {
        let named = |file| {
            let named = Named::new(file, "f").unwrap();
            (named.folder, named.suite, named.test)
        };
        let of = |folder: &str, suite: Option<&str>, test: &str| {
            (folder.to_owned(), suite.map(str::to_owned), test.to_owned())
        };
        assert_eq!(named("crates/a/src/b/tests.rs"), of("crates/a", None, "b::tests::f"));
        assert_eq!(named("crates/a/src/lib.rs"), of("crates/a", None, "f"));
        assert_eq!(named("crates/a/tests/s.rs"), of("crates/a", Some("s"), "f"));
        assert_eq!(named("crates/a/tests/s/b/c.rs"), of("crates/a", Some("s"), "b::c::f"));
        assert_eq!(named("xtask/src/tidy/tests.rs"), of("xtask", None, "tidy::tests::f"));
        assert!(Named::new("docs/a.rs", "f").is_err());
        assert!(Named::new("crates/a/tests/s", "f").is_err());
    }
}
