import { isAddress } from "../config/checksum.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";

/** What an address is, by the resolved configuration. */
export interface KnownAddress {
  readonly network: AlphaNetworkName;
  /** `registry.ERC20Template[1]`, `tokens.euro`, `portal.BFactory` */
  readonly path: string;
}

/** What the addresses of all networks are, whatever their case. */
export interface AddressIndex {
  of(address: string): readonly KnownAddress[];
}

/** Indexes the registries, payment tokens and portal addresses of the networks. */
export function indexAddresses(
  networks: readonly ResolvedAlphaNetwork[],
): AddressIndex {
  const known = new Map<string, KnownAddress[]>();

  function add(
    network: AlphaNetworkName,
    path: string,
    address: unknown,
  ): void {
    if (isAddress(address)) {
      const key = address.toLowerCase();
      known.set(key, [...(known.get(key) ?? []), { network, path }]);
    }
  }

  for (const { name, registry, tokens, portal } of networks) {
    for (const [key, value] of Object.entries(registry)) {
      if (typeof value === "string") {
        add(name, `registry.${key}`, value);
      }
      for (const [index, item] of (typeof value === "object"
        ? value
        : []
      ).entries()) {
        add(name, `registry.${key}[${index}]`, item);
      }
    }
    add(name, "tokens.euro", tokens.euro.address);
    add(name, "tokens.alpha", tokens.alpha.address);
    for (const [field, value] of Object.entries(portal)) {
      add(name, `portal.${field}`, value);
    }
  }
  return { of: (address) => known.get(address.toLowerCase()) ?? [] };
}
