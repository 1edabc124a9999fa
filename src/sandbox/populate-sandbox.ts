import type { EdrNetworkConfig, HardhatConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import { hexQuantity } from "../base/hex.ts";
import { markedNetwork } from "../config/hardhat-networks.ts";
import { SANDBOX_DEPLOYER } from "../connect/recognise-sandbox.ts";
import type { OpenConnection } from "../connect/select-networks.ts";
import type { RequestProvider } from "../rpc/types.ts";
import { planProblems } from "./contract-steps.ts";
import { chainDriver, mineSilently, pauseChain, readBlock } from "./driver.ts";
import { placeContractSet } from "./place-contract-set.ts";
import { type ContractSetPlan, planForNetwork } from "./plan.ts";
import { sandboxBlockTimes } from "./sandbox-clock.ts";

/** The number of accounts that Hardhat derives by default. */
const MAX_HOLDERS = 20;

/**
 * Places the contract set on a new simulated chain, in two blocks. Apart from
 * these, their events and the nonce of {@link SANDBOX_DEPLOYER}, the chain is as
 * its config says: the clock, fees, mining and logging are unchanged, no
 * transaction is pending, and account 0 has sent none. Unless the plan says
 * otherwise, account 0 owns the contracts, and the first 20 accounts hold each
 * token.
 *
 * @throws HardhatPluginError if the chain is a fork, the plan is invalid or uses
 * the address of an account, or a transaction fails.
 */
export async function populateSandbox(
  provider: RequestProvider,
  networkConfig: EdrNetworkConfig,
  plan: ContractSetPlan,
): Promise<void> {
  const { blockGasLimit, minGasPrice, transactionGasCap } = networkConfig;
  if (networkConfig.forking?.enabled === true) {
    throw alphaError(
      "A sandbox cannot be a fork: a forked chain has its own contracts. Remove `forking` from the sandbox network's config, or use a fork network.",
    );
  }
  const driver = chainDriver(provider);
  const resumeChain = await pauseChain(driver, networkConfig);
  const [accounts, head, next] = await Promise.all([
    driver.accounts(),
    readBlock(driver, "latest"),
    readBlock(driver, "pending"),
  ]);
  const problems = planProblems(plan, [
    ...accounts.map((address, index) => ({
      role: `account ${index}`,
      address,
    })),
    { role: "the sandbox's deployer", address: SANDBOX_DEPLOYER },
  ]);
  if (problems.length > 0) {
    throw alphaError(`Could not populate the sandbox: ${problems.join("; ")}.`);
  }
  const coinbaseBalance = await driver.balanceOf(next.coinbase);
  const baseFee = next.baseFee ?? 0n;
  const setNextBaseFee = async () => {
    if (next.baseFee !== undefined) {
      const method = "hardhat_setNextBlockBaseFeePerGas";
      await driver.request(method, hexQuantity(baseFee));
    }
  };
  const setGasLimit = async (limit: bigint) => {
    await driver.request("evm_setBlockGasLimit", hexQuantity(limit));
  };
  const now = Date.now();
  const clock = { ...networkConfig, parent: head.timestamp, now };
  const times = sandboxBlockTimes(clock)[Symbol.iterator]();
  const mine = async () => {
    const { value: timestamp = 0n } = times.next();
    const method = "evm_setNextBlockTimestamp";
    await driver.request(method, hexQuantity(timestamp));
    await setNextBaseFee();
    await (networkConfig.loggingEnabled
      ? mineSilently(provider)
      : driver.mine());
  };
  await placeContractSet({ ...driver, mine }, plan, {
    deployer: SANDBOX_DEPLOYER,
    owner: plan.owner ?? accounts[0],
    holders: accounts.slice(0, MAX_HOLDERS),
    gasPrice: baseFee > minGasPrice ? baseFee : minGasPrice,
    transactionGasCap:
      typeof transactionGasCap === "bigint" ? transactionGasCap : undefined,
    // A chain without a limit needs no change, which could not be undone.
    reserveGas: async (needed) => {
      if (typeof blockGasLimit === "bigint" && blockGasLimit < needed) {
        await setGasLimit(needed);
      }
    },
  });
  if (typeof blockGasLimit === "bigint") {
    await setGasLimit(blockGasLimit);
  }
  await setNextBaseFee();
  if ((await driver.balanceOf(next.coinbase)) !== coinbaseBalance) {
    await driver.setBalance(next.coinbase, coinbaseBalance);
  }
  await resumeChain();
}

/**
 * Places the contract set on a new connection to a sandbox. If that fails, the
 * connection is closed: on an empty chain, every contract would be absent.
 *
 * @throws HardhatPluginError if an address of the contract set is not set, or a
 * transaction fails.
 */
export async function openSandbox(
  config: HardhatConfig,
  connection: OpenConnection,
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
