// The one way into the project's scripts: makes sure that everything is
// installed, then runs scripts/commands/<command>.ts with the project's own
// Node. Runs on the machine's Node, which may be too old for Hardhat (18 does).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import {
  ensureInstalled,
  projectNodePath,
  SetUpError,
} from "./bootstrap/install.mjs";
import { childExitCode } from "./bootstrap/install-state.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const USAGE =
  "Usage: node scripts/bootstrap.mjs start|test|test:slow|bench|build|format|dependencies|options|api|pictures";

/** This process's environment with the project's programs first on PATH. */
function projectEnvironment() {
  const pathKey =
    Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ??
    "PATH";
  const programs = [
    dirname(projectNodePath(ROOT)),
    join(ROOT, "node_modules", ".bin"),
  ];
  const path = [...programs, process.env[pathKey] ?? ""].join(delimiter);
  return { ...process.env, [pathKey]: path };
}

function runCommand(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNodePath(ROOT), [script, ...args], {
      cwd: ROOT,
      env: projectEnvironment(),
      stdio: "inherit",
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      // A terminal sends Ctrl-C to the child as well: only wait for its end.
      process.on(signal, () => signal === "SIGINT" || child.kill(signal));
    }
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(childExitCode(code, signal)));
  });
}

async function main([command = "", ...args]) {
  const script = join(
    ROOT,
    "scripts",
    "commands",
    `${command.replace(/:/g, "-")}.ts`,
  );
  if (!/^[a-z:]+$/.test(command) || !existsSync(script)) {
    throw new SetUpError(USAGE);
  }
  ensureInstalled(ROOT);
  return await runCommand(script, args);
}

main(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error) => {
    console.error(error instanceof SetUpError ? error.message : error);
    process.exitCode = error instanceof SetUpError ? error.exitCode : 1;
  },
);
