import { expect } from "chai";

import { parseContractCall } from "../../../src/hardhat/contracts/open-contract.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const ADDRESS = "0x7A3C9F0729AB93e4F9945221168A56eCf450187D";
const NOTHING = { index: undefined, address: undefined, client: undefined };

/** As an untyped caller may call it. */
async function parse(...args: unknown[]) {
  return (await Reflect.apply(parseContractCall, undefined, args)) as Awaited<
    ReturnType<typeof parseContractCall>
  >;
}

describe("what contract(…) is called with after the key", () => {
  const client = {};
  const address = ADDRESS;
  for (const [title, args, parsed] of [
    ["nothing", [], {}],
    ["null", [null], {}],
    ["an index", [1], { index: 1 }],
    ["parameters", [{ address }], { address }],
    ["both", [0, { address, client }], { index: 0, address, client }],
    ["an index that is undefined", [undefined, { address }], { address }],
    [
      "an address in lower case",
      [{ address: address.toLowerCase() }],
      { address: address.toLowerCase() },
    ],
  ] as const) {
    it(`given ${title}, then each is itself`, async () => {
      expect(await parse(...args)).to.deep.equal({ ...NOTHING, ...parsed });
    });
  }

  for (const [given, message] of [
    [{ address: undefined }, "is undefined: expected 0x and 40 hexadecimal"],
    [{ address: null }, "expected 0x and 40 hexadecimal digits"],
    [{ address: "" }, "expected 0x and 40 hexadecimal digits"],
    [{ address: `${ADDRESS}0` }, "expected 0x and 40 hexadecimal digits"],
    [{ address: "vitalik.eth" }, "expected 0x and 40 hexadecimal digits"],
    [{ address: [ADDRESS] }, "expected 0x and 40 hexadecimal digits"],
    [{ address: ADDRESS.replace("A3C", "a3C") }, "has a wrong checksum"],
    [ADDRESS, "pass an address as { address }"],
  ] as const) {
    it(`given ${JSON.stringify(given)}, then it is refused, and does not become the registry's`, async () => {
      expect(await pluginMessageOf(() => parse(0, given))).to.include(message);
    });
  }
});
