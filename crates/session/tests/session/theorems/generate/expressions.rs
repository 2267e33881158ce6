//! Random expressions and places.

use super::{FIELDS, Language, Source, Ty};

impl Source<'_> {
    /// A variable, field or element of a type.
    pub(super) fn place(&mut self, ty: Ty) -> Option<String> {
        if self.rng.one_in(2)
            && let Some(part) = self.part(ty, 1)
        {
            return Some(part);
        }
        self.variable(ty, false)
    }

    pub(super) fn variable(&mut self, ty: Ty, read: bool) -> Option<String> {
        let fitting: Vec<String> = self
            .variables
            .iter()
            .filter(|(name, t)| *t == ty && (read || !self.fixed.contains(name)))
            .map(|(name, _)| name.clone())
            .collect();
        (!fitting.is_empty()).then(|| self.rng.pick(&fitting).clone())
    }

    /// `e.f` or `s[i]` of a type.
    fn part(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let of_array = match ty {
            Ty::Int if self.language >= Language::Arrays => Some(Ty::Ints),
            Ty::A => Some(Ty::As),
            _ => None,
        };
        if let Some(array) = of_array
            && (self.language != Language::Objects || self.rng.one_in(3))
        {
            let (array, index) = (self.value(array, depth - 1), self.int(depth - 1));
            return Some(format!("{array}[{index}]"));
        }
        if self.language != Language::Objects {
            return None;
        }
        let fitting: Vec<_> = FIELDS.iter().filter(|(_, _, t)| *t == ty).collect();
        let (of, name, _) = **(!fitting.is_empty()).then(|| self.rng.pick(&fitting))?;
        let object = self.value(of, depth - 1);
        Some(format!("{object}.{name}"))
    }

    pub(super) fn value(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Int => self.int(depth),
            Ty::Bool => self.bool(depth),
            _ => self.reference(ty, depth),
        }
    }

    pub(super) fn reference(&mut self, ty: Ty, depth: usize) -> String {
        if depth > 0 {
            match self.rng.below(12) {
                0..=3 => {
                    if let Some(part) = self.part(ty, depth) {
                        return part;
                    }
                }
                4 => {
                    let (condition, depth) = (self.bool(depth - 1), depth - 1);
                    let (yes, no) = (self.reference(ty, depth), self.reference(ty, depth));
                    return format!("({condition} ? {yes} : {no})");
                }
                5 if self.rng.one_in(2) => return self.null(ty),
                6 if self.calls && ty == Ty::A => return "new A".to_owned(),
                _ => {}
            }
        }
        let name = self.variable(ty, true);
        name.unwrap_or_else(|| "null".to_owned())
    }

    /// `null`, which has no fields by itself: only as a whole value.
    fn null(&mut self, ty: Ty) -> String {
        let name = self.variable(ty, true).unwrap_or_else(|| "s".to_owned());
        format!("({} ? null : {name})", self.bool(0))
    }

    pub(super) fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(4) {
            return match self.rng.below(3) {
                0 => self.rng.pick(&["0", "1", "2", "3", "(-1)", "7", "127"]).to_string(),
                _ => self.variable(Ty::Int, true).unwrap_or_else(|| "1".to_owned()),
            };
        }
        match self.rng.below(13) {
            0..=2 => format!("({} + {})", self.int(depth - 1), self.int(depth - 1)),
            3 => format!("({} - {})", self.int(depth - 1), self.int(depth - 1)),
            4 => format!("({} * {})", self.int(depth - 1), self.rng.pick(&["2", "3", "x"])),
            5 => {
                let operator = *self.rng.pick(&["/", "%"]);
                let divisor = *self.rng.pick(&["2", "4", "y", "(x - 1)"]);
                format!("({} {operator} {divisor})", self.int(depth - 1))
            }
            6 => format!("(-{})", self.int(depth - 1)),
            7 => {
                let (condition, depth) = (self.bool(depth - 1), depth - 1);
                format!("({condition} ? {} : {})", self.int(depth), self.int(depth))
            }
            8 if self.language >= Language::Arrays => {
                format!("{}.length", self.reference(Ty::Ints, depth - 1))
            }
            9 if self.calls && self.language >= Language::Recursion => {
                let n = self.count_down();
                match self.language {
                    Language::Objects if self.rng.one_in(2) => {
                        let (receiver, argument) = (self.value(Ty::A, 0), self.value(Ty::A, 1));
                        format!("{receiver}.count({n}, {argument})")
                    }
                    Language::Objects => format!("f({n}, {})", self.value(Ty::A, 1)),
                    _ => format!("f({n})"),
                }
            }
            _ => match self.part(Ty::Int, depth) {
                Some(part) => part,
                None => self.variable(Ty::Int, true).unwrap_or_else(|| "2".to_owned()),
            },
        }
    }

    pub(super) fn bool(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.rng.below(4) {
                0 => "p".to_owned(),
                _ => format!("({} {} {})", self.int(0), self.comparison(), self.int(0)),
            };
        }
        match self.rng.below(9) {
            0..=2 => format!("({} {} {})", self.int(depth - 1), self.comparison(), self.int(depth)),
            3 => format!("({} && {})", self.bool(depth - 1), self.bool(depth - 1)),
            4 => format!("({} || {})", self.bool(depth - 1), self.bool(depth - 1)),
            5 => format!("(!{})", self.bool(depth - 1)),
            6 | 7 if self.language >= Language::Arrays => {
                let ty = match self.language {
                    Language::Objects => *self.rng.pick(&[Ty::A, Ty::A, Ty::B, Ty::Ints]),
                    _ => Ty::Ints,
                };
                let left = self.reference(ty, depth);
                let right = match self.rng.one_in(3) {
                    true => "null".to_owned(),
                    false => self.reference(ty, depth - 1),
                };
                format!("({left} {} {right})", self.rng.pick(&["==", "!="]))
            }
            8 if self.language == Language::Objects => {
                format!("{}.flag", self.reference(Ty::A, depth - 1))
            }
            _ => self.bool(depth - 1),
        }
    }

    fn comparison(&mut self) -> &'static str {
        const ALL: &[&str] = &["==", "!=", "<", "<=", ">", ">="];
        self.rng.pick::<&str>(ALL)
    }
}
