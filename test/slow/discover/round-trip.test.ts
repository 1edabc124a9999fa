import { expect } from "chai";
import { getAddress } from "viem";
import { registryEntry } from "../../../src/discover/registry-entry.ts";
import type { DiscoveredRegistry } from "../../../src/discover/report.ts";
import { ROLES } from "../../../src/sources/address-book/names.ts";
import type { VerificationTarget } from "../../../src/verify/targets.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import {
  createMarketplace,
  discoverAt,
  EXTRA_TOKEN,
  publishedNetworks,
} from "../../discover/marketplaces.ts";

const NETWORKS = publishedNetworks();

/** A registry as `alpha verify` gets it. */
function targetsOf(registry: DiscoveredRegistry): VerificationTarget[] {
  return ROLES.flatMap((role): VerificationTarget[] => {
    const value = registry[role];
    return typeof value === "string"
      ? [{ kind: "registry", key: role, role, address: value }]
      : (value ?? []).map((address, index) => ({
          kind: "registry",
          key: role,
          role,
          index,
          address,
        }));
  });
}

const byIndex = (addresses: readonly `0x${string}`[]) =>
  Object.fromEntries(
    addresses.map((address, index) => [
      String(index + 1),
      getAddress(address.toLowerCase()),
    ]),
  );

describe("discover, given the networks of the published address book", () => {
  it("given the book, then it has networks with two and with five templates, and one without a base token", () => {
    expect(NETWORKS.length).to.be.above(15);
    expect(
      NETWORKS.filter(({ furtherTemplates }) => furtherTemplates.length > 0),
    ).not.to.deep.equal([]);
    expect(
      NETWORKS.filter(({ token }) => token === undefined),
    ).not.to.deep.equal([]);
  });

  for (const network of NETWORKS) {
    const { name, chainId, plan, furtherTemplates } = network;

    it(`given a chain with the contracts of ${name}, then its router gives the entry back, and it is verified at level wiring`, async () => {
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

        const verified = await verifyNetwork(transport, {
          network: "testnet",
          hardhatNetwork: "chain",
          chain: { chainId, chainsWithSameId: [] },
          limits: { maxBlockAge: 600, inProcess: true, startBlock: 0 },
          targets: targetsOf(report.registry),
          level: "wiring",
          strict: true,
        });
        expect(verified.outcome, verified.reason).to.equal("ok");
      } finally {
        await marketplace.close();
      }
    });
  }
});
