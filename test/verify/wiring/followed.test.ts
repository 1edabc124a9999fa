import { expect } from "chai";
import {
  factsAt,
  follow,
  type Naming,
} from "../../../src/verify/follow/followed.ts";

const at = (digit: string) => `0x${digit.repeat(40)}` as const;
const SAFE = at("a");
const OWNER = at("b");

const naming = (label: string, ...addresses: Naming["addresses"]): Naming => ({
  ...{ label, by: `${label.toLowerCase().replace(" ", ".")}` },
  addresses,
});

describe("who is followed", () => {
  it("given an address with several powers, then it is followed once, and its facts name all of them that are as near", () => {
    const found = follow(
      [
        naming("Router owner", SAFE),
        naming("ERC721Factory owner", SAFE, OWNER),
        naming("Router owner", SAFE),
      ],
      (one) => factsAt(one, []),
      ({ id }) => (id === `${SAFE}.owners` ? [OWNER, at("c")] : []),
    );

    const powers = "Router owner, ERC721Factory owner";
    expect(
      found.map(({ address, step, label }) => [address, step, label]),
    ).to.deep.equal([
      [SAFE, 1, powers],
      [OWNER, 1, "ERC721Factory owner"],
      [at("c"), 2, `${powers} → ${SAFE}: owners`],
    ]);
  });

  it("given an address with more powers than fit, then the others are counted", () => {
    const [one] = follow(
      [..."ABCDEFGHIJ"].map((label) => naming(label, SAFE)),
      () => [],
      () => [],
    );

    expect(one?.label).to.equal("A, B, C, D, E, F, G, H and 2 more");
  });

  it("given several powers over one that is followed, then what they have in common is said once", () => {
    const found = follow(
      [naming("Router owner", SAFE)],
      (one) => factsAt(one, []),
      ({ id }) => (/^0xa+\.(owners|guard|owner)$/.test(id) ? [OWNER] : []),
    );

    expect(found[1]?.label).to.equal(
      `Router owner → ${SAFE}: owners, guard, owner`,
    );
  });
});
