//! Tuples, arrays and lists of strategies make such of their values.

use crate::strategy::{Strategy, strategy};

macro_rules! tuples {
    ($(($($type:ident $index:tt $suffix:literal),*))*) => {$(
        strategy! {
            [$($type: Strategy),*] ($($type,)*) => ($($type::Value,)*),
            |own, runner| ($(runner.within($suffix, |runner| own.$index.draw(runner)),)*)
        }
    )*};
}

tuples! {
    (A 0 ".0")
    (A 0 ".0", B 1 ".1")
    (A 0 ".0", B 1 ".1", C 2 ".2")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4", F 5 ".5")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4", F 5 ".5", G 6 ".6")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4", F 5 ".5", G 6 ".6", H 7 ".7")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4", F 5 ".5", G 6 ".6", H 7 ".7", I 8 ".8")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4", F 5 ".5", G 6 ".6", H 7 ".7", I 8 ".8",
     J 9 ".9")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4", F 5 ".5", G 6 ".6", H 7 ".7", I 8 ".8",
     J 9 ".9", K 10 ".10")
    (A 0 ".0", B 1 ".1", C 2 ".2", D 3 ".3", E 4 ".4", F 5 ".5", G 6 ".6", H 7 ".7", I 8 ".8",
     J 9 ".9", K 10 ".10", L 11 ".11")
}

strategy! { [] () => (), |_own, _runner| () }

strategy! {
    [S: Strategy, const N: usize] [S; N] => [S::Value; N],
    |own, runner| std::array::from_fn(|at| match own.get(at) {
        Some(strategy) => runner.within(&format!("[{at}]"), |runner| strategy.draw(runner)),
        None => effigy::reject(),
    })
}

strategy! {
    [S: Strategy] Vec<S> => Vec<S::Value>, |own, runner| {
        let values = own.iter().enumerate();
        values.map(|(at, of)| runner.within(&format!("[{at}]"), |runner| of.draw(runner))).collect()
    }
}
