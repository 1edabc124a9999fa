import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { RegistryKey, RegistryListKey } from "../networks/types.ts";

/** One of `alpha.sources`: a file that the user already has. */
export type AlphaSourceUserConfig =
  | AddressJsonSource
  | IgnitionSource
  | PortalSource;

/** A portal's configuration: `chains.config.js`, `.cjs`, `.mjs` or `.json`. */
export interface PortalSource {
  type: "portal";
  /** Relative to the project's root. */
  file: string;
  /** The network it is read for; by default all whose entries it has. */
  network?: AlphaNetworkName | undefined;
  /** The `network` or `name` of the entry, where that is not clear. */
  entry?: string | undefined;
  /** Whether the file may be missing. */
  optional?: boolean | undefined;
}

/** An address book in the shape of `@oceanprotocol/contracts`. */
export interface AddressJsonSource {
  type: "address-json";
  /** Relative to the project's root. */
  file: string;
  /** The network it is read for; by default all whose entries it has. */
  network?: AlphaNetworkName | undefined;
  /** The key of the entry, such as `pontus-x-devnet`. */
  entry?: string | undefined;
  /** Whether the file may be missing. */
  optional?: boolean | undefined;
}

/** What Ignition has deployed: `deployed_addresses.json`. */
export type IgnitionSource = {
  [N in AlphaNetworkName]: {
    type: "ignition";
    /** Relative to the project's root. */
    file: string;
    network: N;
    /**
     * The registry key that each future is: `"Market#Router": "Router"`; in
     * lists with the place, from 0: `"Market#Template": "ERC20Template[0]"`.
     */
    keys: Record<string, RegistryTarget<N>>;
    /** Whether the file, or a future in it, may be missing: not deployed yet. */
    optional?: boolean | undefined;
  };
}[AlphaNetworkName];

/** A registry key, with its place in the list where the key holds one. */
type RegistryTarget<N extends AlphaNetworkName> =
  | Exclude<RegistryKey<N>, RegistryListKey<N>>
  | `${RegistryListKey<N>}[${number}]`;
