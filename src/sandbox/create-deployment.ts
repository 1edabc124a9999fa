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

/** Sends the transactions of a deployment, on a chain without automining. */
export interface Deployment {
  construct(step: Construction): Promise<SentConstruction>;
  wire(step: WiringCall): Promise<SentStep>;
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
  const send = (to: Hex, data: Hex, gas: bigint) =>
    driver.send({ from: deployer, to, data, gas, gasPrice, nonce: nonce++ });

  return {
    construct: async (step) => {
      const name = `the constructor of ${step.contract} (${step.role}, ${step.address})`;
      return await namingErrors(name, async () => {
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
        return { hash, name, address, runtimeCode };
      });
    },
    wire: async (step) => {
      const name = `the call ${step.contract}.${step.functionName} (${step.address})`;
      return await namingErrors(name, async () => ({
        hash: await send(step.address, await encodeWiringCall(step), wiringGas),
        name,
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

function capGas(gas: bigint, cap: bigint | undefined): bigint {
  return cap !== undefined && cap < gas ? cap : gas;
}

async function namingErrors<T>(
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw alphaError(
      `Could not place the contract set: ${name} failed${error instanceof Error ? `: ${error.message}` : ""}.`,
      error,
    );
  }
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
  for (const { hash, name } of steps) {
    const succeeded = await waitForStatus(driver, hash);
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
