import hre from "hardhat";
import { parseAbi } from "viem";

const connection = await hre.alpha.connect("devnetSandbox");
const { alpha, viem } = connection;
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
