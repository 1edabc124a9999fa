import { readdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { alphaError } from "../base/errors.ts";
import { withoutUndefined } from "../base/records.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { configuredNetworks } from "../config/configured-networks.ts";
import {
  chainIds,
  type ReadSources,
  type SourcedNetwork,
  userLayer,
  valueAt,
} from "../config/layers.ts";
import type {
  AlphaSourceUserConfig,
  AlphaUserConfig,
  NetworkInput,
} from "../config/user-config.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  type CheckedReading,
  checkReadings,
  type FileReading,
  skippedEntries,
} from "./check-readings.ts";
import { SOURCE_KINDS } from "./kinds.ts";
import { type Disagreement, mergeValues } from "./merge-values.ts";
import { isMissing, readSourceFile, shownFile } from "./read-source-file.ts";
import {
  knownNames,
  type SourceNetwork,
  type SourceReading,
} from "./source-kind.ts";

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
  const networks = sourceNetworks(alpha);
  const readings: FileReading[] = [];
  const files: string[] = [];
  for (const [index, source] of (alpha.sources ?? []).entries()) {
    const setting = `alpha.sources[${index}]`;
    const file = shownFile(fileOfSource(source));
    const isChosen =
      source.network !== undefined ||
      ("entry" in source && source.entry !== undefined);
    try {
      files.push(resolve(root, fileOfSource(source)));
      const read = await readSource(source, root, networks);
      for (const reading of read) {
        readings.push({ ...reading, file, setting, isChosen });
      }
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
  const all: CheckedReading[] = [];
  for (const network of networks) {
    const own = readings.filter(({ network: name }) => name === network.name);
    const user = userLayer(network.name, network.definition, network.user);
    const checked = await checkReadings(own, network, user);
    all.push(...checked);
    const merged = mergeValues(checked.flatMap(({ values }) => values));
    sourced.set(network.name, merged.network);
    warnings.push(
      ...merged.disagreements
        .filter(({ used }) => valueAt(user.values, used.path) === undefined)
        .map((disagreement) => describe(disagreement, network)),
    );
  }
  warnings.push(...skippedEntries(all));
  return { networks: sourced, warnings: [...new Set(warnings)], files };
}

/** The file of a source, relative to the project's root. */
function fileOfSource(source: AlphaSourceUserConfig): string {
  if ("deployments" in source) {
    return `${source.deployments}/.chain`;
  }
  if ("broadcast" in source) {
    return source.broadcast;
  }
  if ("deployment" in source) {
    return `${source.deployment}/deployed_addresses.json`;
  }
  return source.file;
}

async function readSource(
  source: AlphaSourceUserConfig,
  root: string,
  networks: readonly SourceNetwork[],
): Promise<readonly SourceReading[]> {
  const file = shownFile(fileOfSource(source));
  let path = resolve(root, fileOfSource(source));
  let isDeployed = false;
  if (source.type === "hardhat-deploy" && (await isMissing(path))) {
    const files = await readdir(dirname(path)).catch(() => []);
    isDeployed = files.some((name) => /^[^.].*\.json$/.test(name));
    // Version 1 has no .chain.
    path = `${path}Id`;
  }
  if (source.optional === true && !isDeployed && (await isMissing(path))) {
    return [];
  }
  const text = await readSourceFile(path, file);
  const kind = SOURCE_KINDS[source.type];
  return await kind.read(source, { text, file, path, root, networks });
}

/** Without the values, since a URL may contain a key. */
function describe(
  { used, other }: Disagreement,
  { name }: SourceNetwork,
): string {
  const [first, second] = [used, other].map(
    ({ file, field, place }) =>
      `${file}, line ${place.line} (${untrustedText(field)})`,
  );
  return `two sources disagree on ${used.path} of ${name}: ${first} and ${second}. The first one is used, since it comes first in alpha.sources`;
}

/** The enabled networks, each with its part of the user's config. */
function sourceNetworks(alpha: AlphaUserConfig) {
  return configuredNetworks(alpha).map(({ name, definition }) => {
    const user: NetworkInput = alpha.networks?.[name] || {};
    const { registry, portal } = {
      ...definition.versions,
      ...withoutUndefined(user.versions ?? {}),
    };
    return {
      name,
      definition,
      ...chainIds(definition, user),
      knownNames: knownNames(name, definition, user.portal?.["network"]),
      hasOneContractSet: registry === portal,
      genesisHash: user.genesisHash,
      user,
    };
  });
}
