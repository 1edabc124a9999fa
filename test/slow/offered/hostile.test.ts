import { expect } from "chai";
import { getAddress, numberToHex } from "viem";

import type { Address } from "../../../src/base/address.ts";
import { OfferedChain, type Verified } from "./chain.ts";
import { HOSTILE_CODES } from "./hostile-codes.ts";
import { PLACES, type Place, World } from "./world.ts";

/** Far more than the limits of one contract and of all together. */
const ONE_MS = 30_000;
const ALL_MS = 60_000;
/** It reverts whatever it is asked. */
const HARMLESS = "0x5f5ffd";

const accountAt = (nth: number): Address =>
  getAddress(numberToHex(0xbadc0de000 + nth, { size: 20 }));

describe("code that is hostile to an analysis", function () {
  this.timeout(120_000);
  let chain: OfferedChain;

  before(async () => {
    chain = await OfferedChain.open();
  });
  after(async () => {
    await chain?.close();
  });

  async function verifyWith(
    codes: Readonly<Partial<Record<Place, string>>>,
  ): Promise<Verified & { readonly ms: number }> {
    return await chain.undoing(async () => {
      for (const [nth, [place, code]] of Object.entries(codes).entries()) {
        const world = new World(chain.request, "plain");
        await world.place("subject", accountAt(nth), code);
        await PLACES[place as Place](world);
      }
      const start = performance.now();
      const found = await chain.writeLock();
      return { ...found, ms: performance.now() - start };
    });
  }

  /** All facts but those of the hostile contracts. */
  function othersIn({ network }: Verified) {
    return network.facts?.filter(({ id }) => !/^0x0+badc0de/i.test(id));
  }

  for (const [what, code] of Object.entries(HOSTILE_CODES)) {
    it(`given ${what}, then a line says that it was not analysed, and the rest of the report is complete`, async () => {
      const place = "owner of the router";
      const expected = await verifyWith({ [place]: HARMLESS });

      const found = await verifyWith({ [place]: code });

      expect(found.ms).to.be.below(ONE_MS);
      expect(found.outcome).to.equal("ok");
      expect(othersIn(found)).to.deep.equal(othersIn(expected));
      const lines = found.network.notLookedAt?.map(({ reason }) => reason);
      expect(lines?.join("\n")).to.contain(accountAt(0));
    });
  }

  it("given hostile code everywhere, then all of it is named, and the rest of the report is complete", async () => {
    const [loops] = Object.values(HOSTILE_CODES).slice(1);
    const places: readonly Place[] = [
      "owner of the router",
      "payee of the fee collector",
      "owner of a token",
      "owner of the factory",
    ];
    const everywhere = (code: string) =>
      Object.fromEntries(
        places.map((place, nth) => [place, `${code}${"00".repeat(nth)}`]),
      );
    const expected = await verifyWith(everywhere(HARMLESS));

    const found = await verifyWith(everywhere(loops ?? HARMLESS));

    expect(found.ms).to.be.below(ALL_MS);
    expect(found.outcome).to.equal("ok");
    expect(othersIn(found)).to.deep.equal(othersIn(expected));
    const lines = found.network.notLookedAt?.map(({ reason }) => reason);
    for (const [nth] of places.entries()) {
      expect(lines?.join("\n")).to.contain(accountAt(nth));
    }
  });
});
