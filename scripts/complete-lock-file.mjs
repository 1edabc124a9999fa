// Adds the optional platform packages to package-lock.json that npm left out,
// because the registry that was used does not have them. Without them, `npm ci`
// rejects the lock file (EUSAGE). Their integrity hashes are taken from the registry's
// metadata, and those that it does not have are listed. Run it when a dependency has
// changed, and again where the whole registry can be reached:
//   node scripts/complete-lock-file.mjs
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const LOCK_FILE = new URL("../package-lock.json", import.meta.url);
const OPERATING_SYSTEMS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "openharmony",
  "win32",
];
const CPUS = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "x64"];

/** The `os`, `cpu` and `libc` in the name of a platform package. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = OPERATING_SYSTEMS.filter((system) => words.includes(system));
  const cpu = CPUS.filter(
    (model) =>
      words.includes(model) || (model === "x64" && words.includes("amd64")),
  );
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : undefined;
  if (os.length !== 1 || cpu.length !== 1) {
    throw new Error(`the name of ${name} does not contain one platform`);
  }
  return { os, cpu, ...(libc === undefined ? {} : { libc }) };
}

/** Whether Node.js resolves `name` from `location` to a locked package. */
function isLocked(packages, location, name) {
  for (let folder = location; ; ) {
    if (packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]) {
      return true;
    }
    if (folder === "") {
      return false;
    }
    const parent = folder.lastIndexOf("/node_modules/");
    folder = parent === -1 ? "" : folder.slice(0, parent);
  }
}

/** The hash of a package's tarball; `undefined` if the registry does not have it. */
function integrityOf(name, version) {
  const { stdout } = spawnSync(
    "npm",
    ["view", `${name}@${version}`, "dist.integrity"],
    { encoding: "utf8" },
  );
  const integrity = stdout?.trim();
  return /^sha512-\S+$/.test(integrity) ? integrity : undefined;
}

const lock = JSON.parse(readFileSync(LOCK_FILE, "utf8"));
let added = 0;
for (const [location, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(
    entry.optionalDependencies ?? {},
  )) {
    if (isLocked(lock.packages, location, name)) {
      continue;
    }
    lock.packages[`node_modules/${name}`] = {
      version,
      optional: true,
      ...(entry.dev ? { dev: true } : {}),
      ...platformOf(name),
    };
    added += 1;
  }
}
const unknown = [];
for (const [location, entry] of Object.entries(lock.packages)) {
  if (location === "" || entry.link || entry.integrity) {
    continue;
  }
  const name = location.slice(location.lastIndexOf("node_modules/") + 13);
  const integrity = integrityOf(name, entry.version);
  if (integrity === undefined) {
    unknown.push(`${name}@${entry.version}`);
  } else {
    entry.integrity = integrity;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}\n`);
if (unknown.length > 0) {
  console.log(
    `The registry has no integrity hash of ${unknown.length} packages:\n  ${unknown.join("\n  ")}`,
  );
}
console.log(`Added ${added} optional platform packages to package-lock.json.`);
