import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { RegistryKey, RegistryListKey } from "../../networks/types.ts";

/**
 * An entry of a file: its name, its position in the file from 1, or its name together
 * with its chain id.
 */
export type SourceEntry =
  | string
  | number
  | { readonly name: string; readonly chainId: number };

/** A file of `alpha.sources`. */
interface FileSource {
  /** Relative to the project's root. */
  file: string;
  /** Allows the file to be missing, or a future in that of a deployment. */
  optional?: boolean | undefined;
}

/**
 * A portal's configuration: `chains.config.js`, `.cjs`, `.mjs` or `.json`; or an address
 * book in the shape of `@oceanprotocol/contracts`.
 */
export interface EntriesSource extends FileSource {
  type: "portal" | "address-json";
  /** The networks to read it for. Default: all with an entry in it. */
  network?: AlphaNetworkName | readonly AlphaNetworkName[] | undefined;
  /** The name of the entry in the file, or its position, if it is ambiguous. */
  entry?: SourceEntry | undefined;
}

/** A deployment of Ignition: `deployed_addresses.json`, or its folder. */
export type IgnitionSource = {
  [N in AlphaNetworkName]: (
    | (FileSource & {
        /**
         * The registry key of each future: `"Market#Router": "Router"`; for lists with
         * the index, from 0: `"Market#Template": "ERC20Template[0]"`.
         */
        keys: Record<string, RegistryTarget<N>>;
      })
    | (Omit<FileSource, "file"> & {
        /**
         * The folder of a deployment. All its contracts are own contracts, with the
         * artifacts in it, but those in `keys`.
         */
        deployment: string;
        keys?: Record<string, RegistryTarget<N>> | undefined;
      })
  ) & { type: "ignition"; network: N };
}[AlphaNetworkName];

/** A deployment of hardhat-deploy or Foundry. All its contracts are own contracts. */
export type DeploymentSource = {
  [N in AlphaNetworkName]: (
    | {
        type: "hardhat-deploy";
        /** The folder of a network: of rocketh, or of hardhat-deploy 1. */
        deployments: string;
      }
    | {
        type: "foundry";
        /** `broadcast/Deploy.s.sol/32456/run-latest.json` */
        broadcast: string;
        /** The folder with Foundry's artifacts. */
        out: string;
      }
  ) & {
    /** Default: the network with the deployment's chain id. */
    network?: N | undefined;
    /** The registry keys of contracts that are not own contracts, by their names. */
    keys?: Record<string, RegistryTarget<N>> | undefined;
    /** Allows that there is no deployment yet. */
    optional?: boolean | undefined;
  };
}[AlphaNetworkName];

/** A registry key, with an index if it has a list. */
type RegistryTarget<N extends AlphaNetworkName> =
  | Exclude<RegistryKey<N>, RegistryListKey<N>>
  | `${RegistryListKey<N>}[${number}]`;
