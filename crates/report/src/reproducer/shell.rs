//! Words as a POSIX shell reads them.

/// A word that a shell reads as these bytes, none of which is zero.
pub fn quoted(word: &[u8]) -> Vec<u8> {
    let is_plain = |it: &u8| it.is_ascii_alphanumeric() || b"_-+./:=,@%".contains(it);
    if !word.is_empty() && word.iter().all(is_plain) {
        return word.to_vec();
    }
    let is_text =
        std::str::from_utf8(word).is_ok_and(|it| it.chars().all(|it| it == '\n' || !it.is_control()));
    // A shell cuts the newlines at the end of what a command prints.
    if is_text || word.ends_with(b"\n") {
        let mut text = vec![b'\''];
        for byte in word {
            match byte {
                b'\'' => text.extend(b"'\\''"),
                _ => text.push(*byte),
            }
        }
        text.push(b'\'');
        return text;
    }
    let mut text = b"\"$(printf '".to_vec();
    for byte in word {
        match byte {
            b'\'' => text.extend(b"\\047"),
            b'\\' => text.extend(b"\\\\"),
            b'%' => text.extend(b"%%"),
            b' '..=b'~' => text.push(*byte),
            _ => text.extend(format!("\\{byte:03o}").bytes()),
        }
    }
    text.extend(b"')\"");
    text
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[track_caller]
    fn check(word: &[u8], expected: &str) {
        assert_eq!(String::from_utf8_lossy(&quoted(word)), expected);
    }

    #[test]
    fn words_are_quoted_where_they_have_to_be() {
        check(b"-k", "-k");
        check(b"", "''");
        check(b"a b", "'a b'");
        check(b"it's", "'it'\\''s'");
        check(b"$HOME", "'$HOME'");
        check("é".as_bytes(), "'é'");
        check(b"a\x01%\\'\xff", "\"$(printf 'a\\001%%\\\\\\047\\377')\"");
        check(b"\n", "'\n'");
        check(b"*", "'*'");
    }

    /// Our own script, which prints words.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "the shell is asked")]
    fn a_shell_reads_the_same_bytes() {
        let all: Vec<u8> = (1..=255).collect();
        let words: [&[u8]; 8] =
            [b"", b"-n", b"a\nb\n", b"\x01\n", b"a`b`\"$(c)\"", b"\\n%d%%'", &all, b"\xc3\x28~#!"];
        for word in words {
            let script = [b"printf '%s.' ".as_slice(), &quoted(word)].concat();
            let folder = std::env::temp_dir().join(format!("faultscope-shell-{}", std::process::id()));
            std::fs::write(&folder, script).expect("a temporary file");
            let output = Command::new("sh").arg(&folder).output().expect("there is a shell");
            let _ = std::fs::remove_file(&folder);
            assert_eq!(output.stdout, [word, b"."].concat(), "{word:?}");
        }
    }
}
