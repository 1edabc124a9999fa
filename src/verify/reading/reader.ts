import { type Hex, hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { READS } from "../../connect/confirm.ts";
import { type ExpectedChain, wantsGenesis } from "../../connect/judge-chain.ts";
import { ask, type Decode } from "../../rpc/ask.ts";
import type { ProgramOrigin } from "../../rpc/bulk-program.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import {
  decodeGanacheSlot,
  decodeQuantity,
  decodeStorageSlot,
} from "../../rpc/decode-values.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { type ChainReader, checkBlock } from "./check-block.ts";
import {
  callReading,
  judgeByControls,
  NO_PARENT,
  NOT_RUN,
  OF_ANY_BLOCK,
  whyNoCalls,
  withoutText,
} from "./judge-answers.ts";
import type { PinnedBlock, PinnedRequests } from "./pinned-requests.ts";
import {
  type AbsenceEvidence,
  type CallReading,
  type CodeReading,
  type CodeReadings,
  codeKey,
  codeReading,
  NO_VALUE,
  NOT_READ,
  type ReadCodes,
} from "./readings.ts";
import {
  controlAddress,
  controlCall,
  type ProbedCodes,
  StateReader,
  singleCall,
} from "./state-reader.ts";

/** A contract, and the place of a word in its storage. */
export type Slot = readonly [address: Hex, slot: Hex];

/** Several, since one of the backends may report code everywhere. */
const CONTROLS = 4;
/** A backend that lags, or none, may answer the bulk probe once. */
const PROBES = 2;
/** How many absent addresses are read again. */
const MAX_SAMPLE = 16;

/**
 * Reads a network at one block. Each request names the block by its hash
 * (EIP-1898), which no backend of another chain knows, and by its number only
 * where the endpoint refuses hashes. Reads by number prove nothing unless
 * {@link recheckBlock} finds nothing against them.
 */
export class BlockReader extends StateReader {
  readonly block: PinnedBlock;
  /** Whether it reads what was read before, to confirm it. */
  readonly isConfirming: boolean;
  readonly #network: ChainReader & StateReader;
  readonly #requests: PinnedRequests;
  readonly #expected: ExpectedChain;
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
    this.#network = network;
    this.#requests = requests;
    this.#expected = expected;
  }

  /** How many reads did not name the block by its hash. */
  get unpinnedReads(): number {
    return this.#requests.unpinned;
  }

  /** Whether a program ran on the pinned block, by what it says itself. */
  isHere(origin: ProgramOrigin): boolean {
    const isHere =
      origin.chainId === BigInt(this.#expected.chainId) &&
      origin.blockNumber === this.block.number &&
      this.evidence.sawParent(origin) !== false;
    this.#hasRun ||= isHere;
    this.#hasRunHere ||= isHere;
    this.#requests.hasProgram ||= isHere;
    this.evidence.hasProgram ||= isHere;
    this.#hasParent ||= isHere && this.evidence.sawParent(origin) === true;
    return isHere;
  }

  /**
   * The code at each address: by the bulk probe, and one by one what that does not tell.
   *
   * @param early runs of the probe that were at the time of the block
   */
  async readCodes(
    addresses: readonly Hex[],
    early: readonly ProbedCodes[] = [],
  ): Promise<ReadCodes> {
    const ofHere = (runs: readonly ProbedCodes[]) =>
      runs.flatMap((run) => (this.isHere(run.origin) ? [...run.answers] : []));
    let probed = new Map(ofHere(early));
    const unprobed = () =>
      addresses.filter((address) => !probed.has(codeKey(address)));
    for (let probe = 1; probe <= PROBES; probe += 1) {
      const runs = await this.probeCodes(unprobed());
      probed = new Map([...probed, ...ofHere(runs)]);
    }
    const others = await this.readTexts(unprobed());
    const isOfBlock = !this.evidence.ignoresBlock.has("eth_getCode");
    const readings = [...others].map(
      ([key, reading]) =>
        [key, isOfBlock ? withoutText(reading) : OF_ANY_BLOCK] as const,
    );
    return { readings: new Map([...probed, ...readings]), probed };
  }

  /**
   * The code itself at each address, by a request for each. Random addresses are anywhere
   * among them, so that answers which are shifted by one request give some of these code.
   */
  async readTexts(addresses: readonly Hex[]): Promise<CodeReadings> {
    if (addresses.length === 0) {
      return new Map();
    }
    const controls = Array.from({ length: CONTROLS }, controlAddress);
    const all = await this.#readEach([...addresses, ...controls]);
    const ofControls = all.slice(addresses.length);
    return new Map(
      addresses.map((address, index) => [
        codeKey(address),
        judgeByControls(all[index] ?? NOT_READ, ofControls),
      ]),
    );
  }

  /** Reads some addresses without code again, one by one, and one with code. */
  async readAbsences(
    absent: readonly Hex[],
    witness: Hex | undefined,
  ): Promise<AbsenceEvidence> {
    if (absent.length === 0) {
      return { sample: [], witness: undefined };
    }
    const some = this.shuffled(absent).slice(0, MAX_SAMPLE);
    const again = READS - 1;
    const times = some.length * again > MAX_SAMPLE ? 1 : again;
    const repeat = (addresses: readonly Hex[]) =>
      Array.from({ length: times }, () => addresses).flat();
    const [sample, witnesses] = await Promise.all([
      this.#readEach(repeat(some)),
      witness && this.#readEach(repeat([witness])),
    ]);
    return { sample, witness: witnesses };
  }

  async #readEach(addresses: readonly Hex[]): Promise<readonly CodeReading[]> {
    const readings: CodeReading[] = [];
    const order = this.shuffled([...addresses.entries()]);
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
    const read = await this.#requests.readAll(
      "eth_getStorageAt",
      words,
      this.evidence.isGanache ? decodeGanacheSlot : decodeStorageSlot,
    );
    // Endpoints that hide storage answer zero for any block.
    const isOfBlock = !this.evidence.ignoresBlock.has("eth_getStorageAt");
    return read.map((word) =>
      isOfBlock || !word.ok || BigInt(word.value) === 0n
        ? word
        : { ok: false, reason: OF_ANY_BLOCK.reason },
    );
  }

  /**
   * What no pinned request tells: the method takes the block's number alone, and the
   * answer only says what to read of the pinned block.
   */
  async readHint<T>(
    method: string,
    paramsAt: (block: Hex) => readonly unknown[],
    decode: Decode<T>,
  ): Promise<Decoded<T>> {
    const params = paramsAt(hexQuantity(this.block.number));
    const { requestPlain: request } = this.#requests;
    return await ask({ request }, method, params, decode);
  }

  /** Reads the block in a share of the network's time, on which nothing else depends. */
  async within<T>(
    share: number,
    read: (reader: BlockReader) => Promise<T>,
  ): Promise<T> {
    const { isConfirming } = this;
    return await this.#requests.within(share, async (own) =>
      read(new BlockReader(this.#network, own, this.#expected, isConfirming)),
    );
  }

  /** How many transactions an account has sent. */
  async readNonce(address: Hex): Promise<Decoded<bigint>> {
    const method = "eth_getTransactionCount";
    const [nonce = NO_VALUE] = await this.#requests.readAll(
      method,
      [[address]],
      decodeQuantity,
    );
    return this.evidence.ignoresBlock.has(method)
      ? { ok: false, reason: OF_ANY_BLOCK.reason }
      : nonce;
  }

  /**
   * View calls without a program. One more call, whose result is known, shows that the
   * endpoint runs calls.
   *
   * @param isTogether whether batches may be sent, as where a program has made the calls:
   * only one of several backends may take batches, and confirm whatever it says itself
   */
  async readCalls(
    calls: readonly ProbeCall[],
    isTogether = false,
  ): Promise<readonly CallReading[]> {
    if (calls.length === 0) {
      return [];
    }
    const control = controlCall();
    const asked = this.shuffled([...calls, control]);
    const params = asked.map((call) => [singleCall(call)]);
    const replies = isTogether
      ? await this.#requests.requestAll("eth_call", params)
      : await Promise.all(
          params.map((one) => this.#requests.request("eth_call", one)),
        );
    const readings = new Map(
      replies.map((reply, index) => [asked[index], callReading(reply)]),
    );
    const failure =
      !isTogether && this.evidence.ignoresBlock.has("eth_call")
        ? OF_ANY_BLOCK
        : whyNoCalls(control, readings.get(control) ?? NOT_READ);
    return calls.map((call) => failure ?? readings.get(call) ?? NOT_READ);
  }

  /**
   * Why the reads so far prove nothing, if so. The bulk probe says on what chain it ran.
   * If it has not run on the block, or another chain may have the same id, and the block
   * did not come together with what tells the chain, it may come from another chain, so
   * the endpoint must have it on several connections.
   */
  async recheckBlock(): Promise<string | undefined> {
    const { contradiction, runsProbe, ignoresBlock } = this.evidence;
    // Single calls are judged where they are read.
    const ignoring = [...ignoresBlock].filter((name) => name !== "eth_call");
    if (ignoring.length > 0 && !this.#hasRunHere) {
      return contradiction ?? OF_ANY_BLOCK.reason;
    }
    if (runsProbe === true && !this.#hasRun) {
      return contradiction ?? NOT_RUN;
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
      (this.#hasRunHere && !wantsGenesis(this.#expected));
    return this.unpinnedReads === 0 && runsProbe === true && isOfChain
      ? contradiction
      : await checkBlock(this.#network, this.block);
  }

  protected override noteOrigin(origin: ProgramOrigin): void {
    this.#hasRun = true;
    this.evidence.noteOrigin(origin, this.unpinnedReads > 0);
  }
}
