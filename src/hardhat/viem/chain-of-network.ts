import type { Chain } from "viem";
import { freezeData, given } from "../../base/records.ts";
import { looksSecret } from "../../base/secrets.ts";
import { type RegistryEntry, registryEntries } from "../../config/contracts.ts";
import type { LayeredUrl } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { chainContracts } from "../../networks/published-addresses.ts";

/** Used if the fee token is not set: viem would default to "ETH". */
const UNKNOWN_FEE_TOKEN = {
  name: "Network Fee Token",
  symbol: "fee token",
  decimals: 18,
};

/**
 * Creates the viem chain of a network from its configuration. Its contracts are those of
 * the registry by role, and the euro token, as far as they are set. None of those that
 * viem uses is known to be deployed. URLs are the portal's public ones; those that may
 * contain a secret, or that only a configuration variable sets, are omitted.
 *
 * @param chainId The chain id of the connection, if it has its own.
 */
export function chainOfNetwork(
  network: ResolvedAlphaNetwork,
  chainId: number = network.values.chainId,
): Chain {
  const { values, services, tokens } = network;
  const { displayName = network.name } = values;
  const { name, symbol, decimals } = network.feeToken ?? UNKNOWN_FEE_TOKEN;
  const nodeUri = publicUrl(services["nodeUri"]);
  // viem appends paths such as "/tx/…".
  const explorerUri = publicUrl(services["explorerUri"])?.replace(/\/+$/, "");
  const explorer = explorerUri !== undefined && {
    default: { name: `${displayName} Explorer`, url: explorerUri },
  };
  const contracts: Record<string, NonNullable<RegistryEntry["value"]>> = {};
  for (const { role, value } of registryEntries(network)) {
    if (value !== undefined) {
      contracts[role] = value;
    }
  }
  return freezeData<Chain>({
    id: chainId,
    name: displayName,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: given(nodeUri) } },
    ...(explorer && { blockExplorers: explorer }),
    testnet: true,
    contracts: chainContracts({
      contracts,
      tokens: { euro: tokens.euro.address },
    }),
  });
}

/** A URL that is known without reading a keystore, and contains no secret. */
function publicUrl(url: LayeredUrl | undefined): string | undefined {
  const known = url?.known(false);
  if (known?.kind === "literal" && !looksSecret(known.value)) {
    return known.value;
  }
  return undefined;
}
