import type { ResolvedAlphaNetwork } from "../config/types.ts";

const OPTIONAL = new Set([
  "tokens.euro.symbol",
  "tokens.euro.decimals",
  "tokens.alpha.symbol",
  "tokens.alpha.decimals",
]);

/**
 * The paths of a network's values that nobody gives, as far as it is known
 * without reading a variable. What a token's contract tells is not missed.
 */
export function unsetPaths(
  network: ResolvedAlphaNetwork,
  hasKeystore: boolean,
): string[] {
  const values = [...network.origins]
    .filter(([path, { kind }]) => kind === "unset" && !OPTIONAL.has(path))
    .map(([path]) => path);
  const urls = [
    ["url", network.url] as const,
    ...Object.entries(network.services).map(
      ([field, url]) => [`portal.${field}`, url] as const,
    ),
  ];
  const unsetUrls = urls
    .filter(([, url]) => url.known(hasKeystore).kind === "unset")
    .map(([path]) => path);
  return [...values, ...unsetUrls];
}
