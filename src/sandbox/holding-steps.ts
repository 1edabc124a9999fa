import type { Hex } from "../rpc/types.ts";
import type { WiringCall } from "./contract-steps.ts";
import type { ContractSetPlan, ExtraToken } from "./types.ts";

/** Whole tokens of each kind for each holder, as far as the supply goes. */
const HOLDING = 1_000_000n;
const ALPHA_TOKEN_DECIMALS = 18n;

/** The calls that mint the Alpha token, which is born with no supply. */
export function mintSteps(
  plan: ContractSetPlan,
  holders: readonly Hex[],
): readonly WiringCall[] {
  return holders.map((holder) => ({
    contract: "OceanToken",
    address: plan.token,
    functionName: "mint",
    args: [holder, HOLDING * 10n ** ALPHA_TOKEN_DECIMALS],
  }));
}

/**
 * The calls that share out an extra token, whose whole supply is its
 * deployer's: an equal useful amount a holder, the rest to the owner, so that
 * the deployer keeps nothing.
 *
 * @param supply In the token's smallest unit. Its contract fixes it without
 * regard to the decimals.
 */
export function distributionSteps(
  { address, decimals }: ExtraToken,
  supply: bigint,
  holders: readonly Hex[],
  owner: Hex,
): readonly WiringCall[] {
  const wanted = HOLDING * 10n ** BigInt(decimals);
  const most = supply / BigInt(Math.max(holders.length, 1));
  const share = wanted < most ? wanted : most;
  const rest = supply - share * BigInt(holders.length);
  const transfer = (to: Hex, amount: bigint): WiringCall => ({
    contract: "MockERC20Decimals",
    address,
    functionName: "transfer",
    args: [to, amount],
  });
  return [
    ...holders.map((holder) => transfer(holder, share)),
    ...(rest > 0n ? [transfer(owner, rest)] : []),
  ];
}
