#!/usr/bin/env node
// Starts the program for this platform, which npm has installed beside this package. Hooks name the program itself, never this file.
"use strict";
const { spawn } = require("node:child_process");
const { isatty } = require("node:tty");

const name = `codex-auto-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/codex-auto`);
} catch {
  console.error(`codex-auto: npm has not installed ${name}: there is none for this platform, or optional packages were left out.`);
  console.error("Try: npm install -g codex-auto --include=optional");
  process.exit(1);
}
const args = process.argv.slice(2);
// Newer versions of Node can become the program.
if (process.execve) process.execve(program, [program, ...args], process.env);

const child = spawn(program, args, { stdio: "inherit" });
// A terminal sends these to the program as well: twice would be another wish.
// (Not by process.stdin: Node would make a pipe there non-blocking, for the program as well.)
const atTerminal = [0, 1, 2].some((fd) => isatty(fd));
for (const signal of ["SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM"]) {
  process.on(signal, () => atTerminal && signal !== "SIGTERM" || child.kill(signal));
}
child.on("error", (error) => {
  console.error(`codex-auto: ${program} could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
