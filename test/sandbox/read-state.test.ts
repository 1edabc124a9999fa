import { expect } from "chai";
import {
  type ChainState,
  readChainState,
} from "../../src/sandbox/read-state.ts";
import { genesisAllocation } from "../../tasks/export/formats/genesis.ts";
import { connectTo } from "../support/connections.ts";
import { errorOf } from "../support/rejection-of.ts";
import { createChain } from "../support/sandbox-connection.ts";
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
  const { accountProof: _, ...account } = Object(
    await request("eth_getProof", address, [], "latest"),
  );
  expect(account).to.include.keys("storageHash", "codeHash", "nonce");
  return account;
}

describe("the state of a sandbox", function () {
  this.timeout(60_000);

  it("given another router, owner and balances, when it is loaded into an empty chain, then each account has the same code, nonce, balance and storage hash", async () => {
    await using sandbox = await connectTo("devnetSandbox", {
      alpha: {
        networks: { devnet: { registry: { Router: ROUTER } } },
        sandbox: { owner: PUBLISHER, balances: { alpha: { [BUYER]: "12.5" } } },
      },
    });
    await using chain = await createChain({ chainId: 32456 });
    const original: Request = (method, ...params) =>
      sandbox.provider.request({ method, params });
    const state = await readChainState(sandbox.provider);
    await load(chain.request, state);

    const addresses = state.map(({ address }) => address);
    const { erc721Factory } = SANDBOX_PLANS.devnet.plan;
    expect(addresses).to.include.members([ROUTER, erc721Factory, BUYER]);
    // With an empty storage, a hash of nothing would be equal, too.
    expect(state.filter(({ storage }) => storage.size > 0)).to.have.length(10);
    for (const address of addresses) {
      expect(await fingerprint(chain.request, address), address).to.deep.equal(
        await fingerprint(original, address),
      );
    }
  });

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

  for (const [title, answers] of [
    ["accounts that are none", { eth_accounts: ["router"] }],
    ["a block without transactions", { eth_blockNumber: "0x1" }],
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
