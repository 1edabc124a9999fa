import { expect } from "chai";

import {
  sandboxBlockTimes,
  sandboxInitialDate,
} from "../../src/sandbox/sandbox-clock.ts";

const seconds = (date: Date) => BigInt(Math.floor(date.getTime() / 1000));

describe("sandboxInitialDate", () => {
  it("given a user's date, begins a minute before it", () => {
    expect(sandboxInitialDate("2021-03-04T05:06:07Z").toISOString()).to.equal(
      "2021-03-04T05:05:07.000Z",
    );
  });

  it("given a date that it returned, returns the same object, so that nothing shifts twice", () => {
    const date = sandboxInitialDate(new Date("2021-03-04T05:06:07Z"));

    expect(sandboxInitialDate(date)).to.equal(date);
  });

  it("given an unreadable date, leaves it to Hardhat's own validation", () => {
    expect(sandboxInitialDate("tomorrow-ish").getTime()).to.be.NaN;
  });

  it("given a date in the first minute of 1970, begins at 1970", () => {
    expect(sandboxInitialDate(new Date(5_000)).getTime()).to.equal(0);
  });

  it("given a date before 1970, leaves it to Hardhat as it is", () => {
    expect(sandboxInitialDate(new Date(-5_000)).getTime()).to.equal(-5_000);
  });
});

describe("sandboxBlockTimes", () => {
  const NOW = Date.UTC(2030, 0, 1);
  const times = (
    initialDate: Date | string,
    {
      parent = seconds(new Date(initialDate)),
      allowBlocksWithSameTimestamp = false,
    }: { parent?: bigint; allowBlocksWithSameTimestamp?: boolean } = {},
  ) =>
    sandboxBlockTimes({
      initialDate,
      parent,
      now: NOW,
      allowBlocksWithSameTimestamp,
    });

  it("given no user's date, ends at the present", () => {
    expect(times(sandboxInitialDate())[1]).to.equal(BigInt(NOW / 1000));
  });

  for (const date of ["2020-02-02T02:02:02Z", "2050-02-02T02:02:02Z"]) {
    it(`given the user's ${date}, ends exactly there`, () => {
      expect(times(sandboxInitialDate(date))[1]).to.equal(
        seconds(new Date(date)),
      );
    });
  }

  it("puts the first block after the genesis block and before the second", () => {
    const genesis = sandboxInitialDate("2020-02-02T02:02:02Z");

    const [first, second] = times(genesis);

    expect(first > seconds(genesis)).to.equal(true);
    expect(first < second).to.equal(true);
  });

  it("given another date, ends as early as the chain allows", () => {
    expect(times(new Date(7_000_000))).to.deep.equal([7_001n, 7_002n]);
  });

  it("given such a date as text, does the same", () => {
    expect(times("1970-01-01T00:00:10Z")).to.deep.equal([11n, 12n]);
  });

  it("given such a date and blocks that may share a timestamp, ends exactly there", () => {
    expect(
      times(new Date(7_000_000), { allowBlocksWithSameTimestamp: true }),
    ).to.deep.equal([7_000n, 7_000n]);
  });

  it("given a chain that is ahead of the current time, continues from its head", () => {
    const parent = BigInt(NOW / 1000) + 500n;

    expect(times(sandboxInitialDate(), { parent })).to.deep.equal([
      parent + 1n,
      parent + 2n,
    ]);
  });

  it("given a clock that went back to one second after the chain's head, still continues from its head", () => {
    const parent = BigInt(NOW / 1000) - 1n;

    expect(times(sandboxInitialDate(), { parent })).to.deep.equal([
      parent + 1n,
      parent + 2n,
    ]);
  });
});
