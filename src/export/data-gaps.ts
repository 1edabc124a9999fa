import { unsetMessage } from "../config/unset-message.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { NetworkData } from "./network-data.ts";

/** What nobody gives of a network's addresses, each with how to set it. */
export function dataGaps(
  network: AlphaNetworkName,
  { registry, tokens }: NetworkData,
): string[] {
  return [
    ...Object.entries(registry)
      .filter(([, value]) => value === null)
      .map(([key]) => `registry.${key}`),
    ...Object.entries(tokens).flatMap(([kind, token]) =>
      Object.entries(token)
        .filter(([, value]) => value === null)
        .map(([key]) => `tokens.${kind}.${key}`),
    ),
  ].map((path) => unsetMessage(network, path));
}
