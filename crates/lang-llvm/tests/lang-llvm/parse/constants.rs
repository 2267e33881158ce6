//! Constants in the initial contents of globals.

use super::module;
use effigy_lang_llvm::ast::{BinaryOp, CastOp, ConstExpr, Constant, Symbol};

/// The initial contents of `@x`.
fn constant(ty: &str, value: &str) -> Constant {
    let module = module(&format!(
        "%pair = type {{ i8, i32 }}\n@y = global i32 0\n@x = constant {ty} {value}, align 8\n"
    ));
    let Some(Symbol::Variable(id)) = module.symbol_named("x") else {
        panic!("no variable");
    };
    module.global_initializer(id).unwrap_or_else(|e| panic!("{e}")).expect("contents")
}

fn refused(ty: &str, value: &str) -> String {
    let module = module(&format!("@x = constant {ty} {value}\n"));
    let id = module.variables().ids().next().expect("a variable");
    module.global_initializer(id).expect_err("an error").message
}

#[test]
fn integers_are_kept_modulo_their_width() {
    for (ty, value, bits) in [
        ("i1", "true", 1),
        ("i1", "false", 0),
        ("i1", "-1", 1),
        ("i8", "-1", 0xff),
        ("i32", "-2147483648", 0x8000_0000),
        ("i64", "18446744073709551615", u128::from(u64::MAX)),
        ("i128", "-1", u128::MAX),
        ("i128", "340282366920938463463374607431768211455", u128::MAX),
        ("i128", "-170141183460469231731687303715884105728", 1 << 127),
        ("i16", "u0xFFFE", 0xfffe),
        ("i16", "s0xFE", 0xfffe),
        ("i16", "s0x7E", 0x7e),
    ] {
        assert_eq!(constant(ty, value), Constant::Int(bits), "{ty} {value}");
    }
}

#[test]
fn wide_integers_are_words() {
    assert_eq!(
        constant("i200", "-1"),
        Constant::WideInt([u64::MAX, u64::MAX, u64::MAX, 0xff].into())
    );
    assert_eq!(constant("i192", "36893488147419103233"), Constant::WideInt([1, 2, 0].into()));
    assert_eq!(
        constant("i130", "u0x300000000000000000000000000000005"),
        Constant::WideInt([5, 0, 3].into())
    );
}

#[test]
fn floats_are_the_bits_of_their_format() {
    for (ty, value, bits) in [
        ("double", "1.250000e+00", u128::from(1.25_f64.to_bits())),
        ("double", "-0.0", 1 << 63),
        ("double", "0x7FF0000000000000", 0x7ff0_0000_0000_0000),
        ("double", "0x7FF8000000000001", 0x7ff8_0000_0000_0001),
        ("float", "1.5", u128::from(1.5_f32.to_bits())),
        ("float", "0x3FB99999A0000000", u128::from(0.1_f32.to_bits())),
        ("float", "0x36A0000000000000", 1),
        ("float", "0x7FF4000000000000", 0x7fa0_0000),
        ("float", "0xFFF0000000000000", 0xff80_0000),
        ("half", "0xH3C00", 0x3c00),
        ("half", "1.5", 0x3e00),
        ("bfloat", "0xR3F80", 0x3f80),
        ("bfloat", "-2.0", 0xc000),
        ("x86_fp80", "0xK3FFF8000000000000000", 0x3fff_8000_0000_0000_0000),
        ("fp128", "0xL0000000000000001 3FFF000000000000", 0),
        ("fp128", "0xL00000000000000013FFF000000000000", 0x3fff_0000_0000_0000_0000_0000_0000_0001),
    ] {
        if value.contains(' ') {
            assert!(!refused(ty, value).is_empty());
            continue;
        }
        assert_eq!(constant(ty, value), Constant::Float(bits), "{ty} {value}");
    }
}

#[test]
fn strings_are_unescaped() {
    let bytes = Constant::Bytes((*b"a\"\\\n\0\xff").into());
    assert_eq!(constant("[6 x i8]", r#"c"a\22\\\0A\00\FF""#), bytes);
    assert!(refused("[2 x i8]", "c\"abc\"").contains("3 bytes"));
}

#[test]
fn aggregates_have_the_elements_of_their_type() {
    let Constant::Aggregate(elements) = constant(
        "{ i8, [2 x i32], %pair }",
        "{ i8 1, [2 x i32] [i32 2, i32 3], %pair { i8 4, i32 5 } }",
    ) else {
        panic!("no aggregate");
    };
    assert_eq!(elements.len(), 3);
    assert!(
        matches!(&elements[2].value, Constant::Aggregate(inner) if inner[1].value == Constant::Int(5))
    );
    assert!(
        matches!(constant("<{ i8, i32 }>", "<{ i8 1, i32 2 }>"), Constant::Aggregate(e) if e.len() == 2)
    );
    assert!(
        matches!(constant("<2 x i8>", "<i8 1, i8 undef>"), Constant::Aggregate(e) if e[1].value == Constant::Undef)
    );
    assert!(
        matches!(constant("<2 x i8>", "splat (i8 7)"), Constant::Splat(e) if e.value == Constant::Int(7))
    );
    assert_eq!(constant("[9 x %pair]", "zeroinitializer"), Constant::Zero);
    assert!(refused("[2 x i32]", "[i32 1]").contains("elements"));
    assert!(refused("[2 x i32]", "[i32 1, i16 2]").contains("elements"));
    assert!(refused("{ i8 }", "{ i8 1, i8 2 }").contains("elements"));
}

#[test]
fn constant_expressions_are_trees() {
    let Constant::Expr(expr) =
        constant("i32", "trunc (i64 sub (i64 ptrtoint (ptr @y to i64), i64 4) to i32)")
    else {
        panic!("no expression");
    };
    let ConstExpr::Cast { op: CastOp::Trunc, value, .. } = &*expr else {
        panic!("{expr:?}");
    };
    let Constant::Expr(inner) = &value.value else {
        panic!("{value:?}");
    };
    assert!(
        matches!(&**inner, ConstExpr::Binary { op: BinaryOp::Sub, rhs, .. } if rhs.value == Constant::Int(4))
    );
    for old in [
        "i8* getelementptr inbounds (i8, i8* bitcast (i32* @y to i8*), i64 1)",
        "ptr getelementptr inbounds nuw (i8, ptr @y, i64 1)",
    ] {
        let (ty, value) = old.split_once(' ').expect("a type");
        let Constant::Expr(expr) = constant(ty, value) else {
            panic!("no expression");
        };
        assert!(
            matches!(&*expr, ConstExpr::GetElementPtr { indices, .. } if indices[0].value == Constant::Int(1))
        );
    }
    assert!(matches!(constant("i1", "icmp eq (i32* @y, i32* null)"), Constant::Expr(_)));
    assert!(matches!(constant("i8", "select (i1 true, i8 1, i8 2)"), Constant::Expr(_)));
    assert_eq!(
        constant("i8", "extractvalue ({ i8 } { i8 1 }, 0)"),
        Constant::Unsupported("extractvalue".into())
    );
}

#[test]
fn constants_of_another_type_are_refused() {
    for (ty, value) in [
        ("i32", "null"),
        ("i32", "1.5"),
        ("double", "0xK3FFF8000000000000000"),
        ("half", "0.1"),
        ("i8", "true"),
        ("ptr", "5"),
        ("i64", "ptrtoint (ptr @x to i32)"),
        ("i32", "@x"),
        ("i32", "%x"),
        ("i32", "5 6"),
        ("i32", "xyz"),
        ("i16", "u0x"),
    ] {
        assert!(!refused(ty, value).is_empty(), "{ty} {value}");
    }
}
