import { randomBytes } from "node:crypto";
import type { Hex } from "../../base/hex.ts";
import type { Shuffle } from "../../base/random.ts";
import type { Decoded } from "../../base/records.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import {
  type ProgramAnswers,
  type ProgramOrigin,
  programCall,
  ZERO_ADDRESS,
} from "../../rpc/bulk-program.ts";
import { decodeCode } from "../../rpc/decode-values.ts";
import { ranOutOfGas, wasExecuted } from "../../rpc/judge-rpc-error.ts";
import {
  type CallOutcome,
  decodeCalls,
  encodeCalls,
  type ProbeCall,
} from "../../rpc/probe-calls.ts";
import { decodeProbe, encodeProbe } from "../../rpc/probe-codes.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import {
  type CodeReading,
  callKey,
  codeKey,
  codeReading,
} from "../questions/readings.ts";
import { probedReadings } from "./judge-answers.ts";
import type { Evidence } from "./requests/evidence.ts";

/** The answers of a bulk program, and where it ran. */
export interface ProgramRun<Answer> {
  readonly origin: ProgramOrigin;
  /** By address or call. None, if an answer that is known before is wrong. */
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Codes that the bulk probe has read, and calls that a program has made. */
export type ProbedCodes = ProgramRun<CodeReading>;
export type ProbedCalls = ProgramRun<CallOutcome>;

/** Addresses in a call: about 20 KB of request and 36 KB of answer. */
const MAX_CHUNK = 500;
/** A list is spread over more calls at a time only from here on. */
const MIN_CHUNK = 250;
/** The creation code of more calls could exceed its limit (EIP-3860). */
const MAX_CALLS = 500;
/** Requests under way at a time, so that memory does not grow with the list. */
const MAX_AT_ONCE = 8;

/** Reads the state of some block: the latest one, or a known one. */
export class StateReader {
  readonly evidence: Evidence;
  readonly shuffled: Shuffle;
  /** The reason why a program was not run, as the end of a sentence. */
  protected whyNotRun = "";
  readonly #requests: Pick<RpcTransport, "request">;

  /** @param requests sends requests that name the block */
  constructor(
    requests: Pick<RpcTransport, "request">,
    evidence: Evidence,
    shuffled: Shuffle,
  ) {
    this.#requests = requests;
    this.evidence = evidence;
    this.shuffled = shuffled;
  }

  /**
   * The size and the hash of the code at each address, by the bulk probe, which says what
   * block it ran on. Addresses without an answer are in no run; an endpoint that does
   * not run the probe is not asked again.
   */
  async probeCodes(addresses: readonly Hex[]): Promise<readonly ProbedCodes[]> {
    const runs: ProbedCodes[] = [];
    await this.atOnce(chunksOf(addresses), async (chunk) => {
      if (this.evidence.runsProbe === false) {
        return;
      }
      const control = controlAddress();
      const asked = this.shuffled([...chunk, control]);
      const reply = await this.#send(encodeProbe(asked));
      const codes = decodeProbe(reply, asked.length);
      this.evidence.noteProbe(codes.ok);
      const run = this.#runOf(codes, asked.map(codeKey));
      if (run !== undefined) {
        const isRight = run.answers.get(control)?.size === 0;
        runs.push({
          ...run,
          answers: probedReadings(isRight ? run.answers : []),
        });
      }
    });
    return runs;
  }

  /** The outcomes of view calls; those that no program made are in no run. */
  async probeCalls(
    calls: readonly ProbeCall[],
  ): Promise<readonly ProbedCalls[]> {
    const runs: ProbedCalls[] = [];
    const run = async (part: readonly ProbeCall[]): Promise<void> => {
      const control = controlCall();
      const asked = this.shuffled([...part, control]);
      const reply = await this.#send(encodeCalls(asked));
      if (ranOutOfGas(reply) && part.length > FEW_CALLS) {
        // The calls to one contract stay together.
        const sorted = part.toSorted((a, b) => a.to.localeCompare(b.to));
        const halves = partsOf(sorted, Math.ceil(sorted.length / 2));
        await Promise.all(halves.map(run));
        return;
      }
      const one = this.#runOf(
        decodeCalls(reply, asked.length),
        asked.map(callKey),
      );
      if (one?.answers.get(callKey(control))?.data === control.data) {
        runs.push(one);
      }
    };
    await this.atOnce(partsOf(calls, MAX_CALLS), run);
    return runs;
  }

  /** The code at an address. Of the latest block it is no proof: it does not name that. */
  async readCode(address: Hex): Promise<CodeReading> {
    return await codeReading(
      await ask(this.#requests, "eth_getCode", [address], decodeCode),
    );
  }

  /** Where a program ran, by what it says itself. */
  protected noteOrigin(origin: ProgramOrigin): void {
    this.evidence.noteOrigin(origin, false);
  }

  /** Works on each item, on a few of them at the same time. */
  protected async atOnce<T>(
    items: readonly T[],
    work: (item: T) => Promise<void>,
  ): Promise<void> {
    const queue = items.values();
    const workOff = async () => {
      for (const item of queue) {
        await work(item);
      }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, workOff));
  }

  async #send(program: Hex): Promise<Reply> {
    const call = [programCall(program)];
    const reply = await this.#requests.request("eth_call", call);
    const isFailure = !reply.ok && !wasExecuted(reply);
    this.whyNotRun = isFailure ? `: ${reply.reason}` : "";
    return reply;
  }

  #runOf<T>(
    decoded: Decoded<ProgramAnswers<T>>,
    keys: readonly string[],
  ): ProgramRun<T> | undefined {
    if (!decoded.ok) {
      return undefined;
    }
    const { answers, ...origin } = decoded.value;
    this.noteOrigin(origin);
    const byKey = answers.map(
      (one, index) => [keys[index] ?? "", one] as const,
    );
    return { origin, answers: new Map(byKey) };
  }
}

function chunksOf(addresses: readonly Hex[]): readonly (readonly Hex[])[] {
  const { length } = addresses;
  const calls = Math.max(1, Math.floor(length / MIN_CHUNK));
  const size = Math.ceil(length / Math.min(MAX_AT_ONCE, calls));
  return partsOf(addresses, Math.min(MAX_CHUNK, Math.max(1, size)));
}

function partsOf<T>(
  all: readonly T[],
  size: number,
): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/**
 * So many calls leave gas for the program, whatever they do; more may not, such as those
 * of a contract that burns what it is given.
 */
const FEW_CALLS = 16;

/** A random address: an honest node has no code there. */
export function controlAddress(): Hex {
  return `0x${randomBytes(20).toString("hex")}`;
}

/** The precompiled contract that returns what it is given, on every EVM chain. */
const IDENTITY: Hex = "0x0000000000000000000000000000000000000004";

/** A call that returns its own random data. */
export function controlCall(): ProbeCall {
  return { to: IDENTITY, data: `0x${randomBytes(32).toString("hex")}` };
}

/** Many times what a view needs; bounds a contract that never ends. */
const GAS_OF_ONE_CALL = "0xf4240";

/** A call as it is sent without a program. */
export function singleCall({ to, data }: ProbeCall) {
  return { from: ZERO_ADDRESS, gas: GAS_OF_ONE_CALL, to, data };
}
