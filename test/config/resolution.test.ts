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

  it("given a variable of the environment that changes later, then its value of the time when the config was resolved counts", async () => {
    const first = "http://127.0.0.1:9";
    const { config } = await withEnvironment(
      { ALPHA_DEVNET_RPC_URL: first },
      async () => await createAlphaHre({}),
    );
    await withEnvironment(
      { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:11" },
      async () => {
        const { devnet } = config.alpha.networks;
        expect(await devnet?.url.getUrl()).to.equal(first);
        expect(config.networks["devnet"]).to.have.property("url", devnet?.url);
      },
    );
  });

  it("given a user's object that changes later, then its values of the time when the config was resolved count", async () => {
    const genesisHash = `0x${"1".repeat(64)}` as const;
    const endpoints = ["http://127.0.0.1:9"];
    const third = { guard: true, genesisHash, endpoints };
    const { config } = await createAlphaHre({ alpha: { networks: { third } } });
    Object.assign(third, { guard: false, genesisHash: undefined });
    endpoints[0] = "http://127.0.0.1:11";

    const resolved = config.alpha.networks.third;
    expect(resolved?.guard).to.equal(true);
    expect(resolved?.genesisHash).to.equal(genesisHash);
    expect(await resolved?.endpoints[0]?.getUrl()).to.equal(
      "http://127.0.0.1:9",
    );
  });

  it("given a registry whose addresses are inherited, or come from getters, then they count", async () => {
    const Router = await toChecksum(`0x${"ab".repeat(20)}`);
    class Book {
      get Router() {
        return Router;
      }
    }
    for (const registry of [Object.create({ Router }), new Book()]) {
      const { config } = await createAlphaHre({
        alpha: { networks: { devnet: { registry } } },
      });
      expect(
        config.alpha.networks.devnet?.contracts.find(
          ({ key }) => key === "Router",
        ),
      ).to.deep.include({
        address: Router,
        origin: {
          kind: "config",
          path: "alpha.networks.devnet.registry.Router",
        },
      });
    }
  });

  it("given another plugin that sets a URL, then it counts for that object alone, and not for a frozen one", async () => {
    const { config } = await createAlphaHre({});
    const networks: Record<string, object> = config.networks;
    const devnet = networks["devnet"] ?? {};
    const before = Reflect.get(devnet, "url");
    const overlay = Object.create(devnet);
    const copy = Object.defineProperties(
      {},
      Object.getOwnPropertyDescriptors(devnet),
    );

    Reflect.set(overlay, "url", "http://127.0.0.1:9");
    Object.assign(copy, { url: "http://127.0.0.1:11" });

    expect(Reflect.get(devnet, "url")).to.equal(before);
    expect(overlay).to.have.property("url", "http://127.0.0.1:9");
    expect(copy).to.have.property("url", "http://127.0.0.1:11");
    expect(() =>
      Object.assign(Object.freeze(devnet), { url: "http://127.0.0.1:9" }),
    ).to.throw(TypeError);
    expect(Reflect.get(devnet, "url")).to.equal(before);
  });

  it("given an address of the other portal version in one case, then it gets its checksum", async () => {
    const lower = `0x${"ab".repeat(20)}` as const;
    const { config } = await createAlphaHre({
      alpha: { networks: { third: { backend: { providerAddress: lower } } } },
    });

    expect(
      config.alpha.networks.third?.otherPortal["providerAddress"]?.value,
    ).to.equal(await toChecksum(lower));
  });
});
