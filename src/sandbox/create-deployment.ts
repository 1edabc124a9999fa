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
import type { ChainDriver } from "./drivers.ts";
import type { ContractSetPlan } from "./plan.ts";

export interface CreateDeploymentParameters {
  /** Sends every transaction; the node impersonates it. */
  readonly deployer: Hex;
  /** That of the deployer's first transaction. */
  readonly nonce: bigint;
  /** In wei. */
  readonly gasPrice: bigint;
  /** The most gas that the chain allows a transaction. */
  readonly transactionGasCap: bigint | undefined;
}

/** A construction that was sent, and the code that is to stand at its address. */
export interface SentConstruction extends SentStep {
  readonly address: Hex;
  readonly runtimeCode: Hex;
}

/** What a deployer does on a chain that mines when it is told to. */
export interface Deployment {
  construct(step: Construction): Promise<SentConstruction>;
  wire(step: WiringCall): Promise<SentStep>;
  /** Of the deployer, in the token's smallest unit. */
  balanceOf(token: Hex): Promise<bigint>;
}

/** Sends a deployer's steps, one transaction each; a step that fails is named. */
export function createDeployment(
  driver: ChainDriver,
  {
    deployer,
    nonce: firstNonce,
    gasPrice,
    transactionGasCap,
  }: CreateDeploymentParameters,
): Deployment {
  const constructionGas = smaller(CONSTRUCTION_GAS, transactionGasCap);
  const wiringGas = smaller(WIRING_GAS, transactionGasCap);
  let nonce = firstNonce;
  const send = (to: Hex, data: Hex, gas: bigint) =>
    driver.send({ from: deployer, to, data, gas, gasPrice, nonce: nonce++ });

  return {
    construct: async (step) => {
      const what = `the constructor of ${step.contract} (${step.role}, ${step.address})`;
      return await naming(what, async () => {
        const { address } = step;
        await driver.setCode(address, await encodeConstruction(step));
        const runtimeCode = await driver.call({
          from: deployer,
          to: address,
          data: "0x",
          gas: constructionGas,
        });
        if (runtimeCode === "0x") {
          throw alphaError("it returned no code");
        }
        const hash = await send(address, "0x", constructionGas);
        return { hash, what, address, runtimeCode };
      });
    },
    wire: async (step) => {
      const what = `the call ${step.contract}.${step.functionName} (${step.address})`;
      return await naming(what, async () => ({
        hash: await send(step.address, await encodeWiringCall(step), wiringGas),
        what,
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

function smaller(gas: bigint, cap: bigint | undefined): bigint {
  return cap !== undefined && cap < gas ? cap : gas;
}

async function naming<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw alphaError(
      `The contract set cannot be placed: ${what} failed${error instanceof Error ? `: ${error.message}` : ""}.`,
      error,
    );
  }
}

/** A node may file its receipts a moment after the block. */
const RECEIPT_POLLS = 200;
const RECEIPT_POLL_MS = 10;

/** A transaction of the placing. */
export interface SentStep {
  readonly hash: Hex;
  /** Names the step in an error. */
  readonly what: string;
}

/**
 * Checks that every transaction was mined and succeeded.
 *
 * @throws HardhatPluginError that names the first one which did not.
 */
export async function requireSuccess(
  driver: ChainDriver,
  steps: readonly SentStep[],
): Promise<void> {
  for (const { hash, what } of steps) {
    const succeeded = await outcome(driver, hash);
    if (succeeded !== true) {
      throw alphaError(
        `The contract set cannot be placed: ${what} ${succeeded === false ? "failed on the chain" : "has no receipt with a status"} (transaction ${hash}).`,
      );
    }
  }
}

async function outcome(
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
 * About twice what the hungriest constructor takes: the code is not stored by a
 * creation, so its size costs nothing.
 */
const CONSTRUCTION_GAS = 500_000n;
/** Above what the hungriest wiring call or transfer takes. */
const WIRING_GAS = 100_000n;

/**
 * What the hungrier of the two blocks can take: the sum of its transactions'
 * gas limits.
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
