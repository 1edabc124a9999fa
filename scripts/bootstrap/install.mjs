// Makes sure that node_modules is complete and that the project's own Node
// runs. Throws SetUpError, with words for people, when it cannot.
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
} from "./install-state.mjs";

const PROBE_MS = 60_000;
const PROBE =
  'require("@nomicfoundation/edr"); process.stdout.write(process.version);';

/** A set-up that did not succeed; its message is all that a user needs. */
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

/** Runs the project's Node and loads EDR's native package with it. */
function probeRuntime(root) {
  const node = projectNodePath(root);
  if (!existsSync(node)) {
    return { ok: false, reason: "the project's own Node is missing" };
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
  const words = (error?.message ?? stderr)
    .split("\n")
    .find((line) => /Error|Cannot|denied/.test(line));
  return {
    ok: false,
    reason: `EDR does not load in the project's own Node (${words?.trim().split(". ")[0] ?? "no message"})`,
  };
}

function examine(root, minimum) {
  const lockFile = readText(join(root, "package-lock.json"));
  if (lockFile === undefined) {
    throw new SetUpError("package-lock.json is missing; restore it from git.");
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
    // npm's messages go to stderr: stdout belongs to the command to come.
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

/** npm's script: the one that runs us, else the one beside this Node. */
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

const ADVICE = `The first run needs the network, to fetch the dependencies and Node from npm's
registry; later runs do not. Check the connection, proxy and npm settings
(npm ping tells), then run the same command again.`;

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
      `The set-up failed in this step: ${title} (exit code ${exitCode}, npm's own words are above).\n${ADVICE}`,
      exitCode,
    );
  }
  if (!existsSync(projectNodePath(root))) {
    // npm runs no install scripts where its settings forbid them.
    const folder = join(root, "node_modules", "node");
    run([process.execPath, "installArchSpecificPackage.js"], {
      cwd: folder,
      env,
    });
  }
}

/** Installs what is missing; does nothing, offline too, when nothing is. */
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
      `The set-up failed in this step: checking what npm installed. It ended well, but ${after.reason}.\nnpm must be allowed to install optional packages and to run install scripts
(npm config get omit, npm config get ignore-scripts). Then run the same command again.`,
    );
  }
  writeFileSync(before.stampFile, before.key);
}
