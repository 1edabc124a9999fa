import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import {
  dependencyClosure,
  type LockedPackages,
} from "./dependency-closure.ts";

/** A package that a user of this one gets. */
export interface InstalledDependency {
  readonly name: string;
  readonly version: string;
  /** As its package.json says, an SPDX expression. */
  readonly license: string;
  /** Its own files, without packages below it. */
  readonly bytes: number;
  /** Whether this package asks for it itself. */
  readonly isDirect: boolean;
  /** Whether a project has it anyway, by the peers that it needs. */
  readonly isPeersToo: boolean;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * The packages that an installation of this one brings, read off the lock file
 * and the folders in node_modules, sorted by name.
 *
 * @throws {Error} if one of them is not installed.
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
        isPeersToo: ofPeers.has(folder),
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
