import type { EdrNetworkConfig, HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { hexQuantity, isHexQuantity } from "../base/hex.ts";
import { markedNetwork, SANDBOX_DEPLOYER } from "../config/hardhat-networks.ts";
import type { RequestProvider } from "../rpc/types.ts";
import {
  mineSilently,
  pauseChain,
  raiseGasLimit,
  readBlock,
} from "./chain-state.ts";
import { placementBlockGas } from "./create-deployment.ts";
import { hardhatDriver } from "./drivers.ts";
import { placeContractSet } from "./place-contract-set.ts";
import { type ContractSetPlan, planForNetwork, planProblems } from "./plan.ts";
import { sandboxBlockTimes } from "./sandbox-clock.ts";

/** How many accounts hold tokens: as many as Hardhat derives by default. */
const MOST_HOLDERS = 20;

/**
 * Puts the contract set on a fresh simulated chain, in two blocks, and leaves no
 * other trace: the chain's clock, fees, mining and logging are those of a chain
 * with that config, no transaction is pending, and account 0 is unused. Unless
 * the plan says otherwise it owns what has an owner, and every account (at most
 * twenty) holds each token.
 *
 * What stays: two blocks, their events, the nonce of {@link SANDBOX_DEPLOYER}.
 *
 * @throws HardhatPluginError when the chain is a fork, the plan is impossible
 * or takes an account's address, or the chain refuses a contract.
 */
export async function populateSandbox(
  provider: RequestProvider,
  networkConfig: EdrNetworkConfig,
  plan: ContractSetPlan,
): Promise<void> {
  const {
    allowBlocksWithSameTimestamp,
    forking,
    initialDate,
    loggingEnabled,
    minGasPrice,
    transactionGasCap,
  } = networkConfig;
  if (forking?.enabled === true) {
    throw alphaError(
      "A sandbox cannot be a fork: a forked chain has its own contracts. Remove `forking` from the sandbox network's config, or use a fork network.",
    );
  }
  const request = (method: string, ...params: unknown[]) =>
    provider.request({ method, params });

  const resumeChain = await pauseChain(provider, networkConfig);
  const accounts = readAddresses(await request("eth_accounts"));
  requirePossible(plan, accounts);
  const head = readBlock(
    await request("eth_getBlockByNumber", "latest", false),
  );
  const next = readBlock(
    await request("eth_getBlockByNumber", "pending", false),
  );
  const driver = hardhatDriver(provider);
  const coinbaseBalance = await driver.balanceOf(next.coinbase);
  const holders = accounts.slice(0, MOST_HOLDERS);
  const restoreGasLimit = await raiseGasLimit(
    provider,
    networkConfig,
    placementBlockGas(plan, holders.length),
  );
  const setNextBaseFee = async () => {
    if (next.baseFee !== undefined) {
      await request(
        "hardhat_setNextBlockBaseFeePerGas",
        hexQuantity(next.baseFee),
      );
    }
  };
  const times = sandboxBlockTimes({
    initialDate,
    parent: head.timestamp,
    now: Date.now(),
    allowBlocksWithSameTimestamp,
  })[Symbol.iterator]();
  const baseFee = next.baseFee ?? 0n;
  await placeContractSet(driver, plan, {
    deployer: SANDBOX_DEPLOYER,
    owner: plan.owner ?? accounts[0],
    holders,
    gasPrice: baseFee > minGasPrice ? baseFee : minGasPrice,
    transactionGasCap:
      typeof transactionGasCap === "bigint" ? transactionGasCap : undefined,
    mineBlock: async () => {
      const { value: timestamp } = times.next();
      if (timestamp !== undefined) {
        await request("evm_setNextBlockTimestamp", hexQuantity(timestamp));
      }
      await setNextBaseFee();
      await (loggingEnabled ? mineSilently(provider) : driver.mine());
    },
  });
  await setNextBaseFee();
  if ((await driver.balanceOf(next.coinbase)) !== coinbaseBalance) {
    await driver.setBalance(next.coinbase, coinbaseBalance);
  }
  await restoreGasLimit();
  await resumeChain();
}

function requirePossible(
  plan: ContractSetPlan,
  accounts: readonly Hex[],
): void {
  const problems = planProblems(
    plan,
    accounts.map((address, index) => ({ role: `account ${index}`, address })),
  );
  if (problems.length > 0) {
    throw alphaError(
      `The sandbox cannot be populated: ${problems.join("; ")}.`,
    );
  }
}

function readAddresses(value: unknown): readonly Hex[] {
  if (!Array.isArray(value) || !value.every(isHexQuantity)) {
    throw alphaError("The simulated chain gave no accounts.");
  }
  return value;
}

/**
 * Places the contract set on a new connection of a sandbox network. A connection
 * that cannot be populated is closed: an empty chain under a network's name
 * would report every contract missing.
 *
 * @throws HardhatPluginError if an address that the set needs is unset, or the
 * chain refuses a contract.
 */
export async function openSandbox<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { networkConfig, provider } = connection;
  const network = markedNetwork(config, networkConfig);
  if (network === undefined || networkConfig.type !== "edr-simulated") {
    return;
  }
  try {
    const plan = planForNetwork(network, config.alpha.sandbox);
    await populateSandbox(provider, networkConfig, plan);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
