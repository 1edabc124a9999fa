import { resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { isGiven } from "../config/given-value.ts";
import { recordOf } from "../config/narrow.ts";
import type { AlphaSourceUserConfig } from "../config/source-user-config.ts";
import type { ReadSources, SourcedValues } from "../config/sourced-values.ts";
import type { AlphaUserConfig } from "../config/user-config.ts";
import { alphaError } from "../errors.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { untrustedText } from "../rpc/secrets/untrusted-text.ts";
import { checkFindings, type UnknownFinding } from "./check-findings.ts";
import { SOURCE_KINDS } from "./kinds.ts";
import {
  type Disagreement,
  type FiledFinding,
  mergeFindings,
} from "./merge-findings.ts";
import { readError, shownFile } from "./read/read-error.ts";
import { readUnchanged } from "./read-unchanged.ts";
import type { SourceNetwork, SourceReading } from "./source-kind.ts";
import { sourceNetworks } from "./source-networks.ts";

/** Problems that are shown; of more than these only the number is told. */
const MOST_SHOWN = 20;

interface FiledReading extends SourceReading {
  readonly file: string;
  /** The source and the file, for errors. */
  readonly label: string;
}

/**
 * Reads the files of `alpha.sources`, a validated config's.
 *
 * @param root the project's folder, to which their paths are relative
 * @throws HardhatPluginError with the file and, where it is known, the place of
 * whatever cannot be read, is no such file, or breaks the rules for its value.
 */
export async function readSources(
  alpha: AlphaUserConfig,
  root: string,
): Promise<ReadSources> {
  const networks = sourceNetworks(alpha);
  const readings: FiledReading[] = [];
  for (const [index, source] of (alpha.sources ?? []).entries()) {
    const at = `alpha.sources[${index}]`;
    const file = shownFile(source.file);
    const names = { file, label: `${at}: ${file}` };
    try {
      const read = await readSource(source, root, networks);
      readings.push(...read.map((reading) => ({ ...reading, ...names })));
    } catch (error) {
      throw HardhatPluginError.isHardhatPluginError(error)
        ? alphaError(`${at}: ${error.message}`, error)
        : error;
    }
  }
  const values = new Map<AlphaNetworkName, SourcedValues>();
  const warnings = readings.flatMap(({ file, warnings: said }) =>
    said.map(
      ({ place, message }) =>
        `${file}, line ${place.line}: ${untrustedText(message)}`,
    ),
  );
  for (const network of networks) {
    const own = readings.filter(({ network: name }) => name === network.name);
    const user = recordOf(alpha.networks?.[network.name]);
    const merged = mergeFindings(await checkedFindings(own, network, user));
    values.set(network.name, merged.values);
    warnings.push(
      ...merged.disagreements
        .filter(({ path }) => !isGiven(user, network.definition, path))
        .map((found) => describe(found, network)),
    );
  }
  return { values, warnings: [...new Set(warnings)] };
}

async function readSource(
  source: AlphaSourceUserConfig,
  root: string,
  networks: readonly SourceNetwork[],
): Promise<readonly SourceReading[]> {
  const file = shownFile(source.file);
  const path = resolve(root, source.file);
  const text = await readUnchanged(path, file, source.optional === true);
  if (text === undefined) {
    return [];
  }
  const kind = SOURCE_KINDS[source.type];
  return await kind.read(source, { text, file, networks });
}

async function checkedFindings(
  readings: readonly FiledReading[],
  network: SourceNetwork,
  user: Readonly<Record<string, unknown>>,
): Promise<readonly FiledFinding[]> {
  const all: FiledFinding[] = [];
  for (const { file, label, findings } of readings) {
    const { checked, unknown, problems } = await checkFindings(
      findings,
      network,
    );
    if (problems.length > 0) {
      const lines = problems
        .slice(0, MOST_SHOWN)
        .map(
          ({ finding: { field, place }, message }) =>
            `  line ${place.line}, ${untrustedText(field)}: ${untrustedText(message)}`,
        );
      const more = problems.length - lines.length;
      throw alphaError(
        `${label} gives ${network.name} values that cannot be right:\n${lines.join("\n")}${more > 0 ? `\n  and ${more} more` : ""}\nCorrect them there, or take the file out of alpha.sources.`,
      );
    }
    const needed = unknown.find(
      ({ path }) =>
        !isGiven(user, network.definition, path) &&
        !all.some(({ finding }) => finding.path === path),
    );
    if (needed !== undefined) {
      throw notKnown(needed, label, network);
    }
    const filed = checked.map((finding) => ({ file, finding }));
    const [contradiction] = mergeFindings(filed).disagreements;
    if (contradiction !== undefined) {
      const { kept, other } = contradiction;
      throw readError(
        label,
        `${other.finding.field} contradicts ${kept.finding.field} on line ${kept.finding.place.line}: both are ${contradiction.path} of ${network.name}. Keep one.`,
        other.finding.place,
      );
    }
    all.push(...filed);
  }
  return all;
}

function notKnown(
  { path, field, unknown, place }: UnknownFinding,
  label: string,
  { name }: SourceNetwork,
) {
  return readError(
    label,
    `${field} cannot be known without running the file: it ${unknown.reason}. No code is run: write the value here, or give it as alpha.networks.${name}.${path} in the Hardhat config.`,
    place,
  );
}

/** In words, without the values: a URL may carry a key. */
function describe(
  { path, kept, other }: Disagreement,
  { name }: SourceNetwork,
): string {
  const [first, second] = [kept, other].map(
    ({ file, finding: { field, place } }) =>
      `${file}, line ${place.line} (${untrustedText(field)})`,
  );
  return `two sources disagree on ${path} of ${name}: ${first} and ${second}. The first counts, as it is listed first in alpha.sources`;
}
