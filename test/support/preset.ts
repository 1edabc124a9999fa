import type { AlphaNetworkName } from "../../src/networks/definitions.ts";

import publicNetworks from "./public-networks.json" with { type: "json" };

/** A network's published values: addresses, endpoints, names. */
export interface PublishedNetwork {
  readonly displayName: string;
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  readonly tokens: readonly {
    readonly name: string;
    readonly address: string | null;
    readonly kind: string;
  }[];
  readonly registry: Readonly<Record<string, string | readonly string[]>>;
  readonly portal: Readonly<Record<string, string | number | boolean>>;
  /** The backend's URLs, where the portal config has those of another version. */
  readonly backendV4?: Readonly<Record<string, string>>;
}

/** What is published of each network, written down apart from the plugin's data. */
export const PRESET: Readonly<Record<AlphaNetworkName, PublishedNetwork>> =
  publicNetworks.networks;
