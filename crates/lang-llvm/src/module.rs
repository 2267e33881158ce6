//! A module of LLVM IR: indexed at once, its parts parsed on demand.
//!
//! The interface (`Module` is `Send + Sync`; no method panics):
//!
//! ```text
//! Module::parse(path: &str, text: String) -> Result<Module, Diagnostic>
//! .functions() -> &IdVec<FnId, ast::Function>      .variables() -> &IdVec<VarId, ast::Variable>
//! .aliases() -> &IdVec<AliasId, ast::Alias>        .symbol_named(&str) -> Option<Symbol>
//! .symbol_name(Symbol) -> &str                     .types() -> &TypeTable
//! .function_body(FnId) -> Result<ast::Body, Diagnostic>                      (parsed at each call)
//! .global_initializer(VarId) -> Result<Option<ast::Constant>, Diagnostic>    (its type is the variable's `ty`)
//! .alias_target(AliasId) -> Result<TypedConstant, Diagnostic>
//! .diagnostic(at: u32, message: String) -> Diagnostic       (at: byte offset, as in `Inst::at`)
//! .local_name(&Body, Local) -> Cow<str>                     (without the `%`)
//! .source_paths() -> Vec<Arc<str>>                          (of all DIFiles, joined with their directories)
//! .metadata(MdRef) -> Result<Arc<Metadata>, Diagnostic>     (cached)
//! .frames(loc: MdRef) -> Result<Vec<SourceFrame>, Diagnostic>   (innermost first, then the calls it was inlined at)
//!      SourceFrame { function: Arc<str> (demangled), file: Arc<str> (joined), line: u32, column: u32 }
//! .variable_name(variable: MdRef) -> Option<Arc<str>>       .debug_type(MdRef) -> DebugType
//! TypeTable: .structs() .struct_body(StructId) -> Option<&Arc<StructType>>
//!   .size_of(&Type) -> Result<u64, LayoutError>  (in memory, with tail padding)   .store_size(&Type)   .align_of(&Type)
//!   .field_offset(&StructType, index) -> Result<u64, LayoutError>   .fields(&Type) -> Option<&Arc<StructType>> (Struct or Named)
//! demangle::display_name(linkage_name: &str) -> String     (Rust without the hash, C++, or as it is)
//! ```
