import { type Decoded, isRecord } from "../../base/records.ts";
import { describeValue, quoteUntrusted } from "../../base/untrusted-text.ts";
import type { NodeStatus } from "../report.ts";
import { type Judgement, refuse, type Service } from "./service.ts";

/** {@link decodeSubgraph} decodes the response. */
const SUBGRAPH_QUERY = "{ _meta { block { number } hasIndexingErrors } }";

/**
 * A subgraph: its `_meta`, compared with the node's head. The node is queried at the
 * same time, so its head may be later: only a request that is sent after the head is
 * known proves a lag.
 */
export const SUBGRAPH: Service<SubgraphMeta> = {
  service: "subgraph",
  field: "subgraphUri",
  peer: { protocol: "GraphQL", name: "subgraph" },
  question: {
    method: "POST",
    // Where portals find the marketplace's subgraph.
    path: "/subgraphs/name/oceanprotocol/ocean-subgraph",
    body: JSON.stringify({ query: SUBGRAPH_QUERY }),
  },
  decode: decodeSubgraph,
  judge: async (meta, { node, again }) => {
    const status = await node;
    const judged = (one: SubgraphMeta) => ({
      block: one.block?.toString(),
      ...judgeSubgraph(one, status),
    });
    const first = judged(meta);
    if (first.state !== "lagging") {
      return first;
    }
    const later = await again();
    return later.ok
      ? judged(later.value)
      : {
          state: "unknown",
          reason: `it was ${first.lagBlocks} blocks behind, but the request that confirms it failed: ${later.reason}`,
        };
  },
};

/** Portals report a subgraph with a larger lag as out of sync. In blocks. */
const MAX_LAG = 30n;
/** The tolerated lead of a subgraph over the node. In blocks. */
const MAX_LEAD = 10n;

const CHECK_NODE = "Check the node first.";

/**
 * Whether a subgraph keeps up with the chain of the network's node. A node that is
 * behind itself can prove a lag, but not that there is none. A node of another chain or
 * with an unknown state proves nothing.
 */
export function judgeSubgraph(
  { block, hasIndexingErrors }: SubgraphMeta,
  { state, head }: Pick<NodeStatus, "state" | "head">,
): Judgement {
  if (hasIndexingErrors) {
    return {
      state: "failing",
      reason: "it reports indexing errors: its data is incomplete",
    };
  }
  if (block === undefined) {
    return { state: "unknown", reason: "it does not report its block" };
  }
  const isBehind = state === "syncing" || state === "stale";
  if (head === undefined || (state !== "ok" && !isBehind)) {
    return {
      state: "unknown",
      reason: `it is at block ${block}; its lag is unknown without the node's head, and the node is ${state}`,
      remedy: CHECK_NODE,
    };
  }
  const lag = BigInt(head.number) - block;
  if (lag > MAX_LAG) {
    return {
      state: "lagging",
      lagBlocks: `${lag}`,
      reason: `it is at block ${block}, ${lag} below the node's head: more than ${MAX_LAG}`,
    };
  }
  if (isBehind) {
    return {
      state: "unknown",
      reason: `it is at block ${block}; its lag is unknown, since the node itself is ${state}`,
      remedy: CHECK_NODE,
    };
  }
  if (lag < -MAX_LEAD) {
    return {
      state: "unknown",
      reason: `it is at block ${block}, ${-lag} above the node's head: the node is behind, or the subgraph indexes another chain`,
    };
  }
  return { state: "ok", lagBlocks: `${lag < 0n ? 0n : lag}` };
}

/** The indexing state that a subgraph reports. */
export interface SubgraphMeta {
  /** The last indexed block; may be missing if there are errors. */
  readonly block: bigint | undefined;
  readonly hasIndexingErrors: boolean;
}

/** The error of a graph-node for a subgraph whose indexing has failed. */
const INDEXING_ERROR = "indexing_error";

/**
 * Decodes the response to {@link SUBGRAPH_QUERY}. It is invalid if it has errors other
 * than those of the indexing, even if it has data, too.
 *
 * @see https://thegraph.com/docs/en/subgraphs/querying/graphql-api/#subgraph-metadata
 */
export function decodeSubgraph(value: unknown): Decoded<SubgraphMeta> {
  if (!isRecord(value)) {
    return refuse(`${describeValue(value)} where an answer was expected`);
  }
  const { data, errors = null } = value;
  const meta = isRecord(data) ? data["_meta"] : undefined;
  const block = isRecord(meta) ? blockOf(meta["block"]) : undefined;
  const hasErrors = isRecord(meta) ? meta["hasIndexingErrors"] : undefined;
  if (errors !== null && !Array.isArray(errors)) {
    return refuse(`${describeValue(errors)} in place of a list of errors`);
  }
  const isOfIndexing = (errors ?? []).some(
    (error) => isRecord(error) && error["message"] === INDEXING_ERROR,
  );
  if (hasErrors === true || isOfIndexing) {
    return { ok: true, value: { block, hasIndexingErrors: true } };
  }
  const [first] = (errors ?? []).map(describeError);
  if (first !== undefined) {
    return {
      ok: false,
      reason: `the subgraph returned an error: ${first}`,
    };
  }
  if (block === undefined || hasErrors !== false) {
    return refuse("an answer without the block that is indexed");
  }
  return { ok: true, value: { block, hasIndexingErrors: false } };
}

function blockOf(value: unknown): bigint | undefined {
  const number = isRecord(value) ? value["number"] : undefined;
  return typeof number === "number" &&
    Number.isSafeInteger(number) &&
    number >= 0
    ? BigInt(number)
    : undefined;
}

function describeError(error: unknown): string {
  const message = isRecord(error) ? error["message"] : undefined;
  return typeof message === "string"
    ? quoteUntrusted(message, { maxLength: 120 })
    : describeValue(error);
}
