import { setTimeout as sleep } from "node:timers/promises";
import type { AttemptOutcome } from "./types.ts";
import { isLimit } from "./waiting.ts";

/** Most limits are for a second: nothing else is taken in the one that is used up. */
const WINDOW_MS = 1_000;
const MIN_GAP_MS = 50;
const MAX_FIRST_GAP_MS = 200;
const MAX_GAP_MS = 2_000;
/** After so many answers in a row, less space is tried. */
const STREAK = 16;

/** The time that a pace goes by, in milliseconds. */
export interface Clock {
  now(): number;
  /** Ends early, without an error, when the signal does. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const MONOTONIC: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    sleep(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * The state of an endpoint that all its clients share: whether it answers, and
 * how fast requests may follow each other. Nothing is spaced before the first
 * rate limit. Then there is a pause, and the space is that of the answers
 * before it. Each further rate limit doubles the space, or brings back the last
 * one that was wide enough; answers shrink it slowly, but not to what was too
 * narrow.
 */
export class Pace {
  /**
   * True if the endpoint has answered anything, errors of the node included.
   */
  hasAnswered = false;
  /** True if it has answered over another connection what broke over one. */
  hasRecovered = false;
  /** When it has answered, within the last second. */
  #answers: number[] = [];
  #gapMs = 0;
  #tooNarrowMs = 0;
  #wideEnoughMs: number | undefined;
  #streak = 0;
  #hasPaused = false;
  #changedAt = Number.NEGATIVE_INFINITY;
  #nextAt = 0;
  #last: Promise<void> = Promise.resolve();
  readonly #clock: Clock;

  constructor(clock = MONOTONIC) {
    this.#clock = clock;
  }

  /** Waits until the next request may be sent; returns when that is. */
  async turn(signal: AbortSignal): Promise<number> {
    const before = this.#last;
    const turn = async () => {
      await before;
      // It may be put off meanwhile.
      for (;;) {
        const waitMs = this.#nextAt - this.#clock.now();
        if (waitMs <= 0 || signal.aborted) {
          break;
        }
        await this.#clock.sleep(waitMs, signal);
      }
      if (!signal.aborted) {
        this.#nextAt = this.#clock.now() + this.#gapMs;
      }
    };
    this.#last = turn();
    await this.#last;
    return this.#clock.now();
  }

  /** Takes the outcome of an attempt into account. */
  note(
    { reply, cause, retryAfterMs }: AttemptOutcome,
    sentAt: number,
    nth = 1,
  ): void {
    this.hasAnswered ||= reply.ok || reply.kind === "rpc-error";
    if (isLimit(cause, nth)) {
      // What was sent before the change says nothing about it.
      if (sentAt > this.#changedAt) {
        this.#slowDown(retryAfterMs);
      }
      return;
    }
    const now = this.#clock.now();
    this.#answers = this.#answers.filter((at) => at > now - WINDOW_MS);
    this.#answers.push(now);
    this.#streak += 1;
    if (this.#gapMs > 0 && this.#streak >= STREAK) {
      this.#shrink();
    }
  }

  /** The first pause may end the wait that the endpoint asked for. */
  #slowDown(retryAfterMs = 0): void {
    const isOverThen = retryAfterMs > 0 && !this.#hasPaused;
    const pauseMs = isOverThen ? retryAfterMs : WINDOW_MS;
    if (!isOverThen) {
      this.#widen();
    }
    this.#hasPaused = true;
    this.#changedAt = this.#clock.now();
    this.#nextAt = this.#changedAt + Math.min(MAX_GAP_MS, pauseMs);
  }

  #widen(): void {
    const gap = this.#gapMs;
    const known = this.#wideEnoughMs ?? 0;
    const first = Math.max(
      MIN_GAP_MS,
      Math.min(MAX_FIRST_GAP_MS, WINDOW_MS / this.#answers.length),
    );
    const wider = gap === 0 ? first : known > gap ? known : 2 * gap;
    this.#tooNarrowMs = gap;
    this.#change(Math.min(MAX_GAP_MS, wider));
  }

  #shrink(): void {
    const gap = this.#gapMs;
    this.#wideEnoughMs = gap;
    this.#change(Math.min(gap, Math.max(0.9 * gap, 1.1 * this.#tooNarrowMs)));
  }

  #change(gapMs: number): void {
    this.#gapMs = gapMs;
    this.#streak = 0;
  }
}
