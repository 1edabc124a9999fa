import type { AlphaNetworkName } from "../networks/definitions.ts";

/** What to say when a value is needed that nobody gives. */
export function unsetMessage(network: AlphaNetworkName, path: string): string {
  return `${path} of ${network} is unset: no source gives it. Set alpha.networks.${network}.${path} in the Hardhat config.`;
}
