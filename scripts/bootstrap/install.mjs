// Installs node_modules if it is not complete, and checks that the project's
// Node.js runs. Throws a SetUpError if that fails.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import {
  childExitCode,
  findNpmScript,
  installCommand,
  installKey,
  installVerdict,
  lockDifference,
  npmCommand,
  packagesWithoutHash,
} from "./install-state.mjs";

const PROBE_MS = 60_000;
const PROBE =
  'require("@nomicfoundation/edr"); process.stdout.write(process.version);';

/** An expected error of the setup, of which only the message is printed. */
export class SetUpError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.name = "SetUpError";
    this.exitCode = exitCode;
  }
}

export function projectNodePath(root, platform = process.platform) {
  const name = platform === "win32" ? "node.exe" : "node";
  return join(root, "node_modules", "node", "bin", name);
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Runs the project's Node.js, and loads EDR's native package. */
function probeRuntime(root) {
  const node = projectNodePath(root);
  if (!existsSync(node)) {
    return { ok: false, reason: "the project's Node.js is missing" };
  }
  const { NODE_OPTIONS: _unused, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(node, ["-e", PROBE], {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: PROBE_MS,
  });
  if (status === 0) {
    return { ok: true, version: stdout.trim() };
  }
  const message = (error?.message ?? stderr)
    .split("\n")
    .find((line) => /Error|Cannot|denied/.test(line));
  return {
    ok: false,
    reason: `EDR does not load in the project's Node.js (${message?.trim().split(". ")[0] ?? "no message"})`,
  };
}

function examine(root, minimum) {
  const lockFile = readText(join(root, "package-lock.json"));
  if (lockFile === undefined) {
    throw new SetUpError("package-lock.json is missing. Restore it from git.");
  }
  const modules = join(root, "node_modules");
  const stampFile = join(modules, ".bootstrap-stamp");
  const { platform, arch } = process;
  const key = installKey({ lockFile, platform, arch });
  const verdict = installVerdict({
    stamp: readText(stampFile),
    key,
    difference: () =>
      existsSync(modules)
        ? lockDifference(
            JSON.parse(lockFile),
            readJson(join(modules, ".package-lock.json")),
          )
        : "nothing is installed yet",
    probe: probeRuntime(root),
    minimum,
  });
  return { key, stampFile, verdict };
}

function run(command, options) {
  const [file, ...args] = command;
  const { status, signal, error } = spawnSync(file, args, {
    ...options,
    // npm prints to stderr, since stdout is for the output of the command.
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32" && file === "npm",
  });
  return error ? 1 : childExitCode(status, signal);
}

function installingEnvironment() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^npm_(package|lifecycle)_/.test(name)) {
      delete env[name];
    }
  }
  env.npm_config_loglevel ??= "error";
  return env;
}

/** The npm that runs this script, or the one of this Node.js. */
function npmScript() {
  const folder = dirname(process.execPath);
  const tail = join("node_modules", "npm", "bin", "npm-cli.js");
  return findNpmScript(
    [
      process.env.npm_execpath,
      join(folder, "..", "lib", tail),
      join(folder, tail),
    ],
    existsSync,
  );
}

const ADVICE = `The first run downloads the dependencies and Node.js from the npm registry.
Check the network, the proxy and the npm settings (for example with npm ping), and
run the command again.`;

function install(root, { minimum, projectNode, reason }) {
  const { title, command } = installCommand({
    nodeVersion: process.versions.node,
    minimum,
    projectNode,
    npm: npmCommand({ execPath: process.execPath, npmScript: npmScript() }),
  });
  console.error(`Installing, because ${reason}: ${title} …`);
  const env = installingEnvironment();
  const exitCode = run(command, { cwd: root, env });
  if (exitCode !== 0) {
    throw new SetUpError(
      `Setup failed: ${title} ended with exit code ${exitCode}. See the output of npm above.\n${ADVICE}`,
      exitCode,
    );
  }
  if (!existsSync(projectNodePath(root))) {
    // npm did not run the install script if its settings disable them.
    const folder = join(root, "node_modules", "node");
    run([process.execPath, "installArchSpecificPackage.js"], {
      cwd: folder,
      env,
    });
  }
}

/** Installs what is missing. If nothing is, it also succeeds offline. */
export function ensureInstalled(root) {
  const manifest = readJson(join(root, "package.json"));
  const minimum = manifest.engines.node.replace(/^>=/, "");
  const before = examine(root, minimum);
  if (before.verdict.usable) {
    if (!before.verdict.stamped) {
      writeFileSync(before.stampFile, before.key);
    }
    return;
  }
  rmSync(before.stampFile, { force: true });
  install(root, {
    minimum,
    projectNode: manifest.devDependencies.node,
    reason: before.verdict.reason,
  });
  const probe = probeRuntime(root);
  const after = installVerdict({
    stamp: before.key,
    key: before.key,
    difference: () => undefined,
    probe,
    minimum,
  });
  if (!after.usable) {
    throw new SetUpError(
      `Setup failed: npm succeeded, but ${after.reason}.
Allow npm to install optional packages and to run install scripts (see
npm config get omit, npm config get ignore-scripts), and run the command again.`,
    );
  }
  writeFileSync(before.stampFile, before.key);
  const lock = readJson(join(root, "package-lock.json"));
  const unchecked = packagesWithoutHash(lock, (location) =>
    existsSync(join(root, location)),
  );
  if (unchecked.length > 0) {
    console.error(
      `Installed without an integrity hash in package-lock.json: ${unchecked.join(", ")}`,
    );
  }
}
