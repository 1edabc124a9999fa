import assert from "node:assert/strict";

import {
  approve,
  balance,
  ConfigHelper,
  FixedRateExchange,
  getEventFromTx,
  NftFactory,
  ZERO_ADDRESS,
} from "@oceanprotocol/lib";
import { JsonRpcProvider } from "ethers";

// The network's key in the address file, and the URL of its sandbox.
const [network, nodeUri] = process.argv.slice(2);
assert(network && nodeUri, "Usage: publish-and-buy.mjs <network> <url>");

// ocean.js reads the addresses from $ADDRESS_FILE. The node in its own list is the live
// one, so that nodeUri has to be replaced.
const found = new ConfigHelper().getConfig(network);
assert(found?.nftFactoryAddress, `ocean.js has no addresses of ${network}.`);
const config = { ...found, nodeUri };

const provider = new JsonRpcProvider(config.nodeUri);
const { chainId } = await provider.getNetwork();
assert.equal(Number(chainId), config.chainId, `${nodeUri} is another chain.`);

// The sandbox signs for its accounts. With another node, use wallets.
const publisher = await provider.getSigner(0);
const buyer = await provider.getSigner(1);

const factory = new NftFactory(
  config.nftFactoryAddress,
  publisher,
  undefined,
  config,
);
const published = await factory.createNftWithDatatokenWithFixedRate(
  {
    name: "Weather data",
    symbol: "WEATHER",
    templateIndex: 1,
    tokenURI: "",
    transferable: true,
    owner: publisher.address,
  },
  {
    name: "Weather data access",
    symbol: "WEATHER-1",
    templateIndex: 1,
    minter: publisher.address,
    paymentCollector: publisher.address,
    mpFeeAddress: ZERO_ADDRESS,
    feeToken: ZERO_ADDRESS,
    feeAmount: "0",
    cap: "1000",
  },
  {
    fixedRateAddress: config.fixedRateExchangeAddress,
    baseTokenAddress: config.oceanTokenAddress,
    owner: publisher.address,
    marketFeeCollector: publisher.address,
    baseTokenDecimals: 18,
    datatokenDecimals: 18,
    fixedRate: "2.5",
    marketFee: "0",
    withMint: true,
  },
);
const receipt = await published.wait();
const { newTokenAddress } = getEventFromTx(receipt, "TokenCreated").args;
const { exchangeId } = getEventFromTx(receipt, "NewFixedRate").args;
console.log(`Published ${newTokenAddress} on ${network}.`);

const exchange = new FixedRateExchange(
  config.fixedRateExchangeAddress,
  buyer,
  undefined,
  config,
);
const { baseTokenAmount } = await exchange.calcBaseInGivenDatatokensOut(
  exchangeId,
  "1",
);
const approved = await approve(
  buyer,
  config,
  buyer.address,
  config.oceanTokenAddress,
  config.fixedRateExchangeAddress,
  baseTokenAmount,
);
await approved?.wait?.();
const bought = await exchange.buyDatatokens(exchangeId, "1", baseTokenAmount);
await bought.wait();
const owned = await balance(buyer, newTokenAddress, buyer.address);
assert.equal(Number(owned), 1);
console.log(`Bought ${owned} of it for ${baseTokenAmount} OCEAN.`);
provider.destroy();
