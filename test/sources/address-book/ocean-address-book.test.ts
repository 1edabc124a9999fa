import { createRequire } from "node:module";

import { expect } from "chai";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { oceanAddressBook } from "../../../src/sources/address-book/ocean-address-book.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";

const published: Record<string, Record<string, unknown>> = createRequire(
  import.meta.url,
)("@oceanprotocol/contracts/addresses/address.json");

async function resolved(name: AlphaNetworkName, alpha = {}) {
  const { config } = await createAlphaHre({ alpha });
  const network = config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  return network;
}

describe("a network's entry of an Ocean address book", () => {
  it("given devnet, then it is the published one, key and values", async () => {
    const { key, entry, unset } = oceanAddressBook(await resolved("devnet"), {
      startBlock: 57428,
    });

    expect(key).to.equal("pontus-x-devnet");
    expect(entry).to.deep.equal(published[key]);
    expect(unset).to.deep.equal([]);
  });

  it("given third, then it is the published one but for the two known defects of that: a malformed list key and a token without checksum", async () => {
    const { key, entry } = oceanAddressBook(await resolved("third"), {
      startBlock: 3665369,
    });

    expect(key).to.equal("gen-x-testnet");
    expect(entry).to.deep.equal({
      ...published[key],
      Ocean: "0x0995527d3473b3A98C471f1ED8787ACD77fBF009",
      ERC721Template: { "1": "0x2CBCD3b10783378e34209B760e5A70531198f65E" },
    });
    expect(published[key]?.["ERC721Template"]).to.have.property("1:");
  });

  it("given testnet, which no published one has, then its key is formed as devnet's and it has the same names", async () => {
    const { key, entry } = oceanAddressBook(await resolved("testnet"), {
      startBlock: 82191,
    });

    expect(Object.values(published)).not.to.satisfy(
      (entries: { chainId?: unknown }[]) =>
        entries.some(({ chainId }) => chainId === 32457),
    );
    expect(key).to.equal("pontus-x-testnet");
    expect(Object.keys(entry)).to.deep.equal(
      Object.keys(published["pontus-x-devnet"] ?? {}),
    );
    expect(entry["chainId"]).to.equal(32457);
  });

  it("given a chain of another id and start block, as a sandbox's may be, then the entry carries those", async () => {
    const { entry } = oceanAddressBook(await resolved("devnet"), {
      startBlock: 0,
      chainId: 8996,
    });

    expect(entry).to.include({ chainId: 8996, startBlock: 0 });
  });

  it("given a registry of the user's, then its addresses are in the entry", async () => {
    const address = "0x00000000000000000000000000000000000000AA";
    const network = await resolved("third", {
      networks: { third: { registry: { AlphaToken: address } } },
    });

    const { entry } = oceanAddressBook(network, { startBlock: 1 });

    expect(entry["Ocean"]).to.equal(address);
  });

  it("given addresses that are not set, then the entry lacks them and they are named by the registry's keys", async () => {
    const network = await resolved("third", {
      preset: false,
      networks: {
        third: { registry: { Router: `0x${"11".repeat(20)}` } },
      },
    });

    const { entry, unset } = oceanAddressBook(network, { startBlock: 1 });

    expect(entry).to.deep.equal({
      chainId: 100,
      Router: `0x${"11".repeat(20)}`,
      startBlock: 1,
    });
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
