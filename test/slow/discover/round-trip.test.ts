import { expect } from "chai";
import { getAddress } from "viem";
import { registryEntry } from "../../../src/discover/registry-entry.ts";
import {
  createMarketplace,
  discoverAt,
  EXTRA_TOKEN,
  publishedNetworks,
} from "../../discover/marketplaces.ts";

const PUBLISHED = publishedNetworks();
/** Of each kind of network one: by its number of templates, and whether it has a base token. */
const NETWORKS = [
  ...new Map(
    PUBLISHED.map((network) => [
      `${network.furtherTemplates.length} ${network.token === undefined}`,
      network,
    ]),
  ).values(),
];

const byIndex = (addresses: readonly `0x${string}`[]) =>
  Object.fromEntries(
    addresses.map((address, index) => [
      String(index + 1),
      getAddress(address.toLowerCase()),
    ]),
  );

describe("discover, given the networks of the published address book", () => {
  it("given the book, then it has networks with two and with five templates, and one without a base token", () => {
    expect(PUBLISHED.length).to.be.above(15);
    expect(NETWORKS.length).to.be.above(2);
    expect(NETWORKS.some(({ furtherTemplates: [any] }) => any)).to.equal(true);
    expect(NETWORKS.some(({ token }) => token === undefined)).to.equal(true);
  });

  for (const network of NETWORKS) {
    const { name, chainId, plan, furtherTemplates } = network;

    it(`given a chain with the contracts of ${name}, then its router gives the entry back`, async () => {
      const marketplace = await createMarketplace(network);
      try {
        const { transport } = marketplace;
        const report = await discoverAt(transport, marketplace);

        expect(report.outcome, report.reason).to.equal("ok");
        expect(registryEntry(report)).to.deep.equal({
          chainId,
          Ocean: getAddress(plan.token.toLowerCase()),
          OPFCommunityFeeCollector: plan.communityFeeCollector,
          Router: plan.router,
          FixedPrice: plan.fixedPrice,
          ERC20Template: byIndex([...plan.erc20Templates, ...furtherTemplates]),
          ERC721Template: byIndex(plan.erc721Templates),
          Dispenser: plan.dispenser,
          ERC721Factory: plan.erc721Factory,
        });
        expect(
          report.contracts
            .filter(({ role }) => role === "approvedToken")
            .map(({ symbol, decimals }) => [symbol, decimals]),
        ).to.deep.equal([
          ["OCEAN", 18],
          [EXTRA_TOKEN.symbol, EXTRA_TOKEN.decimals],
        ]);
        expect(report.release).to.include({ verdict: "recognised" });
      } finally {
        await marketplace.close();
      }
    });
  }
});
