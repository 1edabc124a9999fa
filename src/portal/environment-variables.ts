import { variableName } from "../config/variables.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Dialect } from "./dialects.ts";

/**
 * The variables that portals of the Ocean stack read, by the reference's field
 * (`sanitizeDevelopmentConfig` and `app.config.js` of a portal, its
 * `.env.example`). The collector's is misspelt there, and so here.
 */
const PORTAL_VARIABLES: ReadonlyMap<string, string> = new Map([
  ["metadataCacheUri", "NEXT_PUBLIC_METADATACACHE_URI"],
  ["nodeUri", "NEXT_PUBLIC_RPC_URL"],
  ["providerUri", "NEXT_PUBLIC_PROVIDER_URL"],
  ["subgraphUri", "NEXT_PUBLIC_SUBGRAPH_URI"],
  ["alphaTokenAddress", "NEXT_PUBLIC_OCEAN_TOKEN_ADDRESS"],
  ["fixedRateExchangeAddress", "NEXT_PUBLIC_FIXED_RATE_EXCHANGE_ADDRESS"],
  ["dispenserAddress", "NEXT_PUBLIC_DISPENSER_ADDRESS"],
  ["nftFactoryAddress", "NEXT_PUBLIC_NFT_FACTORY_ADDRESS"],
  ["alphaCommunityFeeCollector", "NEXT_PUBLIC_OPF_COMMUNITY_FEE_COLECTOR"],
]);

/** Between a word and the next one of a field's name, as in `B|Factory`. */
const WORD_START = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/**
 * The environment variable of a portal field: in the dialect `ocean` the one that
 * portals read, which names no network and does not exist for every field; in the
 * dialect `reference` `ALPHA_DEVNET_NODE_URI` and the like, which for URLs are
 * those that this plugin reads itself.
 */
export function environmentVariable(
  dialect: Dialect,
  network: AlphaNetworkName,
  field: string,
): string | undefined {
  return dialect === "ocean"
    ? PORTAL_VARIABLES.get(field)
    : variableName(network, field.replace(WORD_START, "_").toUpperCase());
}
