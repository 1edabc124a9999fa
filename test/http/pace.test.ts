import { expect } from "chai";
import { failed, failedFor } from "../../src/http/outcomes.ts";
import { Pace } from "../../src/http/pace.ts";
import type { AttemptOutcome } from "../../src/http/types.ts";

const ANSWER: AttemptOutcome = {
  reply: { ok: true, result: "0x1" },
  retry: false,
};
const LIMIT = failedFor("limit", "rate-limited", "HTTP 429");
const { signal } = new AbortController();

/** How long the next requests have to wait, in ms. */
async function waits(pace: Pace, count: number): Promise<readonly number[]> {
  const gaps: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const before = performance.now();
    await pace.turn(signal);
    gaps.push(performance.now() - before);
  }
  return gaps;
}

/** One request that is answered so. */
async function ask(pace: Pace, outcome: AttemptOutcome): Promise<void> {
  pace.note(outcome, await pace.turn(signal));
}

describe("Pace", function () {
  this.timeout(20_000);

  it("given no rate limit, then nothing waits", async () => {
    const pace = new Pace();
    for (let n = 0; n < 100; n += 1) {
      await ask(pace, ANSWER);
    }
    expect(Math.max(...(await waits(pace, 20)))).to.be.below(20);
  });

  it("given a rate limit after ten answers, then there is a pause of a second, and ten requests a second from then on", async () => {
    const pace = new Pace();
    for (let n = 0; n < 10; n += 1) {
      await ask(pace, ANSWER);
    }
    await ask(pace, LIMIT);

    const [pause = 0, first = 0, second = 0] = await waits(pace, 3);

    expect(pause).to.be.within(900, 1_400);
    expect(first).to.be.within(90, 250);
    expect(second).to.be.within(90, 250);
  });

  it("given requests that were under way at the rate limit, then their refusals do not slow it further", async () => {
    const pace = new Pace();
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => pace.turn(signal)),
    );
    for (const sentAt of sent) {
      pace.note(LIMIT, sentAt);
    }

    const [, gap = 0] = await waits(pace, 2);

    expect(gap).to.be.within(150, 350);
  });

  it("given a first rate limit that says how long to wait, then that is waited, and nothing is spaced until the next one", async () => {
    const pace = new Pace();
    await ask(pace, ANSWER);
    await ask(pace, { ...LIMIT, retryAfterMs: 300 });

    const [pause = 0, next = 0] = await waits(pace, 2);

    expect(pause).to.be.within(250, 600);
    expect(next).to.be.below(50);
    await ask(pace, { ...LIMIT, retryAfterMs: 300 });
    const [, gap = 0] = await waits(pace, 2);
    expect(gap).to.be.above(140);
  });

  it("given another rate limit, then the space is twice as wide", async () => {
    const pace = new Pace();
    await ask(pace, LIMIT);
    await ask(pace, LIMIT);

    const [, gap = 0] = await waits(pace, 2);

    expect(gap).to.be.within(350, 600);
  });

  it("given many answers after a rate limit, then the space shrinks, and comes back when that was too much", async () => {
    const pace = new Pace();
    for (let n = 0; n < 20; n += 1) {
      await ask(pace, ANSWER);
    }
    await ask(pace, LIMIT);
    for (let n = 0; n < 16; n += 1) {
      await ask(pace, ANSWER);
    }
    const [, narrow = 0] = await waits(pace, 2);
    await ask(pace, LIMIT);
    const [, wide = 0] = await waits(pace, 2);

    expect(narrow).to.be.within(40, 55);
    expect(wide).to.be.within(47, 70);
  });

  it("given a signal that ends while requests wait, then they end at once", async () => {
    const pace = new Pace();
    await ask(pace, LIMIT);
    const end = new AbortController();
    const startedAt = performance.now();
    const waiting = [1, 2, 3].map(() => pace.turn(end.signal));

    end.abort();
    await Promise.all(waiting);

    expect(performance.now() - startedAt).to.be.below(200);
  });

  it("given an answer or an error of the node, then the endpoint has answered; given a gateway's, it has not", () => {
    for (const [outcome, hasAnswered] of [
      [ANSWER, true],
      [failed("rpc-error", "JSON-RPC error 3", false), true],
      [failed("http-error", "HTTP 502", true), false],
      [failed("unreachable", "connection refused", true), false],
      [LIMIT, false],
    ] as const) {
      const pace = new Pace();
      pace.note(outcome, 0);
      expect(pace.hasAnswered).to.equal(hasAnswered);
    }
  });
});
