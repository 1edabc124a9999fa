import { resolve } from "node:path";
import type { HardhatConfig } from "hardhat/types/config";
import { buildPortalConfig } from "../../config/network-values.ts";
import { buildOtherPortalConfig } from "../../config/other-portal.ts";
import {
  type NetworkSelection,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { readSourceFile } from "../../sources/read-source-file.ts";
import { withEntries } from "../find-problems.ts";
import { lintReportOf, toFindings } from "../findings.ts";
import { readFailure } from "../lint-files.ts";
import { indexNetworks } from "../network-index.ts";
import { parseLintFile } from "../parse-lint-file.ts";
import type { LintReport, LintRuleInfo } from "../report.ts";
import { ALL_RULES } from "../rules.ts";
import {
  type Comparison,
  compareFile,
  type PortalVersions,
  withSelectedNetworks,
} from "./compare-file.ts";
import * as compareRules from "./compare-rules.ts";
import { mistakesBeside, withoutUnset } from "./mistakes-beside.ts";

/** All rules that a report of `alpha config --check` may name. */
export const COMPARE_RULES: readonly LintRuleInfo[] = [
  ...ALL_RULES,
  ...Object.values(compareRules),
];

/**
 * Checks a portal file like `alpha lint`, and compares it with the resolved portal
 * configurations of the selected networks. Reads configuration variables, so a keystore may prompt.
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
  const configs = new Map<AlphaNetworkName, PortalVersions>();
  for (const { network } of selectNetworks(config, selection)) {
    const { fields: own } = await buildPortalConfig(network);
    const other = await buildOtherPortalConfig(network);
    configs.set(network.name, { own, other });
  }
  const isExplicit =
    selection.names.length > 0 || selection.globalNetwork !== undefined;
  const findings = await compareWith(file, {
    configs,
    isExplicit,
    reveal,
    index: indexNetworks(config.alpha),
  });
  return lintReportOf("config", [{ file, findings, fixed: [] }]);
}

async function compareWith(file: string, comparison: Comparison) {
  const { configs, index } = comparison;
  try {
    const text = await readSourceFile(resolve(file), file);
    const linted = withSelectedNetworks(
      await parseLintFile(text, file, index),
      comparison,
    );
    const differences = withEntries(linted, compareFile(linted, comparison));
    const mistakes = await mistakesBeside(
      differences,
      withoutUnset(linted, configs),
      index,
    );
    return toFindings(file, text, [...differences, ...mistakes]);
  } catch (error) {
    return [readFailure(file, error)];
  }
}
