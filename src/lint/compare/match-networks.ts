import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { LintEntry, LintKnowledge } from "../types.ts";

/** Which networks a file is compared with. */
export interface WantedNetworks {
  readonly names: readonly AlphaNetworkName[];
  /** Whether the user named them: a name makes up for an entry's own. */
  readonly isExplicit: boolean;
}

/**
 * The entries that are the wanted networks'. Where the user names a network, its
 * chain id is enough if only one entry has it, whoever else has that id.
 */
export function matchNetworks(
  entries: readonly LintEntry[],
  { names, isExplicit }: WantedNetworks,
  { networks }: LintKnowledge,
): ReadonlyMap<AlphaNetworkName, readonly LintEntry[]> {
  return new Map(
    names.map((name) => {
      const own = entries.filter(
        ({ network }) => network?.network.name === name,
      );
      const known = networks.find(({ network }) => network.name === name);
      const alike = entries.filter(
        ({ network, chainId }) =>
          network === undefined &&
          chainId !== undefined &&
          chainId === known?.network.values.chainId,
      );
      const isClear = own.length === 0 && isExplicit && alike.length === 1;
      return [
        name,
        isClear ? alike.map((entry) => ({ ...entry, network: known })) : own,
      ];
    }),
  );
}
