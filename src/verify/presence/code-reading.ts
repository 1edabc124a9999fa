import type { Hex } from "../../rpc/types.ts";

/** What is known of the code at one address, after all reads of it. */
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

/** The readings of many addresses, by address in lower case. */
export type CodeReadings = ReadonlyMap<string, CodeReading>;
