import { expect } from "chai";
import {
  addressValue,
  numberValue,
  record,
} from "../../../src/verify/values/value.ts";
import { render } from "../../../src/verify/words/render.ts";
import { ADDRESS } from "../../tasks/verify/verify-reports.ts";

describe("the words of a share", () => {
  for (const [share, words] of [
    [0n, "0 %"],
    [1n, "0.0000000000000001 %"],
    [-1n, "-0.0000000000000001 %"],
    [25n * 10n ** 15n, "2.5 %"],
    [-(25n * 10n ** 15n), "-2.5 %"],
    [-(10n ** 18n), "-100 %"],
  ] as const) {
    it(`given ${share} of 10^18, then they are: ${words}`, () => {
      const reading = { kind: "read", value: numberValue(share) } as const;

      expect(render(reading, { unit: "share" })).to.equal(words);
    });
  }
});

describe("the words of a struct", () => {
  it("given a field that is named like a wallet, then it is none, and no other field is lost", () => {
    const fields = { safe: addressValue(ADDRESS), fee: numberValue(5) };
    const reading = { kind: "read", value: record(fields) } as const;

    expect(render(reading)).to.equal(`{ fee: 5, safe: ${ADDRESS} }`);
  });
});
