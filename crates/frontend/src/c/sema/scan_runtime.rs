//! Reading by a format that is known when it is executed only, or into places that are in a list.
//!
//! The function for such a call reads the format like a C library does. Which place comes next is counted.

use super::super::types::ROW;

/// What is read, and how it is stored. `STREAM` is where characters come from, `TAKE` puts the next place into `target`.
const READS: &str = r"  for (int i = 0; format[i]; i++) {
    if (format[i] == ' ' || (format[i] >= '\t' && format[i] <= '\r')) {
      __fs_skip(STREAM);
      continue;
    }
    if (format[i] != '%') {
      c = __fs_get(STREAM);
      if (c == (unsigned char)format[i]) continue;
      if (c >= 0) __fs_unget(STREAM, c);
      return c < 0 && !n ? -1 : n;
    }
    int is_skipped = 0, is_allocated = 0, width = 0, length = 0;
    i++;
    if (format[i] == '*') {
      is_skipped = 1;
      i++;
    }
    for (; format[i] >= '0' && format[i] <= '9'; i++) width = width * 10 + (format[i] - '0');
    if (format[i] == '$') __fs_unknown(1);
    if (format[i] == 'm') {
      is_allocated = 1;
      i++;
    }
    for (;; i++) {
      if (format[i] == 'h') length--;
      else if (format[i] == 'l' || format[i] == 'z' || format[i] == 't') length++;
      else if (format[i] == 'L' || format[i] == 'q' || format[i] == 'j') length = 2;
      else break;
    }
    const int kind = format[i];
    if (kind == '%') {
      __fs_skip(STREAM);
      c = __fs_get(STREAM);
      if (c == '%') continue;
      if (c >= 0) __fs_unget(STREAM, c);
      return c < 0 && !n ? -1 : n;
    }
    void *target = 0;
    if (!is_skipped) {
      TAKE
    }
    if (kind == 'n') {
      const long long taken = __fs_position(STREAM) - start;
      if (target && length < -1) *(char *)target = taken;
      else if (target && length < 0) *(short *)target = taken;
      else if (target && length == 0) *(int *)target = taken;
      else if (target && length == 1) *(long *)target = taken;
      else if (target) *(long long *)target = taken;
    } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'o' || kind == 'x' || kind == 'X' || kind == 'p') {
      const int base = kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'd' || kind == 'u' ? 10 : 16;
      const int bits = length > 1 ? 64 : 8 * sizeof(long);
      found = __fs_scan_integer(STREAM, width, base, bits, kind == 'd' || kind == 'i');
      if (found <= 0) return found < 0 && !n ? -1 : n;
      if (!target) continue;
      const long long value = __fs_scanned();
      if (kind == 'p') *(void **)target = (void *)(unsigned long)value;
      else if (length < -1) *(char *)target = value;
      else if (length < 0) *(short *)target = value;
      else if (length == 0) *(int *)target = value;
      else if (length == 1) *(long *)target = value;
      else *(long long *)target = value;
      n++;
    } else if (kind == 'a' || kind == 'A' || (kind >= 'e' && kind <= 'g') || (kind >= 'E' && kind <= 'G')) {
      found = __fs_scan_float(STREAM, width);
      if (found <= 0) return found < 0 && !n ? -1 : n;
      if (!target) continue;
      if (length == 0) *(float *)target = __fs_scanned_float(32);
      else if (length == 1) *(double *)target = __fs_scanned_float(64);
      else *(long double *)target = __fs_scanned_long(80);
      n++;
    } else if ((kind == 'c' || kind == 's' || kind == '[') && length == 0) {
      int first = 0, last = 0, is_negated = 0;
      if (kind == '[') {
        i++;
        if (format[i] == '^') {
          is_negated = 1;
          i++;
        }
        first = i;
        if (format[i] == ']') i++;
        while (format[i] && format[i] != ']') i++;
        if (!format[i]) return n;
        last = i;
      }
      if (kind == 's') __fs_skip(STREAM);
      if (kind == 'c' && width == 0) width = 1;
      int room = 16;
      char *kept = is_allocated ? __fs_object(room) : target;
      for (found = 0; width == 0 || found < width; found++) {
        c = __fs_get(STREAM);
        if (c < 0) break;
        int is_wanted = 1;
        if (kind == 's') is_wanted = c != ' ' && !(c >= '\t' && c <= '\r');
        if (kind == '[') {
          is_wanted = is_negated;
          for (int k = first; k < last; k++) {
            int low = (unsigned char)format[k], high = low;
            if (low == '-' && k > first && k + 1 < last && (unsigned char)format[k - 1] <= (unsigned char)format[k + 1]) {
              low = (unsigned char)format[k - 1];
              high = (unsigned char)format[k + 1];
            }
            if (c >= low && c <= high) is_wanted = !is_negated;
          }
        }
        if (!is_wanted) {
          __fs_unget(STREAM, c);
          break;
        }
        if (is_allocated && found + 1 >= room) {
          char *more = __fs_object(2 * room);
          for (int k = 0; k < found; k++) more[k] = kept[k];
          kept = more;
          room = 2 * room;
        }
        if (kept) kept[found] = c;
      }
      if (found == 0) return c < 0 && !n ? -1 : n;
      if (!target) continue;
      if (kind != 'c') kept[found] = 0;
      if (is_allocated) {
        const int size = found + (kind != 'c');
        char *given = malloc(size);
        if (!given) return n ? n : -1;
        for (int k = 0; k < size; k++) given[k] = kept[k];
        *(char **)target = given;
      }
      n++;
    } else {
      __fs_unknown(1);
    }
  }
  return n;
}
";

/// The function that reads a format and stores what it says. `begin` is what comes before, with the parameters; places are
/// parameters of these numbers, or else in a list.
pub(super) fn text(begin: &str, stream: &str, places: Option<&[usize]>) -> String {
    let take = match places {
        Some(places) => {
            let cases = places
                .iter()
                .enumerate()
                .map(|(position, idx)| format!("case {position}: target = a{idx}; break; "));
            format!(
                "switch (next++) {{ {}default: __fs_require(0, \"there is no argument for a conversion\"); __fs_unknown(1); }}",
                cases.collect::<String>()
            )
        }
        None => format!(
            "struct {ROW} *row = *list;\n      __fs_require(row->kind == 7, \"there is no place for a conversion\");\n\
             \x20     if (row->kind != 7) __fs_unknown(1);\n      target = row->pointer;\n      *list = row + 1;"
        ),
    };
    format!("{begin}{}", READS.replace("TAKE", &take).replace("STREAM", stream))
}
