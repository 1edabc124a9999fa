import { expect } from "chai";

import { describeTime } from "../../src/base/text.ts";

describe("describeTime", () => {
  for (const [timestamp, text] of [
    [0, "1970-01-01T00:00:00Z"],
    [1_760_000_000, "2025-10-09T08:53:20Z"],
    [8_640_000_000_001, "8640000000001"],
  ] as const) {
    it(`given ${timestamp} s, then it is ${text}`, () => {
      expect(describeTime(timestamp)).to.equal(text);
    });
  }
});
