import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { given, recordOf } from "../base/records.ts";
import { markedNetwork } from "../config/hardhat-networks.ts";
import { chainsWithSameId } from "../config/network-values.ts";

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
