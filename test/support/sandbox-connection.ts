import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type {
  EdrNetworkConfig,
  EdrNetworkUserConfig,
} from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { populateSandbox } from "../../src/sandbox/populate-sandbox.ts";
import { sandboxInitialDate } from "../../src/sandbox/sandbox-clock.ts";

export interface TestChain extends AsyncDisposable {
  readonly connection: NetworkConnection<ChainType | string>;
  readonly networkConfig: EdrNetworkConfig;
  request(method: string, ...params: unknown[]): Promise<unknown>;
}

/** A fresh simulated chain with nothing on it; a connection may override its config. */
export async function createChain(
  config: Partial<EdrNetworkUserConfig> = {},
  override: Partial<EdrNetworkUserConfig> = {},
): Promise<TestChain> {
  const hre = await createHardhatRuntimeEnvironment({
    networks: { chain: { type: "edr-simulated", ...config } },
  });
  const connection = await hre.network.create({ network: "chain", override });
  const { networkConfig } = connection;
  if (networkConfig.type !== "edr-simulated") {
    throw new Error("not a simulated network");
  }
  return {
    connection,
    networkConfig,
    request: (method, ...params) =>
      connection.provider.request({ method, params }),
    [Symbol.asyncDispose]: async () => await connection.close(),
  };
}

/** A fresh simulated chain with the contract set on it, as users get it. */
export async function createSandbox(
  plan: ContractSetPlan,
  config: Partial<EdrNetworkUserConfig> = {},
): Promise<TestChain> {
  const chain = await createChain({
    ...config,
    initialDate: sandboxInitialDate(config.initialDate),
  });
  await populateSandbox(chain.connection.provider, chain.networkConfig, plan);
  return chain;
}

/** A chain with a way to ask it, which is to be closed. */
interface OpenedChain {
  request(method: string, ...params: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a chain for the tests of a suite; changes of a test are undone after it. */
export function withRestoredChain<T extends OpenedChain>(
  open: () => Promise<T>,
  use: (chain: T) => unknown,
): void {
  let chain: T | undefined;
  let snapshot: unknown;
  before(async () => {
    chain = await open();
    await use(chain);
  });
  after(async () => {
    await chain?.close();
  });
  beforeEach(async () => {
    snapshot = await chain?.request("evm_snapshot");
  });
  afterEach(async () => {
    await chain?.request("evm_revert", snapshot);
  });
}
