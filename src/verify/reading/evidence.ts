import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { MORE_THAN_ONE_CHAIN } from "../../connect/judge-chain.ts";
import type { ChainAt, NodeView } from "../../connect/read-node-view.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";

const GANACHE = /^ganache\//i;

/** The chain that a bulk program ran on, as it says itself. */
interface ProgramChain {
  readonly chainId: bigint;
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
  readonly #hashes = new Map<bigint, Hex>();
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

  noteBlock(block: ChainAt): ChainAt {
    this.noteChainId(block.chainId);
    this.noteHeader(block.header);
    return block;
  }

  noteHeader(header: Decoded<BlockHeader> | undefined): void {
    if (header?.ok !== true) {
      return;
    }
    const { number, hash } = header.value;
    if ((this.#hashes.get(number) ?? hash) !== hash) {
      this.#forkedAt = number;
    }
    this.#hashes.set(number, hash);
  }

  /** An answer of a bulk program, which tells the chain that it ran on. */
  noteOrigin(answer: Decoded<ProgramChain>): void {
    if (answer.ok) {
      this.#chainIds.add(answer.value.chainId);
    }
  }

  noteProbe(answer: Decoded<ProgramChain>): void {
    // If it has run before, it failed for another reason.
    this.runsProbe = answer.ok ? true : (this.runsProbe ?? false);
    this.noteOrigin(answer);
  }
}
