import type { AlphaConfig } from "../config/types.ts";
import { PLUGIN_ID } from "../constants.ts";

/** Says what is odd about the files of `alpha.sources`. */
export function warnOfSources(
  { sourceWarnings }: AlphaConfig,
  warn: (message: string) => void,
): void {
  for (const warning of sourceWarnings) {
    warn(`${PLUGIN_ID}: ${warning}.`);
  }
}
