//! The text of a query, with a name for each assertion.

use effigy_term::smtlib::{self, ScriptOptions};
use effigy_term::{Term, TermStore};

use super::sexpr::Expressions;

/// The declarations and assertions of a query, these named `a0`, `a1` ..., after its logic where `with_logic`; what else
/// a script asks for is left out.
pub(super) fn named(store: &TermStore, assertions: &[Term], with_logic: bool) -> String {
    let script =
        smtlib::script(store, assertions, ScriptOptions { core: true, ..ScriptOptions::default() });
    let wanted = ["(declare-", "(define-", "(assert"];
    let mut text = String::with_capacity(script.len());
    for command in commands(&script) {
        let is_logic = with_logic && command.starts_with("(set-logic");
        if is_logic || wanted.iter().any(|start| command.starts_with(start)) {
            text.push_str(command);
            text.push('\n');
        }
    }
    text
}

/// The commands of a script.
fn commands(script: &str) -> Vec<&str> {
    let mut result = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    let mut quote: Option<char> = None;
    for (i, c) in script.char_indices() {
        match (quote, c) {
            (Some('\n'), '\n') => quote = None,
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, ';') => quote = Some('\n'),
            (None, '|' | '"') => quote = Some(c),
            (None, '(') => {
                if depth == 0 {
                    start = i;
                }
                depth += 1;
            }
            (None, ')') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    result.extend(script.get(start..=i));
                }
            }
            _ => {}
        }
    }
    result
}

/// The assertions that a reply to `get-unsat-core` names; `None` when it is not such a reply.
pub(super) fn core(reply: &str) -> Option<Vec<usize>> {
    let expressions = Expressions::parse(reply)?;
    let names = expressions.list(expressions.only()?)?;
    let index = |name: &str| name.trim_matches('|').strip_prefix('a')?.parse().ok();
    let mut core: Vec<usize> =
        names.iter().map(|name| expressions.atom(*name).and_then(index)).collect::<Option<_>>()?;
    core.sort_unstable();
    Some(core)
}
