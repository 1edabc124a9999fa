import type { HardhatConfig } from "hardhat/types/config";
import {
  buildPortalConfig,
  type PortalFieldValue,
} from "../../config/network-values.ts";
import { buildOtherPortalConfig } from "../../config/other-portal.ts";
import { placeholderFor } from "../../connect/portal-configs.ts";
import {
  type NetworkSelection,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { fieldIn } from "../../networks/dialects.ts";
import type { LintReport } from "../report.ts";
import type { LintEntry } from "../types.ts";
import { checkFile, type GeneratedEntry } from "./check-file.ts";

/**
 * Checks a portal file like `alpha lint`, and compares it with the resolved portal
 * configurations of the selected networks. Reads configuration variables, so a keystore
 * may prompt.
 *
 * @param file relative to the working directory
 * @param reveal whether a placeholder instead of a secret value is a difference
 * @throws HardhatPluginError if the selection or a URL is invalid.
 */
export async function checkConfig(
  config: HardhatConfig,
  selection: NetworkSelection,
  { file, reveal }: { readonly file: string; readonly reveal: boolean },
): Promise<LintReport> {
  const networks = new Map<
    AlphaNetworkName,
    (entry: LintEntry) => GeneratedEntry
  >();
  for (const { network } of selectNetworks(config, selection)) {
    const fields = await buildPortalConfig(network);
    const other = await buildOtherPortalConfig(network);
    networks.set(network.name, (entry) =>
      generate(entry, entry.isOtherVersion ? other : fields),
    );
  }
  return await checkFile(config.alpha, {
    task: "config",
    file,
    generated: { kind: "portal", networks },
    isExplicit:
      selection.names.length > 0 || selection.globalNetwork !== undefined,
    reveal,
  });
}

/** The fields by the names that an entry has for them, or has in its dialect. */
function generate(
  { dialect, fields }: LintEntry,
  configured: readonly PortalFieldValue[],
): GeneratedEntry {
  const values: Record<string, unknown> = {};
  const placeholders = new Map<string, string>();
  for (const { field, value, origin } of configured) {
    const own = fields.filter((candidate) => candidate.field === field);
    const names =
      own.length === 0
        ? [fieldIn(dialect, field)]
        : own.map(({ member }) => member.name);
    const placeholder = placeholderFor(value, origin);
    for (const name of names) {
      values[name] = value ?? null;
      if (placeholder !== undefined) {
        placeholders.set(name, placeholder);
      }
    }
  }
  return { values, placeholders };
}
