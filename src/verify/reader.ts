import type { Hex } from "../base/hex.ts";
import { hexQuantity } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import { confirmChain } from "../connect/confirm-chain.ts";
import type { ChainVerdict, ExpectedChain } from "../connect/judge-chain.ts";
import { type NodeView, readNodeView } from "../connect/read-node-view.ts";
import type { Reply } from "../http/types.ts";
import { ask } from "../rpc/ask.ts";
import {
  type ProgramOrigin,
  runProgram,
  ZERO_ADDRESS,
} from "../rpc/bulk-program.ts";
import { decodeCode } from "../rpc/decode-code.ts";
import {
  decodeData,
  decodeQuantity,
  decodeStorageSlot,
} from "../rpc/decode-values.ts";
import {
  failedInEvm,
  lacksBlock,
  rejectsBlockHash,
} from "../rpc/judge-rpc-error.ts";
import {
  type CallsAnswer,
  decodeCalls,
  encodeCalls,
  type ProbeCall,
} from "../rpc/probe-calls.ts";
import { type ProbeAnswer, probeCodes } from "../rpc/probe-codes.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { type CallReading, type CodeReading, codeHash } from "./readings.ts";

/** The block that all reads of a network are pinned to. */
export interface PinnedBlock {
  readonly number: bigint;
  readonly hash: Hex;
}

/**
 * How a read names its block: the pinned one by its number, the pinned one by its
 * hash (EIP-1898) where the endpoint takes one, or whichever is the latest.
 */
export type BlockForm =
  | "number"
  | "latest"
  | "hash-or-number"
  | "hash-or-latest";

/** What answers have shown about an endpoint. */
export interface Observations {
  /** Whether it runs the bulk programs; `undefined` until one was tried. */
  runsProbe: boolean | undefined;
  /** Whether it takes a block's hash; `undefined` until one was tried. */
  takesBlockHash: boolean | undefined;
  /** Chain ids, other than the expected one, that programs ran on. */
  readonly otherChainIds: Set<bigint>;
  /** Whether some backend does not have the pinned block. */
  lacksBlock: boolean;
  /** Single reads that did not name the block by its hash. */
  unpinnedReads: number;
}

/** Runs the bulk probe of codes. */
export interface CodeProber {
  readonly observations: Readonly<Observations>;
  /** Asks for the code at each address, in one request. */
  probeCodes(addresses: readonly Hex[]): Promise<Decoded<ProbeAnswer>>;
}

/**
 * Reads one network's endpoint. Every request of a verification goes through it,
 * so that what answers show about the endpoint is known in one place.
 */
export class NetworkReader implements CodeProber {
  readonly observations: Observations = {
    runsProbe: undefined,
    takesBlockHash: undefined,
    otherChainIds: new Set(),
    lacksBlock: false,
    unpinnedReads: 0,
  };
  readonly #transport: RpcTransport;
  readonly #expected: ExpectedChain;

  constructor(transport: RpcTransport, expected: ExpectedChain) {
    this.#transport = transport;
    this.#expected = expected;
  }

  async readView(): Promise<NodeView> {
    return await readNodeView(this.#transport, this.#expected);
  }

  async confirmChain(view: NodeView): Promise<ChainVerdict> {
    return await confirmChain(this.#transport, view, this.#expected);
  }

  /** At the latest block, whose number the answer tells. */
  async probeCodes(addresses: readonly Hex[]): Promise<Decoded<ProbeAnswer>> {
    const answer = await probeCodes(this.#transport, addresses, "latest");
    noteProbe(this.observations, answer, this.#expected.chainId);
    return answer;
  }

  /** The reads that are pinned to one block. */
  at(block: PinnedBlock): BlockReader {
    const { chainId } = this.#expected;
    return new BlockReader(this.#transport, this.observations, {
      block,
      chainId,
    });
  }
}

/** Reads a network at one block. */
export class BlockReader implements CodeProber {
  readonly block: PinnedBlock;
  readonly chainId: number;
  readonly observations: Observations;
  readonly #transport: RpcTransport;
  readonly #number: Hex;

  /** Use {@link NetworkReader.at}. */
  constructor(
    transport: RpcTransport,
    observations: Observations,
    { block, chainId }: Pick<BlockReader, "block" | "chainId">,
  ) {
    this.#transport = transport;
    this.observations = observations;
    this.block = block;
    this.chainId = chainId;
    this.#number = hexQuantity(block.number);
  }

  async probeCodes(addresses: readonly Hex[]): Promise<Decoded<ProbeAnswer>> {
    const answer = await probeCodes(this.#transport, addresses, this.#number);
    noteProbe(this.observations, answer, this.chainId);
    this.#noteOrigin(answer);
    return answer;
  }

  /** Makes calls in one request, by a program that runs on the node. */
  async probeCalls(calls: readonly ProbeCall[]): Promise<Decoded<CallsAnswer>> {
    const program = encodeCalls(calls);
    const reply = await runProgram(this.#transport, program, this.#number);
    const answer = decodeCalls(reply, calls.length);
    this.#noteOrigin(answer);
    return answer;
  }

  /** The code at an address, by `eth_getCode`. */
  async readCode(address: Hex, form: BlockForm): Promise<CodeReading> {
    const code = await this.#read("eth_getCode", [address], decodeCode, form);
    if (!code.ok) {
      return { kind: "unknown", reason: code.reason };
    }
    const { value } = code;
    return value.kind === "code"
      ? { ...value, hash: await codeHash(value.code) }
      : value;
  }

  /** A word of a contract's storage. */
  async readSlot(address: Hex, slot: Hex): Promise<Decoded<Hex>> {
    const params = [address, slot];
    return await this.#read(
      "eth_getStorageAt",
      params,
      decodeStorageSlot,
      "hash-or-number",
    );
  }

  /** How many transactions an account has sent. */
  async readNonce(address: Hex): Promise<Decoded<bigint>> {
    const method = "eth_getTransactionCount";
    return await this.#read(method, [address], decodeQuantity, "number");
  }

  /** One view call, by a request of its own. */
  async readCall({ to, data }: ProbeCall): Promise<CallReading> {
    this.observations.unpinnedReads += 1;
    const call = { from: ZERO_ADDRESS, gas: GAS_OF_ONE_CALL, to, data };
    const reply = await this.#transport.request("eth_call", [
      call,
      this.#number,
    ]);
    if (!reply.ok) {
      return failedInEvm(reply)
        ? { kind: "reverted" }
        : { kind: "unknown", reason: reply.reason };
    }
    const decoded = decodeData(reply.result);
    return decoded.ok
      ? { kind: "returned", data: decoded.value }
      : { kind: "unknown", reason: `eth_call: ${decoded.reason}` };
  }

  /** The one place that chooses how a request names its block. */
  async #read<T>(
    method: string,
    params: readonly unknown[],
    decode: (value: unknown) => Decoded<T>,
    form: BlockForm,
  ): Promise<Decoded<T>> {
    const isByHash = form === "hash-or-number" || form === "hash-or-latest";
    if (isByHash && this.observations.takesBlockHash !== false) {
      const pinned = [...params, { blockHash: this.block.hash }];
      const reply = await this.#transport.request(method, pinned);
      this.#noteByHash(reply);
      if (!reply.ok && !rejectsBlockHash(reply)) {
        return { ok: false, reason: reply.reason };
      }
      const decoded = reply.ok ? decode(reply.result) : undefined;
      if (decoded?.ok === true) {
        return decoded;
      }
      // The latest block is another one, so it does not replace an unreadable answer.
      if (decoded !== undefined && form === "hash-or-latest") {
        return await ask(this.#transport, method, pinned, decode);
      }
    }
    this.observations.unpinnedReads += 1;
    const isLatest = form === "latest" || form === "hash-or-latest";
    const block = isLatest ? "latest" : this.#number;
    return await ask(this.#transport, method, [...params, block], decode);
  }

  #noteByHash(reply: Reply): void {
    const { observations } = this;
    if (reply.ok) {
      observations.takesBlockHash = true;
    } else if (rejectsBlockHash(reply)) {
      // Of several backends some may take one.
      observations.takesBlockHash ??= false;
    } else {
      observations.lacksBlock ||= lacksBlock(reply);
    }
  }

  #noteOrigin(answer: Decoded<ProgramOrigin>): void {
    noteChain(this.observations, answer, this.chainId);
    this.observations.lacksBlock ||=
      answer.ok && answer.value.blockNumber < this.block.number;
  }
}

function noteProbe(
  observations: Observations,
  answer: Decoded<ProgramOrigin>,
  chainId: number,
): void {
  if (answer.ok) {
    observations.runsProbe = true;
  } else {
    // If it has run before, it failed for another reason.
    observations.runsProbe ??= false;
  }
  noteChain(observations, answer, chainId);
}

function noteChain(
  { otherChainIds }: Observations,
  answer: Decoded<ProgramOrigin>,
  chainId: number,
): void {
  if (answer.ok && answer.value.chainId !== BigInt(chainId)) {
    otherChainIds.add(answer.value.chainId);
  }
}

/** Many times what a view needs; bounds a contract that never ends. */
const GAS_OF_ONE_CALL = "0xf4240";
