import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Hex } from "../../src/base/hex.ts";
import type { RequestProvider } from "../../src/rpc/types.ts";
import {
  type PlaceContractSetOptions,
  placeContractSet,
} from "../../src/sandbox/place-contract-set.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { anvilDriver } from "./anvil-driver.ts";
import { foundryBinary } from "./foundry-binary.ts";

export interface Anvil {
  readonly url: string;
  /** Of the node itself. */
  readonly pid: number;
  close(): Promise<void>;
}

export interface StartAnvilParameters {
  readonly chainId: number;
  /** Further command line arguments. */
  readonly args?: readonly string[] | undefined;
}

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 3_000;
const DEPLOYER: Hex = "0x616e76696c2d7365742d6465706c6f7965722e2e";

/** A real anvil on a free port of the loopback. Close it. */
export async function startAnvil({
  chainId,
  args = [],
}: StartAnvilParameters): Promise<Anvil> {
  const child = spawn(
    foundryBinary("anvil"),
    ["--host", "127.0.0.1", "--port", "0", "--chain-id", `${chainId}`, ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    const url = await listeningUrl(child);
    const { pid } = child;
    if (pid === undefined) {
      throw new Error("anvil has no process id");
    }
    return {
      url,
      pid,
      close: async () => {
        process.off("exit", stop);
        await end(child);
      },
    };
  } catch (error) {
    process.off("exit", stop);
    await end(child);
    throw error;
  }
}

/** JSON-RPC over HTTP, as plain as can be. */
export function httpProvider(url: string): RequestProvider {
  let id = 0;
  return {
    request: async ({ method, params = [] }) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }),
      });
      const answer: unknown = await response.json();
      if (typeof answer === "object" && answer !== null && "result" in answer) {
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
  const driver = anvilDriver(provider);
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
  await anvilDriver(httpProvider(url)).setCode(address, code);
}

/** Takes the code away from an address of an anvil. */
export async function removeAnvilCode(
  url: string,
  address: Hex,
): Promise<void> {
  await setAnvilCode(url, address, "0x");
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(
      () => reject(new Error(`anvil did not start in time: ${output}`)),
      START_TIMEOUT_MS,
    );
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`anvil did not start (${why}): ${output}`));
    };
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`${code ?? signal}`));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    // Read to the end: a full pipe would stop the node.
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000);
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (address !== undefined) {
        clearTimeout(timer);
        resolve(`http://${address}`);
      }
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (
    child.pid === undefined ||
    child.exitCode !== null ||
    child.signalCode !== null
  ) {
    return;
  }
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
