import {
  type Decoded,
  isRecord,
  recordOf,
  unread,
} from "../../base/records.ts";
import { describeValue, quoteUntrusted } from "../../base/untrusted-text.ts";
import {
  blockOf,
  type Judgement,
  judgeBlock,
  type NodeHead,
  refuse,
  type Service,
} from "./service.ts";

/** {@link decodeSubgraph} decodes the response. */
const SUBGRAPH_QUERY = "{ _meta { block { number } hasIndexingErrors } }";

/** A subgraph: its `_meta`, compared with the node's head. */
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
  judge: async (meta, { node }) => judgeSubgraph(meta, await node),
};

/**
 * Judges whether a subgraph indexes all, and keeps up with the chain of the network's
 * node.
 */
export function judgeSubgraph(
  { block, hasIndexingErrors }: SubgraphMeta,
  node: NodeHead,
): Judgement {
  if (hasIndexingErrors) {
    const reason = "it reports indexing errors: its data is incomplete";
    return { state: "failing", block: block?.toString(), reason };
  }
  return judgeBlock(block, node);
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
  const { data } = value;
  const errors = value["errors"] ?? [];
  const { block: indexed, hasIndexingErrors: hasErrors } = recordOf(
    recordOf(data)["_meta"],
  );
  const { number } = recordOf(indexed);
  const block = typeof number === "number" ? blockOf(number) : undefined;
  if (!Array.isArray(errors)) {
    return refuse(`${describeValue(errors)} in place of a list of errors`);
  }
  const isOfIndexing = errors.some(
    (error) => recordOf(error)["message"] === INDEXING_ERROR,
  );
  if (hasErrors === true || isOfIndexing) {
    return { ok: true, value: { block, hasIndexingErrors: true } };
  }
  const [first] = errors.map(describeError);
  if (first !== undefined) {
    return unread(`the subgraph returned an error: ${first}`);
  }
  if (block === undefined || hasErrors !== false) {
    return refuse("an answer without the block that is indexed");
  }
  return { ok: true, value: { block, hasIndexingErrors: false } };
}

function describeError(error: unknown): string {
  const { message } = recordOf(error);
  if (typeof message === "string") {
    return quoteUntrusted(message, { maxLength: 120 });
  }
  return describeValue(error);
}
