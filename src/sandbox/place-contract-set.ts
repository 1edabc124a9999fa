import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import {
  ALPHA_TOKEN_DECIMALS,
  EXTRA_TOKEN_SUPPLY,
} from "../base/token-amounts.ts";
import {
  callStep,
  constructionSteps,
  encodeStep,
  ownershipSteps,
  type Step,
  wiringSteps,
} from "./contract-steps.ts";
import type { ChainDriver } from "./driver.ts";
import type { ContractSetPlan, ExtraToken, Holding } from "./plan.ts";

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
  /** Called with the gas limit that a block needs, before its transactions are sent. */
  readonly reserveGas?: ((gas: bigint) => Promise<void>) | undefined;
}

/** In wei. It pays for any realistic gas price. */
const DEPLOYER_BALANCE = 10n ** 24n;

/**
 * About twice the gas of the most expensive constructor. The code is set and not
 * created by the transaction, so its size needs no gas.
 */
const CONSTRUCTION_GAS = 500_000n;
/** More than the gas of the most expensive wiring call or transfer. */
const CALL_GAS = 100_000n;

/**
 * Places the contract set at the addresses of a plan, in two blocks: constructed,
 * connected and owned like a deployed one. Automining must be off. Requests that do
 * not depend on each other are sent at once: nonces determine the order of transactions.
 *
 * Constructors run at the final address of their contract: the initcode is set as
 * the code of the address, called once to get the runtime code, and once in a
 * transaction to write the storage. Then the runtime code is set.
 *
 * @throws HardhatPluginError if a constructor or a call fails; the message names the
 * contract. Do not use the chain in that case.
 */
export async function placeContractSet(
  driver: ChainDriver,
  plan: ContractSetPlan,
  {
    deployer,
    owner = deployer,
    holders = [],
    gasPrice,
    transactionGasCap = CONSTRUCTION_GAS,
    reserveGas = async () => {},
  }: PlaceContractSetOptions,
): Promise<void> {
  let [nonce] = await Promise.all([
    driver.nonceOf(deployer),
    driver.setBalance(deployer, DEPLOYER_BALANCE),
    driver.impersonate(deployer),
  ]);
  const constructionGas = minOf(CONSTRUCTION_GAS, transactionGasCap);
  /** Sends the transactions of steps, and mines a block with them. */
  const execute = async (
    steps: readonly Step[],
    gas: bigint,
    dataOf: (index: number) => Hex = () => "0x",
  ) => {
    await reserveGas(gas * BigInt(steps.length));
    const hashes = await together(steps, ({ address }, index) =>
      driver.send({
        from: deployer,
        to: address,
        data: dataOf(index),
        gas,
        gasPrice,
        nonce: nonce++,
      }),
    );
    await driver.mine();
    await together(steps, async (_, index) => {
      const hash = hashes[index] ?? "0x";
      const status = await driver.statusOf(hash);
      if (status !== "0x1") {
        throw alphaError(
          `its transaction ${hash} ${status === "0x0" ? "reverted" : "was not mined, or has no status"}`,
        );
      }
    });
  };

  const constructions = constructionSteps(plan, deployer, owner);
  await together(constructions, async (step) => {
    await driver.setCode(step.address, await encodeStep(step));
  });
  const codes = await together(constructions, async ({ address }) => {
    const code = await driver.call({
      from: deployer,
      to: address,
      data: "0x",
      gas: constructionGas,
    });
    if (code === "0x") {
      throw alphaError("it returned no code");
    }
    return code;
  });
  await execute(constructions, constructionGas);
  await together(constructions, async ({ address }, index) => {
    await driver.setCode(address, codes[index] ?? "0x");
    // The nonce of a new contract (EIP-161).
    await driver.setNonce(address, 1n);
  });

  const calls = [
    ...wiringSteps(plan),
    ...mintSteps(plan, holders),
    ...plan.extraTokens.flatMap((token) =>
      distributionSteps(token, holders, owner),
    ),
    ...(owner === deployer ? [] : ownershipSteps(plan, owner)),
  ];
  const data = await together(calls, encodeStep);
  const callGas = minOf(CALL_GAS, transactionGasCap);
  await execute(calls, callGas, (index) => data[index] ?? "0x");
  await Promise.all([
    driver.stopImpersonating(deployer),
    driver.setBalance(deployer, 0n),
  ]);
}

/**
 * Runs all steps at once; the first part of each runs in their order.
 *
 * @throws HardhatPluginError that names the first step that failed.
 */
async function together<T>(
  steps: readonly Step[],
  run: (step: Step, index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results = await Promise.allSettled(steps.map(run));
  return results.map((result, index) => {
    if (result.status === "fulfilled") {
      return result.value;
    }
    const { reason } = result;
    throw alphaError(
      `Could not place the contract set: ${steps[index]?.name} failed${reason instanceof Error ? `: ${reason.message}` : ""}.`,
      reason,
    );
  });
}

/** The default balance, in whole tokens, if the supply is large enough. */
const DEFAULT_HOLDING = 1_000_000n;

/** The calls that mint the Alpha token, which has no initial supply. */
function mintSteps(
  { token, tokenHoldings }: ContractSetPlan,
  holders: readonly Hex[],
): readonly Step[] {
  const amount = DEFAULT_HOLDING * 10n ** BigInt(ALPHA_TOKEN_DECIMALS);
  const equal = holders.map((holder) => ({ holder, amount }));
  return (tokenHoldings ?? equal).map(({ holder, amount }) =>
    callStep("OceanToken", token, "mint", holder, amount),
  );
}

/**
 * The calls that distribute an extra token, whose deployer gets the whole supply:
 * as the plan says, or the same amount for each holder and the rest for the owner.
 */
function distributionSteps(
  { address, decimals, holdings }: ExtraToken,
  holders: readonly Hex[],
  owner: Hex,
): readonly Step[] {
  const amount = minOf(
    DEFAULT_HOLDING * 10n ** BigInt(decimals),
    EXTRA_TOKEN_SUPPLY / BigInt(Math.max(holders.length, 1)),
  );
  const equal: Holding[] = holders.map((holder) => ({ holder, amount }));
  const rest = EXTRA_TOKEN_SUPPLY - amount * BigInt(holders.length);
  if (rest > 0n) {
    equal.push({ holder: owner, amount: rest });
  }
  return (holdings ?? equal).map(({ holder, amount }) =>
    callStep("MockERC20Decimals", address, "transfer", holder, amount),
  );
}

const minOf = (one: bigint, other: bigint) => (one < other ? one : other);
