import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { isRecord, mapValues, withoutUndefined } from "../../base/records.ts";
import type { Json } from "../values/codec.ts";
import { partsOfId } from "../values/path.ts";
import type { ProxyChain } from "../values/proxy.ts";
import type { HopInFile, NetworkInFile } from "./lock-schema.ts";

/** The lock file's name in a project's root. */
export const LOCK_FILE = "alpha.lock.json";

export const LOCK_SCHEMA_VERSION = 3;

/** The state of a project's networks when it was locked. */
export interface Lock {
  /** By Hardhat network, so that sandboxes and forks are never live networks. */
  readonly networks: Readonly<Record<string, LockedNetwork>>;
}

/**
 * The state of a network. `--write-lock` writes all of it, but a file may lack
 * some.
 */
export interface LockedNetwork {
  readonly alphaNetwork: string;
  readonly chainId: number;
  /** Which values the version that wrote it has read. */
  readonly catalogue: number;
  /**
   * Not there for a sandbox, which is a new chain each time; `null` where no endpoint
   * has served the block.
   */
  readonly genesisHash?: Hex | null | undefined;
  /** A block at which this was found, or one before that is settled, in decimal. */
  readonly block?: string | undefined;
  /** Its hash; `null` if no endpoint served it. */
  readonly blockHash?: Hex | null | undefined;
  /** By kind and key: `registry.ERC20Template[0]`. */
  readonly contracts: Readonly<Record<string, LockedContract>>;
  /** The policy facts' values by id, those about who is behind a power included. */
  readonly policy: Readonly<Record<string, Json>>;
  /**
   * The things that each address behind a power controls, in words that nothing
   * compares.
   */
  readonly controls: Readonly<Record<Address, string>>;
  /** The number of values that the analysis of code has found, so that none gets lost. */
  readonly found?: number | undefined;
  /** The ids of values that change in use, so that no change of them is an alarm. */
  readonly inUse?: readonly string[] | undefined;
  /** The ids of what is not looked at, which somebody accepted. */
  readonly acceptedGaps?: readonly string[] | undefined;
}

export interface LockedContract {
  readonly address: Address;
  /** keccak256 of the runtime code. */
  readonly codeHash: Hex;
  /** True if somebody accepted that no release has this code. */
  readonly accepted?: true | undefined;
  /** Where it runs another contract's code. */
  readonly proxy?: LockedProxy | undefined;
}

export type LockedProxy = ProxyChain;

/** The lock of a project that has none yet. */
export const EMPTY_LOCK: Lock = { networks: {} };

/** A lock as its file has it; `schemas/lock.json` describes it. */
export interface LockFile {
  readonly schemaVersion: typeof LOCK_SCHEMA_VERSION;
  readonly networks: Readonly<Record<string, NetworkInFile>>;
}

/** A lock as the text of its file: the same lock always gives the same text. */
export function printLock({ networks }: Lock): string {
  const file: LockFile = {
    schemaVersion: LOCK_SCHEMA_VERSION,
    networks: mapValues(networks, networkInFile),
  };
  return `${printed(file, 0)}\n`;
}

function networkInFile(network: LockedNetwork): NetworkInFile {
  const { genesisHash, block, blockHash, contracts, policy, controls } =
    network;
  const own: Record<string, Json> = {};
  const parties: NetworkInFile["parties"] = {};
  for (const [id, value] of Object.entries(policy)) {
    const parts = partsOfId(id);
    if (parts === undefined) {
      own[id] = value;
      continue;
    }
    const { address, name } = parts;
    const party = parties[address] ?? { controls: controls[address] };
    const values = { ...party.values, [name]: value };
    parties[address] =
      name === "is" ? { ...party, is: value } : { ...party, values };
  }
  const { alphaNetwork, chainId, catalogue, found, inUse, acceptedGaps } =
    network;
  return {
    ...{ alphaNetwork, chainId, catalogue, parties },
    chain: {
      genesis: genesisHash,
      block:
        block === undefined ? undefined : { number: block, hash: blockHash },
    },
    contracts: mapValues(contracts, (one) => ({
      address: one.address,
      code: one.codeHash,
      accepted: one.accepted,
      runs: one.proxy && runsInFile(one.proxy),
    })),
    policy: own,
    analysis: {
      found,
      inUse: inUse?.toSorted(),
      accepted: acceptedGaps?.toSorted(),
    },
  };
}

/** Where a network in a lock file has a value. */
export function pathInFile(id: string): readonly string[] {
  const { address, name } = partsOfId(id) ?? {};
  if (address === undefined || name === undefined) {
    return ["policy", id];
  }
  return ["parties", address, ...(name === "is" ? [name] : ["values", name])];
}

/** The implementations of a proxy, as a lock file has them. */
export function runsInFile({ further = [], ...first }: LockedProxy) {
  return [first, ...further].map((hop: LockedProxy) => {
    const { kind, implementation: to, beacon, admin } = hop;
    const code = hop.implementationCodeHash;
    return withoutUndefined({ kind, to, code, beacon, admin });
  });
}

/** A network as a lock file has it. */
export function networkOfFile(inFile: NetworkInFile): LockedNetwork {
  const { chain, contracts, policy, parties, analysis, ...network } = inFile;
  const controls: Record<Address, string> = {};
  const values: Record<string, Json> = { ...policy };
  for (const [at, party] of Object.entries(parties)) {
    const address = at as Address;
    if (party.controls !== undefined) {
      controls[address] = party.controls;
    }
    if (party.is !== undefined) {
      values[`${address}.is`] = party.is;
    }
    for (const [name, value] of Object.entries(party.values ?? {})) {
      values[`${address}.${name}`] = value;
    }
  }
  return withoutUndefined({
    ...network,
    genesisHash: chain?.genesis,
    block: chain?.block?.number,
    blockHash: chain?.block?.hash,
    contracts: mapValues(contracts, ({ address, code, accepted, runs }) =>
      withoutUndefined({
        address,
        codeHash: code,
        accepted,
        proxy: proxyOfFile(runs),
      }),
    ),
    policy: values,
    controls,
    found: analysis?.found,
    inUse: analysis?.inUse,
    acceptedGaps: analysis?.accepted,
  });
}

function proxyOfFile(runs: readonly HopInFile[] = []): LockedProxy | undefined {
  const [first, ...further] = runs.map((hop): LockedProxy => {
    const { kind, to: implementation, code, beacon, admin } = hop;
    const codes = { implementation, implementationCodeHash: code };
    return withoutUndefined({ kind, ...codes, beacon, admin });
  });
  return first && further.length > 0 ? { ...first, further } : first;
}

/**
 * JSON with each value of a network in one line, and the keys of records by code unit,
 * whatever the locale.
 *
 * @param depth how far the lines are indented; `undefined` in one line
 */
function printed(value: unknown, depth?: number, name = ""): string {
  if (Array.isArray(value)) {
    return `[${value.map((one) => printed(one)).join(", ")}]`;
  }
  if (!isRecord(value)) {
    return JSON.stringify(value);
  }
  const isValue = name === "policy" || name === "values";
  const entries: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const { [key]: one } = value;
    const isLine = isValue || key === "is" || key === "runs";
    const inner = depth === undefined || isLine ? undefined : depth + 1;
    if (one !== undefined) {
      entries.push(`${JSON.stringify(key)}: ${printed(one, inner, key)}`);
    }
  }
  if (entries.length === 0) {
    return "{}";
  }
  if (depth === undefined) {
    return `{ ${entries.join(", ")} }`;
  }
  const indent = "  ".repeat(depth);
  const lines = entries.map((entry) => `${indent}  ${entry}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}
