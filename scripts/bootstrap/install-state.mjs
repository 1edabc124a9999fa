// Decides whether what is installed can be used, and how to install it when it
// cannot. Pure functions: the reading and running is done by install.mjs. Plain
// JavaScript without dependencies, since nothing may be installed yet and the
// machine's Node may be an old one.
import { createHash } from "node:crypto";

/** The numbers of a version: "v22.13.0", ">=22.13.0" or "24" alike. */
function versionNumbers(version) {
  return /(\d+)(?:\.(\d+))?(?:\.(\d+))?/
    .exec(version)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
}

export function isNewEnough(version, minimum) {
  const actual = versionNumbers(version);
  const wanted = versionNumbers(minimum);
  if (actual === undefined || wanted === undefined) {
    return false;
  }
  const place = actual.findIndex((part, index) => part !== wanted[index]);
  return place === -1 || actual[place] > wanted[place];
}

export function installKey({ lockFile, platform, arch }) {
  const hash = createHash("sha256").update(lockFile).digest("hex");
  return `${platform}-${arch}-${hash}`;
}

/**
 * What differs between package-lock.json and the list that npm leaves in
 * node_modules when it is done; undefined when nothing does. A package that is
 * optional may be missing: most are for other platforms.
 */
export function lockDifference(lock, installed) {
  const wanted = lock?.packages ?? {};
  const present = installed?.packages;
  if (typeof present !== "object" || present === null) {
    return "npm has not finished installing";
  }
  for (const [location, entry] of Object.entries(wanted)) {
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
  const foreign = Object.keys(present).find((location) => !wanted[location]);
  return foreign === undefined ? undefined : `${foreign} is not in the lock`;
}

/**
 * Whether node_modules can be used as it is. `difference` is asked only when the
 * stamp does not tell (an installation made by hand carries none).
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
      reason: `the project's Node is ${probe.version}, older than ${minimum}`,
    };
  }
  return { usable: true, stamped: stamp === key };
}

/**
 * The command that installs. npm must run on a new Node, since an old one
 * silently leaves out EDR's native package; and it must install what is needed
 * to develop, whatever NODE_ENV or the user's npm settings say.
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
      title: `npm ci with Node ${nodeVersion}`,
      command: [...npm, ...install],
    };
  }
  return {
    title: `npm ci with Node ${projectNode} from npm, because this machine's ${nodeVersion} is older than ${minimum}`,
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

/** npm as a command line: its script, where known, else "npm" from PATH. */
export function npmCommand({ execPath, npmScript }) {
  return npmScript === undefined ? ["npm"] : [execPath, npmScript];
}

/** npm's own script among `candidates`; yarn and pnpm name theirs as well. */
export function findNpmScript(candidates, exists) {
  return candidates.find(
    (path) =>
      path !== undefined && /[/\\]npm-cli\.c?js$/.test(path) && exists(path),
  );
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** The exit code to pass on for a child, as a shell would tell it. */
export function childExitCode(code, signal) {
  return code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0);
}
