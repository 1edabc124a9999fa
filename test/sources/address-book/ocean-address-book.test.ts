import { expect } from "chai";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { oceanAddressBook } from "../../../src/sources/address-book/ocean-address-book.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";

async function resolved(name: AlphaNetworkName, alpha = {}) {
  const { config } = await createAlphaHre({ alpha });
  const network = config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  return network;
}

describe("a network's entry of an Ocean address book", () => {
  it("given a chain of another id and start block, as a sandbox's may be, then the entry carries those", async () => {
    const { key, entry } = oceanAddressBook(await resolved("devnet"), {
      startBlock: 0,
      chainId: 8996,
    });

    expect(key).to.equal("pontus-x-devnet");
    expect(entry).to.include({ chainId: 8996, startBlock: 0 });
  });

  it("given addresses that are not set, then the entry lacks them and they are named by the registry's keys", async () => {
    const Router = `0x${"11".repeat(20)}`;
    const network = await resolved("third", {
      preset: false,
      networks: { third: { registry: { Router } } },
    });

    const { entry, unset } = oceanAddressBook(network, { startBlock: 1 });

    expect(entry).to.deep.equal({ chainId: 100, Router, startBlock: 1 });
    expect(unset).to.deep.equal([
      "AlphaToken",
      "CommunityFeeCollector",
      "FixedPrice",
      "ERC20Templates",
      "ERC721Template",
      "Dispenser",
      "ERC721Factory",
    ]);
  });
});
