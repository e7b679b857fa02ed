// Starts `faultscope lsp` and passes it the settings and documents of VS Code; shows reports. The server does the rest.
"use strict";

const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const program = require("./program");

const INSTALL = "Install…";
const SET_PATH = "Set Path";
const MANAGE_TRUST = "Manage Trust";

let client;

const programPath = () => vscode.workspace.getConfiguration("faultscope").get("path") || "faultscope";

/** Starts the server, unless the workspace is not trusted or the program is missing. */
async function start() {
  if (!vscode.workspace.isTrusted || !(await isUsable())) {
    return;
  }
  const server = { command: programPath(), args: ["lsp"] };
  const starting = new LanguageClient("faultscope", "Faultscope", server, {
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
    await starting.start();
    client = starting;
  } catch (error) {
    vscode.window.showErrorMessage(`Faultscope: cannot start \`${server.command} lsp\`: ${error.message || error}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.stop();
  }
}

/** Returns whether the program can be run; where not, offers what helps. */
async function isUsable() {
  const command = programPath();
  try {
    await program.version(command);
    return true;
  } catch (error) {
    const message =
      error.code === "ENOENT" ? `cannot find the program \`${command}\`` : `cannot run \`${command}\`: ${error.message}`;
    // The answer comes when the user gives it, and nothing waits for that.
    vscode.window.showErrorMessage(`Faultscope: ${message}`, INSTALL, SET_PATH).then((answer) => {
      if (answer === INSTALL) {
        vscode.commands.executeCommand("faultscope.showInstallation");
      } else if (answer === SET_PATH) {
        vscode.commands.executeCommand("workbench.action.openSettings", "faultscope.path");
      }
    });
    return false;
  }
}

/** The file in front, saved; none where there is nothing to check. */
async function fileToCheck() {
  if (!vscode.workspace.isTrusted) {
    const message = "Faultscope checks programs only in trusted workspaces: a check runs the C compiler with their options.";
    vscode.window.showWarningMessage(message, MANAGE_TRUST).then((answer) => {
      if (answer) {
        vscode.commands.executeCommand("workbench.trust.manage");
      }
    });
    return undefined;
  }
  const document = vscode.window.activeTextEditor && vscode.window.activeTextEditor.document;
  if (!document || document.uri.scheme !== "file" || !["c", "boogie"].includes(document.languageId)) {
    vscode.window.showInformationMessage("Faultscope: open a C or Boogie file first.");
    return undefined;
  }
  if (document.isDirty) {
    await document.save();
  }
  return document;
}

async function checkFile() {
  const document = await fileToCheck();
  if (!document) {
    return;
  }
  if (!client) {
    await start();
  }
  if (client) {
    await vscode.commands.executeCommand("faultscope.check", { uri: document.uri.toString(), entry: null });
  }
}

/** The open views of reports, by the path of the file. */
const views = new Map();

async function showReport() {
  const document = await fileToCheck();
  if (!document || !(await isUsable())) {
    return;
  }
  const file = document.uri.fsPath;
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const cwd = folder ? folder.uri.fsPath : path.dirname(file);
  const settings = vscode.workspace.getConfiguration("faultscope", document.uri);
  const args = program.reportArguments(file, cwd, settings);
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: `Checking ${path.basename(file)}`,
    cancellable: true,
  };
  try {
    const page = await vscode.window.withProgress(progress, (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return program.report(programPath(), args, { cwd, signal: abort.signal });
    });
    viewOf(file).webview.html = withTheme(page);
  } catch (error) {
    if (error.name !== "AbortError") {
      vscode.window.showErrorMessage(`Faultscope: ${error.message}`);
    }
  }
}

/** The page, light or dark as the editor is. */
function withTheme(page) {
  const { Light, HighContrastLight } = vscode.ColorThemeKind;
  const isLight = [Light, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
  return page.replace("<html ", `<html data-theme="${isLight ? "light" : "dark"}" `);
}

/** The view for reports of a file, in front. Its page is complete: it loads nothing, and forbids to. */
function viewOf(file) {
  const open = views.get(file);
  if (open) {
    open.reveal();
    return open;
  }
  const title = `Report: ${path.basename(file)}`;
  const view = vscode.window.createWebviewPanel("faultscope.report", title, vscode.ViewColumn.Beside, {
    enableScripts: true,
    enableFindWidget: true,
    localResourceRoots: [],
  });
  view.onDidDispose(() => views.delete(file));
  views.set(file, view);
  return view;
}

exports.activate = async (context) => {
  const page = vscode.Uri.joinPath(context.extensionUri, "dist/installation.md");
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("faultscope.checkFile", checkFile),
    vscode.commands.registerCommand("faultscope.showReport", showReport),
    vscode.commands.registerCommand("faultscope.restart", restart),
    vscode.commands.registerCommand("faultscope.showInstallation", () =>
      vscode.commands.executeCommand("markdown.showPreview", page),
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(start),
    vscode.workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration("faultscope.path") ? restart() : undefined,
    ),
  );
  await start();
};

exports.deactivate = stop;
