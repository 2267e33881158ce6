//! Debug information: where code comes from, and what variables are called.

use super::Module;
use crate::ast::MdRef;
use crate::demangle::display_name;
use crate::metadata::{Node, NodeView, ScopeInfo};
use crate::parse::ParseError;
use effigy_base::source::Diagnostic;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The longest chain of scopes or of inlined calls that is followed.
const LONGEST_CHAIN: usize = 1000;

/// A place in the source, in one function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceFrame {
    /// The function for people: qualified and demangled when the compiler gives a linkage name.
    pub function: Arc<str>,
    /// The path of the file, with its directory when it is relative.
    pub file: Arc<str>,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// 1-based column, 0 when unknown.
    pub column: u32,
}

/// A variable of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugVariableInfo {
    /// Its name; empty when it has none.
    pub name: Arc<str>,
    /// Its position among the parameters, from 1; 0 for another variable.
    pub argument: u32,
    /// The line of its declaration, 0 when unknown.
    pub line: u32,
    /// Its type.
    pub ty: Option<MdRef>,
}

/// A function of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugFunctionInfo {
    /// Its name for people: demangled and qualified when there is a linkage name.
    pub display: Arc<str>,
    /// The path of its file.
    pub file: Arc<str>,
    /// The line of its declaration, 0 when unknown.
    pub line: u32,
}

/// A type of the source, one level of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugType {
    /// A scalar.
    Basic {
        /// Its name.
        name: String,
        /// Its size in bits.
        bits: u64,
        /// How the bits are read.
        encoding: Encoding,
    },
    /// A pointer or a reference.
    Pointer {
        /// What it points to; `None` is `void`.
        target: Option<MdRef>,
    },
    /// An array.
    Array {
        /// The type of an element.
        element: Option<MdRef>,
        /// The length in each dimension, outermost first; `None` when it is not known.
        counts: Vec<Option<u64>>,
    },
    /// A struct, a class, a union or an enumeration.
    Composite {
        /// Which.
        shape: Shape,
        /// Its name; empty when it has none.
        name: String,
        /// Its size in bits.
        bits: u64,
        /// Its members.
        members: Vec<DebugMember>,
    },
    /// Another name for a type, or a qualifier before it.
    Wrapped {
        /// The name; empty for a qualifier.
        name: String,
        /// The type.
        target: Option<MdRef>,
    },
    /// Anything else.
    Unknown,
}

/// How the bits of a scalar are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// A truth value.
    Bool,
    /// Two's complement.
    Signed,
    /// A natural number.
    Unsigned,
    /// A signed character.
    SignedChar,
    /// An unsigned character.
    UnsignedChar,
    /// A Unicode scalar value.
    Utf,
    /// A float.
    Float,
    /// Anything else.
    Other,
}

/// What a composite type is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A struct or a class.
    Struct,
    /// A union.
    Union,
    /// An enumeration.
    Enum,
}

/// A member of a composite type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugMember {
    /// Its name; empty when it has none.
    pub name: String,
    /// Its offset in bits.
    pub offset_bits: u64,
    /// Its type.
    pub ty: Option<MdRef>,
}

impl Module {
    fn node(&self, reference: MdRef) -> Result<Arc<Node>, ParseError> {
        self.metadata.get(self.context(), reference)
    }

    fn view<'a>(&'a self, node: &'a Node) -> NodeView<'a> {
        NodeView::new(&self.text, node)
    }

    /// The half-open ranges of a node of `!range`, such as `!{i8 0, i8 2}`; none when it is no such node.
    pub fn ranges(&self, node: MdRef) -> Vec<(i128, i128)> {
        self.numbers(node).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// The integers of a node, such as `!{i64 4}`; none when it is no such node.
    pub fn numbers(&self, node: MdRef) -> Vec<i128> {
        let text = self.metadata.text_of(node).map_or("", |span| self.slice(span));
        let inner = text.trim().trim_start_matches("!{").trim_end_matches('}');
        let number = |part: &str| part.trim().split_once(' ').and_then(|(_, n)| n.parse().ok());
        let numbers: Option<Vec<i128>> = inner.split(',').map(number).collect();
        numbers.unwrap_or_default()
    }

    /// The place of a `DILocation`, then the calls that it was inlined through, innermost first.
    ///
    /// # Errors
    /// When the location or one of its calls is broken or no `DILocation`.
    pub fn frames(&self, location: MdRef) -> Result<Vec<SourceFrame>, Diagnostic> {
        let mut frames = Vec::new();
        let mut next = Some(location);
        while let Some(location) = next {
            let node = self.node(location).map_err(|e| self.diagnostic(e.at, e.message))?;
            let view = self.view(&node);
            if view.kind() != "DILocation" || frames.len() == LONGEST_CHAIN {
                return Err(self.diagnostic(
                    node.kind.start,
                    "expected a location with a finite chain".to_owned(),
                ));
            }
            let scope = view.node("scope");
            let info = scope.map_or_else(ScopeInfo::unknown, |s| self.scope_info(s));
            frames.push(SourceFrame {
                function: info.function.clone(),
                file: info.file.clone(),
                line: view.natural("line"),
                column: view.natural("column"),
            });
            next = view.node("inlinedAt");
        }
        Ok(frames)
    }

    fn scope_info(&self, scope: MdRef) -> Arc<ScopeInfo> {
        self.metadata.scope(scope, || self.find_scope(scope))
    }

    /// Follows the scopes out to the function.
    fn find_scope(&self, scope: MdRef) -> Arc<ScopeInfo> {
        let mut file = None;
        let mut next = Some(scope);
        for _ in 0..LONGEST_CHAIN {
            let Some(node) = next.and_then(|n| self.node(n).ok()) else {
                break;
            };
            let view = self.view(&node);
            file = file.or_else(|| view.node("file").and_then(|f| self.file_path(f)));
            if view.kind() == "DISubprogram" {
                let name =
                    view.string("linkageName").or_else(|| view.string("name")).unwrap_or_default();
                let function = display_name(&name).into();
                return Arc::new(ScopeInfo { function, file: file.unwrap_or_else(|| "?".into()) });
            }
            next = view.node("scope");
        }
        ScopeInfo::unknown()
    }

    /// The path that a `DIFile` names.
    fn file_path(&self, file: MdRef) -> Option<Arc<str>> {
        let node = self.node(file).ok()?;
        let view = self.view(&node);
        let name = view.string("filename")?;
        match view.string("directory") {
            Some(directory) if !name.starts_with('/') => {
                Some(format!("{}/{name}", directory.trim_end_matches('/')).into())
            }
            _ => Some(name.into()),
        }
    }

    /// The paths that frames can name: those of all numbered `DIFile`s, sorted; also `?` for an unknown one.
    pub fn source_paths(&self) -> Vec<Arc<str>> {
        let is_file = |text: &str| text.trim_start().starts_with("!DIFile(");
        let files = self.metadata.texts().filter(|(_, span)| is_file(self.slice(*span)));
        let mut paths: BTreeSet<Arc<str>> =
            files.filter_map(|(node, _)| self.file_path(node)).collect();
        paths.insert("?".into());
        paths.into_iter().collect()
    }

    /// What a `DISubprogram` says; `None` when it is something else or broken.
    pub fn subprogram(&self, reference: MdRef) -> Option<DebugFunctionInfo> {
        let node = self.node(reference).ok()?;
        let view = self.view(&node);
        if view.kind() != "DISubprogram" {
            return None;
        }
        let info = self.scope_info(reference);
        Some(DebugFunctionInfo {
            display: info.function.clone(),
            file: info.file.clone(),
            line: view.natural("line"),
        })
    }

    /// The functions that are defined in files that are wanted: their `DISubprogram`s with what these say.
    pub fn definitions(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<(MdRef, DebugFunctionInfo)> {
        let mut files: HashMap<MdRef, bool> = HashMap::new();
        let mut found = Vec::new();
        for (reference, span) in self.metadata.texts() {
            let text = self.slice(span).trim_start();
            if !text.starts_with("distinct !DISubprogram(") || !text.contains("DISPFlagDefinition")
            {
                continue;
            }
            let Ok(node) = self.node(reference) else { continue };
            let Some(file) = self.view(&node).node("file") else { continue };
            let is_wanted = || self.file_path(file).is_some_and(|path| wanted(&path));
            if *files.entry(file).or_insert_with(is_wanted) {
                found.extend(self.subprogram(reference).map(|info| (reference, info)));
            }
        }
        found
    }

    /// What a `DILocalVariable`, `DIGlobalVariable` or `DIGlobalVariableExpression` says; `None` when it is
    /// something else or broken.
    pub fn debug_variable(&self, reference: MdRef) -> Option<DebugVariableInfo> {
        let mut node = self.node(reference).ok()?;
        if self.view(&node).kind() == "DIGlobalVariableExpression" {
            let inner = self.view(&node).node("var")?;
            node = self.node(inner).ok()?;
        }
        let view = self.view(&node);
        matches!(view.kind(), "DILocalVariable" | "DIGlobalVariable").then(|| DebugVariableInfo {
            name: view.string("name").unwrap_or_default().into(),
            argument: view.natural("arg"),
            line: view.natural("line"),
            ty: view.node("type"),
        })
    }

    /// One level of a type.
    pub fn debug_type(&self, reference: MdRef) -> DebugType {
        let Ok(node) = self.node(reference) else {
            return DebugType::Unknown;
        };
        let view = self.view(&node);
        let name = view.string("name").unwrap_or_default();
        let bits = view.int("size").and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        match (view.kind(), view.word("tag")) {
            ("DIBasicType", _) => {
                DebugType::Basic { name, bits, encoding: encoding(view.word("encoding")) }
            }
            (
                "DIDerivedType",
                "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type",
            ) => DebugType::Pointer { target: view.node("baseType") },
            ("DIDerivedType", _) => DebugType::Wrapped { name, target: view.node("baseType") },
            ("DICompositeType", "DW_TAG_array_type") => {
                DebugType::Array { element: view.node("baseType"), counts: self.counts(view) }
            }
            ("DICompositeType", tag) => {
                let shape = match tag {
                    "DW_TAG_union_type" => Shape::Union,
                    "DW_TAG_enumeration_type" => Shape::Enum,
                    _ => Shape::Struct,
                };
                DebugType::Composite { shape, name, bits, members: self.members(view) }
            }
            _ => DebugType::Unknown,
        }
    }

    fn element_nodes(&self, view: NodeView<'_>) -> Vec<Arc<Node>> {
        let Some(tuple) = view.node("elements").and_then(|e| self.node(e).ok()) else {
            return Vec::new();
        };
        self.view(&tuple).elements().filter_map(|e| self.node(e).ok()).collect()
    }

    fn counts(&self, array: NodeView<'_>) -> Vec<Option<u64>> {
        let nodes = self.element_nodes(array);
        let ranges = nodes.iter().map(|n| self.view(n)).filter(|v| v.kind() == "DISubrange");
        ranges.map(|v| v.int("count").and_then(|n| u64::try_from(n).ok())).collect()
    }

    fn members(&self, composite: NodeView<'_>) -> Vec<DebugMember> {
        let nodes = self.element_nodes(composite);
        let members =
            nodes.iter().map(|n| self.view(n)).filter(|v| v.word("tag") == "DW_TAG_member");
        members
            .map(|v| DebugMember {
                name: v.string("name").unwrap_or_default(),
                offset_bits: v.int("offset").and_then(|n| u64::try_from(n).ok()).unwrap_or(0),
                ty: v.node("baseType"),
            })
            .collect()
    }
}

impl ScopeInfo {
    fn unknown() -> Arc<Self> {
        Arc::new(ScopeInfo { function: "?".into(), file: "?".into() })
    }
}

fn encoding(word: &str) -> Encoding {
    match word {
        "DW_ATE_boolean" => Encoding::Bool,
        "DW_ATE_signed" => Encoding::Signed,
        "DW_ATE_unsigned" => Encoding::Unsigned,
        "DW_ATE_signed_char" => Encoding::SignedChar,
        "DW_ATE_unsigned_char" => Encoding::UnsignedChar,
        "DW_ATE_UTF" => Encoding::Utf,
        "DW_ATE_float" => Encoding::Float,
        _ => Encoding::Other,
    }
}
