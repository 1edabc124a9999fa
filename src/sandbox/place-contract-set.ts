import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { ALPHA_TOKEN_DECIMALS } from "../config/token-amounts.ts";
import {
  constructionSteps,
  ownershipSteps,
  type WiringCall,
  wiringSteps,
} from "./contract-steps.ts";
import { createDeployment, requireSuccess } from "./create-deployment.ts";
import type { ChainDriver } from "./drivers.ts";
import {
  type ContractSetPlan,
  type ExtraToken,
  type Holding,
  planProblems,
} from "./plan.ts";

export interface PlaceContractSetOptions {
  /** Sends every transaction. It needs no key: the node impersonates it. */
  readonly deployer: Hex;
  /**
   * Owns all contracts in the end.
   *
   * @default the deployer
   */
  readonly owner?: Hex | undefined;
  /** The accounts that get the Alpha token and every extra token. */
  readonly holders?: readonly Hex[] | undefined;
  /** In wei. */
  readonly gasPrice: bigint;
  /** The maximum gas limit of a transaction on the chain. */
  readonly transactionGasCap?: bigint | undefined;
  /**
   * Mines a block with the transactions that were sent.
   *
   * @default the driver's `mine`
   */
  readonly mineBlock?: (() => Promise<void>) | undefined;
}

/** In wei. It pays for any realistic gas price. */
const DEPLOYER_BALANCE = 10n ** 24n;

/**
 * Places the contract set at the addresses of a plan, in two blocks: constructed,
 * connected and owned like a deployed one. Automining must be off.
 *
 * Constructors run at the final address of their contract: the initcode is set as
 * the code of the address, called once to get the runtime code, and once in a
 * transaction to write the storage. Then the runtime code is set.
 *
 * @throws HardhatPluginError if the plan is invalid, or a constructor or a call
 * fails; the message names the contract. Do not use the chain in that case.
 */
export async function placeContractSet(
  driver: ChainDriver,
  plan: ContractSetPlan,
  {
    deployer,
    owner = deployer,
    holders = [],
    gasPrice,
    transactionGasCap,
    mineBlock = () => driver.mine(),
  }: PlaceContractSetOptions,
): Promise<void> {
  const problems = planProblems(plan, [
    { role: "the sandbox's deployer", address: deployer },
  ]);
  if (problems.length > 0) {
    throw alphaError(
      `Could not place the contract set: ${problems.join("; ")}.`,
    );
  }
  const [nonce] = await Promise.all([
    driver.nonceOf(deployer),
    driver.setBalance(deployer, DEPLOYER_BALANCE),
    driver.impersonate(deployer),
  ]);
  const deployment = createDeployment(driver, {
    deployer,
    nonce,
    gasPrice,
    transactionGasCap,
  });
  const constructed = await deployment.construct(
    constructionSteps(plan, deployer, owner),
  );
  await mineBlock();
  await requireSuccess(driver, constructed);
  await Promise.all(
    constructed.flatMap(({ address, runtimeCode }) => [
      driver.setCode(address, runtimeCode),
      // The nonce of a new contract (EIP-161).
      driver.setNonce(address, 1n),
    ]),
  );

  const distributions = await Promise.all(
    plan.extraTokens.map(async (token) =>
      distributionSteps(
        token,
        await deployment.balanceOf(token.address),
        holders,
        owner,
      ),
    ),
  );
  const wired = await deployment.wire([
    ...wiringSteps(plan),
    ...mintSteps(plan, holders),
    ...distributions.flat(),
    ...(owner === deployer ? [] : ownershipSteps(plan, owner)),
  ]);
  await mineBlock();
  await requireSuccess(driver, wired);
  await Promise.all([
    driver.stopImpersonating(deployer),
    driver.setBalance(deployer, 0n),
  ]);
}

/** The default balance, in whole tokens, if the supply is large enough. */
const DEFAULT_HOLDING = 1_000_000n;

/** The calls that mint the Alpha token, which has no initial supply. */
function mintSteps(
  plan: ContractSetPlan,
  holders: readonly Hex[],
): readonly WiringCall[] {
  const holdings =
    plan.tokenHoldings ??
    holders.map(
      (holder): Holding => ({
        holder,
        amount: DEFAULT_HOLDING * 10n ** BigInt(ALPHA_TOKEN_DECIMALS),
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
 * The calls that distribute an extra token, whose deployer gets the whole supply:
 * as the plan says, or the same amount for each holder and the rest for the owner.
 *
 * @param supply In the token's smallest unit. The contract mints a fixed one,
 * whatever its decimals.
 */
function distributionSteps(
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
  const holding = DEFAULT_HOLDING * 10n ** decimals;
  const maxShare = supply / BigInt(Math.max(holders.length, 1));
  const share = holding < maxShare ? holding : maxShare;
  const rest = supply - share * BigInt(holders.length);
  return [
    ...holders.map((holder) => ({ holder, amount: share })),
    ...(rest > 0n ? [{ holder: owner, amount: rest }] : []),
  ];
}
