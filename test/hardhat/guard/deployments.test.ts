import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import hardhatIgnitionViem from "@nomicfoundation/hardhat-ignition-viem";
import { expect } from "chai";
import { createWalletClient, custom } from "viem";

import { startLiveNetwork } from "../../e2e/live-network.ts";
import { httpProvider, startAnvil } from "../../support/anvil.ts";
import { connectTo } from "../../support/connections.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../../support/temporary-folder.ts";
import { nodeAt, SENDER, SENDER_KEY } from "./sending.ts";

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
const DEPLOYMENT = { abi: [], bytecode: BYTECODE } as const;

describe("deployments under the guard", () => {
  // Ignition's journal, in which all chains of the id 100 are one.
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const connect = async (url: string, accounts: "remote" | string[]) =>
    await connectTo("third", {
      ...nodeAt(url, { hardhat: { accounts } }),
      plugins: [hardhatIgnitionViem],
      paths: { ignition: folder.root },
    });

  it("given the third network, viem and Ignition deploy", async () => {
    await using live = await startLiveNetwork("third");
    await using connection = await connect(live.url, "remote");
    const [wallet] = await connection.viem.getWalletClients();
    const client = await connection.viem.getPublicClient();
    const hash = (await wallet?.deployContract(DEPLOYMENT)) ?? "0x";
    const pollingInterval = 20;
    const receipt = await client.waitForTransactionReceipt({
      hash,
      pollingInterval,
    });
    expect(receipt.status).to.equal("success");

    const { nothing } = await connection.ignition.deploy(MODULE);
    const address = nothing?.address ?? "0x";
    expect(await client.getCode({ address })).to.equal("0x01");
  });

  it("given some other chain of the same id and a local account, neither sends anything", async () => {
    await using anvil = await startAnvil({ chainId: 100 });
    await using connection = await connect(anvil.url, [SENDER_KEY]);
    const wallet = createWalletClient({
      account: SENDER,
      chain: connection.alpha?.chain,
      transport: custom(connection.provider),
    });
    const sending = await wallet.deployContract(DEPLOYMENT).catch(String);
    expect(sending).to.include('The transaction on "third" was not sent');
    expect(
      await pluginMessageOf(() => connection.ignition.deploy(MODULE)),
    ).to.include("replay");

    const method = "eth_getTransactionCount";
    const { request } = httpProvider(anvil.url);
    const count = await request({ method, params: [SENDER, "pending"] });
    expect(count).to.equal("0x0");
  });
});
