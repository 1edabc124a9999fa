import { isRecord } from "../../base/records.ts";
import type { ProxyVerification } from "../report.ts";
import type { LockedValue } from "../wiring/facts.ts";

/** The lock file's name in a project's root. */
export const LOCK_FILE = "alpha.lock.json";

export const LOCK_SCHEMA_VERSION = 2;

/** What a project's networks held when it was locked; `schemas/lock.json` describes it. */
export interface Lock {
  readonly schemaVersion: typeof LOCK_SCHEMA_VERSION;
  /** By Hardhat network, so that sandboxes and forks are never live networks. */
  readonly networks: Readonly<Record<string, LockedNetwork>>;
}

/** What a network held. `--write-lock` writes all of it, but a file may lack some. */
export interface LockedNetwork {
  readonly alphaNetwork: string;
  readonly chainId: number;
  /**
   * Not there for a sandbox, which is a new chain each time; `null` where no endpoint
   * has served the block.
   */
  readonly genesisHash?: string | null | undefined;
  /** A block at which this was found, or one before that is settled, in decimal. */
  readonly block?: string | undefined;
  /** The same of that block. */
  readonly blockHash?: string | null | undefined;
  /** By kind and key: `registry.ERC20Template[0]`. */
  readonly contracts: Readonly<Record<string, LockedContract>>;
  /** The policy facts' values by id. */
  readonly policy: Readonly<Record<string, LockedValue>>;
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

export type LockedProxy = Omit<ProxyVerification, "verdict" | "reason">;

/** The lock of a project that has none yet. */
export const EMPTY_LOCK: Lock = {
  schemaVersion: LOCK_SCHEMA_VERSION,
  networks: {},
};

/** A locked value in one line. */
export function textOf(value: LockedValue): string {
  return typeof value === "string" ? value : value.join(", ") || "none";
}

/** A lock as the text of its file: the same lock always gives the same text. */
export function printLock({ schemaVersion, networks }: Lock): string {
  const lock = { schemaVersion, networks: sorted(networks) };
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** With the keys of all records by code unit, which no locale changes. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, one]) => [key, sorted(one)]),
      )
    : value;
}
