import type { Address } from "../base/address.ts";

/** The role of a contract, which is the same on every network. */
export type ContractRole =
  | "token"
  | "communityFeeCollector"
  | "router"
  | "fixedPrice"
  | "dispenser"
  | "erc721Factory"
  | "erc20Templates"
  | "erc721Templates";

/** One key of a network's contract registry. */
export interface RegistryKeyDefinition {
  readonly role: ContractRole;
  /** The number of addresses in the reference, where the key holds a list. */
  readonly length?: number;
}

/** Own values of a network, which its portal config repeats. */
export interface NetworkValues {
  readonly chainId: number;
  readonly networkId: number;
  readonly displayName: string;
  readonly isDefault: boolean;
  /** The first block to read events from. */
  readonly startBlock: number;
  /** In blocks: the maximum to wait for a transaction to be mined. */
  readonly transactionBlockTimeout: number;
  /** In blocks, including the transaction's own: 1 waits until it is mined. */
  readonly transactionConfirmationBlocks: number;
  /** How long to wait for a transaction, in `transactionPollingTimeoutUnit`. */
  readonly transactionPollingTimeout: number;
  /**
   * The factor for the fees of transactions that set none. It does not apply to
   * the gas limit: that is Hardhat's `gasMultiplier`.
   */
  readonly gasFeeMultiplier: number;
}

/** The unit of a network's `transactionPollingTimeout`. */
export type TimeoutUnit = "seconds" | "milliseconds";

export const MILLISECONDS_IN: Readonly<Record<TimeoutUnit, number>> = {
  seconds: 1_000,
  milliseconds: 1,
};

/** Returns whether a value is a {@link TimeoutUnit}. */
export function isTimeoutUnit(value: unknown): value is TimeoutUnit {
  return typeof value === "string" && Object.hasOwn(MILLISECONDS_IN, value);
}

/** One field of a network's portal config: its type and where it comes from. */
export type PortalFieldDefinition =
  | {
      readonly type: "integer" | "number" | "boolean" | "string";
      /** The network's own value that this field repeats. */
      readonly from: keyof NetworkValues;
    }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "string" }
  | {
      readonly type: "url";
      /** The last part of the variable that overrides it: `ALPHA_DEVNET_…`. */
      readonly variable: string;
      /** Set if the reference writes it with a slash at the end. */
      readonly endsWithSlash?: boolean;
    }
  | {
      /**
       * The address of a contract if it has one of the other members, else of an
       * account.
       */
      readonly type: "address";
      /** The registry's contract whose address this field repeats. */
      readonly role?: ContractRole;
      /** The contract of the v3 set that this field names. */
      readonly v3Contract?: string;
    };

/** The URL of one backend component. */
type BackendField = Extract<PortalFieldDefinition, { readonly type: "url" }>;

/** The fields of a portal config, in its order. */
export type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/** A version of a network's portal config that is not the reference's. */
export interface OtherPortalDefinition {
  /** Its label in `versions.portal`. */
  readonly version: string;
  readonly fields: PortalShape;
  /** The unit of a `transactionPollingTimeout` in a file of this version. */
  readonly transactionPollingTimeoutUnit: TimeoutUnit;
}

/** The labels of a network's parts, where the reference gives them. */
export interface NetworkVersions {
  readonly registry?: string;
  readonly portal?: string;
  readonly backend?: string;
}

/** Another chain with a network's chain id. */
export interface ChainWithSameId {
  readonly name: string;
  /** The hash of its block 0, which distinguishes it. */
  readonly genesisHash: string;
  /**
   * The symbol of its native currency, in upper case. Wallets identify chains by chain
   * id and symbol, so a request with this symbol would change the entry of this chain.
   */
  readonly currencySymbol: string;
}

/** The names of a network's contracts and settings, which networks may share. */
export interface NetworkShape {
  readonly versions: NetworkVersions;
  /** The registry's keys in the reference's order. */
  readonly registry: Readonly<Record<string, RegistryKeyDefinition>>;
  /** The portal config's fields in the reference's order. */
  readonly portal: PortalShape;
  /** Another version of the portal config, which portals use as well. */
  readonly otherPortal?: OtherPortalDefinition | undefined;
  /** The backend's URLs, if it has another version than the portal config. */
  readonly backend?: Readonly<Record<string, BackendField>> | undefined;
}

/** Everything that is known about one network. */
export interface NetworkDefinition extends NetworkShape {
  /**
   * Set on a network of the project's own: the network of the reference whose names and
   * rules it has.
   */
  readonly like?: string;
  readonly values: Omit<NetworkValues, "displayName">;
  /** Not in the reference; inferred from the size of the number. */
  readonly transactionPollingTimeoutUnit: TimeoutUnit;
  readonly role: string;
  readonly chainsWithSameId: readonly ChainWithSameId[];
  /** The symbol of the network fee token, where the reference gives it. */
  readonly feeTokenSymbol?: string;
  /**
   * Its names in address books, portals and documents. A name alone does not identify
   * it, since other networks may have the same one.
   */
  readonly names: readonly string[];
  /**
   * Its values in a portal's `networksMetadata.config.js`. Portals show a chain without
   * "Testnet" in its name as a mainnet.
   */
  readonly metadata?: {
    readonly chain: string;
    /** By default its display name. */
    readonly name?: string;
  };
  /** Its entry in the address book of `@oceanprotocol/contracts`. */
  readonly addressBook?: AddressBookDefinition | undefined;
  readonly preset: NetworkPreset;
}

/** A network's entry in an address book. */
export interface AddressBookDefinition {
  readonly key: string;
  /**
   * The key that ocean.js reads, if it does not know the network by the other one: its
   * list of networks is fixed, and does not contain every chain id.
   */
  readonly oceanJsKey?: string;
  /**
   * The start block in the published book, if the portal config's `startBlock` is that
   * of another contract set.
   */
  readonly startBlock?: number;
}

/**
 * A network's public values, each of which a user can override. Those of the
 * portal config that repeat another value are not among them.
 */
export interface NetworkPreset {
  readonly displayName?: string;
  readonly nativeCurrency?: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  readonly tokens?: {
    readonly euro?: PresetToken;
    /** Its address is the registry's. */
    readonly alpha?: PresetToken;
  };
  /** Former payment tokens, which are no longer in use. */
  readonly deprecatedTokens?: readonly PresetToken[];
  readonly registry?: Readonly<Record<string, Address | readonly Address[]>>;
  readonly portal?: Readonly<Record<string, string>>;
  readonly backend?: Readonly<Record<string, string>>;
  /**
   * The values of the other version of the portal config that differ from the
   * network's own, or that only this version has.
   */
  readonly otherPortal?: Readonly<Record<string, string | number>>;
}

interface PresetToken {
  readonly name: string;
  readonly address?: Address;
}

/** The registry key of a role. */
export function registryKeyOf(
  { registry }: Pick<NetworkDefinition, "registry">,
  role: ContractRole,
): string | undefined {
  return Object.entries(registry).find(([, rule]) => rule.role === role)?.[0];
}

/** The published addresses of a role; a list where its key holds one. */
export function publishedAddress(
  { registry, preset }: Pick<NetworkDefinition, "registry" | "preset">,
  role: ContractRole,
): Address | readonly Address[] | undefined {
  return preset.registry?.[registryKeyOf({ registry }, role) ?? ""];
}
