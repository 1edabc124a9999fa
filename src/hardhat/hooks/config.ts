import type { HardhatConfig, HardhatUserConfig } from "hardhat/types/config";
import type { ConfigHooks } from "hardhat/types/hooks";
import { isRecord, recordOf } from "../../base/records.ts";
import { bookOf } from "../../config/configured-networks.ts";
import { NO_SOURCES, type ReadSources } from "../../config/layers.ts";
import { resolveAlphaConfig } from "../../config/resolve-alpha-config.ts";
import { describeChains, extendNetworks } from "../networks/extend-networks.ts";
import { resolveNetworks } from "../networks/resolve-networks.ts";
import { validateNetworkFields } from "../networks/validate-network-fields.ts";

/** The readers are only imported if there are sources, to keep commands fast. */
async function sourcesOf(
  { alpha }: HardhatUserConfig,
  { paths }: HardhatConfig,
): Promise<ReadSources> {
  if (alpha?.sources === undefined || alpha.sources.length === 0) {
    return NO_SOURCES;
  }
  const { readSources } = await import("../../sources/read-sources.ts");
  return await readSources(alpha, paths.root);
}

/** Address books are only read for networks that are configured with one. */
async function completed(
  alpha: HardhatUserConfig["alpha"],
): Promise<HardhatUserConfig["alpha"]> {
  const networks = Object.values(recordOf(recordOf(alpha)["networks"]));
  if (alpha === undefined || !networks.some(bookOf)) {
    return alpha;
  }
  const { withBooks } = await import("../../sources/address-book/own-books.ts");
  return await withBooks(alpha);
}

/** Runs on every Hardhat command, and again for every overridden connection. */
export default async (): Promise<Partial<ConfigHooks>> => ({
  async extendUserConfig(config, next) {
    const { alpha: given, ...extended } = await next(config);
    const alpha = await completed(given);
    const { chainDescriptors = {}, networks = {} } = extended;
    return {
      ...extended,
      ...(alpha !== undefined && { alpha }),
      // Hardhat says what is wrong with networks that are none.
      networks: isRecord(networks) ? extendNetworks(networks, alpha) : networks,
      chainDescriptors: describeChains(chainDescriptors, alpha),
    };
  },

  async validateUserConfig(config) {
    const networkErrors = validateNetworkFields(config);
    if (config.alpha === undefined) {
      return networkErrors;
    }
    const [{ validateAlphaConfig }, { sourceSchema }] = await Promise.all([
      import("../../config/validate/validate-alpha-config.ts"),
      import("../../sources/kinds.ts"),
    ]);
    return [
      ...(await validateAlphaConfig(config.alpha, sourceSchema)),
      ...networkErrors,
    ];
  },

  async resolveUserConfig(userConfig, resolveConfigurationVariable, next) {
    const resolved = await next(userConfig, resolveConfigurationVariable);
    const alpha = await resolveAlphaConfig(
      userConfig,
      resolveConfigurationVariable,
      await sourcesOf(userConfig, resolved),
    );
    return {
      ...resolved,
      alpha,
      networks: resolveNetworks(resolved.networks, userConfig, alpha),
    };
  },
});
