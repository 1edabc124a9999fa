import assert from "node:assert/strict";

import hre from "hardhat";
import { formatUnits, parseEventLogs, parseUnits, zeroAddress } from "viem";

// Connects to the network of --network.
const connection = await hre.alpha.connect();
const { alpha, viem } = connection;
const [publisher, buyer] = await viem.getWalletClients();
assert(publisher && buyer, `Configure two accounts: ${alpha.hardhatNetwork}.`);
const factory = await alpha.contract("erc721Factory");
const exchange = await alpha.contract("fixedPrice");

/** Publishes a data asset, and returns its access token and its offer. */
async function publish(paymentToken: `0x${string}`, decimals: number) {
  assert(publisher);
  const { address } = publisher.account;
  const hash = await factory.write.createNftWithErc20WithFixedRate(
    [
      {
        name: "Weather data",
        symbol: "WEATHER",
        // Template indexes on chain begin with 1: this is ERC721Template[0].
        templateIndex: 1n,
        tokenURI: "",
        transferable: true,
        owner: address,
      },
      {
        templateIndex: 1n,
        strings: ["Weather data access", "WEATHER-1"],
        addresses: [address, address, zeroAddress, zeroAddress],
        uints: [parseUnits("1000", 18), 0n],
        bytess: [],
      },
      {
        fixedPriceAddress: exchange.address,
        addresses: [paymentToken, address, address, zeroAddress],
        // Decimals of the price and the datatoken, price, market fee, allow minting.
        uints: [BigInt(decimals), 18n, parseUnits("2.5", 18), 0n, 1n],
      },
    ],
    { account: publisher.account },
  );
  const { logs } = await alpha.waitForTransaction(hash);
  const [created] = parseEventLogs({
    abi: factory.abi,
    logs,
    eventName: "TokenCreated",
  });
  const [offered] = parseEventLogs({
    abi: exchange.abi,
    logs,
    eventName: "ExchangeCreated",
  });
  assert(created && offered, `The transaction ${hash} reverted.`);
  return {
    datatoken: created.args.newTokenAddress,
    exchangeId: offered.args.exchangeId,
  };
}

for (const { name, address } of Object.values(alpha.tokens)) {
  const token = await alpha.contract("token", { address });
  const decimals = await token.read.decimals();
  const { datatoken, exchangeId } = await publish(address, decimals);

  // One access token, for the price and the fees of the marketplace.
  const amount = parseUnits("1", 18);
  const [cost] = await exchange.read.calcBaseInGivenOutDT([
    exchangeId,
    amount,
    0n,
  ]);
  const { account } = buyer;
  await alpha.waitForTransaction(
    await token.write.approve([exchange.address, cost], { account }),
  );
  const { status } = await alpha.waitForTransaction(
    await exchange.write.buyDT([exchangeId, amount, cost, zeroAddress, 0n], {
      account,
    }),
  );
  assert.equal(status, "success");

  const access = await alpha.contract("erc20Templates", 0, {
    address: datatoken,
  });
  const bought = await access.read.balanceOf([account.address]);
  console.log(
    `Bought ${formatUnits(bought, 18)} ${await access.read.symbol()} for ${formatUnits(cost, decimals)} ${name} on ${alpha.name}.`,
  );
}
await connection.close();
