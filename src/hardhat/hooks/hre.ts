import type { HardhatRuntimeEnvironmentHooks } from "hardhat/types/hooks";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { ChainType } from "hardhat/types/network";
import { alphaError, PLUGIN_ID } from "../../base/errors.ts";
import { defer } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { printableMessage } from "../../base/untrusted-text.ts";
import {
  enabledNames,
  enabledNetwork,
} from "../../config/configured-networks.ts";
import { hasKeystore } from "../../config/layered-url.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { createAlphaNetwork, createReports } from "../alpha-network.ts";
import type { ConnectArgument } from "../connections/connect-to-alpha.ts";
import type { AlphaRuntime, ConnectToAlpha } from "../connections/types.ts";
import { addTestEndpoints } from "../solidity/test-endpoints.ts";
import {
  checkHardhat,
  explorerWarnings,
  subtaskWarnings,
} from "../startup-checks.ts";
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
    ...createReports(({ networks: names = [], sandbox = false }) => ({
      reachable: hre,
      selection: { names, globalNetwork: undefined, sandbox },
    })),
  });
}
