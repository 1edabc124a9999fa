import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import {
  type Construction,
  constructionSteps,
  encodeConstruction,
  encodeWiringCall,
  ownershipSteps,
  type WiringCall,
  wiringSteps,
} from "./contract-steps.ts";
import type { ChainDriver, ChainTransaction } from "./drivers.ts";
import type { ContractSetPlan } from "./plan.ts";

export interface CreateDeploymentParameters {
  /** Sends every transaction; the node impersonates it. */
  readonly deployer: Hex;
  /** The nonce of the deployer's first transaction. */
  readonly nonce: bigint;
  /** In wei. */
  readonly gasPrice: bigint;
  /** The maximum gas limit of a transaction on the chain. */
  readonly transactionGasCap: bigint | undefined;
}

/** A construction whose transaction was sent, and the code of the contract. */
export interface SentConstruction extends SentStep {
  readonly address: Hex;
  readonly runtimeCode: Hex;
}

/**
 * Sends the transactions of a deployment, on a chain without automining. Requests that do
 * not depend on each other are sent at once: nonces determine the order of transactions.
 */
export interface Deployment {
  construct(
    steps: readonly Construction[],
  ): Promise<readonly SentConstruction[]>;
  wire(steps: readonly WiringCall[]): Promise<readonly SentStep[]>;
  /** The deployer's balance, in the token's smallest unit. */
  balanceOf(token: Hex): Promise<bigint>;
}

/** Creates a deployment, which sends one transaction per step. */
export function createDeployment(
  driver: ChainDriver,
  {
    deployer,
    nonce: firstNonce,
    gasPrice,
    transactionGasCap,
  }: CreateDeploymentParameters,
): Deployment {
  const constructionGas = capGas(CONSTRUCTION_GAS, transactionGasCap);
  const wiringGas = capGas(WIRING_GAS, transactionGasCap);
  let nonce = firstNonce;
  const send = (transaction: Pick<ChainTransaction, "to" | "data" | "gas">) =>
    driver.send({ from: deployer, gasPrice, nonce: nonce++, ...transaction });

  return {
    construct: async (steps) => {
      await together(steps, constructorName, async (step) => {
        await driver.setCode(step.address, await encodeConstruction(step));
      });
      const codes = await together(steps, constructorName, async (step) => {
        const code = await driver.call({
          from: deployer,
          to: step.address,
          data: "0x",
          gas: constructionGas,
        });
        if (code === "0x") {
          throw alphaError("it returned no code");
        }
        return code;
      });
      return await together(steps, constructorName, async (step, index) => ({
        hash: await send({
          to: step.address,
          data: "0x",
          gas: constructionGas,
        }),
        name: constructorName(step),
        address: step.address,
        runtimeCode: codes[index] ?? "0x",
      }));
    },
    wire: async (steps) => {
      const data = await together(steps, callName, encodeWiringCall);
      return await together(steps, callName, async (step, index) => ({
        hash: await send({
          to: step.address,
          data: data[index] ?? "0x",
          gas: wiringGas,
        }),
        name: callName(step),
      }));
    },
    balanceOf: async (token) =>
      BigInt(
        await driver.call({
          from: deployer,
          to: token,
          data: await encodeWiringCall({
            contract: "MockERC20Decimals",
            functionName: "balanceOf",
            args: [deployer],
          }),
          gas: wiringGas,
        }),
      ),
  };
}

const constructorName = ({ contract, role, address }: Construction): string =>
  `the constructor of ${contract} (${role}, ${address})`;

const callName = ({ contract, functionName, address }: WiringCall): string =>
  `the call ${contract}.${functionName} (${address})`;

function capGas(gas: bigint, cap: bigint | undefined): bigint {
  return cap !== undefined && cap < gas ? cap : gas;
}

/**
 * Runs all steps at once; the first part of each runs in their order.
 *
 * @throws HardhatPluginError that names the first step that failed.
 */
async function together<Step, Result>(
  steps: readonly Step[],
  nameOf: (step: Step) => string,
  run: (step: Step, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = await Promise.allSettled(steps.map(run));
  return results.map((result, index) => {
    if (result.status === "fulfilled") {
      return result.value;
    }
    const { reason } = result;
    const step = steps[index];
    throw alphaError(
      `Could not place the contract set: ${step === undefined ? "" : nameOf(step)} failed${reason instanceof Error ? `: ${reason.message}` : ""}.`,
      reason,
    );
  });
}

/** Nodes may return a receipt slightly later than its block. */
const RECEIPT_POLLS = 200;
const RECEIPT_POLL_MS = 10;

/** A step whose transaction was sent. */
export interface SentStep {
  readonly hash: Hex;
  /** The name of the step in messages. */
  readonly name: string;
}

/**
 * Checks that every transaction was mined and succeeded.
 *
 * @throws HardhatPluginError for the first one that was not or did not.
 */
export async function requireSuccess(
  driver: ChainDriver,
  steps: readonly SentStep[],
): Promise<void> {
  const statuses = await Promise.all(
    steps.map(({ hash }) => waitForStatus(driver, hash)),
  );
  for (const [index, { hash, name }] of steps.entries()) {
    const succeeded = statuses[index];
    if (succeeded !== true) {
      throw alphaError(
        `Could not place the contract set: ${name} ${succeeded === false ? "reverted" : "has no receipt with a status"} (transaction ${hash}).`,
      );
    }
  }
}

async function waitForStatus(
  driver: ChainDriver,
  hash: Hex,
): Promise<boolean | undefined> {
  for (let poll = 0; poll < RECEIPT_POLLS; poll++) {
    const succeeded = await driver.succeeded(hash);
    if (succeeded !== undefined) {
      return succeeded;
    }
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLL_MS));
  }
  return undefined;
}

/**
 * About twice the gas of the most expensive constructor. The code is set and not
 * created by the transaction, so its size needs no gas.
 */
const CONSTRUCTION_GAS = 500_000n;
/** More than the gas of the most expensive wiring call or transfer. */
const WIRING_GAS = 100_000n;

/**
 * The block gas limit that both blocks of a deployment need: the larger sum of
 * the gas limits of their transactions.
 */
export function placementBlockGas(
  plan: ContractSetPlan,
  holderCount: number,
): bigint {
  const { extraTokens, router, tokenHoldings } = plan;
  const constructions = constructionSteps(plan, router, router).length;
  const calls =
    wiringSteps(plan).length +
    ownershipSteps(plan, router).length +
    (tokenHoldings?.length ?? holderCount) +
    extraTokens.reduce(
      (sum, { holdings }) => sum + (holdings?.length ?? holderCount + 1),
      0,
    );
  const constructionGas = BigInt(constructions) * CONSTRUCTION_GAS;
  const callGas = BigInt(calls) * WIRING_GAS;
  return constructionGas > callGas ? constructionGas : callGas;
}
