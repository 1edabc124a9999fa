import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import {
  dependencyClosure,
  type LockedPackages,
} from "./dependency-closure.ts";

/** A package that is installed with this one. */
export interface InstalledDependency {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression in its package.json. */
  readonly license: string;
  /** The size of its files, without its dependencies. */
  readonly bytes: number;
  /** Whether it is a dependency of this package itself. */
  readonly isDirect: boolean;
  /** Whether a peer dependency of this package installs it anyway. */
  readonly isOfPeers: boolean;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * Reads the packages that are installed with this one from the lock file and
 * node_modules, sorted by name.
 *
 * @throws {Error} if a dependency is not in the lock file.
 */
export function dependencyFigures(
  root: string,
): readonly InstalledDependency[] {
  const { dependencies, peerDependencies }: Manifest = readJson(
    join(root, "package.json"),
  );
  const { packages }: { packages: LockedPackages } = readJson(
    join(root, "package-lock.json"),
  );
  const ofPeers = new Set(
    dependencyClosure(packages, Object.keys(peerDependencies)),
  );
  return dependencyClosure(packages, Object.keys(dependencies))
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder) => {
      const manifest: { name: string; version: string; license?: string } =
        readJson(join(root, folder, "package.json"));
      return {
        name: manifest.name,
        version: manifest.version,
        license: manifest.license ?? "unknown",
        bytes: bytesIn(join(root, folder)),
        isDirect:
          folder === `node_modules/${manifest.name}` &&
          manifest.name in dependencies,
        isOfPeers: ofPeers.has(folder),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8"));
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesIn(path) : lstatSync(path).size;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}
