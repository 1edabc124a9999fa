import type { EdrNetworkConfig, HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { hexQuantity, isHexQuantity } from "../base/hex.ts";
import { markedNetwork } from "../config/hardhat-networks.ts";
import { SANDBOX_DEPLOYER } from "../networks/sandbox-deployer.ts";
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
  const [addresses, latest, pending] = await Promise.all([
    request("eth_accounts"),
    request("eth_getBlockByNumber", "latest", false),
    request("eth_getBlockByNumber", "pending", false),
  ]);
  const accounts = readAddresses(addresses);
  requireValidPlan(plan, accounts);
  const head = readBlock(latest);
  const next = readBlock(pending);
  const driver = hardhatDriver(provider);
  const coinbaseBalance = await driver.balanceOf(next.coinbase);
  const holders = accounts.slice(0, MAX_HOLDERS);
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

function requireValidPlan(
  plan: ContractSetPlan,
  accounts: readonly Hex[],
): void {
  const problems = planProblems(
    plan,
    accounts.map((address, index) => ({ role: `account ${index}`, address })),
  );
  if (problems.length > 0) {
    throw alphaError(`Could not populate the sandbox: ${problems.join("; ")}.`);
  }
}

function readAddresses(value: unknown): readonly Hex[] {
  if (!Array.isArray(value) || !value.every(isHexQuantity)) {
    throw alphaError("The simulated chain returned invalid accounts.");
  }
  return value;
}

/**
 * Places the contract set on a new connection to a sandbox. If that fails, the
 * connection is closed: on an empty chain, every contract would be absent.
 *
 * @throws HardhatPluginError if an address of the contract set is not set, or a
 * transaction fails.
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
