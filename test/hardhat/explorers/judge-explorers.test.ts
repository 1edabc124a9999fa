import { expect } from "chai";

import {
  hostOfOtherChain,
  otherChainOf,
} from "../../../src/hardhat/explorers/judge-explorers.ts";
import { NETWORK_DEFINITIONS } from "../../../src/networks/definitions.ts";

const { devnet, third } = NETWORK_DEFINITIONS;

describe("the chain that explorers show for a Hardhat network", () => {
  it("given the third network or its sandbox, then it is Gnosis Chain", () => {
    const gnosis = { chainId: 100, name: "Gnosis Chain" };

    expect(otherChainOf(third, 100)).to.deep.equal(gnosis);
    expect(otherChainOf(third, undefined)).to.deep.equal(gnosis);
  });

  it("given devnet, or another chain id, then it is no other one", () => {
    expect(otherChainOf(devnet, 32456)).to.equal(undefined);
    expect(otherChainOf(third, 31337)).to.equal(undefined);
  });
});

describe("the host on which hardhat-verify would publish for another chain", () => {
  it("given no configured explorers, then each has one", () => {
    expect(hostOfOtherChain("etherscan", undefined, {})).to.equal(
      "api.etherscan.io",
    );
    expect(hostOfOtherChain("blockscout", undefined, {})).to.equal(
      "chains.blockscout.com",
    );
    expect(hostOfOtherChain("sourcify", undefined, {})).to.equal(
      "sourcify.dev",
    );
  });

  for (const [apiUrl, expected] of [
    ["https://gnosis.blockscout.com/api", "gnosis.blockscout.com"],
    ["https://GNOSIS.blockscout.com:443/api", "gnosis.blockscout.com"],
    ["https://api.gnosisscan.io/api", "api.gnosisscan.io"],
    ["no URL", "no URL"],
    ["https://explorer.example.org/api", undefined],
    ["https://blockscout.com.example.org/api", undefined],
    ["https://notblockscout.com/api", undefined],
  ] as const) {
    it(`given ${apiUrl}, then it is ${expected}`, () => {
      const blockscout = { name: "", url: "", apiUrl };

      expect(
        hostOfOtherChain("blockscout", { blockExplorers: { blockscout } }, {}),
      ).to.equal(expected);
      expect(
        hostOfOtherChain("sourcify", undefined, { sourcify: { apiUrl } }),
      ).to.equal(expected);
    });
  }
});
