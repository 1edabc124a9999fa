import { describeValue } from "../rpc/decode/describe-value.ts";
import { isRecord } from "../rpc/is-record.ts";
import { untrustedText } from "../rpc/secrets/untrusted-text.ts";
import type { Decoded } from "../rpc/types.ts";

/** What a subgraph says of its own indexing. */
export interface SubgraphMeta {
  /** The last block that it has indexed; where it has errors it need not tell. */
  readonly block: bigint | undefined;
  readonly hasIndexingErrors: boolean;
}

/** The question that {@link decodeSubgraph} reads the answer to. */
export const SUBGRAPH_QUERY =
  "{ _meta { block { number } hasIndexingErrors } }";

/** How a graph-node refuses data of a subgraph whose indexing has failed. */
const INDEXING_ERROR = "indexing_error";

/**
 * Reads a GraphQL answer to {@link SUBGRAPH_QUERY}. An answer with errors of any
 * other kind than that of the indexing is none, even if it has data too.
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
  const messages = (errors ?? []).map(messageOf);
  if (hasErrors === true || messages.includes(INDEXING_ERROR)) {
    return { ok: true, value: { block, hasIndexingErrors: true } };
  }
  const [first] = messages;
  if (first !== undefined) {
    return {
      ok: false,
      reason: `the subgraph answers with an error: "${first}"`,
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

function messageOf(error: unknown): string {
  const message = isRecord(error) ? error["message"] : undefined;
  return typeof message === "string"
    ? untrustedText(message, { maxLength: 120 })
    : describeValue(error);
}

function refuse(what: string): Decoded<never> {
  return { ok: false, reason: `the endpoint sent ${what}` };
}
