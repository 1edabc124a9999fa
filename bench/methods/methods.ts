import type { ListKind } from "../chain/bench-list.ts";
import type { OpenClient } from "./types.ts";

/** A method of reading the code at many addresses. */
export interface Method {
  readonly id: string;
  /** Its name in the tables. */
  readonly label: string;
  /** Imports its module, so that no other process has it in memory. */
  readonly load: () => Promise<OpenClient>;
  /** Whether it is one of this plugin. */
  readonly isOurs?: true;
  /** The longest measured list; longer ones are extrapolated. */
  readonly maxAddresses?: number;
}

/** All methods, those of this plugin first. */
export const METHODS: readonly Method[] = [
  {
    id: "registry",
    label: "this plugin: `presence`, with the status",
    load: async () => (await import("./registry.ts")).open,
    isOurs: true,
  },
  {
    id: "wiring",
    label: "this plugin: `wiring`, with the lock",
    load: async () => (await import("./wiring.ts")).open,
    isOurs: true,
  },
  {
    id: "read-codes",
    label: "this plugin: node state and code",
    load: async () => (await import("./read-codes.ts")).open,
    isOurs: true,
  },
  {
    id: "verify-network",
    label: "this plugin: `alpha verify` of a list",
    load: async () => (await import("./verify-network.ts")).open,
    isOurs: true,
  },
  {
    id: "viem-parallel",
    label: "viem `getCode`, in parallel",
    load: async () => (await import("./viem.ts")).openParallel,
    maxAddresses: 1_000,
  },
  {
    id: "viem-batch",
    label: "viem `getCode`, `batch: true`",
    load: async () => (await import("./viem.ts")).openBatch,
    maxAddresses: 1_000,
  },
  {
    id: "hardhat-provider",
    label: "Hardhat's provider, in parallel",
    load: async () => (await import("./hardhat-provider.ts")).open,
    maxAddresses: 1_000,
  },
  {
    id: "viem-sequential",
    label: "viem `getCode`, one by one",
    load: async () => (await import("./viem.ts")).openSequential,
    maxAddresses: 100,
  },
  {
    id: "cast",
    label: "`cast codesize`, 10 processes in parallel",
    load: async () => (await import("./cast.ts")).open,
    maxAddresses: 100,
  },
];

const LIST_METHODS: Readonly<Record<ListKind, readonly string[]>> = {
  registry: ["registry", "wiring", "viem-parallel", "hardhat-provider", "cast"],
  complete: [
    "read-codes",
    "verify-network",
    "viem-parallel",
    "hardhat-provider",
  ],
  incomplete: [
    "read-codes",
    "verify-network",
    "viem-parallel",
    "viem-batch",
    "hardhat-provider",
    "viem-sequential",
    "cast",
  ],
};

/** What is measured of a kind of lists, the methods of this plugin first. */
export function methodsFor(kind: ListKind): readonly Method[] {
  return LIST_METHODS[kind].map(findMethod);
}

/** @throws {Error} if there is no such method. */
export function findMethod(methodId: string): Method {
  const found = METHODS.find(({ id }) => id === methodId);
  if (found === undefined) {
    throw new Error(`unknown method "${methodId}"`);
  }
  return found;
}
