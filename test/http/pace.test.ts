import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { failedFor } from "../../src/http/outcomes.ts";
import { Pace } from "../../src/http/pace.ts";
import type { AttemptOutcome } from "../../src/http/types.ts";
import { causeOfStatus } from "../../src/http/waiting.ts";

const ANSWER: AttemptOutcome = {
  reply: { ok: true, result: "0x1" },
  retry: false,
};
const LIMIT = failedFor("limit", "rate-limited", "HTTP 429");
const { signal } = new AbortController();

/** A pace on a clock that goes by at once, and what it waits. */
function startPace() {
  let now = 5;
  const pace = new Pace({
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  });
  return {
    pace,
    /** One request that is answered so. */
    ask: async (outcome: AttemptOutcome, count = 1, nth = 1) => {
      for (let n = 0; n < count; n += 1) {
        pace.note(outcome, await pace.turn(signal), nth);
        now += 1;
      }
    },
    /** How long the next requests have to wait, in ms. */
    waits: async (count: number): Promise<readonly number[]> => {
      const gaps: number[] = [];
      for (let n = 0; n < count; n += 1) {
        const before = now;
        await pace.turn(signal);
        gaps.push(Math.round(now - before));
      }
      return gaps;
    },
  };
}

describe("Pace", () => {
  it("given a rate limit after ten answers, then there is a pause of a second, and ten requests a second from then on", async () => {
    const { ask, waits } = startPace();
    await ask(ANSWER, 10);
    await ask(LIMIT);

    expect(await waits(3)).to.deep.equal([999, 100, 100]);
  });

  it("given 503 now and then, then nothing is spaced; given it for the fourth attempt of a request, or with Retry-After, then requests are", async () => {
    const { ask, waits } = startPace();
    for (const nth of [1, 3, 1]) {
      await ask(ANSWER, 10);
      await ask(failedFor("unavailable", "http-error", "HTTP 503"), 1, nth);
    }
    expect(await waits(2)).to.deep.equal([0, 0]);

    await ask(failedFor("unavailable", "http-error", "HTTP 503"), 1, 4);
    expect((await waits(1))[0]).to.equal(999);

    expect(causeOfStatus(503)).to.equal("unavailable");
    expect(causeOfStatus(503, true)).to.equal("limit");
  });

  it("given requests that were under way at the rate limit, then their refusals do not slow it further", async () => {
    const { pace, waits } = startPace();
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => pace.turn(signal)),
    );
    for (const sentAt of sent) {
      pace.note(LIMIT, sentAt);
    }

    expect(await waits(2)).to.deep.equal([1_000, 200]);
  });

  it("given another rate limit, then the space is twice as wide", async () => {
    const { ask, waits } = startPace();
    await ask(LIMIT, 2);

    expect(await waits(2)).to.deep.equal([999, 400]);
  });

  it("given many answers after a rate limit, then the space shrinks, and comes back when that was too much", async () => {
    const { ask, waits } = startPace();
    await ask(ANSWER, 20);
    await ask(LIMIT);
    await ask(ANSWER, 16);
    expect(await waits(2)).to.deep.equal([49, 45]);
    await ask(LIMIT);

    expect(await waits(2)).to.deep.equal([999, 50]);
  });

  it("given a signal that ends while requests wait, then they end at once", async () => {
    const pace = new Pace();
    pace.note(LIMIT, await pace.turn(signal));
    const end = new AbortController();
    const waiting = [1, 2, 3].map(() => pace.turn(end.signal));

    end.abort();
    const next = await Promise.race([
      Promise.all(waiting).then(() => "they ended"),
      sleep(900).then(() => "they waited"),
    ]);

    expect(next).to.equal("they ended");
  });
});
