import { expect } from "chai";
import { startAnvil } from "../../support/anvil.ts";
import { connectTo } from "../../support/connections.ts";
import { docBlocks } from "../../support/doc-blocks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { nodeAt, SENDER, SENDER_KEY } from "../guard/sending.ts";

/** A connection whose account is Hardhat's own, to a node that mines each second. */
async function connectToNode() {
  const node = await startAnvil({
    chainId: 32456,
    args: ["--block-time", "1"],
  });
  const hardhat = { accounts: [SENDER_KEY] };
  const connection = await connectTo(
    "devnet",
    nodeAt(node.url, { network: "devnet", hardhat }),
  );
  return {
    connection,
    async [Symbol.asyncDispose]() {
      await connection.close();
      await node.close();
    },
  };
}

async function exampleOfDocs(): Promise<(...given: unknown[]) => unknown> {
  const [example, ...others] = docBlocks().filter(
    ({ document, text }) =>
      document === "docs/transactions.md" && text.includes("hashes.push("),
  );
  expect(others).to.deep.equal([]);
  using folder = temporaryFolder({
    "example.mts": `export default async (connection, alpha) => {
${example?.text}
return hashes;
};`,
  });
  return (await import(folder.at("example.mts"))).default;
}

describe("several transactions of one account", function () {
  this.timeout(60_000);

  it("given the example in docs/transactions.md, then all are mined in the order in which they are sent", async () => {
    await using opened = await connectToNode();
    const { connection } = opened;
    const { viem, alpha } = connection;
    const client = await viem.getPublicClient();
    const send = await exampleOfDocs();

    const hashes = await send(connection, alpha);

    expect(hashes).to.have.lengthOf(3);
    const sent = [];
    for (const hash of Object(hashes)) {
      const { nonce, value } = await client.getTransaction({ hash });
      const { status } = await client.getTransactionReceipt({ hash });
      sent.push({ nonce, value, status });
    }
    expect(sent).to.deep.equal(
      [1n, 2n, 3n].map((value, nonce) => ({ nonce, value, status: "success" })),
    );
  });

  it("given transactions that are sent at once, then some are rejected for their nonce", async () => {
    await using opened = await connectToNode();
    const [wallet] = await opened.connection.viem.getWalletClients();

    const sends = await Promise.allSettled(
      Array.from({ length: 10 }, async (_, value) =>
        wallet?.sendTransaction({ to: SENDER, value: BigInt(value) }),
      ),
    );

    const reasons = sends.flatMap((sent) =>
      sent.status === "rejected" ? String(sent.reason) : [],
    );
    expect(reasons).to.not.be.empty;
    expect(reasons.filter((reason) => !/nonce|underpriced/i.test(reason))).to.be
      .empty;
  });
});
