import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  zeroAddress,
} from "viem";
import { mined } from "./audit-world.ts";

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
}

const require = createRequire(import.meta.url);
const FOLDER = dirname(
  require.resolve("@safe-global/safe-smart-account/package.json"),
);

function artifact(path: string): Artifact {
  const file = `${path}.sol/${basename(path)}.json`;
  return require(join(FOLDER, "build/artifacts/contracts", file));
}

/** The contracts of Safe 1.5.0 as they are published. */
export const SAFE_CONTRACTS = {
  Safe: artifact("Safe"),
  SafeProxy: artifact("proxies/SafeProxy"),
  Handler: artifact("handler/CompatibilityFallbackHandler"),
  MultiSend: artifact("libraries/MultiSend"),
  MultiSendCallOnly: artifact("libraries/MultiSendCallOnly"),
  Guard: artifact("examples/guards/DelegateCallTransactionGuard"),
};

type Request = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Deploys contracts of Safe from the first account of a chain. */
export class SafeDeployer {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  /** A Safe of accounts. */
  async deploySafe({
    owners,
    threshold = 1n,
    handler = zeroAddress,
  }: {
    readonly owners: readonly Hex[];
    readonly threshold?: bigint;
    readonly handler?: Hex;
  }): Promise<Hex> {
    const { Safe, SafeProxy } = SAFE_CONTRACTS;
    const safe = await this.deploy(SafeProxy, await this.deploy(Safe));
    await this.send(safe, Safe.abi, "setup", [
      owners,
      threshold,
      zeroAddress,
      "0x",
      handler,
      zeroAddress,
      0n,
      zeroAddress,
    ]);
    return safe;
  }

  async deploy(
    { abi, bytecode }: Pick<Artifact, "abi" | "bytecode">,
    ...args: readonly Hex[]
  ): Promise<Hex> {
    const data = encodeDeployData({ abi, bytecode, args });
    const { contractAddress } = await this.#mined({ data });
    return getAddress(String(contractAddress));
  }

  async send(
    to: Hex,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ): Promise<void> {
    const data = encodeFunctionData({ abi, functionName, args });
    const { status } = await this.#mined({ to, data });
    if (status !== "0x1") {
      throw new Error(`${functionName} failed`);
    }
  }

  async #mined(transaction: object) {
    const [from] = Object(await this.#request("eth_accounts"));
    return await mined(this.#request, { from, ...transaction });
  }
}
