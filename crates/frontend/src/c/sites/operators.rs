//! Where operators are spelled.

use std::ops::Range;

use super::super::precedence;
use super::super::tokens::{TokenKind, tokens};
use super::table::Sites;
use crate::sites::{BinaryOperator, SiteId, SiteKind};

/// Where the operator of a site is spelled, or the name of the function that it calls.
pub(super) fn operator(sites: &Sites, text: &str, idx: usize) -> Option<Range<u32>> {
    let (site, detail) = (&sites.sites[idx], &sites.details[idx]);
    let range = |operand: &SiteId| sites.details[operand.0 as usize].range.clone();
    let own = detail.range.clone();
    let operands: Vec<Range<u32>> = site.operands.iter().map(range).collect();
    match (&site.kind, &operands[..]) {
        (SiteKind::Binary(operator), [left, right]) => {
            sign(text, left.end..right.start, precedence::binary(*operator)?.0)
        }
        (SiteKind::Assignment(operator), [left, right]) => {
            sign(text, left.end..right.start, &assignment_sign(*operator))
        }
        (SiteKind::Unary(operator), [operand]) => {
            sign(text, own.start..operand.start, precedence::unary(*operator))
        }
        (SiteKind::Step { increments, is_prefix: true }, [operand]) => {
            sign(text, own.start..operand.start, step_sign(*increments))
        }
        (SiteKind::Step { increments, is_prefix: false }, [operand]) => {
            sign(text, operand.end..own.end, step_sign(*increments))
        }
        (SiteKind::Call(Some(name)), operands) => {
            let end = operands.first().map_or(own.end, |first| first.start);
            sign(text, own.start..end, name)
        }
        _ => None,
    }
}

/// Where an operator or a name is spelled in a range of a text.
fn sign(text: &str, range: Range<u32>, sign: &str) -> Option<Range<u32>> {
    let text = text.get(range.start as usize..range.end as usize)?;
    let token = tokens(text).into_iter().find(|token| {
        let rest = text.get(token.start as usize..).unwrap_or("");
        rest.starts_with(sign) && (token.kind != TokenKind::Name || token.text(text) == sign)
    })?;
    let start = range.start + token.start;
    Some(start..start + sign.len() as u32)
}

/// `++` or `--`.
pub(super) fn step_sign(increments: bool) -> &'static str {
    if increments { "++" } else { "--" }
}

/// `=`, `+=` and so on.
pub(super) fn assignment_sign(operator: Option<BinaryOperator>) -> String {
    let sign = operator.and_then(precedence::binary).map_or("", |(sign, _)| sign);
    format!("{sign}=")
}
