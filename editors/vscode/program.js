// Runs the command `faultscope`.
"use strict";

const { execFile } = require("child_process");
const fs = require("fs");
const path = require("path");

/** The exit code of `faultscope check` for wrong files and options; all others come with a report. */
const USAGE = 2;
const MAX_REPORT = 512 * 1024 * 1024;

/** The first line of `faultscope --version`. Fails with the code `ENOENT` where there is no such program. */
async function version(program) {
  const { code, stdout, stderr } = await run(program, ["--version"], {});
  if (code !== 0) {
    // Without the solver's library the loader says so.
    throw new Error(firstLine(stderr) || `\`${program} --version\` ended with ${code}`);
  }
  return firstLine(stdout);
}

/** The report of a check as a page for a browser. */
async function report(program, args, options) {
  const { code, stdout, stderr } = await run(program, args, options);
  if (code === USAGE || !stdout) {
    throw new Error(stderr.trim() || `\`${program} check\` ended with ${code}`);
  }
  return stdout;
}

/** The arguments of a check of a file, as the language server gives them. */
function reportArguments(file, folder, settings, exists = fs.existsSync) {
  const args = ["check", "--format", "html", "--no-compiler-warnings"];
  if (typeof settings.timeout === "number") {
    args.push("--timeout", String(settings.timeout));
  }
  if (settings.entry) {
    args.push("--entry", settings.entry);
  }
  const project = settings.project ? path.resolve(folder, settings.project) : projectAbove(file, folder, exists);
  if (project) {
    args.push("--project", project);
  }
  const files = settings.files && settings.files.length > 0 ? settings.files : [file];
  return [...args, ...(settings.arguments || []), "--", ...files.map((it) => path.resolve(folder, it))];
}

/** The next `compile_commands.json` above a file, or in `build` there, but inside a folder. */
function projectAbove(file, folder, exists) {
  for (let at = path.dirname(file); isInside(at, folder); at = path.dirname(at)) {
    const candidates = [at, path.join(at, "build")].map((it) => path.join(it, "compile_commands.json"));
    const found = candidates.find((it) => exists(it));
    if (found || at === path.dirname(at)) {
      return found;
    }
  }
  return undefined;
}

function isInside(file, folder) {
  const relative = path.relative(folder, file);
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}

function run(program, args, { cwd, signal }) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, signal, maxBuffer: MAX_REPORT }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") {
        reject(error);
      } else {
        resolve({ code: error ? error.code : 0, stdout, stderr });
      }
    });
  });
}

function firstLine(text) {
  return text.trim().split("\n")[0];
}

module.exports = { version, report, reportArguments };
