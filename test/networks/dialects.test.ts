import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { DIALECTS, fieldFrom, fieldIn } from "../../src/networks/dialects.ts";

describe("the dialects of the portal config", () => {
  for (const [network, { portal }] of Object.entries(NETWORK_DEFINITIONS)) {
    for (const dialect of DIALECTS) {
      it(`given ${network}'s fields in the dialect ${dialect}, when they are read back, then each is itself and no two share a name`, () => {
        const fields = Object.keys(portal);
        const names = fields.map((field) => fieldIn(dialect, field));

        expect(names.map((name) => fieldFrom(dialect, name))).to.deep.equal(
          fields,
        );
        expect(new Set(names).size).to.equal(fields.length);
      });
    }
  }

  it("given the dialect ocean, when it names the token and the collector, then by the names that portals read", () => {
    expect(fieldIn("ocean", "alphaTokenAddress")).to.equal("oceanTokenAddress");
    expect(fieldIn("ocean", "alphaTokenSymbol")).to.equal("oceanTokenSymbol");
    expect(fieldIn("ocean", "alphaCommunityFeeCollector")).to.equal(
      "opfCommunityFeeCollector",
    );
    expect(fieldIn("ocean", "nodeUri")).to.equal("nodeUri");
  });

  it("given a name that no dialect knows, when it is read or written, then it is itself", () => {
    for (const name of ["toString", "__proto__", "oceanNodeUri", ""]) {
      expect(fieldFrom("ocean", name)).to.equal(name);
      expect(fieldIn("ocean", name)).to.equal(name);
    }
  });
});
