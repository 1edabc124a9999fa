import assert from "node:assert/strict";

import hre from "hardhat";
import {
  buy,
  createFixedRate,
  publishAsset,
} from "hardhat-alpha-networks/testing";
import { formatUnits } from "viem";

// Connects to the network of --network.
const connection = await hre.alpha.connect();
const { alpha, viem } = connection;
const [first, second] = await viem.getWalletClients();
assert(first && second, `Configure two accounts: ${alpha.hardhatNetwork}.`);
const owner = first.account.address;
const buyer = second.account.address;

for (const { name, address } of Object.values(alpha.tokens)) {
  const { datatoken } = await publishAsset(connection, {
    owner,
    name: "Weather data",
    symbol: "WEATHER",
  });
  const exchangeId = await createFixedRate(connection, {
    datatoken,
    token: address,
    price: "2.5",
    owner,
  });
  // One access token, for the price and the fees of the marketplace.
  const { cost } = await buy(connection, { exchangeId, buyer });

  const access = await alpha.contract("erc20Templates", 0, {
    address: datatoken,
  });
  const token = await alpha.contract("token", { address });
  const bought = await access.read.balanceOf([buyer]);
  const price = formatUnits(cost, await token.read.decimals());
  console.log(
    `Bought ${formatUnits(bought, 18)} ${await access.read.symbol()} for ${price} ${name} on ${alpha.name}.`,
  );
}
await connection.close();
