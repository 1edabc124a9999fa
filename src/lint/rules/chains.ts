import { quoted } from "../../base/text.ts";
import { chainsWithSameId } from "../../config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { asNumber, asString } from "../../sources/source-kind.ts";
import { duplicatesIn, plainOf } from "../../sources/values.ts";
import {
  type KnownNetwork,
  knownByName,
  type NetworkIndex,
} from "../network-index.ts";
import { stringsOf, titleOf } from "../texts.ts";
import {
  all,
  each,
  entriesAndBooksIn,
  inEach,
  type LintEntry,
  type LintInput,
  type LintProblem,
  type LintRule,
  START,
  wholeFile,
} from "../types.ts";
import { mayBeShared } from "./copies.ts";

export const CHAIN_NAME: LintRule = {
  id: "chain-name",
  severity: "error",
  summary:
    "A chain id that does not match the name or the network id. A warning for a name that is only shown, and for a chain id of several chains without a name that identifies the chain.",
  fix: "Correct whichever is wrong.",
  find: all(
    each(
      inEach(entriesAndBooksIn, (entry, { index }) =>
        namesOfOthers(entry, index),
      ),
      ({ entry, part }) => {
        const { name, others, isShown } = part;
        const { chain, chainId } = entry;
        const known = others.map((other) => `${other.name} (${other.chainId})`);
        return {
          place: chain.members.get("chainId")?.at ?? chain.place,
          severity: isShown ? "warning" : undefined,
          message: `The chain id is ${chainId}, but ${quoted(name)} is ${known.join(" or ")}.`,
        };
      },
    ),
    each(entriesAndBooksIn, (entry, { index }) => ambiguousChain(entry, index)),
    each(entriesAndBooksIn, ({ chain, network }) => {
      const member = chain.members.get("networkId");
      if (
        member === undefined ||
        network === undefined ||
        !chain.members.has("chainId")
      ) {
        return undefined;
      }
      const right = network.values.networkId;
      const networkId = asNumber(member.value) ?? right;
      if (networkId === right) {
        return undefined;
      }
      return {
        place: member.at,
        message: `The networkId is ${networkId}, but that of ${network.name} is ${right}.`,
      };
    }),
  ),
};

/** A name of an entry that is that of networks with other chain ids. */
interface ForeignName {
  readonly name: string;
  readonly others: readonly KnownNetwork[];
  /** True if it is only shown, and nothing is found by it. */
  readonly isShown: boolean;
}

/** The names of an entry that are those of networks with other chain ids. */
export function namesOfOthers(
  entry: LintEntry,
  index: NetworkIndex,
): readonly ForeignName[] {
  const { chain, chainId, copied, kind, network } = entry;
  if (chainId === undefined || !chain.members.has("chainId")) {
    return [];
  }
  const textOf = (field: string) => asString(chain.members.get(field)?.value);
  // A wallet's network is its kind, such as "testnet".
  const used = [
    kind === "metadata" ? undefined : textOf("network"),
    chain.label,
  ];
  const found: ForeignName[] = [];
  for (const name of new Set([...used, textOf("name")])) {
    if (name === undefined) {
      continue;
    }
    const others = knownByName(name, index);
    // The names in the Hardhat config are words that other chains have, too.
    const isGeneric =
      network === undefined &&
      name !== chain.label &&
      index.known.some((known) => known.name === name);
    const isOwn = others.some(
      (other) =>
        other.chainId === chainId ||
        copied.some((value) => value.network === other.name),
    );
    if (others.length > 0 && !isGeneric && !isOwn) {
      found.push({ name, others, isShown: !used.includes(name) });
    }
  }
  return found;
}

/** A chain with the chain id of a network and of others, which it cannot be told from. */
function ambiguousChain(
  entry: LintEntry,
  { networks, usesOf }: NetworkIndex,
): LintProblem | undefined {
  const { chain, chainId, kind, names, network } = entry;
  const shared = networks.find((candidate) => candidate.chainId === chainId);
  if (
    network !== undefined ||
    shared === undefined ||
    kind === "book" ||
    entry.copied.length > 0
  ) {
    return undefined;
  }
  const isOther = isOtherChain(entry, shared.network);
  const hasValues = [...stringsOf(entry)]
    .flatMap(({ text }) => usesOf(text))
    .some((use) => use.network === shared.name && !mayBeShared(use));
  if (isOther && !hasValues) {
    return undefined;
  }
  const { name, portal } = shared.network;
  const others = chainsWithSameId(shared.network).map((other) => other.name);
  const unnamed =
    names.length === 0
      ? "has no name that identifies it"
      : "its name does not identify it";
  const why = isOther ? "has the name of one and values of the other" : unnamed;
  return {
    place: chain.members.get("chainId")?.at ?? chain.place,
    severity: "warning",
    message: `Chain ${chainId} may be ${[name, ...others].join(" or ")}, and ${why}, so it was compared with neither.`,
    fix: `If it is ${name}, set network to ${JSON.stringify(portal["network"] ?? name)}.`,
  };
}

/** True if an entry has the name of another chain with a network's chain id. */
function isOtherChain({ names }: LintEntry, network: ResolvedAlphaNetwork) {
  const all = names.join(" ").toLowerCase();
  return chainsWithSameId(network).some(
    ({ name, currencySymbol }) =>
      all.includes((name.split(" ")[0] ?? name).toLowerCase()) ||
      all.includes(currencySymbol.toLowerCase()),
  );
}

export const DUPLICATE: LintRule = {
  id: "duplicate",
  severity: "error",
  summary:
    "A chain id or network that several entries have, or a name that a file or an entry has twice. A warning for a name that is only shown.",
  fix: "Keep one of them: clients look up chains by their id, and addresses by their network.",
  find: all(
    each(
      (input) =>
        entriesAndBooksIn(input)
          .flatMap(({ chain }) => duplicatesIn(chain))
          .concat(input.file.duplicates),
      ({ name, key, line }) => ({
        place: key,
        message: `${quoted(name)} is repeated on line ${line}, and only that one counts.`,
        fix: "Keep one of them.",
      }),
    ),
    repeatedIn,
  ),
};

/** Entries with the id or the name of an earlier one, which has another id. */
function* repeatedIn({ file }: LintInput): Generator<LintProblem> {
  // The name of a copied entry was copied with the rest.
  const portals = file.entries.filter(({ copied }) => copied.length === 0);
  // A wallet's network is its kind, such as "testnet".
  const named = portals.filter(({ kind }) => kind !== "metadata");
  const byList = Map.groupBy(file.entries, ({ chain }) => chain.list);
  for (const entries of byList.values()) {
    yield* repeated("chainId", entries);
  }
  yield* repeated("chainId", withoutAliases(file.books));
  yield* repeated("network", named);
  yield* repeated("name", portals, {
    severity: "warning",
    fix: "Give each chain its own name, so that users can tell them apart.",
  });
}

/** Clients find one chain by several names, which have the same contracts. */
function withoutAliases(books: readonly LintEntry[]): readonly LintEntry[] {
  const seen = new Set<string>();
  return books.filter(({ chain }) => {
    const contracts = { ...Object(plainOf(chain)), startBlock: undefined };
    const text = JSON.stringify(contracts);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

function* repeated(
  field: "chainId" | "network" | "name",
  entries: readonly LintEntry[],
  advice: Pick<LintProblem, "severity" | "fix"> = {},
): Generator<LintProblem> {
  const first = new Map<string | number, LintEntry>();
  for (const entry of entries) {
    const { chain, chainId } = entry;
    const member = chain.members.get(field);
    const isId = field === "chainId";
    const value = isId ? chainId : asString(member?.value);
    if (value === undefined) {
      continue;
    }
    const earlier = first.get(value);
    first.set(value, earlier ?? entry);
    const isSameChain = chainId !== undefined && chainId === earlier?.chainId;
    if (earlier === undefined || (!isId && isSameChain)) {
      continue;
    }
    const { members, place } = earlier.chain;
    const { line } = members.get(field)?.key ?? place;
    const shown = typeof value === "string" ? quoted(value) : value;
    yield {
      place: (isId ? member?.key : member?.at) ?? chain.place,
      message: `The ${field} ${shown} of ${titleOf(entry)} is already used on line ${line}.`,
      ...advice,
    };
  }
}

export const DEFAULT_NETWORK: LintRule = {
  id: "default-network",
  severity: "warning",
  summary: "A portal's file without a default chain.",
  fix: "Set isDefault to true for at least one chain.",
  find: each(wholeFile, (file) => {
    const { books, code, others, unknownParts } = file;
    const entries = file.entries.filter(
      ({ chain }) => chain.list === undefined,
    );
    const portals = entries.filter(({ kind }) => kind === "portal");
    const isOfPortal =
      books.length + others.length === 0 && portals.length === entries.length;
    if (
      !/\bisDefault\b/.test(code) ||
      !isOfPortal ||
      unknownParts.length > 0 ||
      portals.some(mayBeDefault) ||
      // None of the configured networks may be a default one.
      portals.every(({ network }) => network?.values.isDefault === false)
    ) {
      return undefined;
    }
    return {
      place: portals[0]?.chain.place ?? START,
      message: "No chain is the default.",
    };
  }),
};

function mayBeDefault({ chain }: LintEntry): boolean {
  const value = chain.members.get("isDefault")?.value;
  return (
    value?.kind === "unknown" ||
    (value?.kind === "scalar" && value.value === true)
  );
}
