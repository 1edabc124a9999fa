import { PLUGIN_ID } from "../base/errors.ts";
import type { AlphaConfig } from "../config/types.ts";

/** Prints the warnings about the files of `alpha.sources`. */
export function warnOfSources(
  { sourceWarnings }: AlphaConfig,
  warn: (message: string) => void,
): void {
  for (const warning of sourceWarnings) {
    warn(`${PLUGIN_ID}: ${warning}.`);
  }
}

/** Warns about networks that were not added, because their name is taken. */
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
