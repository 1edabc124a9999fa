import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { alphaError } from "../base/errors.ts";
import { withoutUndefined } from "../base/records.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import {
  chainIds,
  gives,
  type NetworkLayer,
  type ReadSources,
  type SourcedNetwork,
  userLayer,
} from "../config/layers.ts";
import type {
  AlphaSourceUserConfig,
  AlphaUserConfig,
  NetworkInput,
} from "../config/user-config.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { SOURCE_KINDS } from "./kinds.ts";
import {
  checkFindings,
  type Disagreement,
  type FiledFinding,
  mergeFindings,
  type UnknownFinding,
} from "./merge-findings.ts";
import { readError, readSourceFile, shownFile } from "./read-source-file.ts";
import {
  knownNames,
  type SourceNetwork,
  type SourceReading,
} from "./source-kind.ts";

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
  const networks = configuredNetworks(alpha);
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
  const sourced = new Map<AlphaNetworkName, SourcedNetwork>();
  const warnings = readings.flatMap(({ file, warnings: said }) =>
    said.map(
      ({ place, message }) =>
        `${file}, line ${place.line}: ${untrustedText(message)}`,
    ),
  );
  for (const network of networks) {
    const own = readings.filter(({ network: name }) => name === network.name);
    const user = userLayer(network.name, network.definition, network.user);
    const merged = mergeFindings(await checkedFindings(own, network, user));
    sourced.set(network.name, merged.network);
    warnings.push(
      ...merged.disagreements
        .filter(({ path }) => !gives(user, path))
        .map((found) => describe(found, network)),
    );
  }
  return { networks: sourced, warnings: [...new Set(warnings)] };
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
  user: NetworkLayer,
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
        !gives(user, path) && !all.some(({ finding }) => finding.path === path),
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

interface Kept {
  readonly stamp: string;
  readonly text: string;
}

/**
 * Hardhat resolves its config again for every connection with overrides: each
 * file is read once in a process while it stays as it is.
 */
const kept = new Map<string, Kept>();

/**
 * A file's text; `undefined` where it is missing and may be.
 *
 * @throws HardhatPluginError if it cannot be read.
 */
async function readUnchanged(
  path: string,
  file: string,
  isOptional: boolean,
): Promise<string | undefined> {
  const stamp = await stampOf(path);
  if (stamp === undefined) {
    return isOptional ? undefined : await readSourceFile(path, file);
  }
  const known = kept.get(path);
  if (known?.stamp === stamp) {
    return known.text;
  }
  const text = await readSourceFile(path, file);
  kept.set(path, { stamp, text });
  return text;
}

/** What changes when a file does; `undefined` where there is none. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(":");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    // Any other failure is told by the reading itself.
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : String(code);
  }
}

/** A network that is switched on, and what the user's config gives of it. */
interface ConfiguredNetwork extends SourceNetwork {
  readonly user: NetworkInput;
}

/** The networks that are switched on, as entries of files are matched to them. */
function configuredNetworks(alpha: AlphaUserConfig): ConfiguredNetwork[] {
  return ALPHA_NETWORK_NAMES.flatMap((name) => {
    const user: false | NetworkInput = alpha.networks?.[name] ?? {};
    if (user === false) {
      return [];
    }
    const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
    const { registry, portal } = {
      ...definition.versions,
      ...withoutUndefined(user.versions ?? {}),
    };
    const called = user.portal?.["network"];
    return [
      {
        name,
        definition,
        ...chainIds(definition, user),
        knownNames: knownNames(
          name,
          definition,
          typeof called === "string" ? called : undefined,
        ),
        hasOneContractSet: registry === portal,
        user,
      },
    ];
  });
}
