import type { AlphaConfig } from "../config/types.ts";
import { PLUGIN_ID } from "../constants.ts";

/** Says which of our networks could not be added, and what to do about it. */
export function warnOfTakenNames(
  alpha: AlphaConfig,
  warn: (message: string) => void,
): void {
  for (const network of Object.values(alpha.networks)) {
    const claims = [
      [network.name, network.hardhatNetwork],
      [`the sandbox of ${network.name}`, network.sandboxNetwork],
      [`the fork of ${network.name}`, network.forkNetwork],
    ] as const;
    for (const [subject, claim] of claims) {
      if (claim.name === null && claim.isTaken) {
        warn(`${PLUGIN_ID}: ${subject} was not added: ${claim.reason}.`);
      }
    }
  }
}
