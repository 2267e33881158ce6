//! What the commands of a session about proofs are.

use crate::help::{Commands, Help};

/// All commands, in the order in which `help` lists them.
pub(super) const COMMANDS: Commands = Commands(&[
    Help {
        name: "prove",
        aliases: &["member"],
        forms: "prove\nprove NAME",
        summary: "prove a method, function or predicate, and stand at its first state",
        details: "Without a name every member is proved, and a table says what came out.",
    },
    Help {
        name: "step",
        aliases: &["next"],
        forms: "step [N]",
        summary: "execute one statement, or N",
        details: "Calls are executed by their contracts, as the proof does.",
    },
    Help {
        name: "go",
        aliases: &["continue"],
        forms: "go\ngo true\ngo false\ngo 3",
        summary: "continue to the next breakpoint, fork, failure or end",
        details: "Where the proof goes several ways, `go true` takes the first one, `go false` the second one, `go 3` the third\n\
            one.",
    },
    Help {
        name: "back",
        aliases: &["undo"],
        forms: "back [N]",
        summary: "undo the last step, or the last N",
        details: "`go` counts as the steps that it makes.",
    },
    Help {
        name: "failures",
        aliases: &["failure"],
        forms: "failures\nfailure N",
        summary: "list what fails; or go to the state in which it does",
        details: "",
    },
    Help {
        name: "state",
        aliases: &[],
        forms: "state\nstate N",
        summary: "show everything of the present state; or go to the state with this number",
        details: "`tree` shows the numbers.",
    },
    Help {
        name: "variables",
        aliases: &["store"],
        forms: "variables",
        summary: "show all variables with their terms",
        details: "",
    },
    Help {
        name: "heap",
        aliases: &[],
        forms: "heap",
        summary: "show the chunks of the heap: location, value, permission amount",
        details: "`x.f |-> v` is the permission to `x.f`, whose value is `v`, and `x.f |-> v # 1/2` half of it; `P(x)` is an instance of\n\
            the predicate `P`; `loc(a, i).f, where 0 <= i` are quantified permissions.",
    },
    Help {
        name: "old",
        aliases: &[],
        forms: "old [LABEL]",
        summary: "show the heap at the start of the member, or at a label",
        details: "",
    },
    Help {
        name: "pc",
        aliases: &[],
        forms: "pc",
        summary: "show the path condition, a conjunct a line",
        details: "",
    },
    Help {
        name: "examine",
        aliases: &["print"],
        forms: "examine x\nexamine x.f",
        summary: "show the value of a variable, or of a field that a chunk of the heap names",
        details: "",
    },
    Help {
        name: "check",
        aliases: &["assert"],
        forms: "check x.f > 0 && acc(y.f)",
        summary: "say whether an assertion holds in the present state",
        details: "It is proved as if it stood before the next statement. Nothing of it is remembered.",
    },
    Help {
        name: "where",
        aliases: &["path"],
        forms: "where",
        summary: "show the sides that the path took",
        details: "",
    },
    Help {
        name: "tree",
        aliases: &[],
        forms: "tree",
        summary: "show the tree of states: their numbers and lines",
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
        name: "break",
        aliases: &[],
        forms: "break 12\nbreak",
        summary: "stop before a line; or list the breakpoints",
        details: "",
    },
    Help {
        name: "delete",
        aliases: &[],
        forms: "delete 12\ndelete all",
        summary: "delete the breakpoint before a line",
        details: "",
    },
    Help {
        name: "restart",
        aliases: &[],
        forms: "restart",
        summary: "go back to the first state",
        details: "",
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
