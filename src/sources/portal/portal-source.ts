import { z } from "zod";
import { OCEAN_NODE_FIELD } from "../../config/network-values.ts";
import { entryVersion, pathInOtherPortal } from "../../config/other-portal.ts";
import { strictObject } from "../../config/validate/fields.ts";
import { registryKeyOf } from "../../networks/definition.ts";
import { fieldsFromAny } from "../../networks/dialects.ts";
import { readEntries } from "../match-entries.ts";
import { type ReadError, readError } from "../read-source-file.ts";
import {
  asNumber,
  entryFields,
  FILE_FIELDS,
  type SourceNetwork,
  type SourceValue,
  sourceKind,
} from "../source-kind.ts";
import { idOf, namesOf, type ReadChain } from "./chains-in.ts";

/** Only used to match entries: the ids themselves come from the Hardhat config. */
const IDS = ["chainId", "networkId"] as const;

export const PORTAL = sourceKind(
  (networks) =>
    strictObject({
      type: z.literal("portal"),
      ...FILE_FIELDS,
      ...entryFields(networks),
    }),
  async (source, { text, ...context }) => {
    const { file } = context;
    const { parsePortalFile } = await import("./parse-portal-file.ts");
    const { chains, unknownParts } = await parsePortalFile(text, file);
    const [unknown] = unknownParts;
    if (chains.length === 0 && unknown !== undefined) {
      throw readError(
        file,
        `The chains are not known: this ${unknown.reason}.`,
        unknown.place,
      );
    }
    const entries = chains.map((chain) => {
      const id = idOf(chain)?.value;
      return {
        chain,
        names: namesOf(chain),
        chainId: asNumber(id),
        unknownId: id?.kind === "unknown" ? id.reason : undefined,
        place: chain.place,
      };
    });
    const all = { entries, unknownParts };
    return readEntries(all, source, context, ({ chain }, network) => {
      const paths = pathsFor(chain, network);
      return {
        values: valuesIn(chain, network, paths),
        warnings: [],
        problem: problemOf(chain, network, { file, paths }),
      };
    });
  },
);

function pathsFor(chain: ReadChain, network: SourceNetwork): PathOf {
  const version = versionOf(chain, network);
  const pathOf =
    version === "other" || (version === "either" && usesOtherVersion(network))
      ? otherPathOf
      : ownPathOf;
  return (name, ...rest) =>
    name === OCEAN_NODE_FIELD ? `portal.${name}` : pathOf(name, ...rest);
}

function versionOf({ members }: ReadChain, { definition }: SourceNetwork) {
  const fields = [...members.keys()].flatMap(fieldsFromAny);
  return entryVersion(definition, fields);
}

function describeBoth({ definition }: SourceNetwork): string {
  const own = definition.versions.portal;
  const other = definition.otherPortal?.version;
  return `It has contracts of both ${own} and ${other}, which use the same field names for different contracts. Keep those of one version.`;
}

/** True if the user chose the other version of the portal configuration. */
function usesOtherVersion({ definition, hasOneContractSet }: SourceNetwork) {
  return definition.otherPortal !== undefined && hasOneContractSet;
}

/** The reason why a network's entry cannot be used. */
function problemOf(
  chain: ReadChain,
  network: SourceNetwork,
  { file, paths }: { readonly file: string; readonly paths: PathOf },
): ReadError | undefined {
  if (versionOf(chain, network) === "both") {
    return readError(file, describeBoth(network), chain.place);
  }
  const repeated = chain.duplicates.find(
    ({ name }) => paths(name, network) !== undefined || name === "chainId",
  );
  if (repeated !== undefined) {
    return readError(
      file,
      `${JSON.stringify(repeated.name)} is repeated in the chain of ${network.name}. Remove one.`,
      repeated.key,
    );
  }
  for (const key of IDS) {
    const member = chain.members.get(key);
    const id = asNumber(member?.value);
    if (member !== undefined && id !== undefined && id !== network[key]) {
      return readError(
        file,
        `${key} is ${id}, but ${network.name} has ${network[key]}. Correct it, or set alpha.networks.${network.name}.${key}.`,
        member.at,
      );
    }
  }
  return undefined;
}

/** The path of a field's value in the config; `undefined` if it is not read. */
type PathOf = (name: string, network: SourceNetwork) => string | undefined;

function valuesIn(
  chain: ReadChain,
  network: SourceNetwork,
  pathOf: PathOf,
): SourceValue[] {
  const values: SourceValue[] = [];
  for (const { name, at, value } of chain.members.values()) {
    const path = pathOf(name, network);
    if (path !== undefined) {
      values.push({ path, field: name, value, place: at });
    }
  }
  return values;
}

/**
 * The path of a field's value, in either dialect. Some fields repeat a value of the
 * network or an address of the registry.
 */
function ownPathOf(name: string, network: SourceNetwork): string | undefined {
  const { definition } = network;
  const field = fieldsFromAny(name).find((candidate) =>
    Object.hasOwn(definition.portal, candidate),
  );
  const rule = field === undefined ? undefined : definition.portal[field];
  if (rule === undefined || IDS.some((id) => id === field)) {
    return undefined;
  }
  if ("from" in rule) {
    return usesOtherVersion(network) ? undefined : rule.from;
  }
  if (rule.type === "address" && rule.role !== undefined) {
    return `registry.${registryKeyOf(definition, rule.role)}`;
  }
  return `portal.${field}`;
}

/**
 * The path of a field's value in the other version of the portal configuration. The
 * start block and the transaction parameters belong to the version in use.
 */
function otherPathOf(name: string, network: SourceNetwork): string | undefined {
  const path = fieldsFromAny(name)
    .map((field) => pathInOtherPortal(network.definition, field))
    .find((candidate) => candidate !== undefined);
  const isShared = path?.includes(".") === false;
  if (IDS.some((id) => id === path)) {
    return undefined;
  }
  return isShared && !usesOtherVersion(network) ? undefined : path;
}
