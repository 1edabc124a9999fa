import { join } from "node:path";
import type { HardhatConfig } from "hardhat/types/config";
import { PLUGIN_ID } from "../../base/errors.ts";
import { isRecord, recordOf } from "../../base/records.ts";
import type { AlphaConfig } from "../../config/types.ts";

/** The file from which Solidity tests load the contracts of a network. */
export function allocationFile(
  { cache }: HardhatConfig["paths"],
  network: string,
): string {
  return join(cache, PLUGIN_ID, `${network}.json`);
}

/**
 * The config of tests with the permission for Solidity tests to read the allocation
 * file of each network, and nothing else.
 */
export function permitAllocationFiles(
  test: HardhatConfig["test"],
  paths: HardhatConfig["paths"],
  { networks }: AlphaConfig,
): HardhatConfig["test"] {
  // Versions of Hardhat that are too old, which is reported later, have none.
  if (!isRecord(recordOf(recordOf(test)["solidity"])["profiles"])) {
    return test;
  }
  const files = Object.keys(networks).map((network) =>
    allocationFile(paths, network),
  );
  const profiles = Object.fromEntries(
    Object.entries(test.solidity.profiles).map(([name, profile]) => {
      const { fsPermissions } = profile;
      const readFile = [...(fsPermissions?.readFile ?? []), ...files];
      return [
        name,
        { ...profile, fsPermissions: { ...fsPermissions, readFile } },
      ];
    }),
  );
  return { ...test, solidity: { ...test.solidity, profiles } };
}
