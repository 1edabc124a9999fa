import { findProblems, toFindings } from "../../src/lint/findings.ts";
import {
  type FixedText,
  fixText,
  MAX_ROUNDS,
} from "../../src/lint/lint-files.ts";
import {
  indexNetworks,
  type NetworkIndex,
} from "../../src/lint/network-index.ts";
import { parseLintFile } from "../../src/lint/read-entries.ts";
import type { LintFinding } from "../../src/lint/report.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { withEnvironment } from "../support/with-environment.ts";

let preset: Promise<NetworkIndex> | undefined;

/** The networks of a project without a configuration. */
async function presetIndex(): Promise<NetworkIndex> {
  preset ??= withEnvironment({}, async () => {
    const { config } = await createAlphaHre({});
    return indexNetworks(config.alpha);
  });
  return await preset;
}

/** The findings in a text, compared with the preset. */
export async function lintText(
  text: string,
  file = "chains.config.js",
): Promise<readonly LintFinding[]> {
  const index = await presetIndex();
  const linted = await parseLintFile(text, file, index);
  const problems = await findProblems(linted, index);
  return toFindings(file, text, problems);
}

/** A text after the repairs of --fix, compared with the preset. */
export async function fixedText(
  text: string,
  file = "chains.config.js",
): Promise<FixedText> {
  return await fixText(text, file, await presetIndex(), MAX_ROUNDS);
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
