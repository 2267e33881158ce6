//! From a command to a relational problem: bounds from the scopes, constraints from declarations, facts and the command.
//!
//! Predicates and functions are inlined; what is called twice with the same arguments is translated once.

mod bounds;
mod expression;
mod facts;
mod order;
mod quantified;

use crate::problem::Problem;
use crate::scope::Scopes;
use crate::sig::SigId;
use crate::tree::{Command, FieldId, FunctionId, Located, Place, Tree, VarId};
use bounds::Bounds;
use effigy_base::id::Id;
use effigy_relational::{
    Atom, ConstraintId, ExprId, FormulaId, IntId, ProblemError, RelationId, Universe, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is demanded, for a core: a part of the model and what it says.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    pub place: Place,
    pub text: String,
}

/// A command as a relational problem.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    pub problem: effigy_relational::Problem,
    /// By constraint.
    pub demands: Vec<Demand>,
    /// The relations whose union each signature is.
    pub sig_relations: Vec<Vec<RelationId>>,
    /// The relation of each field, without its first column when the signature has one atom.
    pub field_relations: Vec<Option<RelationId>>,
    /// Variables that no one has written.
    pub hidden: FxHashSet<VariableId>,
    /// Atoms that the problem has.
    pub scopes: Scopes,
}

type Done<T> = Result<T, Located>;

/// The value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Value {
    Set(ExprId),
    Int(IntId),
    Formula(FormulaId),
}

struct Translator<'t> {
    tree: &'t Tree,
    command: &'t Command,
    scopes: Scopes,
    bounds: Bounds,
    problem: effigy_relational::Problem,
    demands: Vec<Demand>,
    sigs: Vec<ExprId>,
    sig_relations: Vec<Vec<RelationId>>,
    fields: Vec<Option<ExprId>>,
    field_relations: Vec<Option<RelationId>>,
    /// Subset signatures that are made.
    made: Vec<bool>,
    /// Signatures whose fields are a fixed order.
    fixed: Vec<bool>,
    /// Atoms whose order is fixed.
    ordered: FxHashSet<Atom>,
    hidden: FxHashSet<VariableId>,
    env: FxHashMap<VarId, Value>,
    variables: FxHashMap<VarId, VariableId>,
    /// The predicates and functions that are being inlined.
    calling: Vec<FunctionId>,
    called: FxHashMap<(FunctionId, Vec<ExprId>), Value>,
    strings: FxHashMap<String, Atom>,
    depth: usize,
}

/// Makes the problem of a command.
///
/// # Errors
/// When scopes are impossible, or something is not supported.
pub(crate) fn command(tree: &Tree, command: &Command) -> Done<Translation> {
    let scopes = Scopes::of(tree, command)?;
    let place = command.place;
    let fail = |error: ProblemError| Located { place, problem: unsupported(&error) };
    let mut names = scopes.atoms.clone();
    if let Some((min, max)) = scopes.range() {
        names.extend((min..=max).map(|n| n.to_string()));
    }
    names.extend(scopes.strings.iter().map(|text| format!("\"{text}\"")));
    let universe = Universe::new(names).map_err(fail)?;
    let bounds = Bounds::of(tree, &scopes, &universe);
    let first_string = universe.len() - scopes.strings.len();
    let strings = scopes.strings.iter().cloned();
    let strings = strings.zip(universe.atoms().skip(first_string)).collect();
    let mut problem = effigy_relational::Problem::new(universe);
    let own = scopes.atoms.len();
    if let Some((min, max)) = scopes.range() {
        let atoms: Vec<Atom> = problem.universe().atoms().skip(own).collect();
        let numbers: Vec<(Atom, i64)> = atoms.into_iter().zip(min..=max).collect();
        problem.integers(scopes.width, &numbers).map_err(fail)?;
    }
    let none = problem.none(1).map_err(fail)?;
    let (sigs, fields) = (tree.sigs.len(), tree.fields.len());
    let mut translator = Translator {
        tree,
        command,
        scopes,
        bounds,
        problem,
        demands: Vec::new(),
        sigs: vec![none; sigs],
        sig_relations: vec![Vec::new(); sigs],
        fields: vec![None; fields],
        field_relations: vec![None; fields],
        made: vec![false; sigs],
        fixed: vec![false; sigs],
        ordered: FxHashSet::default(),
        hidden: FxHashSet::default(),
        env: FxHashMap::default(),
        variables: FxHashMap::default(),
        calling: Vec::new(),
        called: FxHashMap::default(),
        strings,
        depth: 0,
    };
    translator.make_relations()?;
    translator.make_facts()?;
    translator.make_goal()?;
    Ok(translator.finish())
}

fn unsupported(error: &ProblemError) -> Problem {
    match error {
        ProblemError::TooWide { number, width } => Problem::Scope(format!(
            "the integer {number} does not fit into the {width} bits of this command; state a wider `int`"
        )),
        ProblemError::NoIntegers => Problem::Scope(
            "there are no integers in this command: its scope of `int` is 0".to_owned(),
        ),
        ProblemError::ArityTooLarge { .. } => {
            Problem::Unsupported(format!("a relation this large ({error})"))
        }
        other => Problem::Unsupported(format!("a part of this model ({other})")),
    }
}

impl Translator<'_> {
    fn at<T>(&self, place: Place, result: Result<T, ProblemError>) -> Done<T> {
        result.map_err(|error| Located { place, problem: unsupported(&error) })
    }

    fn sig_expr(&self, sig: SigId) -> ExprId {
        self.sigs[sig.index()]
    }

    /// Demands a formula, and notes where it comes from.
    fn constrain(&mut self, place: Place, text: &str, formula: FormulaId) -> Done<ConstraintId> {
        let constraint = self.problem.constrain(text, formula);
        let constraint = self.at(place, constraint)?;
        self.demands.push(Demand { place, text: text.to_owned() });
        Ok(constraint)
    }

    /// Notes what the relation of a field is.
    fn set_field(
        &mut self,
        sig: SigId,
        field: FieldId,
        own: ExprId,
        relation: RelationId,
    ) -> Done<()> {
        let mut whole = own;
        if self.tree.sigs[sig].is_one() {
            let product = self.problem.product(self.sig_expr(sig), own);
            whole = self.at(self.tree.fields[field].place, product)?;
        }
        self.fields[field.index()] = Some(whole);
        self.field_relations[field.index()] = Some(relation);
        Ok(())
    }

    fn finish(self) -> Translation {
        Translation {
            problem: self.problem,
            demands: self.demands,
            sig_relations: self.sig_relations,
            field_relations: self.field_relations,
            hidden: self.hidden,
            scopes: self.scopes,
        }
    }
}
