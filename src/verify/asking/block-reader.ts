import type { Hex } from "../../base/hex.ts";
import { type Decoded, unread } from "../../base/records.ts";
import { READS_AT_ONCE } from "../../connect/confirm.ts";
import type { Reply } from "../../http/types.ts";
import { decodeReply } from "../../rpc/ask.ts";
import {
  decodeCode,
  decodeGanacheSlot,
  decodeQuantity,
  decodeStorageSlot,
} from "../../rpc/decode-values.ts";
import { failedInEvm, mayHaveNoCode } from "../../rpc/judge-rpc-error.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { Question } from "../questions/question.ts";
import {
  type AbsenceEvidence,
  type CallReading,
  type CodeReading,
  type CodeReadings,
  codeKey,
  codeReading,
  NOT_READ,
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
  type ProgramRun,
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
  /** The code at each address: by the bulk probe, and one by one what that does not tell. */
  async readCodes(addresses: readonly Hex[]): Promise<CodeReadings> {
    let probed: CodeReadings = new Map();
    const unprobed = () =>
      addresses.filter((address) => !probed.has(codeKey(address)));
    for (let probe = 1; probe <= PROBES; probe += 1) {
      const runs = await this.probeCodes(unprobed());
      probed = new Map([...probed, ...this.answersHere(runs)]);
    }
    const others = await this.#readApart(unprobed());
    const isOfBlock = !this.evidence.ignoresBlock.has("eth_getCode");
    const readings = [...others].map(
      ([key, reading]) =>
        [key, isOfBlock ? withoutText(reading) : OF_ANY_BLOCK] as const,
    );
    return new Map([...probed, ...readings]);
  }

  /**
   * The code itself at each address, by a request for each. Random addresses are anywhere
   * among them, so that answers which are shifted by one request give some of these code.
   */
  async #readApart(addresses: readonly Hex[]): Promise<CodeReadings> {
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
    const again = this.isConfirming ? 1 : READS_AT_ONCE - 1;
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

  /** The answers of the programs that ran on the pinned block. */
  answersHere<Answer>(runs: readonly ProgramRun<Answer>[]) {
    const here = runs.filter(({ origin }) => this.isHere(origin));
    return here.flatMap(({ answers }) => [...answers]);
  }

  /**
   * The codes themselves. Those that are read together do not confirm each other: see
   * {@link PinnedRequests.requestAll}. That there is none is no proof by itself, and some
   * nodes say it in a way of their own.
   */
  async readTexts(
    addresses: readonly Hex[],
    isTogether: boolean,
  ): Promise<readonly CodeReading[]> {
    for (const address of addresses) {
      this.evidence.parties.add(address);
    }
    const replies = await this.#requestEach(
      "eth_getCode",
      addresses.map((address) => [address]),
      isTogether,
      (result) => decodeCode(result).ok || mayHaveNoCode({ ok: true, result }),
    );
    return await Promise.all(
      replies.map(async (reply) => {
        const reading = await codeReading(decodeReply(reply, decodeCode));
        if (reading.kind === "unknown") {
          return { ...reading, mayBeNone: mayHaveNoCode(reply) };
        }
        return reading;
      }),
    );
  }

  /** Words of storage; read together, they do not confirm each other either. */
  async readSlots(
    words: readonly Slot[],
    isTogether: boolean,
  ): Promise<readonly Decoded<Hex>[]> {
    const decode = this.evidence.isGanache
      ? decodeGanacheSlot
      : decodeStorageSlot;
    const replies = await this.#requestEach(
      "eth_getStorageAt",
      words,
      isTogether,
      (result) => decode(result).ok,
    );
    const read = replies.map((reply) => decodeReply(reply, decode));
    // Endpoints that hide storage answer zero for any block.
    const isOfBlock = !this.evidence.ignoresBlock.has("eth_getStorageAt");
    return read.map((word) => {
      if (isOfBlock || !word.ok || BigInt(word.value) === 0n) {
        return word;
      }
      return { ok: false, reason: OF_ANY_BLOCK.reason };
    });
  }

  /**
   * Reads hints that no pinned request gives: the method takes the block's
   * number alone, and the answers only name what to read of the pinned block. A
   * method that is missing is asked for once.
   */
  async readHints<T>(
    method: string,
    all: readonly (readonly unknown[])[],
    decode: (value: unknown, index: number) => Decoded<T>,
  ): Promise<readonly Decoded<T>[]> {
    const replies = await this.requests.together.request(method, all);
    return replies.map((reply, index) =>
      decodeReply(reply, (value) => decode(value, index)),
    );
  }

  /** Tells whether calls by somebody without any role are executed. */
  async readStrangers(
    calls: readonly Question<"stranger">[],
  ): Promise<readonly Decoded<boolean>[]> {
    const from = controlAddress();
    const params = calls.map(({ address: to, data }) => [
      { ...singleCall({ to, data }), from },
      this.byNumber,
    ]);
    const replies = await this.requests.together.request("eth_call", params);
    return replies.map((reply) =>
      reply.ok || failedInEvm(reply)
        ? { ok: true, value: reply.ok }
        : unread(reply.reason),
    );
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
    const isUsable = (result: unknown) => decodeQuantity(result).ok;
    const reply = await this.requests.request(method, [address], isUsable);
    if (this.evidence.ignoresBlock.has(method)) {
      return { ok: false, reason: OF_ANY_BLOCK.reason };
    }
    return decodeReply(reply, decodeQuantity);
  }

  /** Requests by one method: in a batch, or by themselves over any connection. */
  async #requestEach(
    method: string,
    all: readonly (readonly unknown[])[],
    isTogether: boolean,
    isUsable?: (result: unknown) => boolean,
  ): Promise<readonly Reply[]> {
    if (isTogether) {
      return await this.requests.requestAll(method, all, isUsable);
    }
    const replies: Reply[] = [];
    await this.atOnce([...all.entries()], async ([index, params]) => {
      replies[index] = await this.requests.request(method, params, isUsable);
    });
    return replies;
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
    isTogether: boolean,
  ): Promise<readonly CallReading[]> {
    if (calls.length === 0) {
      return [];
    }
    const control = controlCall();
    const asked = this.shuffled([...calls, control]);
    const params = asked.map((call) => [singleCall(call)]);
    const replies = await this.#requestEach("eth_call", params, isTogether);
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
