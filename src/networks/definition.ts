/** What a contract is for, the same on every network. */
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
  /** The number of addresses where the key holds a list. */
  readonly length?: number;
}

/** Values that a network has once, and that its portal config repeats. */
export interface NetworkValues {
  readonly chainId: number;
  readonly networkId: number;
  readonly displayName: string;
  readonly isDefault: boolean;
  readonly startBlock: number;
  readonly transactionBlockTimeout: number;
  readonly transactionConfirmationBlocks: number;
  readonly transactionPollingTimeout: number;
  readonly gasFeeMultiplier: number;
}

/** In what a network's `transactionPollingTimeout` counts. */
export type TimeoutUnit = "seconds" | "milliseconds";

/** One field of a network's portal config: its type and where it comes from. */
export type PortalFieldDefinition =
  | {
      readonly type: "integer" | "number" | "boolean" | "string";
      /** The network's own value that this field repeats. */
      readonly from: keyof NetworkValues;
    }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "string" }
  | { readonly type: "url"; readonly variable: string }
  | {
      readonly type: "address";
      readonly of: "contract" | "account";
      /** The registry's contract whose address this field repeats. */
      readonly role?: ContractRole;
    };

/** The URL of one backend component, and its environment variable's last part. */
export interface BackendFieldDefinition {
  readonly type: "url";
  readonly variable: string;
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
  /** The hash of its block 0, by which it is told apart. */
  readonly genesisHash: string;
  /**
   * The symbol of its native currency, in upper case. Wallets tell chains by chain
   * id and symbol: a request with it would change the user's entry of this chain.
   */
  readonly currencySymbol: string;
}

/**
 * One network of the reference: everything that is fixed about it. Addresses,
 * endpoints and names are not part of it: they come from the preset or a user.
 */
export interface NetworkDefinition {
  readonly values: Omit<NetworkValues, "displayName">;
  /** What the reference leaves open, read off the size of the number. */
  readonly transactionPollingTimeoutUnit: TimeoutUnit;
  readonly role: string;
  readonly versions: NetworkVersions;
  /** The registry's keys in the reference's order. */
  readonly registry: Readonly<Record<string, RegistryKeyDefinition>>;
  /** The portal config's fields in the reference's order. */
  readonly portal: Readonly<Record<string, PortalFieldDefinition>>;
  /** The backend's URLs, where the portal config has those of another version. */
  readonly backend?: Readonly<Record<string, BackendFieldDefinition>>;
  readonly chainsWithSameId: readonly ChainWithSameId[];
  /** The symbol of the network fee token, where the reference gives it. */
  readonly feeTokenSymbol?: string;
}

/** The registry key of a role. */
export function registryKeyOf(
  { registry }: Pick<NetworkDefinition, "registry">,
  role: ContractRole,
): string | undefined {
  return Object.entries(registry).find(([, rule]) => rule.role === role)?.[0];
}
