import { expect } from "chai";

import {
  sandboxBlockTimes,
  sandboxInitialDate,
} from "../../src/sandbox/sandbox-clock.ts";

const seconds = (date: Date) => BigInt(Math.floor(date.getTime() / 1000));

describe("sandboxInitialDate", () => {
  for (const [title, date, expected] of [
    [
      "a user's date, begins a minute before it",
      "2021-03-04T05:06:07Z",
      Date.parse("2021-03-04T05:05:07Z"),
    ],
    [
      "an unreadable date, leaves it to Hardhat's own validation",
      "tomorrow-ish",
      Number.NaN,
    ],
  ] as const) {
    it(`given ${title}`, () => {
      const first = sandboxInitialDate(date);

      expect(first.getTime()).to.eql(expected);
      // So that nothing shifts twice.
      expect(sandboxInitialDate(first)).to.equal(first);
    });
  }
});

describe("sandboxBlockTimes", () => {
  const NOW = Date.UTC(2030, 0, 1);
  const now = BigInt(NOW / 1000);
  const times = (
    initialDate: Date | string,
    parent = seconds(new Date(initialDate)),
    allowBlocksWithSameTimestamp = false,
  ) =>
    sandboxBlockTimes({
      ...{ initialDate, parent, now: NOW, allowBlocksWithSameTimestamp },
    });

  it("given no user's date, ends at the present", () => {
    expect(times(sandboxInitialDate())[1]).to.equal(now);
  });

  for (const date of ["2020-02-02T02:02:02Z", "2050-02-02T02:02:02Z"]) {
    it(`given the user's ${date}, ends exactly there, with a block between that and the genesis`, () => {
      const genesis = sandboxInitialDate(date);
      const [first, second] = times(genesis);

      expect(second).to.equal(seconds(new Date(date)));
      expect(first > seconds(genesis) && first < second).to.equal(true);
    });
  }

  for (const [title, actual, expected] of [
    [
      "another date, ends as early as the chain allows",
      times(new Date(7_000_000)),
      [7_001n, 7_002n],
    ],
    [
      "such a date and blocks that may share a timestamp, ends exactly there",
      times(new Date(7_000_000), undefined, true),
      [7_000n, 7_000n],
    ],
    [
      "a chain that is ahead of the current time, continues from its head",
      times(sandboxInitialDate(), now + 500n),
      [now + 501n, now + 502n],
    ],
  ] as const) {
    it(`given ${title}`, () => {
      expect(actual).to.deep.equal(expected);
    });
  }
});
