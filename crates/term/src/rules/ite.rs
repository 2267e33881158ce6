//! Rules of `ite`.

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::TermStore;

const ITE: &[Family] = &[Family::Ite];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "ite-decided",
        law: "ite(true, a, b) = a, ite(false, a, b) = b, ite(c, a, a) = a",
        families: ITE,
        apply: ite_decided,
    },
    Rule { name: "ite-not", law: "ite(not c, a, b) = ite(c, b, a)", families: ITE, apply: ite_not },
    Rule {
        name: "ite-bool",
        law: "ite(c, true, b) = or(c, b), ite(c, false, b) = and(not c, b), and their mirror images",
        families: ITE,
        apply: ite_bool,
    },
    Rule {
        name: "ite-known-condition",
        law: "ite(c, ite(c, x, y), z) = ite(c, x, z), ite(c, x, ite(c, y, z)) = ite(c, x, z)",
        families: ITE,
        apply: ite_known_condition,
    },
    Rule {
        name: "ite-shared-branch",
        law: "ite(c, x, ite(d, x, y)) = ite(or(c, d), x, y), ite(c, ite(d, x, y), y) = ite(and(c, d), x, y)",
        families: ITE,
        apply: ite_shared_branch,
    },
    Rule {
        name: "ite-equal",
        law: "ite(x = y, y, x) = x, ite(x = y, x, y) = y",
        families: ITE,
        apply: ite_equal,
    },
    Rule {
        name: "ite-zero-extend",
        law: "ite(c, zero_extend(x), zero_extend(y)) = zero_extend(ite(c, x, y)); y may be a constant that fits",
        families: ITE,
        apply: ite_zero_extend,
    },
    Rule {
        name: "ite-constants",
        law: "f(ite(c, k, l), m) = ite(c, f(k, m), f(l, m)) for constants k, l, m",
        families: &[
            Family::Eq,
            Family::Complement,
            Family::Sum,
            Family::Product,
            Family::Division,
            Family::Bitwise,
            Family::Shift,
            Family::Compare,
            Family::Concat,
            Family::Extract,
            Family::Extend,
            Family::Select,
            Family::Integer,
            Family::IntDivision,
            Family::IntAbs,
            Family::IntPower,
            Family::IntCompare,
            Family::Real,
            Family::RealDivision,
            Family::RealCompare,
        ],
        apply: ite_constants,
    },
    Rule {
        name: "ite-cases",
        law: "f(x, y) = the disjunction of the conditions under which x and y are constants k and l with f(k, l)",
        families: &[Family::Eq, Family::Compare],
        apply: ite_cases,
    },
];

fn ite_decided(s: &mut TermStore, _: Op, &[c, a, b]: &[Term; 3]) -> Option<Term> {
    match s.as_bool(c) {
        Some(truth) => Some(if truth { a } else { b }),
        None => (a == b).then_some(a),
    }
}

fn ite_not(s: &mut TermStore, _: Op, &[c, a, b]: &[Term; 3]) -> Option<Term> {
    let c = s.under(Op::Not, c)?;
    Some(s.ite(c, b, a))
}

fn ite_bool(s: &mut TermStore, _: Op, &[c, a, b]: &[Term; 3]) -> Option<Term> {
    if s.sort(a) != Sort::Bool {
        return None;
    }
    match (s.as_bool(a), s.as_bool(b)) {
        (Some(true), _) => Some(s.or(c, b)),
        (_, Some(false)) => Some(s.and(c, a)),
        (Some(false), _) => {
            let not = s.not(c);
            Some(s.and(not, b))
        }
        (_, Some(true)) => {
            let not = s.not(c);
            Some(s.or(not, a))
        }
        _ if a == c => Some(s.or(c, b)),
        _ if b == c => Some(s.and(c, a)),
        _ => s.are_opposite(a, b).then(|| s.eq(c, a)),
    }
}

fn ite_known_condition(s: &mut TermStore, _: Op, &[c, a, b]: &[Term; 3]) -> Option<Term> {
    if let Some((Op::Ite, [d, x, _])) = s.parts(a)
        && c == d
    {
        return Some(s.ite(c, x, b));
    }
    match s.parts(b) {
        Some((Op::Ite, [d, _, y])) if c == d => Some(s.ite(c, a, y)),
        _ => None,
    }
}

fn ite_shared_branch(s: &mut TermStore, _: Op, &[c, a, b]: &[Term; 3]) -> Option<Term> {
    if let Some((Op::Ite, [d, x, y])) = s.parts(b)
        && a == x
    {
        let either = s.or(c, d);
        return Some(s.ite(either, x, y));
    }
    match s.parts(a) {
        Some((Op::Ite, [d, x, y])) if y == b => {
            let both = s.and(c, d);
            Some(s.ite(both, x, y))
        }
        _ => None,
    }
}

fn ite_equal(s: &mut TermStore, _: Op, &[c, a, b]: &[Term; 3]) -> Option<Term> {
    let (Op::Eq, [x, y, _]) = s.parts(c)? else { return None };
    ((x, y) == (a, b) || (y, x) == (a, b)).then_some(b)
}

fn ite_zero_extend(s: &mut TermStore, _: Op, &[c, a, b]: &[Term; 3]) -> Option<Term> {
    let narrow = |t| s.zero_extended(t).map(|x| s.width(x));
    let from = match (narrow(a), narrow(b)) {
        (Some(v), Some(w)) => v.max(w),
        (Some(v), None) if s.as_bits(b)? >> v.min(127) == 0 => v,
        (None, Some(w)) if s.as_bits(a)? >> w.min(127) == 0 => w,
        _ => return None,
    };
    let width = s.width(a);
    let (x, y) = (s.extract(from - 1, 0, a), s.extract(from - 1, 0, b));
    let merged = s.ite(c, x, y);
    Some(s.zero_extend(width, merged))
}

fn ite_constants(s: &mut TermStore, op: Op, args: &[Term; 3]) -> Option<Term> {
    let args = &args[..op.arity()];
    let mut choice = None;
    for (index, arg) in args.iter().enumerate() {
        match s.parts(*arg) {
            Some((Op::Ite, [c, k, l]))
                if choice.is_none() && s.is_constant(k) && s.is_constant(l) =>
            {
                choice = Some((index, c, k, l));
            }
            None if s.value_is_known(*arg) => {}
            _ => return None,
        }
    }
    let (index, c, k, l) = choice?;
    let mut sides = [k, l].map(|side| {
        let mut args = [args[0], *args.get(1).unwrap_or(&args[0])];
        args[index] = side;
        args
    });
    let [yes, no] = sides.each_mut().map(|side| s.app(op, &side[..args.len()]));
    (s.value_is_known(yes) && s.value_is_known(no)).then(|| s.ite(c, yes, no))
}

fn ite_cases(s: &mut TermStore, op: Op, &[a, b, _]: &[Term; 3]) -> Option<Term> {
    s.related(op, a, b)
}
