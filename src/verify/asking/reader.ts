import { type Hex, hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { READS } from "../../connect/confirm.ts";
import { ask, type Decode, decodeReply } from "../../rpc/ask.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import {
  decodeGanacheSlot,
  decodeQuantity,
  decodeStorageSlot,
} from "../../rpc/decode-values.ts";
import { mayHaveNoCode } from "../../rpc/judge-rpc-error.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
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
} from "../questions/readings.ts";
import {
  callReading,
  judgeByControls,
  OF_ANY_BLOCK,
  whyNoCalls,
  withoutText,
} from "./judge-answers.ts";
import { PinnedReader } from "./pinned-reader.ts";
import {
  controlAddress,
  controlCall,
  type ProbedCodes,
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

/** Reads a network at one block. */
export class BlockReader extends PinnedReader {
  /**
   * The code at each address: by the bulk probe, and one by one what that does not tell.
   *
   * @param early runs of the probe that were at the time of the block
   */
  async readCodes(
    addresses: readonly Hex[],
    early: readonly ProbedCodes[] = [],
  ): Promise<ReadCodes> {
    let probed = new Map(this.#ofHere(early));
    const unprobed = () =>
      addresses.filter((address) => !probed.has(codeKey(address)));
    for (let probe = 1; probe <= PROBES; probe += 1) {
      const runs = await this.probeCodes(unprobed());
      probed = new Map([...probed, ...this.#ofHere(runs)]);
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

  /** What the bulk probe read on the pinned block. */
  #ofHere(runs: readonly ProbedCodes[]) {
    return runs.flatMap((run) =>
      this.isHere(run.origin) ? [...run.answers] : [],
    );
  }

  /**
   * Codes, which do not confirm each other: see {@link PinnedRequests.requestAll}. Where a
   * node says in its own way that there is none, the bulk probe tells.
   */
  async readCodesTogether(
    addresses: readonly Hex[],
  ): Promise<readonly CodeReading[]> {
    const replies = await this.requests.requestAll(
      "eth_getCode",
      addresses.map((address) => [address]),
      (result) => decodeCode(result).ok || mayHaveNoCode({ ok: true, result }),
    );
    const codeless = addresses.filter((_, index) => {
      const reply = replies[index];
      return reply !== undefined && mayHaveNoCode(reply);
    });
    const probed = new Map(this.#ofHere(await this.probeCodes(codeless)));
    return await Promise.all(
      replies.map(async (reply, index) => {
        const size = probed.get(codeKey(addresses[index] ?? ""));
        return size?.kind === "none"
          ? size
          : await codeReading(decodeReply(reply, decodeCode));
      }),
    );
  }

  /** Words of storage, which do not confirm each other: see {@link PinnedRequests.requestAll}. */
  async readSlots(words: readonly Slot[]): Promise<readonly Decoded<Hex>[]> {
    const read = await this.requests.readAll(
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
    const { requestPlain: request } = this.requests;
    return await ask({ request }, method, params, decode);
  }

  /** Reads the block in a share of the network's time, on which nothing else depends. */
  async within<T>(
    share: number,
    read: (reader: BlockReader) => Promise<T>,
  ): Promise<T> {
    const { network, expected, isConfirming } = this;
    return await this.requests.within(share, async (own) =>
      read(new BlockReader(network, own, expected, isConfirming)),
    );
  }

  /** How many transactions an account has sent. */
  async readNonce(address: Hex): Promise<Decoded<bigint>> {
    const method = "eth_getTransactionCount";
    const [nonce = NO_VALUE] = await this.requests.readAll(
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
      ? await this.requests.requestAll("eth_call", params)
      : await Promise.all(
          params.map((one) => this.requests.request("eth_call", one)),
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
}
