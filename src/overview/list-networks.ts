import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { LayeredUrl } from "../config/layered-url.ts";
import type {
  NetworkSelection,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import { selectNetworks } from "../connect/select-networks.ts";
import type {
  NetworkSummary,
  NetworksReport,
} from "../report/networks-report.ts";
import { endpointOrigin } from "../rpc/secrets/endpoint-origin.ts";
import { hasKeystore } from "../runtime/has-keystore.ts";
import { unsetPaths } from "../runtime/unset-paths.ts";

/**
 * The selected networks with what sets them apart. No node is asked; variables
 * are read for the endpoints' origins.
 *
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function listNetworks(
  hre: Pick<HardhatRuntimeEnvironment, "config">,
  selection: NetworkSelection,
): Promise<NetworksReport> {
  const networks: NetworkSummary[] = [];
  for (const selected of selectNetworks(hre.config, selection)) {
    const { network } = selected;
    const { chainId, networkId, isDefault } = network.values;
    networks.push({
      network: network.name,
      hardhatNetwork: selected.hardhatNetwork,
      chainId,
      networkId,
      role: network.role,
      isDefault,
      feeToken: network.feeToken?.symbol ?? null,
      versions: network.versions,
      endpoint: await endpointOf(selected),
      unset: unsetPaths(network, hasKeystore(hre.config)),
    });
  }
  return { schemaVersion: 1, task: "networks", networks };
}

async function endpointOf(selected: SelectedNetwork): Promise<string | null> {
  if (selected.hardhatNetwork === null) {
    return null;
  }
  if (selected.networkConfig.type === "edr-simulated") {
    return "in-process";
  }
  const { url } = selected.networkConfig;
  const text =
    url instanceof LayeredUrl
      ? (await url.resolve())?.value
      : await url.getUrl();
  return text === undefined ? null : endpointOrigin(text);
}
