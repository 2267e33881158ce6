//! Everything that can be wrong with a text.

use crate::limits::{MAX_NESTING, MAX_OPERATORS};
use effigy_base::text::Hint;
use std::borrow::Cow;
use thiserror::Error;

/// What is wrong at a place; the messages say what each one is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Problem {
    #[error("this byte is not UTF-8 text")]
    InvalidUtf8,
    #[error("`{found}` has no meaning in this language{advice}")]
    BadCharacter { found: char, advice: &'static str },
    #[error("the comment that begins here has no closing `*/`")]
    UnterminatedComment,
    #[error("the symbolic constant that begins here has no closing `\"` on its line")]
    UnterminatedSymbol,
    #[error(
        "`\"{0}\"` is no symbolic constant: it is a name, or a name with a number in parentheses, as in \"A\" or \"A(1)\""
    )]
    BadSymbol(String),
    #[error(
        "character strings are not part of this language; a symbolic constant stands in double quotes"
    )]
    CharacterString,
    #[error("`{0}` is no integer")]
    BadNumber(String),
    #[error("a number of more than {0} digits")]
    LongNumber(usize),

    #[error("expected {expected}, found {found}")]
    Expected { expected: Cow<'static, str>, found: String },
    #[error("nested deeper than {}", MAX_NESTING)]
    TooDeep,
    #[error("an expression of more than {} operators in a row", MAX_OPERATORS)]
    TooLong,
    #[error("`{word}` begins no statement{hint}")]
    UnknownStatement { word: String, hint: Hint },
    #[error("this is outside of a procedure: a file consists of `NAME: PROCEDURE; ... END;`")]
    OutsideProcedure,
    #[error("the file has no procedure: write `NAME: PROCEDURE; ... END;`")]
    NoProcedure,
    #[error("a procedure has a name in front of it: `NAME: PROCEDURE`")]
    UnnamedProcedure,
    #[error("a procedure has one name")]
    SecondName,
    #[error("this {0} has no END")]
    MissingEnd(&'static str),
    #[error("END without a DO or PROCEDURE")]
    StrayEnd,
    #[error("END {name} does not close the innermost open group{open}")]
    WrongEnd { name: String, open: String },
    #[error("{0} without an IF")]
    StrayBranch(&'static str),
    #[error("a declaration cannot depend on a condition: move it out of the IF")]
    ConditionalDeclaration,
    #[error("the number {0} of the listing is below the one before it")]
    ListingOrder(String),
    #[error("a DO has one specification `J = A TO B BY C`: use a DO for each list item")]
    SeveralSpecifications,
    #[error("{0} stands twice in this DO")]
    TwiceInDo(&'static str),

    #[error(
        "`{word}` is no attribute of this language, in which every variable is an integer{hint}"
    )]
    UnknownAttribute { word: String, hint: Hint },
    #[error("`{word}` is no option of a procedure: there are RECURSIVE and RETURNS(...){hint}")]
    UnknownOption { word: String, hint: Hint },
    #[error("integers have the precision (31) or (31,0)")]
    Precision,
    #[error("arrays have one dimension")]
    Dimensions,
    #[error("a repetition factor is a number from 1 to {}", u32::MAX)]
    RepetitionFactor,

    #[error("procedure `{0}` is already defined")]
    ProcedureTwice(String),
    #[error("parameter `{0}` is already in this list")]
    ParameterTwice(String),
    #[error("`{0}` is already declared")]
    DeclaredTwice(String),
    #[error("label `{0}` is already defined")]
    LabelTwice(String),
    #[error("`{0}` is a label and a variable")]
    LabelAndVariable(String),
    #[error("no statement has the label `{name}`{hint}")]
    UnknownLabel { name: String, hint: Hint },
    #[error("GO TO `{0}` leads into a DO group from outside")]
    IntoGroup(String),
    #[error(
        "`{name}` never gets a value: it is not declared, assigned, read, or a parameter{hint}"
    )]
    UnknownVariable { name: String, hint: Hint },
    #[error("`{name}` is neither a declared array nor a procedure of this file{hint}")]
    UnknownApplied { name: String, hint: Hint },
    #[error("array `{name}` is not declared{hint}")]
    UnknownArray { name: String, hint: Hint },
    #[error("no procedure `{name}` in this file{hint}")]
    UnknownProcedure { name: String, hint: Hint },
    #[error("`{0}` is a procedure, a variable is needed here")]
    ProcedureAsVariable(String),
    #[error("`{0}` is a variable of this procedure, not a procedure")]
    VariableAsProcedure(String),

    #[error("an integer is needed here, this is a condition")]
    NeedsInteger,
    #[error("a condition is needed here, this is an integer; compare it, as in `X > 0`")]
    NeedsCondition,
    #[error("`¬` binds tighter than a relation: write `¬(X = Y)`")]
    NegatedInteger,
    #[error("`{0}` is an array, an integer is needed here; give it a subscript")]
    ArrayAsInteger(String),
    #[error("`{0}` is an integer, it has no elements")]
    IntegerAsArray(String),
    #[error("an array has one subscript")]
    Subscripts,
    #[error("a variable is needed here")]
    NeedsVariable,
    #[error("{name} has {expected}, this call has {found}")]
    ArgumentCount { name: String, expected: String, found: usize },
    #[error("parameter `{parameter}` of {procedure} is an array: pass an array's name")]
    NeedsArray { procedure: String, parameter: String },
    #[error("parameter `{parameter}` of {procedure} is an integer, `{array}` is an array")]
    ArrayArgument { procedure: String, parameter: String, array: String },
    #[error("array `{array}` does not have the bounds of parameter `{parameter}` of {procedure}")]
    ArgumentBounds { procedure: String, parameter: String, array: String },
    #[error("{0} returns no value: it has no RETURN(...)")]
    NoValue(String),
    #[error("RETURN without a value, but {0} returns one")]
    MissingValue(String),
    #[error("a quantifier stands in ASSUME, PROVE and ASSERT only")]
    MisplacedQuantifier,
    #[error("a procedure cannot be called under a quantifier")]
    CallUnderQuantifier,

    #[error("the bounds of `{0}` must be given; only a parameter has `*`")]
    MissingBounds(String),
    #[error("array `{0}` has no elements: its lower bound is above its upper bound")]
    EmptyArray(String),
    #[error("bounds of an array parameter are numbers or `*`")]
    ParameterBounds,
    #[error("bounds and initial values of STATIC variables are constant")]
    NotConstant,
    #[error("bounds and initial values use parameters and constants only")]
    NotFromEntry,
    #[error("parameter `{0}` has no storage of its own: leave out STATIC, AUTOMATIC and INITIAL")]
    ParameterStorage(String),
    #[error("`{0}` has one initial value")]
    ScalarInitial(String),
    #[error("more initial values than elements of `{0}`")]
    TooManyInitial(String),
    #[error("{0} is given twice")]
    AttributeTwice(&'static str),

    #[error("{0} is no machine integer of 32 bits; integers without bounds are the default")]
    NotFixed(String),
    #[error("internal error: {0}; this is a defect of Effigy, not of the program")]
    Lowering(String),
}

/// The problems of one text.
pub(crate) type Problems = effigy_base::text::Problems<Problem>;
