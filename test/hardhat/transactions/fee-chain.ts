import { randomUUID } from "node:crypto";

import type { Hex } from "../../../src/base/hex.ts";

/** How a modelled node suggests fees. */
export interface FeeNode {
  readonly genesisBaseFee: bigint;
  /**
   * The block whose base fee `eth_gasPrice` contains: geth's head, anvil's next, or that of
   * the transaction that last paid, as of nodes that suggest paid gas prices.
   */
  readonly baseFee: "head" | "next" | "paid";
  readonly hasFeeHistory: boolean;
  /** Whether it has eth_maxPriorityFeePerGas. */
  readonly hasTip: boolean;
  /** The tip below which it suggests none, as anvil's of 1 gwei. */
  readonly minTip: bigint;
}

/** In wei; of a legacy transaction, both are its gas price. */
export interface SentFees {
  readonly tip: bigint;
  readonly max: bigint;
}

interface Block {
  readonly hash: Hex;
  readonly baseFee: bigint;
  /** In percent of the gas limit. */
  readonly fullness: number;
  /** What its last transaction paid above the base fee; `undefined` if it is empty. */
  readonly tip: bigint | undefined;
}

const LIMIT = 30_000_000n;
const TARGET = LIMIT / 2n;
/** What geth and anvil suggest before there are transactions. */
const FIRST_TIP = 1_000_000_000n;
const NO_METHOD = { error: { code: -32601, message: "no such method" } };

const hex = (value: bigint): Hex => `0x${value.toString(16)}`;
/** Of the genesis block, by which nodes of the same chain are known. */
const randomHash = (): Hex =>
  `0x${randomUUID().replaceAll("-", "").padStart(64, "c")}`;
const hashOf = (number: number, digit: string): Hex =>
  `0x${digit}${number.toString(16).padStart(63, "0")}`;

/** The base fee after a block, by EIP-1559. */
function nextBaseFee({ baseFee, fullness }: Block): bigint {
  const used = (LIMIT * BigInt(fullness)) / 100n;
  if (used > TARGET) {
    const rise = (baseFee * (used - TARGET)) / TARGET / 8n;
    return baseFee + (rise === 0n ? 1n : rise);
  }
  return baseFee - (baseFee * (TARGET - used)) / TARGET / 8n;
}

/** A chain with base fees, whose node suggests the last tip that was paid, as geth does. */
export class FeeChain {
  readonly #node: FeeNode;
  readonly #blocks: Block[];
  /** The block of each transaction, by hash. */
  readonly #mined = new Map<unknown, Hex>();
  readonly #sent: SentFees[] = [];
  #pending: SentFees[] = [];

  constructor(node: FeeNode) {
    this.#node = node;
    const baseFee = node.genesisBaseFee;
    const hash = randomHash();
    this.#blocks = [{ hash, baseFee, fullness: 50, tip: undefined }];
  }

  get #head(): Block {
    const head = this.#blocks.at(-1);
    if (head === undefined) {
      throw new Error("no genesis block");
    }
    return head;
  }

  get suggestedTip(): bigint {
    const { minTip } = this.#node;
    const last = this.#blocks.findLast(({ tip }) => tip)?.tip ?? FIRST_TIP;
    return last < minTip ? minTip : last;
  }

  /** What `eth_gasPrice` contains beside the tip. */
  get priceBaseFee(): bigint {
    if (this.#node.baseFee === "next") {
      return nextBaseFee(this.#head);
    }
    const isHead = this.#node.baseFee === "head";
    const paid = this.#blocks.findLast(({ tip }) => tip);
    return (isHead ? this.#head : (paid ?? this.#head)).baseFee;
  }

  get #gasPrice(): bigint {
    return this.suggestedTip + this.priceBaseFee;
  }

  get lastSent(): SentFees {
    return this.#sent.at(-1) ?? { tip: 0n, max: 0n };
  }

  /** Whether Hardhat chooses from the tips in the latest block, not from a suggestion. */
  usesHistory(type: 0 | 2): boolean {
    return type === 2 && this.#node.hasFeeHistory && Boolean(this.#head.tip);
  }

  /** The fees that Hardhat chooses, or the gas price that its users ask for. */
  hardhatFees(type: 0 | 2): SentFees {
    if (type === 0 || !this.#node.hasFeeHistory) {
      return { tip: this.#gasPrice, max: this.#gasPrice };
    }
    const suggested = this.#node.hasTip ? this.suggestedTip : 1n;
    const tip = this.#head.tip || suggested;
    return { tip, max: this.hardhatMax(type, tip) };
  }

  /** The maximum fee that Hardhat chooses for a tip. */
  hardhatMax(type: 0 | 2, tip: bigint): bigint {
    if (type === 0 || !this.#node.hasFeeHistory) {
      return tip;
    }
    const max = (nextBaseFee(this.#head) * 81n) / 64n;
    return max < tip ? max + tip : max;
  }

  send(fees: SentFees): void {
    this.#pending.push(fees);
    this.#sent.push(fees);
  }

  /** Whether all pending transactions can still be mined after a block. */
  fits(fullness: number): boolean {
    const baseFee = nextBaseFee(this.#head);
    const next = nextBaseFee({ ...this.#head, baseFee, fullness });
    return this.#pending.every(({ max }) => next < max);
  }

  /** Whether the next block can hold a transaction. */
  canMine({ max }: SentFees): boolean {
    return nextBaseFee(this.#head) < max;
  }

  /**
   * Mines a block with the transaction of somebody else, or with none if its tip is 0;
   * without a tip, one with the first pending transactions.
   */
  mine(fullness: number, othersTip?: bigint, count = Infinity): void {
    const baseFee = nextBaseFee(this.#head);
    const hash = hashOf(this.#blocks.length, "b");
    let tip = othersTip || undefined;
    if (othersTip === undefined) {
      const first = this.#sent.length - this.#pending.length;
      const mined = this.#pending.splice(0, count);
      for (const [nth, { tip: own, max }] of mined.entries()) {
        tip = max < baseFee + own ? max - baseFee : own;
        this.#mined.set(hashOf(first + nth, "a"), hash);
      }
    }
    this.#blocks.push({ hash, baseFee, fullness, tip });
  }

  /** What the node answers. */
  answer(method: string, [first]: readonly unknown[]): unknown {
    const head = this.#head;
    switch (method) {
      case "eth_chainId":
        return "0x7ec8";
      case "eth_gasPrice":
        return hex(this.#gasPrice);
      case "eth_maxPriorityFeePerGas":
        return this.#node.hasTip ? hex(this.suggestedTip) : NO_METHOD;
      case "eth_getBlockByNumber":
        return this.#shown(first === "0x0" ? this.#blocks[0] : head);
      case "eth_getBlockByHash":
        return this.#shown(this.#blocks.find(({ hash }) => hash === first));
      case "eth_getTransactionReceipt": {
        const blockHash = this.#mined.get(first);
        return blockHash ? { transactionHash: first, blockHash } : null;
      }
      case "eth_feeHistory":
        return this.#node.hasFeeHistory
          ? {
              baseFeePerGas: [hex(head.baseFee), hex(nextBaseFee(head))],
              reward: [[hex(head.tip ?? 0n)]],
            }
          : NO_METHOD;
      case "eth_sendTransaction": {
        const { gasPrice, maxPriorityFeePerGas, maxFeePerGas } = Object(first);
        this.send({
          tip: BigInt(maxPriorityFeePerGas ?? gasPrice),
          max: BigInt(maxFeePerGas ?? gasPrice),
        });
        return hashOf(this.#sent.length - 1, "a");
      }
      default:
        return null;
    }
  }

  #shown(block: Block | undefined): unknown {
    return (
      block && {
        number: hex(BigInt(this.#blocks.indexOf(block))),
        hash: block.hash,
        baseFeePerGas: hex(block.baseFee),
        gasLimit: hex(LIMIT),
        gasUsed: hex((LIMIT * BigInt(block.fullness)) / 100n),
      }
    );
  }
}
