import { alphaError } from "../errors.ts";
import type { Hex } from "../rpc/types.ts";
import type { ChainDriver } from "./chain-driver.ts";
import type { Construction, WiringCall } from "./contract-steps.ts";
import { encodeConstruction, encodeWiringCall } from "./encode-step.ts";
import { CONSTRUCTION_GAS, WIRING_GAS } from "./placement-gas.ts";
import type { SentStep } from "./require-success.ts";

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
