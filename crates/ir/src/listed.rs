//! Enumerations that know their cases.

/// An enumeration with a list of its cases, so that a case that is added is in every list that is made of them.
///
/// What belongs to a case stands beside the enumeration in one `match`, its row, which the compiler asks for.
///
/// # Example
/// ```
/// faultscope_ir::listed! {
///     /// A side.
///     #[derive(Debug, Clone, Copy, PartialEq, Eq)]
///     pub enum Side {
///         /// Before.
///         Left,
///         /// Behind.
///         Right,
///     }
/// }
/// assert_eq!(Side::ALL, [Side::Left, Side::Right]);
/// ```
#[macro_export]
macro_rules! listed {
    ($(#[$of_all:meta])+ pub enum $name:ident { $($(#[$of_case:meta])+ $case:ident,)+ }) => {
        $(#[$of_all])+
        pub enum $name {
            $($(#[$of_case])+ $case,)+
        }

        impl $name {
            /// All cases, in their order.
            pub const ALL: &'static [$name] = &[$($name::$case),+];
        }
    };
}
