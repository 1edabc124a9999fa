import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";

import { createAlphaHre } from "../support/alpha-hre.ts";
import { closing } from "../support/connections.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const URL = "http://127.0.0.1:1";
const MARKED = { type: "http", url: URL, alphaNetwork: "third" } as const;

describe("connection.alpha", () => {
  for (const name of ["devnet", "testnet", "third"] as const) {
    it(`of a connection to ${name} is ${name}'s data, frozen, as on hre.alpha`, async () => {
      const hre = await createAlphaHre();
      await using connection = closing(await hre.network.create(name));
      const { alpha } = connection;
      const { registry, portal } = hre.alpha.network(name);

      expect(alpha).to.include({ name, hardhatNetwork: name, sandbox: false });
      expect(alpha).to.deep.include({ registry, portal });
      expect(alpha).to.be.frozen;
    });
  }

  it("of a connection to another network is undefined, whatever its chain id", async () => {
    const { network } = await createAlphaHre({
      networks: { fork: { type: "edr-simulated", chainId: 100 } },
    });
    for (const name of ["default", "localhost", "fork"]) {
      await using connection = closing(await network.create(name));

      expect(connection).to.have.property("alpha", undefined);
    }
  });
});

describe("hre.alpha.connect", () => {
  it("given the name of a sandbox, is a new connection with its contracts", async () => {
    const { alpha } = await createAlphaHre();
    await using first = closing(await alpha.connect("thirdSandbox"));
    await using second = closing(await alpha.connect("thirdSandbox"));
    const { registry } = alpha.network("third");

    expect(first).not.to.equal(second);
    expect(first.alpha.registry).to.deep.equal(registry);
    const token = await first.alpha.contract("AlphaToken");
    expect(token.address).to.equal(registry.AlphaToken);
  });

  for (const [title, argument, config, network, name] of [
    [
      "the name of a live network, without any request",
      "devnet",
      { alpha: { networks: { devnet: { url: URL } } } },
      "devnet",
      "devnet",
    ],
    [
      "a network of the user's own and which one it is",
      { network: "mine", alphaNetwork: "third" },
      { networks: { mine: MARKED } },
      "mine",
      "third",
    ],
    [
      "a renamed network by its old name",
      "third",
      { alpha: { networks: { third: { name: "gx" } } } },
      "gx",
      "third",
    ],
  ] as const) {
    it(`given ${title}, is a connection to it`, async () => {
      const { alpha } = await createAlphaHre(config);
      await using connection = closing(await alpha.connect(argument as string));

      expect(connection.networkName).to.equal(network);
      expect(connection.alpha.name).to.equal(name);
    });
  }

  it("given nothing, is a connection to the network of --network", async () => {
    const { alpha } = await createAlphaHre({}, { network: "testnetSandbox" });
    await using connection = closing(await alpha.connect());

    expect(connection.networkName).to.equal("testnetSandbox");
    expect(connection.alpha.name).to.equal("testnet");
  });

  it("given Hardhat's parameters, passes them on", async () => {
    const { alpha } = await createAlphaHre();
    const override = { gas: 1_234_567n };
    const parameters = { chainType: "l1", override } as const;
    await using connection = closing(
      await alpha.connect({ network: "devnetSandbox", ...parameters }),
    );

    expect(connection.chainType).to.equal("l1");
    expect(connection.networkConfig).to.include(override);
  });

  const VALID = "Valid names: devnet, testnet, third, devnetSandbox";
  for (const [title, args, config, expected] of [
    [
      "nothing, without --network",
      [],
      {},
      'No network to connect to. Pass its name, as in connect("devnetSandbox"), or run Hardhat with --network. Names: devnet, testnet, third, devnetSandbox, testnetSandbox, thirdSandbox.',
    ],
    ["a misspelled name", ["devent"], {}, "Did you mean devnet? Valid names:"],
    [
      "a Hardhat network that is not an Alpha network",
      ["default"],
      {},
      `The Hardhat network "default" is not an Alpha network. ${VALID}`,
    ],
    [
      "another network with the chain id of an Alpha network",
      ["gnosis"],
      { networks: { gnosis: { type: "http", url: URL, chainId: 100 } } },
      "networks.gnosis.alphaNetwork",
    ],
    [
      "a network that is disabled",
      ["third"],
      { alpha: { networks: { third: false } } },
      'The network "third" is disabled',
    ],
    [
      "a network whose name another one has",
      ["devnet"],
      { networks: { devnet: { type: "http", url: URL, chainId: 5 } } },
      'Could not connect to "devnet": the Hardhat config has another network named "devnet"',
    ],
    [
      "an override to another network than the caller says",
      [
        {
          ...{ network: "devnet", alphaNetwork: "devnet" },
          override: { alphaNetwork: "testnet" },
        },
      ],
      {},
      'The Hardhat network "devnet" is marked as testnet (alphaNetwork), not as devnet.',
    ],
    [
      "an override of a sandbox to another network, whatever the caller says",
      [
        {
          ...{ network: "devnetSandbox", alphaNetwork: "testnet" },
          override: { alphaNetwork: "testnet" },
        },
      ],
      {},
      'The Hardhat network "devnetSandbox" is one of devnet, and a connection cannot override its alphaNetwork to testnet.',
    ],
    [
      "an override of the live network to another one, whatever the caller says",
      [
        {
          ...{ network: "devnet", alphaNetwork: "testnet" },
          override: { alphaNetwork: "testnet", url: URL },
        },
      ],
      {},
      'The Hardhat network "devnet" is one of devnet, and a connection cannot override its alphaNetwork to testnet.',
    ],
    [
      "an override of the user's network whose chain id is not the other's",
      [
        {
          ...{ network: "mine", alphaNetwork: "testnet" },
          override: { alphaNetwork: "testnet" },
        },
      ],
      { networks: { mine: { ...MARKED, chainId: 100 } } },
      'The Hardhat network "mine" is one of third, and a connection cannot override its alphaNetwork to testnet.',
    ],
    [
      "an override that removes the network, and with it the check of the chain",
      [{ network: "mine", override: { alphaNetwork: undefined } }],
      {
        networks: { mine: { type: "http", url: URL, alphaNetwork: "devnet" } },
      },
      'The Hardhat network "mine" is one of devnet, and a connection cannot override its alphaNetwork to undefined.',
    ],
    [
      "a network that is another one than the caller says",
      [{ network: "mine", alphaNetwork: "devnet" }],
      { networks: { mine: MARKED } },
      'The Hardhat network "mine" is marked as third (alphaNetwork), not as devnet. Correct one of the two.',
    ],
    [
      "a name of ours that the user has given to another Alpha network",
      ["devnetSandbox"],
      { alpha: { sandbox: false }, networks: { devnetSandbox: MARKED } },
      'connect({ network: "devnetSandbox", alphaNetwork: "third" })',
    ],
  ] as const) {
    it(`given ${title}, throws`, async () => {
      const { alpha } = await createAlphaHre(config as HardhatUserConfig);
      const message = await pluginMessageOf(async () => {
        await Reflect.apply(alpha.connect, alpha, args);
      });

      expect(message).to.include(expected);
    });
  }
});
