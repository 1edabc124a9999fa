import type { AlphaConfig } from "../config/types.ts";
import { ALPHA_NETWORK_NAMES } from "../networks/definitions.ts";
import { knownNames } from "../sources/known-names.ts";
import { indexAddresses } from "./address-index.ts";
import type { LintKnowledge } from "./types.ts";
import { indexUrls } from "./url-index.ts";

/** What a project's resolved configuration knows, to hold files against. */
export function lintKnowledge({ networks }: AlphaConfig): LintKnowledge {
  const on = ALPHA_NETWORK_NAMES.map((name) => networks[name]).filter(
    (network) => network !== undefined,
  );
  return {
    networks: on.map((network) => ({
      network,
      names: knownNames(network.name, network.portal["network"]),
    })),
    addresses: indexAddresses(on),
    urls: indexUrls(on),
  };
}
