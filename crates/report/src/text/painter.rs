//! Text on a terminal that is replaced in place.

/// What a terminal shows of a text that will be replaced. The cursor stands below it, in the first column.
#[derive(Debug, Default)]
pub struct Painter {
    rows: usize,
}

impl Painter {
    /// What to write so that a text takes the place of the one before, on a terminal of so many rows and columns. `width` says
    /// how many columns a line takes; one that is wider than the terminal takes several rows. What has left the terminal cannot
    /// be replaced: where there is too much, lines before the last one are left out.
    pub fn paint(
        &mut self,
        text: &str,
        (rows, columns): (usize, usize),
        width: &dyn Fn(&str) -> usize,
    ) -> String {
        let mut output = self.erase();
        let height = |line: &str| width(line).div_ceil(columns.max(1)).max(1);
        let Some(last) = text.lines().last() else { return output };
        let n_lines = text.lines().count();
        // One row is the cursor's.
        let mut room = rows.saturating_sub(1);
        room = room.saturating_sub(height(last));
        let fits = |line: &&str| {
            room.checked_sub(height(line)).is_some_and(|left| {
                room = left;
                true
            })
        };
        let shown: Vec<&str> = text.lines().take(n_lines - 1).take_while(fits).collect();
        for line in shown.into_iter().chain([last]) {
            self.rows += height(line);
            output += line;
            output.push('\n');
        }
        output
    }

    /// What to write so that nothing is left.
    pub fn erase(&mut self) -> String {
        match std::mem::take(&mut self.rows) {
            0 => String::new(),
            n => format!("\r\u{1b}[{n}A\u{1b}[J"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal that knows what a painter writes.
    struct Terminal {
        rows: usize,
        columns: usize,
        /// All lines, those that have left at the top included.
        lines: Vec<String>,
        /// The line that the cursor is in.
        at: usize,
    }

    impl Terminal {
        fn new(rows: usize, columns: usize) -> Terminal {
            Terminal { rows, columns, lines: vec!["$ before".to_owned(), String::new()], at: 1 }
        }

        fn new_line(&mut self) {
            self.at += 1;
            if self.at == self.lines.len() {
                self.lines.push(String::new());
            }
        }

        fn write(&mut self, mut text: &str) {
            while let Some(it) = text.chars().next() {
                text = &text[it.len_utf8()..];
                match it {
                    '\n' => self.new_line(),
                    '\r' => {}
                    '\u{1b}' => {
                        let end = text.find(|it: char| it.is_ascii_alphabetic()).expect("a code has an end");
                        match &text[end..=end] {
                            "A" => {
                                let n: usize = text[1..end].parse().expect("a number");
                                let top = self.lines.len().saturating_sub(self.rows);
                                self.at = self.at.saturating_sub(n).max(top);
                            }
                            "J" => {
                                self.lines.truncate(self.at);
                                self.lines.push(String::new());
                            }
                            other => panic!("an unknown code: {other}"),
                        }
                        text = &text[end + 1..];
                    }
                    it => {
                        if self.lines[self.at].chars().count() == self.columns {
                            self.new_line();
                        }
                        let at = self.at;
                        self.lines[at].push(it);
                    }
                }
            }
        }
    }

    fn width(line: &str) -> usize {
        line.chars().count()
    }

    #[track_caller]
    fn check((rows, columns): (usize, usize), early: &[&str], last: &str, expected: &[&str]) {
        let mut terminal = Terminal::new(rows, columns);
        let mut painter = Painter::default();
        for text in early {
            terminal.write(&painter.paint(text, (rows, columns), &width));
        }
        terminal.write(&painter.erase());
        terminal.write(last);
        assert_eq!(terminal.lines, expected);
    }

    #[test]
    fn what_was_shown_is_replaced() {
        check((24, 80), &["one\ntwo\n... working\n"], "three\n", &["$ before", "three", ""]);
        check((24, 80), &["one\n", "one\ntwo\n"], "three\nfour\n", &["$ before", "three", "four", ""]);
    }

    #[test]
    fn nothing_is_written_where_nothing_was_shown() {
        assert_eq!(Painter::default().erase(), "");
        check((24, 80), &[], "one\n", &["$ before", "one", ""]);
    }

    #[test]
    fn lines_that_are_wider_than_the_terminal_take_several_rows() {
        check((24, 4), &["123456789\nab\n"], "new\n", &["$ before", "new", ""]);
    }

    #[test]
    fn what_is_higher_than_the_terminal_leaves_nothing_behind() {
        check((4, 80), &["1\n2\n3\n4\n5\n6\n"], "new\n", &["$ before", "new", ""]);
        check((4, 2), &["1111\n2\n3\n"], "9\n", &["$ before", "9", ""]);
        let mut painter = Painter::default();
        assert_eq!(painter.paint("1\n2\n3\n4\n5\n", (4, 80), &width), "1\n2\n5\n");
    }
}
