import { expect } from "chai";

import { lookUpAddress } from "../../src/config/contracts.ts";
import type {
  ResolvedAlphaNetwork,
  ResolvedContract,
} from "../../src/config/types.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
} from "../../src/networks/definitions.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { REFERENCE } from "../support/reference.ts";

async function resolved(name: AlphaNetworkName): Promise<ResolvedAlphaNetwork> {
  const hre = await createAlphaHre();
  const network = hre.config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  return network;
}

const shown = ({ kind, key, ...rest }: ResolvedContract) =>
  `${kind} ${key}${"index" in rest ? `[${rest.index}]` : ""}`;

describe("the contracts of a resolved network", () => {
  for (const name of ALPHA_NETWORK_NAMES) {
    it(`given ${name}, then they are the registry's with each item of its lists, the tokens and the portal's addresses, in the reference's order`, async () => {
      const network = await resolved(name);
      const registry = REFERENCE[name].registry.flatMap(([key, length]) =>
        length === 0
          ? [`registry ${key}`]
          : Array.from({ length }, (_, index) => `registry ${key}[${index}]`),
      );
      const portal = Object.entries(network.portal)
        .filter(([, value]) => /^0x/.test(String(value)))
        .map(([field]) => `portal ${field}`);

      expect(network.contracts.map(shown)).to.deep.equal([
        ...registry,
        "token euro",
        "token alpha",
        ...portal,
      ]);
      expect(
        network.contracts.filter(({ address }) => address === undefined),
      ).to.deep.equal([]);
    });

    it(`given ${name}, then a key, and the index of an item, give the registry's address`, async () => {
      const network = await resolved(name);

      for (const contract of network.contracts) {
        if (contract.kind === "registry") {
          const { key, index, address } = contract;
          expect(lookUpAddress(network, key, index)).to.equal(address);
        }
      }
    });
  }

  it("says which portal fields repeat the registry, by the network's own keys, and which are accounts", async () => {
    const repeatsOf = async (name: AlphaNetworkName) =>
      Object.fromEntries(
        (await resolved(name)).contracts.flatMap((contract) =>
          contract.kind === "portal"
            ? [[contract.key, contract.repeats ?? contract.of]]
            : [],
        ),
      );

    expect(await repeatsOf("testnet")).to.deep.equal({
      alphaTokenAddress: "Alpha",
      fixedRateExchangeAddress: "FixedPrice",
      dispenserAddress: "Dispenser",
      nftFactoryAddress: "ERC721Factory",
      alphaCommunityFeeCollector: "AlphaCommunityFeeCollector",
      providerAddress: "account",
    });
    expect(await repeatsOf("third")).to.deep.equal({
      dispenserAddress: "contract",
      factoryAddress: "contract",
      fixedRateExchangeAddress: "contract",
      metadataContractAddress: "contract",
      BFactory: "contract",
      alphaTokenAddress: "AlphaToken",
    });
  });
});
