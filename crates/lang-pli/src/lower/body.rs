//! The body of a procedure: its statements.

use super::Context;
use super::integers::{Integers, Simple};
use super::place::Place;
use crate::print::Names;
use crate::tree::{
    Argument, AssertionKind, Condition, DoHead, End, Expr, Initial, LabelId, ProcId, Procedure,
    Program, Statement, StatementKind, Storage, Target, Tests, VarId, Variable,
};
use effigy_base::finding::FindingKind;
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::text::Span;
use effigy_ir::builder::FunctionBuilder;
use effigy_ir::function::{BlockId, Callee, InstKind, Loc, MarkKind, Operand, Terminator};

/// Initial values of one factor that are written out; more are set by a loop.
const MOST_WRITTEN: u32 = 8;

/// A function that is being made.
pub(super) struct Body<'w, 'p> {
    pub context: &'w mut Context<'p>,
    program: &'p Program,
    pub b: FunctionBuilder,
    /// The variables that it speaks of.
    pub variables: &'w IdVec<VarId, Variable>,
    /// Where they are.
    pub places: IdVec<VarId, Place>,
    /// The name of the procedure for locations; none outside of procedures.
    name: &'w str,
    /// The block with the objects; it gets its jump last.
    entry: BlockId,
    labels: IdVec<LabelId, BlockId>,
    /// The values of the variables of the quantifiers around the place.
    pub bound: Vec<Operand>,
    /// Whether nothing is checked: so it is below a quantifier.
    pub quiet: bool,
    /// Names of variables that the source does not have.
    pub hidden: Vec<String>,
}

impl<'w, 'p> Body<'w, 'p> {
    /// A function with these parameters and results that speaks of `variables`.
    pub fn new(
        context: &'w mut Context<'p>,
        variables: &'w IdVec<VarId, Variable>,
        params: &[Sort],
        results: &[Sort],
    ) -> Self {
        let b = FunctionBuilder::new(params, results);
        let entry = b.current();
        let program = context.program;
        Self {
            context,
            program,
            b,
            variables,
            places: IdVec::new(),
            name: "",
            entry,
            labels: IdVec::new(),
            bound: Vec::new(),
            quiet: false,
            hidden: Vec::new(),
        }
    }

    /// The body of a procedure.
    pub fn procedure(
        context: &'w mut Context<'p>,
        id: ProcId,
        procedure: &'p Procedure,
    ) -> FunctionBuilder {
        let (params, results) = (context.parameters(procedure), context.results(procedure));
        let mut body = Body::new(context, &procedure.variables, &params, &results);
        body.name = &procedure.name;
        body.at(procedure.span);
        if procedure.variables.iter().any(|(_, v)| v.storage == Storage::Static) {
            body.make_statics();
        }
        body.variables_of(id, &procedure.parameters);
        let start = body.b.block();
        body.b.switch_to(start);
        for (variable, declared) in procedure.variables.iter() {
            if declared.storage == Storage::Automatic {
                body.initialize(variable, declared);
            }
        }
        body.at(procedure.span);
        body.mark(procedure.number, MarkKind::Statement);
        for _ in procedure.labels.iter() {
            let block = body.b.block();
            body.labels.push(block);
        }
        body.statements(&procedure.body);
        body.fall_off(procedure);
        body.b.switch_to(body.entry);
        body.at(procedure.span);
        body.b.jump(start, []);
        body.b
    }

    /// Begins a run: what outlives calls is made first, so that no loop of the program is the one that makes it.
    pub fn begin(&mut self) {
        if self.context.has_reads || !self.context.statics.is_empty() {
            self.make_statics();
        }
    }

    /// Calls the function that makes the STATIC variables.
    pub fn make_statics(&mut self) {
        let function = Callee::Function(self.context.make_statics);
        self.b.call(function, [], &[]);
    }

    /// The END of a procedure: a return, unless a value is due.
    fn fall_off(&mut self, procedure: &Procedure) {
        self.labels_at(&procedure.end.labels);
        self.at(procedure.end.span);
        self.mark(procedure.end.number, MarkKind::Statement);
        if procedure.is_function {
            let message = format!("{} ends without RETURN of a value", procedure.name);
            self.b.terminate(Terminator::Fail { kind: FindingKind::UnsetVariable, message });
        } else {
            self.b.ret([]);
        }
    }

    pub fn integers(&self) -> Integers {
        self.context.options.integers
    }

    pub fn zero(&self) -> Operand {
        self.integers().small(0)
    }

    pub fn names(&self) -> Names<'w> {
        Names::new(self.program, self.variables)
    }

    /// Instructions come from this place from here on.
    pub fn at(&mut self, span: Span) {
        let Some(file) = self.context.file else { return };
        let (line, column) = (span.start.line, span.start.column);
        let function = self.name.to_owned();
        let loc = Loc { file, line, column, function, inlined_at: None };
        let loc = (line > 0 && !self.name.is_empty()).then(|| self.b.loc(loc));
        self.b.set_loc(loc);
    }

    /// A finding unless `cond` holds.
    pub fn check(&mut self, cond: Operand, kind: FindingKind, message: String) {
        if !self.quiet && cond != Operand::Bool(true) {
            self.b.check(cond, kind, message);
        }
    }

    pub fn mark(&mut self, number: u32, kind: MarkKind) {
        self.b.push(InstKind::Mark { number, kind });
    }

    /// Goes on in a block: control that comes here falls through to it.
    pub fn enter(&mut self, block: BlockId) {
        if !self.b.is_terminated() {
            self.b.jump(block, []);
        }
        self.b.switch_to(block);
    }

    /// Adds to the entry block, whatever the current one is.
    pub fn in_entry<T>(&mut self, add: impl FnOnce(&mut Self) -> T) -> T {
        let current = self.b.current();
        self.b.switch_to(self.entry);
        let result = add(self);
        self.b.switch_to(current);
        result
    }

    fn labels_at(&mut self, labels: &[LabelId]) {
        for label in labels {
            if let Some(block) = self.labels.get(*label).copied() {
                self.enter(block);
            }
        }
    }

    /// Sets the initial values of a variable.
    pub fn initialize(&mut self, id: VarId, variable: &Variable) {
        self.at(variable.span);
        match self.places.get(id).cloned() {
            Some(Place::Integer { object, index }) => {
                if let Some(initial) = variable.initial.first() {
                    let value = self.value(&initial.value);
                    self.put(&object, &index, value);
                }
            }
            Some(Place::Array { object, limits }) => {
                let mut index = limits.low.clone();
                for initial in &variable.initial {
                    index = self.initial(&variable.name, &object, &limits.high, index, initial);
                }
            }
            None => {}
        }
    }

    /// Sets the elements of one initial value from `index` on; the index behind them.
    fn initial(
        &mut self,
        name: &str,
        object: &Operand,
        high: &Operand,
        index: Operand,
        initial: &Initial,
    ) -> Operand {
        let value = self.value(&initial.value);
        let (one, message) =
            (self.integers().small(1), format!("more initial values than elements of {name}"));
        if initial.count <= MOST_WRITTEN {
            let mut index = index;
            for _ in 0..initial.count {
                let inside = self.simple(Simple::AtMost, index.clone(), high.clone());
                self.check(inside, FindingKind::OutOfBounds, message.clone());
                self.put(object, &index, value.clone());
                index = self.simple(Simple::Add, index, one.clone());
            }
            return index;
        }
        let count = self.integers().small(i32::try_from(initial.count).unwrap_or(i32::MAX));
        let end = self.simple(Simple::Add, index.clone(), count);
        let (head, more, done) = (self.b.block(), self.b.block(), self.b.block());
        let at: Operand = self.b.block_param(head, self.integers().sort()).into();
        self.b.jump(head, [index]);
        self.b.switch_to(head);
        let over = self.b.op(Op::Eq, [at.clone(), end.clone()]);
        self.b.branch(over, done, more);
        self.b.switch_to(more);
        let inside = self.simple(Simple::AtMost, at.clone(), high.clone());
        self.check(inside, FindingKind::OutOfBounds, message);
        self.put(object, &at, value);
        let next = self.simple(Simple::Add, at, one);
        self.b.jump(head, [next]);
        self.b.switch_to(done);
        end
    }

    pub fn statements(&mut self, statements: &'p [Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'p Statement) {
        if self.b.is_terminated() {
            let block = self.b.block();
            self.b.switch_to(block);
        }
        self.labels_at(&statement.labels);
        self.at(statement.span);
        if is_marked(statement) {
            let kind = match &statement.kind {
                StatementKind::Assertion(AssertionKind::Assert, _) => MarkKind::Assertion,
                _ => MarkKind::Statement,
            };
            self.mark(statement.number, kind);
        }
        match &statement.kind {
            StatementKind::Empty | StatementKind::Declare(_) => {}
            StatementKind::Assign(target, value) => self.assign(target, value, statement.span),
            StatementKind::If { condition, then, otherwise } => {
                self.branch(condition, then, otherwise.as_deref());
            }
            StatementKind::Do { head, body, end } => self.group(statement, head, body, end),
            StatementKind::GoTo(label) => {
                if let Some(block) = self.labels.get(*label).copied() {
                    self.b.jump(block, []);
                }
            }
            StatementKind::Call(callee, arguments) => {
                self.perform(*callee, arguments, statement.span)
            }
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value));
                self.at(statement.span);
                self.b.ret(Vec::from_iter(value));
            }
            StatementKind::Read(targets) => self.read_all(targets, statement.span),
            StatementKind::Write(values) => {
                for value in values {
                    let value = self.value(value);
                    self.at(statement.span);
                    self.b.push(InstKind::Output { name: "WRITE".to_owned(), value });
                }
            }
            StatementKind::Assertion(kind, condition) => {
                self.assertion(*kind, condition, statement.span);
            }
        }
    }

    fn perform(&mut self, callee: ProcId, arguments: &[Argument], span: Span) {
        self.call(callee, arguments, span);
    }

    pub fn assign(&mut self, target: &Target, value: &Expr, span: Span) {
        let place = self.target(target, span);
        let value = self.value(value);
        self.at(span);
        if let Some((object, index)) = place {
            self.put(&object, &index, value);
        }
    }

    /// The object and the index of what gets a value.
    pub fn target(&mut self, target: &Target, span: Span) -> Option<(Operand, Operand)> {
        match target {
            Target::Variable(id) => match self.places.get(*id).cloned()? {
                Place::Integer { object, index } => Some((object, index)),
                Place::Array { .. } => None,
            },
            Target::Element(id, at) => self.element(*id, at, span),
        }
    }

    fn branch(
        &mut self,
        condition: &Condition,
        then: &'p Statement,
        otherwise: Option<&'p Statement>,
    ) {
        let truth = self.truth(condition);
        let (yes, end) = (self.b.block(), self.b.block());
        let no = if otherwise.is_some() { self.b.block() } else { end };
        self.b.branch(truth, yes, no);
        self.b.switch_to(yes);
        self.statement(then);
        self.enter(end);
        if let Some(otherwise) = otherwise {
            self.b.switch_to(no);
            self.statement(otherwise);
            self.enter(end);
        }
    }

    fn group(
        &mut self,
        statement: &'p Statement,
        head: &'p DoHead,
        body: &'p [Statement],
        end: &'p End,
    ) {
        match head {
            DoHead::Once => {
                self.statements(body);
                self.end(body, end);
            }
            DoHead::Repeat(tests) => self.repeat(statement, tests, body, end),
            DoHead::Count(count) => self.count(statement, count, body, end),
        }
    }

    /// The END of a group; it is a statement of its own where the listing gives it a number of its own.
    pub fn end(&mut self, body: &[Statement], end: &End) {
        self.labels_at(&end.labels);
        self.at(end.span);
        if body.last().is_none_or(|last| last_number(last) != end.number) {
            self.mark(end.number, MarkKind::Statement);
        }
    }

    fn repeat(&mut self, statement: &Statement, tests: &Tests, body: &'p [Statement], end: &End) {
        let (head, done) = (self.b.block(), self.b.block());
        self.enter(head);
        self.mark(statement.number, MarkKind::Loop);
        self.before(tests, done);
        self.statements(body);
        self.end(body, end);
        self.after(tests, done);
        self.at(end.span);
        self.enter(head);
        self.b.switch_to(done);
    }

    /// WHILE: leaves the loop unless it holds.
    pub fn before(&mut self, tests: &Tests, done: BlockId) {
        if let Some(condition) = &tests.before {
            let truth = self.truth(condition);
            let round = self.b.block();
            self.b.branch(truth, round, done);
            self.b.switch_to(round);
        }
    }

    /// UNTIL: leaves the loop when it holds.
    pub fn after(&mut self, tests: &Tests, done: BlockId) {
        if let Some(condition) = &tests.after {
            let truth = self.truth(condition);
            let more = self.b.block();
            self.b.branch(truth, done, more);
            self.b.switch_to(more);
        }
    }

    fn read_all(&mut self, targets: &[Target], span: Span) {
        self.make_statics();
        self.context.has_reads = true;
        let counter = self.kept(self.context.reads);
        for target in targets {
            let place = self.target(target, span);
            self.at(span);
            let zero = self.zero();
            let count = self.select(&counter, &zero);
            let one = self.integers().small(1);
            let count = self.simple(Simple::Add, count, one);
            self.put(&counter, &zero, count.clone());
            let inputs = self.object(Some("READ".to_owned()));
            let value = self.select(&inputs, &count);
            if let Some((object, index)) = place {
                self.put(&object, &index, value);
            }
        }
    }

    fn assertion(&mut self, kind: AssertionKind, condition: &Condition, span: Span) {
        let cond = self.truth(condition);
        self.at(span);
        let text = self.names().condition(condition);
        self.b.push(match kind {
            AssertionKind::Assume => InstKind::Assume { cond },
            AssertionKind::Prove => InstKind::Assert { cond, prove: true, text },
            AssertionKind::Assert => InstKind::Assert { cond, prove: false, text },
        });
    }
}

/// Whether a statement gets a mark of its own before it: not a declaration, which does nothing; not a loop whose
/// rounds begin at its head; not a group that shares its number with its first statement.
fn is_marked(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Declare(_) => false,
        StatementKind::Do { head: DoHead::Repeat(_), .. } => false,
        StatementKind::Do { head: DoHead::Once, body, .. } => {
            body.first().is_none_or(|first| first.number != statement.number)
        }
        _ => true,
    }
}

/// The number of the last part of a statement.
fn last_number(statement: &Statement) -> u32 {
    match &statement.kind {
        StatementKind::If { then, otherwise, .. } => {
            last_number(otherwise.as_deref().unwrap_or(then))
        }
        StatementKind::Do { end, .. } => end.number,
        _ => statement.number,
    }
}
