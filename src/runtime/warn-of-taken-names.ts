import type { AlphaConfig } from "../config/types.ts";

/** Says which of our networks could not be added, and what to do about it. */
export function warnOfTakenNames(
  alpha: AlphaConfig,
  warn: (message: string) => void,
): void {
  for (const network of Object.values(alpha.networks)) {
    const { hardhatNetwork } = network;
    if (hardhatNetwork.name === null) {
      warn(
        `hardhat-alpha-networks: ${network.name} was not added: ${hardhatNetwork.reason}.`,
      );
    }
  }
}
