import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";
import { PLUGIN_ID } from "../../src/base/errors.ts";
import { isSandbox } from "../../src/config/hardhat-networks.ts";
import type { Reachable } from "../../src/connect/select-networks.ts";

const VIEM_PLUGIN = "hardhat-viem";

/**
 * The connections of a task, which does not use their `viem`. hardhat-viem imports all
 * of viem for every connection, which takes longer than the rest of a task. Therefore,
 * sandboxes are opened in an environment of the same project without it, if no other
 * plugin of the project could notice or change that.
 */
export function taskConnections(hre: HardhatRuntimeEnvironment): Reachable {
  const { config, globalOptions, userConfig } = hre;
  const plugins = withoutViem(config.plugins);
  if (plugins === undefined) {
    return hre;
  }
  let light: Promise<HardhatRuntimeEnvironment> | undefined;
  const openLight = async () => {
    const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
    return await createHardhatRuntimeEnvironment(
      { ...userConfig, plugins },
      globalOptions,
      config.paths.root,
    );
  };
  return {
    config,
    network: {
      async create(network) {
        const name = typeof network === "string" ? network : network.network;
        const networkConfig = config.networks[name];
        if (networkConfig === undefined || !isSandbox(networkConfig)) {
          return await hre.network.create(network);
        }
        light ??= openLight();
        return await (await light).network.create(network);
      },
    },
  };
}

/**
 * The plugins of a project that influence its connections, apart from hardhat-viem;
 * `undefined` if others than this one have hooks on connections, or could add some.
 */
export function withoutViem(
  plugins: readonly HardhatPlugin[],
): HardhatPlugin[] | undefined {
  const own = plugins.filter(
    ({ id }) => id !== VIEM_PLUGIN && !id.startsWith("builtin:"),
  );
  const isSafe = own.every(
    ({ id, hookHandlers }) =>
      id === PLUGIN_ID ||
      (hookHandlers?.network === undefined && hookHandlers?.hre === undefined),
  );
  if (!isSafe) {
    return undefined;
  }
  return own.map(
    // The list has the dependencies, and warnings on the environment were printed before.
    ({
      id,
      globalOptions = [],
      hookHandlers: { hre: _hre, ...hookHandlers } = {},
    }) => ({ id, globalOptions, hookHandlers }),
  );
}
