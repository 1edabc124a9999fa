import { expect } from "chai";
import fc from "fast-check";
import { bytesToHex, encodeAbiParameters } from "viem";
import { encodeArguments } from "../../src/sandbox/encode-call.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const PLAN: ContractSetPlan = {
  ...SANDBOX_PLANS.devnet.plan,
  erc721Templates: [
    ...SANDBOX_PLANS.devnet.plan.erc721Templates,
    `0x${"7".repeat(40)}`,
  ],
};

describe("encoding what places a contract set", () => {
  it("given any values, gives what viem gives", () => {
    const bytes = (size: object) =>
      fc.uint8Array(size).map((given) => bytesToHex(given));
    const word = { minLength: 32, maxLength: 32 };
    const types = [
      "string",
      "uint8",
      "address[]",
      "bytes",
      "address",
      "bytes32",
    ];
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 70 }),
        fc.nat(255),
        fc.array(fc.constantFrom(OWNER, PLAN.router)),
        bytes({ maxLength: 70 }),
        bytes(word),
        (text, number, list, data, slot) => {
          const args = [text, number, list, data, OWNER, slot];
          expect(`0x${encodeArguments(types, args)}`).to.equal(
            encodeAbiParameters(
              types.map((type) => ({ type })),
              args,
            ),
          );
        },
      ),
    );
  });

  for (const [type, value] of [
    ["bytes", "12"],
    ["int8", 1],
    ["uint256", "1"],
    ["address[]", OWNER],
    ["tuple", []],
  ] as const) {
    it(`given ${JSON.stringify(value)} as ${type}, throws`, () => {
      expect(() => encodeArguments([type], [value])).to.throw(type);
    });
  }
});
