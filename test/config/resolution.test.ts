import { expect } from "chai";

import { toChecksum } from "../../src/base/address.ts";
import { resolveAlphaConfig } from "../../src/config/resolve-alpha-config.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { withEnvironment } from "../support/with-environment.ts";

describe("the resolution of networks", () => {
  it("given no network that is read, then none is resolved; given one that is read twice, then it is resolved once", async () => {
    const asked: string[] = [];
    const { networks } = await resolveAlphaConfig({}, (variable) => {
      asked.push(typeof variable === "string" ? variable : variable.name);
      return {
        _type: "ResolvedConfigurationVariable",
        format: "{variable}",
        get: async () => "",
        getUrl: async () => "",
        getBigInt: async () => 0n,
        getHexString: async () => "0x",
      };
    });

    expect(Object.keys(networks)).to.deep.equal(["devnet", "testnet", "third"]);
    expect(asked).to.deep.equal(["ALPHA_DISCOVER_RPC_URL"]);

    expect(networks.devnet).to.equal(networks.devnet);
    expect(
      asked.filter((name) => name === "ALPHA_DEVNET_RPC_URL"),
    ).to.have.lengthOf(1);
    expect(asked.some((name) => name.startsWith("ALPHA_TESTNET"))).to.equal(
      false,
    );
  });

  it("given a Hardhat command, then the networks that Hardhat has are not resolved, either", async () => {
    const { config } = await createAlphaHre({});
    const isResolved = (name: string) => {
      const network = config.networks[name];
      const { get, value } =
        Object.getOwnPropertyDescriptor(network, "url") ?? {};
      return get === undefined && value !== undefined;
    };

    expect(isResolved("localhost")).to.equal(true);
    expect(isResolved("devnet")).to.equal(false);
  });

  it("given a variable of the environment, then its value counts when the URL is used, as for Hardhat's own", async () => {
    const { config } = await createAlphaHre({});
    const { networks } = config.alpha;

    expect(networks.devnet?.url.known(false)).to.have.property(
      "kind",
      "literal",
    );
    await withEnvironment(
      { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:9" },
      async () => {
        expect(await networks.devnet?.url.getUrl()).to.equal(
          "http://127.0.0.1:9",
        );
      },
    );
  });

  it("given addresses in one case, wherever they are in the config, then they get their checksum", async () => {
    const lower = `0x${"ab".repeat(20)}` as const;
    const { config } = await createAlphaHre({
      alpha: {
        networks: {
          third: {
            registry: { Router: lower },
            portal: { dispenserAddress: lower },
            backend: { providerAddress: lower },
            tokens: { euro: { address: lower } },
          },
          devnet: { registry: { ERC20Template: [lower] } },
        },
      },
    });
    const { devnet, third } = config.alpha.networks;
    const checksummed = await toChecksum(lower);

    const addressOf = (key: string, network = third) =>
      network?.contracts.find((contract) => contract.key === key)?.address;
    expect([
      addressOf("Router"),
      addressOf("dispenserAddress"),
      addressOf("euro"),
      addressOf("ERC20Template", devnet),
      third?.otherPortal["providerAddress"]?.value,
    ]).to.deep.equal(Array.from({ length: 5 }, () => checksummed));
  });
});
