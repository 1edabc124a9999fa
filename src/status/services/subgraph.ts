import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { describeValue, quoteUntrusted } from "../../base/untrusted-text.ts";
import type { NodeStatus, ServiceStatus } from "../report.ts";
import {
  askService,
  refuse,
  type ServiceVerdict,
  serviceReader,
  type TimeLimits,
  withClient,
} from "./ask-service.ts";

/** Where portals find the marketplace's subgraph, below `subgraphUri`. */
const SUBGRAPH_PATH = "/subgraphs/name/oceanprotocol/ocean-subgraph";

/**
 * A subgraph's status by its `_meta`, compared with the node's head. The node is
 * asked at the same time, so its head may be the later one: a lag is proven only
 * by an answer of the subgraph to a question put after the head was known.
 */
export async function statusOfSubgraph(
  url: string,
  limits: TimeLimits,
  node: Promise<NodeStatus>,
): Promise<Omit<ServiceStatus, "service" | "endpoint">> {
  const exchange = {
    method: "POST",
    path: SUBGRAPH_PATH,
    body: JSON.stringify({ query: SUBGRAPH_QUERY }),
    reader: serviceReader("subgraph"),
  } as const;
  return await withClient(url, limits, async (client) => {
    const answer = await askService(client, exchange, decodeSubgraph);
    const { timing } = answer;
    if (!answer.ok) {
      return { state: "unknown", ...timing, reason: answer.reason };
    }
    const status = await node;
    let meta = answer.value;
    let verdict = judgeSubgraph(meta, status);
    if (verdict.state === "lagging") {
      const again = await askService(client, exchange, decodeSubgraph);
      if (!again.ok) {
        return {
          state: "unknown",
          ...timing,
          reason: `it seemed to be ${verdict.lagBlocks} blocks behind; the second request failed: ${again.reason}`,
        };
      }
      meta = again.value;
      verdict = judgeSubgraph(meta, status);
    }
    const { state, lagBlocks, ...words } = verdict;
    return {
      state,
      ...(meta.block === undefined ? {} : { block: meta.block.toString() }),
      ...(lagBlocks === undefined ? {} : { lagBlocks: lagBlocks.toString() }),
      ...timing,
      ...words,
    };
  });
}

/** Portals call a subgraph out of sync from here on. In blocks. */
const MAX_LAG = 30n;
/** How far two honest views of a chain may differ for a moment. In blocks. */
const MAX_LEAD = 10n;

const CHECK_NODE = "Check the node first.";

/** A subgraph's verdict, with its lag behind the node's head where it is known. */
export interface SubgraphVerdict extends ServiceVerdict {
  readonly lagBlocks?: bigint;
}

/**
 * Whether a subgraph keeps up with the chain, by the network's node. A node
 * that is itself behind proves a lag but not that there is none; one of another
 * chain, or of an unknown state, proves nothing.
 */
export function judgeSubgraph(
  { block, hasIndexingErrors }: SubgraphMeta,
  { state, head }: Pick<NodeStatus, "state" | "head">,
): SubgraphVerdict {
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
  const headBlock = BigInt(head.number);
  const lag = headBlock - block;
  if (lag > MAX_LAG) {
    return {
      state: "lagging",
      lagBlocks: lag,
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
  return { state: "ok", lagBlocks: lag < 0n ? 0n : lag };
}

/** What a subgraph says of its own indexing. */
export interface SubgraphMeta {
  /** The last block that it has indexed; where it has errors it need not tell. */
  readonly block: bigint | undefined;
  readonly hasIndexingErrors: boolean;
}

/** The question that {@link decodeSubgraph} reads the answer to. */
const SUBGRAPH_QUERY = "{ _meta { block { number } hasIndexingErrors } }";

/** How a graph-node refuses data of a subgraph whose indexing has failed. */
const INDEXING_ERROR = "indexing_error";

/**
 * Reads a GraphQL answer to {@link SUBGRAPH_QUERY}. An answer with errors other
 * than those of the indexing is invalid, even if it has data too.
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
      reason: `the subgraph answers with an error: ${first}`,
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
