import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import hardhatAlphaNetworks from "../../../src/index.ts";
import type { VerifyReport } from "../../../src/verify/report.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../../support/anvil.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;

/** The first account of anvil, which owns the contract set and deploys the rest. */
export const DEPLOYER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

export type Request = (
  method: string,
  ...params: unknown[]
) => Promise<unknown>;

export interface Verified {
  readonly outcome: VerifyReport["outcome"];
  readonly network: VerifyReport["networks"][number];
}

/** The contract set of devnet on a chain, and a project that verifies it. */
export class OfferedChain {
  readonly request: Request;
  readonly #anvil: Anvil;
  readonly #project: TemporaryProject;
  readonly #hre: HardhatRuntimeEnvironment;

  private constructor(
    anvil: Anvil,
    project: TemporaryProject,
    hre: HardhatRuntimeEnvironment,
  ) {
    const provider = httpProvider(anvil.url);
    this.request = (method, ...params) => provider.request({ method, params });
    this.#anvil = anvil;
    this.#project = project;
    this.#hre = hre;
  }

  static async open(): Promise<OfferedChain> {
    const anvil = await startAnvil({
      chainId,
      // The code of some contracts is too large if it is not optimised.
      args: ["--disable-code-size-limit"],
    });
    await placeOnAnvil(anvil.url, plan, { owner: DEPLOYER });
    const project = createProject("export default {};");
    const devnet = { url: anvil.url, startBlock: 0 };
    const hre = await createHardhatRuntimeEnvironment(
      { plugins: [hardhatAlphaNetworks], alpha: { networks: { devnet } } },
      {},
      project.root,
    );
    return new OfferedChain(anvil, project, hre);
  }

  async close(): Promise<void> {
    this.#project.remove();
    await this.#anvil.close();
  }

  /** Does something, and takes back all that it did to the chain. */
  async undoing<T>(act: () => Promise<T>): Promise<T> {
    const snapshot = await this.request("evm_snapshot");
    try {
      return await act();
    } finally {
      await this.request("evm_revert", snapshot);
    }
  }

  /** Writes the lock anew. */
  async writeLock(): Promise<Verified> {
    rmSync(join(this.#project.root, "alpha.lock.json"), { force: true });
    return await this.#verify({ writeLock: true });
  }

  async compareWithLock(): Promise<Verified> {
    return await this.#verify({ lock: true });
  }

  async #verify(args: Readonly<Record<string, boolean>>): Promise<Verified> {
    const out = join(this.#project.root, "report.json");
    const exitCode = process.exitCode;
    await this.#hre.tasks.getTask(["alpha", "verify"]).run({
      names: ["devnet"],
      level: "wiring",
      format: "json",
      out,
      ...args,
    });
    process.exitCode = exitCode;
    const { outcome, networks } = expectValidReport(
      "verify",
      readFileSync(out, "utf8"),
    );
    rmSync(out);
    const [network] = networks;
    if (network === undefined) {
      throw new Error("no network was verified");
    }
    return { outcome, network };
  }
}
