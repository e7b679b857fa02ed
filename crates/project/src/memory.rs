//! How much memory this process has, as far as the system tells.

use std::sync::LazyLock;

/// The share of the address space behind which an allocation may find no room, in percent.
const FULL: u64 = 80;

/// The address space that this process may use, if that is limited. It stays what it is at the start.
static ADDRESS_SPACE_BYTES: LazyLock<Option<u64>> =
    LazyLock::new(|| address_space_bytes(&std::fs::read_to_string("/proc/self/limits").ok()?));

/// Whether the process occupies more than so many mebibytes of memory.
pub fn occupies_more_than(mib: u64) -> bool {
    status_kib("VmRSS:").is_some_and(|kib| kib / 1024 > mib)
}

/// Whether the process has little left of the address space that it may use (`ulimit -v`): where an allocation finds no room, it
/// ends, and with it all that was found.
pub fn is_address_space_full() -> bool {
    let Some(limit) = *ADDRESS_SPACE_BYTES else { return false };
    status_kib("VmSize:").is_some_and(|kib| kib > limit / 1024 / 100 * FULL)
}

/// A number of the process's status, in kibibytes.
fn status_kib(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// The address space that a process may use, if that is limited. `limits` is a table of its limits: name, soft and hard limit.
fn address_space_bytes(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: &str = "\
Limit                     Soft Limit           Hard Limit           Units     \n\
Max stack size            8388608              unlimited            bytes     \n\
Max address space         8589934592           unlimited            bytes     \n";

    #[test]
    fn a_limit_of_the_address_space_is_a_number_of_bytes() {
        assert_eq!(address_space_bytes(LIMITS), Some(8_589_934_592));
        assert_eq!(address_space_bytes(&LIMITS.replace("8589934592", "unlimited ")), None);
        assert_eq!(address_space_bytes(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_occupies_some_memory_and_not_all() {
        assert!(occupies_more_than(0));
        assert!(!occupies_more_than(1 << 40));
    }
}
