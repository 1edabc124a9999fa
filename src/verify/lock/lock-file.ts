import type { ProxyKind } from "../report.ts";
import type { LockedValue } from "../wiring/facts.ts";

/** The lock file's name in a project's root. */
export const LOCK_FILE = "alpha.lock.json";

export const LOCK_SCHEMA_VERSION = 2;

/** What a project's networks held when it was locked; `schemas/lock.json` describes it. */
export interface Lock {
  /** The version of the file that it was read from. */
  readonly schemaVersion: 1 | typeof LOCK_SCHEMA_VERSION;
  /** By Hardhat network, so that sandboxes and forks are never live networks. */
  readonly networks: Readonly<Record<string, LockedNetwork>>;
}

export interface LockedNetwork {
  readonly alphaNetwork: string;
  readonly chainId: number;
  /** Not there for a sandbox, which is a new chain each time. */
  readonly genesisHash?: string | undefined;
  /** A block at which this was found, or one before that is settled, in decimal. */
  readonly block: string;
  /** Not there for a sandbox, and in version 1. */
  readonly blockHash?: string | undefined;
  /** By kind and key: `registry.ERC20Template[0]`. */
  readonly contracts: Readonly<Record<string, LockedContract>>;
  /** The policy facts' values by id; not there in version 1. */
  readonly policy?: Readonly<Record<string, LockedValue>> | undefined;
}

export interface LockedContract {
  readonly address: string;
  /** keccak256 of the runtime code. */
  readonly codeHash: string;
  /** Whether somebody accepted that no release has this code. */
  readonly accepted?: true | undefined;
  /** Where it runs another contract's code. */
  readonly proxy?: LockedProxy | undefined;
}

export interface LockedProxy {
  readonly kind: ProxyKind;
  readonly implementation: string;
  /** keccak256 of the implementation's code; not there in version 1. */
  readonly implementationCodeHash?: string | undefined;
  readonly beacon?: string | undefined;
  readonly admin?: string | undefined;
  /** What the implementation runs in turn. */
  readonly further?: readonly LockedHop[] | undefined;
}

export interface LockedHop {
  readonly kind: ProxyKind;
  readonly implementation: string;
  readonly implementationCodeHash?: string | undefined;
}

/** The lock of a project that has none yet. */
export const EMPTY_LOCK: Lock = {
  schemaVersion: LOCK_SCHEMA_VERSION,
  networks: {},
};

/** A lock as the text of its file: the same lock always gives the same text. */
export function printLock({ networks }: Pick<Lock, "networks">): string {
  const sorted = sortedRecord(networks, (network) => ({
    alphaNetwork: network.alphaNetwork,
    chainId: network.chainId,
    genesisHash: network.genesisHash,
    block: network.block,
    blockHash: network.blockHash,
    contracts: sortedRecord(network.contracts, printedContract),
    policy: network.policy && sortedRecord(network.policy, (value) => value),
  }));
  return `${JSON.stringify({ schemaVersion: LOCK_SCHEMA_VERSION, networks: sorted }, null, 2)}\n`;
}

function printedContract({
  address,
  codeHash,
  accepted,
  proxy,
}: LockedContract) {
  return {
    address,
    codeHash,
    accepted,
    proxy: proxy && {
      kind: proxy.kind,
      implementation: proxy.implementation,
      implementationCodeHash: proxy.implementationCodeHash,
      beacon: proxy.beacon,
      admin: proxy.admin,
      further: proxy.further?.map(
        ({ kind, implementation, implementationCodeHash }) => ({
          kind,
          implementation,
          implementationCodeHash,
        }),
      ),
    },
  };
}

/** By code unit, which no locale changes. */
function sortedRecord<T, R>(
  record: Readonly<Record<string, T>>,
  print: (value: T) => R,
): Readonly<Record<string, R>> {
  return Object.fromEntries(
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, print(value)]),
  );
}
