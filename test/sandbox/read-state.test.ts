import { expect } from "chai";
import { genesisAllocation } from "../../src/sandbox/genesis.ts";
import {
  type ChainState,
  readChainState,
  readSandbox,
} from "../../src/sandbox/read-state.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { errorOf } from "../support/rejection-of.ts";
import { createChain } from "../support/sandbox-connection.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const PUBLISHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const ROUTER = `0x${"11".repeat(20)}` as const;
const SLOT = `0x${"00".repeat(31)}05`;

type Request = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Writes an allocation to an empty chain, as a node that starts with it. */
async function load(request: Request, state: ChainState): Promise<void> {
  for (const [address, account] of Object.entries(genesisAllocation(state))) {
    await request("hardhat_setBalance", address, account.balance);
    await request("hardhat_setNonce", address, account.nonce);
    await request("hardhat_setCode", address, account.code ?? "0x");
    for (const [slot, value] of Object.entries(account.storage ?? {})) {
      const short = `0x${BigInt(slot).toString(16)}`;
      await request("hardhat_setStorageAt", address, short, value);
    }
  }
}

/** The hash over the whole storage of an account, and all else that it has. */
async function fingerprint(request: Request, address: string) {
  const proof = await request("eth_getProof", address, [], "latest");
  if (typeof proof !== "object" || proof === null) {
    throw new Error("no proof");
  }
  const { accountProof: _, ...account } = { ...proof, accountProof: [] };
  expect(account).to.include.keys("storageHash", "codeHash", "nonce");
  return account;
}

describe("the state of a sandbox", function () {
  this.timeout(60_000);

  for (const [title, alpha, plan] of [
    ["the preset", {}, SANDBOX_PLANS.devnet.plan],
    [
      "another router, owner and balances",
      {
        networks: { devnet: { registry: { Router: ROUTER } } },
        sandbox: { owner: PUBLISHER, balances: { alpha: { [BUYER]: "12.5" } } },
      },
      { ...SANDBOX_PLANS.devnet.plan, router: ROUTER },
    ],
  ] as const) {
    it(`given ${title}, when it is loaded into an empty chain, then each account has the same code, nonce, balance and storage hash, and a data asset can be published and bought`, async () => {
      const hre = await createAlphaHreOf(alpha);
      const sandbox = await hre.network.create("devnetSandbox");
      const chain = await createChain({ chainId: 32456 });
      const original: Request = (method, ...params) =>
        sandbox.provider.request({ method, params });
      try {
        const state = await readChainState(sandbox.provider);
        await load(chain.request, state);

        const addresses = state.map(({ address }) => address);
        expect(addresses).to.include.members([
          plan.router,
          plan.erc721Factory,
          BUYER,
        ]);
        // With an empty storage, a hash of nothing would be equal, too.
        expect(state.filter(({ storage }) => storage.size > 0)).to.have.length(
          10,
        );
        for (const address of addresses) {
          expect(
            await fingerprint(chain.request, address),
            address,
          ).to.deep.equal(await fingerprint(original, address));
        }
        const price = 10n ** 18n;
        const { publish, buy } = market(chain.connection.provider, plan);
        const { exchangeId } = await publish({
          publisher: PUBLISHER,
          paymentToken: plan.token,
          paymentDecimals: 18,
          price,
        });
        await buy({
          buyer: BUYER,
          paymentToken: plan.token,
          exchangeId,
          limit: 2n * price,
        });
      } finally {
        await sandbox.close();
        await chain.connection.close();
      }
    });
  }

  it("given a slot that a transaction sets to zero again, then it is not part of the state", async () => {
    await using chain = await createChain();
    const [from] = [await chain.request("eth_accounts")].flat();
    // Stores the call data in slot 5.
    await chain.request("hardhat_setCode", BUYER, "0x600035600555");
    for (const value of ["01", "00"]) {
      const data = `0x${value.padStart(64, "0")}`;
      await chain.request("eth_sendTransaction", { from, to: BUYER, data });
      const state = await readChainState(chain.connection.provider);
      const storage = state.find(({ address }) => address === BUYER)?.storage;
      expect([...(storage ?? [])]).to.deep.equal(
        value === "01" ? [[SLOT, data]] : [],
      );
    }
  });

  it("given an account without anything, then it is not part of the state", async () => {
    await using chain = await createChain({
      accounts: [{ privateKey: `0x${"5".repeat(64)}`, balance: "0" }],
    });

    expect(await readChainState(chain.connection.provider)).to.eql([]);
  });

  it("given a network without a sandbox, then the error says why", async () => {
    const hre = await createAlphaHreOf({ sandbox: false });
    const { devnet } = hre.config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("no devnet");
    }
    const error = await errorOf(() => readSandbox(hre.network, devnet));
    expect(error.message).to.match(/devnet has no sandbox: alpha\.sandbox is/);
  });

  for (const [title, answers] of [
    ["accounts that are none", { eth_accounts: ["router"] }],
    ["a block without transactions", { eth_blockNumber: "0x1" }],
    ["no number of blocks", { eth_blockNumber: null }],
  ] as const) {
    it(`given ${title}, then reading fails`, async () => {
      const all: Readonly<Record<string, unknown>> = {
        eth_blockNumber: "0x0",
        ...answers,
      };
      const error = await errorOf(() =>
        readChainState({ request: async ({ method }) => all[method] }),
      );
      expect(error.message).to.contain("returned an invalid result");
    });
  }
});
