import { expect } from "chai";

import {
  contractOfRole,
  lookUpAddress,
  registryEntries,
} from "../../src/config/contracts.ts";
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

const find = (
  { contracts }: ResolvedAlphaNetwork,
  kind: ResolvedContract["kind"],
  key: string,
) => contracts.find((one) => one.kind === kind && one.key === key);

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

      expect(bare.contracts.map(shown)).to.deep.equal(
        network.contracts.map(shown),
      );
      for (const { address, origin, kind, key } of bare.contracts) {
        expect([address, origin], `${kind} ${key}`).to.deep.equal([
          undefined,
          { kind: "unset" },
        ]);
      }
    });

    it(`given ${name}, then what it says of addresses is what its data says`, async () => {
      const network = await resolved(name);

      for (const contract of network.contracts) {
        const { kind, key, address } = contract;
        const value =
          kind === "portal"
            ? network.portal[key]
            : contract.kind === "own"
              ? address
              : kind === "token"
                ? network.tokens[contract.key].address
                : lookUpAddress(network, key, contract.index);
        expect(address, shown(contract)).to.equal(value);
      }
    });
  }

  it("given addresses from several places, then each says where its own is from", async () => {
    const network = await resolved("devnet", {
      networks: {
        devnet: {
          registry: { Router: ADDRESS },
          portal: { providerAddress: ADDRESS },
        },
      },
    });

    expect(find(network, "registry", "Router")?.origin).to.deep.equal({
      kind: "config",
      path: "alpha.networks.devnet.registry.Router",
    });
    expect(find(network, "portal", "providerAddress")?.origin).to.deep.equal({
      kind: "config",
      path: "alpha.networks.devnet.portal.providerAddress",
    });
    expect(find(network, "registry", "Dispenser")?.origin.kind).to.equal(
      "preset",
    );
    expect(find(network, "portal", "dispenserAddress")?.origin).to.deep.equal({
      kind: "derived",
      from: "registry.Dispenser",
    });
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
      expect(registryEntries(network).map(({ role }) => role)).to.have.lengthOf(
        new Set(registryEntries(network).map(({ role }) => role)).size,
      );
    }

    expect(keys).to.deep.equal([
      "AlphaCommunityFeeCollector",
      "AlphaCommunityFeeCollector",
      "CommunityFeeCollector",
    ]);
  });

  it("is frozen to the last value", async () => {
    const { contracts } = await resolved("third");

    expect(Object.isFrozen(contracts)).to.equal(true);
    for (const contract of contracts) {
      expect(Object.isFrozen(contract), shown(contract)).to.equal(true);
      expect(Object.isFrozen(contract.origin), shown(contract)).to.equal(true);
    }
  });
});
