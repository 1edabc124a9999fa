import type { Hex } from "../../src/base/hex.ts";

/** The result of reading a list. */
export interface ReadResult {
  /**
   * The size of the code at each address, in bytes; 0 for none, `undefined` if
   * unknown.
   */
  readonly sizes: readonly (number | undefined)[];
  /** The peak memory of child processes, in bytes. */
  readonly childBytes?: number;
}

/** A client that reads the code at many addresses. */
export interface BenchClient {
  read(addresses: readonly Hex[]): Promise<ReadResult>;
  close(): Promise<void>;
}

/** Opens a client of a method. */
export type OpenClient = (url: string) => Promise<BenchClient>;
