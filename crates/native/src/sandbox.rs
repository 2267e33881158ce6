//! The programs that start native runs: a launcher, which makes the sandbox, and a fork server, which is loaded into the
//! replayed program. Both are C, built by the user's own compiler and kept in the cache.

use std::path::{Path, PathBuf};
use std::process::Command;

use effigy_base::budget::CancelToken;

use effigy_compile::cache::Cache;
use effigy_compile::cache::sources::Sources;
use effigy_compile::child::{self, Ended};
use effigy_compile::identity::Identity;
use effigy_compile::{Scratch, clang, find_program, place_program};

const SOURCES: [(&str, &str); 13] = [
    ("launcher.c", include_str!("runtime/sandbox/launcher.c")),
    ("server.c", include_str!("runtime/sandbox/server.c")),
    ("serve.h", include_str!("runtime/sandbox/serve.h")),
    ("batch.h", include_str!("runtime/sandbox/batch.h")),
    ("answers.h", include_str!("runtime/sandbox/answers.h")),
    ("counted.h", include_str!("runtime/sandbox/counted.h")),
    ("counters.h", include_str!("runtime/sandbox/counters.h")),
    ("exchange.h", include_str!("runtime/sandbox/exchange.h")),
    ("layers.h", include_str!("runtime/sandbox/layers.h")),
    ("filter.h", include_str!("runtime/sandbox/filter.h")),
    ("mark.h", include_str!("runtime/sandbox/mark.h")),
    ("harmless.h", include_str!("runtime/sandbox/harmless.h")),
    ("changes.h", include_str!("runtime/sandbox/changes.h")),
];

const FLAGS: &str = "-std=gnu11 -O1 -w";

const LAUNCHER: &str = "launcher";
const SERVER: &str = "server.so";

/// The built programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tools {
    pub launcher: PathBuf,
    pub server: PathBuf,
}

impl Tools {
    /// The programs in the scratch folder, built when no earlier run has left them.
    pub fn get(scratch: &Scratch, cache: &Cache, cancel: &CancelToken) -> Result<Tools, String> {
        let compiler = find_program("cc")
            .or_else(|| clang().ok())
            .or_else(|| find_program("gcc"))
            .ok_or("no C compiler builds the sandbox's launcher")?;
        let mut identity = Identity::new("sandbox");
        identity.program(&compiler).text(FLAGS);
        for (name, text) in SOURCES {
            identity.text(name).text(text);
        }
        let key = identity.key();
        let place = |name: &str, content: &[u8]| {
            place_program(scratch, name, content, cancel).map_err(|e| e.to_string())
        };
        if let Some(files) = cache.get(key)
            && let [launcher, server] = files.as_slice()
        {
            let [launcher, server] = [place(LAUNCHER, launcher)?, place(SERVER, server)?];
            return Ok(Tools { launcher, server });
        }
        let tools = Tools { launcher: scratch.file(LAUNCHER), server: scratch.file(SERVER) };
        tools.build(&compiler, cancel)?;
        let read = |path: &Path| std::fs::read(path).map_err(|e| e.to_string());
        let [launcher, server] = [read(&tools.launcher)?, read(&tools.server)?];
        cache.put(key, &Sources::default(), &[&launcher, &server]);
        Ok(tools)
    }

    fn build(&self, compiler: &Path, cancel: &CancelToken) -> Result<(), String> {
        let scratch = Scratch::new().map_err(|e| e.to_string())?;
        for (name, text) in SOURCES {
            scratch.write(name, text.as_bytes()).map_err(|e| e.to_string())?;
        }
        let shared = ["-fPIC", "-shared", "-fno-builtin", "-ldl"];
        for (source, target, flags) in
            [("launcher.c", &self.launcher, &[][..]), ("server.c", &self.server, &shared[..])]
        {
            let mut command = Command::new(compiler);
            command.args(FLAGS.split_whitespace()).arg(scratch.file(source)).arg("-o").arg(target);
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
