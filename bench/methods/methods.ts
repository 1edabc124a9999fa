import type { OpenClient } from "./types.ts";

/** A method of reading the code at many addresses. */
export interface Method {
  readonly id: string;
  /** Its name in the tables. */
  readonly label: string;
  /** Imports its module, so that no other process has it in memory. */
  readonly load: () => Promise<{ readonly open: OpenClient }>;
  /** Whether it is one of this plugin. */
  readonly isOurs: boolean;
  /** The longest measured list; longer ones are extrapolated. */
  readonly maxAddresses?: number;
}

/** All methods that are compared, those of this plugin first. */
export const METHODS: readonly Method[] = [
  {
    id: "read-codes",
    label: "this plugin: node state and code",
    load: () => import("./read-codes.ts"),
    isOurs: true,
  },
  {
    id: "verify-network",
    label: "this plugin: `alpha verify` of a list",
    load: () => import("./verify-network.ts"),
    isOurs: true,
  },
  {
    id: "viem-parallel",
    label: "viem `getCode`, in parallel",
    load: () => import("./viem-parallel.ts"),
    isOurs: false,
  },
  {
    id: "viem-batch",
    label: "viem `getCode`, `batch: true`",
    load: () => import("./viem-batch.ts"),
    isOurs: false,
  },
  {
    id: "hardhat-provider",
    label: "Hardhat's provider, in parallel",
    load: () => import("./hardhat-provider.ts"),
    isOurs: false,
  },
  {
    id: "viem-sequential",
    label: "viem `getCode`, one by one",
    load: () => import("./viem-sequential.ts"),
    isOurs: false,
    maxAddresses: 100,
  },
  {
    id: "cast",
    label: "`cast codesize`, 8 processes in parallel",
    load: () => import("./cast.ts"),
    isOurs: false,
    maxAddresses: 100,
  },
];

/** The verification of a registry with the status, for an empty list. */
export const REGISTRY: Method = {
  id: "registry",
  label: "verification of devnet's registry, with status",
  load: () => import("./registry.ts"),
  isOurs: true,
};
