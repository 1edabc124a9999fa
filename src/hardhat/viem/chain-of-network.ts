import type { Chain } from "viem";
import { freezeData } from "../../base/records.ts";
import { collectSecrets } from "../../base/secrets.ts";
import type { LayeredUrl } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";

/** Shown where nobody gives the fee token: viem's own fallback is "ETH". */
const UNKNOWN_FEE_TOKEN = {
  name: "Network Fee Token",
  symbol: "fee token",
  decimals: 18,
};

/**
 * A network as a viem chain, of its values in the config. It has no contracts:
 * none is known to stand there that viem would use. URLs are the portal's public
 * ones; one that may be secret, or that only a variable tells, is left out.
 *
 * @param chainId The connection's own, where it has one.
 */
export function chainOfNetwork(
  { name, values, feeToken, services }: ResolvedAlphaNetwork,
  chainId: number = values.chainId,
): Chain {
  const displayName = values.displayName ?? name;
  const { role: _, ...nativeCurrency } = feeToken ?? {
    ...UNKNOWN_FEE_TOKEN,
    role: undefined,
  };
  const nodeUri = publicUrl(services["nodeUri"]);
  // Explorers' pages are made by appending "/tx/…" and the like.
  const explorerUri = publicUrl(services["explorerUri"])?.replace(/\/+$/, "");
  return freezeData<Chain>({
    id: chainId,
    name: displayName,
    nativeCurrency,
    rpcUrls: { default: { http: nodeUri === undefined ? [] : [nodeUri] } },
    ...(explorerUri === undefined
      ? {}
      : {
          blockExplorers: {
            default: { name: `${displayName} Explorer`, url: explorerUri },
          },
        }),
    testnet: true,
  });
}

/** A URL that is known without asking a keystore, and carries no secret. */
function publicUrl(url: LayeredUrl | undefined): string | undefined {
  const known = url?.known(false);
  return known?.kind === "literal" &&
    collectSecrets({ url: known.value }).size === 0
    ? known.value
    : undefined;
}
