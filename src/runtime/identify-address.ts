import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import type { AddressUse } from "./types.ts";

/** Everything that an address is on a network, whatever its spelling. */
export function identifyAddress(
  network: ResolvedAlphaNetwork,
  definition: NetworkDefinition,
  address: string,
): readonly AddressUse[] {
  // Untyped callers may pass anything: what is no text is no address.
  const wanted =
    typeof address === "string" ? address.toLowerCase() : undefined;
  const is = (value: unknown) =>
    typeof value === "string" && value.toLowerCase() === wanted;

  const registry = Object.entries(definition.registry).flatMap(
    ([key, { role }]): AddressUse[] => {
      const value = network.registry[key];
      if (typeof value === "string" || value === undefined) {
        return is(value) ? [{ kind: "registry", key, role }] : [];
      }
      return value.flatMap((item, index): AddressUse[] =>
        is(item) ? [{ kind: "registry", key, index, role }] : [],
      );
    },
  );
  const tokens = Object.entries(network.tokens).flatMap(
    ([key, token]): AddressUse[] =>
      is(token.address) ? [{ kind: "token", key }] : [],
  );
  const portal = Object.entries(definition.portal).flatMap(
    ([key, rule]): AddressUse[] =>
      rule.type === "address" && is(network.portal[key])
        ? [{ kind: "portal", key }]
        : [],
  );
  return Object.freeze(
    [...registry, ...tokens, ...portal].map((use) => Object.freeze(use)),
  );
}
