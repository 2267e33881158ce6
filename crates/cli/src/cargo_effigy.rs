//! `cargo effigy`: the verb `package`, or `init`, of the `effigy` beside this program.
//!
//! Architecture Invariant: it only starts the other program, so that both say the same (checked by `crates/cli/tests/cli/package.rs`,
//! `the_command_of_cargo_is_the_verb`).

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let beside = std::env::current_exe().map(|own| own.with_file_name("effigy"));
    let effigy = beside.ok().filter(|path| path.is_file()).unwrap_or_else(|| "effigy".into());
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    // Cargo repeats the name of the command.
    if arguments.first().is_some_and(|first| first == "effigy") {
        arguments.remove(0);
    }
    // `cargo effigy init` is a verb of its own.
    let verb =
        if arguments.first().is_some_and(|first| first == "init") { None } else { Some("package") };
    let cause = Command::new(&effigy).args(verb).args(arguments).exec();
    let why = format!(
        "error: cannot start {}: {cause}; install it with `cargo install --path crates/cli`\n",
        effigy.display()
    );
    // The status tells, too.
    let _ = std::io::stderr().write_all(why.as_bytes());
    ExitCode::from(2)
}
