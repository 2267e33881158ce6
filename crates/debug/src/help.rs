//! What the commands are and how they are used.

use crate::words::{first_word, nearest};

/// A command for people.
pub(crate) struct Help {
    /// Its word.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// How it is written, a form a line.
    pub forms: &'static str,
    /// What it does in a few words.
    pub summary: &'static str,
    /// What else there is to know.
    pub details: &'static str,
}

/// The commands of a kind of session, in the order in which `help` lists them.
pub(crate) struct Commands(pub &'static [Help]);

/// The commands of a session about an execution.
pub(crate) const COMMANDS: Commands = Commands(&[
    Help {
        name: "call",
        aliases: &[],
        forms: "CALL SUM (1, 3, 5)\nCALL SUM (\"A\", 3, X)",
        summary: "begin to execute a procedure",
        details: "A name in double quotes is a symbolic input. A variable is passed by reference; one that is new is made.\n\
            An array that is new is symbolic: its element I is \"A(I)\". The path condition begins as what was assumed\n\
            at the terminal before.",
    },
    Help {
        name: "restart",
        aliases: &[],
        forms: "restart",
        summary: "restart a compiled program",
        details: "",
    },
    Help {
        name: "go",
        aliases: &["continue"],
        forms: "go\ngo true\ngo false\ngo 3\ngo all [STATEMENTS]",
        summary: "continue to the next breakpoint, fork or end",
        details: "At an unresolved statement `go true` takes the THEN alternative and `go false` the other one; the choice is\n\
            added to the path condition. `go` alone executes the statement again: after an assumption it may be resolved.\n\
            A fork with more sides is chosen from by number. `go all` walks both sides of every fork to the end, each path\n\
            up to 10000 statements or as many as are given, shows the leaves and comes back.",
    },
    Help {
        name: "step",
        aliases: &[],
        forms: "step [N]\nstep true\nstep false",
        summary: "execute one statement, or N",
        details: "",
    },
    Help {
        name: "next",
        aliases: &[],
        forms: "next [N]",
        summary: "execute one statement, or N, with the calls in it",
        details: "",
    },
    Help {
        name: "assume",
        aliases: &[],
        forms: "assume (X > 10)\nassume (\"a\" > 10); go",
        summary: "add a predicate to the path condition",
        details: "It is evaluated with the current values of the variables, and added if it is consistent.",
    },
    Help { name: "pc", aliases: &[], forms: "pc", summary: "show the path condition", details: "" },
    Help {
        name: "examine",
        aliases: &["print"],
        forms: "examine X\nexamine X + 1 > Y\nX",
        summary: "show the value of a variable, an expression or a condition",
        details: "The word may be left out. `?` stands for a value that was never set.",
    },
    Help {
        name: "variables",
        aliases: &[],
        forms: "variables [LEVEL]",
        summary: "show all variables, of the procedure or of a level of the call stack",
        details: "",
    },
    Help {
        name: "set",
        aliases: &[],
        forms: "set X = 5\nX = \"A\"\nA(1) = \"A(1)\"\nA = \"A\"",
        summary: "give a variable a value",
        details: "The word may be left out. An array that is given a name in quotes becomes symbolic as a whole. At a fork the\n\
            statement is executed anew, with the new value.",
    },
    Help {
        name: "where",
        aliases: &["stack"],
        forms: "where",
        summary: "show the call stack",
        details: "",
    },
    Help {
        name: "list",
        aliases: &[],
        forms: "list\nlist 5-12",
        summary: "show the source",
        details: "",
    },
    Help {
        name: "trace",
        aliases: &[],
        forms: "trace [number] [source] [results] [STATEMENTS]\ntrace table [VARIABLES]\ntrace off",
        summary: "show statements as they are executed",
        details: "`trace` alone shows the number, the text and the results of every statement; `trace results 4-6, 8` only the\n\
            results of some. `trace table` writes a row for each statement: the values of the variables, or of those that\n\
            are named, and the path condition, with a dash for what did not change.",
    },
    Help {
        name: "break",
        aliases: &[],
        forms: "break before 7\nbreak after 4 if J > 2\nbreak between 4 and 5\nbreak 12\nbreak SEARCH\nbreak",
        summary: "stop before, after or between statements",
        details: "A number alone means before that statement or line. With a condition execution stops where it is true, or\n\
            where that depends on the inputs. A name means where that procedure begins. `before 7 of SEARCH` names the procedure, `prog.c:7` the file. `break` alone\n\
            lists the breakpoints.",
    },
    Help {
        name: "delete",
        aliases: &[],
        forms: "delete 1\ndelete all",
        summary: "delete a breakpoint",
        details: "",
    },
    Help {
        name: "save",
        aliases: &[],
        forms: "save",
        summary: "save the state of the execution under a number",
        details: "",
    },
    Help {
        name: "restore",
        aliases: &[],
        forms: "restore 1\nrestore",
        summary: "return to a saved state",
        details: "Without a number the saved states are listed.",
    },
    Help {
        name: "back",
        aliases: &["undo"],
        forms: "back [N]",
        summary: "undo the last step, or the last N",
        details: "A statement, an assumption, an assignment and a restored state are a step each.",
    },
    Help {
        name: "test",
        aliases: &[],
        forms: "TEST (200) SEARCH (A, 1, 5, \"X\", FOUND, J)\nTEST (50) P (\"X\") PROVE (Y >= 0)",
        summary: "explore the whole execution tree of a call",
        details: "Each path may execute less statements than the number says. The table has a row for each leaf: its path\n\
            condition and the results. With PROVE the condition is checked at the end of each path.",
    },
    Help {
        name: "tree",
        aliases: &[],
        forms: "TREE\ntree html FILE\ntree dot FILE",
        summary: "show the explored part of the execution tree",
        details: "Nodes are statements by their numbers; the arcs of a fork are T and F.",
    },
    Help {
        name: "help",
        aliases: &[],
        forms: "help [COMMAND]",
        summary: "say what a command does",
        details: "",
    },
    Help {
        name: "quit",
        aliases: &["exit"],
        forms: "quit",
        summary: "end the session",
        details: "",
    },
]);

impl Commands {
    /// The command of this name, in any case.
    pub fn find(&self, name: &str) -> Option<&'static Help> {
        let is = |n: &&str| n.eq_ignore_ascii_case(name);
        self.0.iter().find(|c| is(&c.name) || c.aliases.iter().any(&is))
    }

    /// All words that begin a command.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.0.iter().flat_map(|c| std::iter::once(c.name).chain(c.aliases.iter().copied()))
    }

    /// What `help` answers, alone or with the name of a command.
    pub fn answer(&self, word: &str) -> String {
        if word.is_empty() {
            return self.overview();
        }
        match (self.find(word), nearest(word, self.words())) {
            (Some(found), _) => text(found),
            (None, Some(near)) => format!("there is no command `{word}`; is it `{near}`?"),
            (None, None) => format!("there is no command `{word}`; `help` lists them"),
        }
    }

    /// The list of all commands.
    fn overview(&self) -> String {
        let lines: Vec<String> =
            self.0.iter().map(|c| format!("{:<10} {}", c.name, c.summary)).collect();
        format!(
            "{}\n`help COMMAND` says more. Case does not matter, and `;` stands between several commands on a line.",
            lines.join("\n")
        )
    }

    /// What was probably meant, when a line begins like a command.
    pub fn suggestion(&self, command: &str) -> Option<String> {
        let (word, _) = first_word(command);
        if self.find(word).is_some() || word.len() < 3 {
            return None;
        }
        let near = nearest(word, self.words())?;
        Some(format!("if a command was meant: is it `{near}`?"))
    }

    /// How the word before the end of a line may go on, of names and of commands where one can begin.
    pub fn complete(&self, line: &str, mut names: Vec<String>) -> Vec<String> {
        let start = line.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
        let (before, word) = line.split_at_checked(start).unwrap_or(("", line));
        if before.trim().is_empty() || before.trim_end().ends_with(';') {
            names.extend(self.words().map(str::to_owned));
        }
        let word = word.to_ascii_lowercase();
        names.retain(|n| n.to_ascii_lowercase().starts_with(&word));
        names.sort();
        names.dedup();
        names
    }
}

/// What there is to know of a command.
fn text(help: &Help) -> String {
    let mut lines = vec![format!("{}: {}", help.name, help.summary)];
    lines.extend(help.forms.lines().map(|form| format!("  {form}")));
    if !help.aliases.is_empty() {
        lines.push(format!("also: {}", help.aliases.join(", ")));
    }
    lines.extend(help.details.lines().map(|line| line.trim_start().to_owned()));
    lines.join("\n")
}
