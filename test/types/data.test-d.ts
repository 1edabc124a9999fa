import type {
  AddressLookup,
  AddressUse,
  AlphaConfig,
  AlphaConnection,
  AlphaNetwork,
  AlphaNetworkUserConfig,
  AlphaSandboxConfig,
  AlphaSandboxUserConfig,
  AlphaSourceUserConfig,
  AlphaUserConfig,
  BackendUserConfig,
  ContractParameters,
  ContractRole,
  ContractsByRole,
  FeeToken,
  NetworkValues,
  NetworkVersions,
  OpenContract,
  OwnAlphaContracts,
  OwnAlphaNetworks,
  OwnAlphaNetworkUserConfig,
  PaymentToken,
  PaymentTokens,
  ReferenceNetworkName,
  ResolvedAlphaNetwork,
  SourceOrigin,
  TemplateList,
  TokenBalance,
  TokenBalances,
  TokenUserConfig,
  ValueOrigin,
} from "../../src/types.ts";
import { assertType, type Same } from "./assert-type.ts";

type Third = AlphaNetwork<"third">;

// Roles: each has an address, or as many as the list has.
assertType<Same<keyof ContractsByRole, ContractRole>>();
assertType<Same<ContractsByRole["erc20Templates"], TemplateList>>();
assertType<Same<ContractsByRole["erc721Templates"], TemplateList>>();
assertType<Same<AddressUse["role"], ContractRole | undefined>>();
assertType<Same<AddressUse["kind"], "registry" | "token" | "portal" | "own">>();

// Tokens: two with a contract, whose values are there or throw, and one without.
assertType<Same<keyof PaymentTokens, "euro" | "alpha">>();
assertType<Same<PaymentTokens["euro"], PaymentToken>>();
assertType<Same<PaymentToken["decimals"], number>>();
assertType<Same<FeeToken["role"], "Network Fee Token">>();
assertType<Same<keyof FeeToken, "name" | "symbol" | "decimals" | "role">>();

// A network has its values under the reference's names, as numbers.
assertType<
  Same<
    Pick<Third, Exclude<keyof NetworkValues, "displayName">>,
    Pick<NetworkValues, Exclude<keyof NetworkValues, "displayName">>
  >
>();
assertType<Same<Third["versions"], NetworkVersions>>();
assertType<Same<Parameters<Third["address"]>, AddressLookup<"third">>>();
type Devnet = Extract<AlphaConnection, { readonly name: "devnet" }>;
assertType<Same<Devnet["contract"], OpenContract<"devnet">>>();
assertType<Same<keyof ContractParameters, "address" | "client">>();

// The user's config: what each key takes is named.
type Networks = NonNullable<AlphaUserConfig["networks"]>;
assertType<Same<keyof Networks, "devnet" | "testnet" | "third">>();
assertType<
  Same<Networks["third"], false | AlphaNetworkUserConfig<"third"> | undefined>
>();
assertType<
  Same<AlphaUserConfig["sandbox"], false | AlphaSandboxUserConfig | undefined>
>();
assertType<
  Same<
    NonNullable<AlphaSandboxUserConfig["balances"]>["euro"],
    TokenBalances | undefined
  >
>();
assertType<
  Same<
    NonNullable<AlphaNetworkUserConfig<"devnet">["tokens"]>["euro"],
    TokenUserConfig | undefined
  >
>();
assertType<
  Same<
    AlphaNetworkUserConfig<"third">["backend"],
    BackendUserConfig | undefined
  >
>();
assertType<Same<AlphaNetworkUserConfig<"devnet">["backend"], undefined>>();

// Networks of the project's own: none, until it declares them.
assertType<Same<ReferenceNetworkName, keyof Networks>>();
assertType<Same<keyof OwnAlphaNetworks, never>>();
assertType<Same<keyof OwnAlphaContracts, never>>();
assertType<
  Same<
    keyof OwnAlphaNetworkUserConfig<never>,
    keyof AlphaNetworkUserConfig<never> | "like" | "book"
  >
>();

// Sources: by type, each with its own fields.
assertType<
  Same<AlphaSourceUserConfig["type"], "portal" | "address-json" | "ignition">
>();
const sources: AlphaSourceUserConfig[] = [
  { type: "portal", file: "chains.config.js" },
  { type: "portal", file: "chains.config.js", network: "third", entry: "genx" },
  { type: "address-json", file: "address.json", optional: true },
  // @ts-expect-error a type that is none
  { type: "yaml", file: "chains.yml" },
  // @ts-expect-error a file is required
  { type: "portal" },
  // @ts-expect-error a network that is none
  { type: "portal", file: "chains.config.js", network: "mainnet" },
  // @ts-expect-error a typo
  { type: "address-json", path: "address.json" },
];
void sources;

// hre.config.alpha: what nobody gives is undefined, and has an origin.
type Resolved = NonNullable<AlphaConfig["networks"]["devnet"]>;
assertType<Same<Resolved, ResolvedAlphaNetwork>>();
assertType<Same<AlphaConfig["sandbox"], AlphaSandboxConfig>>();
assertType<
  Same<
    AlphaSandboxConfig["balances"]["alpha"],
    readonly TokenBalance[] | undefined
  >
>();
assertType<
  Same<
    ValueOrigin["kind"],
    | "config"
    | "environment"
    | "variable"
    | "preset"
    | "reference"
    | "default"
    | "unset"
    | "derived"
    | "source"
  >
>();
assertType<
  Same<Extract<ValueOrigin, { readonly kind: "source" }>, SourceOrigin>
>();
declare const config: AlphaConfig;
// @ts-expect-error a network may be disabled
config.networks.devnet.url;
// @ts-expect-error what is resolved is not changed
config.networks = {};
