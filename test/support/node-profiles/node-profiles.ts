import { CLIENTS } from "./clients.ts";
import { LAGGING_POOLS } from "./lagging-pools.ts";
import { OCCASIONAL_ERRORS, RATE_LIMITS } from "./limits.ts";
import type { NodeProfile } from "./profile.ts";

/** Ordinary nodes and gateways, each named after the product that it imitates. */
export const NODE_PROFILES: readonly NodeProfile[] = [
  ...CLIENTS,
  ...LAGGING_POOLS,
  ...RATE_LIMITS,
  ...OCCASIONAL_ERRORS,
];
