import type {
  ResolvedAlphaNetwork,
  ResolvedContract,
} from "../config/types.ts";
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

  for (const { name, contracts } of networks) {
    for (const contract of contracts) {
      const address = contract.address?.toLowerCase();
      if (address !== undefined) {
        const one = { network: name, path: pathOf(contract) };
        known.set(address, [...(known.get(address) ?? []), one]);
      }
    }
  }
  return { of: (address) => known.get(address.toLowerCase()) ?? [] };
}

function pathOf(contract: ResolvedContract): string {
  switch (contract.kind) {
    case "token":
      return `tokens.${contract.key}`;
    case "portal":
      return `portal.${contract.key}`;
    case "registry":
      return `registry.${contract.key}${contract.index === undefined ? "" : `[${contract.index}]`}`;
  }
}

/** What a URL is, by any layer of the configuration. */
export interface KnownUrl {
  readonly network: AlphaNetworkName;
  /** `nodeUri` */
  readonly field: string;
}

/** What the portal URLs of all networks are, with or without a slash at the end. */
export interface UrlIndex {
  of(url: string): readonly KnownUrl[];
}

/** Indexes what is known of the networks' URLs without asking a keystore. */
export function indexUrls(networks: readonly ResolvedAlphaNetwork[]): UrlIndex {
  const known = new Map<string, KnownUrl[]>();
  for (const { name, services, backend } of networks) {
    for (const [field, { layers }] of [
      ...Object.entries(services),
      ...Object.entries(backend),
    ]) {
      for (const { value } of layers) {
        const key = typeof value === "string" ? keyOf(value) : undefined;
        if (key !== undefined) {
          known.set(key, [...(known.get(key) ?? []), { network: name, field }]);
        }
      }
    }
  }
  return { of: (url) => known.get(keyOf(url) ?? "") ?? [] };
}

function keyOf(text: string): string | undefined {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  // What runs on this machine tells no network.
  return url === null || isLocalHost(url)
    ? undefined
    : `${url.origin}${url.pathname.replace(/\/+$/, "")}${url.search}`;
}

const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether a URL's host is this machine, whichever that is. */
export function isLocalHost({ hostname }: URL): boolean {
  return LOCAL_HOST.test(hostname);
}
