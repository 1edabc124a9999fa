import type { EdrNetworkConfig } from "hardhat/types/config";
import { SANDBOX_DEPLOYER } from "../connect/sandbox-deployer.ts";
import { alphaError } from "../errors.ts";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import type { Hex, RequestProvider } from "../rpc/types.ts";
import { hardhatDriver } from "./hardhat-driver.ts";
import { isHexQuantity } from "./is-hex-quantity.ts";
import { mineSilently } from "./mine-silently.ts";
import { pauseChain } from "./pause-chain.ts";
import { placeContractSet } from "./place-contract-set.ts";
import { placementBlockGas } from "./placement-gas.ts";
import { planProblems } from "./plan-problems.ts";
import { raiseGasLimit } from "./raise-gas-limit.ts";
import { readBlock } from "./read-block.ts";
import { sandboxBlockTimes } from "./sandbox-clock.ts";
import type { ContractSetPlan } from "./types.ts";

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
