//! What a compiler's result depends on beside its sources and its flags.

use crate::cache::Key;
use crate::cache::digest::of_parts;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

use effigy_base::budget::CancelToken;

use super::CompileError;
use super::tools::{find_program, run};

/// A new one for another form of what is kept.
const FORM: &str = "2";

/// The variables that the compilers and linkers read. What a program reads by `env!` is told by `rustc` itself.
const VARIABLES: [&str; 22] = [
    "CCC_OVERRIDE_OPTIONS",
    "CLANG_CONFIG_FILE_SYSTEM_DIR",
    "CLANG_CONFIG_FILE_USER_DIR",
    "COMPILER_PATH",
    "CPATH",
    "C_INCLUDE_PATH",
    "DEPENDENCIES_OUTPUT",
    "GCC_EXEC_PREFIX",
    "GCC_COMPARE_DEBUG",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "LD_RUN_PATH",
    "LIBRARY_PATH",
    "PATH",
    "RUSTC_BOOTSTRAP",
    "RUSTC_FORCE_RUSTC_VERSION",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "RUST_TARGET_PATH",
    "SDKROOT",
    "SOURCE_DATE_EPOCH",
    "SUNPRO_DEPENDENCIES",
];

/// A description of a build that grows to its key.
pub struct Identity(Vec<Vec<u8>>);

impl Identity {
    /// A build of this kind in the surroundings of this process.
    pub fn new(kind: &str) -> Self {
        let mut identity = Identity(Vec::new());
        identity.text(kind).text(FORM).text(env!("CARGO_PKG_VERSION"));
        // Line tables have the folder that compilers are started in, and that of temporary files.
        identity.path(&std::env::current_dir().unwrap_or_default());
        identity.path(&std::env::temp_dir());
        for name in VARIABLES {
            identity.text(name);
            identity
                .0
                .push(std::env::var_os(name).map_or(vec![], |v| [b"=", v.as_bytes()].concat()));
        }
        identity
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.0.push(text.as_bytes().to_vec());
        self
    }

    /// Adds a path.
    pub fn path(&mut self, path: &Path) -> &mut Self {
        self.0.push(path.as_os_str().as_bytes().to_vec());
        self
    }

    /// Adds a program by its place and by what tells one file there from the next.
    pub fn program(&mut self, program: &Path) -> &mut Self {
        self.path(program);
        if let Ok(place) = std::fs::canonicalize(program)
            && let Ok(about) = std::fs::metadata(&place)
        {
            self.path(&place);
            let numbers = [about.dev(), about.ino(), about.len()].map(|n| n.to_string());
            let times = [about.mtime(), about.mtime_nsec()].map(|n| n.to_string());
            self.text(&[numbers.as_slice(), &times].concat().join(" "));
        }
        self
    }

    /// Adds a program that is looked for on `PATH`, when it is there.
    pub fn found(&mut self, name: &str) -> &mut Self {
        match find_program(name) {
            Some(program) => self.program(&program),
            None => self.text(name),
        }
    }

    /// Adds a C compiler: a program of a compiler's own name by its file, others by what they say of themselves, too,
    /// since a script or a front may start any compiler.
    ///
    /// # Errors
    /// It cannot be asked, or the run was stopped.
    pub fn c_compiler(
        &mut self,
        compiler: &Path,
        cancel: &CancelToken,
    ) -> Result<&mut Self, CompileError> {
        self.program(compiler);
        if !is_compiler_itself(compiler) {
            let said = run(Command::new(compiler).arg("--version"), cancel)?.stdout;
            self.0.push(said);
        }
        Ok(self)
    }

    /// The key.
    pub fn key(&self) -> Key {
        of_parts(&self.0)
    }
}

/// Whether the file is a compiled program that is named as a C compiler is.
fn is_compiler_itself(program: &Path) -> bool {
    let Ok(place) = std::fs::canonicalize(program) else { return false };
    let name = place.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut start = [0; 4];
    let is_binary = std::fs::File::open(&place)
        .and_then(|mut file| std::io::Read::read_exact(&mut file, &mut start))
        .is_ok_and(|()| start == *b"\x7fELF");
    is_binary && (name.contains("clang") || name.contains("gcc"))
}
