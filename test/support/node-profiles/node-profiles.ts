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

/** A row of the table in `docs/performance.md` for each family. */
export function profileRows(): readonly string[] {
  const families = Map.groupBy(NODE_PROFILES, ({ family }) => family);
  return [...families].map(([family, profiles]) => {
    const named = (isUnknown: (one: NodeProfile) => boolean) =>
      profiles.filter((one) => !isUnknown(one)).length;
    const cells = [
      family,
      profiles.length,
      named(({ unknowable }) =>
        Object.keys(unknowable ?? {}).some((task) => task !== "status"),
      ),
      named(({ unknowable }) => unknowable?.status !== undefined),
      named(({ unprovable }) => unprovable !== undefined),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}
