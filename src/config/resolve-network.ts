import type { Address } from "../base/address.ts";
import { isHex } from "../base/hex.ts";
import { freezeData, withoutUndefined } from "../base/records.ts";
import { DEFAULT_HARDFORK } from "../networks/hardforks.ts";
import {
  type RegistryAddresses,
  resolveContracts,
  resolveOwnContracts,
} from "./contracts.ts";
import type { Variables } from "./layered-url.ts";
import { type LayeredNetwork, pick, pickOr } from "./layers.ts";
import { chainsWithSameId } from "./network-values.ts";
import { resolveOtherPortal, resolvePortal } from "./portal-values.ts";
import { resolveUrls } from "./resolve-urls.ts";
import {
  fixedOrigin,
  resolveFeeToken,
  resolveTokens,
  resolveValues,
} from "./resolve-values.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";
import type { NetworkInput } from "./user-config.ts";

/** The default maximum age of the latest block, in seconds. */
const MAX_BLOCK_AGE = 600;

/**
 * Resolves one network's values and their origins: from the user's config, else from
 * the user's files, else from the preset, else from the reference.
 *
 * @param user the network in the user's config
 */
export function resolveNetwork(
  network: LayeredNetwork,
  user: NetworkInput,
  variables: Variables,
): Omit<
  ResolvedAlphaNetwork,
  "hardhatNetwork" | "sandboxNetwork" | "forkNetwork"
> {
  const { name, definition, origins } = network;
  const { genesisHash, expect = {} } = user;
  const values = resolveValues(network);
  const registry = resolveRegistry(network);
  const portal = resolvePortal(network, { values, registry });
  const tokens = resolveTokens(network, registry, portal);
  const isIdShared = chainsWithSameId({ definition, values }).length > 0;
  return {
    name,
    definition,
    values: freezeData(values),
    role: pickOr(network, "role", definition.role, fixedOrigin(network)),
    versions: freezeData({
      ...definition.versions,
      ...withoutUndefined(user.versions ?? {}),
    }),
    feeToken: freezeData(resolveFeeToken(network)),
    tokens: freezeData(tokens),
    contracts: freezeData([
      ...resolveContracts({ ...network, registry, tokens, portal }),
      ...resolveOwnContracts(network),
    ]),
    portal: freezeData(portal),
    otherPortal: freezeData(resolveOtherPortal(network, { values, registry })),
    ...resolveUrls(network, variables),
    genesisHash: isHex(genesisHash) ? genesisHash : undefined,
    expect: freezeData(expect),
    guard: pickOr(network, "guard", isIdShared),
    hardfork: pickOr(network, "hardfork", DEFAULT_HARDFORK),
    maxBlockAge: pickOr(network, "maxBlockAge", MAX_BLOCK_AGE),
    transactionPollingTimeoutUnit: pickOr(
      network,
      "transactionPollingTimeoutUnit",
      definition.transactionPollingTimeoutUnit,
    ),
    origins,
  };
}

/** A network's registry: exactly the definition's keys, unset ones included. */
function resolveRegistry(network: LayeredNetwork): RegistryAddresses {
  const registry: Record<string, Address | readonly Address[] | undefined> = {};
  for (const key of Object.keys(network.definition.registry)) {
    registry[key] = pick(network, `registry.${key}`);
  }
  return registry;
}
