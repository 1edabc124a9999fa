import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { TaskManager } from "hardhat/types/tasks";
import { alphaError } from "../base/errors.ts";
import { given, recordOf } from "../base/records.ts";
import { didYouMean } from "../base/suggest-name.ts";
import { markedNetwork } from "../config/hardhat-networks.ts";
import { chainsWithSameId } from "../config/network-values.ts";

/** The minimums of the peer dependencies, for the error message. */
export const MIN_VERSIONS = {
  hardhat: "3.13.0",
  "@nomicfoundation/hardhat-viem": "3.0.3",
  viem: "2.43.0",
} as const;

/**
 * Checks the version of Hardhat, since package managers install an older one if they are
 * forced to, and the plugin would fail later with misleading errors.
 *
 * @param version `undefined` before Hardhat 3.0.7, which does not state it.
 * @throws HardhatPluginError if it is too old for this plugin.
 */
export function checkHardhat(version = "3.0"): void {
  if (rankOf(version) < rankOf(MIN_VERSIONS.hardhat)) {
    const packages = Object.entries(MIN_VERSIONS).map(
      ([name, min]) => `${name}@^${min}`,
    );
    throw alphaError(
      `This plugin needs hardhat ${MIN_VERSIONS.hardhat} or newer (${version} is installed): run npm install --save-dev ${packages.join(" ")}`,
    );
  }
}

/** Orders versions by their first two numbers. */
function rankOf(version: string): number {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major * 1_000 + minor;
}

const TASK = "alpha";

/**
 * Suggests the subtask that an unknown one is a misspelling of. Hardhat's error names
 * only the unknown one, and no hook can add to it.
 *
 * @param args The arguments of the command.
 */
export function subtaskWarnings(
  args: readonly string[],
  { rootTasks }: Pick<TaskManager, "rootTasks">,
): readonly string[] {
  const name = args[args.indexOf(TASK) + 1];
  const subtasks = rootTasks.get(TASK)?.subtasks;
  if (!args.includes(TASK) || name === undefined || name.startsWith("-")) {
    return [];
  }
  if (subtasks?.has(name) !== false) {
    return [];
  }
  const suggestion = didYouMean(name, subtasks.keys()).replace(/\? $/, "?");
  return given(suggestion && `"${TASK} ${name}" is not a task. ${suggestion}`);
}

/** The id of hardhat-verify, which publishes sources. */
const HARDHAT_VERIFY = "hardhat-verify";
/** Its explorers, each with a setting of the same name. */
const EXPLORERS = ["etherscan", "blockscout", "sourcify"];

/**
 * Warns that hardhat-verify looks up explorers by the chain id, if the command names a
 * network whose chain id another chain has, too.
 *
 * The plugin is looked for in the list of those in use. As the condition of a
 * conditional dependency, it would be imported wherever it is installed, and Hardhat
 * would warn on every command that it is imported but not in use.
 */
export function explorerWarnings({
  config,
  globalOptions,
}: Pick<
  HardhatRuntimeEnvironment,
  "config" | "globalOptions"
>): readonly string[] {
  const name = globalOptions.network ?? "default";
  const networkConfig = config.networks[name];
  const network = networkConfig && markedNetwork(config, networkConfig);
  const chainId = networkConfig?.chainId ?? network?.values.chainId;
  const [other] = (network && chainsWithSameId(network, chainId)) ?? [];
  const isUsed = config.plugins.some(({ id }) => id === HARDHAT_VERIFY);
  if (other === undefined || !isUsed) {
    return [];
  }
  const verify = recordOf(Reflect.get(config, "verify"));
  const enabled = EXPLORERS.filter(
    (explorer) => recordOf(verify[explorer])["enabled"] !== false,
  );
  return given(
    enabled.length > 0 &&
      `hardhat-verify would publish sources of contracts on "${name}" on the explorers of ${other.name}, which has the same chain id ${chainId}. Set verify.${enabled.join(".enabled, verify.")}.enabled to false, or use explorers of your own`,
  );
}
