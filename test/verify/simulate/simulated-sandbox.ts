import type { EthereumProvider } from "hardhat/types/providers";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import { simulate } from "../../../src/verify/simulate/simulate.ts";
import type { Transaction } from "../../../src/verify/simulation-report.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { withRestoredChain } from "../../support/sandbox-connection.ts";
import { expectValidReport } from "../../support/schema.ts";

const NETWORK = "devnetSandbox";

/** Simulates transactions on one sandbox, whose state a test may prepare. */
export interface SimulatedSandbox {
  readonly provider: EthereumProvider;
  request(method: string, ...params: unknown[]): Promise<unknown>;
  simulate(
    transactions: readonly Transaction[],
    options?: { readonly isBatch?: boolean },
  ): ReturnType<typeof simulationOn>;
  close(): Promise<void>;
}

/** Opens devnet's sandbox for a suite; what a test changes is undone after it. */
export function withSimulatedSandbox(
  use: (sandbox: SimulatedSandbox) => Promise<void>,
): void {
  withRestoredChain(openSandbox, use);
}

async function openSandbox(): Promise<SimulatedSandbox> {
  const hre = await createAlphaHre();
  const connection = await hre.network.create(NETWORK);
  const { provider } = connection;
  return {
    provider,
    request: (method, ...params) => provider.request({ method, params }),
    simulate: async (transactions, { isBatch = false } = {}) =>
      await simulationOn(hre.config, provider, { transactions, isBatch }),
    close: async () => await connection.close(),
  };
}

async function simulationOn(
  config: Parameters<typeof simulate>[0]["config"],
  provider: EthereumProvider,
  list: Pick<Parameters<typeof simulate>[2], "transactions" | "isBatch">,
) {
  const { devnet } = config.alpha.networks;
  if (devnet === undefined) {
    throw new Error("there is no devnet");
  }
  const create = async () => ({ provider, close: async () => {} });
  const report = await simulate({ config, network: { create } }, NETWORK, {
    ...list,
    hardhatNetwork: NETWORK,
    targets: verificationTargets(devnet, true),
    allowed: [],
    abis: [],
    locked: undefined,
    isLockRequired: false,
    doubt: undefined,
    strict: false,
  });
  const text = JSON.stringify(reportOf(report));
  const [found] = expectValidReport("verify", text).networks;
  const { simulation, outcome, reason } = found ?? {};
  const sent = simulation?.transactions ?? [];
  return {
    report,
    outcome,
    reason,
    sent,
    verdicts: sent.map(({ verdict }) => verdict),
    reasons: sent.map((one) => one.reason),
    failed: report.networks
      .flatMap(({ rows }) => rows)
      .filter(({ status }) => status === "failed")
      .map(({ name }) => name),
  };
}
