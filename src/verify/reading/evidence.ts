import type { Decoded } from "../../base/records.ts";
import { MORE_THAN_ONE_CHAIN } from "../../connect/judge-chain.ts";
import type { NodeView } from "../../connect/read-node-view.ts";
import { type BlockHeader, isSameTime } from "../../rpc/decode-block.ts";

const GANACHE = /^ganache\//i;

/** Where a bulk program ran, as it says itself. */
interface ProgramPlace {
  readonly chainId: bigint;
  readonly blockNumber: bigint;
  readonly timestamp: bigint;
}

/**
 * What the answers of an endpoint have shown about it. One endpoint may have many
 * backends, so a single answer of another chain speaks against all answers.
 */
export class Evidence {
  /** Whether it runs the bulk programs; `undefined` until one was tried. */
  runsProbe: boolean | undefined;
  /** Whether it is ganache, by what it says itself. */
  isGanache = false;
  /** Whether a method takes a block's hash; not there until that is known. */
  readonly takesBlockHash: Map<string, boolean> = new Map();
  readonly #chainIds = new Set<bigint>();
  readonly #headers = new Map<bigint, BlockHeader>();
  #forkedAt: bigint | undefined;

  /** Why no answer of the endpoint proves anything; `undefined` where none does. */
  get contradiction(): string | undefined {
    if (this.#chainIds.size > 1) {
      const ids = [...this.#chainIds].sort((a, b) => (a < b ? -1 : 1));
      return `${MORE_THAN_ONE_CHAIN}: the endpoint answers for the chain ids ${ids.join(" and ")}`;
    }
    return this.#forkedAt === undefined
      ? undefined
      : `${MORE_THAN_ONE_CHAIN}: the endpoint has different blocks at height ${this.#forkedAt}`;
  }

  noteView({ chainId, head, genesis, clientVersion }: NodeView): void {
    this.isGanache = clientVersion.ok && GANACHE.test(clientVersion.value);
    this.noteChainId(chainId);
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
    if ((this.#headers.get(number)?.hash ?? hash) !== hash) {
      this.#forkedAt = number;
    }
    this.#headers.set(number, header.value);
  }

  /** An answer of a bulk program, which tells the chain that it ran on. */
  noteOrigin(answer: Decoded<ProgramPlace>): void {
    if (answer.ok) {
      this.#chainIds.add(answer.value.chainId);
    }
  }

  /** An answer of a bulk program that was to run on a block, not on the latest one. */
  notePinned(answer: Decoded<ProgramPlace>): void {
    this.noteOrigin(answer);
    if (!answer.ok) {
      return;
    }
    const { blockNumber } = answer.value;
    const header = this.#headers.get(blockNumber);
    // Anvil runs calls on its first block at another time than that block's.
    const hasTime = blockNumber > 0n;
    if (header !== undefined && hasTime && !isSameTime(answer.value, header)) {
      this.#forkedAt = header.number;
    }
  }

  noteProbe(answer: Decoded<ProgramPlace>): void {
    // If it has run before, it failed for another reason.
    this.runsProbe = answer.ok ? true : (this.runsProbe ?? false);
    this.noteOrigin(answer);
  }
}
