//! The macros. Each failure is a panic on the user's own line; each assumption that does not hold ends the path.

/// Properties: functions whose parameters are `pattern in strategy` or `name: type`, or one closure with such parameters.
#[macro_export]
macro_rules! proptest {
    (#![proptest_config($config:expr)] $($functions:tt)*) => {
        $crate::proptest_functions! { [$config] $($functions)* }
    };
    (|($($parameters:tt)*)| $body:expr) => {
        $crate::proptest_run!([$crate::test_runner::Config::default()] [$($parameters)*] $body)
    };
    (move |($($parameters:tt)*)| $body:expr) => {
        $crate::proptest_run!([$crate::test_runner::Config::default()] [$($parameters)*] $body)
    };
    ($(#[$attribute:meta])* fn $($functions:tt)*) => {
        $crate::proptest_functions! {
            [$crate::test_runner::Config::default()] $(#[$attribute])* fn $($functions)*
        }
    };
    ($config:expr, |($($parameters:tt)*)| $body:expr) => {
        $crate::proptest_run!([$config] [$($parameters)*] $body)
    };
    ($config:expr, move |($($parameters:tt)*)| $body:expr) => {
        $crate::proptest_run!([$config] [$($parameters)*] $body)
    };
    () => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! proptest_functions {
    ([$config:expr] $($(#[$attribute:meta])* fn $name:ident($($parameters:tt)*) $body:block)*) => {$(
        $(#[$attribute])*
        fn $name() {
            $crate::proptest_run!([$config] [$($parameters)*] $body)
        }
    )*};
}

#[doc(hidden)]
#[macro_export]
macro_rules! proptest_run {
    ([$config:expr] [$($parameters:tt)*] $body:expr) => {{
        let mut runner = $crate::test_runner::TestRunner::new($config.clone());
        $crate::proptest_parameters!(@draw [runner] [$body] [] $($parameters)*)
    }};
}

/// Takes parameters apart: each becomes a pattern and a strategy, and then the values are drawn.
#[doc(hidden)]
#[macro_export]
macro_rules! proptest_parameters {
    (@$way:ident $context:tt $body:tt [$($done:tt)*] $name:ident : $type:ty $(, $($rest:tt)*)?) => {
        $crate::proptest_parameters!(@$way $context $body
            [$($done)* ($name, $crate::arbitrary::any::<$type>())] $($($rest)*)?)
    };
    (@$way:ident $context:tt $body:tt [$($done:tt)*] mut $name:ident : $type:ty $(, $($rest:tt)*)?) => {
        $crate::proptest_parameters!(@$way $context $body
            [$($done)* (mut $name, $crate::arbitrary::any::<$type>())] $($($rest)*)?)
    };
    (@$way:ident $context:tt $body:tt [$($done:tt)*] ref $name:ident : $type:ty $(, $($rest:tt)*)?) => {
        $crate::proptest_parameters!(@$way $context $body
            [$($done)* (ref $name, $crate::arbitrary::any::<$type>())] $($($rest)*)?)
    };
    (@$way:ident $context:tt $body:tt [$($done:tt)*] _ : $type:ty $(, $($rest:tt)*)?) => {
        $crate::proptest_parameters!(@$way $context $body
            [$($done)* (_, $crate::arbitrary::any::<$type>())] $($($rest)*)?)
    };
    (@$way:ident $context:tt $body:tt [$($done:tt)*] ($pattern:pat) : $type:ty $(, $($rest:tt)*)?) => {
        $crate::proptest_parameters!(@$way $context $body
            [$($done)* ($pattern, $crate::arbitrary::any::<$type>())] $($($rest)*)?)
    };
    (@$way:ident $context:tt $body:tt [$($done:tt)*] [$($pattern:tt)*] : $type:ty $(, $($rest:tt)*)?) => {
        $crate::proptest_parameters!(@$way $context $body
            [$($done)* ([$($pattern)*], $crate::arbitrary::any::<$type>())] $($($rest)*)?)
    };
    (@$way:ident $context:tt $body:tt [$($done:tt)*] $pattern:pat in $strategy:expr $(, $($rest:tt)*)?) => {
        $crate::proptest_parameters!(@$way $context $body
            [$($done)* ($pattern, $strategy)] $($($rest)*)?)
    };
    // What is run at once.
    (@draw [$runner:ident] [$body:expr] [$(($pattern:pat, $strategy:expr))*]) => {{
        let values = ($($runner.named(::core::stringify!($pattern), &$strategy),)*);
        let body = || -> $crate::test_runner::TestCaseResult {
            // The values move, so that a pattern may borrow them to change them.
            let ($($pattern,)*) = { values };
            let (): () = $body;
            ::core::result::Result::Ok(())
        };
        $crate::test_runner::ended(body());
    }};
    // A strategy of a value that is made of others.
    (@compose [] [$body:expr] [$(($pattern:pat, $strategy:expr))*]) => {{
        let strategies = $crate::proptest_pairs!([$($strategy,)*]);
        $crate::strategy::composed(move |runner: &mut $crate::test_runner::TestRunner| {
            let names = [$(::core::stringify!($pattern)),*];
            let $crate::proptest_pairs!([$($pattern,)*]) =
                $crate::strategy::List::draw(&strategies, runner, &names);
            $body
        })
    }};
    // One of a value that is made of others, some of which depend on the first ones.
    (@first [$($second:tt)*] [$body:expr] [$(($pattern:pat, $strategy:expr))*]) => {{
        let strategies = $crate::proptest_pairs!([$($strategy,)*]);
        $crate::strategy::composed(move |runner: &mut $crate::test_runner::TestRunner| {
            let names = [$(::core::stringify!($pattern)),*];
            let $crate::proptest_pairs!([$($pattern,)*]) =
                $crate::strategy::List::draw(&strategies, runner, &names);
            $crate::proptest_parameters!(@second [runner] [$body] [] $($second)*)
        })
    }};
    (@second [$runner:ident] [$body:expr] [$(($pattern:pat, $strategy:expr))*]) => {{
        let ($($pattern,)*) = ($($runner.part(::core::stringify!($pattern), &$strategy),)*);
        $body
    }};
}

/// `(a, (b, ()))`: a list as an expression or a pattern.
#[doc(hidden)]
#[macro_export]
macro_rules! proptest_pairs {
    ([]) => { () };
    ([$first:tt, $($rest:tt)*]) => { ($first, $crate::proptest_pairs!([$($rest)*])) };
}

/// A function that makes a strategy out of others.
#[macro_export]
macro_rules! prop_compose {
    ($(#[$attribute:meta])* $visible:vis $([$($modifiers:tt)*])? fn $name:ident $outer:tt
     ($($first:tt)+) -> $value:ty $body:block) => {
        $(#[$attribute])*
        $visible $($($modifiers)*)? fn $name $outer
            -> impl $crate::strategy::Strategy<Value = $value>
        {
            $crate::proptest_parameters!(@compose [] [$body] [] $($first)+)
        }
    };
    ($(#[$attribute:meta])* $visible:vis $([$($modifiers:tt)*])? fn $name:ident $outer:tt
     ($($first:tt)+) ($($second:tt)+) -> $value:ty $body:block) => {
        $(#[$attribute])*
        $visible $($($modifiers)*)? fn $name $outer
            -> impl $crate::strategy::Strategy<Value = $value>
        {
            $crate::proptest_parameters!(@first [$($second)+] [$body] [] $($first)+)
        }
    };
}

/// A strategy of the values of several; a weight, `2 => strategy`, counts only when it is zero.
#[macro_export]
macro_rules! prop_oneof {
    ($($weight:expr => $strategy:expr),+ $(,)?) => {
        $crate::strategy::Union::new_weighted(::std::vec![
            $(($weight, $crate::strategy::Strategy::boxed($strategy))),+
        ])
    };
    ($($strategy:expr),+ $(,)?) => {
        $crate::prop_oneof![$(1 => $strategy),+]
    };
}

/// Drops values for which the condition does not hold.
#[macro_export]
macro_rules! prop_assume {
    ($condition:expr $(, $($message:tt)*)?) => {
        if !$condition {
            return ::core::result::Result::Err($crate::test_runner::rejected());
        }
    };
}

/// Fails unless the condition holds.
#[macro_export]
macro_rules! prop_assert {
    ($condition:expr $(,)?) => {
        $crate::prop_assert!($condition, "{}", ::core::concat!("assertion failed: ", ::core::stringify!($condition)))
    };
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return ::core::result::Result::Err($crate::test_runner::failed(::core::format_args!($($message)+)));
        }
    };
}

/// Fails unless both are equal.
#[macro_export]
macro_rules! prop_assert_eq {
    ($left:expr, $right:expr $(, $($message:tt)*)?) => {
        $crate::prop_compared!(==, "==", $left, $right $(, $($message)*)?)
    };
}

/// Fails when both are equal.
#[macro_export]
macro_rules! prop_assert_ne {
    ($left:expr, $right:expr $(, $($message:tt)*)?) => {
        $crate::prop_compared!(!=, "!=", $left, $right $(, $($message)*)?)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! prop_compared {
    ($operator:tt, $sign:literal, $left:expr, $right:expr $(,)?) => {{
        let (left, right) = ($left, $right);
        if !(left $operator right) {
            return ::core::result::Result::Err($crate::test_runner::failed(::core::format_args!(
                "assertion `left {} right` failed\n  left: {:?}\n right: {:?}", $sign, left, right
            )));
        }
    }};
    ($operator:tt, $sign:literal, $left:expr, $right:expr, $($message:tt)+) => {{
        let (left, right) = ($left, $right);
        if !(left $operator right) {
            return ::core::result::Result::Err($crate::test_runner::failed(::core::format_args!(
                "assertion `left {} right` failed: {}\n  left: {:?}\n right: {:?}",
                $sign, ::core::format_args!($($message)+), left, right
            )));
        }
    }};
}
