// Starts `faultscope lsp` and passes it the settings and documents of VS Code. The server does the rest.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("faultscope");
  const server = { command: settings.get("path") || "faultscope", args: ["lsp"] };
  client = new LanguageClient("faultscope", "Faultscope", server, {
    documentSelector: [
      { scheme: "file", language: "c" },
      { scheme: "file", language: "boogie" },
    ],
    initializationOptions: () => vscode.workspace.getConfiguration("faultscope"),
    synchronize: { configurationSection: "faultscope" },
    middleware: {
      // The server checks the file on disk, so save it first.
      executeCommand: async (command, args, next) => {
        const uri = args && args[0] && args[0].uri;
        const document = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri);
        if (command === "faultscope.check" && document && document.isDirty) {
          await document.save();
        }
        return next(command, args);
      },
    },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(`Faultscope: cannot start \`${server.command} lsp\`: ${error.message || error}. Install faultscope, or set faultscope.path.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.stop();
  }
}

async function checkFile() {
  const editor = vscode.window.activeTextEditor;
  if (editor && client) {
    await vscode.commands.executeCommand("faultscope.check", { uri: editor.document.uri.toString(), entry: null });
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("faultscope.checkFile", checkFile),
    vscode.commands.registerCommand("faultscope.restart", async () => {
      await stop();
      await start();
    }),
  );
  await start();
};

exports.deactivate = stop;
