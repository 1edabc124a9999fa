import { expect } from "chai";

import { contractOfRole, lookUpAddress } from "../../src/config/contracts.ts";
import type {
  ResolvedAlphaNetwork,
  ResolvedContract,
} from "../../src/config/types.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
} from "../../src/networks/definitions.ts";
import type { AlphaUserConfig } from "../../src/types.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { REFERENCE } from "../support/reference.ts";
import { registryOf, withAddresses } from "../support/with-addresses.ts";

const ADDRESS = "0x00000000000000000000000000000000000A11cE";

async function resolved(
  name: AlphaNetworkName,
  alpha: AlphaUserConfig = {},
): Promise<ResolvedAlphaNetwork> {
  const hre = await createAlphaHre({ alpha });
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

    it(`given ${name} without the preset, then the same are there, without an address and an origin`, async () => {
      const network = await resolved(name);
      const bare = await resolved(name, { preset: false });

      expect(
        bare.contracts.map((one) => [shown(one), one.address, one.origin]),
      ).to.deep.equal(
        network.contracts.map((one) => [
          shown(one),
          undefined,
          { kind: "unset" },
        ]),
      );
    });

    it(`given ${name}, then what it says of addresses is what its data says, frozen to the last value`, async () => {
      const network = await resolved(name);
      const { contracts, portal, tokens } = network;

      expect(Object.isFrozen(contracts)).to.equal(true);
      for (const contract of contracts) {
        const { kind, key, address, origin } = contract;
        const value =
          kind === "portal"
            ? portal[key]
            : kind === "token"
              ? tokens[contract.key].address
              : lookUpAddress(network, key, Reflect.get(contract, "index"));
        expect(address, shown(contract)).to.equal(value);
        expect(Object.isFrozen(contract), shown(contract)).to.equal(true);
        expect(Object.isFrozen(origin), shown(contract)).to.equal(true);
      }
    });
  }

  it("given addresses from several places, then each says where its own is from", async () => {
    const { contracts } = await resolved("devnet", {
      networks: {
        devnet: {
          registry: { Router: ADDRESS },
          portal: { providerAddress: ADDRESS },
        },
      },
    });
    const path = "alpha.networks.devnet";

    for (const [key, origin] of [
      ["Router", { kind: "config", path: `${path}.registry.Router` }],
      [
        "providerAddress",
        { kind: "config", path: `${path}.portal.providerAddress` },
      ],
      ["Dispenser", { kind: "preset" }],
      ["dispenserAddress", { kind: "derived", from: "registry.Dispenser" }],
    ] as const) {
      const found = contracts.find((one) => one.key === key);
      expect(found?.origin, key).to.deep.equal(origin);
    }
  });

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

  it("given a list of another length than the reference's, then exactly its addresses are there; given none, then every place of the reference", async () => {
    const network = await resolved("devnet");
    const [first = ADDRESS] = [
      registryOf(network)["ERC20Template"] ?? [],
    ].flat();
    const listOf = (changed: ResolvedAlphaNetwork) =>
      changed.contracts
        .filter(({ key }) => key === "ERC20Template")
        .map(({ address }) => address);

    expect(
      listOf(
        withAddresses(network, { ERC20Template: [first, ADDRESS, first] }),
      ),
    ).to.deep.equal([first, ADDRESS, first]);
    expect(
      listOf(withAddresses(network, { ERC20Template: [first] })),
    ).to.deep.equal([first]);
    expect(
      listOf(withAddresses(network, { ERC20Template: undefined })),
    ).to.deep.equal([undefined, undefined]);
  });

  it("given a role, then the registry's contract is found under each network's own key", async () => {
    const keys = [];
    for (const name of ALPHA_NETWORK_NAMES) {
      const network = await resolved(name);
      keys.push(contractOfRole(network, "communityFeeCollector")?.key);
    }

    expect(keys).to.deep.equal([
      "AlphaCommunityFeeCollector",
      "AlphaCommunityFeeCollector",
      "CommunityFeeCollector",
    ]);
  });
});
