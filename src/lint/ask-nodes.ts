import { confirmChain, readChainView } from "../connect/confirm-chain.ts";
import { type ExpectedChain, wantsGenesis } from "../connect/judge-chain.ts";
import { createHttpTransport } from "../rpc/http-transport.ts";
import type { Place, ReadValue } from "../sources/script/values.ts";
import { textIn } from "../sources/source-kind.ts";
import type { LintEntry, NodeAnswer, NodeField } from "./types.ts";

/** For all nodes of a file together. In ms. */
const MOST_MILLISECONDS = 30_000;
/** Nodes asked of one file: an honest one has a handful. */
const MOST_NODES = 32;

/**
 * Asks the nodes of a file's entries for their chain. Each entry has an answer: an
 * unknown where a node or the chain id cannot be known, and what was not asked.
 */
export async function askNodes(
  entries: readonly LintEntry[],
): Promise<readonly NodeAnswer[]> {
  const deadline = Date.now() + MOST_MILLISECONDS;
  let asked = 0;
  const answers = entries.flatMap((entry): Promise<NodeAnswer>[] => {
    const { named, passed } = nodesOfEntry(entry);
    return [
      ...named.map(async ({ field, place, url }) => ({
        entry,
        field,
        place,
        ...(asked++ < MOST_NODES
          ? await askNode(url, entry, deadline)
          : unknown(`only ${MOST_NODES} nodes of a file are asked`)),
      })),
      ...passed.map(async ({ field, place, verdict, reason }) => ({
        entry,
        field,
        place,
        endpoint: undefined,
        verdict: { verdict, reason },
      })),
    ];
  });
  return await Promise.all(answers);
}

type Asked = Pick<NodeAnswer, "endpoint" | "verdict">;

async function askNode(
  url: string,
  { chainId, network }: LintEntry,
  deadline: number,
): Promise<Asked> {
  if (chainId === undefined) {
    return unknown("which one it should be is not known");
  }
  const expected: ExpectedChain = {
    chainId,
    genesisHash: network?.network.genesisHash,
    chainsWithSameId: network?.network.definition.chainsWithSameId ?? [],
  };
  const transport = createHttpTransport({ url, deadline });
  try {
    const view = await readChainView(transport, wantsGenesis(expected));
    return {
      endpoint: transport.endpoint,
      verdict: await confirmChain(transport, view, expected),
    };
  } finally {
    await transport.close();
  }
}

function unknown(reason: string): Asked {
  return { endpoint: undefined, verdict: { verdict: "unknown", reason } };
}

/** Nodes of one wallet's chain that are asked: lists of them may be long. */
const MOST_OF_A_CHAIN = 3;

/** A node that an entry names. */
export interface NamedNode {
  readonly field: NodeField;
  readonly place: Place;
  readonly url: string;
}

/** Nodes of an entry that cannot be asked, or are not. */
export interface PassedNode {
  readonly field: NodeField | undefined;
  readonly place: Place;
  /** `unknown` where none of the field's nodes is asked, though it has some. */
  readonly verdict: "unknown" | "unasked";
  readonly reason: string;
}

/** The nodes that an entry names: a portal's `nodeUri`, a wallet's `rpc`. */
function nodesOfEntry({ chain }: LintEntry): {
  readonly named: readonly NamedNode[];
  readonly passed: readonly PassedNode[];
} {
  const nodeUri = chain.members.get("nodeUri")?.value;
  const rpc = chain.members.get("rpc")?.value;
  if (nodeUri === undefined && rpc === undefined) {
    const mayName = chain.beyond.length > 0;
    return {
      named: [],
      passed: [
        {
          field: undefined,
          place: chain.place,
          verdict: mayName ? "unknown" : "unasked",
          reason: mayName
            ? "whether it names a node cannot be known without running the file"
            : "it names none",
        },
      ],
    };
  }
  const found = [
    ...(nodeUri === undefined ? [] : [nodeOf(nodeUri)]),
    ...(rpc === undefined ? [] : [nodesIn(rpc)]),
  ];
  return {
    named: found.flatMap(({ named }) => named),
    passed: found.flatMap(({ passed }) => passed),
  };
}

type Found = ReturnType<typeof nodesOfEntry>;

function nodeOf(value: ReadValue): Found {
  const { place } = value;
  const url = textIn(value);
  return url !== undefined && isHttpUrl(url)
    ? { named: [{ field: "nodeUri", place, url }], passed: [] }
    : {
        named: [],
        passed: [
          {
            field: "nodeUri",
            place,
            verdict: "unknown",
            reason: "its URL is not known, or is none",
          },
        ],
      };
}

function nodesIn(rpc: ReadValue): Found {
  const items = rpc.kind === "list" ? rpc.items : [rpc];
  const mayBeMore = rpc.kind === "list" && rpc.beyond.length > 0;
  const named = items
    .flatMap((item): NamedNode[] => {
      const url = textIn(item);
      return url !== undefined && isHttpUrl(url) && !url.includes("${")
        ? [{ field: "rpc", place: item.place, url }]
        : [];
    })
    .slice(0, MOST_OF_A_CHAIN);
  const left = items.length - named.length;
  if (named.length > 0 && left === 0 && !mayBeMore) {
    return { named, passed: [] };
  }
  const some =
    left === 0 ? "" : `${left} of the ${items.length} in rpc were not asked`;
  const more = mayBeMore ? "there may be more than are known" : "";
  return {
    named,
    passed: [
      {
        field: "rpc",
        place: rpc.place,
        ...(named.length === 0
          ? {
              verdict: "unknown",
              reason: "rpc gives no http URL that is known and complete",
            }
          : {
              verdict: "unasked",
              reason: [some, more].filter((part) => part !== "").join(", and "),
            }),
      },
    ],
  };
}

function isHttpUrl(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}
