//! The local values and the labels of a body while it is parsed.

use super::{Parse, Parser, short};
use crate::ast::{BlockId, Local, LocalDecl, Operand, Span, Type, Value};
use crate::lexer::{Kind, Token, plain_name};
use effigy_base::id::{Id, IdVec};
use rustc_hash::FxHashMap;

/// A name of a body, as a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Name<'t> {
    /// `%5`.
    Number(u32),
    /// `%name`.
    Text(&'t str),
}

impl<'t> Name<'t> {
    /// The key of a name's text.
    pub fn of(text: &'t str) -> Self {
        if let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
            let bare = inner
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$' | b'-'));
            let named = bare && inner.starts_with(|c: char| !c.is_ascii_digit());
            return Name::Text(if named { inner } else { text });
        }
        text.parse().map_or(Name::Text(text), Name::Number)
    }

    fn show(self) -> String {
        match self {
            Name::Number(n) => format!("%{n}"),
            Name::Text(text) => format!("%{}", short(text)),
        }
    }
}

/// A label that was mentioned or defined.
struct Label<'t> {
    name: Name<'t>,
    at: u32,
    block: Option<BlockId>,
}

/// The names of a body.
#[derive(Default)]
pub(super) struct Scope<'t> {
    /// All values met so far.
    pub locals: IdVec<Local, LocalDecl>,
    names: FxHashMap<Name<'t>, Local>,
    undefined: FxHashMap<Local, (Name<'t>, u32)>,
    labels: Vec<Label<'t>>,
    label_ids: FxHashMap<Name<'t>, BlockId>,
    /// The number that the next value or block without a name gets.
    next_number: u32,
}

impl<'t> Scope<'t> {
    fn number(&mut self, name: Option<Name<'t>>) -> Name<'t> {
        let name = name.unwrap_or(Name::Number(self.next_number));
        if let Name::Number(n) = name {
            self.next_number = n.saturating_add(1);
        }
        name
    }

    fn mention_label(&mut self, name: Name<'t>, at: u32) -> BlockId {
        if let Some(id) = self.label_ids.get(&name) {
            return *id;
        }
        let id = BlockId::from_index(self.labels.len());
        self.labels.push(Label { name, at, block: None });
        self.label_ids.insert(name, id);
        id
    }

    /// For each mentioned label the block that it stands for.
    fn label_map(&self) -> Result<Vec<BlockId>, (u32, String)> {
        let block = |l: &Label<'_>| {
            l.block.ok_or_else(|| (l.at, format!("the block `{}` is not defined", l.name.show())))
        };
        self.labels.iter().map(block).collect()
    }
}

/// Parses a body: the cursor and the names.
pub(super) struct BodyParser<'t> {
    /// The cursor.
    pub p: Parser<'t>,
    /// The names.
    pub scope: Scope<'t>,
}

impl<'t> BodyParser<'t> {
    /// Defines a value; `token` is its name, if it has one.
    pub fn define(&mut self, token: Option<Token<'t>>, ty: Type, at: u32) -> Parse<Local> {
        let name = self.scope.number(token.map(|t| Name::of(t.text)));
        if let Some(local) = self.scope.names.get(&name).copied() {
            if self.scope.undefined.remove(&local).is_none() {
                return self.p.fail(at, format!("`{}` is defined twice", name.show()));
            }
            let found = self.scope.locals.get(local).map_or(Type::Void, |l| l.ty.clone());
            self.p.same_type(at, &found, &ty)?;
            return Ok(local);
        }
        let span = token.map_or(Span::default(), |t| t.span());
        let local = self.scope.locals.push(LocalDecl { ty, name: span });
        self.scope.names.insert(name, local);
        Ok(local)
    }

    /// The local value at the cursor, used with type `ty`.
    fn use_local(&mut self, ty: &Type) -> Parse<Local> {
        let token = self.p.bump();
        let name = Name::of(token.text);
        if let Some(local) = self.scope.names.get(&name).copied() {
            let found = self.scope.locals.get(local).map_or(&Type::Void, |l| &l.ty);
            self.p.same_type(token.start, ty, found)?;
            return Ok(local);
        }
        let local = self.scope.locals.push(LocalDecl { ty: ty.clone(), name: token.span() });
        self.scope.names.insert(name, local);
        self.scope.undefined.insert(local, (name, token.start));
        Ok(local)
    }

    /// A value of type `ty`.
    pub fn value(&mut self, ty: &Type) -> Parse<Value> {
        if self.p.token.kind == Kind::Local {
            return self.use_local(ty).map(Value::Local);
        }
        self.p.constant(ty).map(Value::Constant)
    }

    /// A value with its type in front.
    pub fn operand(&mut self) -> Parse<Operand> {
        let ty = self.p.value_type()?;
        let value = self.value(&ty)?;
        Ok(Operand { ty, value })
    }

    /// A comma and a value with its type in front.
    pub fn comma_operand(&mut self) -> Parse<Operand> {
        self.p.expect_punct(b',')?;
        self.operand()
    }

    /// `label %name`.
    pub fn label(&mut self) -> Parse<BlockId> {
        self.p.expect_word("label")?;
        self.label_name()
    }

    /// `%name` of a block.
    pub fn label_name(&mut self) -> Parse<BlockId> {
        if self.p.token.kind != Kind::Local {
            return self.p.expected("a block `%...`");
        }
        let token = self.p.bump();
        Ok(self.scope.mention_label(Name::of(token.text), token.start))
    }

    /// Says that the block number `block` starts here; gives its label.
    pub fn start_block(&mut self, block: BlockId) -> Parse<Box<str>> {
        let at = self.p.token.start;
        let token = (self.p.token.kind == Kind::Label).then(|| self.p.bump());
        let name = self.scope.number(token.map(|t| Name::of(t.text)));
        let id = self.scope.mention_label(name, at);
        match self.scope.labels.get_mut(id.index()) {
            Some(label) if label.block.is_none() => label.block = Some(block),
            _ => return self.p.fail(at, format!("the block `{}` is defined twice", name.show())),
        }
        Ok(match name {
            Name::Number(n) => n.to_string().into(),
            Name::Text(text) => plain_name(text).into(),
        })
    }

    /// Checks that all names are defined; for each mentioned label the block that it stands for.
    pub fn finish_names(&self) -> Parse<Vec<BlockId>> {
        if let Some((name, at)) = self.scope.undefined.values().min_by_key(|(_, at)| *at) {
            return self.p.fail(*at, format!("`{}` is not defined", name.show()));
        }
        self.scope.label_map().or_else(|(at, message)| self.p.fail(at, message))
    }
}
