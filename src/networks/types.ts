import type { Address } from "../base/address.ts";
import type { PortalFieldDefinition } from "./definition.ts";
import type { AlphaNetworkName, Definitions } from "./definitions.ts";
import type { OwnAlphaContracts } from "./own-networks.ts";

/** A network's registry keys, spelled as in the reference. */
export type RegistryKey<N extends AlphaNetworkName = AlphaNetworkName> =
  N extends AlphaNetworkName ? keyof Definitions[N]["registry"] : never;

/** The registry keys of a network that hold a list of addresses. */
export type RegistryListKey<N extends AlphaNetworkName = AlphaNetworkName> =
  N extends AlphaNetworkName
    ? {
        [K in keyof Definitions[N]["registry"]]: Definitions[N]["registry"][K] extends {
          length: number;
        }
          ? K
          : never;
      }[keyof Definitions[N]["registry"]]
    : never;

/** The registry keys of a network that hold one address. */
export type RegistrySingleKey<N extends AlphaNetworkName> = Exclude<
  RegistryKey<N>,
  RegistryListKey<N>
>;

/** The keys that all networks have. */
type InEachNetwork<Keys extends Record<AlphaNetworkName, unknown>> = {
  [N in AlphaNetworkName]: (key: Keys[N]) => void;
}[AlphaNetworkName] extends (key: infer K) => void
  ? K
  : never;

/**
 * The registry keys that hold one address on every network. Overloads on them are
 * the same in each member of the union of networks, so that they can be called
 * before it is narrowed.
 */
export type SharedRegistryKey = InEachNetwork<{
  [N in AlphaNetworkName]: RegistrySingleKey<N>;
}>;

/** The registry keys that hold a list of addresses on every network. */
export type SharedRegistryListKey = InEachNetwork<{
  [N in AlphaNetworkName]: RegistryListKey<N>;
}>;

/** The templates of a network: one or more, by default as many as in the reference. */
export type TemplateList = readonly [Address, ...Address[]];

/**
 * A network's contract registry: exactly its keys. The positions in a list begin with 0,
 * and the factory's template indexes with 1: `ERC20Template[0]` is the template with
 * index 1 on chain.
 */
export type Registry<N extends AlphaNetworkName> = {
  readonly [K in keyof Definitions[N]["registry"]]: Definitions[N]["registry"][K] extends {
    length: number;
  }
    ? TemplateList
    : Address;
};

interface PortalValues {
  integer: number;
  number: number;
  boolean: boolean;
  string: string;
  url: string;
  address: Address;
}

/** A network's portal config: exactly the reference's fields. */
export type PortalConfig<N extends AlphaNetworkName> = {
  readonly [K in keyof Definitions[N]["portal"]]: Definitions[N]["portal"][K] extends PortalFieldDefinition
    ? PortalValues[Definitions[N]["portal"][K]["type"]]
    : never;
};

/** A network's portal fields, spelled as in the reference. */
export type PortalField<N extends AlphaNetworkName = AlphaNetworkName> =
  N extends AlphaNetworkName ? keyof Definitions[N]["portal"] : never;

/** `true` if a network's backend is of another version than its portal config. */
export type HasBackend<N extends AlphaNetworkName> = Definitions[N] extends {
  backend: object;
}
  ? true
  : false;

/** The addresses of the own contracts that the project declares. */
type OwnAddresses = { readonly [K in keyof OwnAlphaContracts]: Address };

/** The registry by role, which is the same on every network, and the own contracts. */
export interface ContractsByRole extends OwnAddresses {
  readonly token: Address;
  readonly communityFeeCollector: Address;
  readonly router: Address;
  readonly fixedPrice: Address;
  readonly dispenser: Address;
  readonly erc721Factory: Address;
  /** At position 0 is the template with index 1 on chain. */
  readonly erc20Templates: TemplateList;
  /** At position 0 is the template with index 1 on chain. */
  readonly erc721Templates: TemplateList;
}

/** An ERC-20 payment token. */
export interface PaymentToken {
  readonly name: string;
  readonly address: Address;
  readonly role: string;
  /** On live networks, reading it throws unless it is configured: see `readToken`. */
  readonly symbol: string;
  /** On live networks, reading it throws unless it is configured: see `readToken`. */
  readonly decimals: number;
}

/** A network's payment tokens by kind. */
export interface PaymentTokens {
  readonly euro: PaymentToken;
  readonly alpha: PaymentToken;
}

/** The native token that pays transaction fees. It has no contract. */
export interface FeeToken {
  readonly name: string;
  readonly symbol: string;
  /** The number that wallets accept: 18. */
  readonly decimals: number;
  readonly role: "Network Fee Token";
}
