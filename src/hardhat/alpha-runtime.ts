import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { ChainType } from "hardhat/types/network";
import { alphaError } from "../base/errors.ts";
import { defer } from "../base/records.ts";
import { didYouMean } from "../base/suggest-name.ts";
import { enabledNames, enabledNetwork } from "../config/configured-networks.ts";
import { hasKeystore } from "../config/layered-url.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { createAlphaNetwork } from "./alpha-network.ts";
import type { ConnectArgument } from "./connections/connect-to-alpha.ts";
import type { AlphaRuntime, ConnectToAlpha } from "./connections/types.ts";
import { createReports } from "./create-reports.ts";
import type { AlphaNetwork } from "./types.ts";

/** Creates `hre.alpha`. */
export function createAlphaRuntime(
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
      "./connections/connect-to-alpha.ts"
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
