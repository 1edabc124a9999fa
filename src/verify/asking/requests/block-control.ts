import { setTimeout as sleep } from "node:timers/promises";
import { hexQuantity, isHex } from "../../../base/hex.ts";
import type { Decoded } from "../../../base/records.ts";
import { elsewhere, READS_AT_ONCE } from "../../../connect/confirm.ts";
import { readHeader } from "../../../connect/read-node-view.ts";
import type { Reply } from "../../../http/types.ts";
import { isProgramCall, ZERO_ADDRESS } from "../../../rpc/bulk-program.ts";
import type { BlockHeader } from "../../../rpc/decode-block.ts";
import { wasExecuted } from "../../../rpc/judge-rpc-error.ts";
import { NO_BLOCK } from "../../../rpc/named-block.ts";
import type { RpcTransport } from "../../../rpc/types.ts";
import { controlCall } from "../state-reader.ts";
import type { Evidence } from "./evidence.ts";

/** The block that all reads of a network are pinned to. */
export type PinnedBlock = Pick<BlockHeader, "number" | "hash">;

/** The parameters of a method, without the block, which is the last one. */
export type Params = readonly unknown[];

/** Shows whether an endpoint ignores which block a request names. */
export class BlockControl {
  readonly #transport: RpcTransport;
  readonly #evidence: Evidence;
  /** The replies to batches, by request. */
  readonly #said = new Map<string, Promise<Reply | undefined>>();
  #asked = 0;

  constructor(transport: RpcTransport, evidence: Evidence) {
    this.#transport = transport;
    this.#evidence = evidence;
  }

  /**
   * Tells whether a method is answered for a block that does not exist, so that
   * its hash says nothing. Asked beside each request, or the first one where a
   * program tells the rest: a cache that ignores the block may have the answers
   * to some requests only.
   */
  async isIgnored(
    method: string,
    params: Params,
    isToldByProgram: boolean,
  ): Promise<boolean> {
    const asked = isProgramCall(method, params) ? CONTROL : params;
    const { controls } = this.#evidence;
    const key = isToldByProgram ? method : JSON.stringify([method, asked]);
    this.#asked += 1;
    if (hasEvenOnes(this.#asked)) {
      await undefined;
    }
    const control =
      controls.get(key) ??
      this.#said.get(key)?.then((said) => said ?? this.#read(method, asked)) ??
      this.#read(method, asked);
    controls.set(key, control);
    this.note(method, await control);
    return this.#evidence.ignoresBlock.has(method);
  }

  /** Keeps a method's reply for the block that does not exist. */
  note(method: string, reply: Reply | undefined): void {
    if (isAnswer(reply)) {
      this.#evidence.ignoresBlock.add(method);
      this.#evidence.takesBlockHash.set(method, false);
    }
  }

  /** Keeps what a batch says of it, so that a single read of the same needs no other. */
  keep(method: string, params: Params, said: Promise<Reply | undefined>): void {
    this.#said.set(JSON.stringify([method, params]), said);
  }

  /** True if a batch with a control of this request was sent. */
  isKept(method: string, params: Params): boolean {
    return this.#said.has(JSON.stringify([method, params]));
  }

  /** Keeps what was said for all requests by a method. */
  keepForAll(method: string, said: Reply | undefined): void {
    if (said !== undefined) {
      this.#evidence.controls.set(method, Promise.resolve(said));
    }
  }

  /** Repeated where nothing was refused, since a gateway's error is no node's answer. */
  async #read(method: string, params: Params): Promise<Reply> {
    const read = async () =>
      await this.#transport.request(method, [...params, NO_BLOCK]);
    let reply = await read();
    for (let n = 1; n < READS_AT_ONCE && isOfGateway(reply); n += 1) {
      reply = await read();
    }
    return reply;
  }
}

/**
 * Tells whether a number has an even number of ones in binary. The order of a
 * read and its control follows this sequence, which has no period: else
 * backends that take turns could answer the one or the other only.
 */
function hasEvenOnes(count: number): boolean {
  const ones = count.toString(2).replaceAll("0", "");
  return ones.length % 2 === 0;
}

/** In place of a program, of which the answer is not in any cache. */
const CONTROL: Params = [{ from: ZERO_ADDRESS, ...controlCall() }];

function isAnswer(reply: Reply | undefined): boolean {
  if (reply?.ok === true) {
    return isHex(reply.result);
  }
  return reply !== undefined && wasExecuted(reply);
}

function isOfGateway(reply: Reply): boolean {
  return (
    !reply.ok && !["rpc-error", "timeout", "not-sent"].includes(reply.kind)
  );
}

/** Reads what tells an endpoint's chain, and notes it. */
export interface ChainReader {
  readonly evidence: Evidence;
  readChainId(): Promise<Decoded<number>>;
  /** @param block its number or tag */
  readHeader(block: string): Promise<Decoded<BlockHeader>>;
  /** Several of them; `undefined` for each that the endpoint does not give so. */
  readHeadersTogether(
    blocks: readonly string[],
  ): Promise<readonly (Decoded<BlockHeader> | undefined)[]>;
  /** Reads the same by several connections, each of its own. */
  apart<T>(read: (reader: ChainReader) => Promise<T>): Promise<readonly T[]>;
}

/** How often the chain id and the block are read. */
const CHAIN_IDS = 6;
const HEADERS = 8;

/**
 * The reason why an endpoint's chain is not certain after further reads of it
 * and of a block; `undefined` if all of them agree. The reads of the block go
 * out next to each other, so that they reach every backend that takes turns,
 * and every open connection.
 */
export async function checkBlock(
  reader: ChainReader,
  block: PinnedBlock,
): Promise<string | undefined> {
  const number = hexQuantity(block.number);
  const times = <T>(length: number, read: () => Promise<T>) =>
    Promise.all(Array.from({ length }, read));
  const [headers, chainIds] = await Promise.all([
    times(HEADERS, () => reader.readHeader(number)),
    times(CHAIN_IDS, () => reader.readChainId()),
  ]);
  const { contradiction } = reader.evidence;
  if (contradiction !== undefined) {
    return contradiction;
  }
  const failed = [...chainIds, ...headers].find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) {
    return `the chain of the reads is not certain, since the block could not be read again: ${failed.reason}`;
  }
  if (headers.every((one) => one.ok && one.value.hash === block.hash)) {
    return undefined;
  }
  return "the chain of the reads is not certain, since the endpoint has another block at that number";
}

/** Reads seldom take that long, in ms; each further look waits twice as long. */
const FIRST_LOOK = 1_000;

/**
 * Looks, while a block is read, whether a reorganisation has replaced it. If so, the
 * waits for its state end, and the evidence has it.
 */
export async function watchBlock<T>(
  block: PinnedBlock | undefined,
  read: () => Promise<T>,
  transport: RpcTransport,
  evidence: Evidence,
): Promise<T> {
  if (block === undefined) {
    return await read();
  }
  const ended = new AbortController();
  const { signal } = ended;
  const look = async () => {
    for (let delay = FIRST_LOOK; !signal.aborted; delay *= 2) {
      await sleep(delay, undefined, { signal });
      if ((await isReplaced(transport, block)) && !signal.aborted) {
        evidence.noteReplaced(block);
        transport.forgetBlock?.(block.hash);
        return;
      }
    }
  };
  // It ends with the reads.
  void look().catch(() => {});
  return await read().finally(() => ended.abort());
}

/**
 * Tells whether several connections have one other block at a block's height.
 */
async function isReplaced(
  transport: RpcTransport,
  { number, hash }: PinnedBlock,
): Promise<boolean> {
  const read = async (way: RpcTransport) => {
    const header = await readHeader(way, hexQuantity(number));
    const isThere = header.ok && header.value.number === number;
    return isThere ? header.value.hash : hash;
  };
  const hashes = await Promise.all(
    Array.from({ length: READS_AT_ONCE }, () => elsewhere(transport, read)),
  );
  return !hashes.includes(hash) && new Set(hashes).size === 1;
}
