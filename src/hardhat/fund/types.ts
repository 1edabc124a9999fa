import type { Address } from "../../base/address.ts";

/** A number of whole tokens, such as `1000` or `"0.5"`. */
export type TokenAmount = string | number | bigint;

/** The amounts to add to the balances of an account. */
export interface FundAmounts {
  /** The euro payment token. */
  readonly euro?: TokenAmount;
  /** The Alpha token. */
  readonly alpha?: TokenAmount;
  /** The native token, which pays transaction fees. It has 18 decimals. */
  readonly fee?: TokenAmount;
  /** Another ERC-20 contract, by its address. */
  readonly [token: Address]: TokenAmount;
}
