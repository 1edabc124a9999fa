import type { HardhatConfig } from "hardhat/types/config";

import type { NetworkSelection } from "../connect/select-networks.ts";
import { selectNetworks } from "../connect/select-networks.ts";
import { portalConfigs } from "../portal/portal-configs.ts";
import type { ExportedNetwork, ExportFormat } from "./export-format.ts";

/**
 * The selected networks with what a format needs of them, each once. Variables
 * are read only for a format that reads portal configs.
 *
 * @param reveal whether portal values that may be secret are to be written
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function exportedNetworks(
  config: HardhatConfig,
  selection: NetworkSelection,
  {
    readsPortal,
    reveal,
  }: Pick<ExportFormat, "readsPortal"> & { readonly reveal: boolean },
): Promise<readonly ExportedNetwork[]> {
  const selected = selectNetworks(config, selection);
  const networks = new Map(
    selected.map(({ network }) => [network.name, network]),
  );
  const portals =
    readsPortal === true ? await portalConfigs(config, selection, reveal) : [];
  return [...networks.values()].map((network) => ({
    network,
    portal: portals.find((portal) => portal.network === network.name),
  }));
}
