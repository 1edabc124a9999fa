import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";

import { createAlphaHre } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const URL = "http://127.0.0.1:1";

/** The error message of `hre.alpha.connect` with any arguments. */
async function messageOf(
  args: readonly unknown[],
  config: HardhatUserConfig = {},
): Promise<string> {
  const { alpha } = await createAlphaHre(config);
  return await pluginMessageOf(async () => {
    await Reflect.apply(alpha.connect, alpha, args);
  });
}

describe("hre.alpha.connect", () => {
  it("given the name of a sandbox, is a new connection with its contracts", async () => {
    const hre = await createAlphaHre();
    const first = await hre.alpha.connect("thirdSandbox");
    const second = await hre.alpha.connect("thirdSandbox");

    expect(first).not.to.equal(second);
    expect(first.alpha.registry).to.deep.equal(
      hre.alpha.network("third").registry,
    );
    const token = await first.alpha.contract("AlphaToken");
    expect(token.address).to.equal(first.alpha.registry.AlphaToken);
    await first.close();
    await second.close();
  });

  it("given the name of a live network, is a connection to it, without any request", async () => {
    const { alpha } = await createAlphaHre({
      alpha: { networks: { devnet: { url: URL } } },
    });
    const connection = await alpha.connect("devnet");

    expect(connection.networkName).to.equal("devnet");
    expect(connection.alpha.name).to.equal("devnet");
    await connection.close();
  });

  it("given nothing, is a connection to the network of --network", async () => {
    const hre = await createAlphaHre();
    const alpha = (await createAlphaHre({}, { network: "testnetSandbox" }))
      .alpha;
    const connection = await alpha.connect();

    expect(connection.networkName).to.equal("testnetSandbox");
    expect(connection.alpha.name).to.equal("testnet");
    await connection.close();
    expect(await pluginMessageOf(() => hre.alpha.connect())).to.equal(
      'No network to connect to. Pass its name, as in connect("devnetSandbox"), or run Hardhat with --network. Names: devnet, testnet, third, devnetSandbox, testnetSandbox, thirdSandbox.',
    );
  });

  it("given a network of the user's own and which one it is, is a connection to it", async () => {
    const { alpha } = await createAlphaHre({
      networks: { mine: { type: "http", url: URL, alphaNetwork: "third" } },
    });
    const connection = await alpha.connect({
      network: "mine",
      alphaNetwork: "third",
    });

    expect(connection.networkName).to.equal("mine");
    expect(connection.alpha.registry.AlphaToken).to.equal(
      alpha.network("third").registry.AlphaToken,
    );
    await connection.close();
  });

  it("given Hardhat's parameters, passes them on", async () => {
    const { alpha } = await createAlphaHre();
    const connection = await alpha.connect({
      network: "devnetSandbox",
      chainType: "l1",
      override: { gas: 1_234_567n },
    });

    expect(connection.chainType).to.equal("l1");
    expect(connection.networkConfig.gas).to.equal(1_234_567n);
    await connection.close();
  });

  it("given the name of a renamed network, connects to it by either name", async () => {
    const { alpha } = await createAlphaHre({
      alpha: { networks: { third: { name: "gx" } } },
    });
    for (const name of ["third", "gx"]) {
      const connection = await alpha.connect(name);
      expect(connection.networkName).to.equal("gx");
      await connection.close();
    }
  });

  const VALID = "Valid names: devnet, testnet, third, devnetSandbox";
  for (const [title, args, config, expected] of [
    ["a misspelled name", ["devent"], {}, "Did you mean devnet? Valid names:"],
    [
      "a Hardhat network that is not an Alpha network",
      ["default"],
      {},
      `The Hardhat network "default" is not an Alpha network. ${VALID}`,
    ],
    [
      "--network that is not an Alpha network",
      [{ network: "localhost" }],
      {},
      `The Hardhat network "localhost" is not an Alpha network. ${VALID}`,
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
      {
        networks: { mine: { type: "http", url: URL, alphaNetwork: "third" } },
      },
      'The Hardhat network "mine" is marked as third (alphaNetwork), not as devnet. Correct one of the two.',
    ],
    [
      "a name of ours that the user has given to another Alpha network",
      ["devnetSandbox"],
      {
        alpha: { sandbox: false },
        networks: {
          devnetSandbox: { type: "http", url: URL, alphaNetwork: "third" },
        },
      },
      'connect({ network: "devnetSandbox", alphaNetwork: "third" })',
    ],
    ["what is not a name", [5], {}, "No network to connect to."],
    ["null", [null], {}, "No network to connect to."],
  ] as const) {
    it(`given ${title}, throws`, async () => {
      expect(await messageOf(args, config as HardhatUserConfig)).to.include(
        expected,
      );
    });
  }
});
