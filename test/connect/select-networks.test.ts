import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import { selectNetworks } from "../../src/connect/select-networks.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const URL = "http://127.0.0.1:1";
const FOREIGN = { type: "http", url: URL, chainId: 5 } as const;
const MINE = { type: "http", url: URL, alphaNetwork: "third" } as const;
const FORKS: HardhatUserConfig = {
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
const RENAMED = { alpha: { networks: { devnet: { name: "gx" } } } };
const WITHOUT_THIRD = { alpha: { networks: { third: false } } } as const;

/** The networks that the arguments of a command select, as a text for each. */
async function selected(
  command: string,
  config: HardhatUserConfig = {},
): Promise<readonly string[]> {
  const hre = await createAlphaHre(config);
  const [, names = "", , globalNetwork, sandbox = ""] =
    /^(.*?)( ?--network (\S*))?( ?--sandbox)?$/.exec(command) ?? [];
  return selectNetworks(hre.config, {
    names: names === "" ? [] : names.split(" "),
    globalNetwork,
    sandbox: sandbox !== "",
  }).map((one) =>
    one.hardhatNetwork === null
      ? `${one.network.name}: ${one.reason}`
      : one.hardhatNetwork === one.network.name
        ? one.hardhatNetwork
        : `${one.network.name} as ${one.hardhatNetwork}`,
  );
}

describe("the selection of networks", () => {
  const DEVNET_SANDBOX = ["devnet as devnetSandbox"];
  const TESTNET_SANDBOX = ["testnet as testnetSandbox"];
  const THIRD_SANDBOX = ["third as thirdSandbox"];
  const ALL = ["devnet", "testnet", "third"];
  for (const [command, expected, config = {}] of [
    ["", ALL],
    ["", ["devnet", "testnet"], WITHOUT_THIRD],
    // A user's own marked networks are left out.
    ["", ALL, { networks: { mine: MINE } }],
    ["--sandbox", [...DEVNET_SANDBOX, ...TESTNET_SANDBOX, ...THIRD_SANDBOX]],
    ["third devnet", ["third", "devnet"]],
    ["third --sandbox", THIRD_SANDBOX],
    ["devnetSandbox", DEVNET_SANDBOX],
    ["--network testnet", ["testnet"]],
    ["--network testnet --sandbox", TESTNET_SANDBOX],
    ["devnet --network devnetSandbox --sandbox", DEVNET_SANDBOX],
    ["devnet devnet", ["devnet"]],
    ["devnet devnetSandbox", ["devnet", ...DEVNET_SANDBOX]],
    ["--network mine", ["third as mine"], { networks: { mine: MINE } }],
    ["mine --sandbox", THIRD_SANDBOX, { networks: { mine: MINE } }],
    ["devnetFork mine", ["devnet as devnetFork", "devnet as mine"], FORKS],
    ["gxSandbox", ["devnet as gxSandbox"], RENAMED],
    [
      "--sandbox",
      ALL.map(
        (name) => `${name}: alpha.sandbox is false in the Hardhat config`,
      ),
      { alpha: { sandbox: false } },
    ],
  ] as const) {
    it(`given "${command}" with ${JSON.stringify(config)}, is ${expected.join(", ")}`, async () => {
      expect(await selected(command, config)).to.deep.equal(expected);
    });
  }

  for (const [command, networks] of [
    ["devnet", { devnet: FOREIGN }],
    [
      "devnet --sandbox",
      { devnetSandbox: { ...FOREIGN, alphaNetwork: "devnet" } },
    ],
  ] as const) {
    it(`given "${command}" where a user's own network has the name, has no way to a node, and says why`, async () => {
      expect((await selected(command, { networks })).join()).to.match(
        /^devnet: .*alpha\.networks\.devnet\.name/,
      );
    });
  }

  for (const [command, name] of [
    ["third --network devnet", "third"],
    ["devnet --network devnetSandbox", "devnet"],
    ["devnet --network devnetFork --sandbox", "devnet"],
    ["devnet --network nope", "devnet"],
  ] as const) {
    it(`given "${command}", which contradict each other, is an error`, async () => {
      expect(await pluginMessageOf(() => selected(command, FORKS))).to.match(
        new RegExp(
          `^--network \\S+ and the name ${name} are different networks\\. Pass only one of the two`,
        ),
      );
    });
  }

  for (const [command, name] of [
    ["--network thirdFork --sandbox", "thirdFork"],
    ["devnetSandbox mine --sandbox", "mine"],
  ] as const) {
    it(`given "${command}", the fork is refused, and never its network's sandbox`, async () => {
      const message = await pluginMessageOf(() => selected(command, FORKS));

      expect(message).to.include(`"${name}" is a fork`);
      expect(message).to.include(`"npx hardhat node --network ${name}"`);
    });
  }

  describe("given what is no Alpha network, throws with the names that are", () => {
    const VALID =
      "Valid names: devnet, testnet, third, devnetSandbox, testnetSandbox, thirdSandbox.";
    const NOT_ALPHA = 'The Hardhat network "devnet" is not an Alpha network';
    for (const [command, message, config = {}] of [
      [
        "localhost",
        `The Hardhat network "localhost" is not an Alpha network. ${VALID} If it is one, mark it in the Hardhat config: networks.localhost.alphaNetwork.`,
      ],
      ["__proto__", `Unknown network "__proto__". ${VALID}`],
      ["--network ", `Unknown network "". ${VALID}`],
      [
        "devent",
        'network "devent". Did you mean devnet? Valid names: devnet, ',
      ],
      ["testnetSanbox", "Did you mean testnetSandbox?"],
      ["my-thrid", "you mean my-third?", { networks: { "my-third": MINE } }],
      [
        "third",
        'The network "third" is disabled in the Hardhat config (alpha.networks.third: false). Valid names: devnet, testnet, devnetSandbox, testnetSandbox.',
        WITHOUT_THIRD,
      ],
      ["thirdSandbox", 'Unknown network "thirdSandbox"', WITHOUT_THIRD],
      ["--network devnet", NOT_ALPHA, { networks: { devnet: FOREIGN } }],
      [
        "",
        "All Alpha networks are disabled",
        {
          alpha: { networks: { devnet: false, testnet: false, third: false } },
        },
      ],
    ] as const) {
      it(`as for "${command}" with ${JSON.stringify(config)}`, async () => {
        expect(
          await pluginMessageOf(() => selected(command, config)),
        ).to.include(message);
      });
    }
  });
});
