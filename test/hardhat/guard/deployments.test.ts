import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import hardhatIgnitionViem from "@nomicfoundation/hardhat-ignition-viem";
import { expect } from "chai";

import { startLiveNetwork } from "../../e2e/live-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { httpProvider, startAnvil } from "../../support/anvil.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ACCOUNT_KEY =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
/** Its code is one byte: stop. */
const BYTECODE = "0x600160005360016000f3";
const ARTIFACT = {
  _format: "hh3-artifact-1" as const,
  contractName: "Nothing",
  sourceName: "Nothing.sol",
  abi: [],
  bytecode: BYTECODE,
  deployedBytecode: "0x01",
  linkReferences: {},
  deployedLinkReferences: {},
} as const;
const MODULE = buildModule("Nothing", (m) => ({
  nothing: m.contract("Nothing", ARTIFACT),
}));

async function connect(
  url: string,
  accounts: "remote" | string[],
  ignition: string,
) {
  const hre = await createAlphaHre({
    plugins: [hardhatIgnitionViem],
    paths: { ignition },
    alpha: { networks: { third: { url, hardhat: { accounts } } } },
  });
  return await hre.network.create("third");
}

async function nonceAt(url: string): Promise<unknown> {
  return await httpProvider(url).request({
    method: "eth_getTransactionCount",
    params: [ACCOUNT, "pending"],
  });
}

describe("deployments under the guard", () => {
  let folder = "";
  beforeEach(() => {
    // Ignition's journal, in which all chains of the id 100 are one.
    folder = mkdtempSync(join(tmpdir(), "alpha-ignition-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  for (const [title, accounts] of [
    ["the node's accounts", "remote"],
    ["local accounts", [ACCOUNT_KEY]],
  ] as const) {
    const chosen = accounts === "remote" ? accounts : [...accounts];

    it(`given the third network and ${title}, viem and Ignition deploy`, async () => {
      const live = await startLiveNetwork("third");
      try {
        const connection = await connect(live.url, chosen, folder);
        const [wallet] = await connection.viem.getWalletClients();
        const client = await connection.viem.getPublicClient();
        const hash = await wallet?.deployContract({
          abi: [],
          bytecode: BYTECODE,
        });
        const receipt = await client.waitForTransactionReceipt({
          hash: hash ?? "0x",
          pollingInterval: 20,
        });
        expect(receipt.status).to.equal("success");

        const { nothing } = await connection.ignition.deploy(MODULE);
        expect(
          await client.getCode({ address: nothing?.address ?? "0x" }),
        ).to.equal("0x01");
        await connection.close();
      } finally {
        await live.close();
      }
    });

    it(`given some other chain of the same id and ${title}, neither sends anything`, async () => {
      const anvil = await startAnvil({ chainId: 100 });
      try {
        const connection = await connect(anvil.url, chosen, folder);
        const [wallet] = await connection.viem.getWalletClients();
        expect(
          await pluginMessageOf(() =>
            wallet?.deployContract({ abi: [], bytecode: BYTECODE }),
          ),
        ).to.match(/^The transaction on "third" was not sent/);
        expect(
          await pluginMessageOf(() => connection.ignition.deploy(MODULE)),
        ).to.include("replay");

        expect(await nonceAt(anvil.url)).to.equal("0x0");
        await connection.close();
      } finally {
        await anvil.close();
      }
    });
  }

  it("given the sandbox, the guard does not check transactions", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create("thirdSandbox");
    const [wallet] = await connection.viem.getWalletClients();

    expect(
      await wallet?.deployContract({ abi: [], bytecode: BYTECODE }),
    ).to.match(/^0x/);
    await connection.close();
  });
});
