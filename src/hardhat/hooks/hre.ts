import type { ResolvedConfigurationVariable } from "hardhat/types/config";
import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { ChainType } from "hardhat/types/network";
import type { TaskManager } from "hardhat/types/tasks";
import { alphaError, PLUGIN_ID } from "../../base/errors.ts";
import { defer, given, recordOf } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { describeValue, printableMessage } from "../../base/untrusted-text.ts";
import {
  enabledNames,
  enabledNetwork,
} from "../../config/configured-networks.ts";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import { hasKeystore } from "../../config/layered-url.ts";
import { chainsWithSameId } from "../../config/network-values.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { createAlphaNetwork, createReports } from "../alpha-network.ts";
import type { ConnectArgument } from "../connections/connect-to-alpha.ts";
import type { AlphaRuntime, ConnectToAlpha } from "../connections/types.ts";
import type { AlphaNetwork } from "../types.ts";

/** Runs on every Hardhat command. */
export default async (): Promise<Partial<HardhatRuntimeEnvironmentHooks>> => ({
  async created(_context, hre) {
    checkHardhat(hre.versions?.hardhat);
    hre.alpha = createAlphaRuntime(hre);
    addTestEndpoints(hre);
    const { warnings } = hre.config.alpha;
    for (const warning of [...warnings, ...explorerWarnings(hre)]) {
      console.warn(printableMessage(`${PLUGIN_ID}: ${warning}.`));
    }
    for (const warning of subtaskWarnings(process.argv.slice(2), hre.tasks)) {
      console.warn(warning);
    }
  },
});

/** Creates `hre.alpha`. */
function createAlphaRuntime(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions" | "network">,
): AlphaRuntime {
  const { config } = hre;
  // TypeScript cannot tell that each name has the network of that name.
  const networks = {} as AlphaRuntime["networks"];
  const names = enabledNames(config.alpha);
  for (const name of names) {
    // Created on first access, since most Hardhat commands do not need it.
    defer<Record<string, unknown>, string>(networks, name, () => {
      const network = config.alpha.networks[name];
      return network && createAlphaNetwork(network, hasKeystore(config), {});
    });
  }

  async function connect<ChainTypeT extends ChainType | string>(
    argument: ConnectArgument<ChainTypeT> = {},
  ) {
    const { connectToAlpha } = await import(
      "../connections/connect-to-alpha.ts"
    );
    return await connectToAlpha(hre, argument);
  }

  return Object.freeze<AlphaRuntime>({
    networks: Object.freeze(networks),
    names: Object.freeze(names),
    network<N extends AlphaNetworkName>(name: N): AlphaNetwork<N> {
      // JavaScript callers may pass any name, such as that of an Object method.
      const network: AlphaNetwork<N> | undefined =
        enabledNetwork(config.alpha, name) && networks[name];
      if (network === undefined) {
        throw alphaError(
          `Unknown or disabled Alpha network "${String(name)}". ${didYouMean(String(name), names)}Enabled networks: ${names.join(", ") || "none"}.`,
        );
      }
      return network;
    },
    // The network is checked against the name, but TypeScript cannot tell.
    connect: connect as ConnectToAlpha,
    ...createReports(
      ({ networks: names = [], sandbox = false }) => {
        // JavaScript callers may pass one name.
        const isList = Array.isArray(names);
        if (!isList || !names.every((name) => typeof name === "string")) {
          throw alphaError(
            `Expected networks to be a list of names, such as ["devnet"], got ${isList ? "one with something else" : describeValue(names)}.`,
          );
        }
        const selection = { names, globalNetwork: undefined, sandbox };
        return { reachable: hre, selection };
      },
      { networks: true, sandbox: "boolean" },
    ),
  });
}

/**
 * Passes the sandboxes to Solidity tests, as aliases of their `rpcEndpoints`. Of the
 * cheatcodes that give a test text from outside, `rpcUrl` is the one that Hardhat
 * repeats to find out where a test failed: after others, it shows no stack trace.
 * Hardhat reads the aliases for each run, after it compiled the tests.
 */
function addTestEndpoints(hre: HardhatRuntimeEnvironment): void {
  const { alpha, test } = hre.config;
  const names = Object.keys(alpha.networks);
  let states: Promise<ReadonlyMap<string, string>> | undefined;
  const readStates = async () =>
    (await import("../solidity/sandbox-states.ts")).sandboxStates(hre);
  const endpoints = Object.fromEntries([
    [
      PLUGIN_ID,
      // Read first: the contracts may have changed since the last run.
      textVariable(async () => {
        states = readStates();
        await states;
        return names.join(", ");
      }),
    ],
    ...names.map((network) => [
      `${PLUGIN_ID}/${network}`,
      textVariable(async () => (await states)?.get(network) ?? ""),
    ]),
  ]);
  for (const profile of Object.values(test.solidity.profiles)) {
    profile.forking = {
      ...profile.forking,
      rpcEndpoints: { ...endpoints, ...profile.forking?.rpcEndpoints },
    };
  }
}

/** A variable whose value is not cached. */
function textVariable(
  get: () => Promise<string>,
): ResolvedConfigurationVariable {
  const reject = () => Promise.reject(alphaError("Expected a text."));
  return {
    _type: "ResolvedConfigurationVariable",
    format: "{variable}",
    get,
    getUrl: reject,
    getBigInt: reject,
    getHexString: reject,
  };
}

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
}: HardhatRuntimeEnvironment): readonly string[] {
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
