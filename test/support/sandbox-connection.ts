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
