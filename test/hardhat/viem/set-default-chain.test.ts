import type {
  HardhatViemHelpers,
  PublicClient,
  WalletClient,
} from "@nomicfoundation/hardhat-viem/types";
import { expect } from "chai";
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
} from "viem";
import { gnosis } from "viem/chains";

import { third } from "../../../src/chains.ts";
import { setDefaultChain } from "../../../src/hardhat/viem/set-default-chain.ts";

const ADDRESS = "0x7A3C9F0729AB93e4F9945221168A56eCf450187D";
const ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const transport = custom({ request: () => Promise.resolve("0x64") });
const onGnosis = { transport, chain: gnosis };

interface Call {
  readonly client?: { public?: PublicClient; wallet?: WalletClient };
}

/**
 * Helpers that take the chain to be Gnosis', with the third network's instead, and the
 * configs that their contract functions were called with.
 */
function helpers(accounts: readonly `0x${string}`[] = [ACCOUNT]) {
  const calls: Call[] = [];
  const note = async (...args: readonly unknown[]) => {
    calls.push(Object(args.at(-1)));
    return expect.fail("stops here");
  };
  const viem: HardhatViemHelpers = {
    getPublicClient: async (config) =>
      createPublicClient({ ...onGnosis, ...config }),
    getWalletClients: async (config) =>
      await Promise.all(
        accounts.map((account) => viem.getWalletClient(account, config)),
      ),
    // As hardhat-viem types a client whose account the config took away.
    getWalletClient: async (account, config) =>
      createWalletClient({ account, ...onGnosis, ...config }) as WalletClient,
    getTestClient: async (config) =>
      createTestClient({ mode: "hardhat", ...onGnosis, ...config }),
    deployContract: note,
    sendDeploymentTransaction: note,
    getContractAt: note,
  };
  setDefaultChain(viem, third);
  return { viem, calls };
}

/** The clients of each kind with a config. */
const clientsOf = async (viem: HardhatViemHelpers, config?: object) => [
  await viem.getPublicClient(config),
  await viem.getWalletClient(OTHER, config),
  ...(await viem.getWalletClients(config)),
  await viem.getTestClient(config),
];

type Act = (viem: HardhatViemHelpers, config: object) => Promise<unknown>;

/** The config of the only call of a contract function. */
async function configOf(
  act: Act,
  config: object = {},
  accounts?: readonly `0x${string}`[],
): Promise<Call> {
  const { viem, calls } = helpers(accounts);
  await act(viem, config).catch(() => undefined);
  expect(calls).to.have.length(1);
  return calls[0] ?? {};
}

const ACTS: Readonly<Record<string, Act>> = {
  deployContract: (viem, config) => viem.deployContract("A", [1], config),
  sendDeploymentTransaction: (viem, config) =>
    viem.sendDeploymentTransaction("A", [1], config),
  getContractAt: (viem, config) => viem.getContractAt("A", ADDRESS, config),
};

describe("helpers that carry a chain", () => {
  for (const [title, config, expected] of [
    ["no chain", undefined, third],
    ["a chain that is undefined", { chain: undefined }, third],
    ["a chain of the user's", { chain: gnosis, pollingInterval: 7 }, gnosis],
  ] as const) {
    it(`given ${title}, then every kind of client has the one that it should`, async () => {
      const clients = await clientsOf(helpers().viem, config);

      expect(clients.map(({ chain }) => chain)).to.deep.equal(
        Array(4).fill(expected),
      );
      const intervals = clients.map(({ pollingInterval }) => pollingInterval);
      expect(intervals.every((ms) => ms === 7)).to.equal(expected === gnosis);
    });
  }

  for (const [name, act] of Object.entries(ACTS)) {
    it(`given no client, then ${name}'s have the chain and the first account`, async () => {
      const { client } = await configOf(act);

      expect(client?.public?.chain).to.equal(third);
      expect(client?.wallet?.chain).to.equal(third);
      expect(client?.wallet?.account.address).to.equal(ACCOUNT);
    });

    it(`given clients of the user's, then ${name} gets them, and the rest of the config`, async () => {
      const wallet = createWalletClient({ ...onGnosis, account: OTHER });
      const client = { public: createPublicClient(onGnosis), wallet };
      const given = { client, gas: 5n, confirmations: 2 };
      const one = await configOf(act, { client: { wallet } });

      expect(await configOf(act, given)).to.deep.equal(given);
      expect(one.client?.wallet).to.equal(wallet);
      expect(one.client?.public?.chain).to.equal(third);
    });

    const isDeployment = name !== "getContractAt";
    it(`given no account, then ${name} has ${isDeployment ? "no wallet client, which hardhat-viem reports" : "a wallet client without one, on the chain"}`, async () => {
      const { client } = await configOf(act, {}, []);

      expect(client).to.have.all.keys(
        isDeployment ? ["public"] : ["public", "wallet"],
      );
      expect(client?.wallet?.chain).to.equal(isDeployment ? undefined : third);
      expect(client?.wallet?.account).to.equal(undefined);
    });
  }

  it("changes the object that others hold, and keeps what they added to it", () => {
    const { viem } = helpers();
    const assertions = {};
    const held = Object.assign(viem, { assertions });
    const names = Object.keys(held);

    setDefaultChain(viem, third);

    expect(held.assertions).to.equal(assertions);
    expect(Object.keys(held)).to.have.members(names);
  });
});
