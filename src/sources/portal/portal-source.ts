import { OCEAN_NODE_FIELD } from "../../config/network-values.ts";
import {
  entryVersion,
  pathInOtherPortal,
  pathInPortal,
} from "../../config/other-portal.ts";
import { fieldsFromAny } from "../../networks/dialects.ts";
import { readEntries } from "../match-entries.ts";
import { type ReadError, readError } from "../read-source-file.ts";
import {
  asNumber,
  entriesSchema,
  type SourceNetwork,
  type SourceValue,
  sourceKind,
} from "../source-kind.ts";
import {
  type FoundChains,
  idOf,
  namesOf,
  type ReadChain,
} from "./chains-in.ts";

/** Only used to match entries: the ids themselves come from the Hardhat config. */
const IDS = ["chainId", "networkId"] as const;

export const PORTAL = sourceKind(
  entriesSchema("portal"),
  async (source, { text, ...context }) => {
    const { file } = context;
    const { parsePortalFile } = await import("./parse-portal-file.ts");
    const found = await parsePortalFile(text, file);
    const { chains, unknownParts } = found;
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
      const { definition } = network;
      const { members, place } = chain;
      const fields = [...members.keys()].flatMap(fieldsFromAny);
      const version = entryVersion(definition, fields);
      const isOther =
        version === "other" ||
        (version === "either" && usesOtherVersion(network));
      const pathOf: PathOf = (name) => pathOfField(name, network, isOther);
      const values: SourceValue[] = [];
      for (const { name, at, value } of members.values()) {
        const path = pathOf(name);
        if (path !== undefined) {
          values.push({ path, field: name, value, place: at });
        }
      }
      const problem =
        version === "both"
          ? readError(file, describeBoth(network), place)
          : problemOf(chain, network, { ...found, file }, pathOf);
      return { values, warnings: [], problem };
    });
  },
);

function describeBoth({ definition }: SourceNetwork): string {
  const own = definition.versions.portal;
  const other = definition.otherPortal?.version;
  return `It has contracts of both ${own} and ${other}, which use the same field names for different contracts. Keep those of one version.`;
}

/** True if the user chose the other version of the portal configuration. */
function usesOtherVersion({ definition, hasOneContractSet }: SourceNetwork) {
  return definition.otherPortal !== undefined && hasOneContractSet;
}

/** The path of a field's value in the config; `undefined` if it is not read. */
type PathOf = (name: string) => string | undefined;

/** The reason why a network's entry cannot be used. */
function problemOf(
  chain: ReadChain,
  network: SourceNetwork,
  { file, duplicates }: Pick<FoundChains, "duplicates"> & { file: string },
  pathOf: PathOf,
): ReadError | undefined {
  const ambiguous = duplicates.find(({ name }) =>
    [chain.label, "chains", "default"].includes(name),
  );
  if (ambiguous !== undefined) {
    return readError(
      file,
      `${JSON.stringify(ambiguous.name)} is repeated. Remove one.`,
      ambiguous.key,
    );
  }
  const repeated = chain.duplicates.find(
    ({ name }) => pathOf(name) !== undefined || IDS.some((id) => id === name),
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

/**
 * The path of a field's value, in either dialect. Some fields repeat a value of the
 * network or an address of the registry.
 *
 * @param isOther whether the field is of the other version of the portal configuration
 */
function pathOfField(
  name: string,
  network: SourceNetwork,
  isOther: boolean,
): string | undefined {
  if (name === OCEAN_NODE_FIELD) {
    return `portal.${name}`;
  }
  const pathIn = isOther ? pathInOtherPortal : pathInPortal;
  const path = fieldsFromAny(name)
    .map((field) => pathIn(network.definition, field))
    .find((candidate) => candidate !== undefined);
  if (path === undefined || IDS.some((id) => id === path)) {
    return undefined;
  }
  // The start block and the transaction parameters belong to the version in use.
  const isShared = !path.includes(".");
  return isShared && isOther !== usesOtherVersion(network) ? undefined : path;
}
