import type { Hex } from "../../src/base/hex.ts";

/** What a way of reading found: the size of the code at each address. */
export interface ReadResult {
  /** In bytes, in the addresses' order; 0 for none, `undefined` if unknown. */
  readonly sizes: readonly (number | undefined)[];
  /** The peak memory of processes that it started, in bytes. */
  readonly childBytes?: number;
}

/** A client that reads what is at many addresses. */
export interface BenchClient {
  read(addresses: readonly Hex[]): Promise<ReadResult>;
  close(): Promise<void>;
}

/** A way of reading, as a module's `open` gives it. */
export type OpenClient = (url: string) => Promise<BenchClient>;
