import { type Random, shuffleBy } from "../../base/random.ts";
import type { Decoded } from "../../base/records.ts";
import { elsewhere, READS_AT_ONCE } from "../../connect/confirm.ts";
import type { ExpectedChain } from "../../connect/judge-chain.ts";
import {
  type NodeView,
  readChainId,
  readHeader,
  readHeaderBatch,
  readNodeView,
} from "../../connect/read-node-view.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { BlockReader } from "./block-reader.ts";
import type { ChainReader, PinnedBlock } from "./requests/block-control.ts";
import { Evidence } from "./requests/evidence.ts";
import { PinnedRequests } from "./requests/pinned-requests.ts";
import { StateReader } from "./state-reader.ts";

/**
 * Reads one network's endpoint, and its state at the latest block. Every request of a
 * verification goes through it, so that what any answer shows about the endpoint is
 * known in one place: its {@link Evidence}.
 */
export class NetworkReader extends StateReader implements ChainReader {
  readonly #transport: RpcTransport;
  readonly #expected: ExpectedChain;

  /** @param evidence what the endpoint has shown so far */
  constructor(
    transport: RpcTransport,
    expected: ExpectedChain,
    random: Random = Math.random,
    evidence: Evidence = new Evidence(),
  ) {
    const request: RpcTransport["request"] = (method, params, isUsable) =>
      transport.request(method, [...params, "latest"], isUsable);
    super({ request }, evidence, shuffleBy(random));
    this.#transport = transport;
    this.#expected = expected;
  }

  async readView(): Promise<NodeView> {
    const view = await readNodeView(
      this.#transport,
      this.#expected,
      this.evidence.clientVersion,
    );
    this.evidence.noteView(view);
    return view;
  }

  async readChainId(): Promise<Decoded<number>> {
    const chainId = await readChainId(this.#transport);
    this.evidence.noteChainId(chainId);
    return chainId;
  }

  /** A block by its number or tag. */
  async readHeader(block: string): Promise<Decoded<BlockHeader>> {
    const header = await readHeader(this.#transport, block);
    this.evidence.noteHeader(header);
    return header;
  }

  /** Blocks by one batch; `undefined` for each that it does not give. */
  async readHeadersTogether(
    blocks: readonly string[],
  ): Promise<readonly (Decoded<BlockHeader> | undefined)[]> {
    const headers = await readHeaderBatch(this.#transport, blocks);
    for (const header of headers) {
      this.evidence.noteHeader(header);
    }
    return headers;
  }

  /** Reads the same by several connections, each of its own. */
  async apart<T>(
    read: (reader: NetworkReader) => Promise<T>,
  ): Promise<readonly T[]> {
    const [expected, evidence] = [this.#expected, this.evidence];
    const readBy = async (own: RpcTransport) =>
      await read(new NetworkReader(own, expected, undefined, evidence));
    return await Promise.all(
      Array.from({ length: READS_AT_ONCE }, () =>
        elsewhere(this.#transport, readBy),
      ),
    );
  }

  /**
   * The reads that are pinned to one block.
   *
   * @param isConfirming whether they were made before, and are made to confirm them
   */
  at(block: PinnedBlock, isConfirming = false): BlockReader {
    const requests = new PinnedRequests(this.#transport, this.evidence, block);
    return new BlockReader(this, requests, this.#expected, isConfirming);
  }
}
