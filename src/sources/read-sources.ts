import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { alphaError } from "../base/errors.ts";
import { withoutUndefined } from "../base/records.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import {
  chainIds,
  isSet,
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
  checkValues,
  type Disagreement,
  type FileValue,
  mergeValues,
  type UnknownValue,
} from "./merge-values.ts";
import { readError, readSourceFile, shownFile } from "./read-source-file.ts";
import {
  knownNames,
  type SourceNetwork,
  type SourceReading,
} from "./source-kind.ts";

/** Of an error message. The number of further problems is added. */
const MAX_PROBLEMS = 20;

interface FileReading extends SourceReading {
  readonly file: string;
  /** The source and the file, for errors. */
  readonly label: string;
}

/**
 * Reads the files of `alpha.sources`.
 *
 * @param alpha a validated config
 * @param root the project's folder, which paths are relative to
 * @throws HardhatPluginError with the file and, if it is known, the place, if a file
 * cannot be read or parsed, or has an invalid value.
 */
export async function readSources(
  alpha: AlphaUserConfig,
  root: string,
): Promise<ReadSources> {
  const networks = configuredNetworks(alpha);
  const readings: FileReading[] = [];
  for (const [index, source] of (alpha.sources ?? []).entries()) {
    const setting = `alpha.sources[${index}]`;
    const file = shownFile(source.file);
    const names = { file, label: `${setting}: ${file}` };
    try {
      const read = await readSource(source, root, networks);
      readings.push(...read.map((reading) => ({ ...reading, ...names })));
    } catch (error) {
      throw HardhatPluginError.isHardhatPluginError(error)
        ? alphaError(`${setting}: ${error.message}`, error)
        : error;
    }
  }
  const sourced = new Map<AlphaNetworkName, SourcedNetwork>();
  const warnings = readings.flatMap((reading) =>
    reading.warnings.map(
      ({ place, message }) =>
        `${reading.file}, line ${place.line}: ${untrustedText(message)}`,
    ),
  );
  for (const network of networks) {
    const own = readings.filter(({ network: name }) => name === network.name);
    const user = userLayer(network.name, network.definition, network.user);
    const merged = mergeValues(await checkedValues(own, network, user));
    sourced.set(network.name, merged.network);
    warnings.push(
      ...merged.disagreements
        .filter(({ path }) => !isSet(user, path))
        .map((disagreement) => describe(disagreement, network)),
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
  const text = await readCached(path, file, source.optional === true);
  if (text === undefined) {
    return [];
  }
  const kind = SOURCE_KINDS[source.type];
  return await kind.read(source, { text, file, networks });
}

/** The values of one network, in the order of the sources. */
async function checkedValues(
  readings: readonly FileReading[],
  network: SourceNetwork,
  user: NetworkLayer,
): Promise<readonly FileValue[]> {
  const all: FileValue[] = [];
  for (const { file, label, values } of readings) {
    const { checked, unknown, problems } = await checkValues(values, network);
    if (problems.length > 0) {
      const lines = problems
        .slice(0, MAX_PROBLEMS)
        .map(
          ({ value: { field, place }, message }) =>
            `  line ${place.line}, ${untrustedText(field)}: ${untrustedText(message)}`,
        );
      const more = problems.length - lines.length;
      throw alphaError(
        `${label} has invalid values for ${network.name}:\n${lines.join("\n")}${more > 0 ? `\n  and ${more} more` : ""}\nCorrect them in the file, or remove it from alpha.sources.`,
      );
    }
    const needed = unknown.find(
      ({ path }) =>
        !isSet(user, path) && !all.some(({ value }) => value.path === path),
    );
    if (needed !== undefined) {
      throw unknownValueError(needed, label, network);
    }
    const fileValues = checked.map((value) => ({ file, value }));
    const [contradiction] = mergeValues(fileValues).disagreements;
    if (contradiction !== undefined) {
      const { used, other } = contradiction;
      throw readError(
        label,
        `${other.value.field} contradicts ${used.value.field} on line ${used.value.place.line}: both are ${contradiction.path} of ${network.name}. Remove one.`,
        other.value.place,
      );
    }
    all.push(...fileValues);
  }
  return all;
}

function unknownValueError(
  { path, field, unknown, place }: UnknownValue,
  label: string,
  { name }: SourceNetwork,
) {
  return readError(
    label,
    `${field} can only be determined by running the file: it ${unknown.reason}. Files are not run. Write the value as a literal, or set alpha.networks.${name}.${path} in the Hardhat config.`,
    place,
  );
}

/** Without the values, since a URL may contain a key. */
function describe(
  { path, used, other }: Disagreement,
  { name }: SourceNetwork,
): string {
  const [first, second] = [used, other].map(
    ({ file, value: { field, place } }) =>
      `${file}, line ${place.line} (${untrustedText(field)})`,
  );
  return `two sources disagree on ${path} of ${name}: ${first} and ${second}. The first one is used, since it comes first in alpha.sources`;
}

interface CachedFile {
  readonly stamp: string;
  readonly text: string;
}

/**
 * By path. Hardhat resolves its config again for every connection with overrides,
 * so a file is only read again if it has changed.
 */
const cache = new Map<string, CachedFile>();

/**
 * A file's text; `undefined` if an optional file is missing.
 *
 * @throws HardhatPluginError if it cannot be read.
 */
async function readCached(
  path: string,
  file: string,
  isOptional: boolean,
): Promise<string | undefined> {
  const stamp = await stampOf(path);
  if (stamp === undefined) {
    return isOptional ? undefined : await readSourceFile(path, file);
  }
  const cached = cache.get(path);
  if (cached?.stamp === stamp) {
    return cached.text;
  }
  const text = await readSourceFile(path, file);
  cache.set(path, { stamp, text });
  return text;
}

/** Changes whenever the file does; `undefined` if the file is missing. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(":");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    // Reading the file reports any other error.
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : String(code);
  }
}

/** A network with its part of the user's config. */
interface ConfiguredNetwork extends SourceNetwork {
  readonly user: NetworkInput;
}

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
    const portalName = user.portal?.["network"];
    return [
      {
        name,
        definition,
        ...chainIds(definition, user),
        knownNames: knownNames(
          name,
          definition,
          typeof portalName === "string" ? portalName : undefined,
        ),
        hasOneContractSet: registry === portal,
        user,
      },
    ];
  });
}
