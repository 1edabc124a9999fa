import { expect } from "chai";
import type {
  HardhatUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";

import { resolveAlphaConfig } from "../../../src/config/resolve-alpha-config.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startChainNode } from "../../support/chain-node.ts";
import { createProject, runHardhat } from "../../support/cli.ts";
import {
  asUserConfig,
  extendConfig,
  mistakesIn,
} from "../../support/config-hooks.ts";
import { ask } from "../../support/connections.ts";
import { errorOf } from "../../support/rejection-of.ts";

const URL = "http://127.0.0.1:1";

const resolveNothing = () => ({
  _type: "ResolvedConfigurationVariable" as const,
  format: "{variable}",
  get: async () => "",
  getUrl: async () => "",
  getBigInt: async () => 0n,
  getHexString: async () => "0x",
});

/** The Hardhat networks of a config, those of devnet, and the warnings. */
async function resolved(config: HardhatUserConfig) {
  const extended = await extendConfig(config);
  const { networks, warnings } = await resolveAlphaConfig(
    extended,
    resolveNothing,
  );
  const all: Record<string, NetworkUserConfig> = extended.networks ?? {};
  return { networks: all, devnet: networks.devnet, warnings };
}

describe("a network of the user with the name of an added one", () => {
  const foreign: Readonly<Record<string, NetworkUserConfig>> = {
    "another chain id": { type: "http", url: URL, chainId: 5 },
    "another network's mark": {
      type: "http",
      url: URL,
      chainId: 32456,
      alphaNetwork: "testnet",
    },
  };

  for (const [title, network] of Object.entries(foreign)) {
    it(`given ${title}, is left exactly as it is, the plugin's is not added, and one warning says how to rename it`, async () => {
      const { networks, devnet, warnings } = await resolved({
        networks: { devnet: network },
      });

      expect(networks["devnet"]).to.equal(network);
      expect(networks).to.include.keys("testnet", "third", "devnetSandbox");
      expect(devnet?.hardhatNetwork.name).to.equal(null);
      expect(devnet?.sandboxNetwork.name).to.equal("devnetSandbox");
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.match(
        /devnet was not added.*networks\.devnet\.name/,
      );
    });

    it(`given ${title}, and another name for the plugin's, or none of it, there is no warning`, async () => {
      const renamed = await resolved({
        networks: { devnet: network },
        alpha: { networks: { devnet: { name: "alphaDevnet" } } },
      });
      const off = network.alphaNetwork && { [network.alphaNetwork]: false };
      const disabled = await resolved({
        networks: { devnet: network },
        alpha: { networks: { devnet: false, ...off } },
      });

      for (const { networks, warnings } of [renamed, disabled]) {
        expect(networks["devnet"]).to.equal(network);
        expect(warnings).to.deep.equal([]);
      }
      expect(renamed.devnet?.hardhatNetwork.name).to.equal("alphaDevnet");
      expect(disabled.networks).to.not.have.property("devnetSandbox");
    });
  }
});

describe("a user's own network that has the name of a sandbox", () => {
  for (const [title, devnetSandbox] of Object.entries({
    "no chain id": { type: "edr-simulated" },
    "the network's mark on a live node": {
      type: "http",
      url: URL,
      chainId: 32456,
      alphaNetwork: "devnet",
    },
    "alphaSandbox: false": {
      type: "edr-simulated",
      chainId: 32456,
      alphaSandbox: false,
    },
  } satisfies Record<string, NetworkUserConfig>)) {
    it(`given ${title}, is not a sandbox, and causes a warning unless sandboxes are disabled`, async () => {
      const { devnet, warnings } = await resolved({
        networks: { devnetSandbox },
      });
      const disabled = await resolved({
        alpha: { sandbox: false },
        networks: { devnetSandbox },
      });

      expect(devnet?.sandboxNetwork.name).to.equal(null);
      expect(devnet?.hardhatNetwork.name).to.equal("devnet");
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0])
        .to.include("the sandbox of devnet was not added")
        .and.include("alpha.networks.devnet.name");
      expect(disabled.warnings).to.deep.equal([]);
    });
  }
});

describe("a user's own network of the same name, chain id and type", () => {
  const whole = { type: "http", chainId: 32456, url: URL } as const;
  for (const [title, user, expected, alpha] of [
    [
      "its own values, keeps them and gets the others",
      { ...whole, timeout: 9 },
      {
        ...whole,
        timeout: 9,
        accounts: [],
        alphaNetwork: "devnet",
      },
    ],
    [
      "the configured chain id, is that network",
      { ...whole, chainId: 5 },
      { chainId: 5, alphaNetwork: "devnet" },
      { networks: { devnet: { chainId: 5 } } },
    ],
    [
      "some fields only, as a JavaScript user may write it, gets the plugin's others",
      { timeout: 9 },
      { type: "http", chainId: 32456, timeout: 9 },
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      const { networks, devnet, warnings } = await resolved(
        asUserConfig({ alpha, networks: { devnet: user } }),
      );

      expect(networks["devnet"]).to.deep.include(expected);
      expect(devnet?.hardhatNetwork.name).to.equal("devnet");
      expect(warnings).to.deep.equal([]);
    });
  }
});

describe("a user's own network with the mark alphaNetwork", () => {
  it("is not a sandbox without alphaSandbox", async () => {
    const hre = await createAlphaHre({
      networks: { mine: { type: "edr-simulated", alphaNetwork: "devnet" } },
    });
    const { alpha, provider, close } = await hre.network.create("mine");
    const params = [alpha?.contracts.router, "latest"];

    expect(alpha).to.include({ name: "devnet", sandbox: false });
    expect(await provider.request({ method: "eth_getCode", params })).to.equal(
      "0x",
    );
    await close();
  });
});

describe("a user's own HTTP network with the mark alphaNetwork and no chain id", () => {
  const mine = { type: "http", alphaNetwork: "devnet" } as const;

  it("given a node of another chain, then nothing is sent, as on devnet", async () => {
    await using node = await startChainNode({ chainId: 777 });
    const { network } = await createAlphaHre({
      networks: { mine: { ...mine, url: node.url } },
    });
    const connection = await network.create("mine");
    const { message } = await errorOf(() =>
      ask(connection, "eth_sendRawTransaction", "0x22"),
    );

    expect(message).to.match(/^HHE708.*32456.*777/);
    expect(node.methods).not.to.include("eth_sendRawTransaction");
  });

  it("has the chain id of the Alpha network in the resolved config, and keeps its own", async () => {
    const { config } = await createAlphaHre({
      alpha: { networks: { testnet: { chainId: 7 } } },
      networks: {
        mine: { ...mine, url: URL },
        configured: { ...mine, url: URL, alphaNetwork: "testnet" },
        own: { ...mine, url: URL, chainId: 5 },
      },
    });
    const { mine: like, configured, own } = config.networks;

    expect([like, configured, own].map((each) => each?.chainId)).to.deep.equal([
      32456, 7, 5,
    ]);
  });
});

describe("the warning of a taken name", () => {
  it("is on stderr, names the key that renames the network, and does not affect stdout and the exit code", async () => {
    using project = createProject(`
      import hardhatAlphaNetworks from "hardhat-alpha-networks";
      import { defineConfig } from "hardhat/config";
      export default defineConfig({
        plugins: [hardhatAlphaNetworks],
        networks: { devnet: { type: "http", url: "${URL}", chainId: 5 } },
      });
    `);

    const { code, stdout, stderr } = await runHardhat(
      ["alpha", "networks", "--format", "json"],
      { cwd: project.root },
    );

    expect(code).to.equal(0);
    expect(stderr).to.include("alpha.networks.devnet.name");
    expect(JSON.parse(stdout).networks[0]).to.include({
      network: "devnet",
      hardhatNetwork: null,
    });
  });
});

describe("an HTTP network with the name of an Alpha network and no chain id", () => {
  const third = { type: "http", url: URL } as const;

  it("is a mistake that names every remedy, and Hardhat ends", async () => {
    const { "networks.third.chainId": message, ...others } = await mistakesIn({
      networks: { third },
    });

    expect(others).to.deep.equal({});
    for (const remedy of [
      "chainId: 100",
      'alphaNetwork: "third"',
      "alpha.networks.third.name",
      "alpha.networks.third: false",
    ]) {
      expect(message).to.include(remedy);
    }
    const error = await errorOf(() => createAlphaHre({ networks: { third } }));
    expect(error.message).to.include("config.networks.third.chainId");
  });

  it("given another name for the Alpha network, is a mistake under that name only", async () => {
    const alpha = { networks: { third: { name: "genx", chainId: 7 } } };

    expect(await mistakesIn({ alpha, networks: { third } })).to.deep.equal({});
    expect(
      await mistakesIn({ alpha, networks: { genx: third } }),
    ).to.have.all.keys("networks.genx.chainId");
  });

  for (const [title, network, alpha] of [
    ["its chain id", { ...third, chainId: 100 }],
    ["the Alpha network disabled", third, { networks: { third: false } }],
  ] as const) {
    it(`given ${title}, is valid`, async () => {
      expect(
        await mistakesIn({ alpha, networks: { third: network } }),
      ).to.deep.equal({});
    });
  }
});
