"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { activate } = require("./fake");
const manifest = require("../package.json");

const MISSING = "faultscope-that-does-not-exist";
const PAGE = "/extension/dist/installation.md";
let folder;
let program;

before(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "faultscope-"));
  program = path.join(folder, "faultscope");
  fs.writeFileSync(program, '#!/bin/sh\necho "<html lang=\\"en\\">$*"\ncase $1 in check) exit 1;; esac\n', { mode: 0o755 });
});

after(() => fs.rmSync(folder, { recursive: true }));

function cFile(isDirty = false) {
  const file = path.join(folder, "a.c");
  const document = { uri: { scheme: "file", fsPath: file, toString: () => `file://${file}` }, languageId: "c", isDirty };
  document.save = async () => (document.isDirty = false);
  return document;
}

test("the server is started with the program of the setting", async () => {
  const { noted } = await activate({ settings: { path: program } });
  assert.deepStrictEqual(noted.started, [{ command: program, args: ["lsp"] }]);
  assert.deepStrictEqual(noted.messages, []);
});

test("a missing program is one message with two buttons", async () => {
  const { noted } = await activate({ settings: { path: MISSING } });
  const message = `Faultscope: cannot find the program \`${MISSING}\``;
  assert.deepStrictEqual(noted.messages, [{ kind: "error", message, buttons: ["Install…", "Set Path"] }]);
  assert.deepStrictEqual(noted.started, []);
});

test("the buttons open the page and the setting", async () => {
  const install = await activate({ settings: { path: MISSING }, answer: "Install…" });
  assert.deepStrictEqual(install.noted.executed.at(-1), ["markdown.showPreview", PAGE]);
  const setPath = await activate({ settings: { path: MISSING }, answer: "Set Path" });
  assert.deepStrictEqual(setPath.noted.executed, [["workbench.action.openSettings", "faultscope.path"]]);
});

test("a new path starts the server anew, and another setting does not", async () => {
  const { noted, listeners } = await activate({ settings: { path: program } });
  await listeners.configuration({ affectsConfiguration: () => false });
  assert.strictEqual(noted.started.length, 1);
  await listeners.configuration({ affectsConfiguration: (it) => it === "faultscope.path" });
  assert.deepStrictEqual([noted.started.length, noted.stopped], [2, 1]);
});

test("nothing is run in a workspace that is not trusted, until it is", async () => {
  const { vscode, noted, listeners, run } = await activate({
    settings: { path: program },
    isTrusted: false,
    document: cFile(),
    answer: "Manage Trust",
  });
  await run("faultscope.checkFile");
  await run("faultscope.showReport");
  assert.deepStrictEqual([noted.started, noted.views], [[], []]);
  assert.deepStrictEqual(noted.messages.map((it) => it.kind), ["warning", "warning"]);
  assert.deepStrictEqual(noted.executed, [["workbench.trust.manage"], ["workbench.trust.manage"]]);
  vscode.workspace.isTrusted = true;
  await listeners.trust();
  assert.strictEqual(noted.started.length, 1);
});

test("a file is saved and then checked", async () => {
  const document = cFile(true);
  const { noted, run } = await activate({ settings: { path: program }, document });
  await run("faultscope.checkFile");
  assert.strictEqual(document.isDirty, false);
  assert.deepStrictEqual(noted.executed, [["faultscope.check", { uri: document.uri.toString(), entry: null }]]);
});

test("without a file there is nothing to check", async () => {
  const { noted, run } = await activate({ settings: { path: program } });
  await run("faultscope.checkFile");
  assert.deepStrictEqual(noted.executed, []);
  assert.strictEqual(noted.messages[0].kind, "information");
});

test("the report of a file is shown in one view, which loads nothing from the disk", async () => {
  const document = cFile();
  const { noted, run } = await activate({ settings: { path: program }, document });
  await run("faultscope.showReport");
  await run("faultscope.showReport");
  assert.strictEqual(noted.views.length, 1);
  const [view] = noted.views;
  assert.strictEqual(view.title, "Report: a.c");
  assert.deepStrictEqual(view.options.localResourceRoots, []);
  const page = `<html data-theme="dark" lang="en">check --format html --no-compiler-warnings -- ${document.uri.fsPath}\n`;
  assert.strictEqual(view.webview.html, page);
});

test("the report is light where the editor is", async () => {
  const { noted, run } = await activate({ settings: { path: program }, document: cFile(), theme: 1 });
  await run("faultscope.showReport");
  assert.match(noted.views[0].webview.html, /^<html data-theme="light" /);
});

test("the manifest names the commands that there are", async () => {
  const { commands } = await activate({ settings: { path: program } });
  assert.deepStrictEqual(manifest.contributes.commands.map((it) => it.command).sort(), commands.sort());
});

test("settings that change what is run need a trusted workspace", () => {
  const { properties } = manifest.contributes.configuration;
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  const ofWorkspaces = Object.keys(properties).filter((it) => properties[it].scope === "resource");
  assert.deepStrictEqual(ofWorkspaces.sort(), [...restricted].sort());
});

test("the walkthrough shows files and runs commands that there are", () => {
  const own = manifest.contributes.commands.map((it) => it.command);
  for (const { description, media } of manifest.contributes.walkthroughs.flatMap((it) => it.steps)) {
    assert.ok(fs.existsSync(path.join(__dirname, "..", media.markdown)), media.markdown);
    for (const [, command] of description.matchAll(/\(command:(faultscope\.\w+)/g)) {
      assert.ok(own.includes(command), command);
    }
  }
});
