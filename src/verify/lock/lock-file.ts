import type { AlphaNetworkName } from "../../networks/definitions.ts";

/** The lock file's name in a project's root. */
export const LOCK_FILE = "alpha.lock.json";

export const LOCK_SCHEMA_VERSION = 1;

/** What a project's networks held when it was locked; `schemas/lock.json` describes it. */
export interface Lock {
  readonly schemaVersion: typeof LOCK_SCHEMA_VERSION;
  /** By Hardhat network, so that sandboxes and forks are never live networks. */
  readonly networks: Readonly<Record<string, LockedNetwork>>;
}

export interface LockedNetwork {
  readonly alphaNetwork: AlphaNetworkName;
  readonly chainId: number;
  /** At which this was first found, in decimal. */
  readonly block: string;
  /** By kind and key: `registry.ERC20Template[0]`. */
  readonly contracts: Readonly<Record<string, LockedContract>>;
}

export interface LockedContract {
  readonly address: string;
  /** keccak256 of the runtime code. */
  readonly codeHash: string;
  /** Where it runs another contract's code. */
  readonly proxy?: LockedProxy | undefined;
}

export interface LockedProxy {
  readonly kind: "eip1967" | "eip1167";
  readonly implementation: string;
}

/** The lock of a project that has none yet. */
export const EMPTY_LOCK: Lock = {
  schemaVersion: LOCK_SCHEMA_VERSION,
  networks: {},
};

/** A lock as the text of its file: the same lock always gives the same text. */
export function printLock({ schemaVersion, networks }: Lock): string {
  const sorted = sortedEntries(networks).map(
    ([name, { alphaNetwork, chainId, block, contracts }]) => [
      name,
      {
        alphaNetwork,
        chainId,
        block,
        contracts: Object.fromEntries(
          sortedEntries(contracts).map(([id, { address, codeHash, proxy }]) => [
            id,
            { address, codeHash, proxy },
          ]),
        ),
      },
    ],
  );
  return `${JSON.stringify({ schemaVersion, networks: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** By code unit, which no locale changes. */
function sortedEntries<T>(
  record: Readonly<Record<string, T>>,
): readonly (readonly [string, T])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
