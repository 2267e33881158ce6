//! What is said of broken modules, and where.

use super::{function, module};
use effigy_base::source::Diagnostic;
use effigy_lang_llvm::module::Module;

fn refused(text: &str) -> Diagnostic {
    match Module::parse("test.ll", text.to_owned()) {
        Err(error) => error,
        Ok(_) => panic!("{text} is a module"),
    }
}

/// What is said of a body of a function `void @f(i32 %n, ptr %p)`.
fn refused_body(text: &str) -> Diagnostic {
    let module =
        module(&format!("define void @f(i32 %n, ptr %p) {{\n{text}\n}}\ndeclare void @g(i32)\n"));
    match module.function_body(function(&module, "f")) {
        Err(error) => error,
        Ok(body) => panic!("{text} is {body:?}"),
    }
}

#[test]
fn the_top_level_says_what_is_wrong_and_where() {
    for (text, line, column, message) in [
        ("int main() {}\n", 1, 1, "expected a definition"),
        ("@x = global i32 0\n@x = global i32 0\n", 2, 1, "defined twice"),
        ("@x = i32 0\n", 1, 1, "`global`"),
        ("declare void @f(%nobody)\n", 1, 17, "not defined"),
        ("declare void f()\n", 1, 1, "name of a function"),
        ("declare void @f(i32\n", 1, 20, "expected `)`"),
        ("define void @f() {\n  ret void\n", 1, 18, "never closed"),
        ("define void @f() #0\n", 1, 13, "has no body"),
        ("%t = type { i32\n", 1, 16, "expected `}`"),
        ("%t = type { void }\n", 1, 13, "cannot have this type"),
        ("@x = global [2 y i8] zeroinitializer\n", 1, 16, "expected `x`"),
        ("@x = global i32 0, align 3\n", 1, 26, "power of two"),
        ("!5 null\n", 1, 1, "metadata node"),
        ("@x = global i99999999 0\n", 1, 13, "expected a type"),
    ] {
        let error = refused(text);
        assert_eq!((error.line, error.column), (line, column), "{error}");
        assert!(error.message.contains(message), "{error}");
        assert_eq!(error.excerpt, text.lines().nth(line as usize - 1).unwrap_or(""), "{error}");
    }
}

#[test]
fn bodies_say_what_is_wrong_and_where() {
    for (text, line, column, message) in [
        ("  ret i32 0", 2, 7, "expected the type void"),
        ("  %x = add i32 %n, %y\n  ret void", 2, 20, "`%y` is not defined"),
        ("  br label %gone", 2, 12, "`%gone` is not defined"),
        ("  %x = add i64 %n, 1", 2, 16, "expected the type i64, found i32"),
        ("  %x = add ptr %p, %p", 2, 12, "does not take the type ptr"),
        ("  %n = add i32 1, 1", 2, 3, "defined twice"),
        ("  %x = add i32 1, 1", 3, 1, "expected an instruction"),
        ("  call void @g(i32 1) nounwind 5", 2, 32, "expected an instruction"),
        ("  call void (i32) @g(i32 1, i32 2)", 2, 21, "expected 1 arguments, found 2"),
        ("  call void @h()", 2, 13, "`@h` is not defined"),
        ("  frobnicate i32 1", 2, 3, "expected an instruction"),
        ("  %x = store i32 1, ptr %p", 2, 3, "gives no value"),
        ("  %x = extractvalue { i8, i8 } undef, 2", 2, 39, "no member 2"),
        (
            "  switch i32 %n, label %a [ i32 1, label %a i32 1, label %a ]\na:\n  ret void",
            2,
            45,
            "twice",
        ),
        ("a:\n  br label %a", 3, 3, "entry block cannot be jumped to"),
        ("  br label %a\na:\n  ret void\na:\n  ret void", 5, 1, "defined twice"),
        ("  %x = bitcast i32 %n to i64", 2, 16, "does not take"),
        ("  %x = load i32, i32 %n", 2, 18, "does not take"),
        (
            "  %x = shufflevector <2 x i8> undef, <2 x i8> undef, <2 x i32> <i32 0, i32 4>",
            2,
            54,
            "mask",
        ),
        ("  store i32 1, ptr @\"oops", 2, 20, "expected"),
        ("  %x = phi i32 [ 1, %n ]\n  ret void", 2, 21, "not defined"),
        ("  %x = load i32, ptr %p, align 4 monotonic", 2, 34, "expected an instruction"),
    ] {
        let error = refused_body(text);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.message.contains(message), "{error}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, close: &str, middle: &str| {
        format!("{}{middle}{}", open.repeat(100_000), close.repeat(100_000))
    };
    assert!(
        refused(&format!("declare {} @f()\n", deep("[1 x ", "]", "i8")))
            .message
            .contains("levels deep")
    );
    assert!(
        refused(&format!("declare {} @f()\n", deep("{ ", " }", "i8")))
            .message
            .contains("levels deep")
    );
    let module = module(&format!(
        "@x = global i8 {}\n",
        deep("trunc (i16 zext (i8 ", " to i16) to i8)", "1")
    ));
    let id = module.variables().ids().next().expect("a variable");
    assert!(module.global_initializer(id).is_err_and(|e| e.message.contains("levels deep")));
}

#[test]
fn many_open_ends_cost_no_more_than_one_pass() {
    let text = "define void @f() {\n".repeat(20_000);
    assert!(refused(&text).message.contains("never closed"));
    let module = module(&"@x0 = global i8 0\n".replace("x0", &"x".repeat(100_000)));
    assert_eq!(module.variables().len(), 1);
}
