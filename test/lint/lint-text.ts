import { findProblems, toFindings } from "../../src/lint/findings.ts";
import { type FixedText, fixText } from "../../src/lint/fix-text.ts";
import { lintKnowledge } from "../../src/lint/knowledge.ts";
import { parseLintFile } from "../../src/lint/parse-lint-file.ts";
import type { LintFinding } from "../../src/lint/report.ts";
import type { LintKnowledge } from "../../src/lint/types.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { withEnvironment } from "../support/with-environment.ts";

let known: Promise<LintKnowledge> | undefined;

/** What a project that configures nothing knows. */
async function presetKnowledge(): Promise<LintKnowledge> {
  known ??= withEnvironment({}, async () => {
    const { config } = await createAlphaHre({});
    return lintKnowledge(config.alpha);
  });
  return await known;
}

/** What is found in a text, by the preset. */
export async function lintText(
  text: string,
  file = "chains.config.js",
): Promise<readonly LintFinding[]> {
  const knowledge = await presetKnowledge();
  const problems = await findProblems({
    file: parseLintFile(text, file, knowledge),
    knowledge,
    nodes: undefined,
  });
  return toFindings(file, text, problems);
}

/** A text with all that is mechanical repaired, by the preset. */
export async function fixedText(
  text: string,
  file = "chains.config.js",
): Promise<FixedText> {
  return await fixText(text, file, await presetKnowledge());
}

export type Chain = Record<string, unknown>;

/** A copy of a network's published portal config, in the reference's dialect. */
export function portalOf(network: AlphaNetworkName): Chain {
  return {
    ...PRESET[network].portal,
    ...(network === "third" ? { name: PRESET.third.displayName } : {}),
  };
}

/** The dialect of deployed portals. */
export function inOcean(chain: Chain): Chain {
  const {
    alphaTokenAddress,
    alphaTokenSymbol,
    alphaCommunityFeeCollector,
    ...rest
  } = chain;
  return {
    ...rest,
    oceanTokenAddress: alphaTokenAddress,
    oceanTokenSymbol: alphaTokenSymbol,
    ...(alphaCommunityFeeCollector === undefined
      ? {}
      : { opfCommunityFeeCollector: alphaCommunityFeeCollector }),
  };
}

/** A portal's module with these chains, a field a line from line 3 on. */
export function moduleOf(...chains: readonly Chain[]): string {
  return `const chains = ${JSON.stringify(chains, null, 2)};\nmodule.exports = { chains };\n`;
}

/** The rules that find something, with how much it counts. */
export function rulesOf(findings: readonly LintFinding[]): readonly string[] {
  return findings.map(({ rule, severity }) => `${rule} ${severity}`);
}
