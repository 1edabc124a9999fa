import type { Hex } from "../../src/base/hex.ts";
import type { RequestProvider } from "../../src/rpc/types.ts";
import {
  type PlaceContractSetOptions,
  placeContractSet,
} from "../../src/sandbox/place-contract-set.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { answerOf } from "./connections.ts";
import { foundryBinary } from "./foundry-binary.ts";
import { type NodeDriver, nodeDriver } from "./node-driver.ts";
import { type NodeProcess, startNodeProcess } from "./node-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export type Anvil = NodeProcess;

const DEPLOYER: Hex = "0x616e76696c2d7365742d6465706c6f7965722e2e";

/** A real anvil on a free port of the loopback. Close it. */
export async function startAnvil({
  chainId,
  args = [],
}: {
  readonly chainId: number;
  readonly args?: readonly string[] | undefined;
}): Promise<Anvil> {
  const program = foundryBinary("anvil");
  // It keeps old states in the home directory, and does not remove them at its end.
  const { root, remove } = temporaryFolder();
  return await startNodeProcess({
    name: "anvil",
    program,
    args: [
      ...["--host", "127.0.0.1", "--port", "0", "--chain-id", `${chainId}`],
      ...args,
    ],
    env: { ...process.env, HOME: root, USERPROFILE: root },
    listening: /Listening on (127\.0\.0\.1:\d+)/,
    onEnd: remove,
  });
}

/** JSON-RPC over HTTP, as plain as can be. */
export function httpProvider(url: string): RequestProvider {
  return {
    request: async ({ method, params = [] }) => {
      const answer = await answerOf(url, method, params);
      if ("result" in answer) {
        return answer.result;
      }
      throw new Error(`${method}: ${JSON.stringify(answer)}`);
    },
  };
}

/** Puts the contract set on an anvil, which mines by itself again afterwards. */
export async function placeOnAnvil(
  url: string,
  plan: ContractSetPlan,
  options: Pick<PlaceContractSetOptions, "owner" | "holders"> = {},
): Promise<void> {
  const provider = httpProvider(url);
  await placeByDriver(nodeDriver(provider), provider, plan, options);
}

/** Puts the contract set on a node, which mines by itself again afterwards. */
export async function placeByDriver(
  driver: NodeDriver,
  provider: RequestProvider,
  plan: ContractSetPlan,
  options: Pick<PlaceContractSetOptions, "owner" | "holders"> = {},
): Promise<void> {
  const gasPrice = BigInt(
    String(await provider.request({ method: "eth_gasPrice" })),
  );
  await driver.setAutomine(false);
  await placeContractSet(driver, plan, {
    deployer: DEPLOYER,
    gasPrice: 2n * gasPrice,
    ...options,
  });
  await driver.setAutomine(true);
}

/** Sets what stands at an address of an anvil. */
export async function setAnvilCode(
  url: string,
  address: Hex,
  code: Hex,
): Promise<void> {
  await nodeDriver(httpProvider(url)).setCode(address, code);
}

/** Takes the code away from an address of an anvil. */
export async function removeAnvilCode(
  url: string,
  address: Hex,
): Promise<void> {
  await setAnvilCode(url, address, "0x");
}
