import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";
import { alphaError } from "../../src/errors.ts";
import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";

/**
 * Which sandboxes to serve: those named, else that of `--network`, else that of
 * the first network that is switched on; with `all` those of all.
 *
 * @throws HardhatPluginError if names and `all` are both given.
 */
export function sandboxSelection(
  names: readonly string[],
  all: boolean,
  hre: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): NetworkSelection {
  if (all) {
    if (names.length > 0) {
      throw alphaError(
        "--all serves every network that is switched on: give names, or --all.",
      );
    }
    return { names: [], globalNetwork: undefined, sandbox: true };
  }
  const { network: globalNetwork } = hre.globalOptions;
  const first = ALPHA_NETWORK_NAMES.find(
    (name) => hre.config.alpha.networks[name] !== undefined,
  );
  return {
    names:
      names.length === 0 && globalNetwork === undefined && first !== undefined
        ? [first]
        : names,
    globalNetwork,
    sandbox: true,
  };
}
