import { resolve } from "node:path";
import type { HardhatConfig } from "hardhat/types/config";
import {
  buildPortalConfig,
  type PortalFieldValue,
} from "../../config/network-values.ts";
import {
  type NetworkSelection,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { readSourceFile } from "../../sources/read-source-file.ts";
import { lintReportOf, toFindings } from "../findings.ts";
import { lintKnowledge } from "../knowledge.ts";
import { readFailure } from "../lint-files.ts";
import { parseLintFile } from "../parse-lint-file.ts";
import type { LintReport, LintRuleInfo } from "../report.ts";
import { UNKNOWABLE_CHAIN } from "../rules/chains.ts";
import { SYNTAX, UNREADABLE } from "../rules/files.ts";
import { CHANGED_LATER } from "../rules/portals.ts";
import { type Comparison, compareFile } from "./compare-file.ts";
import * as compareRules from "./compare-rules.ts";

/** All that a report of `alpha config --check` may name as a rule. */
export const COMPARE_RULES: readonly LintRuleInfo[] = [
  SYNTAX,
  UNREADABLE,
  UNKNOWABLE_CHAIN,
  CHANGED_LATER,
  ...Object.values(compareRules),
];

/**
 * Compares a portal's file with the resolved portal configs of the selected
 * networks. Variables are read, so a keystore may prompt; their values are not
 * shown.
 *
 * @param file relative to the working directory
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function checkConfig(
  config: HardhatConfig,
  selection: NetworkSelection,
  { file, reveal }: { readonly file: string; readonly reveal: boolean },
): Promise<LintReport> {
  const configs = new Map<AlphaNetworkName, readonly PortalFieldValue[]>();
  for (const { network } of selectNetworks(config, selection)) {
    const { fields } = await buildPortalConfig(network);
    configs.set(network.name, fields);
  }
  const isExplicit =
    selection.names.length > 0 || selection.globalNetwork !== undefined;
  const findings = await differences(file, {
    configs,
    isExplicit,
    reveal,
    knowledge: lintKnowledge(config.alpha),
  });
  return lintReportOf("config", [{ file, findings, fixed: [] }]);
}

async function differences(file: string, comparison: Comparison) {
  try {
    const text = await readSourceFile(resolve(file), file);
    const parsed = parseLintFile(text, file, comparison.knowledge);
    return toFindings(file, text, compareFile(parsed, comparison));
  } catch (error) {
    return [readFailure(file, error)];
  }
}
