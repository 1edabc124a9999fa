import { alphaError } from "../../../src/base/errors.ts";
import { enabledNetwork } from "../../../src/config/configured-networks.ts";
import { contractOfRole } from "../../../src/config/contracts.ts";
import { OCEAN_NODE_FIELD } from "../../../src/config/network-values.ts";
import type { AlphaConfig } from "../../../src/config/types.ts";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../../src/connect/portal-configs.ts";

/**
 * The variables that Ocean Market reads, by the portal field. It has the Ocean Node as its
 * metadata cache and as its provider.
 *
 * @see https://github.com/oceanprotocol/market/blob/fae6430/src/@utils/ocean/index.ts
 * @see https://github.com/oceanprotocol/market/blob/fae6430/app.config.cjs
 */
export const MARKET_VARIABLES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ["nodeUri", ["NEXT_PUBLIC_NODE_URI"]],
    [OCEAN_NODE_FIELD, ["NEXT_PUBLIC_NODE_URL", "NEXT_PUBLIC_PROVIDER_URL"]],
    ["alphaTokenAddress", ["NEXT_PUBLIC_OCEAN_TOKEN_ADDRESS"]],
    ["alphaTokenSymbol", ["NEXT_PUBLIC_OCEAN_TOKEN_SYMBOL"]],
    ["nftFactoryAddress", ["NEXT_PUBLIC_NFT_FACTORY_ADDRESS"]],
    ["routerFactoryAddress", ["NEXT_PUBLIC_ROUTER_FACTORY_ADDRESS"]],
    ["fixedRateExchangeAddress", ["NEXT_PUBLIC_FIXED_RATE_EXCHANGE_ADDRESS"]],
    ["dispenserAddress", ["NEXT_PUBLIC_DISPENSER_ADDRESS"]],
  ],
);

/**
 * The fields of a portal config that Ocean Market reads, and the registry's router, which
 * portal configs do not have.
 *
 * @throws HardhatPluginError if the portal config has the contracts of another version.
 */
export function marketFields(
  { network: name, versions, fields }: ShownPortalConfig,
  alpha: AlphaConfig,
): readonly ShownPortalField[] {
  if (!fields.some(({ field }) => field === "nftFactoryAddress")) {
    throw alphaError(
      `The portal config of ${name} is of version ${versions.portal}, and Ocean Market needs the contracts of v4. Set alpha.networks.${name}.versions.portal: "v4" in the Hardhat config.`,
    );
  }
  const network = enabledNetwork(alpha, name);
  const router = network && contractOfRole(network, "router")?.address;
  const all = [...fields, fieldWith("routerFactoryAddress", router ?? null)];
  return [...MARKET_VARIABLES.keys()].map(
    (name) => all.find(({ field }) => field === name) ?? fieldWith(name, null),
  );
}

function fieldWith(field: string, value: string | null): ShownPortalField {
  return { field, value, isHidden: false, origin: { kind: "unset" } };
}
