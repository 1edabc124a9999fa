import type { Decoded } from "../../../base/records.ts";
import { MORE_THAN_ONE_CHAIN } from "../../../connect/judge-chain.ts";
import type { NodeView } from "../../../connect/read-node-view.ts";
import type { Failure, Reply } from "../../../http/types.ts";
import type { ProgramOrigin } from "../../../rpc/bulk-program.ts";
import {
  type BlockHeader,
  isSameParent,
  isSameTime,
} from "../../../rpc/decode-block.ts";
import { LATEST_ONLY, PROGRAM, Refusals } from "./refusals.ts";

const GANACHE = /^ganache\//i;

/**
 * The properties of an endpoint, as its answers have shown them. One endpoint
 * may have many backends, so a single answer of another chain invalidates all
 * answers.
 */
export class Evidence {
  /** True if it runs the bulk probe; `undefined` until that was tried. */
  runsProbe: boolean | undefined;
  /** The client, by what it says itself. */
  clientVersion: Decoded<string> | undefined;
  /** Tells whether a method takes a block's hash, as far as that is known. */
  readonly takesBlockHash: Map<string, boolean> = new Map();
  /** True if a program ran on a block that was judged. */
  hasProgram = false;
  /** By method, or by request, its answer for a block that does not exist. */
  readonly controls: Map<string, Promise<Reply>> = new Map();
  /** Methods that were answered for it. */
  readonly ignoresBlock: Set<string> = new Set();
  /** The meaning of its errors, as far as it is known. */
  readonly refusals: Refusals = new Refusals();
  /** True if it refuses to read any block but the latest one. */
  servesLatestOnly = false;
  /** The followed addresses, whose codes are read together. */
  readonly parties: Set<unknown> = new Set();
  /** The hashes of blocks that were read, and are not of the chain any more. */
  readonly replaced: Set<string> = new Set();
  readonly #chainIds = new Set<bigint>();
  readonly #headers = new Map<bigint, BlockHeader>();
  readonly #bound = new Set<string>();
  #forkedAt: bigint | undefined;
  #otherBlockAt: bigint | undefined;

  /** The reason why no answer of the endpoint proves anything, if so. */
  get contradiction(): string | undefined {
    if (this.#chainIds.size > 1) {
      const ids = [...this.#chainIds].sort((a, b) => (a < b ? -1 : 1));
      return `${MORE_THAN_ONE_CHAIN}: the endpoint answers for the chain ids ${ids.join(" and ")}`;
    }
    if (this.#forkedAt !== undefined) {
      return `${MORE_THAN_ONE_CHAIN}: the endpoint has different blocks at height ${this.#forkedAt}`;
    }
    if (this.#otherBlockAt === undefined) {
      return undefined;
    }
    return `calls at block ${this.#otherBlockAt} see another time or parent than that block's, so nothing shows that they were run on it`;
  }

  /**
   * Tells whether nothing could be read but of the latest block, whichever that
   * was.
   */
  get servesNothingPinned(): boolean {
    return this.servesLatestOnly && this.takesBlockHash.size === 0;
  }

  /** What a kind of request is told without being sent, since the endpoint refuses it. */
  refusalOf(kind: string): Failure | undefined {
    if (this.servesLatestOnly) {
      return LATEST_ONLY;
    }
    const hasRun =
      kind === PROGRAM ? this.hasProgram : this.takesBlockHash.has(kind);
    return hasRun ? undefined : this.refusals.refused.get(kind);
  }

  get isGanache(): boolean {
    const { clientVersion } = this;
    return clientVersion?.ok === true && GANACHE.test(clientVersion.value);
  }

  /** Tells whether a block came together with what tells its chain. */
  isBound({ hash }: Pick<BlockHeader, "hash">): boolean {
    return this.#bound.has(hash);
  }

  noteView(view: NodeView): void {
    const { chainId, singleChainId, head, genesis, clientVersion } = view;
    if (clientVersion.ok) {
      this.clientVersion = clientVersion;
    }
    if (view.isHeadBound && head.ok) {
      this.#bound.add(head.value.hash);
    }
    this.noteChainId(chainId);
    this.noteChainId(singleChainId ?? chainId);
    this.noteHeader(head);
    this.noteHeader(genesis);
  }

  noteChainId(chainId: Decoded<number>): void {
    if (chainId.ok) {
      this.#chainIds.add(BigInt(chainId.value));
    }
  }

  noteHeader(header: Decoded<BlockHeader> | undefined): void {
    if (header?.ok !== true) {
      return;
    }
    const { number, hash } = header.value;
    const known = this.#headers.get(number)?.hash ?? hash;
    if (known !== hash || this.replaced.has(hash)) {
      this.#forkedAt = number;
    }
    this.#headers.set(number, header.value);
  }

  /** A block that was replaced must not come again. */
  noteReplaced({ number, hash }: Pick<BlockHeader, "number" | "hash">): void {
    this.replaced.add(hash);
    const isAfter = (height: bigint) => height >= number;
    for (const height of [...this.#headers.keys()].filter(isAfter)) {
      this.#headers.delete(height);
    }
    if (this.#forkedAt !== undefined && isAfter(this.#forkedAt)) {
      this.#forkedAt = undefined;
    }
  }

  /**
   * Tells whether a program saw the parent of the block of its number;
   * `undefined` where that is not known.
   */
  sawParent(origin: ProgramOrigin): boolean | undefined {
    const header = this.#headers.get(origin.blockNumber);
    return header && isSameParent(origin, header);
  }

  /**
   * Where a bulk program ran, as it says itself.
   *
   * @param isByNumber whether it was to run on a block that was named by its number. Of
   * one that is named by its hash, another time shows another clock: some nodes run
   * calls at the present time, or do not tell the right hash of the parent.
   */
  noteOrigin(origin: ProgramOrigin, isByNumber: boolean): void {
    const { chainId, blockNumber } = origin;
    this.#chainIds.add(chainId);
    const header = this.#headers.get(blockNumber);
    // Anvil runs calls on its first block at another time than that block's.
    const hasTime = isByNumber && blockNumber > 0n;
    if (
      header !== undefined &&
      hasTime &&
      (!isSameTime(origin, header) || isSameParent(origin, header) === false)
    ) {
      this.#otherBlockAt = blockNumber;
    }
  }

  noteProbe(isRun: boolean): void {
    // If it has run before, it failed for another reason.
    this.runsProbe = isRun || (this.runsProbe ?? false);
  }
}
