//! What runs of PL/I programs say of parameters that are one variable.

use crate::outcome::{Datum, RunOutcome};
use crate::wp::{Satisfiable, TraceOutcome};
use effigy_base::assumption::{Assumption, AssumptionKind};
use effigy_lang_pli::share::{Ways, statics};
use effigy_lang_pli::tree::{Procedure, Program};
use num_bigint::BigInt;

/// What a run takes for granted that begins at a procedure in these ways.
pub(crate) fn assumed(program: &Program, procedure: &Procedure, ways: &Ways) -> Vec<Assumption> {
    let mut assumed = Vec::new();
    if ways.more {
        assumed.push(too_many(procedure, ways));
    }
    let statics = statics(program, procedure);
    if !statics.initial.is_empty() {
        let what = format!("{} has its initial value", statics.initial.join(", "));
        assumed.push(Assumption::new(AssumptionKind::FirstCall, what));
    }
    if !statics.passed.is_empty() && !procedure.parameters.is_empty() {
        let (name, passed) = (&procedure.name, statics.passed.join(", "));
        let what = format!("no parameter of {name} is {passed}");
        assumed.push(Assumption::new(AssumptionKind::Aliasing, what));
    }
    assumed
}

/// That parameters do not share in more ways than those that were run.
pub(crate) fn too_many(procedure: &Procedure, ways: &Ways) -> Assumption {
    let name = &procedure.name;
    let most = ways.ways.iter().map(|way| way.shared()).max().unwrap_or(0);
    let what = match most {
        0 => format!("the parameters of {name} are different variables"),
        _ => {
            format!("at most {most} of the parameters of {name} share a variable with another one")
        }
    };
    Assumption::new(AssumptionKind::Aliasing, what)
}

/// That a procedure which is called by contract gets different variables.
pub(crate) fn by_contract(procedure: &Procedure, ways: &Ways) -> Assumption {
    let what = format!(
        "parameters {} of {} are different variables",
        ways.parameters(procedure),
        procedure.name
    );
    Assumption::new(AssumptionKind::Aliasing, what)
}

/// Takes the inputs with these names out of what is shown where they are false: no parameters share in that way. Tests keep them,
/// for a run on their values needs them.
pub(crate) fn hide(outcome: &mut RunOutcome, names: &[String]) {
    let apart = |name: &str, value: Option<&Datum>| {
        names.iter().any(|way| way == name) && value == Some(&Datum::Integer(BigInt::ZERO))
    };
    let shown = |condition: &str| shown(condition, names);
    for test in &mut outcome.tests {
        test.path_condition =
            test.path_condition.iter().filter_map(|c| shown(c)).map(Into::into).collect();
    }
    for finding in &mut outcome.findings {
        finding.inputs.retain(|input| !apart(&input.name, input.value.as_ref()));
        finding.path_condition =
            finding.path_condition.iter().filter_map(|c| shown(c)).map(Into::into).collect();
    }
    for leaf in &mut outcome.leaves {
        let conjuncts = leaf.condition.split(" & ").filter_map(shown).collect::<Vec<_>>();
        leaf.condition = match conjuncts.is_empty() {
            true => "true".to_owned(),
            false => conjuncts.join(" & "),
        };
    }
}

/// The same of a trace and its condition; its lines stay as they are, for they are read back.
pub(crate) fn hide_in_trace(trace: &mut TraceOutcome, names: &[String]) {
    trace.condition = trace.condition.iter().filter_map(|c| shown(c, names)).collect();
    for name in names {
        let quoted = format!("\"{name}\"");
        for apart in [format!("¬{quoted} & "), format!(" & ¬{quoted}")] {
            trace.conjunction = trace.conjunction.replace(&apart, "");
        }
        if trace.conjunction == format!("¬{quoted}") {
            trace.conjunction = "true".to_owned();
        }
        trace.conjunction = trace.conjunction.replace(&quoted, name);
    }
    if let Satisfiable::Yes { inputs, .. } = &mut trace.satisfiable {
        inputs.retain(|(name, value)| {
            !(names.contains(name) && *value == Datum::Integer(BigInt::ZERO))
        });
    }
}

/// A condition without quotes around the names of ways; `None` when it says that parameters do not share in a way.
fn shown(condition: &str, names: &[String]) -> Option<String> {
    let apart = condition.strip_prefix(['¬', '!']).map(|name| name.trim_matches('"'));
    if apart.is_some_and(|apart| names.iter().any(|name| name == apart)) {
        return None;
    }
    let quoted = names.iter().find(|name| condition == format!("\"{name}\""));
    Some(quoted.map_or_else(|| condition.to_owned(), String::clone))
}
