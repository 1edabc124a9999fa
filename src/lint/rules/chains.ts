import { quoted } from "../../base/text.ts";
import { chainsWithSameId } from "../../config/network-values.ts";
import { asNumber, asString } from "../../sources/source-kind.ts";
import { copiedValues } from "../copies.ts";
import {
  type IndexedNetwork,
  type KnownNetwork,
  knownByName,
  type NetworkIndex,
} from "../network-index.ts";
import { listed } from "../texts.ts";
import type { LintEntry, LintFile, LintProblem, LintRule } from "../types.ts";
import { START } from "../types.ts";

export const CHAIN_NAME: LintRule = {
  id: "chain-name",
  severity: "error",
  summary:
    "A chain id that does not match the name or the network id. A warning for a chain id of several chains without a name that identifies the chain.",
  fix: "Correct whichever is wrong.",
  *check({ file, index }) {
    for (const entry of [...file.entries, ...file.books]) {
      const { chain, chainId, network } = entry;
      const place = chain.members.get("chainId")?.at ?? chain.place;
      for (const { name, others } of namesOfOthers(entry, index)) {
        yield {
          place,
          message: `The chain id is ${chainId}, but ${quoted(name)} is ${others.map((other) => `${other.name} (${other.chainId})`).join(" or ")}.`,
        };
      }
      yield* ambiguousChain(entry, index);
      const member = chain.members.get("networkId");
      const networkId = asNumber(member?.value);
      const expected = network?.network.values.networkId;
      if (
        member !== undefined &&
        chain.members.has("chainId") &&
        networkId !== undefined &&
        expected !== undefined &&
        networkId !== expected
      ) {
        yield {
          place: member.at,
          message: `The networkId is ${networkId}, but that of ${network?.network.name} is ${expected}.`,
        };
      }
    }
  },
};

/** The names of an entry that are those of networks with other chain ids. */
export function namesOfOthers(
  entry: LintEntry,
  index: NetworkIndex,
): readonly {
  readonly name: string;
  readonly others: readonly KnownNetwork[];
}[] {
  const { chain, chainId, kind, network } = entry;
  if (chainId === undefined || !chain.members.has("chainId")) {
    return [];
  }
  const copied = new Set(
    kind === "book"
      ? []
      : copiedValues(entry, index).map((value) => value.network),
  );
  // A wallet's network is its kind, such as "testnet".
  const fields = kind === "metadata" ? ["name"] : ["network", "name"];
  const names = [
    ...fields.map((field) => asString(chain.members.get(field)?.value)),
    chain.label,
  ].filter((name) => name !== undefined);
  return [...new Set(names)].flatMap((name) => {
    const others = knownByName(name, index);
    // The names in the Hardhat config are words that other chains have, too.
    const isGeneric =
      network === undefined &&
      name !== chain.label &&
      index.known.some((known) => known.name === name);
    return others.length === 0 ||
      isGeneric ||
      others.some(
        (other) => other.chainId === chainId || copied.has(other.name),
      )
      ? []
      : [{ name, others }];
  });
}

/** A chain with the chain id of a network and of others, whose name is none of theirs. */
function* ambiguousChain(
  entry: LintEntry,
  index: NetworkIndex,
): Generator<LintProblem> {
  const { chain, chainId, kind, names, network } = entry;
  const shared = index.networks.find(
    ({ network: { values } }) => values.chainId === chainId,
  );
  if (
    network !== undefined ||
    shared === undefined ||
    kind === "book" ||
    copiedValues(entry, index).length > 0 ||
    isOtherChain(entry, shared)
  ) {
    return;
  }
  const { name, portal } = shared.network;
  const others = chainsWithSameId(shared.network).map((other) => other.name);
  yield {
    place: chain.members.get("chainId")?.at ?? chain.place,
    severity: "warning",
    message: `Chain ${chainId} may be ${[name, ...others].join(" or ")}, and ${names.length === 0 ? "has no name that identifies it" : "its name does not identify it"}, so it was compared with neither.`,
    fix: `If it is ${name}, set network to ${JSON.stringify(portal["network"] ?? name)}.`,
  };
}

/** Whether an entry has the name of another chain with a network's chain id. */
function isOtherChain(
  { names }: LintEntry,
  { network }: IndexedNetwork,
): boolean {
  const words = chainsWithSameId(network).flatMap(
    ({ name, currencySymbol }) => [
      name.split(" ")[0]?.toLowerCase() ?? "",
      currencySymbol.toLowerCase(),
    ],
  );
  return names.some((name) =>
    words.some((word) => word !== "" && name.toLowerCase().includes(word)),
  );
}

export const DUPLICATE: LintRule = {
  id: "duplicate",
  severity: "error",
  summary:
    "A chain id or network that several entries have, or a field that an entry has twice. A warning for a name that is only shown.",
  fix: "Keep one of them.",
  *check({ file, index }) {
    yield* duplicateIds(file.entries);
    yield* duplicateIds(file.books);
    yield* duplicateNames(file, index);
    for (const { chain } of [...file.entries, ...file.books]) {
      for (const { name, key } of chain.duplicates) {
        const line = chain.members.get(name)?.key.line;
        yield {
          place: key,
          message: `${quoted(name)} is repeated on line ${line}, and only that one counts.`,
        };
      }
    }
  },
};

function* duplicateIds(entries: readonly LintEntry[]): Generator<LintProblem> {
  const first = new Map<number, number>();
  for (const { chain, chainId, names } of entries) {
    if (chainId === undefined) {
      continue;
    }
    const place = chain.members.get("chainId")?.key ?? chain.place;
    const line = first.get(chainId);
    first.set(chainId, line ?? place.line);
    if (line !== undefined) {
      yield {
        place,
        message: `The chain id ${chainId}${names.length === 0 ? "" : ` of ${listed(names.slice(0, 1).map(quoted))}`} is already used on line ${line}.`,
        fix: "Keep one of them: clients look up chains by their id.",
      };
    }
  }
}

function* duplicateNames(
  { entries }: LintFile,
  index: NetworkIndex,
): Generator<LintProblem> {
  for (const field of ["network", "name"]) {
    const first = new Map<
      string,
      { readonly line: number; readonly chainId: number | undefined }
    >();
    for (const entry of entries) {
      const { chain, chainId, kind } = entry;
      const member = chain.members.get(field);
      const name = asString(member?.value);
      if (
        member === undefined ||
        name === undefined ||
        // A wallet's network is its kind, such as "testnet".
        (kind === "metadata" && field === "network") ||
        // The name was copied with the rest.
        copiedValues(entry, index).length > 0
      ) {
        continue;
      }
      const other = first.get(name);
      first.set(name, other ?? { line: member.key.line, chainId });
      if (
        other !== undefined &&
        (chainId === undefined || chainId !== other.chainId)
      ) {
        const isShown = field === "name";
        yield {
          place: member.at,
          message: `The ${field} ${quoted(name)} is already used on line ${other.line}.`,
          severity: isShown ? "warning" : undefined,
          fix: isShown
            ? "Give each chain its own name, so that users can tell them apart."
            : "Give each chain its own name: clients look up addresses by it.",
        };
      }
    }
  }
}

export const DEFAULT_NETWORK: LintRule = {
  id: "default-network",
  severity: "warning",
  summary: "A portal's file without a default chain.",
  fix: "Set isDefault to true for at least one chain.",
  *check({ file }) {
    const entries = file.entries.filter(({ kind }) => kind === "portal");
    const [first] = entries;
    const isOfPortal =
      file.books.length + file.others.length === 0 &&
      entries.length === file.entries.length;
    if (
      /\bisDefault\b/.test(file.code) &&
      isOfPortal &&
      file.unknownParts.length === 0 &&
      entries.every((entry) => isDefault(entry) === false) &&
      // None of the configured networks may be a default one.
      !entries.every(
        ({ network }) => network?.network.values.isDefault === false,
      )
    ) {
      yield {
        place: first?.chain.place ?? START,
        message: "No chain is the default.",
      };
    }
  },
};

function isDefault({ chain }: LintEntry): boolean | "unknown" {
  const value = chain.members.get("isDefault")?.value;
  if (value === undefined) {
    return chain.unknownParts.length > 0 ? "unknown" : false;
  }
  return value.kind === "unknown"
    ? "unknown"
    : value.kind === "scalar" && value.value === true;
}
