import {
  lowerThan,
  parseVersion,
} from "@nomicfoundation/hardhat-utils/fast-semver";
import { alphaError } from "../base/errors.ts";
import { isRecord } from "../base/records.ts";

/** The lowest supported versions: the minimums of the peer dependencies. */
export const MIN_VERSIONS = {
  hardhat: "3.13.0",
  "@nomicfoundation/hardhat-viem": "3.0.3",
  viem: "2.43.0",
} as const;

type Peer = keyof typeof MIN_VERSIONS;
/** What is installed; `undefined` for a package that is missing. */
export type PeerVersions = Partial<Record<Peer, string | undefined>>;

const PEERS = Object.keys(MIN_VERSIONS).filter(isPeer);

function isPeer(name: string): name is Peer {
  return Object.hasOwn(MIN_VERSIONS, name);
}

/**
 * Checks the version of Hardhat, at the start of every command. npm only installs an
 * older one if it is forced to, and Hardhat only checks peer dependencies if a plugin
 * does not load. This one does, and would then fail with misleading errors.
 *
 * @param version `undefined` before Hardhat 3.0.7, which does not state it.
 * @throws HardhatPluginError if it is too old for this plugin.
 */
export async function checkHardhat(version: string | undefined): Promise<void> {
  if (version === undefined || describeOldPeers({ hardhat: version })) {
    const installed = await readPeerVersions();
    throwOldPeers({ ...installed, hardhat: version ?? installed.hardhat });
  }
}

/**
 * Checks the versions of all peers. It reads their package.json, and is for
 * connections, since commands that do not connect work without viem.
 *
 * @throws HardhatPluginError if one is too old for this plugin.
 */
export async function checkPeers(): Promise<void> {
  throwOldPeers(await readPeerVersions());
}

function throwOldPeers(installed: PeerVersions): void {
  const message = describeOldPeers(installed);
  if (message !== undefined) {
    throw alphaError(message);
  }
}

/** What is too old, and the command that updates it; `undefined` if nothing is. */
export function describeOldPeers(installed: PeerVersions): string | undefined {
  const old = PEERS.filter((name) =>
    isOlder(installed[name] ?? "", MIN_VERSIONS[name]),
  );
  if (old.length === 0) {
    return undefined;
  }
  const needed = old.map(
    (name) =>
      `${name} ${MIN_VERSIONS[name]} or newer (${installed[name]} is installed)`,
  );
  const packages = old.map((name) => `${name}@^${MIN_VERSIONS[name]}`);
  return `This plugin needs ${needed.join(" and ")}: run npm install --save-dev ${packages.join(" ")}`;
}

/** Compares the numbers only, so that a prerelease counts as its release. */
function isOlder(version: string, minimum: string): boolean {
  const [actual, required] = [version, minimum].map((text) =>
    parseVersion(text.replace(/-.*$/, "")),
  );
  return (
    actual !== undefined &&
    required !== undefined &&
    lowerThan(actual, required)
  );
}

/** Reads the versions of the packages that imports in this file would load. */
async function readPeerVersions(): Promise<PeerVersions> {
  const [{ readJsonFile }, { findDependencyPackageJson }] = await Promise.all([
    import("@nomicfoundation/hardhat-utils/fs"),
    import("@nomicfoundation/hardhat-utils/package"),
  ]);
  const versionOf = async (name: Peer): Promise<string | undefined> => {
    const path = await findDependencyPackageJson(import.meta.dirname, name);
    const manifest: unknown = path && (await readJsonFile(path));
    return isRecord(manifest) && typeof manifest["version"] === "string"
      ? manifest["version"]
      : undefined;
  };
  return Object.fromEntries(
    await Promise.all(
      PEERS.map(async (name) => [name, await versionOf(name)] as const),
    ),
  );
}
