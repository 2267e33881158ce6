//! The verbs `completions` and `man`: the command line as shells and readers of manual pages want it.

use crate::args::{Arguments, CompletionArguments, ManArguments};
use crate::error::{CliError, Status};
use crate::screen;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

/// Prints what a shell needs to complete the command line.
pub fn completions(arguments: &CompletionArguments) -> Result<Status, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "effigy", &mut script);
    screen::print(&String::from_utf8_lossy(&script));
    Ok(Status::Passed)
}

/// Prints the manual page of a verb or of the program, or writes those of all.
pub fn man(arguments: &ManArguments) -> Result<Status, CliError> {
    let mut command = Arguments::command();
    if let Some(folder) = &arguments.dir {
        let cannot = |cause| CliError::Manual { folder: folder.clone(), cause };
        std::fs::create_dir_all(folder).map_err(cannot)?;
        clap_mangen::generate_to(command, folder).map_err(cannot)?;
        return Ok(Status::Passed);
    }
    // This gives each verb the name of its page.
    command.build();
    let page = match &arguments.page {
        None => Some(command.clone()),
        Some(verb) => command.find_subcommand(verb).cloned(),
    };
    let Some(page) = page else {
        let given = arguments.page.clone().unwrap_or_default();
        let verbs = command.get_subcommands().map(Command::get_name).collect::<Vec<_>>().join(", ");
        return Err(CliError::NoVerb { given, verbs });
    };
    let mut text = Vec::new();
    // Nothing fails that writes to memory.
    let _ = Man::new(page).render(&mut text);
    screen::print(&String::from_utf8_lossy(&text));
    Ok(Status::Passed)
}
