import type { Hex } from "../rpc/types.ts";

/** An account and how much of a token it has from the start. */
export interface Holding {
  readonly holder: Hex;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/** An ERC-20 payment token beside the Alpha token. */
export interface ExtraToken {
  readonly address: Hex;
  readonly name: string;
  readonly symbol: string;
  /** As the contract reports them, 0 to 36. */
  readonly decimals: number;
  /**
   * Who holds it, and nobody else but the sandbox's deployer, whose key nobody
   * has: it keeps what is left of the contract's fixed supply. Default: equal
   * parts for all accounts, the rest for the owner.
   */
  readonly holdings?: readonly Holding[] | undefined;
}

/**
 * Where each contract of the marketplace set is to stand. Every address is its
 * own: two roles at one address are an error.
 */
export interface ContractSetPlan {
  /** The Alpha token, which is the router's base token. */
  readonly token: Hex;
  readonly communityFeeCollector: Hex;
  readonly router: Hex;
  readonly fixedPrice: Hex;
  readonly dispenser: Hex;
  readonly erc721Factory: Hex;
  /**
   * One to four datatoken templates; the position is the on-chain template
   * index less one: ERC20Template, ERC20TemplateEnterprise, ERC20Template3,
   * ERC20Template4.
   */
  readonly erc20Templates: readonly Hex[];
  /** At least one NFT template; the position is the on-chain index less one. */
  readonly erc721Templates: readonly Hex[];
  readonly extraTokens: readonly ExtraToken[];
  /** Who holds the Alpha token. Default: equal parts for all accounts. */
  readonly tokenHoldings?: readonly Holding[] | undefined;
  /** Owns what has an owner. Default: the chain's first account. */
  readonly owner?: Hex | undefined;
}
