//! The programs that start native runs: a launcher, which makes the sandbox, and a fork server, which is loaded into the
//! replayed program. Both are C, built by the user's own compiler and kept in the cache.

use std::path::{Path, PathBuf};
use std::process::Command;

use effigy_base::budget::CancelToken;

use crate::compile::child::{self, Ended};
use crate::compile::{Scratch, clang, default_cache, find_program, fingerprint};

const SOURCES: [(&str, &str); 8] = [
    ("launcher.c", include_str!("../runtime/sandbox/launcher.c")),
    ("server.c", include_str!("../runtime/sandbox/server.c")),
    ("serve.h", include_str!("../runtime/sandbox/serve.h")),
    ("layers.h", include_str!("../runtime/sandbox/layers.h")),
    ("filter.h", include_str!("../runtime/sandbox/filter.h")),
    ("mark.h", include_str!("../runtime/sandbox/mark.h")),
    ("harmless.h", include_str!("../runtime/sandbox/harmless.h")),
    ("changes.h", include_str!("../runtime/sandbox/changes.h")),
];

const FLAGS: &str = "-std=gnu11 -O1 -w";

/// The built programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tools {
    pub launcher: PathBuf,
    pub server: PathBuf,
}

impl Tools {
    /// The programs in the cache, built first when they are not there.
    pub fn get(cancel: &CancelToken) -> Result<Tools, String> {
        let compiler = find_program("cc")
            .or_else(|| clang().ok())
            .or_else(|| find_program("gcc"))
            .ok_or("no C compiler builds the sandbox's launcher")?;
        let mut parts = vec![FLAGS];
        parts.extend(SOURCES.iter().flat_map(|(name, text)| [*name, *text]));
        let folder = default_cache().join("sandbox").join(fingerprint(&parts));
        let tools = Tools { launcher: folder.join("launcher"), server: folder.join("server.so") };
        if !tools.launcher.is_file() || !tools.server.is_file() {
            tools.build(&compiler, &folder, cancel)?;
        }
        Ok(tools)
    }

    /// Builds aside and renames, so that a run at the same time never sees half a program.
    fn build(&self, compiler: &Path, folder: &Path, cancel: &CancelToken) -> Result<(), String> {
        let scratch = Scratch::new().map_err(|e| e.to_string())?;
        for (name, text) in SOURCES {
            scratch.write(name, text.as_bytes()).map_err(|e| e.to_string())?;
        }
        let unwritable = |e| format!("cannot write {}: {e}", folder.display());
        std::fs::create_dir_all(folder).map_err(unwritable)?;
        let shared = ["-fPIC", "-shared", "-fno-builtin", "-ldl"];
        for (source, target, flags) in
            [("launcher.c", &self.launcher, &[][..]), ("server.c", &self.server, &shared[..])]
        {
            let built = target.with_extension(format!("{}.new", std::process::id()));
            let mut command = Command::new(compiler);
            command.args(FLAGS.split_whitespace()).arg(scratch.file(source)).arg("-o").arg(&built);
            match child::run(command.args(flags), cancel) {
                Ok(Ended::Itself(output)) if output.status.success() => {}
                Ok(Ended::Itself(output)) => {
                    let text = String::from_utf8_lossy(&output.stderr);
                    let line = text.lines().find(|l| l.contains("error")).unwrap_or_default();
                    return Err(format!("cannot build the sandbox's launcher: {line}"));
                }
                Ok(Ended::Stopped(_)) => return Err("the run was stopped".to_owned()),
                Err(e) => return Err(format!("cannot run {}: {e}", compiler.display())),
            }
            std::fs::rename(&built, target).map_err(unwritable)?;
        }
        Ok(())
    }
}

/// The layers of a sandbox that there are, as the launcher tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layers(pub i32);

impl Layers {
    const PARTS: [(i32, &'static str); 5] = [
        (1, "name spaces of processes and networks"),
        (2, "read-only mounts"),
        (4, "Landlock"),
        (8, "Landlock for signals"),
        (16, "a filter of system calls"),
    ];

    /// Whether tests are forked from the loaded program.
    pub fn forks(self) -> bool {
        self.0 & 32 != 0
    }

    /// What this machine does not have; `None` when nothing is missing.
    pub fn missing(self) -> Option<String> {
        let parts = Self::PARTS.iter().filter(|(bit, _)| self.0 & bit == 0);
        let names: Vec<&str> = parts.map(|(_, name)| *name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

#[cfg(test)]
mod tests;
