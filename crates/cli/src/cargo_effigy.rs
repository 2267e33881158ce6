//! `cargo effigy`: the verb `package` of the `effigy` beside this program.

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
    let cause = Command::new(&effigy).arg("package").args(arguments).exec();
    eprintln!(
        "error: cannot start {}: {cause}; install it with `cargo install --path crates/cli`",
        effigy.display()
    );
    ExitCode::from(2)
}
