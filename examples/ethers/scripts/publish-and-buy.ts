import assert from "node:assert/strict";

import { Contract, formatUnits, parseUnits, ZeroAddress } from "ethers";
import hre from "hardhat";
import {
  erc20TemplateAbi,
  erc721FactoryAbi,
  fixedRateExchangeAbi,
  oceanTokenAbi,
} from "hardhat-alpha-networks/abis";

// Connects to the network of --network.
const connection = await hre.alpha.connect();
const { alpha, ethers } = connection;
const [publisher, buyer] = await ethers.getSigners();
assert(publisher && buyer, `Configure two accounts: ${alpha.hardhatNetwork}.`);
const { contracts, tokens } = alpha;
const factory = new Contract(
  contracts.erc721Factory,
  erc721FactoryAbi,
  publisher,
);
const exchange = new Contract(
  contracts.fixedPrice,
  fixedRateExchangeAbi,
  buyer,
);
const euro = new Contract(tokens.euro.address, oceanTokenAbi, buyer);
const decimals = await euro.getFunction("decimals")();

/** The arguments of the first event with a name. */
function argumentsOf(contract: Contract, logs: readonly Log[], name: string) {
  const events = logs
    .map(({ topics, data }) => contract.interface.parseLog({ topics, data }))
    .filter((event) => event?.name === name);
  assert(events[0], `The transaction has no event ${name}.`);
  return events[0].args;
}
type Log = Parameters<Contract["interface"]["parseLog"]>[0];

// Publishes the asset. The fees are multiplied by the network's gasFeeMultiplier.
const published = await factory.getFunction("createNftWithErc20WithFixedRate")(
  {
    name: "Weather data",
    symbol: "WEATHER",
    templateIndex: 1, // ERC721Template[0]: indexes on chain begin with 1.
    tokenURI: "",
    transferable: true,
    owner: publisher.address,
  },
  {
    templateIndex: 1,
    strings: ["Weather data access", "WEATHER-1"],
    addresses: [publisher.address, publisher.address, ZeroAddress, ZeroAddress],
    uints: [parseUnits("1000", 18), 0],
    bytess: [],
  },
  {
    fixedPriceAddress: contracts.fixedPrice,
    addresses: [
      tokens.euro.address,
      publisher.address,
      publisher.address,
      ZeroAddress,
    ],
    // Decimals of the price and the datatoken, price, market fee, allow minting.
    uints: [decimals, 18, parseUnits("2.5", 18), 0, 1],
  },
);
const { logs } = await published.wait();
const { newTokenAddress } = argumentsOf(factory, logs, "TokenCreated");
const { exchangeId } = argumentsOf(exchange, logs, "ExchangeCreated");

// Buys one access token, for the price and the fees of the marketplace.
const amount = parseUnits("1", 18);
const [cost] = await exchange.getFunction("calcBaseInGivenOutDT")(
  exchangeId,
  amount,
  0,
);
const approval = await euro.getFunction("approve")(contracts.fixedPrice, cost);
await approval.wait();
const purchase = await exchange.getFunction("buyDT")(
  exchangeId,
  amount,
  cost,
  ZeroAddress,
  0,
);
await purchase.wait();

const datatoken = new Contract(newTokenAddress, erc20TemplateAbi, buyer);
const bought = await datatoken.getFunction("balanceOf")(buyer.address);
console.log(
  `Bought ${formatUnits(bought, 18)} WEATHER-1 for ${formatUnits(cost, decimals)} ${tokens.euro.name} on ${alpha.name}.`,
);
await connection.close();
