//! Expressions as text, parametrised by a width `W`.
//!
//! `x y z` are bit-vectors of `W` bits, `p q r` Booleans, `a` an array from `W` to 8 bits, `table` and `uniform`
//! constant tables; `i j k m n` are integers, `f` an array of them, `v` a bound variable, `%-3` is an integer constant;
//! `s t u` are reals, `~-1/2` is a real constant; `c d` are references, `o1 o2` new objects, `null` and `none` are constant
//! references, `(pair t c)` and `(one c)` are others, made by constructors; `x:8` has 8 bits. `#5`, `#-1`, `#ones`, `#min`, `#max` are constants. Widths and bounds are
//! `3`, `W`, `2W`, `W+1`, `W-1`.

use effigy_base::function::{Function, FunctionKind};
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::symbol::Symbol;
use effigy_term::{Role, Term, TermStore, VarInfo};

/// Builds the expression; `None` when an operator does not take its arguments at this width.
pub fn build(store: &mut TermStore, text: &str, width: u32) -> Option<Term> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = tokens.as_slice();
    let t = expression(store, &mut rest, width);
    assert!(t.is_none() || rest.is_empty(), "excess text in {text}");
    t
}

fn expression(store: &mut TermStore, tokens: &mut &[&str], width: u32) -> Option<Term> {
    let (first, rest) = tokens.split_first().expect("an expression");
    *tokens = rest;
    if *first != "(" {
        return atom(store, first, width);
    }
    let (head, rest) = tokens.split_first().expect("an operator");
    *tokens = rest;
    let (mut params, mut args) = (Vec::new(), Vec::new());
    loop {
        match tokens.first().expect("a closing parenthesis") {
            &")" => break,
            text if text.starts_with(|c: char| c.is_ascii_digit() || c == 'W') => {
                params.push(number(text, width)?);
                *tokens = &tokens[1..];
            }
            _ => args.push(expression(store, tokens, width)?),
        }
    }
    *tokens = &tokens[1..];
    if let Some(constructor) = constructor(head) {
        return Some(store.apply(constructor, &args));
    }
    let op =
        Op::parse(head, &params).unwrap_or_else(|| panic!("no operator {head} with {params:?}"));
    store.try_app(op, &args)
}

/// The sort of references.
pub fn reference() -> Sort {
    Sort::Named(Symbol::new("Ref"))
}

/// The constructors of references.
pub fn constructor(name: &str) -> Option<Function> {
    let parameters: &[Sort] = match name {
        "null" | "none" => &[],
        "pair" => &[Sort::Real, reference()],
        "one" => &[reference()],
        _ => return None,
    };
    Some(Function::new(name, parameters, reference(), FunctionKind::Constructor))
}

/// `3`, `W`, `2W`, `W+1`, `W-1`; `None` below zero.
fn number(text: &str, width: u32) -> Option<u32> {
    let Some((factor, offset)) = text.split_once('W') else {
        return Some(text.parse().expect("a number"));
    };
    let factor: i64 = if factor.is_empty() { 1 } else { factor.parse().expect("a factor") };
    let offset: i64 = if offset.is_empty() { 0 } else { offset.parse().expect("an offset") };
    u32::try_from(factor * i64::from(width) + offset).ok()
}

fn atom(store: &mut TermStore, text: &str, width: u32) -> Option<Term> {
    let (name, width) = match text.split_once(':') {
        Some((name, own)) => (name, number(own, width)?),
        None => (text, width),
    };
    if width == 0 {
        return None;
    }
    let variable = |store: &mut TermStore, sort| {
        Some(store.variable(&VarInfo { name: text.replace(':', "_"), sort, role: Role::Input }))
    };
    match name {
        "true" => Some(store.bool(true)),
        "false" => Some(store.bool(false)),
        "p" | "q" | "r" => variable(store, Sort::Bool),
        "i" | "j" | "k" | "m" | "n" => variable(store, Sort::Int),
        "f" => variable(store, Sort::Array { index: Scalar::Int, element: Scalar::Int }),
        "s" | "t" | "u" => variable(store, Sort::Real),
        "c" | "d" => variable(store, reference()),
        "o1" | "o2" => {
            let info = VarInfo { name: name.to_owned(), sort: reference(), role: Role::Object };
            Some(store.variable(&info))
        }
        "null" | "none" => constructor(name).map(|constant| store.apply(constant, &[])),
        _ if name.starts_with('~') => {
            let (over, under) = name[1..].split_once('/').unwrap_or((&name[1..], "1"));
            let number = |text: &str| text.parse().expect("an integer");
            Some(store.fraction(number(over), number(under)))
        }
        "v" => {
            let info = VarInfo { name: name.to_owned(), sort: Sort::Int, role: Role::Bound };
            Some(store.variable(&info))
        }
        "a" => variable(store, Sort::bit_vector_array(width, 8)),
        "table" => Some(store.const_array(width, 8, [3, 1, 4, 1].into(), 5)),
        "uniform" => Some(store.const_array(width, 8, [7, 7].into(), 7)),
        "#ones" => Some(store.bits(width, u128::MAX)),
        "#min" => Some(store.bits(width, 1 << (width - 1))),
        "#max" => Some(store.bits(width, (1 << (width - 1)) - 1)),
        _ if name.starts_with('%') => {
            Some(store.int(name.trim_start_matches('%').parse().expect("an integer")))
        }
        _ => match name.strip_prefix('#') {
            Some(digits) => {
                Some(store.bits(width, digits.parse::<i128>().expect("a constant") as u128))
            }
            None => variable(store, Sort::BitVec(width)),
        },
    }
}
