// VS Code and the language client, as far as the extension uses them. They note what is asked of them.
"use strict";

const Module = require("node:module");
const path = require("node:path");

/** Loads the extension anew into an editor with these settings, and activates it. */
async function activate({ settings = {}, isTrusted = true, document, answer, theme = 2 } = {}) {
  const noted = { messages: [], executed: [], started: [], stopped: 0, views: [] };
  const commands = new Map();
  const listeners = {};
  const show = (kind) => (message, ...buttons) => {
    noted.messages.push({ kind, message, buttons });
    return Promise.resolve(answer);
  };
  const vscode = {
    ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
    ProgressLocation: { Notification: 15 },
    ViewColumn: { Beside: -2 },
    Uri: { joinPath: (uri, file) => path.join(uri, file) },
    workspace: {
      isTrusted,
      textDocuments: document ? [document] : [],
      getConfiguration: () => ({ get: (name) => settings[name], ...settings }),
      getWorkspaceFolder: () => undefined,
      onDidGrantWorkspaceTrust: (listener) => (listeners.trust = listener),
      onDidChangeConfiguration: (listener) => (listeners.configuration = listener),
    },
    window: {
      activeTextEditor: document && { document },
      activeColorTheme: { kind: theme },
      showErrorMessage: show("error"),
      showWarningMessage: show("warning"),
      showInformationMessage: show("information"),
      withProgress: (_, task) => task({}, { onCancellationRequested: () => {} }),
      createWebviewPanel: (type, title, column, options) => {
        const view = { title, options, webview: { html: "" }, reveal: () => {}, onDidDispose: () => {} };
        noted.views.push(view);
        return view;
      },
    },
    commands: {
      registerCommand: (name, act) => commands.set(name, act),
      executeCommand: async (name, ...args) => {
        noted.executed.push([name, ...args]);
        return commands.has(name) ? commands.get(name)() : undefined;
      },
    },
  };
  class LanguageClient {
    constructor(id, name, server) {
      this.server = server;
    }
    async start() {
      noted.started.push(this.server);
    }
    async stop() {
      noted.stopped += 1;
    }
  }
  const stubs = { vscode, "vscode-languageclient/node": { LanguageClient } };
  const load = Module._load;
  Module._load = (request, ...rest) => stubs[request] || load(request, ...rest);
  try {
    delete require.cache[require.resolve("../extension")];
    await require("../extension").activate({ subscriptions: [], extensionUri: "/extension" });
  } finally {
    Module._load = load;
  }
  return { vscode, noted, listeners, commands: [...commands.keys()], run: (name) => commands.get(name)() };
}

module.exports = { activate };
