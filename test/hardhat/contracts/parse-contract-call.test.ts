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
  it("given nothing, then nothing", async () => {
    expect(await parse()).to.deep.equal(NOTHING);
    expect(await parse({})).to.deep.equal(NOTHING);
    expect(await parse(null)).to.deep.equal(NOTHING);
  });

  it("given an index, parameters, or both, then each is itself", async () => {
    const client = {};

    expect(await parse(1)).to.deep.equal({ ...NOTHING, index: 1 });
    expect(await parse({ address: ADDRESS })).to.deep.equal({
      ...NOTHING,
      address: ADDRESS,
    });
    expect(await parse(0, { address: ADDRESS, client })).to.deep.equal({
      index: 0,
      address: ADDRESS,
      client,
    });
    expect(await parse(undefined, { address: ADDRESS })).to.deep.equal({
      ...NOTHING,
      address: ADDRESS,
    });
  });

  for (const address of [
    ADDRESS.toLowerCase(),
    `0x${ADDRESS.slice(2).toUpperCase()}`,
  ]) {
    it(`given the address ${address} without a checksum, then it is taken`, async () => {
      expect((await parse({ address })).address).to.equal(address);
    });
  }

  for (const address of [
    undefined,
    null,
    "",
    "0x",
    `${ADDRESS}0`,
    ADDRESS.slice(2),
    "vitalik.eth",
    7n,
    [ADDRESS],
  ]) {
    it(`given ${String(address) || "an empty text"} as the address, then it is refused, and does not become the registry's`, async () => {
      expect(await pluginMessageOf(() => parse(0, { address }))).to.include(
        "expected 0x and 40 hexadecimal digits",
      );
    });
  }

  it("given an address with a wrong checksum, then it is refused", async () => {
    const address = ADDRESS.replace("A3C", "a3C");

    expect(await pluginMessageOf(() => parse({ address }))).to.include(
      `${address} has a wrong checksum`,
    );
  });

  it("given the address itself in place of an object, then it is refused", async () => {
    expect(await pluginMessageOf(() => parse(0, ADDRESS))).to.include(
      "pass an address as { address }",
    );
  });
});
