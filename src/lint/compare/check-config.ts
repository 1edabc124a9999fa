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
import {
  type FoundProblem,
  findProblems,
  lintReportOf,
  toFindings,
} from "../findings.ts";
import { readFailure } from "../lint-files.ts";
import { indexNetworks } from "../network-index.ts";
import { parseLintFile } from "../parse-lint-file.ts";
import type { LintReport, LintRuleInfo } from "../report.ts";
import { ALL_RULES } from "../rules.ts";
import type { LintFile } from "../types.ts";
import type { Difference } from "./compare-entry.ts";
import {
  type Comparison,
  compareFile,
  type PortalVersions,
  withSelectedNetworks,
} from "./compare-file.ts";
import * as compareRules from "./compare-rules.ts";
import { ADDITIONAL_FIELD } from "./compare-rules.ts";

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

/**
 * What `alpha lint` finds in the file, unless it is a note or the comparison has a
 * difference at the same place.
 */
async function mistakesBeside(
  differences: readonly Difference[],
  file: LintFile,
  { index }: Comparison,
): Promise<readonly FoundProblem[]> {
  const compared = new Set(differences.map(({ place }) => place.start));
  const repeated = differences.filter(({ rule }) => rule === ADDITIONAL_FIELD);
  const found = await findProblems({ file, index, nodes: undefined });
  return found
    .filter(
      ({ place, rule, severity = rule.severity }) =>
        severity !== "note" &&
        !compared.has(place.start) &&
        !repeated.some(
          (whole) =>
            place.start >= whole.place.start && place.start < whole.place.end,
        ),
    )
    .map((problem) => ({ ...problem, edit: undefined }));
}

async function compareWith(file: string, comparison: Comparison) {
  try {
    const text = await readSourceFile(resolve(file), file);
    const parsed = withSelectedNetworks(
      parseLintFile(text, file, comparison.index),
      comparison,
    );
    const differences = compareFile(parsed, comparison);
    const mistakes = await mistakesBeside(differences, parsed, comparison);
    return toFindings(file, parsed, [...differences, ...mistakes]);
  } catch (error) {
    return [readFailure(file, error)];
  }
}
