import { expect } from "chai";

import { parseContractCall } from "../../../src/hardhat/contracts/open-contract.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

describe("what contract(…) is called with after the key", () => {
  for (const [given, message] of [
    [{ address: undefined }, "is undefined: expected 0x and 40 hexadecimal"],
    [{ address: "vitalik.eth" }, "expected 0x and 40 hexadecimal digits"],
    ["0x12", "pass an address as { address }"],
  ] as const) {
    it(`given ${JSON.stringify(given)}, is refused, and does not become the registry's`, async () => {
      const parse = () =>
        Reflect.apply(parseContractCall, undefined, [0, given]);

      expect(await pluginMessageOf(parse)).to.include(message);
    });
  }
});
