// Starts `faultscope lsp` and hands it what VS Code says. Everything else is the server's business.
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
      // What is checked is what is saved.
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
    vscode.window.showErrorMessage(`Faultscope: \`${server.command} lsp\` cannot be started: ${error.message || error}`);
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
