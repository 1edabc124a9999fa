import {
  type Decoded,
  isRecord,
  recordOf,
  unread,
} from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { parseJson } from "../../files/json.ts";
import { describeBody } from "../../http/body-text.ts";
import type { HttpExchange } from "../../http/http-attempt.ts";
import { chainIdsOf, judgeChains } from "./provider.ts";
import {
  blockOf,
  type Judgement,
  judgeBlock,
  type NodeHead,
  refuse,
  type Service,
  softwareOf,
  unknown,
} from "./service.ts";

/**
 * A metadata cache. Aquarius is judged by its health check, if it has one, and then by the
 * last block that it has indexed. An Ocean Node is judged by the chains that it serves.
 *
 * @see https://github.com/oceanprotocol/aquarius/blob/131a9be/API.md
 */
export const METADATA_CACHE: Service<MetadataCacheDescription> = {
  service: "metadataCache",
  field: "metadataCacheUri",
  peer: { protocol: "metadata cache", name: "metadata cache" },
  decode: decodeMetadataCache,
  judge: async ({ hasHealth, chainIds, ...names }, { send, network, node }) => {
    const { chainId } = network.values;
    if (!hasHealth) {
      return { ...names, ...judgeChains(chainIds, chainId) };
    }
    const ask = async (
      path: string,
      what: string,
      judge: (text: string) => Judgement,
    ) => {
      const reply = await send(getText(path));
      if (reply.ok) {
        return judge(String(reply.result));
      }
      const { reason } = reply;
      return unknown(
        `it responds, but its ${what} could not be read: ${reason}`,
      );
    };
    const health = await ask("/health", "health check", judgeHealth);
    if (health.state !== "ok") {
      return { ...names, ...health };
    }
    const path = `/api/aquarius/chains/status/${chainId}`;
    const head = await node;
    const judge = (text: string) => judgeSync(text, head);
    return { ...names, ...health, ...(await ask(path, "sync state", judge)) };
  },
};

/** The description of a metadata cache. */
export interface MetadataCacheDescription {
  readonly software: string;
  readonly version?: string;
  /** Set if this software has a health check. */
  readonly hasHealth: boolean;
  /** The chains that it serves; empty if it does not report them. */
  readonly chainIds: readonly number[];
}

const AQUARIUS = /^aquarius\b/i;
const OCEAN_NODE = /^ocean[ -]?node\b/i;

/**
 * Decodes the description of a metadata cache: Aquarius, or an Ocean Node in its place.
 * Other software is not known to be one.
 */
export function decodeMetadataCache(
  value: unknown,
): Decoded<MetadataCacheDescription> {
  if (!isRecord(value)) {
    return refuse(`${describeValue(value)} where its description was expected`);
  }
  const { software, ...rest } = softwareOf(value);
  if (software === undefined) {
    return refuse(
      "a description without its software: is this the URL of a metadata cache?",
    );
  }
  const hasHealth = AQUARIUS.test(software);
  if (!hasHealth && !OCEAN_NODE.test(software)) {
    return unread(
      `it reports the software "${software}", which is not a known metadata cache`,
    );
  }
  const chains = value["chainIds"] ?? [];
  const chainIds = chainIdsOf([chains].flat());
  if (chainIds === undefined) {
    return refuse(`${describeValue(chains)} in place of its chain ids`);
  }
  return { ok: true, value: { software, ...rest, hasHealth, chainIds } };
}

/** The whole text, since a page may contain these words, too. */
const NO_DATABASE = /^400 ["\s]*not connected to any database["\s.]*$/i;
/** The page of Flask, with which Aquarius is written, for a path that it does not have. */
const NO_ROUTE =
  /^404 .*<title>404 Not Found<\/title>.*The requested URL was not found on the server/is;
const CONNECTED = /^200 ["\s]*\w+ connected["\s.]*$/i;

/**
 * Judges the health check of a metadata cache.
 *
 * @param answer the HTTP status, a space, and the text
 */
export function judgeHealth(answer: string): Judgement {
  if (NO_DATABASE.test(answer)) {
    return {
      state: "failing",
      reason: "it reports that it is not connected to its database",
    };
  }
  if (NO_ROUTE.test(answer)) {
    return { state: "ok", note: "it has no health check" };
  }
  if (CONNECTED.test(answer)) {
    return { state: "ok" };
  }
  return unknown(`its health check returned ${describeAnswer(answer)}`);
}

const NOT_INDEXED = /^Chain \d+ is not indexed\.?$/;

/**
 * Judges the sync state of a chain. Aquarius sends the same status, 404, for a chain that
 * it does not index and for an error of its database, with different texts. An Aquarius
 * without this state sends Flask's page.
 *
 * @param answer the HTTP status, a space, and the text
 * @see https://github.com/oceanprotocol/aquarius/blob/131a9be/aquarius/app/chains.py
 */
function judgeSync(answer: string, node: NodeHead): Judgement {
  const status = answer.slice(0, STATUS_LENGTH);
  const { error, last_block: last } = recordOf(
    parseJson(answer.slice(STATUS_LENGTH)),
  );
  const block = blockOf(last);
  if (status === "200" && block !== undefined) {
    return judgeBlock(block, node);
  }
  if (NO_ROUTE.test(answer)) {
    return { state: "ok", note: "it does not report what it has indexed" };
  }
  if (status === "404" && NOT_INDEXED.test(String(error))) {
    const reason = "it reports that it does not index the chain";
    return { state: "wrong", reason };
  }
  return unknown(`its sync state is ${describeAnswer(answer)}`);
}

const STATUS_LENGTH = 3;

function describeAnswer(answer: string): string {
  const body = describeBody(answer.slice(STATUS_LENGTH + 1));
  return `HTTP ${answer.slice(0, STATUS_LENGTH)} with ${body ?? "an empty body"}`;
}

/** Aquarius returns 400 if it is unhealthy, and 404 if it does not have what is asked. */
const OWN_STATUSES = new Set([400, 404]);

/** A request whose response is judged with its HTTP status, and need not be JSON. */
function getText(path: string): HttpExchange {
  return {
    method: "GET",
    path,
    reader: {
      peer: { protocol: "health check", name: "metadata cache" },
      // The text is judged as sent, and never shown.
      parse: (text, _scrubber, status) => ({
        reply: { ok: true, result: `${status} ${text}` },
        retry: false,
      }),
      isPeerError: (status) => OWN_STATUSES.has(status),
    },
  };
}
