//! Function bodies.

use super::{body, instructions, module};
use effigy_base::id::Id;
use effigy_lang_llvm::ast::{
    AtomicOp, BinaryOp, BlockId, Callee, CastOp, Constant, FloatPredicate, InstKind, IntPredicate,
    TerminatorKind, Type, Value,
};

/// The only instruction of a body.
fn only(params: &str, text: &str) -> InstKind {
    let mut found = instructions(params, text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn arithmetic_takes_its_flags() {
    for text in
        ["%r = add nuw nsw i32 %a, 5", "%r = add i32 %a, 5, !dbg !1, !range !{i32 0, i32 2}"]
    {
        let InstKind::Binary {
            op: BinaryOp::Add,
            ty: Type::Int(32),
            lhs: Value::Local(_),
            rhs,
            ..
        } = only("i32 %a", text)
        else {
            panic!("{text}");
        };
        assert_eq!(rhs, Value::Constant(Constant::Int(5)));
    }
    for text in [
        "or disjoint i8 1, 2",
        "lshr exact i8 1, 2",
        "fadd reassoc nnan ninf nsz arcp contract afn float 1.0, 2.0",
        "frem fast double 1.0, 2.0",
        "sdiv <2 x i8> zeroinitializer, splat (i8 1)",
    ] {
        assert!(matches!(only("", &format!("%r = {text}")), InstKind::Binary { .. }), "{text}");
    }
    assert!(matches!(only("", "%r = fneg nsz double 1.0"), InstKind::FNeg(_)));
    assert!(matches!(
        only("ptr %p", "%r = icmp samesign ule ptr %p, null"),
        InstKind::ICmp { predicate: IntPredicate::Ule, .. }
    ));
    assert!(matches!(
        only("", "%r = fcmp fast une float 1.0, 2.0"),
        InstKind::FCmp { predicate: FloatPredicate::Une, .. }
    ));
}

#[test]
fn casts_have_source_and_target() {
    for (text, op) in [
        ("zext nneg i8 %b to i32", CastOp::ZExt),
        ("trunc nuw nsw i32 7 to i8", CastOp::Trunc),
        ("bitcast <16 x i1> zeroinitializer to i16", CastOp::Bitcast),
        ("bitcast i32* %p to i8*", CastOp::Bitcast),
        ("uitofp nneg i8 %b to double", CastOp::UIToFP),
        ("addrspacecast ptr %p to ptr addrspace(3)", CastOp::AddrSpaceCast),
        ("ptrtoint i32* %p to i64", CastOp::PtrToInt),
    ] {
        let kind = only("i8 %b, i32* %p", &format!("%r = {text}"));
        assert!(matches!(kind, InstKind::Cast { op: found, .. } if found == op), "{text}");
    }
}

#[test]
fn memory_instructions_are_read() {
    let alloca = only("i64 %n", "%r = alloca [2 x %pair], i64 %n, align 16");
    assert!(matches!(
        alloca,
        InstKind::Alloca { ty: Type::Array(2, _), count: Some(_), align: Some(16) }
    ));
    assert!(matches!(
        only("", "%r = alloca i8, align 1, !dbg !5"),
        InstKind::Alloca { count: None, align: Some(1), .. }
    ));
    let load = only(
        "i8** %p",
        "%r = load atomic volatile i8*, i8** %p syncscope(\"x\") seq_cst, align 8, !tbaa !3",
    );
    assert!(matches!(load, InstKind::Load { ty: Type::Ptr(0), atomic: true, align: Some(8), .. }));
    let store = only("ptr %p", "store volatile i32 5, ptr %p");
    assert!(matches!(store, InstKind::Store { atomic: false, align: None, .. }));
    let rmw = only("ptr %p", "%r = atomicrmw uinc_wrap ptr %p, i64 1 monotonic, align 8");
    assert!(matches!(rmw, InstKind::AtomicRmw { op: AtomicOp::UIncWrap, .. }));
    assert!(matches!(
        only("ptr %p", "%r = cmpxchg ptr %p, ptr null, ptr %p seq_cst seq_cst"),
        InstKind::CmpXchg { .. }
    ));
    let gep =
        only("ptr %p", "%r = getelementptr inbounds nuw %pair, ptr %p, i64 1, i32 1, !dbg !4");
    assert!(
        matches!(gep, InstKind::GetElementPtr { source: Type::Named(_), indices, .. } if indices.len() == 2)
    );
}

#[test]
fn results_have_the_types_that_follow() {
    let module = module(
        "%pair = type { i8, i32 }\ndefine void @f(ptr %p, <4 x i32> %v, { i8, %pair } %s) {\n\
         %a = getelementptr i8, ptr %p, <4 x i32> %v\n%b = icmp eq <4 x i32> %v, %v\n%c = cmpxchg ptr %p, i8 0, i8 1 seq_cst seq_cst\n\
         %d = extractvalue { i8, %pair } %s, 1, 1\n%e = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 7, i32 poison>\n\
         %f = extractelement <2 x i32> %e, i8 1\n%g = insertvalue { i8, %pair } %s, i32 %d, 1, 1\nret void\n}\n",
    );
    let body = body(&module, "f");
    let shown = |name: &str| {
        let local =
            body.locals.ids().find(|l| module.local_name(&body, *l) == name).expect("a local");
        module.types().show(&body.locals[local].ty)
    };
    for (name, ty) in [
        ("a", "<4 x ptr>"),
        ("b", "<4 x i1>"),
        ("c", "{ i8, i1 }"),
        ("d", "i32"),
        ("e", "<2 x i32>"),
        ("f", "i32"),
        ("g", "{ i8, %pair }"),
    ] {
        assert_eq!(shown(name), ty, "{name}");
    }
    let masks = body.blocks.iter().flat_map(|(_, b)| &b.insts).filter_map(|i| match &i.kind {
        InstKind::ShuffleVector { mask, .. } => Some(mask.clone()),
        _ => None,
    });
    assert_eq!(masks.collect::<Vec<_>>(), [vec![Some(7), None]]);
}

#[test]
fn calls_are_read() {
    let module = module(
        "declare i32 @printf(ptr, ...)\ndeclare void @stop() #1\n%pair = type { i8, i32 }\ndefine i32 @f(ptr %p, i32 (i8*, ...)* %q) {\n\
         %a = tail call fastcc noundef range(i32 0, 5) i32 (ptr, ...) @printf(ptr noundef nonnull @text, i32 signext 3, ptr byval(%pair) align 4 %p), !dbg !1\n\
         %b = call i32 (i8*, ...) bitcast (i32 (ptr, ...)* @printf to i32 (i8*, ...)*)(i8* null) nounwind #0 [ \"x\"(i32 1), \"y\"() ]\n\
         %c = musttail call i32 %q(ptr %p)\n\
         call void @llvm.metadata(metadata !5, metadata !\"text\", metadata i32 %c)\n\
         call void asm sideeffect alignstack \"nop\\0A\", \"~{memory}\"() #2, !srcloc !6\n\
         call void @stop()\n call void @other() noreturn\n unreachable\n}\n\
         @text = external global i8\ndeclare void @llvm.metadata(metadata, metadata, metadata)\ndeclare void @other()\n\
         attributes #0 = { cold }\nattributes #1 = { noreturn }\nattributes #2 = { nounwind }\n",
    );
    let body = body(&module, "f");
    let calls: Vec<_> = body
        .blocks
        .iter()
        .flat_map(|(_, b)| &b.insts)
        .filter_map(|i| match &i.kind {
            InstKind::Call(call) => Some(call),
            _ => None,
        })
        .collect();
    assert_eq!(calls.len(), 7);
    assert_eq!(calls[0].args.len(), 3);
    assert!(
        calls[0].args[2].byval.is_some() && calls[0].signature.as_ref().is_some_and(|s| s.variadic)
    );
    assert!(matches!(&calls[1].callee, Callee::Value(Value::Constant(Constant::Expr(_)))));
    assert!(calls[2].musttail && matches!(calls[2].callee, Callee::Value(Value::Local(_))));
    assert_eq!(calls[3].args[1].operand.ty, Type::Metadata);
    assert!(
        matches!(&calls[4].callee, Callee::Asm(asm) if &*asm.template == "nop\n" && asm.sideeffect)
    );
    let noreturn: Vec<_> = calls.iter().map(|c| c.noreturn).collect();
    assert_eq!(noreturn, [false, false, false, false, false, true, true]);
}

#[test]
fn blocks_are_in_the_order_of_the_text() {
    let module = module(
        "define i32 @f(i32, i32) {\n  br i1 true, label %8, label %last\n\n8:\n  %9 = phi i32 [ %0, %2 ], [ %10, %\"odd name\" ]\n  \
         switch i32 %9, label %last [ i32 -1, label %\"odd name\"\n i32 5, label %last ]\n\n\"odd name\":\n  %10 = add i32 %9, 1\n  br label %8\n\n\
         last:\n  ret i32 %1\n}\n",
    );
    let body = body(&module, "f");
    let labels: Vec<_> = body.blocks.iter().map(|(_, b)| &*b.label).collect();
    assert_eq!(labels, ["2", "8", "odd name", "last"]);
    let block = BlockId::from_index;
    let InstKind::Phi { incoming, .. } = &body.blocks[block(1)].insts[0].kind else {
        panic!("no phi");
    };
    assert_eq!(incoming.iter().map(|(_, b)| *b).collect::<Vec<_>>(), [block(0), block(2)]);
    let TerminatorKind::Switch { default, cases, .. } = &body.blocks[block(1)].terminator.kind
    else {
        panic!("no switch");
    };
    assert_eq!(*default, block(3));
    assert_eq!(cases[0], (Constant::Int(0xffff_ffff), block(2)));
}

#[test]
fn values_without_names_are_numbered() {
    let module = module(
        "declare i32 @g()\ndefine i32 @f(i32) {\n  call i32 @g()\n  add i32 %2, %0\n  ret i32 %3\n}\n",
    );
    assert_eq!(body(&module, "f").locals.len(), 3);
}

#[test]
fn what_is_not_supported_is_named() {
    let text = super::fixtures::fixtures()
        .into_iter()
        .find(|(p, _)| p == "forms.ll")
        .expect("the fixture")
        .1;
    let module = module(&text);
    let mut found = Vec::new();
    for name in ["funclets", "branches"] {
        for (_, block) in body(&module, name).blocks.iter() {
            found.extend(block.insts.iter().filter_map(|i| match i.kind {
                InstKind::Unsupported(what) => Some(what),
                _ => None,
            }));
            if let TerminatorKind::Unsupported(what) = block.terminator.kind {
                found.push(what);
            }
        }
    }
    assert_eq!(found, ["catchswitch", "catchpad", "catchret", "callbr"]);
}
