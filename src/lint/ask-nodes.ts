import { confirmChain } from "../connect/confirm-chain.ts";
import type { ExpectedChain } from "../connect/judge-chain.ts";
import { readChainView } from "../connect/read-node-view.ts";
import { createHttpTransport } from "../rpc/http-transport.ts";
import type { Place, ReadValue } from "../sources/script/values.ts";
import { asString } from "../sources/source-kind.ts";
import type { LintEntry, NodeAnswer, NodeField } from "./types.ts";

/** For all nodes of a file together. In ms. */
const TIMEOUT = 30_000;
const MAX_NODES = 32;
/** Lists of public nodes are long, and a few of them suffice. */
const MAX_NODES_PER_LIST = 3;

/**
 * Asks the nodes in a file's entries for their chain. Every entry has at least one
 * answer, so that a node that could not be asked is reported.
 */
export async function askNodes(
  entries: readonly LintEntry[],
): Promise<readonly NodeAnswer[]> {
  const deadline = Date.now() + TIMEOUT;
  // An entry may be there in several environments.
  const asked = new Map<string, Promise<NodeResult>>();
  const ask = async (url: string, entry: LintEntry): Promise<NodeResult> => {
    const { chainId, network } = entry;
    const key = JSON.stringify([url, chainId, network?.network.name]);
    const known = asked.get(key);
    if (known === undefined && asked.size >= MAX_NODES) {
      return unknown(`only the first ${MAX_NODES} nodes of a file are asked`);
    }
    const answer = known ?? askNode(url, entry, deadline);
    asked.set(key, answer);
    return await answer;
  };
  const answers = entries.flatMap((entry): Promise<NodeAnswer>[] => {
    const { nodes, skipped } = nodesOfEntry(entry);
    return [
      ...nodes.map(async ({ field, place, url }) => ({
        entry,
        field,
        place,
        ...(await ask(url, entry)),
      })),
      ...skipped.map(async ({ field, place, verdict, reason }) => ({
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

type NodeResult = Pick<NodeAnswer, "endpoint" | "verdict">;

async function askNode(
  url: string,
  { chainId, network }: LintEntry,
  deadline: number,
): Promise<NodeResult> {
  if (chainId === undefined) {
    return unknown("the expected chain id is not known");
  }
  const expected: ExpectedChain = {
    chainId,
    genesisHash: network?.network.genesisHash,
    chainsWithSameId: network?.network.definition.chainsWithSameId ?? [],
  };
  const transport = createHttpTransport({ url, deadline });
  try {
    const view = await readChainView(transport, expected);
    return {
      endpoint: transport.endpoint,
      verdict: await confirmChain(transport, view, expected),
    };
  } finally {
    await transport.close();
  }
}

function unknown(reason: string): NodeResult {
  return { endpoint: undefined, verdict: { verdict: "unknown", reason } };
}

interface EntryNode {
  readonly field: NodeField;
  readonly place: Place;
  readonly url: string;
}

/** Why nodes of an entry are not asked. */
interface SkippedNodes {
  readonly field: NodeField | undefined;
  readonly place: Place;
  /** `unknown` if there may be nodes and none of the field's is asked. */
  readonly verdict: "unknown" | "skipped";
  readonly reason: string;
}

interface EntryNodes {
  readonly nodes: readonly EntryNode[];
  readonly skipped: readonly SkippedNodes[];
}

/** The nodes in an entry: a portal's `nodeUri`, a wallet's `rpc`. */
function nodesOfEntry({ chain }: LintEntry): EntryNodes {
  const nodeUri = chain.members.get("nodeUri")?.value;
  const rpc = chain.members.get("rpc")?.value;
  if (nodeUri === undefined && rpc === undefined) {
    return skip({
      field: undefined,
      place: chain.place,
      verdict: "skipped",
      reason: "it has none",
    });
  }
  const found = [
    ...(nodeUri === undefined ? [] : [nodesInNodeUri(nodeUri)]),
    ...(rpc === undefined ? [] : [nodesInRpc(rpc)]),
  ];
  return {
    nodes: found.flatMap(({ nodes }) => nodes),
    skipped: found.flatMap(({ skipped }) => skipped),
  };
}

function skip(nodes: SkippedNodes): EntryNodes {
  return { nodes: [], skipped: [nodes] };
}

function nodesInNodeUri(value: ReadValue): EntryNodes {
  const { place } = value;
  const url = asString(value);
  return url !== undefined && isHttpUrl(url)
    ? { nodes: [{ field: "nodeUri", place, url }], skipped: [] }
    : skip({
        field: "nodeUri",
        place,
        verdict: "unknown",
        reason: "nodeUri is not a known http or https URL",
      });
}

function nodesInRpc(rpc: ReadValue): EntryNodes {
  const items = rpc.kind === "list" ? rpc.items : [rpc];
  const mayHaveMore =
    rpc.kind === "list" && rpc.items.some(({ kind }) => kind === "unknown");
  const nodes = items
    .flatMap((item): EntryNode[] => {
      const url = asString(item);
      return url !== undefined && isHttpUrl(url) && !url.includes("${")
        ? [{ field: "rpc", place: item.place, url }]
        : [];
    })
    .slice(0, MAX_NODES_PER_LIST);
  const { place } = rpc;
  if (nodes.length === 0) {
    return skip({
      field: "rpc",
      place,
      verdict: "unknown",
      reason: "rpc has no complete http or https URL",
    });
  }
  const rest = items.length - nodes.length;
  const reasons = [
    ...(rest === 0
      ? []
      : [`${rest} of the ${items.length} URLs in rpc were skipped`]),
    ...(mayHaveMore ? ["the environment or another file may add more"] : []),
  ];
  return {
    nodes,
    skipped:
      reasons.length === 0
        ? []
        : [
            {
              field: "rpc",
              place,
              verdict: "skipped",
              reason: reasons.join(", "),
            },
          ],
  };
}

function isHttpUrl(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}
