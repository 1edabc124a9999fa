import { z } from "zod";
import { registryKeyOf } from "../../networks/definition.ts";
import { matchEntries, passedOver } from "../match-entries.ts";
import { readError } from "../read-source-file.ts";
import type { ReadChain } from "../script/values.ts";
import {
  ENTRY_FIELDS,
  FILE_FIELDS,
  type Finding,
  numberIn,
  type SourceNetwork,
  sourceKind,
  textIn,
} from "../source-kind.ts";
import { DIALECTS, fieldFrom, fieldOfOtherVersion } from "./dialects.ts";

/** Matched, never taken: which chain a network is, the Hardhat config says. */
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
        `This ${change.reason}, so that the chains cannot be known without running the file. No code is run: write the values where they are declared.`,
        change.place,
      );
    }
    const [unknown] = beyond;
    if (chains.length === 0 && unknown !== undefined) {
      throw readError(
        file,
        `None of its chains can be known without running the file: this ${unknown.reason}.`,
        unknown.place,
      );
    }
    const entries = chains.map((chain) => ({
      chain,
      names: ["network", "name"]
        .map((field) => textIn(chain.members.get(field)?.value))
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
        findings: findingsIn(chain, network),
        warnings: [],
      };
    });
    return [
      ...readings,
      ...passedOver({ entries, matched, beyond }, source, networks),
    ];
  },
);

/** Portals of the older version know a chain by its `networkId` alone. */
function chainIdOf({ members }: ReadChain): number | undefined {
  const id = members.get("chainId") ?? members.get("networkId");
  return numberIn(id?.value);
}

/** Two versions give the same names to contracts of different sets. */
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
  const telling = hasOneContractSet
    ? undefined
    : fieldOfOtherVersion(
        definition,
        read.flatMap(({ fields }) => fields),
      );
  const found = read.find(
    ({ fields }) => telling !== undefined && fields.includes(telling),
  );
  if (found !== undefined) {
    const { registry, portal } = definition.versions;
    throw readError(
      file,
      `${found.member.name} is of ${registry}, and the portal config of ${name} is of ${portal}: its other addresses would be mixed with those of ${portal}. Contract addresses of ${registry} belong to the registry: give them by an address-json source or as alpha.networks.${name}.registry. Read the file's other networks by a source for each, such as network: "devnet".`,
      found.member.key,
    );
  }
}

function requireKnown(chain: ReadChain, network: SourceNetwork, file: string) {
  const [beyond] = chain.beyond;
  if (beyond !== undefined) {
    throw readError(
      file,
      `The chain of ${network.name} cannot be known without running the file: this ${beyond.reason}.`,
      beyond.place,
    );
  }
  const repeated = chain.duplicates.find(
    ({ name }) => pathOf(name, network) !== undefined || name === "chainId",
  );
  if (repeated !== undefined) {
    throw readError(
      file,
      `${JSON.stringify(repeated.name)} is there twice in the chain of ${network.name}. Keep one.`,
      repeated.key,
    );
  }
  for (const key of IDS) {
    const member = chain.members.get(key);
    const id = numberIn(member?.value);
    if (member !== undefined && id !== undefined && id !== network[key]) {
      throw readError(
        file,
        `${key} is ${id}, and ${network[key]} on ${network.name}. Correct one, or set alpha.networks.${network.name}.${key}.`,
        member.at,
      );
    }
  }
}

function findingsIn(chain: ReadChain, network: SourceNetwork): Finding[] {
  return [...chain.members.values()].flatMap(({ name, at, value }) => {
    const path = pathOf(name, network);
    return path === undefined ? [] : [{ path, field: name, value, place: at }];
  });
}

/**
 * The path of the value that a field is, whichever dialect calls it so: the
 * network's own value or the registry's address where the field repeats one.
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
