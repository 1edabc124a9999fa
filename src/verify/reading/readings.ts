import { randomBytes } from "node:crypto";
import type { Hex } from "../../base/hex.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { ProbeAnswer } from "../../rpc/probe-codes.ts";

/** What a read of an address's code said. */
export type CodeReading =
  | {
      readonly kind: "code";
      /** In bytes. */
      readonly size: number;
      /** keccak256 of the code, where the node tells it or the code is known. */
      readonly hash: Hex | undefined;
      /** The code itself, where it was read. */
      readonly code: Hex | undefined;
    }
  /** No code, by a read that may be wrong: not yet a proof. */
  | { readonly kind: "none" }
  | { readonly kind: "delegated"; readonly target: Hex }
  | { readonly kind: "unknown"; readonly reason: string };

/** The reading of what was not asked for. */
export const NOT_READ = {
  kind: "unknown",
  reason: "it was not read",
} as const satisfies CodeReading;

/** The readings of many addresses, each by its {@link codeKey}. */
export type CodeReadings = ReadonlyMap<string, CodeReading>;

/** Some addresses, and the bulk probe's answer for them. */
export interface ProbedChunk {
  /** With the control address anywhere among them. */
  readonly addresses: readonly Hex[];
  /** An address that must have no code. */
  readonly control: Hex;
  /** Of the addresses in their order. */
  readonly answer: ProbeAnswer;
}

/** The key of an address among readings: one address may be spelled in many ways. */
export function codeKey(address: string): string {
  return address.toLowerCase();
}

/** Why it is unknown which code there is. */
export const CODES_DISAGREE =
  "two reads of the same block disagree on its code";

/** Whether two reads gave the same code; a hash that one does not tell is not compared. */
export function isSameCode(one: CodeReading, other: CodeReading): boolean {
  return (
    one.kind === "code" &&
    other.kind === "code" &&
    one.size === other.size &&
    (one.hash ?? other.hash) === (other.hash ?? one.hash)
  );
}

/** What a call to a contract said. */
export type CallReading =
  | { readonly kind: "returned"; readonly data: Hex }
  /** The EVM ran it, and it failed. */
  | { readonly kind: "reverted" }
  | { readonly kind: "unknown"; readonly reason: string };

/** One call has one key, however its address is spelled. */
export function callKey({ to, data }: ProbeCall): string {
  return `${to.toLowerCase()}:${data}`;
}

/** A random address: an honest node has no code there. */
export function controlAddress(): Hex {
  return `0x${randomBytes(20).toString("hex")}`;
}
