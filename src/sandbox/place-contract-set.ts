import { alphaError } from "../errors.ts";
import type { Hex } from "../rpc/types.ts";
import type { ChainDriver } from "./chain-driver.ts";
import {
  constructionSteps,
  ownershipSteps,
  wiringSteps,
} from "./contract-steps.ts";
import { createDeployment } from "./create-deployment.ts";
import { distributionSteps, mintSteps } from "./holding-steps.ts";
import { planProblems } from "./plan-problems.ts";
import { requireSuccess } from "./require-success.ts";
import type { ContractSetPlan } from "./types.ts";

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
