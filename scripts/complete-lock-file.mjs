// Adds the optional platform packages to package-lock.json that npm left out,
// because the registry that was used does not have them. Without them, `npm ci`
// rejects the lock file (EUSAGE). Run it when a dependency has changed:
//   node scripts/complete-lock-file.mjs
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
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Added ${added} optional platform packages to package-lock.json.`);
