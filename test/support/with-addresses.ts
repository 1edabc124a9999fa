import {
  type RegistryAddresses,
  registryEntries,
  resolveContracts,
} from "../../src/config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";

/** A network's registry by key. */
export function registryOf(network: ResolvedAlphaNetwork): RegistryAddresses {
  return Object.fromEntries(
    registryEntries(network).map(({ key, value }) => [key, value]),
  );
}

/** The network with other addresses in its registry, and other payment tokens. */
export function withAddresses(
  network: ResolvedAlphaNetwork,
  registry: RegistryAddresses,
  tokens: Partial<ResolvedAlphaNetwork["tokens"]> = {},
): ResolvedAlphaNetwork {
  const changed = { ...network, tokens: { ...network.tokens, ...tokens } };
  return {
    ...changed,
    contracts: resolveContracts({
      ...changed,
      registry: { ...registryOf(network), ...registry },
    }),
  };
}
