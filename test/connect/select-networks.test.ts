import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";

import type { NetworkSelection } from "../../src/connect/select-networks.ts";
import { selectNetworks } from "../../src/connect/select-networks.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const URL = "http://127.0.0.1:1";
const FOREIGN = { type: "http", url: URL, chainId: 5 } as const;
const MINE = { type: "http", url: URL, alphaNetwork: "third" } as const;

/** The selected networks, each as its name and its Hardhat network's. */
async function selected(
  selection: Partial<NetworkSelection>,
  config: HardhatUserConfig = {},
): Promise<readonly (readonly [string, string | null])[]> {
  const { config: resolved } = await createAlphaHre(config);
  return selectNetworks(resolved, {
    names: [],
    globalNetwork: undefined,
    sandbox: false,
    ...selection,
  }).map(({ network, hardhatNetwork }) => [network.name, hardhatNetwork]);
}

describe("the selection of networks", () => {
  it("given nothing, is all that are enabled", async () => {
    expect(await selected({})).to.deep.equal([
      ["devnet", "devnet"],
      ["testnet", "testnet"],
      ["third", "third"],
    ]);
    expect(
      await selected({}, { alpha: { networks: { testnet: false } } }),
    ).to.deep.equal([
      ["devnet", "devnet"],
      ["third", "third"],
    ]);
  });

  it("given --sandbox, is all sandboxes", async () => {
    expect(await selected({ sandbox: true })).to.deep.equal([
      ["devnet", "devnetSandbox"],
      ["testnet", "testnetSandbox"],
      ["third", "thirdSandbox"],
    ]);
  });

  it("given names, is those, in the order given", async () => {
    expect(await selected({ names: ["third", "devnet"] })).to.deep.equal([
      ["third", "third"],
      ["devnet", "devnet"],
    ]);
  });

  for (const [names, globalNetwork, sandbox, expected] of [
    [["devnet"], "devnet", false, "devnet"],
    [["devnet"], "devnet", true, "devnetSandbox"],
    [["devnetSandbox"], "devnetSandbox", false, "devnetSandbox"],
    [["devnet"], "devnetSandbox", true, "devnetSandbox"],
  ] as const) {
    it(`given ${names} and --network ${globalNetwork}${sandbox ? " with --sandbox" : ""}, which are the same, is ${expected}`, async () => {
      expect(await selected({ names, globalNetwork, sandbox })).to.deep.equal([
        ["devnet", expected],
      ]);
    });
  }

  for (const [names, globalNetwork, sandbox, name] of [
    [["third"], "devnet", false, "third"],
    [["devnet", "third"], "devnet", false, "third"],
    [["devnet"], "devnetSandbox", false, "devnet"],
    [["devnetSandbox"], "devnet", false, "devnetSandbox"],
    [["devnet"], "devnetFork", true, "devnet"],
    [["devnet"], "localhost", false, "devnet"],
    [["devnet"], "nope", false, "devnet"],
  ] as const) {
    it(`given ${names.join(" and ")} and --network ${globalNetwork}${sandbox ? " with --sandbox" : ""}, which contradict each other, is an error`, async () => {
      expect(
        await pluginMessageOf(() =>
          selected(
            { names, globalNetwork, sandbox },
            { alpha: { forks: true } },
          ),
        ),
      ).to.include(
        `--network ${globalNetwork} and the name ${name} are different networks. Pass only one of the two`,
      );
    });
  }

  it("given names and --sandbox, is their sandboxes", async () => {
    expect(await selected({ names: ["third"], sandbox: true })).to.deep.equal([
      ["third", "thirdSandbox"],
    ]);
  });

  it("given the name of a sandbox, is that, with --sandbox or without", async () => {
    for (const sandbox of [true, false]) {
      expect(
        await selected({ names: ["devnetSandbox"], sandbox }),
      ).to.deep.equal([["devnet", "devnetSandbox"]]);
    }
  });

  it("given --network, is that one alone", async () => {
    expect(await selected({ globalNetwork: "testnet" })).to.deep.equal([
      ["testnet", "testnet"],
    ]);
    expect(await selected({ globalNetwork: "thirdSandbox" })).to.deep.equal([
      ["third", "thirdSandbox"],
    ]);
  });

  it("given --network and --sandbox, is its sandbox", async () => {
    expect(
      await selected({ globalNetwork: "testnet", sandbox: true }),
    ).to.deep.equal([["testnet", "testnetSandbox"]]);
  });

  it("given a name twice, or two names of one network, has it once", async () => {
    expect(await selected({ names: ["devnet", "devnet"] })).to.deep.equal([
      ["devnet", "devnet"],
    ]);
    expect(
      await selected({ names: ["devnet", "devnetSandbox"], sandbox: true }),
    ).to.deep.equal([["devnet", "devnetSandbox"]]);
  });

  it("given a network and its sandbox, has both", async () => {
    expect(
      await selected({ names: ["devnet", "devnetSandbox"] }),
    ).to.deep.equal([
      ["devnet", "devnet"],
      ["devnet", "devnetSandbox"],
    ]);
  });

  it("given a user's own network that is marked, is what it is marked as", async () => {
    const config = { networks: { mine: MINE } };

    expect(await selected({ names: ["mine"] }, config)).to.deep.equal([
      ["third", "mine"],
    ]);
    expect(await selected({ globalNetwork: "mine" }, config)).to.deep.equal([
      ["third", "mine"],
    ]);
    expect(
      await selected({ names: ["mine"], sandbox: true }, config),
    ).to.deep.equal([["third", "thirdSandbox"]]);
  });

  for (const [title, selection, name] of [
    ["a fork's name", { names: ["devnetFork"] }, "devnetFork"],
    ["a fork as --network", { globalNetwork: "thirdFork" }, "thirdFork"],
    [
      "a sandbox's name and a fork of the user's",
      { names: ["devnetSandbox", "mine"] },
      "mine",
    ],
  ] as const) {
    it(`given ${title} and --sandbox, is refused, and never its network's sandbox`, async () => {
      const config: HardhatUserConfig = {
        alpha: { forks: true },
        networks: {
          mine: {
            type: "edr-simulated",
            chainId: 32456,
            alphaNetwork: "devnet",
            forking: { url: URL },
          },
        },
      };

      const message = await pluginMessageOf(() =>
        selected({ ...selection, sandbox: true }, config),
      );

      expect(message).to.include(`"${name}" is a fork`);
      expect(message).to.include(`"npx hardhat node --network ${name}"`);
      expect(await selected(selection, config)).to.deep.include([
        name === "thirdFork" ? "third" : "devnet",
        name,
      ]);
    });
  }

  it("given nothing, leaves a user's own marked networks out", async () => {
    expect(await selected({}, { networks: { mine: MINE } })).to.have.lengthOf(
      3,
    );
  });

  it("given our name of a network that is renamed, is that, as by its new name", async () => {
    const config = { alpha: { networks: { devnet: { name: "gx" } } } };

    for (const name of ["devnet", "gx"]) {
      expect(await selected({ names: [name] }, config)).to.deep.equal([
        ["devnet", "gx"],
      ]);
    }
    expect(await selected({ names: ["gxSandbox"] }, config)).to.deep.equal([
      ["devnet", "gxSandbox"],
    ]);
  });

  it("given our name where a user's own network has it, has no way to the node, and says why", async () => {
    const { config } = await createAlphaHre({
      networks: { devnet: FOREIGN },
      alpha: { sandbox: false },
    });
    const [one] = selectNetworks(config, {
      names: ["devnet"],
      globalNetwork: undefined,
      sandbox: false,
    });
    if (one?.hardhatNetwork !== null) {
      throw new Error("a way to the user's own chain");
    }

    expect(one.network.name).to.equal("devnet");
    expect(one.reason).to.include("alpha.networks.devnet.name");
  });

  it("given --sandbox where there is none, says so instead of asking the live node", async () => {
    const { config } = await createAlphaHre({ alpha: { sandbox: false } });
    const selection = selectNetworks(config, {
      names: [],
      globalNetwork: undefined,
      sandbox: true,
    });

    expect(
      selection.map((one) =>
        one.hardhatNetwork === null ? one.reason : one.hardhatNetwork,
      ),
    ).to.deep.equal(
      Array(3).fill("alpha.sandbox is false in the Hardhat config"),
    );
  });

  it("given --sandbox where a user's own live network has the sandbox's name, asks no node", async () => {
    expect(
      await selected(
        { names: ["devnet"], sandbox: true },
        {
          networks: {
            devnetSandbox: { ...FOREIGN, alphaNetwork: "devnet" },
          },
        },
      ),
    ).to.deep.equal([["devnet", null]]);
  });

  describe("given what is no Alpha network, throws with the names that are", () => {
    for (const name of ["default", "localhost", "node"]) {
      for (const selection of [{ names: [name] }, { globalNetwork: name }]) {
        it(`as for Hardhat's ${name} in ${JSON.stringify(selection)}`, async () => {
          expect(await pluginMessageOf(() => selected(selection))).to.equal(
            `The Hardhat network "${name}" is not an Alpha network. Valid names: devnet, testnet, third, devnetSandbox, testnetSandbox, thirdSandbox. If it is one, mark it in the Hardhat config: networks.${name}.alphaNetwork.`,
          );
        });
      }
    }

    for (const name of ["mainnet", "", "constructor", "__proto__"]) {
      it(`as for "${name}", which there is not`, async () => {
        expect(
          await pluginMessageOf(() => selected({ names: [name] })),
        ).to.equal(
          `Unknown network "${name}". Valid names: devnet, testnet, third, devnetSandbox, testnetSandbox, thirdSandbox.`,
        );
      });
    }

    for (const [name, nearest] of [
      ["devent", "devnet"],
      ["Devnet", "devnet"],
      ["devnet-sandbox", "devnetSandbox"],
      ["testnetSanbox", "testnetSandbox"],
      ["my-thrid", "my-third"],
    ] as const) {
      it(`as for "${name}", and suggests ${nearest}`, async () => {
        expect(
          await pluginMessageOf(() =>
            selected({ names: [name] }, { networks: { "my-third": MINE } }),
          ),
        ).to.include(
          `Unknown network "${name}". Did you mean ${nearest}? Valid names: devnet, `,
        );
      });
    }

    it("as for one wrong name among right ones", async () => {
      expect(
        await pluginMessageOf(() => selected({ names: ["devnet", "nope"] })),
      ).to.include('Unknown network "nope"');
    });

    it("as for a network that is disabled, and says that it is", async () => {
      expect(
        await pluginMessageOf(() =>
          selected(
            { names: ["third"] },
            { alpha: { networks: { third: false } } },
          ),
        ),
      ).to.equal(
        'The network "third" is disabled in the Hardhat config (alpha.networks.third: false). Valid names: devnet, testnet, devnetSandbox, testnetSandbox.',
      );
    });

    it("as for the sandbox of one that is disabled", async () => {
      expect(
        await pluginMessageOf(() =>
          selected(
            { names: ["thirdSandbox"] },
            { alpha: { networks: { third: false } } },
          ),
        ),
      ).to.include('Unknown network "thirdSandbox"');
    });

    it("as for --network with a user's own network that has our name, ours being renamed", async () => {
      expect(
        await pluginMessageOf(() =>
          selected(
            { globalNetwork: "devnet" },
            {
              networks: { devnet: FOREIGN },
              alpha: { networks: { devnet: { name: "gx" } } },
            },
          ),
        ),
      ).to.include('The Hardhat network "devnet" is not an Alpha network');
    });

    it("as for --network with a user's own network that has our name, ours not being there", async () => {
      expect(
        await pluginMessageOf(() =>
          selected(
            { globalNetwork: "devnet" },
            { networks: { devnet: FOREIGN }, alpha: { sandbox: false } },
          ),
        ),
      ).to.include('The Hardhat network "devnet" is not an Alpha network');
    });

    it("as for none, all networks being disabled", async () => {
      expect(
        await pluginMessageOf(() =>
          selected(
            {},
            {
              alpha: {
                networks: { devnet: false, testnet: false, third: false },
              },
            },
          ),
        ),
      ).to.include("All Alpha networks are disabled");
    });
  });
});
