//! Edit sites of a Boogie program.
//!
//! There is no preprocessor between the text and the tree, so a program with a site replaced is the text with the
//! site's stretch replaced, read again: what is verified is what the user would have in the file.

use faultscope_ir::OriginId;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::ast::{self, BinaryOp, Declaration, ExprId, ExprKind, Stmt, StmtKind, TypedName, UnaryOp};
use super::lexer::{self, Token};
use super::text::{Reporter, TextRange, Texts};
use super::translation::BoogieConfig;
use super::translator::Translator;
use super::types::Type;
use crate::Input;
use crate::sites::{
    BinaryOperator, Region, Role, Site, SiteId, SiteKind, SiteType, TypeClass, UnaryOperator, VisibleName,
};

/// A Boogie program and its sites.
pub(super) struct BoogieUnit {
    pub(super) input: Input,
    pub(super) config: BoogieConfig,
    pub(super) sites: Vec<Site>,
    pub(super) ranges: Vec<TextRange>,
    /// The signs of operators.
    pub(super) signs: FxHashMap<SiteId, TextRange>,
    pub(super) regions: FxHashMap<OriginId, Region>,
    /// By function; those of no function by the empty name.
    pub(super) names: FxHashMap<String, Vec<VisibleName>>,
    /// What a quantifier binds, by its site.
    pub(super) bound: FxHashMap<SiteId, Vec<VisibleName>>,
    pub(super) integers: Vec<i128>,
}

impl BoogieUnit {
    /// The unit of a translated program.
    pub(super) fn new(input: &Input, config: &BoogieConfig, mut translator: Translator<'_>) -> BoogieUnit {
        let record = std::mem::take(&mut translator.record);
        let mut collector = Collector {
            names: visible_names(&mut translator),
            translator,
            types: record.types,
            function: String::new(),
            sites: Vec::new(),
            ranges: Vec::new(),
            signs: FxHashMap::default(),
            of_expr: FxHashMap::default(),
            bound: FxHashMap::default(),
        };
        collector.declarations();
        let region = |(origin, expr, role): (OriginId, ExprId, Role)| {
            Some((origin, Region { root: *collector.of_expr.get(&expr)?, role }))
        };
        BoogieUnit {
            regions: record.regions.into_iter().filter_map(region).collect(),
            integers: integers(input),
            input: input.clone(),
            config: config.clone(),
            sites: collector.sites,
            ranges: collector.ranges,
            signs: collector.signs,
            names: collector.names,
            bound: collector.bound,
        }
    }

    pub(super) fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.0 as usize]
    }

    pub(super) fn range(&self, id: SiteId) -> TextRange {
        self.ranges[id.0 as usize]
    }

    /// What stands before and behind the sign between two operands.
    pub(super) fn around_operator(&self, id: SiteId, left: SiteId, right: SiteId) -> Option<(&str, &str)> {
        let sign = self.signs.get(&id)?;
        let text = self.file_text(*sign);
        let before = text.get(self.range(left).end as usize..sign.start as usize)?;
        let after = text.get(sign.end as usize..self.range(right).start as usize)?;
        Some((before, after))
    }

    pub(super) fn file_text(&self, range: TextRange) -> &str {
        &self.input.files[range.file as usize].text
    }
}

/// The operator of the language for values of these types.
pub(super) fn operator_for(operator: BinaryOperator, left: &SiteType, right: &SiteType) -> Option<BinaryOp> {
    let is = |class: fn(TypeClass) -> bool| class(left.class) && class(right.class);
    let is_integer = is(|it| matches!(it, TypeClass::Integer { bits: None, .. }));
    let is_number = is_integer || is(|it| it == TypeClass::Real);
    let is_boolean = is(|it| it == TypeClass::Boolean);
    let is_bits = is(|it| matches!(it, TypeClass::Integer { bits: Some(_), .. }));
    let (known, has_values) = match operator {
        BinaryOperator::Multiply => (BinaryOp::Mul, is_number),
        BinaryOperator::Divide if is_integer => (BinaryOp::Div, true),
        BinaryOperator::Divide => (BinaryOp::RealDiv, is_number),
        BinaryOperator::Remainder => (BinaryOp::Mod, is_integer),
        BinaryOperator::Add => (BinaryOp::Add, is_number),
        BinaryOperator::Subtract => (BinaryOp::Sub, is_number),
        BinaryOperator::Less => (BinaryOp::Less, is_number),
        BinaryOperator::LessOrEqual => (BinaryOp::LessEqual, is_number),
        BinaryOperator::Greater => (BinaryOp::Greater, is_number),
        BinaryOperator::GreaterOrEqual => (BinaryOp::GreaterEqual, is_number),
        BinaryOperator::Equal => (BinaryOp::Equal, left == right),
        BinaryOperator::NotEqual => (BinaryOp::NotEqual, left == right),
        BinaryOperator::And => (BinaryOp::And, is_boolean),
        BinaryOperator::Or => (BinaryOp::Or, is_boolean),
        BinaryOperator::Implies => (BinaryOp::Implies, is_boolean),
        BinaryOperator::ImpliedBy => (BinaryOp::Explies, is_boolean),
        BinaryOperator::Equivalent => (BinaryOp::Iff, is_boolean),
        BinaryOperator::Concatenate => (BinaryOp::Concat, is_bits),
        BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::BitAnd
        | BinaryOperator::BitXor
        | BinaryOperator::BitOr => return None,
    };
    has_values.then_some(known)
}

/// What an operator of the language is called in all of them.
fn common_operator(operator: BinaryOp) -> Option<BinaryOperator> {
    Some(match operator {
        BinaryOp::Iff => BinaryOperator::Equivalent,
        BinaryOp::Implies => BinaryOperator::Implies,
        BinaryOp::Explies => BinaryOperator::ImpliedBy,
        BinaryOp::Or => BinaryOperator::Or,
        BinaryOp::And => BinaryOperator::And,
        BinaryOp::Equal => BinaryOperator::Equal,
        BinaryOp::NotEqual => BinaryOperator::NotEqual,
        BinaryOp::Less => BinaryOperator::Less,
        BinaryOp::LessEqual => BinaryOperator::LessOrEqual,
        BinaryOp::Greater => BinaryOperator::Greater,
        BinaryOp::GreaterEqual => BinaryOperator::GreaterOrEqual,
        BinaryOp::Concat => BinaryOperator::Concatenate,
        BinaryOp::Add => BinaryOperator::Add,
        BinaryOp::Sub => BinaryOperator::Subtract,
        BinaryOp::Mul => BinaryOperator::Multiply,
        BinaryOp::Div | BinaryOp::RealDiv => BinaryOperator::Divide,
        BinaryOp::Mod => BinaryOperator::Remainder,
        BinaryOp::Subtype | BinaryOp::Power => return None,
    })
}

/// The integers of the texts, in the order of their first occurrence.
fn integers(input: &Input) -> Vec<i128> {
    let mut integers = Vec::new();
    for file in &input.files {
        // What is wrong with the text was told when it was translated.
        let mut sources = faultscope_ir::SourceMap::default();
        let mut reporter = Reporter::new(Texts::new(std::slice::from_ref(file), &mut sources));
        for (token, range) in lexer::tokens(0, &file.text, &mut reporter) {
            let text = &file.text[range.start as usize..range.end as usize];
            let digits = match token {
                Token::Integer => text,
                Token::BitVector => text.split_once("bv").map_or(text, |(digits, _)| digits),
                _ => continue,
            };
            if let Ok(value) = digits.parse::<i128>()
                && !integers.contains(&value)
            {
                integers.push(value);
            }
        }
    }
    integers
}

/// A type as sites say it.
pub(super) fn site_type(ty: &Type) -> SiteType {
    let class = match ty {
        Type::Bool => TypeClass::Boolean,
        Type::Int => TypeClass::Integer { bits: None, is_signed: true },
        Type::Real => TypeClass::Real,
        Type::Bits(width) => TypeClass::Integer { bits: Some(*width), is_signed: false },
        Type::Map(_) | Type::Named(_) => TypeClass::Other,
    };
    SiteType { spelling: ty.to_string(), class }
}

fn unknown_type() -> SiteType {
    SiteType { spelling: String::new(), class: TypeClass::Other }
}

/// The names of a program by function: locals, results and parameters before what belongs to all.
fn visible_names(translator: &mut Translator<'_>) -> FxHashMap<String, Vec<VisibleName>> {
    let ast = translator.ast;
    let mut global = Vec::new();
    for declaration in &ast.declarations {
        match declaration {
            Declaration::Constants { names, .. } | Declaration::Variables(names) => {
                global.extend(typed_names(translator, names, false));
            }
            Declaration::Function(function) => {
                if let Some(Ok(types)) =
                    translator.functions.get(function.name.text.as_str()).map(|it| &it.types)
                {
                    let spelled =
                        |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
                    let spelling =
                        format!("({}) returns ({})", spelled(&types.parameters), spelled(&types.results));
                    let ty = SiteType { spelling, class: TypeClass::Other };
                    let name = function.name.text.clone();
                    global.push(VisibleName { name, ty, is_function: true, is_local: false });
                }
            }
            _ => {}
        }
    }
    let mut names = FxHashMap::default();
    for declaration in &ast.declarations {
        let (signature, locals) = match declaration {
            Declaration::Procedure(it) => {
                (&it.signature, it.body.as_ref().map_or(&[][..], |body| &body.locals))
            }
            Declaration::Implementation(it) => (&it.signature, &it.body.locals[..]),
            _ => continue,
        };
        let mut own = Vec::new();
        for declared in [locals, &signature.results, &signature.parameters] {
            own.extend(typed_names(translator, declared, true).into_iter().rev());
        }
        own.extend(global.iter().rev().cloned());
        names.insert(signature.name.text.clone(), own);
    }
    global.reverse();
    names.insert(String::new(), global);
    names
}

fn typed_names(translator: &mut Translator<'_>, names: &[TypedName], is_local: bool) -> Vec<VisibleName> {
    let mut visible = Vec::new();
    for typed in names {
        if let Ok(ty) = translator.types.resolve(&typed.ty, &mut translator.reporter) {
            let name = typed.name.text.clone();
            visible.push(VisibleName { name, ty: site_type(&ty), is_function: false, is_local });
        }
    }
    visible
}

/// Makes the sites.
struct Collector<'a> {
    translator: Translator<'a>,
    types: FxHashMap<ExprId, Type>,
    names: FxHashMap<String, Vec<VisibleName>>,
    function: String,
    sites: Vec<Site>,
    ranges: Vec<TextRange>,
    signs: FxHashMap<SiteId, TextRange>,
    /// The sites of expressions, parentheses included.
    of_expr: FxHashMap<ExprId, SiteId>,
    bound: FxHashMap<SiteId, Vec<VisibleName>>,
}

impl Collector<'_> {
    fn declarations(&mut self) {
        let ast = self.translator.ast;
        for declaration in &ast.declarations {
            self.function.clear();
            match declaration {
                Declaration::Axiom(condition) => self.expr(*condition, None),
                Declaration::Constants { names, .. } | Declaration::Variables(names) => {
                    self.conditions(names)
                }
                Declaration::Function(function) => {
                    function.body.into_iter().for_each(|body| self.expr(body, None));
                }
                Declaration::Procedure(procedure) => {
                    self.function.clone_from(&procedure.signature.name.text);
                    let clauses = procedure.requires.iter().chain(&procedure.ensures);
                    clauses.for_each(|clause| self.expr(clause.condition, None));
                    self.signature(&procedure.signature);
                    procedure.body.iter().for_each(|body| self.body(body));
                }
                Declaration::Implementation(implementation) => {
                    self.function.clone_from(&implementation.signature.name.text);
                    self.signature(&implementation.signature);
                    self.body(&implementation.body);
                }
                Declaration::Type { .. } | Declaration::Unsupported { .. } => {}
            }
        }
    }

    fn signature(&mut self, signature: &ast::Signature) {
        self.conditions(&signature.parameters);
        self.conditions(&signature.results);
    }

    /// The `where` clauses of variables; those of one group share theirs.
    fn conditions(&mut self, names: &[TypedName]) {
        for condition in names.iter().filter_map(|it| it.condition) {
            if !self.of_expr.contains_key(&condition) {
                self.expr(condition, None);
            }
        }
    }

    fn body(&mut self, body: &ast::Body) {
        self.conditions(&body.locals);
        self.statements(&body.statements);
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            match &statement.kind {
                StmtKind::Assign { targets, values } => {
                    let indices = targets.iter().flat_map(|target| target.indices.iter().flatten());
                    indices.chain(values).for_each(|expr| self.expr(*expr, None));
                }
                StmtKind::Assume(condition) | StmtKind::Assert(condition) => self.expr(*condition, None),
                StmtKind::Call { procedure, arguments, .. } => {
                    let kind = SiteKind::Call(Some(procedure.text.clone()));
                    let range = procedure.range.to(statement.range);
                    let call = self.add(kind, range, Some(procedure.range), unknown_type(), None);
                    arguments.iter().for_each(|argument| self.expr(*argument, Some(call)));
                }
                StmtKind::If { arms, otherwise } => {
                    for arm in arms {
                        arm.condition.into_iter().for_each(|condition| self.expr(condition, None));
                        self.statements(&arm.body);
                    }
                    self.statements(otherwise);
                }
                StmtKind::While { condition, invariants, body } => {
                    let invariants = invariants.iter().map(|it| it.condition);
                    condition.iter().copied().chain(invariants).for_each(|it| self.expr(it, None));
                    self.statements(body);
                }
                StmtKind::Havoc(_)
                | StmtKind::Goto(_)
                | StmtKind::Break(_)
                | StmtKind::Return
                | StmtKind::Nothing
                | StmtKind::Unsupported(_) => {}
            }
        }
    }

    fn add(
        &mut self,
        kind: SiteKind,
        range: TextRange,
        operator: Option<TextRange>,
        ty: SiteType,
        parent: Option<SiteId>,
    ) -> SiteId {
        let id = SiteId(self.sites.len() as u32);
        let texts = &self.translator.reporter.texts;
        self.sites.push(Site {
            kind,
            span: texts.span(range),
            operator: operator.map(|it| texts.span(it)),
            expansions: Vec::new(),
            n_occurrences: 1,
            ty,
            parent,
            operands: Vec::new(),
            function: self.function.clone(),
        });
        self.ranges.push(range);
        self.signs.extend(operator.map(|sign| (id, sign)));
        if let Some(parent) = parent {
            self.sites[parent.0 as usize].operands.push(id);
        }
        id
    }

    /// The sites of an expression; those to come stand on a stack, since chains of hundreds occur.
    fn expr(&mut self, root: ExprId, parent: Option<SiteId>) {
        let exprs = &self.translator.ast.exprs;
        let mut open = vec![(root, parent)];
        while let Some((id, mut parent)) = open.pop() {
            let ty = self.types.get(&id).map_or_else(unknown_type, site_type);
            let mut outermost = None;
            for range in exprs.parentheses(id).iter().rev() {
                parent = Some(self.add(SiteKind::Parentheses, *range, None, ty.clone(), parent));
                outermost = outermost.or(parent);
            }
            let expr = exprs.get(id);
            let operator = match &expr.kind {
                ExprKind::Apply { function, .. } => Some(function.range),
                _ => exprs.sign(id),
            };
            let site = self.add(kind(&expr.kind), expr.range, operator, ty, parent);
            self.of_expr.insert(id, outermost.unwrap_or(site));
            if let ExprKind::Quantified { variables, .. } = &expr.kind {
                let mut names = typed_names(&mut self.translator, variables, true);
                names.reverse();
                self.bound.insert(site, names);
            }
            let first = open.len();
            expr.kind.children(&mut |child| open.push((child, Some(site))));
            open[first..].reverse();
        }
    }
}

fn kind(kind: &ExprKind) -> SiteKind {
    match kind {
        ExprKind::Bool(truth) => SiteKind::Truth(*truth),
        ExprKind::Int(value) => integer(value.to_i128(), String::new()),
        ExprKind::Bits { value, width } => integer(value.to_i128(), format!("bv{width}")),
        ExprKind::Name(name) => SiteKind::Variable(name.clone()),
        ExprKind::Apply { function, .. } => SiteKind::Call(Some(function.text.clone())),
        ExprKind::Unary(UnaryOp::Neg, _) => SiteKind::Unary(UnaryOperator::Negate),
        ExprKind::Unary(UnaryOp::Not, _) => SiteKind::Unary(UnaryOperator::Not),
        ExprKind::Binary(operator, ..) => {
            common_operator(*operator).map_or(SiteKind::Other, SiteKind::Binary)
        }
        ExprKind::If { .. } => SiteKind::Conditional,
        ExprKind::Select { .. } => SiteKind::Index,
        ExprKind::ToInt(_) | ExprKind::ToReal(_) => SiteKind::Cast,
        ExprKind::Real(_)
        | ExprKind::Old(_)
        | ExprKind::Update { .. }
        | ExprKind::Extract { .. }
        | ExprKind::Quantified { .. }
        | ExprKind::Unsupported(_) => SiteKind::Other,
    }
}

fn integer(value: Option<i128>, suffix: String) -> SiteKind {
    value.map_or(SiteKind::Other, |value| SiteKind::Integer { value, suffix })
}
