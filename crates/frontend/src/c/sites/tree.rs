//! Trees as the parser's, and where they stand in.

use std::sync::Arc;

use faultscope_ir::index::{IndexMap, IndexSet};

use super::super::parser::{
    self,
    ast::{self, Node, Span},
};
use super::super::precedence;
use super::super::sema::{Alternative, Substitute, Substitutes};
use super::super::source::Loc;
use super::super::syntax;
use super::super::tokens::{TokenKind, tokens};
use super::unit::Unit;
use crate::sites::{Choice, SiteId, SiteKind, Tree, UnaryOperator};

/// What stands in for a site at all of its occurrences; none for a tree that C has no expression for.
pub(super) fn substitutes(unit: &Unit, site: SiteId, tree: &Tree) -> Option<Substitutes> {
    let (it, detail) = unit.site(site);
    if detail.is_partial {
        return None;
    }
    let mut substitutes = Substitutes::default();
    add_names(tree, &mut substitutes.names);
    for loc in &detail.occurrences {
        let maker = Maker { unit, at: *loc, replaced: Some(site) };
        match (&it.kind, tree) {
            (SiteKind::Declaration(_), Tree::Initialized(_, value)) => {
                let value = ast::Initializer::Expression(Box::new(maker.node(value)?));
                substitutes.initializers.insert(*loc, Arc::new(maker.at(value)));
            }
            (SiteKind::Declaration(_), _) => return None,
            _ => {
                let new = Substitute::Expression(maker.node(tree)?);
                substitutes.expressions.insert(*loc, Arc::new(new));
            }
        }
    }
    Some(substitutes)
}

/// Whether C has an expression for a tree in the place of a site, or of what is around it, at all of its occurrences.
pub(super) fn can_stand_in(unit: &Unit, site: SiteId, tree: &Tree) -> bool {
    let stands = |loc: &Loc| {
        let node = Maker { unit, at: *loc, replaced: Some(site) }.node(tree);
        node.and_then(|node| as_value(unit, *loc, node)).is_some()
    };
    let detail = unit.site(site).1;
    !detail.is_partial && detail.occurrences.iter().all(stands)
}

/// Choices by the values of variables at each site: the program as it is for 0, with the n-th change for n.
pub(super) fn choices(unit: &Unit, choices: &[Choice]) -> Option<Substitutes> {
    let mut alternatives: IndexMap<Loc, Vec<Alternative>> = IndexMap::default();
    for choice in choices {
        for ((site, tree), number) in choice.changes.iter().zip(1..) {
            if unit.site(*site).1.is_partial {
                return None;
            }
            for loc in &unit.site(*site).1.occurrences {
                let maker = Maker { unit, at: *loc, replaced: Some(*site) };
                let (at, expression) = as_value(unit, *loc, maker.node(tree)?)?;
                let variable = choice.variable.clone();
                alternatives.entry(at).or_default().push(Alternative { variable, number, expression });
            }
        }
    }
    let mut substitutes = Substitutes::default();
    for (loc, alternatives) in alternatives {
        let otherwise = Maker { unit, at: loc, replaced: None }.found(loc)?;
        substitutes.expressions.insert(loc, Arc::new(Substitute::Choice(alternatives, otherwise)));
    }
    for (_, tree) in choices.iter().flat_map(|it| &it.changes) {
        add_names(tree, &mut substitutes.names);
    }
    let declarations: String = choices.iter().map(|it| format!("extern int {};\n", it.variable)).collect();
    substitutes.declarations = Some(Arc::new(parser::parse_text(&declarations)?));
    Some(substitutes)
}

/// Adds the names that a tree mentions beside those of sites.
fn add_names(tree: &Tree, names: &mut IndexSet<String>) {
    match tree {
        Tree::Site(_) | Tree::Integer(..) | Tree::Truth(_) | Tree::Step { .. } => {}
        Tree::Name(text) | Tree::Text(text) => {
            let of_text = tokens(text).into_iter().filter(|it| it.kind == TokenKind::Name);
            names.extend(of_text.map(|it| it.text(text).to_owned()));
        }
        Tree::Unary(_, operand) => add_names(operand, names),
        Tree::Binary(_, left, right) => [left, right].into_iter().for_each(|it| add_names(it, names)),
        Tree::Assignment(_, _, value) | Tree::Initialized(_, value) => add_names(value, names),
        Tree::Call(name, arguments) => {
            names.insert(name.clone());
            arguments.iter().for_each(|it| add_names(it, names));
        }
    }
}

/// A new expression for a place, or for the nearest one around whose value is what counts: a choice is no place that can be
/// assigned.
fn as_value(
    unit: &Unit,
    mut loc: Loc,
    mut new: Node<ast::Expression>,
) -> Option<(Loc, Node<ast::Expression>)> {
    while let Some(parent) = unit.all().parents.get(&loc) {
        let maker = Maker { unit, at: *parent, replaced: None };
        let mut around = maker.found(*parent)?;
        if !needs_place(&around.node, loc) {
            break;
        }
        let operands = syntax::operands_mut(&mut around.node);
        let is_it = |node: &&mut Node<ast::Expression>| {
            (node.span.start, node.span.end) == (loc.start as usize, loc.end as usize)
        };
        *operands.into_iter().find(is_it)? = new;
        (loc, new) = (*parent, around);
    }
    Some((loc, new))
}

/// Whether the operand at a place has to be a place.
fn needs_place(expr: &ast::Expression, loc: Loc) -> bool {
    match syntax::kind(expr) {
        SiteKind::Step { .. } | SiteKind::Unary(UnaryOperator::AddressOf) | SiteKind::Member => true,
        SiteKind::Assignment(_) => syntax::operands(expr)
            .first()
            .is_some_and(|first| (first.loc.start, first.loc.end) == (loc.start, loc.end)),
        _ => false,
    }
}

/// Text as an expression. Names of constants that macros stand for are expanded.
pub(super) fn parsed(unit: &Unit, text: &str) -> Option<Node<ast::Expression>> {
    let expanded = expanded(unit, text);
    // What stands for a type decides how an expression is read.
    let tokens = tokens(&expanded);
    let occurs = |name: &&String| tokens.iter().any(|token| token.text(&expanded) == name.as_str());
    let types = unit.all().type_names.iter().filter(occurs).map(|name| format!("typedef int {name};"));
    let types: String = types.collect();
    let program = format!("{types}void f(void) {{ (void) ({expanded}); }}\n");
    let parsed = parser::parse_text(&program)?;
    let ast::ExternalDeclaration::FunctionDefinition(function) = &parsed.0.last()?.node else { return None };
    let ast::Statement::Compound(items) = &function.node.statement.node else { return None };
    let [Node { node: ast::BlockItem::Statement(stmt), .. }] = &items[..] else { return None };
    let ast::Statement::Expression(Some(expr)) = &stmt.node else { return None };
    match &expr.node {
        ast::Expression::Cast(cast) => Some(cast.node.expression.clone()),
        _ => None,
    }
}

/// Text with the names of macros expanded that stand for constants.
fn expanded(unit: &Unit, text: &str) -> String {
    let mut result = String::new();
    let mut at = 0;
    for token in tokens(text).iter().filter(|token| token.kind == TokenKind::Name) {
        let name = token.text(text);
        let constant = unit.all().constants.iter().find(|it| it.name == name);
        let new = match constant.and_then(|it| it.expanded.clone()) {
            Some(expanded) => format!("({expanded})"),
            None if name == "NULL" => "((void *) 0)".to_owned(),
            None => continue,
        };
        result.push_str(&text[at..token.start as usize]);
        result.push_str(&new);
        at = token.end as usize;
    }
    result.push_str(&text[at..]);
    result
}

/// Makes nodes that stand where a site does.
struct Maker<'a> {
    unit: &'a Unit,
    at: Loc,
    /// The site.
    replaced: Option<SiteId>,
}

impl Maker<'_> {
    fn span(&self) -> Span {
        Span { start: self.at.start as usize, end: self.at.end as usize }
    }

    fn at<T>(&self, node: T) -> Node<T> {
        Node::new(node, self.span())
    }

    fn node(&self, tree: &Tree) -> Option<Node<ast::Expression>> {
        let expr = match tree {
            Tree::Site(site) => return self.site(*site),
            Tree::Integer(value, suffix) => {
                // C has no constants of more than 64 bits.
                let is_constant = u64::try_from(value.unsigned_abs()).is_ok();
                return is_constant.then(|| self.integer(*value, suffix));
            }
            Tree::Truth(truth) => return Some(self.integer(i128::from(*truth), "")),
            Tree::Name(text) | Tree::Text(text) => {
                let mut node = parsed(self.unit, text)?;
                self.move_here(&mut node);
                return Some(node);
            }
            Tree::Unary(operator, operand) if operator.is_conversion() => {
                return self.converted(*operator, self.node(operand)?);
            }
            Tree::Unary(operator, operand) => {
                self.unary(syntax::unary_operator(*operator)?, self.node(operand)?)
            }
            Tree::Binary(operator, left, right) => {
                self.binary(syntax::binary_operator(*operator)?, self.node(left)?, self.node(right)?)
            }
            Tree::Assignment(operator, place, right) => {
                let operator = syntax::assignment_operator(*operator)?;
                self.binary(operator, self.site(*place)?, self.node(right)?)
            }
            Tree::Call(name, arguments) => {
                let arguments: Option<Vec<_>> = arguments.iter().map(|it| self.node(it)).collect();
                let callee = self.identifier(name);
                let call = ast::CallExpression { callee, arguments: arguments? };
                ast::Expression::Call(Box::new(self.at(call)))
            }
            Tree::Step { increments, is_prefix, operand } => {
                use ast::UnaryOperator as U;
                let operator = match (increments, is_prefix) {
                    (true, true) => U::PreIncrement,
                    (true, false) => U::PostIncrement,
                    (false, true) => U::PreDecrement,
                    (false, false) => U::PostDecrement,
                };
                self.unary(operator, self.site(*operand)?)
            }
            Tree::Initialized(..) => return None,
        };
        Some(self.at(expr))
    }

    fn converted(
        &self,
        operator: UnaryOperator,
        operand: Node<ast::Expression>,
    ) -> Option<Node<ast::Expression>> {
        let mut node = parsed(self.unit, &format!("{}0", precedence::unary(operator)))?;
        self.move_here(&mut node);
        if let ast::Expression::Cast(cast) = &mut node.node {
            cast.node.expression = operand;
        }
        Some(node)
    }

    fn unary(&self, operator: ast::UnaryOperator, operand: Node<ast::Expression>) -> ast::Expression {
        let unary = ast::UnaryOperatorExpression { operator, operand };
        ast::Expression::UnaryOperator(Box::new(self.at(unary)))
    }

    fn binary(
        &self,
        operator: ast::BinaryOperator,
        left: Node<ast::Expression>,
        right: Node<ast::Expression>,
    ) -> ast::Expression {
        let binary = ast::BinaryOperatorExpression { operator, lhs: left, rhs: right };
        ast::Expression::BinaryOperator(Box::new(self.at(binary)))
    }

    fn integer(&self, value: i128, suffix: &str) -> Node<ast::Expression> {
        let n_long = suffix.chars().filter(|c| c.eq_ignore_ascii_case(&'l')).count();
        let size = match n_long {
            0 => ast::IntegerSize::Int,
            1 => ast::IntegerSize::Long,
            _ => ast::IntegerSize::LongLong,
        };
        let is_unsigned = suffix.contains(['u', 'U']);
        let integer = ast::Integer {
            base: ast::IntegerBase::Decimal,
            number: value.unsigned_abs().to_string().into(),
            suffix: ast::IntegerSuffix { size, is_unsigned, is_imaginary: false },
        };
        let constant = self.at(ast::Constant::Integer(integer));
        let node = self.at(ast::Expression::Constant(Box::new(constant)));
        match value < 0 {
            true => self.at(self.unary(ast::UnaryOperator::Minus, node)),
            false => node,
        }
    }

    /// The occurrence of a site that belongs to this place: the place itself, inside of it, or else the nearest.
    fn site(&self, site: SiteId) -> Option<Node<ast::Expression>> {
        let occurrences = &self.unit.site(site).1.occurrences;
        if occurrences.contains(&self.at) && self.is_within_replaced(site) {
            return self.found(self.at);
        }
        let is_inside = |loc: &&Loc| {
            let is_covered = loc.unit == self.at.unit && self.at.start <= loc.start && loc.end <= self.at.end;
            is_covered && **loc != self.at
        };
        let distance = |loc: &&Loc| (loc.unit != self.at.unit, loc.start.abs_diff(self.at.start));
        let inside = occurrences.iter().find(is_inside);
        self.found(*inside.or_else(|| occurrences.iter().min_by_key(distance))?)
    }

    /// Whether a site with the same place in the program is what is replaced, or within it: `(a)` and `a` are, but the argument
    /// of a macro that consists of the same macro is around it.
    fn is_within_replaced(&self, site: SiteId) -> bool {
        let outermost_first = self.unit.all().of.get(&self.at).map_or(&[][..], |sites| sites);
        let position = |site: SiteId| outermost_first.iter().position(|it| *it == site);
        self.replaced.and_then(position) <= position(site)
    }

    /// The expression at a place, as it is.
    fn found(&self, loc: Loc) -> Option<Node<ast::Expression>> {
        let (_, unit) = self.unit.parsed.units.iter().find(|(number, _)| *number == loc.unit)?;
        parser::visit::expression_at(unit, loc.start as usize, loc.end as usize).cloned()
    }

    fn identifier(&self, name: &str) -> Node<ast::Expression> {
        let name = self.at(ast::Identifier { name: name.to_owned() });
        self.at(ast::Expression::Identifier(Box::new(name)))
    }

    /// Puts a parsed expression where the site is.
    fn move_here(&self, node: &mut Node<ast::Expression>) {
        node.span = self.span();
        match &mut node.node {
            ast::Expression::Identifier(name) => name.span = self.span(),
            ast::Expression::Constant(constant) => constant.span = self.span(),
            ast::Expression::Call(call) => self.move_here(&mut call.node.callee),
            _ => {}
        }
        syntax::operands_mut(&mut node.node).into_iter().for_each(|operand| self.move_here(operand));
    }
}
