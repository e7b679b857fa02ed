//! `cargo xtask setup`: what the build needs from the system, and how to get it.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::shell::{run, succeeds, target_dir};

/// Something the system must provide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    CCompiler,
    Z3,
}

impl Need {
    fn name(self) -> &'static str {
        match self {
            Need::CCompiler => "a C compiler with the standard headers",
            Need::Z3 => "the solver library libz3",
        }
    }
}

/// A package manager, and what the needed things are called there.
struct PackageManager {
    program: &'static str,
    install: &'static [&'static str],
    c_compiler: &'static [&'static str],
    z3: &'static [&'static str],
    /// Whether it wants root.
    system: bool,
}

const PACKAGE_MANAGERS: [PackageManager; 6] = [
    PackageManager {
        program: "apt-get",
        install: &["install", "--yes", "--no-install-recommends"],
        c_compiler: &["gcc", "libc6-dev"],
        z3: &["libz3-dev"],
        system: true,
    },
    PackageManager {
        program: "dnf",
        install: &["install", "--assumeyes"],
        c_compiler: &["gcc", "glibc-devel"],
        z3: &["z3-devel"],
        system: true,
    },
    PackageManager {
        program: "zypper",
        install: &["--non-interactive", "install"],
        c_compiler: &["gcc", "glibc-devel"],
        z3: &["z3-devel"],
        system: true,
    },
    PackageManager {
        program: "pacman",
        install: &["-S", "--noconfirm", "--needed"],
        c_compiler: &["gcc"],
        z3: &["z3"],
        system: true,
    },
    PackageManager {
        program: "apk",
        install: &["add"],
        c_compiler: &["gcc", "musl-dev"],
        z3: &["z3-dev"],
        system: true,
    },
    PackageManager {
        program: "brew",
        install: &["install"],
        c_compiler: &["gcc"],
        z3: &["z3"],
        system: false,
    },
];

impl PackageManager {
    fn find() -> Option<&'static PackageManager> {
        PACKAGE_MANAGERS.iter().find(|it| succeeds(it.program, &["--version"]))
    }

    fn packages(&self, needs: &[Need]) -> Vec<&'static str> {
        let of = |need: &Need| match need {
            Need::CCompiler => self.c_compiler,
            Need::Z3 => self.z3,
        };
        needs.iter().flat_map(of).copied().collect()
    }

    /// The line a user runs by hand.
    fn line(&self, needs: &[Need]) -> String {
        let sudo = if self.system { "sudo " } else { "" };
        format!("{sudo}{} {} {}", self.program, self.install.join(" "), self.packages(needs).join(" "))
    }

    fn command(&self, arguments: &[&str], privilege: Privilege) -> Command {
        let mut command = match privilege {
            Privilege::Sudo if self.system => {
                let mut sudo = Command::new("sudo");
                sudo.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", self.program]);
                sudo
            }
            _ => Command::new(self.program),
        };
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    fn install(&self, needs: &[Need], privilege: Privilege) -> Result<()> {
        let arguments = [self.install, &self.packages(needs)].concat();
        match run(&mut self.command(&arguments, privilege)) {
            // A fresh system has no package lists yet, or old ones that name packages which are gone.
            Err(_) if self.program == "apt-get" => {
                run(&mut self.command(&["update"], privilege))?;
                run(&mut self.command(&arguments, privilege))
            }
            outcome => outcome,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Privilege {
    Root,
    Sudo,
    None,
}

impl Privilege {
    fn find() -> Privilege {
        let id = Command::new("id").arg("-u").stdin(Stdio::null()).output();
        match id {
            Ok(output) if output.stdout.trim_ascii() == b"0" => Privilege::Root,
            _ if succeeds("sudo", &["-n", "true"]) => Privilege::Sudo,
            _ => Privilege::None,
        }
    }
}

/// Makes sure that everything the build needs is there.
///
/// # Errors
/// Where something is missing and cannot be installed; the message has the line to run.
pub fn setup() -> Result<()> {
    let needs = missing()?;
    if needs.is_empty() {
        println!("setup: C compiler and libz3 are there");
        return Ok(());
    }
    let names = needs.iter().map(|it| it.name()).collect::<Vec<_>>().join(" and ");
    let Some(manager) = PackageManager::find() else {
        bail!(
            "{names} is missing and no known package manager is here: install libz3 with its headers, and gcc"
        );
    };
    let privilege = Privilege::find();
    if manager.system && privilege == Privilege::None {
        bail!("{names} is missing; run this and start again:\n  {}", manager.line(&needs));
    }
    println!("setup: {names} is missing; installing it with {}", manager.program);
    let hint = || format!("could not install {names}; run this and start again:\n  {}", manager.line(&needs));
    manager.install(&needs, privilege).with_context(hint)?;
    match missing()?.as_slice() {
        [] => Ok(()),
        [still, ..] => bail!("{} is still missing after the installation", still.name()),
    }
}

/// Finds out by compiling and linking, which is what the build will do.
fn missing() -> Result<Vec<Need>> {
    if !links("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n", &[])? {
        // Whether the library can be linked is unknown without a linker; asking for both is harmless.
        return Ok(vec![Need::CCompiler, Need::Z3]);
    }
    let program = "#include <z3.h>\nint main(void) { return Z3_get_full_version() == 0; }\n";
    Ok(if links(program, &["-lz3"])? { vec![] } else { vec![Need::Z3] })
}

fn links(program: &str, libraries: &[&str]) -> Result<bool> {
    let folder = target_dir().join("xtask");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut command = Command::new("cc");
    command.args(["-x", "c", "-", "-x", "none", "-o"]).arg(folder.join("setup-probe")).args(libraries);
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    else {
        return Ok(false);
    };
    if let Some(mut stdin) = child.stdin.take() {
        // A compiler that ends before it has read everything shows in its exit status.
        let _ = stdin.write_all(program.as_bytes());
    }
    Ok(child.wait()?.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_to_run_names_the_packages_of_the_system() {
        let line = |needs: &[Need]| PACKAGE_MANAGERS[0].line(needs);
        assert_eq!(line(&[Need::Z3]), "sudo apt-get install --yes --no-install-recommends libz3-dev");
        assert!(line(&[Need::CCompiler, Need::Z3]).ends_with("gcc libc6-dev libz3-dev"));
        assert_eq!(PACKAGE_MANAGERS[5].line(&[Need::Z3]), "brew install z3");
    }
}
