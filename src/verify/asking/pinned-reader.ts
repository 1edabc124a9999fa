import { type Hex, hexQuantity } from "../../base/hex.ts";
import { type ExpectedChain, wantsGenesis } from "../../connect/judge-chain.ts";
import type { ProgramOrigin } from "../../rpc/bulk-program.ts";
import { NO_PARENT, NOT_RUN, OF_ANY_BLOCK } from "./judge-answers.ts";
import {
  type ChainReader,
  checkBlock,
  type PinnedBlock,
} from "./requests/block-control.ts";
import type { PinnedRequests } from "./requests/pinned-requests.ts";
import { StateReader } from "./state-reader.ts";

/**
 * A reader of one block. Each request names it by its hash (EIP-1898), which no
 * backend of another chain knows, and by its number only where the endpoint
 * refuses hashes. Reads by number prove nothing unless {@link recheckBlock}
 * finds nothing against them.
 */
export class PinnedReader extends StateReader {
  readonly block: PinnedBlock;
  /** True if it reads what was read before, to confirm it. */
  readonly isConfirming: boolean;
  /** A reader of the chain, rather than of the block. */
  readonly network: ChainReader & StateReader;
  protected readonly requests: PinnedRequests;
  protected readonly expected: ExpectedChain;
  #hasRun = false;
  #hasRunHere = false;
  #hasParent = false;

  /** Use `NetworkReader.at`. */
  constructor(
    network: ChainReader & StateReader,
    requests: PinnedRequests,
    expected: ExpectedChain,
    isConfirming: boolean,
  ) {
    super(requests, network.evidence, network.shuffled);
    this.block = requests.block;
    this.isConfirming = isConfirming;
    this.network = network;
    this.requests = requests;
    this.expected = expected;
  }

  /**
   * Tells whether a program ran on the block, so that single reads are not all
   * that tells.
   */
  get hasProgram(): boolean {
    return this.requests.hasProgram;
  }

  /** The block's number, for methods that take no hash. */
  get byNumber(): Hex {
    return hexQuantity(this.block.number);
  }

  /** How many reads did not name the block by its hash. */
  get unpinnedReads(): number {
    return this.requests.unpinned;
  }

  /**
   * Tells whether a program ran on the pinned block, by what it says itself.
   */
  isHere(origin: ProgramOrigin): boolean {
    const sawParent = this.evidence.sawParent(origin);
    const isHere =
      origin.chainId === BigInt(this.expected.chainId) &&
      origin.blockNumber === this.block.number &&
      sawParent !== false;
    this.#hasRun ||= isHere;
    this.#hasRunHere ||= isHere;
    this.requests.hasProgram ||= isHere;
    this.evidence.hasProgram ||= isHere;
    this.#hasParent ||= isHere && sawParent === true;
    return isHere;
  }

  /**
   * The reason why the reads so far prove nothing, if so. The bulk probe says
   * on what chain it ran. If it has not run on the block, or another chain may
   * have the same id, and the block did not come together with what tells the
   * chain, it may come from another chain, so the endpoint must have it on
   * several connections.
   */
  async recheckBlock(): Promise<string | undefined> {
    const { contradiction, runsProbe, ignoresBlock } = this.evidence;
    if (this.evidence.servesNothingPinned && !this.#hasRunHere) {
      // Nothing was read of the block, and each read says so.
      return contradiction;
    }
    // Single calls are judged where they are read.
    const ignoring = [...ignoresBlock].filter((name) => name !== "eth_call");
    if (ignoring.length > 0 && !this.#hasRunHere) {
      return contradiction ?? OF_ANY_BLOCK.reason;
    }
    if (runsProbe === true && !this.#hasRun) {
      return contradiction ?? `${NOT_RUN}${this.whyNotRun}`;
    }
    if (
      this.unpinnedReads > 0 &&
      this.#hasRunHere &&
      !this.#hasParent &&
      this.block.number > 0n
    ) {
      return contradiction ?? NO_PARENT;
    }
    const isOfChain =
      this.evidence.isBound(this.block) ||
      (this.#hasRunHere && !wantsGenesis(this.expected));
    if (this.unpinnedReads === 0 && runsProbe === true && isOfChain) {
      return contradiction;
    }
    return await checkBlock(this.network, this.block);
  }

  protected override noteOrigin(origin: ProgramOrigin): void {
    this.#hasRun = true;
    this.evidence.noteOrigin(origin, this.unpinnedReads > 0);
  }
}
