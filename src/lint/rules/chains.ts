import { quoted } from "../../base/text.ts";
import { chainsWithSameId } from "../../config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { asNumber, asString } from "../../sources/source-kind.ts";
import { plainOf } from "../../sources/values.ts";
import {
  type KnownNetwork,
  knownByName,
  type NetworkIndex,
} from "../network-index.ts";
import { titleOf } from "../texts.ts";
import type { LintEntry, LintProblem, LintRule } from "../types.ts";
import { START } from "../types.ts";

export const CHAIN_NAME: LintRule = {
  id: "chain-name",
  severity: "error",
  summary:
    "A chain id that does not match the name or the network id. A warning for a name that is only shown, and for a chain id of several chains without a name that identifies the chain.",
  fix: "Correct whichever is wrong.",
  checksBooks: true,
  *checkEntry(entry, { index }) {
    const { chain, chainId, network } = entry;
    const id = chain.members.get("chainId");
    for (const { name, others, isShown } of namesOfOthers(entry, index)) {
      yield {
        place: id?.at ?? chain.place,
        severity: isShown ? "warning" : undefined,
        message: `The chain id is ${chainId}, but ${quoted(name)} is ${others.map((other) => `${other.name} (${other.chainId})`).join(" or ")}.`,
      };
    }
    yield* ambiguousChain(entry, index);
    const member = chain.members.get("networkId");
    const networkId = asNumber(member?.value) ?? network?.values.networkId;
    if (
      member !== undefined &&
      id !== undefined &&
      network !== undefined &&
      networkId !== network.values.networkId
    ) {
      yield {
        place: member.at,
        message: `The networkId is ${networkId}, but that of ${network.name} is ${network.values.networkId}.`,
      };
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
  /** Whether it is only shown, and nothing is found by it. */
  readonly isShown: boolean;
}[] {
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
  const names = [...used, textOf("name")].filter((name) => name !== undefined);
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
        (other) =>
          other.chainId === chainId ||
          copied.some((value) => value.network === other.name),
      )
      ? []
      : [{ name, others, isShown: !used.includes(name) }];
  });
}

/** A chain with the chain id of a network and of others, whose name is none of theirs. */
function* ambiguousChain(
  entry: LintEntry,
  index: NetworkIndex,
): Generator<LintProblem> {
  const { chain, chainId, kind, names, network } = entry;
  const shared = index.networks.find(
    (candidate) => candidate.chainId === chainId,
  )?.network;
  if (
    network !== undefined ||
    shared === undefined ||
    kind === "book" ||
    entry.copied.length > 0 ||
    isOtherChain(entry, shared)
  ) {
    return;
  }
  const { name, portal } = shared;
  const others = chainsWithSameId(shared).map((other) => other.name);
  yield {
    place: chain.members.get("chainId")?.at ?? chain.place,
    severity: "warning",
    message: `Chain ${chainId} may be ${[name, ...others].join(" or ")}, and ${names.length === 0 ? "has no name that identifies it" : "its name does not identify it"}, so it was compared with neither.`,
    fix: `If it is ${name}, set network to ${JSON.stringify(portal["network"] ?? name)}.`,
  };
}

/** Whether an entry has the name of another chain with a network's chain id. */
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
    "A chain id or network that several entries have, or a field that an entry has twice. A warning for a name that is only shown.",
  fix: "Keep one of them: clients look up chains by their id, and addresses by their network.",
  checksBooks: true,
  *checkEntry({ chain }) {
    for (const { name, key } of chain.duplicates) {
      const line = chain.members.get(name)?.key.line;
      yield {
        place: key,
        message: `${quoted(name)} is repeated on line ${line}, and only that one counts.`,
        fix: "Keep one of them.",
      };
    }
  },
  *check({ file }) {
    // The name of a copied entry was copied with the rest.
    const portals = file.entries.filter(({ copied }) => copied.length === 0);
    yield* repeated("chainId", file.entries);
    yield* repeated("chainId", withoutAliases(file.books));
    yield* repeated(
      "network",
      // A wallet's network is its kind, such as "testnet".
      portals.filter(({ kind }) => kind !== "metadata"),
    );
    for (const problem of repeated("name", portals)) {
      yield {
        ...problem,
        severity: "warning",
        fix: "Give each chain its own name, so that users can tell them apart.",
      };
    }
  },
};

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

/** Entries with the id or the name of an earlier one, which has another id. */
function* repeated(
  field: "chainId" | "network" | "name",
  entries: readonly LintEntry[],
): Generator<LintProblem> {
  const first = new Map<string | number, LintEntry>();
  for (const entry of entries) {
    const { chain, chainId } = entry;
    const member = chain.members.get(field);
    const value = field === "chainId" ? chainId : asString(member?.value);
    if (value === undefined) {
      continue;
    }
    const other = first.get(value);
    first.set(value, other ?? entry);
    const isSameChain = chainId !== undefined && chainId === other?.chainId;
    if (other !== undefined && (field === "chainId" || !isSameChain)) {
      const { line } = other.chain.members.get(field)?.key ?? other.chain.place;
      yield {
        place: (field === "chainId" ? member?.key : member?.at) ?? chain.place,
        message: `The ${field} ${typeof value === "string" ? quoted(value) : value} of ${titleOf(entry)} is already used on line ${line}.`,
      };
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
      !entries.some(mayBeDefault) &&
      // None of the configured networks may be a default one.
      !entries.every(({ network }) => network?.values.isDefault === false)
    ) {
      yield {
        place: first?.chain.place ?? START,
        message: "No chain is the default.",
      };
    }
  },
};

function mayBeDefault({ chain }: LintEntry): boolean {
  const value = chain.members.get("isDefault")?.value;
  return (
    value?.kind === "unknown" ||
    (value?.kind === "scalar" && value.value === true)
  );
}
