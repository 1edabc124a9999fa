import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";

/** A type of contract that may control others: a proxy of a known implementation. */
export interface HolderType {
  /** What it is, followed by its release. */
  readonly words: string;
  /** Where a proxy has the address of its implementation. */
  readonly slot: Hex;
  /** The code hashes of its proxies, from the published npm packages. */
  readonly proxies: ReadonlySet<string>;
  /** The releases of its implementations, by code hash. */
  readonly releases: ReadonlyMap<string, string>;
  /** Where its implementations are on most chains. */
  readonly implementations: readonly Address[];
}
