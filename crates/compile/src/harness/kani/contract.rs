//! Contracts of functions, and the harnesses that check one.

use super::super::edit::Edit;
use super::super::source::range;
use super::is;
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ItemImpl, Meta, Path, ReturnType, Signature, Type};

/// The type that a function is of, by its last name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Within(Option<String>);

impl Within {
    pub(super) fn of(block: &ItemImpl) -> Within {
        let Type::Path(of) = block.self_ty.as_ref() else { return Within(None) };
        Within(of.path.segments.last().map(|segment| segment.ident.to_string()))
    }
}

/// Where a function stands.
#[derive(Clone)]
pub(super) struct Place {
    pub file: usize,
    pub module: Vec<String>,
    pub within: Within,
}

impl Place {
    /// The path of a function from the crate's root on.
    fn path(&self, name: &str) -> Vec<String> {
        let parts = self.module.iter().chain(self.within.0.as_ref());
        parts.cloned().chain([name.to_owned()]).collect()
    }
}

/// A function with a contract.
pub(super) struct Contract {
    path: Vec<String>,
    file: usize,
    /// Behind the brace that opens its body, and before the one that closes it.
    body: (usize, usize),
    requires: Vec<Expr>,
    ensures: Vec<Expr>,
    /// Whether it says what the function may change, which is not checked.
    modifies: bool,
    returns: ReturnType,
}

impl Contract {
    /// What the attributes say; `None` when that is nothing, or the function is run by the compiler too.
    pub(super) fn of(
        metas: &[Meta],
        sig: &Signature,
        block: &Block,
        place: &Place,
    ) -> Option<Contract> {
        let said = |name: &str| -> Vec<Expr> {
            let all = metas.iter().filter(|meta| is(meta, name));
            all.filter_map(|meta| meta.require_list().ok()?.parse_args().ok()).collect()
        };
        let has = |name: &str| metas.iter().any(|meta| is(meta, name));
        let any = has("requires") || has("ensures") || has("modifies");
        if !any || sig.constness.is_some() || sig.asyncness.is_some() {
            return None;
        }
        let span = block.brace_token.span;
        Some(Contract {
            path: place.path(&sig.ident.to_string()),
            file: place.file,
            body: (span.open().byte_range().end, span.close().byte_range().start),
            requires: said("requires"),
            ensures: said("ensures"),
            modifies: has("modifies"),
            returns: sig.output.clone(),
        })
    }

    /// Writes it into the function's body, under a number of its own.
    pub(super) fn add_to(&self, number: usize, edits: &mut Vec<Edit>) {
        let mut olds = Olds(Vec::new());
        let mut ensures = self.ensures.clone();
        for condition in &mut ensures {
            olds.visit_expr_mut(condition);
        }
        let texts: Vec<String> =
            self.requires.iter().map(|c| c.to_token_stream().to_string()).collect();
        let requires = &self.requires;
        let mut begin = quote!(
            let effigy_checked = ::kani::internal::begins_check(#number);
            #(::kani::internal::requires(effigy_checked, #requires, #texts);)*
        )
        .to_string();
        if self.modifies {
            let said = "what a function changes is not compared with its `modifies`";
            begin += &quote!(if effigy_checked { ::kani::internal::unchecked(#said); }).to_string();
        }
        if ensures.is_empty() {
            edits.push(Edit::add(self.file, self.body.0, &begin));
            return;
        }
        let (names, values): (Vec<_>, Vec<_>) =
            olds.0.iter().enumerate().map(|(at, value)| (old(at), value)).unzip();
        begin += &quote!(#(let #names = #values;)*).to_string();
        let hidden = matches!(&self.returns, ReturnType::Type(_, of) if matches!(of.as_ref(), Type::ImplTrait(_)));
        let returns = match &self.returns {
            ReturnType::Type(..) if hidden => String::new(),
            ReturnType::Default => "-> ()".to_owned(),
            given => given.to_token_stream().to_string(),
        };
        begin += &format!("let effigy_result = (|| {returns} {{");
        let texts = ensures.iter().map(|c| c.to_token_stream().to_string());
        let checks =
            quote!(#(::kani::internal::ensures(&effigy_result, #ensures, #texts);)* effigy_result);
        edits.push(Edit::add(self.file, self.body.0, &begin));
        edits.push(Edit::add(self.file, self.body.1, &format!("}})(); {checks}")));
    }
}

fn old(at: usize) -> syn::Ident {
    format_ident!("effigy_old_{at}")
}

/// Takes out what is evaluated before the call: the arguments of `old(...)`.
struct Olds(Vec<Expr>);

impl VisitMut for Olds {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Call(call) = expression
            && let Expr::Path(callee) = call.func.as_ref()
            && callee.path.is_ident("old")
            && let Some(value) = call.args.first()
        {
            let name = old(self.0.len());
            self.0.push(value.clone());
            *expression = syn::parse_quote!(#name);
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }
}

/// A harness that checks the contract of a function.
pub(super) struct Check {
    /// The function as the harness names it.
    checked: Path,
    /// Where the harness stands.
    place: Place,
    /// Where its name begins.
    name: usize,
    /// Behind the brace that opens its body.
    body: usize,
}

impl Check {
    pub(super) fn of(
        metas: &[Meta],
        sig: &Signature,
        block: &Block,
        place: Place,
    ) -> Option<Check> {
        let said = metas.iter().find(|meta| is(meta, "proof_for_contract"))?;
        // An expression, since types have arguments of their own: `f::<u8>`.
        let Expr::Path(checked) = said.require_list().ok()?.parse_args().ok()? else { return None };
        let body = block.brace_token.span.open().byte_range().end;
        Some(Check { checked: checked.path, place, name: range(&sig.ident).start, body })
    }

    /// Its file, and where its name begins.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.place.file, self.name)
    }

    /// The index of the contract that is meant: the only one whose path ends as it is named, those of the same module first.
    pub(super) fn resolve(&self, contracts: &[Contract]) -> Option<usize> {
        let parts = self.checked.segments.iter().map(|segment| segment.ident.to_string());
        let prefixes = ["crate", "self", "super"];
        let mut parts: Vec<String> =
            parts.skip_while(|part| prefixes.contains(&part.as_str())).collect();
        if let (Some(first), Some(own)) = (parts.first_mut(), &self.place.within.0)
            && first == "Self"
        {
            first.clone_from(own);
        }
        let meant = |c: &&(usize, &Contract)| c.1.path.ends_with(&parts);
        let all: Vec<_> = contracts.iter().enumerate().collect();
        let near: Vec<_> = all
            .iter()
            .filter(meant)
            .filter(|(_, c)| c.path == [self.place.module.as_slice(), &parts].concat())
            .collect();
        let far: Vec<_> = all.iter().filter(meant).collect();
        match (near.as_slice(), far.as_slice()) {
            ([(index, _)], _) | ([], [(index, _)]) => Some(*index),
            _ => None,
        }
    }

    /// Says at the start of the harness which contract is checked.
    pub(super) fn begin(&self, number: usize) -> Edit {
        let text = format!("::kani::internal::check_contract({number});");
        Edit::add(self.place.file, self.body, &text)
    }
}
