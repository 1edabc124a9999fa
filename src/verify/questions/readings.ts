import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import {
  codeHash,
  identifyCode,
  type Release,
} from "../../contracts/releases.ts";
import type { AccountCode } from "../../rpc/decode-values.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";

/** The result of reading an address's code. */
export type CodeReading =
  | {
      readonly kind: "code";
      /** In bytes. */
      readonly size: number;
      /** keccak256 of the code, where the node tells it or the code is known. */
      readonly hash: Hex | undefined;
      /** The code itself, where it was read. */
      readonly code: Hex | undefined;
      /** The release of the marketplace's contracts that has the code itself. */
      readonly release?: Release | undefined;
      readonly isProbed?: boolean | undefined;
    }
  /** No code, by a read that may be wrong: not yet a proof. */
  | {
      readonly kind: "none";
      /** True if the bulk probe has read it. */
      readonly isProbed?: boolean | undefined;
      /** True if a contract was shown to have code when it was read. */
      readonly isWitnessed?: boolean | undefined;
    }
  | {
      readonly kind: "delegated";
      readonly target: Hex;
      /** keccak256 of the delegation, which is what the EVM tells of the account. */
      readonly hash?: Hex;
    }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** True if it is how some nodes say that there is no code. */
      readonly mayBeNone?: boolean | undefined;
    };

/** The reading of what was not asked for. */
export const NOT_READ: Extract<CodeReading, { readonly kind: "unknown" }> = {
  kind: "unknown",
  reason: "it was not read",
};

/** The same of a word or a number. */
export const NO_VALUE = { ok: false, reason: NOT_READ.reason } as const;

/** A word of storage of which several reads say different things. */
export const STORAGE_DISAGREES = {
  ok: false,
  reason: "reads of the same block disagree on what is in storage",
} as const;

/** Tells whether the endpoint does not offer what was asked for. */
export function isNotOffered(one: Decoded<unknown>): boolean {
  return !one.ok && one.isMissing === true;
}

/** The readings of many addresses, each by its {@link codeKey}. */
export type CodeReadings = ReadonlyMap<string, CodeReading>;

/** Reads by which to judge whether an endpoint's absences can be believed. */
export interface AbsenceEvidence {
  /** Further reads of some of the absent addresses, one by one. */
  readonly sample: readonly CodeReading[];
  /** Reads of an address that is known to have code; `undefined` without one. */
  readonly witness: readonly CodeReading[] | undefined;
}

/** The key of an address among readings: one address may be spelled in many ways. */
export function codeKey(address: string): string {
  return address.toLowerCase();
}

/** The reason why it is unknown which code there is. */
export const CODES_DISAGREE =
  "two reads of the same block disagree on its code";

/**
 * Tells whether two reads gave the same code; a hash that one does not tell is
 * not compared.
 */
export function isSameCode(one: CodeReading, other: CodeReading): boolean {
  return (
    one.kind === "code" &&
    other.kind === "code" &&
    one.size === other.size &&
    (one.hash ?? other.hash) === (other.hash ?? one.hash)
  );
}

/** Code of this size may be a delegation (EIP-7702), which a program sees as code. */
export const DELEGATION_BYTES = 23;

/** Tells whether a delegation, as a read of its text says, is the code of another read. */
export function isDelegationOf(
  text: Extract<CodeReading, { readonly kind: "delegated" }>,
  code: CodeReading,
): boolean {
  if (code.kind === "delegated") {
    return code.target === text.target;
  }
  const { hash, size } = code.kind === "code" ? code : {};
  return size === DELEGATION_BYTES && (hash ?? text.hash) === text.hash;
}

/** The result of a call to a contract. */
export type CallReading =
  | { readonly kind: "returned"; readonly data: Hex }
  /** The EVM ran it, and it failed. */
  | { readonly kind: "reverted" }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** True if the gas that the node gives was too little. */
      readonly isSpent?: true;
    };

/** The least that any of the functions returns is a word of 32 bytes. */
const MIN_DIGITS = 64;

/** Tells whether a call returned at least a word. */
export function isWhole(data: Hex): boolean {
  return data.length >= 2 + MIN_DIGITS;
}

/** A call whose result is that of a backend without the contract's code. */
export const NO_PROOF: CallReading = {
  kind: "unknown",
  reason:
    "the call returned nothing, as it does on a backend without the contract's code",
};

/** One call has one key, however its address is spelled. */
export function callKey({ to, data }: ProbeCall): string {
  return `${to.toLowerCase()}:${data}`;
}

/** Tells whether a reading says that there is code. */
export function hasCode({ kind }: CodeReading): boolean {
  return kind === "code" || kind === "delegated";
}

/** The result of `eth_getCode`, with the code's hash. */
export async function codeReading(
  decoded: Decoded<AccountCode>,
): Promise<CodeReading> {
  if (!decoded.ok) {
    return { kind: "unknown", reason: decoded.reason };
  }
  const { value } = decoded;
  if (value.kind === "code") {
    return {
      ...value,
      hash: await codeHash(value.code),
      release: await identifyCode(value.code),
    };
  }
  return value.kind === "delegated"
    ? { ...value, hash: await codeHash(value.code) }
    : value;
}
