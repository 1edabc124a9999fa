import type { AlphaNetworkName } from "./definitions.ts";

import publicNetworks from "./preset/public-networks.json" with {
  type: "json",
};

/** A network's published values: addresses, endpoints, names. */
export interface NetworkPreset {
  readonly displayName: string;
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  readonly tokens: readonly PresetToken[];
  readonly registry: Readonly<Record<string, string | readonly string[]>>;
  readonly portal: Readonly<Record<string, string | number | boolean>>;
  /** The backend's URLs, where the portal config has those of another version. */
  readonly backendV4?: Readonly<Record<string, string>>;
}

interface PresetToken {
  readonly name: string;
  readonly address: string | null;
  readonly role: string;
  readonly kind: string;
}

/**
 * The built-in preset: the public values of each network, with their sources
 * in `preset/public-networks.json`.
 */
export const PRESET: Readonly<Record<AlphaNetworkName, NetworkPreset>> =
  publicNetworks.networks;
