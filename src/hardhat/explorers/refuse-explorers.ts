import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { alphaError } from "../../base/errors.ts";
import { recordOf } from "../../base/records.ts";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import {
  EXPLORERS,
  type Explorer,
  hostOfOtherChain,
  otherChainOf,
  refusalMessage,
} from "./judge-explorers.ts";

/** The id of hardhat-verify, which publishes sources. */
const HARDHAT_VERIFY = "hardhat-verify";

type Runtime = Pick<
  HardhatRuntimeEnvironment,
  "config" | "globalOptions" | "hooks"
>;

type Config = Runtime["config"];

/** An explorer that would publish a network's sources on another chain's site. */
interface Refusal {
  readonly explorer: Explorer;
  readonly chainId: bigint;
  readonly refuse: () => never;
}

/**
 * Keeps hardhat-verify from publishing sources of a network on the explorers of another
 * chain with its chain id. hardhat-verify has no hook for that: it reads its config and
 * Hardhat's chain descriptors, for the network of the command, so their values throw
 * instead. For other connections, it adds an API to the connection.
 *
 * The plugin is looked for in the list of those in use. As the condition of a
 * conditional dependency, it would be imported wherever it is installed, and Hardhat
 * would warn on every command that it is imported but not in use.
 */
export function refuseExplorers({
  config,
  globalOptions,
  hooks,
}: Runtime): void {
  if (!config.plugins.some(({ id }) => id === HARDHAT_VERIFY)) {
    return;
  }
  const refusals = new Map(
    Object.keys(config.networks).map((name) => [
      name,
      refusalsOf(config, name),
    ]),
  );
  const selected = refusals.get(globalOptions.network ?? "default") ?? [];
  for (const refusal of selected) {
    refuseInConfig(config, refusal);
  }
  hooks.registerHandlers("network", {
    async newConnection(context, next) {
      const connection = await next(context);
      refuseOnConnection(
        connection,
        refusals.get(connection.networkName) ?? [],
      );
      return connection;
    },
  });
}

function refusalsOf(config: Config, network: string): readonly Refusal[] {
  const networkConfig = config.networks[network];
  const marked = networkConfig && markedNetwork(config, networkConfig);
  const other =
    marked && otherChainOf(marked.definition, networkConfig?.chainId);
  if (other === undefined) {
    return [];
  }
  const chainId = BigInt(other.chainId);
  const descriptor = config.chainDescriptors.get(chainId);
  return EXPLORERS.flatMap((explorer) => {
    const host = hostOfOtherChain(explorer, descriptor, verifyOf(config));
    if (host === undefined) {
      return [];
    }
    const refuse = () => {
      throw alphaError(refusalMessage(explorer, network, host, other));
    };
    return [{ explorer, chainId, refuse }];
  });
}

/** The config of hardhat-verify, whose types are not installed everywhere. */
const verifyOf = (config: Config) => recordOf(Reflect.get(config, "verify"));

function refuseInConfig(
  config: Config,
  { explorer, chainId, refuse }: Refusal,
): void {
  const settings = recordOf(verifyOf(config)[explorer]);
  throwOn(settings, ["apiKey", "apiUrl"], refuse);
  // The tasks for all explorers skip those that are disabled.
  if (settings["enabled"] !== false) {
    throwOn(settings, ["enabled"], refuse);
  }
  const explorers = config.chainDescriptors.get(chainId)?.blockExplorers;
  if (explorers !== undefined && explorer !== "sourcify") {
    const api = { url: "", apiUrl: "" };
    throwOn(api, ["url", "apiUrl"], refuse);
    explorers[explorer] = api;
  }
}

/** Replaces what hardhat-verify adds to a connection: an API for Etherscan. */
function refuseOnConnection(
  connection: object,
  refusals: readonly Refusal[],
): void {
  for (const { explorer, refuse } of refusals) {
    if (explorer === "etherscan") {
      const verification = {};
      throwOn(verification, [explorer], refuse);
      Object.assign(connection, { verification });
    }
  }
}

function throwOn(
  target: object,
  names: readonly string[],
  refuse: () => never,
): void {
  for (const name of names) {
    Object.defineProperty(target, name, {
      get: refuse,
      configurable: true,
      enumerable: true,
    });
  }
}
