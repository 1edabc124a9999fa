import { quoted } from "../../base/text.ts";
import { chainsWithSameId } from "../../config/network-values.ts";
import { asNumber } from "../../sources/source-kind.ts";
import { copiedValues } from "../copies.ts";
import type { IndexedNetwork } from "../network-index.ts";
import { titleOf } from "../texts.ts";
import type {
  LintEntry,
  LintFile,
  LintProblem,
  LintRule,
  NodeAnswer,
} from "../types.ts";

export const CHAIN_NAME: LintRule = {
  id: "chain-name",
  severity: "error",
  summary: "A chain id that does not match the name or the network id.",
  fix: "Correct whichever is wrong.",
  *check({ file, index }) {
    for (const entry of file.entries) {
      const { chain, chainId, names, network, kind } = entry;
      const id = chain.members.get("chainId");
      if (chainId === undefined || id === undefined) {
        continue;
      }
      const copied = copiedValues(entry, index);
      for (const name of kind === "portal" ? names : []) {
        const named = index.networks.filter((candidate) =>
          candidate.names.has(name),
        );
        // The names in the Hardhat config are words that other chains have, too.
        const isGeneric =
          name !== chain.label &&
          index.networks.some(({ network: { name: own } }) => own === name);
        const isCopied = copied.some((value) =>
          named.some((candidate) => candidate.network.name === value.network),
        );
        if (
          named.length > 0 &&
          !isGeneric &&
          !isCopied &&
          named.every(
            (candidate) => candidate.network.values.chainId !== chainId,
          )
        ) {
          yield {
            place: id.at,
            message: `The chain id is ${chainId}, but ${quoted(name)} is ${named.map((candidate) => `${candidate.network.name} (${candidate.network.values.chainId})`).join(" or ")}.`,
          };
        }
      }
      const member = chain.members.get("networkId");
      const networkId = asNumber(member?.value);
      if (
        member !== undefined &&
        networkId !== undefined &&
        network !== undefined &&
        networkId !== network.network.values.networkId
      ) {
        yield {
          place: member.at,
          message: `The networkId is ${networkId}, but that of ${network.network.name} is ${network.network.values.networkId}.`,
        };
      }
    }
  },
};

export const DUPLICATE_CHAIN: LintRule = {
  id: "duplicate-chain",
  severity: "error",
  summary: "A chain id that several chains of the file have.",
  fix: "Keep one of them: clients look up chains by their id.",
  *check({ file }) {
    const first = new Map<number, number>();
    for (const { chain, chainId, names } of file.entries) {
      if (chainId === undefined) {
        continue;
      }
      const member = chain.members.get("chainId");
      const line = first.get(chainId);
      if (line === undefined) {
        first.set(chainId, member?.key.line ?? chain.place.line);
        continue;
      }
      const [name] = names;
      yield {
        place: member?.key ?? chain.place,
        message: `The chain id ${chainId}${name === undefined ? "" : ` of ${quoted(name)}`} is already used on line ${line}.`,
      };
    }
  },
};

/** More chain ids would not be read. */
const MAX_IDS = 12;

export const UNIDENTIFIED_CHAIN: LintRule = {
  id: "unidentified-chain",
  severity: "note",
  summary: "Chains that are not among the networks in the Hardhat config.",
  fix: "No change is needed if they are other chains. Otherwise correct their chain id or network.",
  *check({ file, index }) {
    const others = new Map<number, LintEntry>();
    for (const entry of file.entries) {
      const { network, chainId, chain } = entry;
      if (
        network !== undefined ||
        chainId === undefined ||
        copiedValues(entry, index).length > 0
      ) {
        continue;
      }
      const shared = index.networks.find(
        (candidate) => candidate.network.values.chainId === chainId,
      );
      if (shared === undefined || isOtherChain(entry, shared)) {
        others.set(chainId, others.get(chainId) ?? entry);
      } else {
        yield {
          place: chain.members.get("chainId")?.at ?? chain.place,
          ...describeShared(entry, chainId, shared),
        };
      }
    }
    const [first] = others.values();
    if (first !== undefined) {
      const ids = [...others.keys()];
      const more = ids.length - MAX_IDS;
      const list = ids.slice(0, MAX_IDS).join(", ");
      yield {
        place: first.chain.members.get("chainId")?.at ?? first.chain.place,
        message: `${ids.length === 1 ? "Chain" : "The chains"} ${list}${more > 0 ? ` and ${more} more` : ""} ${ids.length === 1 ? "is" : "are"} not among the networks, so there is no configuration to compare ${ids.length === 1 ? "it" : "them"} with.`,
      };
    }
  },
};

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

function describeShared(
  { names }: LintEntry,
  chainId: number,
  shared: IndexedNetwork,
) {
  const { name } = shared.network;
  const others = chainsWithSameId(shared.network)
    .map((other) => other.name)
    .join(", ");
  return {
    severity: "warning" as const,
    message: `Chain ${chainId} may be ${name} or ${others}, and ${names.length === 0 ? "has no name that identifies it" : "its name does not identify it"}, so it was compared with neither.`,
    fix: `If it is ${name}, set network to ${JSON.stringify(shared.network.portal["network"] ?? name)}.`,
  };
}

export const UNKNOWABLE_CHAIN: LintRule = {
  id: "unknowable-chain",
  severity: "unknown",
  summary: "A chain, or a chain id, that the file alone does not have.",
  fix: "Write the chain as a literal.",
  *check({ file }) {
    for (const { place, reason } of file.unknownParts) {
      yield {
        place,
        message: `There may be more chains here, which were not checked: this ${reason}.`,
      };
    }
    for (const { chain, network } of file.entries) {
      const id = chain.members.get("chainId") ?? chain.members.get("networkId");
      const obstacle = id?.value;
      if (network === undefined && obstacle?.kind === "unknown") {
        yield {
          place: chain.place,
          message: `This chain could not be identified, so it was not compared with a network: its chain id ${obstacle.reason}.`,
        };
      }
    }
  },
};

const START = { line: 1, column: 1, start: 0, end: 0 };
const ADD_NODE = "Add the http or https URL of a node, or omit --online.";

/** Only checked with `--online`. */
export const NODE_CHAIN: LintRule = {
  id: "node-chain",
  severity: "error",
  summary: "A node that serves another chain than the one of its entry.",
  fix: "Correct the node's URL or the chain id.",
  *check({ file, nodes }) {
    if (nodes === undefined) {
      return;
    }
    const isAnyAsked = nodes.some(
      ({ verdict: { verdict } }) => verdict !== "skipped",
    );
    for (const answer of nodes) {
      yield* problemsOf(answer, isAnyAsked);
    }
    if (isEmpty(file)) {
      yield {
        place: START,
        severity: "unknown",
        message: "No node was asked: the file has no chains.",
        fix: ADD_NODE,
      };
    }
  },
};

function* problemsOf(
  { entry, field, place, endpoint, verdict }: NodeAnswer,
  isAnyAsked: boolean,
): Generator<LintProblem> {
  const title = titleOf(entry);
  const node = `The node of ${title}${endpoint === undefined ? "" : ` (${endpoint})`}`;
  switch (verdict.verdict) {
    case "wrong":
      yield {
        place,
        message: `${node} is on another chain: ${verdict.reason}.`,
        fix: `Correct ${field ?? "nodeUri"} or the chain id.`,
      };
      break;
    case "unknown":
      yield {
        place,
        severity: "unknown",
        message: `${node} could not be checked: ${verdict.reason}.`,
        fix: `Try again, or correct ${field ?? "nodeUri"}.`,
      };
      break;
    case "skipped":
      yield {
        place,
        // If no node of the file was asked, nothing was checked.
        severity: isAnyAsked ? "note" : "unknown",
        message: `${field === undefined ? "No" : "Not every"} node of ${title} was asked: ${verdict.reason}.`,
        fix: ADD_NODE,
      };
      break;
    case "right":
      if (verdict.doubt !== undefined) {
        yield {
          place,
          severity: "note",
          message: `${node} has the right chain id, but ${verdict.doubt}.`,
          fix: "No change is needed. The check is only certain with a node that returns block 0.",
        };
      }
      break;
  }
}

/** Parts that may be chains have findings of their own. */
function isEmpty({ entries, books, others, unknownParts }: LintFile): boolean {
  return (
    entries.length + books.length + others.length + unknownParts.length === 0
  );
}

export const FOREIGN_ENTRY: LintRule = {
  id: "foreign-entry",
  severity: "unknown",
  summary: "An entry of neither a portal, a wallet nor an address book.",
  fix: "Pass a portal's chains.config.js or networksMetadata.config.js, or an address.json.",
  *check({ file: { others } }) {
    const [first, ...more] = others;
    if (first !== undefined) {
      yield {
        place: first.chain.place,
        message: `The entry of ${titleOf(first)} ${more.length === 0 ? "was" : `and ${more.length} more were`} not checked: ${more.length === 0 ? "it has" : "they have"} no field of a portal configuration, a wallet's chain or an address book.`,
      };
    }
  },
};
