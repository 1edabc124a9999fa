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
  /** Sends every transaction. Needs no key: the node impersonates it. */
  readonly deployer: Hex;
  /** Owns everything that has an owner at the end. Default: the deployer. */
  readonly owner?: Hex | undefined;
  /** Who gets a useful amount of the Alpha token and of every extra token. */
  readonly holders?: readonly Hex[] | undefined;
  /** In wei, what the deployer pays for a unit of gas. */
  readonly gasPrice: bigint;
  /** The most gas that the chain allows a transaction. */
  readonly transactionGasCap?: bigint | undefined;
  /** Mines the transactions sent so far. Default: the driver's `mine`. */
  readonly mineBlock?: (() => Promise<void>) | undefined;
}

/** For any gas price that is not absurd. */
const ENOUGH_WEI = 10n ** 24n;

/**
 * Puts the marketplace's real contracts at a plan's addresses, constructed,
 * wired and owned as a real deployment does it, in two blocks. Expects a chain
 * on which automatic mining is off.
 *
 * A constructor runs where its contract is to stand: the initcode is set as the
 * address's code, called once for the runtime code and once in a transaction
 * for the storage; then the runtime code is set.
 *
 * @throws HardhatPluginError when the plan is impossible, or a constructor or a
 * wiring call fails; the message names the contract. The chain is then of no
 * use.
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
      `The contract set cannot be placed: ${problems.join("; ")}.`,
    );
  }
  await driver.setBalance(deployer, ENOUGH_WEI);
  await driver.impersonate(deployer);
  const deployment = createDeployment(driver, {
    deployer,
    nonce: await driver.nonceOf(deployer),
    gasPrice,
    transactionGasCap,
  });
  const constructed = await inOrder(
    constructionSteps(plan, deployer, owner),
    deployment.construct,
  );
  await mineBlock();
  await requireSuccess(driver, constructed);
  await Promise.all(
    constructed.map(async ({ address, runtimeCode }) => {
      await driver.setCode(address, runtimeCode);
      // What a created contract has since EIP-161.
      await driver.setNonce(address, 1n);
    }),
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
  const wired = await inOrder(
    [
      ...wiringSteps(plan),
      ...mintSteps(plan, holders),
      ...distributions.flat(),
      ...(owner === deployer ? [] : ownershipSteps(plan, owner)),
    ],
    deployment.wire,
  );
  await mineBlock();
  await requireSuccess(driver, wired);
  await driver.stopImpersonating(deployer);
  await driver.setBalance(deployer, 0n);
}

async function inOrder<Step, Result>(
  steps: readonly Step[],
  run: (step: Step) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const step of steps) {
    results.push(await run(step));
  }
  return results;
}

/** Whole tokens of each kind for each holder, as far as the supply goes. */
const HOLDING = 1_000_000n;

/** The calls that mint the Alpha token, which is born with no supply. */
function mintSteps(
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
  const wanted = HOLDING * 10n ** decimals;
  const most = supply / BigInt(Math.max(holders.length, 1));
  const share = wanted < most ? wanted : most;
  const rest = supply - share * BigInt(holders.length);
  return [
    ...holders.map((holder) => ({ holder, amount: share })),
    ...(rest > 0n ? [{ holder: owner, amount: rest }] : []),
  ];
}
