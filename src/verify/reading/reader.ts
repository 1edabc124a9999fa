import type { Hex } from "../../base/hex.ts";
import type { Random } from "../../base/random.ts";
import type { Decoded } from "../../base/records.ts";
import { type ExpectedChain, wantsGenesis } from "../../connect/judge-chain.ts";
import {
  type NodeView,
  readChainId,
  readHeader,
  readNodeView,
} from "../../connect/read-node-view.ts";
import { codeHash } from "../../contracts/code-hash.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import {
  type ProgramOrigin,
  programCall,
  ZERO_ADDRESS,
} from "../../rpc/bulk-program.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import { type AccountCode, decodeCode } from "../../rpc/decode-code.ts";
import {
  decodeData,
  decodeGanacheSlot,
  decodeQuantity,
  decodeStorageSlot,
} from "../../rpc/decode-values.ts";
import { failedInEvm } from "../../rpc/judge-rpc-error.ts";
import {
  type CallsAnswer,
  decodeCalls,
  encodeCalls,
  type ProbeCall,
} from "../../rpc/probe-calls.ts";
import {
  decodeProbe,
  encodeProbe,
  type ProbeAnswer,
  probeCodes,
} from "../../rpc/probe-codes.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { type ChainReader, checkBlock } from "./check-block.ts";
import { Evidence } from "./evidence.ts";
import { type PinnedBlock, PinnedRequests } from "./pinned-requests.ts";
import type { CallReading, CodeReading } from "./readings.ts";

/** A contract, and the place of a word in its storage. */
export type Slot = readonly [address: Hex, slot: Hex];

/** Runs the bulk probe of codes. */
export interface CodeProber {
  readonly evidence: Evidence;
  readonly random: Random;
  /** Asks for the code at each address, in one request. */
  probeCodes(addresses: readonly Hex[]): Promise<Decoded<ProbeAnswer>>;
}

/** Runs view calls in a program. */
export interface CallsProber {
  readonly random: Random;
  /** Makes calls in one request, by a program that runs on the node. */
  probeCalls(calls: readonly ProbeCall[]): Promise<Decoded<CallsAnswer>>;
}

/**
 * Reads one network's endpoint. Every request of a verification goes through it,
 * so that what any answer shows about the endpoint is known in one place: its
 * {@link Evidence}.
 */
export class NetworkReader implements CodeProber, CallsProber, ChainReader {
  readonly evidence: Evidence;
  readonly random: Random;
  readonly #transport: RpcTransport;
  readonly #expected: ExpectedChain;

  /** @param evidence what the endpoint has shown so far */
  constructor(
    transport: RpcTransport,
    expected: ExpectedChain,
    random: Random = Math.random,
    evidence: Evidence = new Evidence(),
  ) {
    this.evidence = evidence;
    this.#transport = transport;
    this.#expected = expected;
    this.random = random;
  }

  async readView(): Promise<NodeView> {
    const view = await readNodeView(this.#transport, this.#expected);
    this.evidence.noteView(view);
    return view;
  }

  /** At the latest block, whose number and time the answer tells. */
  async probeCodes(addresses: readonly Hex[]): Promise<Decoded<ProbeAnswer>> {
    const answer = await probeCodes(this.#transport, addresses, "latest");
    this.evidence.noteProbe(answer);
    return answer;
  }

  /** At the latest block, whose number and time the answer tells. */
  async probeCalls(calls: readonly ProbeCall[]): Promise<Decoded<CallsAnswer>> {
    const params = [programCall(encodeCalls(calls)), "latest"];
    const reply = await this.#transport.request("eth_call", params);
    const answer = decodeCalls(reply, calls.length);
    this.evidence.noteOrigin(answer);
    return answer;
  }

  /** At the latest block, which the answer does not tell: no proof by itself. */
  async readCode(address: Hex): Promise<CodeReading> {
    const params = [address, "latest"];
    const code = await ask(this.#transport, "eth_getCode", params, decodeCode);
    return await codeReading(code);
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

  /** The reads that are pinned to one block. */
  at(block: PinnedBlock): BlockReader {
    return new BlockReader(this, this.#transport, this.#expected, block);
  }
}

/**
 * Reads a network at one block. Each request names the block by its hash
 * (EIP-1898), which no backend of another chain knows, and by its number only
 * where the endpoint refuses hashes. Reads by number prove nothing unless
 * {@link recheckBlock} finds nothing against them.
 */
export class BlockReader implements CodeProber, CallsProber {
  readonly block: PinnedBlock;
  readonly evidence: Evidence;
  readonly random: Random;
  readonly #network: NetworkReader;
  readonly #requests: PinnedRequests;
  readonly #expected: ExpectedChain;

  /** Use {@link NetworkReader.at}. */
  constructor(
    network: NetworkReader,
    transport: RpcTransport,
    expected: ExpectedChain,
    block: PinnedBlock,
  ) {
    this.evidence = network.evidence;
    this.random = network.random;
    this.#network = network;
    this.#requests = new PinnedRequests(transport, network.evidence, block);
    this.#expected = expected;
    this.block = block;
  }

  /** How many reads did not name the block by its hash. */
  get unpinnedReads(): number {
    return this.#requests.unpinned;
  }

  async probeCodes(addresses: readonly Hex[]): Promise<Decoded<ProbeAnswer>> {
    const reply = await this.#requests.request("eth_call", [
      programCall(encodeProbe(addresses)),
    ]);
    const answer = decodeProbe(reply, addresses.length);
    this.evidence.noteProbe(answer);
    this.evidence.notePinned(answer);
    return answer;
  }

  async probeCalls(calls: readonly ProbeCall[]): Promise<Decoded<CallsAnswer>> {
    const reply = await this.#requests.request("eth_call", [
      programCall(encodeCalls(calls)),
    ]);
    const answer = decodeCalls(reply, calls.length);
    this.evidence.notePinned(answer);
    return answer;
  }

  /** Whether a program ran on the pinned block, by what it says itself. */
  isHere({ chainId, blockNumber }: ProgramOrigin): boolean {
    return (
      chainId === BigInt(this.#expected.chainId) &&
      blockNumber === this.block.number
    );
  }

  /** The code at an address, by `eth_getCode`. */
  async readCode(address: Hex): Promise<CodeReading> {
    const code = await this.#requests.read(
      "eth_getCode",
      [address],
      decodeCode,
    );
    return await codeReading(code);
  }

  /** Codes, which do not confirm each other: see {@link PinnedRequests.requestAll}. */
  async readCodes(addresses: readonly Hex[]): Promise<readonly CodeReading[]> {
    const all = addresses.map((address) => [address]);
    const codes = await this.#requests.readAll("eth_getCode", all, decodeCode);
    return await Promise.all(codes.map(codeReading));
  }

  /** A word of a contract's storage. */
  async readSlot(address: Hex, slot: Hex): Promise<Decoded<Hex>> {
    const method = "eth_getStorageAt";
    return await this.#requests.read(method, [address, slot], this.#decodeSlot);
  }

  /** Many words, which do not confirm each other: see {@link PinnedRequests.requestAll}. */
  async readSlots(words: readonly Slot[]): Promise<readonly Decoded<Hex>[]> {
    const method = "eth_getStorageAt";
    return await this.#requests.readAll(method, words, this.#decodeSlot);
  }

  get #decodeSlot(): (value: unknown) => Decoded<Hex> {
    return this.evidence.isGanache ? decodeGanacheSlot : decodeStorageSlot;
  }

  /** How many transactions an account has sent. */
  async readNonce(address: Hex): Promise<Decoded<bigint>> {
    const method = "eth_getTransactionCount";
    return await this.#requests.read(method, [address], decodeQuantity);
  }

  /** One view call, by a request of its own. */
  async readCall(call: ProbeCall): Promise<CallReading> {
    return callReading(
      await this.#requests.request("eth_call", [singleCall(call)]),
    );
  }

  /** View calls, which do not confirm each other: see {@link PinnedRequests.requestAll}. */
  async readCalls(
    calls: readonly ProbeCall[],
  ): Promise<readonly CallReading[]> {
    const all = calls.map((call) => [singleCall(call)]);
    return (await this.#requests.requestAll("eth_call", all)).map(callReading);
  }

  /**
   * Why the reads so far prove nothing; `undefined` where they do. The probe tells the
   * chain that it ran on. Without it, or if another chain has the same id, the block
   * itself may come from another chain, so the endpoint must have it each time it is
   * asked again, on several connections.
   */
  async recheckBlock(): Promise<string | undefined> {
    const { evidence, unpinnedReads } = this;
    if (
      unpinnedReads === 0 &&
      evidence.runsProbe === true &&
      !wantsGenesis(this.#expected)
    ) {
      return evidence.contradiction;
    }
    return await checkBlock(this.#network, this.block);
  }
}

async function codeReading(code: Decoded<AccountCode>): Promise<CodeReading> {
  if (!code.ok) {
    return { kind: "unknown", reason: code.reason };
  }
  const { value } = code;
  return value.kind === "code"
    ? { ...value, hash: await codeHash(value.code) }
    : value;
}

function singleCall({ to, data }: ProbeCall) {
  return { from: ZERO_ADDRESS, gas: GAS_OF_ONE_CALL, to, data };
}

function callReading(reply: Reply): CallReading {
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

/** Many times what a view needs; bounds a contract that never ends. */
const GAS_OF_ONE_CALL = "0xf4240";
