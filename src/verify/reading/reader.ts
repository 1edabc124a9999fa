import type { Hex } from "../../base/hex.ts";
import { type Random, shuffled } from "../../base/random.ts";
import type { Decoded } from "../../base/records.ts";
import { type ExpectedChain, wantsGenesis } from "../../connect/judge-chain.ts";
import {
  type NodeView,
  readChainId,
  readHeader,
  readNodeView,
} from "../../connect/read-node-view.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import { type ProgramOrigin, ZERO_ADDRESS } from "../../rpc/bulk-program.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import {
  decodeData,
  decodeGanacheSlot,
  decodeQuantity,
  decodeStorageSlot,
} from "../../rpc/decode-values.ts";
import { failedInEvm } from "../../rpc/judge-rpc-error.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { type ChainReader, checkBlock } from "./check-block.ts";
import { Evidence } from "./evidence.ts";
import { type PinnedBlock, PinnedRequests } from "./pinned-requests.ts";
import {
  type CallReading,
  type CodeReading,
  type CodeReadings,
  codeKey,
  codeReading,
  hasCode,
  NOT_READ,
} from "./readings.ts";
import { controlAddress, controlCall, StateReader } from "./state-reader.ts";

/** A contract, and the place of a word in its storage. */
export type Slot = readonly [address: Hex, slot: Hex];

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
    const request: RpcTransport["request"] = (method, params) =>
      transport.request(method, [...params, "latest"]);
    super({ request }, evidence, random);
    this.#transport = transport;
    this.#expected = expected;
  }

  async readView(): Promise<NodeView> {
    const view = await readNodeView(this.#transport, this.#expected);
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

  /** The reads that are pinned to one block. */
  at(block: PinnedBlock): BlockReader {
    const requests = new PinnedRequests(this.#transport, this.evidence, block);
    return new BlockReader(this, requests, this.#expected);
  }
}

/** Several, since one of the backends may report code everywhere. */
const CONTROLS = 4;

/**
 * Reads a network at one block. Each request names the block by its hash
 * (EIP-1898), which no backend of another chain knows, and by its number only
 * where the endpoint refuses hashes. Reads by number prove nothing unless
 * {@link recheckBlock} finds nothing against them.
 */
export class BlockReader extends StateReader {
  readonly block: PinnedBlock;
  readonly #network: NetworkReader;
  readonly #requests: PinnedRequests;
  readonly #expected: ExpectedChain;

  /** Use {@link NetworkReader.at}. */
  constructor(
    network: NetworkReader,
    requests: PinnedRequests,
    expected: ExpectedChain,
  ) {
    super(requests, network.evidence, network.random);
    this.block = requests.block;
    this.#network = network;
    this.#requests = requests;
    this.#expected = expected;
  }

  /** How many reads did not name the block by its hash. */
  get unpinnedReads(): number {
    return this.#requests.unpinned;
  }

  /** Whether a program ran on the pinned block, by what it says itself. */
  isHere({ chainId, blockNumber }: ProgramOrigin): boolean {
    const { block } = this;
    return (
      chainId === BigInt(this.#expected.chainId) && blockNumber === block.number
    );
  }

  /**
   * The code at each address, by a request for each. Random addresses are anywhere among
   * them, so that answers which are shifted by one request give some of these code.
   */
  async readCodes(addresses: readonly Hex[]): Promise<CodeReadings> {
    if (addresses.length === 0) {
      return new Map();
    }
    const controls = Array.from({ length: CONTROLS }, controlAddress);
    const all = await this.readEachCode([...addresses, ...controls]);
    const ofControls = all.slice(addresses.length);
    return new Map(
      addresses.map((address, index) => [
        codeKey(address),
        judgeByControls(all[index] ?? NOT_READ, ofControls),
      ]),
    );
  }

  /** The code at each address, by a request for each, without any judgement. */
  async readEachCode(
    addresses: readonly Hex[],
  ): Promise<readonly CodeReading[]> {
    const readings: CodeReading[] = [];
    const order = shuffled([...addresses.entries()], this.random);
    await this.atOnce(order, async ([index, address]) => {
      readings[index] = await this.readCode(address);
    });
    return readings;
  }

  /** Codes, which do not confirm each other: see {@link PinnedRequests.requestAll}. */
  async readCodesTogether(
    addresses: readonly Hex[],
  ): Promise<readonly CodeReading[]> {
    const all = addresses.map((address) => [address]);
    const codes = await this.#requests.readAll("eth_getCode", all, decodeCode);
    return await Promise.all(codes.map(codeReading));
  }

  /** Words of storage, which do not confirm each other: see {@link PinnedRequests.requestAll}. */
  async readSlots(words: readonly Slot[]): Promise<readonly Decoded<Hex>[]> {
    return await this.#requests.readAll(
      "eth_getStorageAt",
      words,
      this.evidence.isGanache ? decodeGanacheSlot : decodeStorageSlot,
    );
  }

  /** How many transactions an account has sent. */
  async readNonce(address: Hex): Promise<Decoded<bigint>> {
    const method = "eth_getTransactionCount";
    return await ask(this.#requests, method, [address], decodeQuantity);
  }

  /**
   * View calls without a program, which do not confirm each other: see
   * {@link PinnedRequests.requestAll}. One more call, whose result is known, shows that
   * the endpoint runs calls.
   */
  async readCalls(
    calls: readonly ProbeCall[],
  ): Promise<readonly CallReading[]> {
    if (calls.length === 0) {
      return [];
    }
    const control = controlCall();
    const asked = shuffled([...calls, control], this.random);
    const replies = await this.#requests.requestAll(
      "eth_call",
      asked.map((call) => [singleCall(call)]),
    );
    const readings = new Map(
      replies.map((reply, index) => [asked[index], callReading(reply)]),
    );
    const shown = readings.get(control) ?? NOT_READ;
    return calls.map((call) =>
      shown.kind === "unknown"
        ? shown
        : shown.kind === "returned" && shown.data === control.data
          ? (readings.get(call) ?? NOT_READ)
          : RUNS_NO_CALLS,
    );
  }

  /**
   * Why the reads so far prove nothing, if so. The bulk probe says on what chain it ran.
   * Without it, or if another chain has the same id, the block itself may come from
   * another chain, so the endpoint must have it on several connections.
   */
  async recheckBlock(): Promise<string | undefined> {
    const { contradiction, runsProbe } = this.evidence;
    return this.unpinnedReads === 0 &&
      runsProbe === true &&
      !wantsGenesis(this.#expected)
      ? contradiction
      : await checkBlock(this.#network, this.block);
  }

  protected override noteOrigin(origin: ProgramOrigin): void {
    this.evidence.noteOrigin(origin, true);
  }
}

/** A reading, if those of random addresses let the endpoint be believed. */
function judgeByControls(
  reading: CodeReading,
  controls: readonly CodeReading[],
): CodeReading {
  const failed = controls.find((control) => control.kind === "unknown");
  const reason = controls.some(hasCode)
    ? "the endpoint reports code at a random address too, so its answers prove nothing"
    : reading.kind === "none" && failed !== undefined
      ? `no code was reported, but the control read failed: ${failed.reason}`
      : undefined;
  return reason === undefined ? reading : { kind: "unknown", reason };
}

const RUNS_NO_CALLS: CallReading = {
  kind: "unknown",
  reason:
    "the endpoint does not run calls: a precompiled contract returned a wrong result",
};
/** Many times what a view needs; bounds a contract that never ends. */
const GAS_OF_ONE_CALL = "0xf4240";

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
