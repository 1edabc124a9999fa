import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { isLocalHost } from "./is-local-host.ts";

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
