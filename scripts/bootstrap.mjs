// Runs scripts/commands/<command>.ts with the Node.js version that the project
// installs, after installing what is missing. All npm scripts start here. It also
// runs on Node.js versions that are too old for Hardhat, from 18.
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
  "Usage: node scripts/bootstrap.mjs start|test|test:slow|bench|build|format|notices|options|api|pictures";

/** The environment of this process, with the project's programs first in PATH. */
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
      // Terminals send SIGINT to the child, too.
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
