import { z } from "zod";
import { registryKeyOf } from "../../networks/definition.ts";
import { matchEntries, warnOfUnmatched } from "../match-entries.ts";
import { readError } from "../read-source-file.ts";
import type { ReadChain } from "../script/values.ts";
import {
  asNumber,
  asString,
  ENTRY_FIELDS,
  FILE_FIELDS,
  type SourceNetwork,
  type SourceValue,
  sourceKind,
} from "../source-kind.ts";
import { DIALECTS, fieldFrom, fieldOfOtherVersion } from "./dialects.ts";

/** Only used to match entries: the ids themselves come from the Hardhat config. */
const IDS = ["chainId", "networkId"] as const;

export const PORTAL = sourceKind(
  z
    .object({ type: z.literal("portal"), ...FILE_FIELDS, ...ENTRY_FIELDS })
    .strict(),
  async (source, { text, file, networks }) => {
    const { parsePortalFile } = await import("./parse-portal-file.ts");
    const { chains, beyond, changes } = parsePortalFile(text, file);
    const [change] = changes;
    if (change !== undefined) {
      throw readError(
        file,
        `This ${change.reason}. The chains can only be determined by running the file. Files are not run. Set the values where the chains are declared.`,
        change.place,
      );
    }
    const [unknown] = beyond;
    if (chains.length === 0 && unknown !== undefined) {
      throw readError(
        file,
        `The chains can only be determined by running the file: this ${unknown.reason}.`,
        unknown.place,
      );
    }
    const entries = chains.map((chain) => ({
      chain,
      names: ["network", "name"]
        .map((field) => asString(chain.members.get(field)?.value))
        .concat(chain.label)
        .filter((name) => name !== undefined),
      chainId: chainIdOf(chain),
      place: chain.place,
    }));
    const matched = matchEntries(entries, source, networks, file);
    const readings = matched.map(({ network, entry: { chain } }) => {
      requireOwnVersion(chain, network, file);
      requireKnown(chain, network, file);
      return {
        network: network.name,
        values: valuesIn(chain, network),
        warnings: [],
      };
    });
    return [
      ...readings,
      ...warnOfUnmatched({ entries, matched, beyond }, source, networks),
    ];
  },
);

/** Portals of the older version only have a `networkId`. */
function chainIdOf({ members }: ReadChain): number | undefined {
  const id = members.get("chainId") ?? members.get("networkId");
  return asNumber(id?.value);
}

/** Different versions use the same field names for different contracts. */
function requireOwnVersion(
  { members }: ReadChain,
  { name, definition, hasOneContractSet }: SourceNetwork,
  file: string,
) {
  const read = [...members.values()].map((member) => ({
    member,
    fields: DIALECTS.map((dialect) => fieldFrom(dialect, member.name)).filter(
      (field) => field !== undefined,
    ),
  }));
  const otherField = hasOneContractSet
    ? undefined
    : fieldOfOtherVersion(
        definition,
        read.flatMap(({ fields }) => fields),
      );
  const found = read.find(
    ({ fields }) => otherField !== undefined && fields.includes(otherField),
  );
  if (found !== undefined) {
    const { registry, portal } = definition.versions;
    throw readError(
      file,
      `${found.member.name} is a field of ${registry}, but the portal configuration of ${name} is ${portal}. To use contracts of ${registry}, set them in alpha.networks.${name}.registry or in an address-json source. To read the other networks of this file, add a source for each of them, such as network: "devnet".`,
      found.member.key,
    );
  }
}

function requireKnown(chain: ReadChain, network: SourceNetwork, file: string) {
  const [beyond] = chain.beyond;
  if (beyond !== undefined) {
    throw readError(
      file,
      `The chain of ${network.name} can only be determined by running the file: this ${beyond.reason}.`,
      beyond.place,
    );
  }
  const repeated = chain.duplicates.find(
    ({ name }) => pathOf(name, network) !== undefined || name === "chainId",
  );
  if (repeated !== undefined) {
    throw readError(
      file,
      `${JSON.stringify(repeated.name)} is repeated in the chain of ${network.name}. Remove one.`,
      repeated.key,
    );
  }
  for (const key of IDS) {
    const member = chain.members.get(key);
    const id = asNumber(member?.value);
    if (member !== undefined && id !== undefined && id !== network[key]) {
      throw readError(
        file,
        `${key} is ${id}, but ${network.name} has ${network[key]}. Correct it, or set alpha.networks.${network.name}.${key}.`,
        member.at,
      );
    }
  }
}

function valuesIn(chain: ReadChain, network: SourceNetwork): SourceValue[] {
  return [...chain.members.values()].flatMap(({ name, at, value }) => {
    const path = pathOf(name, network);
    return path === undefined ? [] : [{ path, field: name, value, place: at }];
  });
}

/**
 * The path of a field's value, in either dialect. Some fields repeat a value of the
 * network or an address of the registry.
 */
function pathOf(
  name: string,
  { definition }: SourceNetwork,
): string | undefined {
  const field = DIALECTS.map((dialect) => fieldFrom(dialect, name)).find(
    (candidate) =>
      candidate !== undefined && Object.hasOwn(definition.portal, candidate),
  );
  const rule = field === undefined ? undefined : definition.portal[field];
  if (rule === undefined || IDS.some((id) => id === field)) {
    return undefined;
  }
  if ("from" in rule) {
    return rule.from;
  }
  return rule.type === "address" && rule.role !== undefined
    ? `registry.${registryKeyOf(definition, rule.role)}`
    : `portal.${field}`;
}
