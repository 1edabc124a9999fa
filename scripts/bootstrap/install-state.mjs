// Decides whether the installation can be used, and how to install. These are pure
// functions: install.mjs reads files and runs programs. It is JavaScript without
// dependencies, since nothing may be installed yet, and Node.js may be old.
import { createHash } from "node:crypto";

/** Parses a version such as "v22.13.0", ">=22.13.0" or "24". */
function versionNumbers(version) {
  return /(\d+)(?:\.(\d+))?(?:\.(\d+))?/
    .exec(version)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
}

function isNewEnough(version, minimum) {
  const actual = versionNumbers(version);
  const required = versionNumbers(minimum);
  if (actual === undefined || required === undefined) {
    return false;
  }
  const index = actual.findIndex((part, i) => part !== required[i]);
  return index === -1 || actual[index] > required[index];
}

export function installKey({ lockFile, platform, arch }) {
  const hash = createHash("sha256").update(lockFile).digest("hex");
  return `${platform}-${arch}-${hash}`;
}

/**
 * The first difference between package-lock.json and the list of packages that npm
 * writes to node_modules at the end of an installation. Optional packages may be
 * missing, since most are for other platforms.
 */
export function lockDifference(lock, installed) {
  const locked = lock?.packages ?? {};
  const present = installed?.packages;
  if (typeof present !== "object" || present === null) {
    return "npm has not finished installing";
  }
  for (const [location, entry] of Object.entries(locked)) {
    if (location === "") {
      continue;
    }
    const found = present[location];
    if (found === undefined && !entry.optional && !entry.devOptional) {
      return `${location} is missing`;
    }
    if (found !== undefined && found.version !== entry.version) {
      return `${location} is ${found.version}, not ${entry.version}`;
    }
  }
  const unlocked = Object.keys(present).find((location) => !locked[location]);
  return unlocked === undefined
    ? undefined
    : `${unlocked} is not in package-lock.json`;
}

/** The installed packages that npm could not check, since the lock file has no hash. */
export function packagesWithoutHash({ packages }, isInstalled) {
  return Object.entries(packages)
    .filter(
      ([location, { link, integrity }]) => location && !link && !integrity,
    )
    .map(([location]) => location)
    .filter(isInstalled);
}

/**
 * Judges whether node_modules can be used as it is. `difference` is only called if
 * the stamp is missing or differs: a plain `npm ci` writes none.
 */
export function installVerdict({ stamp, key, difference, probe, minimum }) {
  const reason = stamp === key ? undefined : difference();
  if (reason !== undefined) {
    return { usable: false, reason };
  }
  if (!probe.ok) {
    return { usable: false, reason: probe.reason };
  }
  if (!isNewEnough(probe.version, minimum)) {
    return {
      usable: false,
      reason: `the project's Node.js ${probe.version} is older than ${minimum}`,
    };
  }
  return { usable: true, stamped: stamp === key };
}

/**
 * The installation command. npm must run on a recent Node.js version, since older
 * ones silently leave out EDR's native package. It includes all dependencies,
 * regardless of NODE_ENV and npm settings.
 */
export function installCommand({ nodeVersion, minimum, projectNode, npm }) {
  const install = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--include=peer",
    "--no-audit",
    "--no-fund",
  ];
  if (isNewEnough(nodeVersion, minimum)) {
    return {
      title: `npm ci with Node.js ${nodeVersion}`,
      command: [...npm, ...install],
    };
  }
  return {
    title: `npm ci with Node.js ${projectNode} from npm, because ${nodeVersion} on this machine is older than ${minimum}`,
    command: [
      ...npm,
      "exec",
      "--yes",
      `--package=node@${projectNode}`,
      "--",
      ...(npm.length === 1 ? npm : ["node", ...npm.slice(1)]),
      ...install,
    ],
  };
}

/** The command line of npm: its script if it is known, or "npm" in PATH. */
export function npmCommand({ execPath, npmScript }) {
  return npmScript === undefined ? ["npm"] : [execPath, npmScript];
}

/** The script of npm among the candidates, which may be that of yarn or pnpm. */
export function findNpmScript(candidates, exists) {
  return candidates.find(
    (path) =>
      path !== undefined && /[/\\]npm-cli\.c?js$/.test(path) && exists(path),
  );
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** The exit code of a child process, with the convention of shells for signals. */
export function childExitCode(code, signal) {
  return code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0);
}
