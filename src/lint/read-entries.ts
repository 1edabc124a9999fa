import { suggestName } from "../base/suggest-name.ts";
import { chainsWithSameId } from "../config/network-values.ts";
import { entryVersion, usesOtherPortal } from "../config/other-portal.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { NetworkDefinition, PortalShape } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import {
  DIALECTS,
  type Dialect,
  fieldIn,
  fieldsFromAny,
} from "../networks/dialects.ts";
import { namesOfRole, ROLES } from "../sources/address-book/names.ts";
import { idOf, namesOf, type ReadChain } from "../sources/portal/chains-in.ts";
import { parsePortalFile } from "../sources/portal/parse-portal-file.ts";
import { asNumber, asString } from "../sources/source-kind.ts";
import type { ReadMember } from "../sources/values.ts";
import { isBookEntry } from "./book-addresses.ts";
import { METADATA_FIELDS, suggestFields } from "./known-fields.ts";
import type { IndexedNetwork, NetworkIndex } from "./network-index.ts";
import { copiedValues, foreignValues } from "./rules/copies.ts";
import { keyCounts, wordCounts } from "./texts.ts";
import type { LintEntry, LintField, LintFile } from "./types.ts";

const DEFINITIONS: readonly NetworkDefinition[] =
  Object.values(NETWORK_DEFINITIONS);

/** The portal fields of all networks, in all versions. */
const ANY_PORTAL_SHAPE: PortalShape = Object.fromEntries(
  DEFINITIONS.flatMap(({ portal, otherPortal }) => [
    ...Object.entries(portal),
    ...Object.entries(otherPortal?.fields ?? {}),
  ]),
);

/**
 * The fields that an entry should have: of its network's portal configuration, those of
 * the version that the entry's own fields belong to.
 */
function expectedFields(
  network: ResolvedAlphaNetwork | undefined,
  fields: readonly LintField[],
): Pick<LintEntry, "expected" | "isOtherVersion"> {
  if (network === undefined) {
    return { expected: ANY_PORTAL_SHAPE, isOtherVersion: false };
  }
  const { definition } = network;
  const { portal, otherPortal } = definition;
  const names = fields.map(({ field }) => field);
  const version = entryVersion(definition, names);
  const isOtherVersion =
    version === "other" || (version === "either" && usesOtherPortal(network));
  return {
    expected: (isOtherVersion ? otherPortal?.fields : undefined) ?? portal,
    isOtherVersion,
  };
}

/** Fields that any kind of entry may have. */
const COMMON_FIELDS = new Set([
  "chainId",
  "networkId",
  "name",
  "network",
  "startBlock",
]);

const PORTAL_NAMES = new Set(
  Object.keys(ANY_PORTAL_SHAPE).flatMap((field) =>
    DIALECTS.map((dialect) => fieldIn(dialect, field)),
  ),
);

/** Matches the chains of a file to the networks. */
function readEntries(
  chains: readonly ReadChain[],
  index: NetworkIndex,
): readonly LintEntry[] {
  const read = chains.map((chain) => ({
    chain,
    fields: [...chain.members.values()].map(readField),
  }));
  const [first] = DIALECTS;
  const mostUsed =
    mostUsedDialect(read.flatMap(({ fields }) => fields)) ?? first;
  const keyOf = (chain: ReadChain) => `${chain.list} ${chainIdOf(chain)}`;
  const byId = Map.groupBy(chains, keyOf);
  return read.map(({ chain, fields }) => {
    const names = namesOf(chain);
    const chainId = chainIdOf(chain);
    const kind = kindOf(chain, fields);
    // The chain id is enough of a network that the user selected.
    const selected =
      byId.get(keyOf(chain))?.length === 1 ? index.selected : new Set<never>();
    const identity = { names, chainId, kind, chain };
    const network = identifyEntry(identity, { ...index, selected });
    const dialect = mostUsedDialect(fields) ?? mostUsed;
    const expected = expectedFields(network, fields);
    const entry = { ...identity, network, dialect, fields, ...expected };
    const isChecked = kind === "portal" || kind === "metadata";
    const foreign = isChecked ? foreignValues(entry, index) : [];
    return {
      ...entry,
      suggestions: isChecked ? suggestFields(entry) : new Map(),
      foreign,
      copied: copiedValues(foreign, network !== undefined),
    };
  });
}

function chainIdOf(chain: ReadChain): number | undefined {
  return asNumber(idOf(chain)?.value);
}

function readField(member: ReadMember): LintField {
  const { name } = member;
  const field =
    fieldsFromAny(name).find((candidate) =>
      Object.hasOwn(ANY_PORTAL_SHAPE, candidate),
    ) ?? name;
  const isKnown = Object.hasOwn(ANY_PORTAL_SHAPE, field);
  const dialects = DIALECTS.filter(
    (dialect) => isKnown && fieldIn(dialect, field) === name,
  );
  return {
    member,
    field,
    dialect: dialects.length === 1 ? dialects[0] : undefined,
    definition: isKnown ? ANY_PORTAL_SHAPE[field] : undefined,
  };
}

function kindOf(
  { members }: ReadChain,
  fields: readonly LintField[],
): LintEntry["kind"] {
  const specific = fields.filter(
    ({ member }) => !COMMON_FIELDS.has(member.name),
  );
  const portal = specific.filter(({ definition }) => definition !== undefined);
  const metadata = specific.filter(({ member }) =>
    METADATA_FIELDS.has(member.name),
  );
  if (
    (portal.length === 0 && hasBookNames(members)) ||
    isBookEntry({ members })
  ) {
    return "book";
  }
  const isForWallets = members.has("rpc") || members.has("nativeCurrency");
  if (metadata.length > portal.length - (isForWallets ? 1 : 0)) {
    return "metadata";
  }
  const isPortal =
    portal.length > 0 ||
    specific.length === 0 ||
    // An address book's entry has a Router.
    (!members.has("Router") &&
      specific.some(({ member }) => suggestName(member.name, PORTAL_NAMES)));
  return isPortal ? "portal" : "other";
}

/** Names of a book's contracts, without those that any file may have. */
const BOOK_NAMES: ReadonlySet<string> = new Set(ROLES.flatMap(namesOfRole));
const MIN_BOOK_NAMES = 2;

function hasBookNames(members: ReadChain["members"]): boolean {
  return (
    [...members.keys()].filter((name) => BOOK_NAMES.has(name)).length >=
    MIN_BOOK_NAMES
  );
}

/**
 * The network of an entry: the one with its chain id and, if other chains have the
 * same id, with its name or, without any name, with its node or contracts. Without a
 * chain id, the only network with its name. `undefined` if there is none, or if it is
 * not certain.
 */
function identifyEntry(
  {
    names,
    chainId,
    kind,
    chain,
  }: Pick<LintEntry, "names" | "chainId" | "kind" | "chain">,
  index: NetworkIndex,
): ResolvedAlphaNetwork | undefined {
  const { networks, selected } = index;
  const shortName = asString(chain.members.get("shortName")?.value) ?? "";
  const hasName = (candidate: IndexedNetwork): boolean =>
    [...names, shortName].some((name) => candidate.names.has(name)) ||
    (kind === "metadata" &&
      names.some((name) => name === candidate.network.values.displayName));
  if (chainId === undefined) {
    const named = networks.filter(hasName);
    return named.length === 1 ? named[0]?.network : undefined;
  }
  const possible = networks.filter(
    (candidate) => candidate.chainId === chainId,
  );
  const found =
    possible.find(
      (candidate) =>
        chainsWithSameId(candidate.network).length === 0 ||
        hasName(candidate) ||
        (names.length === 0 && hasValuesOf(candidate, chain, index)),
    ) ?? possible.find(({ name }) => selected.has(name));
  return found?.network;
}

const MIN_CONTRACTS = 2;

/** True if a chain has a network's node, or several of its contracts. */
function hasValuesOf(
  { name }: IndexedNetwork,
  { members }: ReadChain,
  { usesOf }: NetworkIndex,
): boolean {
  const uses = [...members.values()].map(({ value }) =>
    usesOf(asString(value) ?? "").find(({ network }) => network === name),
  );
  const paths = uses.flatMap((use) => use?.path ?? []);
  const contracts = paths.filter((path) => path.includes("."));
  return paths.includes("nodeUri") || new Set(contracts).size >= MIN_CONTRACTS;
}

/** `undefined` if no field is specific to a dialect. */
function mostUsedDialect(fields: readonly LintField[]): Dialect | undefined {
  const used = fields.flatMap(({ dialect }) => dialect ?? []);
  const counts = Map.groupBy(used, (dialect) => dialect);
  const [first] = [...counts].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return first?.[0];
}

/** The exported lists of `chains.config.js` and `networksMetadata.config.js`. */
const LIST_NAMES = ["chains", "networksMetadata"];

/**
 * Reads a portal file, and matches its entries to the networks.
 *
 * @throws ReadError if it is not a portal file.
 */
export async function parseLintFile(
  text: string,
  file: string,
  index: NetworkIndex,
): Promise<LintFile> {
  const { chains, ...found } = await parsePortalFile(text, file, {
    listNames: LIST_NAMES,
    isEntry: isBookEntry,
  });
  const all = readEntries(chains, index);
  const entries = all.filter(
    ({ kind }) => kind === "portal" || kind === "metadata",
  );
  return {
    ...found,
    text,
    words: wordCounts(found.code),
    keys: keyCounts(entries),
    entries,
    books: all.filter(({ kind }) => kind === "book"),
    others: all.filter(({ kind }) => kind === "other"),
  };
}
