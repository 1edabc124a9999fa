import { expect } from "chai";
import type {
  HardhatUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";

import { resolveAlphaConfig } from "../../../src/config/resolve-alpha-config.ts";
import type { AlphaConfig } from "../../../src/config/types.ts";
import type { AlphaUserConfig } from "../../../src/config/user-config.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { createProject, runHardhat } from "../../support/cli.ts";
import {
  asUserConfig,
  extendConfig,
  mistakesIn,
} from "../../support/config-hooks.ts";

const URL = "http://127.0.0.1:1";

/** `hre.config.alpha` of a config, and its warnings. */
async function resolved(config: HardhatUserConfig): Promise<{
  readonly networks: Readonly<Record<string, NetworkUserConfig>>;
  readonly alpha: AlphaConfig;
  readonly warnings: readonly string[];
}> {
  const extended = await extendConfig(config);
  const alpha = await resolveAlphaConfig(extended, resolveNothing);
  return {
    networks: extended.networks ?? {},
    alpha,
    warnings: alpha.warnings,
  };
}

const resolveNothing = () => ({
  _type: "ResolvedConfigurationVariable" as const,
  format: "{variable}",
  get: async () => "",
  getUrl: async () => "",
  getBigInt: async () => 0n,
  getHexString: async () => "0x",
});

describe("a network of the user with the name of an added one", () => {
  const foreign: Readonly<Record<string, NetworkUserConfig>> = {
    "another chain id": { type: "http", url: URL, chainId: 5 },
    "no chain id": { type: "http", url: URL },
    "another type": { type: "edr-simulated", chainId: 32456 },
    "another network's mark": {
      type: "http",
      url: URL,
      chainId: 32456,
      alphaNetwork: "testnet",
    },
  };

  for (const [title, devnet] of Object.entries(foreign)) {
    it(`given ${title}, is left exactly as it is`, async () => {
      const { networks } = await resolved({ networks: { devnet } });

      expect(networks["devnet"]).to.equal(devnet);
    });

    it(`given ${title}, the plugin's is not added, and one warning says how to rename it`, async () => {
      const { alpha, warnings } = await resolved({ networks: { devnet } });

      expect(alpha.networks.devnet?.hardhatNetwork.name).to.equal(null);
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.include("devnet was not added");
      expect(warnings[0]).to.include("alpha.networks.devnet.name");
      expect(warnings[0]).to.include("alpha.networks.devnet: false");
    });

    it(`given ${title} and another name for the plugin's, both are added, without a warning`, async () => {
      const { networks, alpha, warnings } = await resolved({
        networks: { devnet },
        alpha: { networks: { devnet: { name: "alphaDevnet" } } },
      });

      expect(networks["devnet"]).to.equal(devnet);
      expect(networks["alphaDevnet"]).to.include({
        type: "http",
        chainId: 32456,
        alphaNetwork: "devnet",
      });
      expect(alpha.networks.devnet?.hardhatNetwork).to.deep.equal({
        name: "alphaDevnet",
      });
      expect(warnings).to.deep.equal([]);
    });

    it(`given ${title} and the Alpha network disabled, there is no warning`, async () => {
      const { networks, warnings } = await resolved({
        networks: { devnet },
        alpha:
          devnet.alphaNetwork === undefined
            ? { networks: { devnet: false } }
            : { networks: { devnet: false, testnet: false } },
      });

      expect(networks["devnet"]).to.equal(devnet);
      expect(networks).to.not.have.property("devnetSandbox");
      expect(warnings).to.deep.equal([]);
    });
  }

  it("is not an Alpha network: its connection has no alpha, whatever its chain id", async () => {
    const hre = await createAlphaHre({
      networks: { gnosis: { type: "http", url: URL, chainId: 100 } },
    });
    const connection = await hre.network.create("gnosis");

    expect(connection.alpha).to.equal(undefined);
    await connection.close();
  });

  it("does not affect the other networks and sandboxes", async () => {
    const { networks, alpha } = await resolved({
      networks: { devnet: { type: "http", url: URL, chainId: 5 } },
    });

    expect(networks).to.include.keys("testnet", "third", "devnetSandbox");
    expect(alpha.networks.devnet?.sandboxNetwork).to.deep.equal({
      name: "devnetSandbox",
    });
  });
});

describe("a user's own network that has the name of a sandbox", () => {
  for (const [title, devnetSandbox] of Object.entries({
    "another chain id": { type: "edr-simulated", chainId: 5 },
    "no chain id": { type: "edr-simulated" },
    "another type": { type: "http", url: URL, chainId: 32456 },
    "the network's mark on a live node": {
      type: "http",
      url: URL,
      chainId: 32456,
      alphaNetwork: "devnet",
    },
  } satisfies Record<string, NetworkUserConfig>)) {
    it(`given ${title}, is left unchanged, is not a sandbox, and causes a warning`, async () => {
      const { networks, alpha, warnings } = await resolved({
        networks: { devnetSandbox },
      });

      expect(networks["devnetSandbox"]).to.equal(devnetSandbox);
      expect(alpha.networks.devnet?.sandboxNetwork.name).to.equal(null);
      expect(alpha.networks.devnet?.hardhatNetwork.name).to.equal("devnet");
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.include("the sandbox of devnet was not added");
      expect(warnings[0]).to.include("alpha.networks.devnet.name");
    });
  }

  it("given alphaSandbox: false, is not a sandbox", async () => {
    const { alpha, warnings } = await resolved({
      networks: {
        devnetSandbox: {
          type: "edr-simulated",
          chainId: 32456,
          alphaSandbox: false,
        },
      },
    });

    expect(alpha.networks.devnet?.sandboxNetwork.name).to.equal(null);
    expect(warnings).to.have.lengthOf(1);
  });

  it("is not warned of where the sandboxes are disabled", async () => {
    const { warnings } = await resolved({
      alpha: { sandbox: false },
      networks: { devnetSandbox: { type: "edr-simulated", chainId: 5 } },
    });

    expect(warnings).to.deep.equal([]);
  });
});

describe("a user's own network of the same name, chain id and type", () => {
  it("overrides the plugin's: it keeps its values and gets the others", async () => {
    const { networks, alpha, warnings } = await resolved({
      networks: {
        devnet: { type: "http", chainId: 32456, url: URL, timeout: 9 },
      },
    });

    expect(networks["devnet"]).to.deep.equal({
      type: "http",
      chainId: 32456,
      url: URL,
      timeout: 9,
      accounts: [],
      alphaNetwork: "devnet",
    });
    expect(alpha.networks.devnet?.hardhatNetwork.name).to.equal("devnet");
    expect(warnings).to.deep.equal([]);
  });

  it("overrides the plugin's if it has the configured chain id", async () => {
    const { networks } = await resolved({
      alpha: { networks: { devnet: { chainId: 5 } } },
      networks: { devnet: { type: "http", chainId: 5, url: URL } },
    });

    expect(networks["devnet"]).to.include({ alphaNetwork: "devnet" });
  });

  it("given some fields only, as a JavaScript user may write it, gets the plugin's others", async () => {
    const { networks, warnings } = await resolved(
      asUserConfig({ networks: { devnet: { timeout: 9 } } }),
    );

    expect(networks["devnet"]).to.include({
      type: "http",
      chainId: 32456,
      timeout: 9,
    });
    expect(warnings).to.deep.equal([]);
  });

  it("given undefined fields, gets the plugin's values", async () => {
    const { networks } = await resolved(
      asUserConfig({
        networks: {
          devnet: {
            type: "http",
            chainId: 32456,
            url: URL,
            accounts: undefined,
          },
        },
      }),
    );

    expect(networks["devnet"]).to.deep.include({ accounts: [] });
  });
});

describe("a user's own network with the mark alphaNetwork", () => {
  const mine = { type: "http", url: URL, alphaNetwork: "third" } as const;

  it("is that Alpha network, in addition to the plugin's", async () => {
    const hre = await createAlphaHre({ networks: { mine } });
    const connection = await hre.network.create("mine");

    expect(connection.alpha?.name).to.equal("third");
    expect(connection.alpha?.sandbox).to.equal(false);
    expect(hre.alpha.network("third").hardhatNetwork).to.equal("third");
    await connection.close();
  });

  it("keeps its values, and gets none of the plugin's", async () => {
    const hre = await createAlphaHre({ networks: { mine } });
    const { mine: network } = hre.config.networks;
    if (network?.type !== "http") {
      throw new Error("no live network");
    }

    expect(network.alphaNetwork).to.equal("third");
    expect(network.chainId).to.equal(undefined);
    expect(network.timeout).to.equal(300_000);
    expect(await network.url.getUrl()).to.equal(URL);
  });

  it("is not a sandbox without alphaSandbox", async () => {
    const hre = await createAlphaHre({
      networks: { mine: { type: "edr-simulated", alphaNetwork: "devnet" } },
    });
    const connection = await hre.network.create("mine");
    const code = await connection.provider.request({
      method: "eth_getCode",
      params: ["0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a", "latest"],
    });

    expect(connection.alpha?.name).to.equal("devnet");
    expect(connection.alpha?.sandbox).to.equal(false);
    expect(code).to.equal("0x");
    await connection.close();
  });
});

describe("the names of JavaScript's own", () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    it(`given the invalid name ${name}, changes no prototype`, async () => {
      const alpha: AlphaUserConfig = { networks: { devnet: { name } } };
      const { networks } = await extendConfig({ alpha });

      expect({}).to.not.have.property("alphaNetwork");
      expect(Object.keys(networks ?? {})).to.include("testnet");
    });
  }
});

describe("the warning of a taken name", () => {
  it("is on stderr, names the key that renames the network, and does not affect stdout and the exit code", async () => {
    const project = createProject(`
      import hardhatAlphaNetworks from "hardhat-alpha-networks";
      import { defineConfig } from "hardhat/config";
      export default defineConfig({
        plugins: [hardhatAlphaNetworks],
        networks: { devnet: { type: "http", url: "${URL}", chainId: 5 } },
      });
    `);
    try {
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
    } finally {
      project.remove();
    }
  });
});

describe("an HTTP network with the name of an Alpha network and no chain id", () => {
  const third = { type: "http", url: URL };

  it("is a mistake that names every remedy", async () => {
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
  });

  it("given another name for the Alpha network, is a mistake under that name only", async () => {
    const alpha = { networks: { third: { name: "genx", chainId: 7 } } };

    expect(await mistakesIn({ alpha, networks: { third } })).to.deep.equal({});
    const mistakes = await mistakesIn({ alpha, networks: { genx: third } });
    expect(Object.keys(mistakes)).to.deep.equal(["networks.genx.chainId"]);
    expect(mistakes["networks.genx.chainId"]).to.include("chainId: 7");
  });

  for (const [title, config] of Object.entries({
    "its chain id": { networks: { third: { ...third, chainId: 100 } } },
    "the chain id of another network": {
      networks: { third: { ...third, chainId: 5 } },
    },
    "its mark": { networks: { third: { ...third, alphaNetwork: "third" } } },
    "the Alpha network disabled": {
      alpha: { networks: { third: false } },
      networks: { third },
    },
    "no type, so that its values override ours": {
      networks: { third: { url: URL } },
    },
  })) {
    it(`given ${title}, is valid`, async () => {
      expect(await mistakesIn(config)).to.deep.equal({});
    });
  }

  it("given hardhat run, then the command ends before anything is sent", async () => {
    const project = createProject(`
      import hardhatAlphaNetworks from "hardhat-alpha-networks";
      import { defineConfig } from "hardhat/config";
      export default defineConfig({
        plugins: [hardhatAlphaNetworks],
        networks: { third: { type: "http", url: "${URL}" } },
      });
    `);
    try {
      const { code, stderr } = await runHardhat(["alpha", "networks"], {
        cwd: project.root,
      });

      expect(code).to.equal(1);
      expect(stderr).to.include("config.networks.third.chainId");
    } finally {
      project.remove();
    }
  });
});
