import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";

import { createAlphaHre } from "../support/alpha-hre.ts";
import { closing, connectTo } from "../support/connections.ts";
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

  for (const name of ["default", "node", "localhost", "fork"]) {
    it(`of a connection to another network, ${name}, is undefined, whatever its chain id`, async () => {
      const { network } = await createAlphaHre({
        networks: { fork: { type: "edr-simulated", chainId: 100 } },
      });
      await using connection = closing(await network.create(name));

      expect(connection).to.have.property("alpha", undefined);
    });
  }

  it("looks addresses up and throws this plugin's errors, as hre.alpha does", async () => {
    await using connection = await connectTo("third");
    const { alpha } = connection;
    const lookUp = (...args: unknown[]) =>
      Reflect.apply(alpha.address, alpha, args);

    const { ERC20Templates } = Object(alpha.registry);
    expect(lookUp("ERC20Templates", 0)).to.equal(ERC20Templates[0]);
    expect(await pluginMessageOf(() => lookUp("Alpha"))).to.include(
      'has no key "Alpha"',
    );
  });

  it("is the same for connections that getOrCreate shares", async () => {
    const { network } = await createAlphaHre();
    await using first = closing(await network.getOrCreate("devnet"));
    const second = await network.getOrCreate("devnet");

    expect(second.alpha).to.equal(first.alpha);
    expect(first.alpha?.name).to.equal("devnet");
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
    ...["third", "gx"].map(
      (given) =>
        [
          `a renamed network by its name ${given}`,
          given,
          { alpha: { networks: { third: { name: "gx" } } } },
          "gx",
          "third",
        ] as const,
    ),
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
    const gas = 1_234_567n;
    await using connection = closing(
      await alpha.connect({
        network: "devnetSandbox",
        chainType: "l1",
        override: { gas },
      }),
    );

    expect(connection.chainType).to.equal("l1");
    expect(connection.networkConfig.gas).to.equal(gas);
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
      "a sandbox where there are none",
      ["devnetSandbox"],
      { alpha: { sandbox: false } },
      'Unknown network "devnetSandbox"',
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
    ["what is not a name", [5], {}, "No network to connect to."],
    ["null", [null], {}, "No network to connect to."],
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
