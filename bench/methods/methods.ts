import type { OpenClient } from "./types.ts";

/** A way of reading that is measured. */
export interface Method {
  readonly id: string;
  /** As the table shows it. */
  readonly label: string;
  /** Its module: only the process that measures it holds it in memory. */
  readonly load: () => Promise<{ readonly open: OpenClient }>;
  /** Whether it is this project's. */
  readonly isOurs: boolean;
  /** A longer list is not read: its figures are derived from this one's. */
  readonly mostAddresses?: number;
}

/** All ways of reading that are compared, ours first. */
export const METHODS: readonly Method[] = [
  {
    id: "read-codes",
    label: "this project: node's view, codes, absences confirmed",
    load: () => import("./read-codes.ts"),
    isOurs: true,
  },
  {
    id: "verify-network",
    label: "this project: whole verification, proxies too",
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
    mostAddresses: 100,
  },
  {
    id: "cast",
    label: "`cast codesize`, 8 processes at a time",
    load: () => import("./cast.ts"),
    isOurs: false,
    mostAddresses: 100,
  },
];

/** The project's main job, measured like a list of no addresses. */
export const REGISTRY: Method = {
  id: "registry",
  label: "devnet's registry verified, status included",
  load: () => import("./registry.ts"),
  isOurs: true,
};
