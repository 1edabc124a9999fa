// Writes src/contracts/fingerprints/safe-fingerprints.json: the implementations of Safe
// and its MultiSendCallOnly from the development dependency @safe-global/safe-deployments,
// and its proxies from the npm packages of its contracts, which it downloads to a
// temporary folder:
//   npx node scripts/fingerprint-safes.ts
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keccak256 } from "viem/utils";

const FILE = "src/contracts/fingerprints/safe-fingerprints.json";

/** The proxy of each release, by the package and the path of its artifact. */
const PROXIES: Readonly<Record<string, readonly [string, string]>> = {
  "1.0.0": ["@gnosis.pm/safe-contracts", "build/contracts/Proxy.json"],
  "1.1.1": ["@gnosis.pm/safe-contracts", "build/contracts/Proxy.json"],
  "1.2.0": [
    "@gnosis.pm/safe-contracts",
    "build/contracts/GnosisSafeProxy.json",
  ],
  "1.3.0": [
    "@gnosis.pm/safe-contracts",
    "build/artifacts/contracts/proxies/GnosisSafeProxy.sol/GnosisSafeProxy.json",
  ],
  "1.4.1": [
    "@safe-global/safe-contracts",
    "build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json",
  ],
  "1.5.0": [
    "@safe-global/safe-smart-account",
    "build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json",
  ],
};

/** What `@safe-global/safe-deployments` says of a singleton. */
export interface SafeDeployment {
  readonly version: string;
  readonly deployments: Readonly<
    Record<
      string,
      { readonly codeHash: string; readonly address: string } | undefined
    >
  >;
}

/** The release of each implementation, by its code hash. */
export function safeImplementations(
  deployments: readonly SafeDeployment[],
): Readonly<Record<string, string>> {
  const found = deployments.flatMap(({ version, deployments: all }) =>
    Object.values(all).flatMap((one) =>
      one === undefined ? [] : [[one.codeHash, version] as const],
    ),
  );
  return Object.fromEntries(found.toSorted(byRelease));
}

/** Where the implementations are on most chains with the EVM. */
export function safeAddresses(
  deployments: readonly SafeDeployment[],
): readonly string[] {
  const found = deployments.flatMap(({ deployments: { zksync, ...all } }) =>
    Object.values(all).flatMap((one) => one?.address ?? []),
  );
  return [...new Set(found)].sort();
}

/** Where MultiSendCallOnly of each release is on chains with the EVM, and its code hash. */
export function safeMultiSends(
  deployments: readonly SafeDeployment[],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const found = deployments.map(
    ({ version, deployments: { zksync, ...all } }) => {
      const known = Object.values(all).flatMap((one) =>
        one === undefined ? [] : [[one.address, one.codeHash] as const],
      );
      return [version, Object.fromEntries(known)] as const;
    },
  );
  return Object.fromEntries(found.toSorted());
}

const require = createRequire(import.meta.url);
const DEPLOYMENTS: Readonly<Record<string, readonly SafeDeployment[]>> =
  require("@safe-global/safe-deployments/dist/deployments.js");

/** Every singleton that the installed package knows, of all releases. */
export function knownDeployments(): readonly SafeDeployment[] {
  const { _SAFE_DEPLOYMENTS = [], _SAFE_L2_DEPLOYMENTS = [] } = DEPLOYMENTS;
  return [..._SAFE_DEPLOYMENTS, ..._SAFE_L2_DEPLOYMENTS];
}

/** Every MultiSendCallOnly that the installed package knows. */
export function knownMultiSends(): readonly SafeDeployment[] {
  return DEPLOYMENTS["_MULTI_SEND_CALL_ONLY_DEPLOYMENTS"] ?? [];
}

function proxyHash(
  release: string,
  [name, path]: readonly [string, string],
): string {
  const folder = mkdtempSync(join(tmpdir(), "safe-"));
  try {
    const options = { cwd: folder, encoding: "utf8" } as const;
    const pack = ["pack", `${name}@${release}`, "--silent"];
    const archive = execFileSync("npm", pack, options).trim();
    execFileSync("tar", ["xzf", archive, `package/${path}`], options);
    const artifact = readFileSync(join(folder, "package", path), "utf8");
    return keccak256(JSON.parse(artifact).deployedBytecode);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function byRelease(
  [hash, release]: readonly [string, string],
  [other, otherRelease]: readonly [string, string],
): number {
  return release === otherRelease
    ? hash.localeCompare(other)
    : release.localeCompare(otherRelease);
}

if (import.meta.main) {
  const proxies = Object.entries(PROXIES).map(
    ([release, artifact]) => [proxyHash(release, artifact), release] as const,
  );
  const data = {
    proxies: Object.fromEntries(proxies),
    implementations: safeImplementations(knownDeployments()),
    addresses: safeAddresses(knownDeployments()),
    multiSends: safeMultiSends(knownMultiSends()),
  };
  writeFileSync(FILE, `${JSON.stringify(data, null, 2)}\n`);
}
