import assert from "node:assert/strict";

import hre from "hardhat";
import { parseEventLogs, parseUnits, zeroAddress } from "viem";

// Connects to the network of --network.
const connection = await hre.alpha.connect();
const { alpha, viem } = connection;
const [wallet] = await viem.getWalletClients();
assert(wallet, `Configure an account for ${connection.networkName}.`);
const publisher = wallet.account.address;

const euro = await alpha.contract("token", {
  address: alpha.tokens.euro.address,
});
const decimals = await euro.read.decimals();

const factory = await alpha.contract("erc721Factory");
const hash = await factory.write.createNftWithErc20WithFixedRate([
  {
    name: "Weather data",
    symbol: "WEATHER",
    templateIndex: 1n,
    tokenURI: "",
    transferable: true,
    owner: publisher,
  },
  {
    templateIndex: 1n,
    strings: ["Weather data access", "WEATHER-1"],
    addresses: [publisher, publisher, zeroAddress, zeroAddress],
    uints: [parseUnits("1000", 18), 0n],
    bytess: [],
  },
  {
    fixedPriceAddress: alpha.contracts.fixedPrice,
    addresses: [euro.address, publisher, publisher, zeroAddress],
    // Decimals of the price and the datatoken, price, market fee, allow minting.
    uints: [BigInt(decimals), 18n, parseUnits("2.5", 18), 0n, 1n],
  },
]);
const { status, logs } = await alpha.waitForTransaction(hash);
assert.equal(status, "success", `The transaction ${hash} reverted.`);
const [published] = parseEventLogs({
  abi: factory.abi,
  logs,
  eventName: "NFTCreated",
});
console.log(`Published ${published?.args.newTokenAddress} on ${alpha.name}.`);
await connection.close();
