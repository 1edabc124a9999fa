import type { Hex } from "../../src/base/hex.ts";
import { benchAddress, codeSizeAt } from "./bench-contract.ts";

/**
 * What is read: the contracts of devnet's registry, as many generated ones, or as many
 * generated addresses of which a third has no code.
 */
export const LIST_KINDS = ["registry", "complete", "incomplete"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export interface BenchList {
  readonly kind: ListKind;
  /** The number of addresses; 0 for the registry, which has as many as it has. */
  readonly count: number;
}

export const REGISTRY: BenchList = { kind: "registry", count: 0 };

/** The addresses of a list, and the correct results. */
export interface KnownList {
  readonly addresses: readonly Hex[];
  /** In bytes; 0 for none. */
  readonly codeSizes: readonly (number | undefined)[];
}

/** A list, of the chain at a URL. */
export async function knownList(
  list: BenchList,
  url: string,
): Promise<KnownList> {
  if (list.kind === "registry") {
    // Loaded by the processes that need it, since their memory is measured.
    const { registryList } = await import("./registry-list.ts");
    return await registryList(url);
  }
  const indexes = indexesOf(list);
  return {
    addresses: indexes.map(benchAddress),
    codeSizes: indexes.map(codeSizeAt),
  };
}

/** Which generated addresses a list has, ascending. */
export function indexesOf({ kind, count }: BenchList): readonly number[] {
  if (kind === "registry") {
    return [];
  }
  const indexes: number[] = [];
  for (let index = 0; indexes.length < count; index++) {
    if (kind === "incomplete" || codeSizeAt(index) > 0) {
      indexes.push(index);
    }
  }
  return indexes;
}
