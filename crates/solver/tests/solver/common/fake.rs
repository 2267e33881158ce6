//! Solvers that misbehave.

use std::path::PathBuf;
use std::time::Duration;

use effigy_solver::{BackEnd, Layers, SolverOptions};

use super::options;

/// A solver that is a shell script; its folder is removed at the end.
pub struct Fake(pub PathBuf);

impl Fake {
    /// A script that runs `body` for each query after the first `check-sat` was read; `body` sees `$query`.
    pub fn new(name: &str, body: &str) -> Self {
        Self::with_reset(name, body, ":")
    }

    /// As [`Fake::new`], and runs another body when it is told to start over.
    pub fn with_reset(name: &str, body: &str, reset: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("effigy-fake-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("folder");
        let script = format!(
            "while read -r line; do\n  case \"$line\" in\n    '(check-sat)') {body} ;;\n    '(reset)') {reset} ;;\n    \
             '(echo '*) mark=${{line#*\\\"}}; echo \"${{mark%%\\\"*}}\" ;;\n    \
             '(get-value'*) echo '((x #x00000000))' ;;\n    \
             '(get-unsat-core)') echo '(a0)' ;;\n  esac\ndone\n"
        );
        std::fs::write(folder.join("solver.sh"), script).expect("script");
        let runner = folder.join("solver");
        std::fs::write(
            &runner,
            format!("#!/bin/sh\nexec /bin/sh {}/solver.sh\n", folder.display()),
        )
        .expect("script");
        let mut permissions = std::fs::metadata(&runner).expect("there").permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
        std::fs::set_permissions(&runner, permissions).expect("permissions");
        Self(folder)
    }

    pub fn options(&self) -> SolverOptions {
        let mut options = options(BackEnd::Z3, Layers { validation: true, ..Layers::NONE });
        options.program = Some(self.0.join("solver"));
        options.query_time = Some(Duration::from_millis(300));
        options.dump_queries = Some(self.0.join("queries"));
        options
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
