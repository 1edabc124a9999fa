import assert from "node:assert/strict";

import { network } from "hardhat";
import { parseAbi } from "viem";

const connection = await network.create("devnetSandbox");
const { alpha, viem } = connection;
assert(alpha);
const client = await viem.getPublicClient();
const { address } = await viem.deployContract("PaymentCheck");
for (const token of Object.values(alpha.tokens)) {
  const isAccepted = await client.readContract({
    address,
    abi: parseAbi(["function isAccepted(address) view returns (bool)"]),
    functionName: "isAccepted",
    args: [token.address],
  });
  console.log(`${token.name} is accepted: ${isAccepted}`);
}
await connection.close();
