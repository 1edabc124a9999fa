import { ALPHA_TOKEN_DECIMALS } from "../config/token-supplies.ts";
import type { Hex } from "../rpc/types.ts";
import type { WiringCall } from "./contract-steps.ts";
import type { ContractSetPlan, ExtraToken, Holding } from "./types.ts";

/** Whole tokens of each kind for each holder, as far as the supply goes. */
const HOLDING = 1_000_000n;

/** The calls that mint the Alpha token, which is born with no supply. */
export function mintSteps(
  plan: ContractSetPlan,
  holders: readonly Hex[],
): readonly WiringCall[] {
  const holdings =
    plan.tokenHoldings ??
    holders.map(
      (holder): Holding => ({
        holder,
        amount: HOLDING * 10n ** BigInt(ALPHA_TOKEN_DECIMALS),
      }),
    );
  return holdings.map(({ holder, amount }) => ({
    contract: "OceanToken",
    address: plan.token,
    functionName: "mint",
    args: [holder, amount],
  }));
}

/**
 * The calls that share out an extra token, whose whole supply is its
 * deployer's: what the plan says, else an equal useful amount a holder and the
 * rest to the owner, so that the deployer keeps nothing.
 *
 * @param supply In the token's smallest unit. Its contract fixes it without
 * regard to the decimals.
 */
export function distributionSteps(
  { address, decimals, holdings }: ExtraToken,
  supply: bigint,
  holders: readonly Hex[],
  owner: Hex,
): readonly WiringCall[] {
  return (
    holdings ?? equalHoldings(BigInt(decimals), supply, holders, owner)
  ).map(({ holder, amount }) => ({
    contract: "MockERC20Decimals",
    address,
    functionName: "transfer",
    args: [holder, amount],
  }));
}

function equalHoldings(
  decimals: bigint,
  supply: bigint,
  holders: readonly Hex[],
  owner: Hex,
): readonly Holding[] {
  const wanted = HOLDING * 10n ** decimals;
  const most = supply / BigInt(Math.max(holders.length, 1));
  const share = wanted < most ? wanted : most;
  const rest = supply - share * BigInt(holders.length);
  return [
    ...holders.map((holder) => ({ holder, amount: share })),
    ...(rest > 0n ? [{ holder: owner, amount: rest }] : []),
  ];
}
