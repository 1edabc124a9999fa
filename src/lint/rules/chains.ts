import { quoted } from "../../base/text.ts";
import { numberIn } from "../../sources/source-kind.ts";
import { titleOf } from "../texts.ts";
import type {
  LintEntry,
  LintFile,
  LintKnowledge,
  LintProblem,
  LintRule,
  NodeAnswer,
} from "../types.ts";

/** Names and network ids that are another network's than the chain id. */
export const CHAIN_NAME: LintRule = {
  id: "chain-name",
  severity: "error",
  summary: "A chain id and a name, or a network id, of different networks.",
  fix: "Correct the one that is wrong.",
  *check({ file, knowledge }) {
    for (const { chain, chainId, names, network, kind } of file.entries) {
      const id = chain.members.get("chainId");
      if (chainId === undefined || id === undefined) {
        continue;
      }
      for (const name of kind === "portal" ? names : []) {
        const named = knowledge.networks.filter((known) =>
          known.names.has(name),
        );
        if (
          named.length > 0 &&
          named.every((known) => known.network.values.chainId !== chainId)
        ) {
          yield {
            place: id.at,
            message: `The chain id is ${chainId}, and ${quoted(name)} is ${named.map((known) => `${known.network.name}, ${known.network.values.chainId}`).join(" or ")}.`,
          };
        }
      }
      const member = chain.members.get("networkId");
      const networkId = numberIn(member?.value);
      if (
        member !== undefined &&
        networkId !== undefined &&
        network !== undefined &&
        networkId !== network.network.values.networkId
      ) {
        yield {
          place: member.at,
          message: `The networkId is ${networkId}, and ${network.network.values.networkId} on ${network.network.name}.`,
        };
      }
    }
  },
};

/** Several chains of a file with one chain id, of which clients find the first. */
export const DUPLICATE_CHAIN: LintRule = {
  id: "duplicate-chain",
  severity: "error",
  summary: "A chain id that several chains of a file have.",
  fix: "Keep one of them in a file: clients look chains up by their id.",
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
        message: `The chain id ${chainId} is there already, on line ${line}${name === undefined ? "" : `, and here for ${quoted(name)}`}.`,
      };
    }
  },
};

/** Chains that are not known, so that only general rules hold for them. */
export const UNIDENTIFIED_CHAIN: LintRule = {
  id: "unidentified-chain",
  severity: "note",
  summary: "A chain that is none of the networks of the Hardhat config.",
  fix: "Nothing, if it is another chain. Else correct its chain id, or its network.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      if (entry.network === undefined && entry.chainId !== undefined) {
        yield {
          place: entry.chain.members.get("chainId")?.at ?? entry.chain.place,
          ...describe(entry, entry.chainId, knowledge),
        };
      }
    }
  },
};

function describe(
  { names }: LintEntry,
  chainId: number,
  { networks }: LintKnowledge,
) {
  const shared = networks.find(
    ({ network }) => network.values.chainId === chainId,
  );
  if (shared === undefined) {
    return {
      message: `Chain ${chainId} is none of the networks, so its addresses and URLs are held against nothing.`,
    };
  }
  const { name, definition } = shared.network;
  const others = definition.chainsWithSameId
    .map((other) => other.name)
    .join(", ");
  return {
    severity: "warning" as const,
    message: `Chain ${chainId} is ${name} or ${others}, and ${names.length === 0 ? "it has no name that tells" : "its name does not tell"}: its addresses and URLs are held against nothing.`,
    fix: `Set network to ${JSON.stringify(shared.network.portal["network"] ?? name)} if it is ${name}.`,
  };
}

/** Parts of a file that may be chains, and may hold anything. */
export const UNKNOWABLE_CHAIN: LintRule = {
  id: "unknowable-chain",
  severity: "unknown",
  summary: "A chain that cannot be known without running the file.",
  fix: "Write the chain itself there: no code is run.",
  *check({ file }) {
    for (const { place, reason } of file.beyond) {
      yield {
        place,
        message: `There may be chains here that were not checked: this ${reason}.`,
      };
    }
    for (const { chain, network } of file.entries) {
      const id = chain.members.get("chainId") ?? chain.members.get("networkId");
      const [beyond] = chain.beyond;
      const obstacle = id === undefined ? beyond : id.value;
      if (network === undefined && obstacle?.kind === "unknown") {
        yield {
          place: chain.place,
          message: `Which chain this is cannot be known, so its addresses and URLs are held against nothing: its chain id ${obstacle.reason}.`,
        };
      }
    }
  },
};

const START = { line: 1, column: 1, start: 0, end: 0 };
const NAME_ONE = "Name a node that answers over http, or leave --online out.";

/** Nodes that serve another chain than their entry's, asked with `--online`. */
export const NODE_CHAIN: LintRule = {
  id: "node-chain",
  severity: "error",
  summary: "A node that serves another chain than its entry says.",
  fix: "Correct the node's URL, or the chain id.",
  *check({ file, nodes }) {
    if (nodes === undefined) {
      return;
    }
    const wasAsked = nodes.some(({ verdict: { verdict } }) => {
      return verdict !== "unasked";
    });
    for (const answer of nodes) {
      yield* problemsOf(answer, wasAsked);
    }
    if (isEmpty(file)) {
      yield {
        place: START,
        severity: "unknown",
        message: "No node was asked: there is no chain in the file.",
        fix: NAME_ONE,
      };
    }
  },
};

function* problemsOf(
  { entry, field, place, endpoint, verdict }: NodeAnswer,
  wasAsked: boolean,
): Generator<LintProblem> {
  const title = titleOf(entry);
  const some = `${field === undefined ? "No" : "Not every"} node of ${title}`;
  const node = `The node of ${title}${endpoint === undefined ? "" : ` (${endpoint})`}`;
  switch (verdict.verdict) {
    case "wrong":
      yield {
        place,
        message: `${node} denies it: ${verdict.reason}.`,
        fix: `Correct ${field ?? "nodeUri"}, or the chain id.`,
      };
      break;
    case "unknown":
      yield {
        place,
        severity: "unknown",
        message: `${node} did not tell its chain: ${verdict.reason}.`,
        fix: `Try again, or correct ${field ?? "nodeUri"}.`,
      };
      break;
    case "unasked":
      yield {
        place,
        // Where nobody was asked at all, nothing was checked.
        severity: wasAsked ? "note" : "unknown",
        message: `${some} was asked: ${verdict.reason}.`,
        fix: NAME_ONE,
      };
      break;
    case "right":
      if (verdict.doubt !== undefined) {
        yield {
          place,
          severity: "note",
          message: `${node} has the right chain id, but ${verdict.doubt}.`,
          fix: "Nothing. A node that gives block 0 tells more.",
        };
      }
      break;
  }
}

/** Where there is what may be a chain, that is a finding of its own. */
function isEmpty({ entries, others, beyond }: LintFile): boolean {
  return entries.length + others.length + beyond.length === 0;
}

/** Entries of other files, such as an address book's. */
export const FOREIGN_ENTRY: LintRule = {
  id: "foreign-entry",
  severity: "unknown",
  summary: "An entry that is neither a portal's nor a wallet's.",
  fix: "Name a portal's chains.config.js or networksMetadata.config.js.",
  *check({ file }) {
    for (const entry of file.others) {
      yield {
        place: entry.chain.place,
        message: `The entry of ${titleOf(entry)} was not checked: it has no field of a portal's configuration.`,
      };
    }
  },
};
