"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { report, reportArguments, version } = require("../program");

const none = () => false;

/** Runs `act` with a program that is a script of the shell. */
async function withProgram(script, act) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "faultscope-"));
  const program = path.join(folder, "faultscope");
  fs.writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  try {
    await act(program);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test("a file is checked with the options of a page", () => {
  const args = reportArguments("/p/a.c", "/p", {}, none);
  assert.deepStrictEqual(args, ["check", "--format", "html", "--no-compiler-warnings", "--", "/p/a.c"]);
});

test("settings become options", () => {
  const settings = { timeout: 0, entry: "f", project: "out", arguments: ["-Iinc"], files: ["a.c", "b/c.c"] };
  const args = reportArguments("/p/a.c", "/p", settings, none).slice(4);
  const options = ["--timeout", "0", "--entry", "f", "--project", "/p/out", "-Iinc"];
  assert.deepStrictEqual(args, [...options, "--", "/p/a.c", "/p/b/c.c"]);
});

test("the nearest compilation database above the file is used, but none outside the folder", () => {
  const project = (databases) => {
    const args = reportArguments("/w/p/src/lib/a.c", "/w/p", {}, (it) => databases.includes(it));
    return args.includes("--project") ? args[args.indexOf("--project") + 1] : undefined;
  };
  const [near, far] = ["/w/p/src/build/compile_commands.json", "/w/p/compile_commands.json"];
  assert.strictEqual(project([near, far]), near);
  assert.strictEqual(project([far]), far);
  assert.strictEqual(project(["/w/compile_commands.json"]), undefined);
  assert.strictEqual(project([]), undefined);
});

test("a missing program is told from one that fails", async () => {
  await assert.rejects(version("faultscope-that-does-not-exist"), { code: "ENOENT" });
  await withProgram("echo 'libz3.so.4: cannot open shared object file' >&2; exit 127", (program) =>
    assert.rejects(version(program), { message: "libz3.so.4: cannot open shared object file" }),
  );
  await withProgram("echo faultscope 1.2.3; echo Z3", async (program) =>
    assert.strictEqual(await version(program), "faultscope 1.2.3"),
  );
});

test("a report comes with an error, and not with wrong options", async () => {
  await withProgram("echo '<html>'; exit 1", async (program) =>
    assert.strictEqual(await report(program, ["check"], {}), "<html>\n"),
  );
  await withProgram("echo '<html>'; echo 'no such file' >&2; exit 2", (program) =>
    assert.rejects(report(program, ["check"], {}), { message: "no such file" }),
  );
});

test("a cancelled check ends", async () => {
  const abort = new AbortController();
  await withProgram("exec sleep 60", async (program) => {
    const running = report(program, ["check"], { signal: abort.signal });
    abort.abort();
    await assert.rejects(running, { name: "AbortError" });
  });
});
