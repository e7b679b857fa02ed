// Makes everything that the package needs and the repository does not have: the bundle, the icon, the licence, and the
// page on installation.
"use strict";

const fs = require("fs");
const path = require("path");
const esbuild = require("esbuild");
const { icon } = require("./icon");

const root = path.join(__dirname, "../..");
const read = (file) => fs.readFileSync(path.join(root, file), "utf8");

esbuild.buildSync({
  absWorkingDir: __dirname,
  entryPoints: ["extension.js"],
  bundle: true,
  platform: "node",
  external: ["vscode"],
  outfile: "dist/extension.js",
  minify: process.argv.includes("--minify"),
});
fs.writeFileSync(path.join(__dirname, "icon.png"), icon(256));
fs.writeFileSync(path.join(__dirname, "LICENSE.txt"), `${read("LICENSE-MIT")}\n\n${read("LICENSE-APACHE")}`);
fs.writeFileSync(path.join(__dirname, "dist/installation.md"), read("docs/installation.md"));
