//! The weaknesses of the Common Weakness Enumeration \[1\] that violations of properties are, and how severe they are.
//!
//! # References
//! - \[1\] MITRE: _Common Weakness Enumeration_, version 4.15, 2024.

use crate::Property;

/// The version of the enumeration.
pub(crate) const VERSION: &str = "4.15";

/// What is known of violations of a property.
pub(crate) struct Weakness {
    /// The numbers of the weaknesses that a violation may be, the most usual one first.
    pub(crate) numbers: &'static [u16],
    /// How severe a violation is for security, as CVSS counts; none where it says nothing about security.
    pub(crate) severity: Option<&'static str>,
}

/// The weaknesses that a violation may be.
pub(crate) const fn weakness(property: Property) -> Weakness {
    let (numbers, severity): (&[u16], Option<&str>) = match property {
        Property::Assertions | Property::Contracts => (&[617], None),
        Property::NullDereference => (&[476], Some("5.9")),
        Property::UseAfterFree => (&[416], Some("8.1")),
        Property::UseAfterScope => (&[825, 562], Some("7.5")),
        Property::OutOfBounds => (&[125, 787], Some("8.1")),
        Property::WriteToConstant => (&[471], Some("4.0")),
        Property::InvalidFunctionPointer => (&[843], Some("7.5")),
        Property::InvalidFree => (&[415, 590, 761], Some("8.1")),
        Property::MemoryLeak | Property::MemoryCleanup => (&[401], Some("4.3")),
        Property::Overflow => (&[190, 191], Some("6.5")),
        Property::DivisionByZero => (&[369], Some("5.3")),
        Property::Shift => (&[1335], Some("4.0")),
        Property::FloatConversion => (&[681], Some("4.0")),
        Property::Uninitialized => (&[457, 908], Some("6.5")),
        Property::Pointer => (&[823, 469], Some("5.3")),
        Property::Library => (&[628], Some("5.3")),
        Property::Unreachable | Property::MissingReturn | Property::Unsequenced | Property::Declarations => {
            (&[758], None)
        }
        Property::UnreachCall
        | Property::NoAbort
        | Property::ExpectedOutput
        | Property::FixExists
        | Property::DefinedOperation => (&[], None),
    };
    Weakness { numbers, severity }
}

/// The name of a weakness.
pub(crate) const fn name(number: u16) -> &'static str {
    match number {
        125 => "Out-of-bounds Read",
        190 => "Integer Overflow or Wraparound",
        191 => "Integer Underflow (Wrap or Wraparound)",
        369 => "Divide By Zero",
        401 => "Missing Release of Memory after Effective Lifetime",
        415 => "Double Free",
        416 => "Use After Free",
        457 => "Use of Uninitialized Variable",
        469 => "Use of Pointer Subtraction to Determine Size",
        471 => "Modification of Assumed-Immutable Data (MAID)",
        476 => "NULL Pointer Dereference",
        562 => "Return of Stack Variable Address",
        590 => "Free of Memory not on the Heap",
        617 => "Reachable Assertion",
        628 => "Function Call with Incorrectly Specified Arguments",
        681 => "Incorrect Conversion between Numeric Types",
        758 => "Reliance on Undefined, Unspecified, or Implementation-Defined Behavior",
        761 => "Free of Pointer not at Start of Buffer",
        787 => "Out-of-bounds Write",
        823 => "Use of Out-of-range Pointer Offset",
        825 => "Expired Pointer Dereference",
        843 => "Access of Resource Using Incompatible Type ('Type Confusion')",
        908 => "Use of Uninitialized Resource",
        1335 => "Incorrect Bitwise Shift of Integer",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weakness_has_a_name_and_severities_are_numbers() {
        for property in Property::ALL {
            let Weakness { numbers, severity } = weakness(*property);
            assert!(numbers.iter().all(|it| !name(*it).is_empty()), "{property:?}");
            assert!(severity.is_none_or(|it| it.parse::<f64>().is_ok_and(|it| (0.1..9.0).contains(&it))));
            // Only what is a weakness is one of security.
            assert!(severity.is_none() || !numbers.is_empty(), "{property:?}");
        }
        assert_eq!(weakness(Property::OutOfBounds).numbers, [125, 787]);
        assert!(weakness(Property::UnreachCall).numbers.is_empty());
    }
}
