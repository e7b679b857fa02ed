//! The clauses of contracts and loops, in both spellings.

use super::{Clause as CproverClause, Parse, Parser, Token};
use crate::acsl::ast::{
    Assertion, Assigns, Behavior, BehaviorSet, Clause, Contract, Expr, ExprKind, Loop, Measure, Name,
    Quantifier, Range, Unused, Use,
};

impl Parser<'_> {
    pub(super) fn contract(&mut self) -> Parse<Contract> {
        let mut contract = Contract::default();
        let mut n_clauses = 0;
        while self.peek() == Token::Identifier {
            let at = self.at;
            self.contract_clause(&mut contract)?;
            if self.at == at {
                break;
            }
            n_clauses += 1;
        }
        if n_clauses == 0 {
            return Err(self.expected("a clause of a contract"));
        }
        Ok(contract)
    }

    fn contract_clause(&mut self, contract: &mut Contract) -> Parse<()> {
        let start = self.range();
        match self.slice() {
            "behavior" => {
                self.advance();
                let name = self.name("the name of the behavior")?;
                self.expect(Token::Colon, "`:` behind the name of the behavior")?;
                if contract.behaviors.iter().any(|it| it.name.as_ref().is_some_and(|it| it.text == name.text))
                {
                    let message = format!("there are two behaviors `{}`", name.text);
                    return Err(self.problem(name.range, message, None));
                }
                contract.behaviors.push(Behavior { name: Some(name), ..Behavior::default() });
            }
            kind @ ("complete" | "disjoint") => {
                self.advance();
                if !self.accept_word("behaviors") {
                    return Err(self.expected("`behaviors`"));
                }
                let names = match self.peek() {
                    Token::Identifier => self.list(|parser| parser.name("the name of a behavior"))?,
                    _ => Vec::new(),
                };
                self.expect_semicolon("the behaviors")?;
                let set = BehaviorSet { names, range: self.range_from(start) };
                let sets = if kind == "complete" { &mut contract.complete } else { &mut contract.disjoint };
                sets.push(set);
            }
            "decreases" => contract.decreases = Some(self.measure("decreases", "the measure")?),
            "terminates" => contract.terminates = Some(self.clause("terminates", Use::Claim)?),
            "exits" | "breaks" | "continues" | "returns" => {
                let keyword = self.slice().to_owned();
                let clause = self.clause(&keyword, Use::Claim)?;
                contract.unused.push(Unused { keyword, range: clause.range });
            }
            "allocates" | "frees" => {
                let keyword = self.slice().to_owned();
                self.advance();
                self.places()?;
                self.expect_semicolon("the places")?;
                contract.unused.push(Unused { keyword, range: self.range_from(start) });
            }
            "for" => {
                let names = self.behaviors()?;
                let _ = names;
                return Err(self.expected("`assert` or `loop` behind the behaviors"));
            }
            _ => return self.behavior_clause(contract),
        }
        Ok(())
    }

    /// A clause of the behavior that was begun last, or of the function.
    fn behavior_clause(&mut self, contract: &mut Contract) -> Parse<()> {
        let usage = self.usage();
        let is_named = !contract.behaviors.is_empty();
        let behavior = contract.behaviors.last_mut().unwrap_or(&mut contract.own);
        match self.slice() {
            "requires" => behavior.requires.push(self.clause("requires", usage)?),
            "ensures" => behavior.ensures.push(self.clause("ensures", usage)?),
            "assumes" if usage == Use::Claim && is_named => {
                behavior.assumes.push(self.clause("assumes", usage)?);
            }
            "assumes" if usage == Use::Claim => {
                let hint = "write `behavior NAME:` in front of it";
                let message = "`assumes` stands in a behavior only";
                return Err(self.problem(self.range(), message, Some(hint)));
            }
            "assigns" if usage == Use::Claim => {
                let assigns = self.assigns()?;
                behavior.assigns.get_or_insert_default().push(assigns);
            }
            _ if usage != Use::Claim => return Err(self.expected("`requires` or `ensures`")),
            _ => {}
        }
        Ok(())
    }

    fn usage(&mut self) -> Use {
        match () {
            () if self.accept_word("check") => Use::Check,
            () if self.accept_word("admit") => Use::Admit,
            () => Use::Claim,
        }
    }

    /// A keyword, a predicate and a semicolon.
    fn clause(&mut self, keyword: &str, usage: Use) -> Parse<Clause> {
        let start = self.range();
        if !self.accept_word(keyword) {
            return Err(self.expected(&format!("`{keyword}`")));
        }
        let predicate = self.expression()?;
        self.expect_semicolon(&format!("the `{keyword}` clause"))?;
        Ok(Clause { usage, predicate, range: self.range_from(start) })
    }

    fn measure(&mut self, keyword: &str, what: &str) -> Parse<Measure> {
        let start = self.range();
        self.advance();
        let term = self.expression()?;
        let relation = match self.accept_word("for") {
            true => Some(self.name("the name of a relation")?),
            false => None,
        };
        self.expect_semicolon(&format!("{what} of the `{keyword}` clause"))?;
        Ok(Measure { terms: vec![term], relation, range: self.range_from(start) })
    }

    pub(super) fn assigns(&mut self) -> Parse<Assigns> {
        let start = self.range();
        self.advance();
        let places = self.places()?;
        if self.accept_word("\\from") {
            self.places()?;
        }
        self.expect_semicolon("the places of the `assigns` clause")?;
        Ok(Assigns { places, range: self.range_from(start) })
    }

    /// Places with commas between them; none for `\nothing`.
    fn places(&mut self) -> Parse<Vec<Expr>> {
        let places = self.list(Self::expression_or_interval)?;
        Ok(places.into_iter().filter(|place| place.kind != ExprKind::Nothing).collect())
    }

    fn behaviors(&mut self) -> Parse<Vec<Name>> {
        if !self.accept_word("for") {
            return Ok(Vec::new());
        }
        let names = self.list(|parser| parser.name("the name of a behavior"))?;
        self.expect(Token::Colon, "`:` behind the behaviors")?;
        Ok(names)
    }

    pub(super) fn assertions(&mut self) -> Parse<Vec<Assertion>> {
        let mut assertions = Vec::new();
        while self.peek() == Token::Identifier {
            let behaviors = self.behaviors()?;
            let start = self.range();
            let (keyword, usage) = match self.slice() {
                "assert" => ("assert", Use::Claim),
                "check" => ("check", Use::Check),
                "admit" => ("admit", Use::Admit),
                _ => return Err(self.expected("`assert`, `check` or `admit`")),
            };
            let clause = self.clause(keyword, usage)?;
            assertions
                .push(Assertion { behaviors, clause: Clause { range: self.range_from(start), ..clause } });
        }
        Ok(assertions)
    }

    pub(super) fn loop_clauses(&mut self) -> Parse<Loop> {
        let mut clauses = Loop::default();
        while self.peek() == Token::Identifier {
            self.loop_clause(&mut clauses)?;
        }
        Ok(clauses)
    }

    fn loop_clause(&mut self, clauses: &mut Loop) -> Parse<()> {
        let behaviors = self.behaviors()?;
        let start = self.range();
        let usage = self.usage();
        if !self.accept_word("loop") {
            return Err(self.expected("`loop`"));
        }
        match self.slice() {
            "invariant" => {
                let clause = self.clause("invariant", usage)?;
                let clause = Clause { range: self.range_from(start), ..clause };
                clauses.invariants.push(Assertion { behaviors, clause });
            }
            "assigns" => {
                let assigns = self.assigns()?;
                clauses.assigns.push(Assigns { range: self.range_from(start), ..assigns });
            }
            "variant" => {
                let measure = self.measure("variant", "the measure")?;
                if clauses.variant.is_some() {
                    return Err(self.problem(measure.range, "a loop has one variant only", None));
                }
                clauses.variant = Some(Measure { range: self.range_from(start), ..measure });
            }
            keyword @ ("allocates" | "frees" | "pragma") => {
                let keyword = format!("loop {keyword}");
                while !matches!(self.peek(), Token::Semicolon | Token::End) {
                    self.advance();
                }
                self.expect_semicolon("the clause")?;
                clauses.unused.push(Unused { keyword, range: self.range_from(start) });
            }
            _ => return Err(self.expected("`invariant`, `assigns` or `variant`")),
        }
        Ok(())
    }

    /// A clause of CBMC's, whose name says what it is.
    pub(super) fn cprover_clause(&mut self) -> Parse<CproverClause> {
        let start = self.range();
        let name = self.name("a clause")?;
        self.expect(Token::LeftParenthesis, &format!("`(` behind `{}`", name.text))?;
        let mut arguments = Vec::new();
        if self.peek() != Token::RightParenthesis {
            arguments.push(self.expression_or_interval()?);
            while self.accept(Token::Comma) || self.accept(Token::Semicolon) {
                arguments.push(self.expression_or_interval()?);
            }
        }
        self.expect(Token::RightParenthesis, "`)`")?;
        if self.peek() != Token::End {
            return Err(self.expected("the end of the clause"));
        }
        let range = self.range_from(start);
        let mut contract = Contract::default();
        let mut clauses = Loop::default();
        match name.text.as_str() {
            "__CPROVER_requires" => contract.own.requires = self.only(arguments, range)?,
            "__CPROVER_ensures" => contract.own.ensures = self.only(arguments, range)?,
            "__CPROVER_assigns" => contract.own.assigns = Some(vec![Assigns { places: arguments, range }]),
            "__CPROVER_frees" => contract.unused.push(Unused { keyword: name.text, range }),
            "__CPROVER_loop_invariant" => {
                let invariants = self.only(arguments, range)?.into_iter();
                let invariants = invariants.map(|clause| Assertion { behaviors: Vec::new(), clause });
                clauses.invariants = invariants.collect();
                return Ok(CproverClause::Loop(clauses));
            }
            "__CPROVER_loop_assigns" => {
                clauses.assigns.push(Assigns { places: arguments, range });
                return Ok(CproverClause::Loop(clauses));
            }
            "__CPROVER_decreases" => {
                clauses.variant = Some(Measure { terms: arguments, relation: None, range });
                return Ok(CproverClause::Loop(clauses));
            }
            _ => return Err(self.problem(name.range, format!("`{}` is not supported", name.text), None)),
        }
        Ok(CproverClause::Contract(Box::new(contract)))
    }

    /// The one predicate that a clause has.
    fn only(&mut self, arguments: Vec<Expr>, range: Range) -> Parse<Vec<Clause>> {
        if arguments.is_empty() {
            return Err(self.problem(range, "a predicate is missing", None));
        }
        let clause = |predicate| Clause { usage: Use::Claim, predicate, range };
        Ok(arguments.into_iter().map(clause).collect())
    }

    /// What CBMC gives a name of its own.
    pub(super) fn cprover_name(&mut self, name: &Name) -> Parse<Option<ExprKind>> {
        let at = |text: &str| Name { text: text.to_owned(), range: name.range };
        Ok(Some(match name.text.as_str() {
            "__CPROVER_return_value" => ExprKind::Result,
            "__CPROVER_old" => ExprKind::At(Box::new(self.one_argument()?), at("Old")),
            "__CPROVER_loop_entry" => ExprKind::At(Box::new(self.one_argument()?), at("LoopEntry")),
            quantifier @ ("__CPROVER_forall" | "__CPROVER_exists") => {
                let quantifier = match quantifier {
                    "__CPROVER_forall" => Quantifier::Forall,
                    _ => Quantifier::Exists,
                };
                self.expect(Token::LeftBrace, "`{` and a variable")?;
                let binders = self.binders()?;
                self.expect(Token::Semicolon, "`;` behind the variable")?;
                let body = self.naming(true, Self::expression)?;
                // A semicolon may stand behind the predicate.
                self.accept(Token::Semicolon);
                self.expect(Token::RightBrace, "`}`")?;
                ExprKind::Quantified(quantifier, binders, Box::new(body))
            }
            "__CPROVER_r_ok" => ExprKind::Call(at("__CPROVER_r_ok"), Vec::new(), self.arguments()?),
            "true" => ExprKind::True,
            "false" => ExprKind::False,
            _ => return Ok(None),
        }))
    }
}
