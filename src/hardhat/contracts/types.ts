import type {
  GetContractReturnType,
  KeyedClient,
} from "@nomicfoundation/hardhat-viem/types";
import type { ArtifactMap } from "hardhat/types/artifacts";
import type { Abi, erc20Abi } from "viem";
import type { Address } from "../../base/address.ts";
import type { TokenKind } from "../../config/types.ts";
import type {
  dispenserAbi,
  erc20TemplateAbi,
  erc20TemplateEnterpriseAbi,
  erc721FactoryAbi,
  erc721TemplateAbi,
  factoryRouterAbi,
  fixedRateExchangeAbi,
  oceanTokenAbi,
  opfCommunityFeeCollectorAbi,
} from "../../contracts/abi/abis.ts";
import type { CONTRACTS_BY_ROLE } from "../../contracts/contract-artifact.ts";
import type { ContractRole } from "../../networks/definition.ts";
import type {
  AlphaNetworkName,
  Definitions,
} from "../../networks/definitions.ts";
import type { OwnAlphaContracts } from "../../networks/own-networks.ts";
import type {
  RegistryKey,
  RegistryListKey,
  RegistrySingleKey,
  SharedRegistryKey,
  SharedRegistryListKey,
} from "../../networks/types.ts";

/** The ABIs of the marketplace's contracts, by contract name, and of payment tokens. */
export interface AlphaContractAbis {
  ERC20: typeof erc20Abi;
  OceanToken: typeof oceanTokenAbi;
  OPFCommunityFeeCollector: typeof opfCommunityFeeCollectorAbi;
  FactoryRouter: typeof factoryRouterAbi;
  FixedRateExchange: typeof fixedRateExchangeAbi;
  Dispenser: typeof dispenserAbi;
  ERC721Factory: typeof erc721FactoryAbi;
  ERC20Template: typeof erc20TemplateAbi;
  ERC20TemplateEnterprise: typeof erc20TemplateEnterpriseAbi;
  ERC721Template: typeof erc721TemplateAbi;
}

/** A viem contract instance of one of the marketplace's contracts. */
export type AlphaContract<Name extends keyof AlphaContractAbis> =
  GetContractReturnType<AlphaContractAbis[Name]>;

/** The address and the clients of a contract instance. */
export interface ContractParameters {
  /**
   * Instead of the address in the registry, for example that of a contract that
   * the factory deployed.
   */
  readonly address?: Address;
  /** Instead of the connection's own clients. */
  readonly client?: KeyedClient;
}

/** A payment token, as its contract describes it. */
export interface TokenOnChain {
  readonly address: Address;
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * `connection.alpha.contract`: returns a contract by its role, or by its registry
 * key; the project's own by name; and payment tokens by `euro` and `alpha`, with the
 * ABI of ERC-20. Keys that only some networks have are accepted once `name` has narrowed
 * the type. Contracts in a list need an index, which is the position in the list, from
 * 0. The factory's template indexes begin with 1.
 *
 * It sends one request, to check that there is code at the address.
 *
 * @throws HardhatPluginError if the key or the index is unknown, the address is
 * not set, there is no code at the address, or the code could not be read.
 */
export interface OpenContract<N extends AlphaNetworkName> {
  <K extends SingleRole | SharedRegistryKey>(
    key: K,
    parameters?: ContractParameters,
  ): Promise<AlphaContract<SingleContract<SharedRoleOf<K>>>>;
  <K extends keyof OwnAlphaContracts>(
    name: K,
    parameters?: ContractParameters,
  ): Promise<GetContractReturnType<OwnAbi<OwnAlphaContracts[K]>>>;
  (
    token: TokenKind,
    parameters?: ContractParameters,
  ): Promise<AlphaContract<"ERC20">>;
  <
    K extends ListRole | SharedRegistryListKey,
    I extends ListIndex<SharedRoleOf<K>>,
  >(
    key: K,
    index: I,
    parameters?: ContractParameters,
  ): Promise<AlphaContract<ListedContract<SharedRoleOf<K>, I>>>;
  <K extends RegistrySingleKey<N>>(
    key: K,
    parameters?: ContractParameters,
  ): Promise<AlphaContract<SingleContract<RoleOf<N, K>>>>;
  <K extends RegistryListKey<N>, I extends ListIndex<RoleOf<N, K>>>(
    key: K,
    index: I,
    parameters?: ContractParameters,
  ): Promise<AlphaContract<ListedContract<RoleOf<N, K>, I>>>;
}

/** The ABI of an artifact of the project, once Hardhat has compiled it. */
type OwnAbi<Artifact> = Artifact extends keyof ArtifactMap
  ? ArtifactMap[Artifact] extends { abi: infer A extends Abi }
    ? A
    : Abi
  : Abi;

type ByRole = typeof CONTRACTS_BY_ROLE;

type ListRole = {
  [R in ContractRole]: ByRole[R] extends string ? never : R;
}[ContractRole];

type SingleRole = Exclude<ContractRole, ListRole>;

type RoleOf<
  N extends AlphaNetworkName,
  K extends RegistryKey<N>,
> = Definitions[N]["registry"] extends {
  readonly [Key in K]: { readonly role: infer R extends ContractRole };
}
  ? R
  : never;

type SharedRoleOf<
  K extends ContractRole | SharedRegistryKey | SharedRegistryListKey,
> = K extends RegistryKey ? RoleOf<AlphaNetworkName, K> : K;

type SingleContract<R extends ContractRole> = Extract<
  ByRole[R],
  keyof AlphaContractAbis
>;

type ListIndex<R extends ContractRole> =
  Extract<keyof ByRole[R], `${number}`> extends `${infer I extends number}`
    ? I
    : never;

type ListedContract<
  R extends ContractRole,
  I extends number,
> = `${I}` extends keyof ByRole[R]
  ? Extract<ByRole[R][`${I}`], keyof AlphaContractAbis>
  : never;
