import type {
  HardhatViemHelpers,
  PublicClient,
  WalletClient,
} from "@nomicfoundation/hardhat-viem/types";
import { expect } from "chai";
import {
  type Chain,
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

const publicClient = (chain: Chain): PublicClient =>
  createPublicClient({ chain, transport });
const walletClient = (chain: Chain): WalletClient =>
  createWalletClient({ chain, transport, account: OTHER });

/** Helpers that take the chain to be Gnosis', and note what they are called with. */
function helpers({ accounts = [ACCOUNT] as `0x${string}`[] } = {}) {
  const calls: (readonly [name: string, ...args: unknown[]])[] = [];
  const refuse = async () => {
    throw new Error("stops here");
  };
  const viem: HardhatViemHelpers = {
    getPublicClient: async (config) =>
      createPublicClient({
        transport,
        ...config,
        chain: config?.chain ?? gnosis,
      }),
    getWalletClients: async (config) =>
      await Promise.all(
        accounts.map((account) => viem.getWalletClient(account, config)),
      ),
    getWalletClient: async (account, config) => {
      const client = createWalletClient({
        account,
        transport,
        ...config,
        chain: config?.chain ?? gnosis,
      });
      // As hardhat-viem types a client whose account the config took away.
      return client as WalletClient;
    },
    getTestClient: async (config) =>
      createTestClient({
        transport,
        mode: "hardhat",
        ...config,
        chain: config?.chain ?? gnosis,
      }),
    deployContract: async (...args) => {
      calls.push(["deployContract", ...args]);
      return await refuse();
    },
    sendDeploymentTransaction: async (...args) => {
      calls.push(["sendDeploymentTransaction", ...args]);
      return await refuse();
    },
    getContractAt: async (...args) => {
      calls.push(["getContractAt", ...args]);
      return await refuse();
    },
  };
  return { viem, calls };
}

interface Call {
  readonly client?: { public?: PublicClient; wallet?: WalletClient };
  readonly [key: string]: unknown;
}

/** The config of the only call of a contract function. */
async function configOf(
  act: (viem: HardhatViemHelpers) => Promise<unknown>,
  options: Parameters<typeof helpers>[0] = {},
): Promise<Call> {
  const { viem, calls } = helpers(options);
  setDefaultChain(viem, third);
  await act(viem).then(
    () => expect.fail("fulfilled"),
    (error: Error) => expect(error.message).to.equal("stops here"),
  );
  expect(calls).to.have.length(1);
  return calls[0]?.at(-1) as Call;
}

describe("helpers that carry a chain", () => {
  it("given no chain, then every kind of client has it", async () => {
    const { viem } = helpers();
    setDefaultChain(viem, third);

    expect((await viem.getPublicClient()).chain).to.equal(third);
    expect((await viem.getWalletClient(OTHER)).chain).to.equal(third);
    expect((await viem.getTestClient()).chain).to.equal(third);
    const wallets = await viem.getWalletClients();
    expect(wallets.map(({ chain }) => chain)).to.deep.equal([third]);
  });

  it("given a chain of the user's, then it wins, whatever else the config says", async () => {
    const { viem } = helpers();
    setDefaultChain(viem, third);
    const config = { chain: gnosis, pollingInterval: 7 };

    const clients = [
      await viem.getPublicClient(config),
      await viem.getWalletClient(OTHER, config),
      ...(await viem.getWalletClients(config)),
      await viem.getTestClient(config),
    ];

    expect(clients.map(({ chain }) => chain)).to.deep.equal(
      Array(4).fill(gnosis),
    );
    expect(clients.map(({ pollingInterval }) => pollingInterval)).to.deep.equal(
      Array(4).fill(7),
    );
  });

  it("given a chain that is undefined, then none is given", async () => {
    const { viem } = helpers();
    setDefaultChain(viem, third);

    const client = await viem.getPublicClient({ chain: undefined });

    expect(client.chain).to.equal(third);
  });

  for (const [name, act] of [
    [
      "deployContract",
      (viem: HardhatViemHelpers, config: object) =>
        viem.deployContract("A", [1], config),
    ],
    [
      "sendDeploymentTransaction",
      (viem: HardhatViemHelpers, config: object) =>
        viem.sendDeploymentTransaction("A", [1], config),
    ],
    [
      "getContractAt",
      (viem: HardhatViemHelpers, config: object) =>
        viem.getContractAt("A", ADDRESS, config),
    ],
  ] as const) {
    it(`given no client, then ${name}'s have the chain and the first account`, async () => {
      const { client } = await configOf((viem) => act(viem, {}));

      expect(client?.public?.chain).to.equal(third);
      expect(client?.wallet?.chain).to.equal(third);
      expect(client?.wallet?.account.address).to.equal(ACCOUNT);
    });

    it(`given clients of the user's, then ${name} gets them, and the rest of the config`, async () => {
      const given = {
        public: publicClient(gnosis),
        wallet: walletClient(gnosis),
      };
      const config = await configOf((viem) =>
        act(viem, { client: given, gas: 5n, confirmations: 2 }),
      );

      expect(config.client?.public).to.equal(given.public);
      expect(config.client?.wallet).to.equal(given.wallet);
      expect(config).to.include({ gas: 5n, confirmations: 2 });
    });

    it(`given one client of the user's, then ${name} gets it and the chain in the other`, async () => {
      const wallet = walletClient(gnosis);
      const { client } = await configOf((viem) =>
        act(viem, { client: { wallet } }),
      );

      expect(client?.wallet).to.equal(wallet);
      expect(client?.public?.chain).to.equal(third);
    });
  }

  it("given no account, then getContractAt has a wallet client without one, on the chain", async () => {
    const { client } = await configOf(
      (viem) => viem.getContractAt("A", ADDRESS),
      { accounts: [] },
    );

    expect(client?.wallet?.chain).to.equal(third);
    expect(client?.wallet?.account).to.equal(undefined);
  });

  it("given no account, then a deployment has no wallet client, which hardhat-viem reports", async () => {
    const { client } = await configOf((viem) => viem.deployContract("A"), {
      accounts: [],
    });

    expect(client).to.have.all.keys("public");
  });

  it("changes the object that others hold, and keeps what they added to it", () => {
    const { viem } = helpers();
    const assertions = {};
    const held = Object.assign(viem, { assertions });

    setDefaultChain(viem, third);

    expect(held.assertions).to.equal(assertions);
    expect(Object.keys(held)).to.have.members([
      ...Object.keys(helpers().viem),
      "assertions",
    ]);
  });
});
