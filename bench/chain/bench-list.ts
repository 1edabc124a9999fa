import type { Hex } from "../../src/base/hex.ts";
import { benchAddresses, codeSizeAt } from "./bench-contract.ts";

/** What is read: so many generated addresses, or those of devnet's registry. */
export type BenchList = number | "registry";

/** The addresses of a list, and the correct results. */
export interface KnownList {
  readonly addresses: readonly Hex[];
  /** In bytes; 0 for none. */
  readonly codeSizes: readonly (number | undefined)[];
}

/** The list that a command line argument means. */
export async function knownList(
  argument: string,
  url: string,
): Promise<KnownList> {
  if (argument === "registry") {
    // Loaded by the processes that need it, since their memory is measured.
    const { registryList } = await import("./registry-list.ts");
    return await registryList(url);
  }
  const addresses = benchAddresses(Number(argument));
  return {
    addresses,
    codeSizes: addresses.map((_, index) => codeSizeAt(index)),
  };
}
