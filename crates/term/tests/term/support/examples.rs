//! For each rewrite rule: expressions in which it applies, and expressions in which it does not.

pub struct Example {
    pub rule: &'static str,
    pub applies: &'static [&'static str],
    pub not: &'static [&'static str],
}

const fn example(
    rule: &'static str,
    applies: &'static [&'static str],
    not: &'static [&'static str],
) -> Example {
    Example { rule, applies, not }
}

pub const EXAMPLES: &[Example] = &[
    example("not-not", &["(not (not p))"], &["(not p)"]),
    example(
        "not-compare",
        &[
            "(not (bvult x y))",
            "(not (bvule x y))",
            "(not (bvslt x y))",
            "(not (bvsle x y))",
            "(not (int.lt i j))",
            "(not (int.le i %4))",
            "(not (real.lt s t))",
            "(not (real.le s ~1/2))",
        ],
        &["(not (= x y))"],
    ),
    example(
        "connective-constant",
        &["(and p true)", "(and p false)", "(or p true)", "(or p false)"],
        &["(and p q)", "(or p q)"],
    ),
    example("connective-same", &["(and p p)", "(or p p)"], &["(and p q)"]),
    example(
        "connective-opposite",
        &[
            "(and p (not p))",
            "(or p (not p))",
            "(and (bvult x y) (bvule y x))",
            "(or (bvslt x y) (bvsle y x))",
            "(and (bvult x #5) (bvult #4 x))",
            "(or (bvslt x #-2) (bvslt #-3 x))",
            "(and (int.le i %5) (int.lt %5 i))",
            "(or (int.lt i (int.add j %3)) (int.le (int.add j %3) i))",
        ],
        &["(and p (not q))", "(and (bvult x y) (bvsle y x))", "(and (bvult x #5) (bvult #3 x))"],
    ),
    example(
        "connective-absorb",
        &["(and p (or p q))", "(or p (and p q))", "(and p (and p q))", "(or p (or p q))"],
        &["(and p (or q r))"],
    ),
    example(
        "connective-resolve",
        &[
            "(and p (or (not p) q))",
            "(or p (and (not p) q))",
            "(and p (and (not p) q))",
            "(or p (or q (not p)))",
        ],
        &["(and p (or (not q) r))"],
    ),
    example(
        "and-two-constants",
        &["(and (= x #1) (= x #2))"],
        &["(and (= x #1) (= y #2))", "(or (= x #1) (= x #2))"],
    ),
    example("xor-eq", &["(xor p q)"], &["(or p q)"]),
    example("ite-decided", &["(ite true x y)", "(ite false x y)", "(ite p x x)"], &["(ite p x y)"]),
    example("ite-not", &["(ite (not p) x y)"], &["(ite p x y)"]),
    example(
        "ite-bool",
        &[
            "(ite p true q)",
            "(ite p false q)",
            "(ite p q true)",
            "(ite p q false)",
            "(ite p p q)",
            "(ite p q p)",
            "(ite p q (not q))",
        ],
        &["(ite p q r)", "(ite p x y)"],
    ),
    example(
        "ite-known-condition",
        &["(ite p (ite p x y) z)", "(ite p x (ite p y z))"],
        &["(ite p (ite q x y) z)"],
    ),
    example(
        "ite-shared-branch",
        &["(ite p x (ite q x y))", "(ite p (ite q x y) y)"],
        &["(ite p x (ite q y z))", "(ite p x (ite q y x))"],
    ),
    example(
        "ite-equal",
        &["(ite (= x y) x y)", "(ite (= x y) y x)", "(ite (= x #3) #3 x)"],
        &["(ite (= x y) x z)"],
    ),
    example(
        "ite-zero-extend",
        &[
            "(ite p (zero_extend 2W x) (zero_extend 2W y))",
            "(ite p (zero_extend 2W x) #1:2W)",
            "(ite p #0:2W (zero_extend 2W x))",
            "(ite p (zero_extend 2W x) (zero_extend 2W b:1))",
        ],
        &["(ite p (zero_extend 2W x) #-1:2W)", "(ite p (zero_extend 2W x) (sign_extend 2W y))"],
    ),
    example(
        "ite-constants",
        &[
            "(= (ite p #1 #0) #1)",
            "(bvnot (ite p #1 #0))",
            "(bvadd (ite p #1 #0) #7)",
            "(bvmul #6 (ite p #1 #0))",
            "(bvudiv #6 (ite p #1 #0))",
            "(bvand #6 (ite p #5 #3))",
            "(bvshl #6 (ite p #5 #3))",
            "(bvult (ite p #5 #3) #4)",
            "(concat (ite p #5 #3) #4)",
            "(extract 0 0 (ite p #1 #0))",
            "(zero_extend 2W (ite p #5 #3))",
            "(sign_extend 2W (ite p #5 #3))",
            "(select table (ite p #1 #0))",
        ],
        &[
            "(bvadd (ite p #1 x) #7)",
            "(bvadd (ite p #1 #0) x)",
            "(bvmul (ite p #1 #0) (ite q #1 #0))",
        ],
    ),
    example(
        "ite-cases",
        &[
            "(= (ite p #1 (ite q #2 #3)) #2)",
            "(bvult (ite p #1 (ite q #5 #3)) #4)",
            "(bvslt #4 (ite p #1 (ite q #5 #3)))",
            "(bvule (bvadd (ite p #1 (ite q #2 #3)) (ite q #4 #5)) #6)",
            "(= (ite p #1 (ite q #2 #3)) (ite q #2 #3))",
            "(bvult (ite p #1 (ite q #2 #3)) (bvadd (ite p #1 (ite q #2 #3)) #1))",
        ],
        &["(= (ite p #1 (ite q #2 x)) y)", "(bvult (ite p #1 (ite q #2 x)) #2)"],
    ),
    example("eq-same", &["(= x x)", "(= a a)", "(= p p)"], &["(= x y)"]),
    example(
        "eq-bool",
        &[
            "(= p true)",
            "(= p false)",
            "(= p (not p))",
            "(= (not p) (not q))",
            "(= (not p) q)",
            "(= q (not p))",
        ],
        &["(= p q)", "(= x y)"],
    ),
    example("eq-bit", &["(= b:1 #0:1)"], &["(= b:1 #1:1)", "(= b:2 #0:2)"]),
    example(
        "eq-ite-constant",
        &[
            "(= (ite p #1 x) #1)",
            "(= (ite p x #1) #1)",
            "(= (ite p #1 x) #0)",
            "(= (ite p x #1) #0)",
        ],
        &["(= (ite p y x) #1)", "(= (ite p #1 x) y)"],
    ),
    example("eq-ite-branch", &["(= (ite p x y) x)", "(= (ite p x y) y)"], &["(= (ite p x y) z)"]),
    example(
        "eq-concat",
        &["(= (concat x y) (concat y z))", "(= (concat x y) #77:2W)", "(= #-1:2W (concat x y))"],
        &["(= (concat x b:1) (concat b:1 x))"],
    ),
    example(
        "eq-extend",
        &[
            "(= (zero_extend 2W x) (zero_extend 2W y))",
            "(= (sign_extend 2W x) (sign_extend 2W y))",
            "(= (zero_extend 2W x) (zero_extend 2W b:1))",
            "(= (zero_extend 2W x) #1:2W)",
            "(= (zero_extend 2W x) #-1:2W)",
            "(= (sign_extend 2W x) #-1:2W)",
            "(= (sign_extend 2W x) #min:2W)",
        ],
        &["(= (zero_extend 2W x) (sign_extend 2W y))"],
    ),
    example("eq-not", &["(= (bvnot x) (bvnot y))", "(= (bvnot x) #3)"], &["(= (bvnot x) y)"]),
    example(
        "eq-xor",
        &["(= (bvxor x y) #0)", "(= (bvxor x #5) #3)", "(= (bvxor x y) x)", "(= (bvxor x y) y)"],
        &["(= (bvxor x y) #3)", "(= (bvxor x y) z)"],
    ),
    example(
        "eq-or-and",
        &["(= (bvor x y) #0)", "(= (bvand x y) #ones)"],
        &["(= (bvor x y) #ones)", "(= (bvand x y) #0)"],
    ),
    example(
        "sum-identity",
        &[
            "(bvadd x #0)",
            "(bvsub x #0)",
            "(bvsub x x)",
            "(bvmul x #0)",
            "(bvmul x #1)",
            "(bvneg (bvneg x))",
        ],
        &["(bvadd x y)", "(bvsub x y)", "(bvmul x y)", "(bvneg x)"],
    ),
    example(
        "sum-normal",
        &[
            "(bvadd x x)",
            "(bvsub x #3)",
            "(bvadd (bvadd x #3) #4)",
            "(bvadd (bvadd x #3) (bvsub y #5))",
            "(bvadd (bvmul x #3) (bvmul x #4))",
            "(bvsub (bvadd x y) x)",
            "(bvmul (bvadd x y) #3)",
            "(bvneg (bvsub x y))",
            "(bvadd (bvshl x #1) (bvshl y #2))",
            "(bvsub (bvmul x #2) (bvmul x #6))",
            "(bvmul x #12)",
            "(bvmul x #8)",
            "(bvmul x #-4)",
            "(bvadd (bvnot x) #1)",
            "(bvadd (bvnot x) (bvnot y))",
        ],
        &["(bvadd x y)", "(bvmul x y)", "(bvsub x (bvmul y z))", "(bvsub #3 x)"],
    ),
    example(
        "sum-constants",
        &[
            "(bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd (bvadd x1 x2) x3) \
             x4) x5) x6) x7) x8) x9) x10) x11) x12) x13) #3) x14)",
        ],
        &["(bvadd (bvadd x #3) y)"],
    ),
    example(
        "eq-sum-cancel",
        &[
            "(= (bvadd x y) (bvadd x z))",
            "(= (bvadd x #3) #5)",
            "(= (bvsub x y) #0)",
            "(= (bvadd x #3) (bvadd y #5))",
            "(= (bvadd x y) x)",
            "(= (bvadd x #1) x)",
            "(= (bvneg x) #3)",
            "(= (bvsub #3 x) #7)",
            "(= (bvsub x y) #9)",
            "(= (bvmul x #3) (bvmul x #2))",
        ],
        &["(= (bvadd x y) z)", "(= (bvadd x #3) y)", "(= x (bvsub y z))"],
    ),
    example(
        "eq-multiple",
        &["(= (bvmul x #3) #5)", "(= (bvmul x #6) #3)"],
        &["(= (bvmul x #6) #4)", "(= (bvmul x #3) y)"],
    ),
    example(
        "divide-zero",
        &["(bvudiv x #0)", "(bvurem x #0)", "(bvsdiv x #0)", "(bvsrem x #0)"],
        &["(bvudiv x y)", "(bvudiv x #3)"],
    ),
    example(
        "divide-one",
        &[
            "(bvudiv x #1)",
            "(bvurem x #1)",
            "(bvsdiv x #1)",
            "(bvsrem x #1)",
            "(bvsdiv x #-1)",
            "(bvsrem x #-1)",
            "(bvurem x x)",
            "(bvsrem x x)",
        ],
        &["(bvudiv x #-1)", "(bvurem x #-1)", "(bvudiv x x)"],
    ),
    example(
        "divide-power",
        &["(bvudiv x #4)", "(bvurem x #4)", "(bvudiv x #2)"],
        &["(bvudiv x #3)", "(bvsdiv x #4)"],
    ),
    example(
        "divide-signed",
        &[
            "(bvsdiv (zero_extend 2W x) (zero_extend 2W y))",
            "(bvsrem (zero_extend 2W x) (zero_extend 2W y))",
            "(bvsdiv (zero_extend 2W x) #3:2W)",
            "(bvsdiv #1:2W (zero_extend 2W x))",
        ],
        &["(bvsdiv x #3)", "(bvsrem (zero_extend 2W x) (sign_extend 2W y))"],
    ),
    example(
        "divide-narrow",
        &[
            "(bvudiv (zero_extend 2W x) #3:2W)",
            "(bvurem (zero_extend 2W x) #3:2W)",
            "(bvudiv (zero_extend 2W x) #-3:2W)",
        ],
        &["(bvudiv (zero_extend 2W x) (zero_extend 2W y))", "(bvudiv (sign_extend 2W x) #3:2W)"],
    ),
    example(
        "shift-zero",
        &["(bvshl x #0)", "(bvlshr #0 x)", "(bvashr x #0)"],
        &["(bvshl x y)", "(bvshl x #1)"],
    ),
    example(
        "shift-constant",
        &[
            "(bvshl x #2)",
            "(bvlshr x #2)",
            "(bvashr x #2)",
            "(bvshl x #-1)",
            "(bvlshr x #-1)",
            "(bvashr x #-1)",
        ],
        &["(bvshl x y)", "(bvlshr #3 x)"],
    ),
    example("shift-positive", &["(bvashr (zero_extend 2W x) y:2W)"], &["(bvashr x y)"]),
    example("bvnot-bvnot", &["(bvnot (bvnot x))"], &["(bvnot x)"]),
    example("bitwise-same", &["(bvand x x)", "(bvor x x)", "(bvxor x x)"], &["(bvand x y)"]),
    example(
        "bitwise-constant",
        &[
            "(bvand x #0)",
            "(bvand x #ones)",
            "(bvor x #0)",
            "(bvor x #ones)",
            "(bvxor x #0)",
            "(bvxor x #ones)",
        ],
        &["(bvand x y)", "(bvxor x #5)"],
    ),
    example(
        "bitwise-opposite",
        &["(bvand x (bvnot x))", "(bvor x (bvnot x))", "(bvxor x (bvnot x))"],
        &["(bvand x (bvnot y))"],
    ),
    example(
        "bitwise-gather",
        &["(bvxor (bvxor x #5) #9)", "(bvand (bvand x #85) #51)", "(bvor (bvor x #85) #10)"],
        &["(bvxor (bvxor x y) #5)"],
    ),
    example(
        "bitwise-absorb",
        &[
            "(bvand x (bvor x y))",
            "(bvor x (bvand x y))",
            "(bvand x (bvand x y))",
            "(bvxor x (bvxor x y))",
        ],
        &["(bvand x (bvor y z))", "(bvxor x (bvor x y))"],
    ),
    example(
        "xor-not",
        &["(bvxor (bvnot x) y)", "(bvxor x (bvnot y))", "(bvxor (bvnot x) (bvnot y))"],
        &["(bvxor x y)"],
    ),
    example(
        "bitwise-mask",
        &[
            "(bvand (ite p #ones #0) x)",
            "(bvand x (ite p #0 #ones))",
            "(bvor (ite p #ones #0) x)",
            "(bvxor (ite p #0 #ones) x)",
        ],
        &["(bvand (ite p #1 #2) x)"],
    ),
    example(
        "bitwise-pieces",
        &[
            "(bvor (zero_extend 2W x) (concat y #0))",
            "(bvxor (zero_extend 2W x) (concat y #0))",
            "(bvand (concat x y) (concat #ones #0))",
            "(bvand (concat x y) (concat #0 z))",
            "(bvor (concat x y) (concat #ones z))",
            "(bvand x #7)",
            "(bvor x #1)",
            "(bvand (zero_extend 2W x) (zero_extend 2W y))",
            "(bvor (zero_extend 2W x) (zero_extend 2W y))",
            "(bvand (zero_extend 2W x) #90:2W)",
            "(bvxor (concat x y) (concat #ones #0))",
        ],
        &["(bvand x y)", "(bvxor x #5)", "(bvand (concat x y) (concat y z))"],
    ),
    example(
        "compare-same",
        &["(bvult x x)", "(bvule x x)", "(bvslt x x)", "(bvsle x x)"],
        &["(bvult x y)"],
    ),
    example(
        "compare-bounds",
        &[
            "(bvult x #0)",
            "(bvult #ones x)",
            "(bvule #0 x)",
            "(bvule x #ones)",
            "(bvslt x #min)",
            "(bvslt #max x)",
            "(bvsle #min x)",
            "(bvsle x #max)",
        ],
        &["(bvult x #3)", "(bvslt x #0)"],
    ),
    example(
        "compare-strict",
        &["(bvule x #3)", "(bvule #3 x)", "(bvsle x #3)", "(bvsle #-3 x)"],
        &["(bvule x y)", "(bvult x #3)"],
    ),
    example(
        "compare-to-eq",
        &[
            "(bvult x #1)",
            "(bvult #0 x)",
            "(bvult x #ones)",
            "(bvult #-2 x)",
            "(bvslt x #max)",
            "(bvslt #min x)",
        ],
        &["(bvult x #2)", "(bvult x y)"],
    ),
    example(
        "compare-extended",
        &[
            "(bvult (zero_extend 2W x) (zero_extend 2W y))",
            "(bvslt (zero_extend 2W x) (zero_extend 2W y))",
            "(bvsle (zero_extend 2W x) (zero_extend 2W b:1))",
            "(bvult (sign_extend 2W x) (sign_extend 2W y))",
            "(bvsle (sign_extend 2W x) (sign_extend 2W b:1))",
        ],
        &["(bvult (zero_extend 2W x) (sign_extend 2W y))", "(bvult x y)"],
    ),
    example(
        "compare-extended-constant",
        &[
            "(bvult (zero_extend 2W x) #3:2W)",
            "(bvult (zero_extend 2W x) #-3:2W)",
            "(bvult #3:2W (zero_extend 2W x))",
            "(bvult #-3:2W (zero_extend 2W x))",
            "(bvslt (zero_extend 2W x) #3:2W)",
            "(bvslt (zero_extend 2W x) #-3:2W)",
            "(bvslt #-3:2W (zero_extend 2W x))",
            "(bvslt #3:2W (zero_extend 2W x))",
            "(bvult (sign_extend 2W x) #3:2W)",
            "(bvult (sign_extend 2W x) #-3:2W)",
            "(bvult (sign_extend 2W x) #min:2W)",
            "(bvult #min:2W (sign_extend 2W x))",
            "(bvult #3:2W (sign_extend 2W x))",
            "(bvslt (sign_extend 2W x) #3:2W)",
            "(bvslt (sign_extend 2W x) #-3:2W)",
            "(bvslt #-3:2W (sign_extend 2W x))",
            "(bvslt (sign_extend 2W x) #100:2W)",
        ],
        &["(bvult (zero_extend 2W x) y:2W)", "(bvult x #3)"],
    ),
    example(
        "compare-not",
        &["(bvult (bvnot x) (bvnot y))", "(bvsle (bvnot x) #3)", "(bvult #3 (bvnot x))"],
        &["(bvult (bvnot x) y)"],
    ),
    example(
        "compare-concat",
        &[
            "(bvult (concat x y) (concat x z))",
            "(bvslt (concat x y) (concat x z))",
            "(bvult (concat x y) (concat z #0))",
            "(bvsle (concat x y) (concat z y))",
            "(bvslt (concat x y) #0:2W)",
            "(bvult (concat x y) (concat #3 #0))",
            "(bvslt (concat #3 #ones) (concat x y))",
        ],
        &["(bvult (concat x y) (concat z x))", "(bvult (concat x y) #77:2W)"],
    ),
    example(
        "divide-twice",
        &[
            "(bvudiv (bvudiv x #3) #5)",
            "(bvudiv (bvudiv x #-3) #-5)",
            "(bvurem (bvurem x #15) #5)",
        ],
        &["(bvudiv (bvudiv x y) #5)", "(bvudiv (bvurem x #15) #5)", "(bvurem (bvurem x #15) #6)"],
    ),
    example(
        "compare-quotient",
        &[
            "(bvult (bvudiv x #5) #9)",
            "(bvult (bvudiv x #5) #-3)",
            "(bvult #9 (bvudiv x #5))",
            "(bvult #-3 (bvudiv x #5))",
        ],
        &["(bvult (bvudiv x y) #9)", "(bvslt (bvudiv x #5) #9)"],
    ),
    example(
        "eq-quotient",
        &["(= (bvudiv x #5) #3)", "(= (bvudiv x #-3) #1)", "(= (bvudiv x #5) #-3)"],
        &["(= (bvudiv x y) #3)", "(= (bvudiv x #5) y)"],
    ),
    example(
        "compare-remainder",
        &["(bvult (bvurem x #5) #7)"],
        &["(bvult (bvurem x #5) #3)", "(bvult (bvurem x y) #7)"],
    ),
    example(
        "concat-zero",
        &["(concat #0 x)", "(concat (zero_extend 2W x) y)"],
        &["(concat #1 x)", "(concat x (zero_extend 2W y))"],
    ),
    example("concat-right", &["(concat (concat x y) z)"], &["(concat x (concat y z))"]),
    example("concat-constants", &["(concat #1 (concat #2 x))"], &["(concat #1 (concat x #2))"]),
    example(
        "concat-adjacent",
        &[
            "(concat (extract W-1 1 x) (extract 0 0 x))",
            "(concat (extract W-1 2 x) (concat (extract 1 1 x) y))",
            "(concat (extract 15 8 (bvadd (zero_extend 32 x:8) (zero_extend 32 y:8))) \
             (extract 7 0 (bvadd (zero_extend 32 x:8) (zero_extend 32 y:8))))",
        ],
        &[
            "(concat (extract 0 0 x) (extract W-1 1 x))",
            "(concat (extract W-1 1 x) (extract 0 0 y))",
        ],
    ),
    example(
        "concat-ites",
        &[
            "(concat (ite p #5 #3) (ite p #4 #2))",
            "(concat (ite p #5 #3) (concat (ite p #4 #2) x))",
        ],
        &["(concat (ite p #5 #3) (ite q #4 #2))", "(concat (ite p #5 #3) (ite p x #2))"],
    ),
    example("extract-all", &["(extract W-1 0 x)"], &["(extract W-2 0 x)"]),
    example("extract-extract", &["(extract 0 0 (extract W-1 1 x))"], &["(extract W-1 1 x)"]),
    example(
        "extract-concat",
        &["(extract 0 0 (concat x y))", "(extract W W (concat x y))", "(extract W 1 (concat x y))"],
        &["(extract 0 0 x)"],
    ),
    example(
        "extract-extended",
        &[
            "(extract W-1 0 (zero_extend 2W x))",
            "(extract 2W-1 W (zero_extend 2W x))",
            "(extract W 1 (zero_extend 2W x))",
            "(extract W-1 0 (sign_extend 2W x))",
            "(extract 2W-1 W (sign_extend 2W x))",
            "(extract W 1 (sign_extend 2W x))",
        ],
        &["(extract 0 0 x)"],
    ),
    example(
        "extract-low",
        &[
            "(extract W-1 0 (bvadd (zero_extend 2W x) (zero_extend 2W y)))",
            "(extract W-1 0 (bvmul (zero_extend 2W x) (sign_extend 2W y)))",
            "(extract W 0 (bvsub (zero_extend 2W x) (zero_extend 2W y)))",
            "(extract W-1 0 (bvneg (zero_extend 2W x)))",
            "(extract W-1 0 (bvxor (sign_extend 2W x) (sign_extend 2W y)))",
        ],
        &[
            "(extract W-1 1 (bvadd (zero_extend 2W x) (zero_extend 2W y)))",
            "(extract 0 0 (bvadd x y))",
        ],
    ),
    example("extend-none", &["(zero_extend W x)", "(sign_extend W x)"], &["(zero_extend 2W x)"]),
    example(
        "extend-extended",
        &[
            "(zero_extend 3W (zero_extend 2W x))",
            "(sign_extend 3W (sign_extend 2W x))",
            "(sign_extend 3W (zero_extend 2W x))",
        ],
        &["(zero_extend 3W (sign_extend 2W x))"],
    ),
    example(
        "select-store",
        &[
            "(select (store a x y:8) x)",
            "(select (store a #1 y:8) #0)",
            "(select (store (store a #1 y:8) #0 z:8) #1)",
            "(select (store f (int.add i %1) j) i)",
            "(select (store f %-1 j) %2)",
        ],
        &["(select (store a x y:8) z)", "(select (store a #1 y:8) x)", "(select (store f i j) k)"],
    ),
    example("select-uniform", &["(select uniform x)"], &["(select table x)"]),
    example("store-store", &["(store (store a x y:8) x z:8)"], &["(store (store a x y:8) z z:8)"]),
    example(
        "store-order",
        &[
            "(store (store a #1 y:8) #0 z:8)",
            "(store (store (store a #0 x:8) #1 y:8) #0 z:8)",
            "(store (store f %1 i) %-1 j)",
        ],
        &["(store (store a #0 y:8) #1 z:8)", "(store (store a x y:8) #0 z:8)"],
    ),
    example("store-same", &["(store a x (select a x))"], &["(store a x (select a y))"]),
    example(
        "int-identity",
        &["(int.add i %0)", "(int.sub i %0)", "(int.sub i i)", "(int.mul i %0)", "(int.mul i %1)"],
        &["(int.add i j)", "(int.mul i j)", "(int.sub i j)"],
    ),
    example(
        "int-polynomial",
        &[
            "(int.add i i)",
            "(int.sub i %3)",
            "(int.add (int.add i %3) %4)",
            "(int.add (int.add i %3) (int.sub j %5))",
            "(int.sub (int.mul i %3) (int.mul %4 i))",
            "(int.sub (int.add i j) i)",
            "(int.mul (int.add i j) %3)",
            "(int.mul (int.add i j) (int.sub i j))",
            "(int.sub (int.mul i j) (int.mul (int.mul j %2) i))",
            "(int.mul (int.mul i j) (int.mul i %-2))",
            "(int.sub (int.mul i (int.add j %1)) (int.mul (int.add j %1) i))",
        ],
        &["(int.add i j)", "(int.mul i j)", "(int.add i (int.mul j k))", "(int.mul i %3)"],
    ),
    example(
        "int-sum-constants",
        &[
            "(int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (select f %0) (select f %1)) (select f %2)) (select f %3)) (select f %4)) (select \
             f %5)) (select f %6)) (select f %7)) (select f %8)) (select f %9)) (select f %10)) (select f %11)) \
             (select f %12)) (select f %13)) (select f %14)) (select f %15)) (select f %16)) (select f %17)) \
             (select f %18)) (select f %19)) (select f %20)) (select f %21)) (select f %22)) (select f %23)) \
             (select f %24)) (select f %25)) (select f %26)) (select f %27)) (select f %28)) (select f %29)) \
             (select f %30)) (select f %31)) (select f %32)) (select f %33)) %3) i)",
            "(int.sub (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add (int.add \
             (int.add (select f %0) (select f %1)) (select f %2)) (select f %3)) (select f %4)) (select f %5)) \
             (select f %6)) (select f %7)) (select f %8)) (select f %9)) (select f %10)) (select f %11)) (select \
             f %12)) (select f %13)) (select f %14)) (select f %15)) (select f %16)) (select f %17)) (select f \
             %18)) (select f %19)) (select f %20)) (select f %21)) (select f %22)) (select f %23)) (select f \
             %24)) (select f %25)) (select f %26)) (select f %27)) (select f %28)) (select f %29)) (select f \
             %30)) (select f %31)) (select f %32)) (select f %33)) %3)",
        ],
        &["(int.add (int.add i %3) j)", "(int.sub i %3)"],
    ),
    example(
        "int-divide-trivial",
        &[
            "(int.div i %0)",
            "(int.quot i %0)",
            "(int.mod i %0)",
            "(int.div i %1)",
            "(int.div i %-1)",
            "(int.quot i %-1)",
            "(int.quot i %1)",
            "(int.mod i %-1)",
            "(int.div %0 i)",
            "(int.mod %0 i)",
        ],
        &["(int.div i j)", "(int.mod i %2)", "(int.quot %1 i)"],
    ),
    example(
        "int-divide-exact",
        &[
            "(int.div (int.mul i %6) %3)",
            "(int.quot (int.mul i %6) %-3)",
            "(int.quot (int.add (int.mul i %2) %4) %2)",
        ],
        &["(int.quot (int.add (int.mul i %2) %1) %2)", "(int.div i %2)"],
    ),
    example(
        "int-div-multiple",
        &[
            "(int.div (int.add (int.mul i %2) %1) %2)",
            "(int.div (int.add (int.mul i %6) %-7) %-3)",
            "(int.div (int.add (int.mul i %4) (int.add (int.mul j %2) %5)) %2)",
        ],
        &["(int.quot (int.add (int.mul i %2) %1) %2)", "(int.div (int.add i %7) %2)"],
    ),
    example(
        "int-mod-multiple",
        &[
            "(int.mod (int.mul i %6) %3)",
            "(int.mod (int.add i %7) %3)",
            "(int.mod (int.add (int.mul i %5) j) %-3)",
            "(int.mod (int.sub %2 i) %2)",
        ],
        &["(int.mod (int.add i %1) %3)", "(int.mod (int.add i %7) j)"],
    ),
    example(
        "int-abs-same",
        &["(int.abs (int.abs i))", "(int.abs (int.mod i %-3))"],
        &["(int.abs i)", "(int.abs (int.mod i j))"],
    ),
    example(
        "int-power-constant",
        &[
            "(int.pow i %3)",
            "(int.pow i %0)",
            "(int.pow i %-2)",
            "(int.pow %1 i)",
            "(int.pow (int.add i %1) %2)",
        ],
        &["(int.pow i j)", "(int.pow %2 i)", "(int.pow i %9)"],
    ),
    example(
        "int-compare-normal",
        &[
            "(int.le (int.add i %1) %3)",
            "(int.lt i %3)",
            "(int.le (int.mul i %2) %3)",
            "(int.lt (int.mul i %-2) %3)",
            "(int.le i (int.add i j))",
            "(int.lt (int.sub i j) %4)",
            "(int.le (int.add i %1) j)",
            "(int.lt i i)",
            "(int.le (int.mul i %2) (int.mul j %2))",
        ],
        &[
            "(int.le i %3)",
            "(int.lt %0 i)",
            "(int.lt i j)",
            "(int.le i j)",
            "(int.le i (int.add j %3))",
        ],
    ),
    example(
        "int-eq-normal",
        &[
            "(= (int.mul i %2) %3)",
            "(= (int.mul i %2) %4)",
            "(= (int.add i %1) (int.add j %1))",
            "(= (int.sub %1 i) %4)",
            "(= (int.add i j) i)",
        ],
        &["(= i j)", "(= i %3)"],
    ),
    example(
        "eq-constructed",
        &[
            "(= o1 o2)",
            "(= o1 null)",
            "(= null none)",
            "(= (one c) null)",
            "(= (pair s c) (pair t d))",
            "(= (pair s c) (one d))",
        ],
        &["(= c d)", "(= o1 c)", "(= null c)", "(= o1 (one o1))"],
    ),
    example(
        "real-identity",
        &[
            "(real.add s ~0)",
            "(real.sub s ~0)",
            "(real.sub s s)",
            "(real.mul s ~0)",
            "(real.mul s ~1)",
        ],
        &["(real.add s t)", "(real.mul s t)", "(real.sub s t)"],
    ),
    example(
        "real-polynomial",
        &[
            "(real.sub (real.add s t) s)",
            "(real.add (real.add s ~1/2) ~1/2)",
            "(real.sub ~1 (real.sub ~1 s))",
            "(real.mul (real.add s ~1) (real.sub s ~1))",
            "(real.add (real.mul s ~1/3) (real.mul s ~1/6))",
            "(real.mul (real.mul s ~2) (real.mul t ~1/2))",
        ],
        &["(real.add s t)", "(real.mul s ~1/2)", "(real.sub ~1 s)"],
    ),
    example(
        "real-divide-constant",
        &["(real.div s ~2)", "(real.div (real.add s t) ~-1/3)"],
        &["(real.div s t)", "(real.div s ~0)"],
    ),
    example(
        "real-compare-same",
        &["(real.lt s s)", "(real.le s s)"],
        &["(real.lt s t)", "(real.le s t)"],
    ),
    example(
        "real-compare-integers",
        &[
            "(real.lt (to_real i) (to_real j))",
            "(real.le (to_real i) ~3)",
            "(= (to_real i) (to_real j))",
            "(real.lt ~-2 (to_real j))",
        ],
        &["(real.lt (to_real i) s)", "(real.le (to_real i) ~1/2)", "(= s t)"],
    ),
    example(
        "real-compare-normal",
        &[
            "(real.le (real.add s ~1) ~3)",
            "(real.lt (real.mul s ~2) ~3)",
            "(real.lt (real.mul s ~-1/2) ~3)",
            "(real.lt (real.sub s t) ~4)",
            "(real.lt (real.add s ~1) s)",
            "(real.le (real.mul s ~1/2) (real.mul t ~1/2))",
            "(real.le (real.mul t ~3) (real.mul s ~2))",
        ],
        &["(real.le s ~3)", "(real.lt ~0 s)", "(real.lt s t)", "(real.le t s)"],
    ),
    example(
        "real-eq-normal",
        &[
            "(= (real.mul s ~2) ~3)",
            "(= (real.add s ~1) (real.add t ~1))",
            "(= (real.sub ~1 s) ~4)",
            "(= (real.add s t) s)",
        ],
        &["(= s t)", "(= s ~3)"],
    ),
];
