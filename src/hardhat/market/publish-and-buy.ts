import { type Address, isAddress, toChecksum } from "../../base/address.ts";
import { alphaError, checkOptionNames } from "../../base/errors.ts";
import { type Hex, isHash } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import { parseTokenAmount } from "../../base/token-amounts.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { TOKEN_KINDS, type TokenKind } from "../../config/types.ts";
import { chainDriver } from "../../sandbox/driver.ts";
import { firstOthers } from "../../sandbox/sandbox-accounts.ts";
import { explained } from "../connections/failed-request.ts";
import type {
  AlphaNetworkConnection,
  TokenAmount,
} from "../connections/types.ts";
import { parseAddress, unknownToken } from "../contracts/find-contract.ts";
import { inTurn } from "../transactions/request-node.ts";

/** The decimals of datatokens, and of an exchange's price in any payment token. */
const DECIMALS = 18;
/** Of assets, exchanges and purchases. */
const NO_MARKET_FEE = 0n;

/** A data asset to publish. */
interface AssetParameters {
  /** The account that publishes and owns it. Default: the publisher of `namedAccounts`. */
  readonly owner?: Address | undefined;
  /** @default "Data asset" */
  readonly name?: string | undefined;
  /** @default "ASSET" */
  readonly symbol?: string | undefined;
  /** @default "" */
  readonly tokenURI?: string | undefined;
}

/** The contracts of a data asset. */
interface PublishedAsset {
  readonly nft: Address;
  /** Its access token, of the first datatoken template. */
  readonly datatoken: Address;
}

/** A datatoken to offer at a fixed price. */
interface FixedRateParameters {
  readonly datatoken: Address;
  /** The payment token: `"euro"`, `"alpha"` or the address of an ERC-20 contract. */
  readonly token: TokenKind | Address;
  /** The price of one datatoken, in whole payment tokens: `"2.5"`. */
  readonly price: TokenAmount;
  /**
   * The account that offers it. The exchange keeps the payments until they are
   * collected. Default: the publisher of `namedAccounts`.
   */
  readonly owner?: Address | undefined;
}

/** Datatokens to buy. */
interface BuyParameters {
  readonly exchangeId: Hex;
  /** The account that pays and receives them. Default: the buyer of `namedAccounts`. */
  readonly buyer?: Address | undefined;
  /** In whole datatokens. Default: 1. */
  readonly amount?: TokenAmount | undefined;
}

/** A completed purchase. */
interface Purchase {
  readonly datatoken: Address;
  readonly paymentToken: Address;
  /** The price and the fees, in the smallest unit of the payment token. */
  readonly cost: bigint;
}

/**
 * Publishes a data asset with one datatoken.
 *
 * @throws HardhatPluginError if an account or an amount is missing or invalid, or a
 * contract rejects it, with its reason and the names of the contracts.
 *
 * @example
 * const { datatoken } = await publishAsset(connection, { name: "Weather data" });
 */
export async function publishAsset(
  connection: MarketConnection,
  parameters: AssetParameters = {},
): Promise<PublishedAsset> {
  const texts = { name: "string", symbol: "string", tokenURI: "string" };
  requireAlpha("publishAsset", connection);
  checkOptionNames("publishAsset", parameters, { owner: true, ...texts });
  const { name = "Data asset", symbol = "ASSET", tokenURI = "" } = parameters;
  const owner = await accountOf(connection, "publisher", parameters.owner);
  const { abi, write } = await connection.alpha.contract("erc721Factory");
  const { parseEventLogs, zeroAddress } = await import("viem");
  // Template indexes on chain begin with 1.
  const asset = { name, symbol, tokenURI, templateIndex: 1n, owner };
  const token = {
    templateIndex: 1n,
    strings: [`${name} access`, `${symbol}-1`],
    addresses: [owner, owner, zeroAddress, zeroAddress],
    // The maximum supply, which the template requires and ignores; no market fee.
    uints: [1n, NO_MARKET_FEE],
    bytess: [],
  };
  const both = [{ ...asset, transferable: true }, token] as const;
  const sent = write.createNftWithErc20(both, { account: owner });
  const logs = await mined(connection, sent);
  const [nft] = parseEventLogs({ abi, logs, eventName: "NFTCreated" });
  const [datatoken] = parseEventLogs({ abi, logs, eventName: "TokenCreated" });
  return {
    nft: created(nft?.args.newTokenAddress),
    datatoken: created(datatoken?.args.newTokenAddress),
  };
}

/**
 * Offers a datatoken at a fixed price. The exchange mints what it sells.
 *
 * @returns the id of the exchange
 * @throws as {@link publishAsset} does.
 *
 * @example
 * const exchangeId = await createFixedRate(connection, { datatoken, token: "euro", price: "2.5" });
 */
export async function createFixedRate(
  connection: MarketConnection,
  parameters: FixedRateParameters,
): Promise<Hex> {
  requireAlpha("createFixedRate", connection);
  const { alpha } = connection;
  const names = { datatoken: true, token: true, price: true, owner: true };
  checkOptionNames("createFixedRate", parameters, names);
  const { datatoken, token, price } = parameters;
  await parseAddress("The datatoken", datatoken);
  const owner = await accountOf(connection, "publisher", parameters.owner);
  const kind = TOKEN_KINDS.find((each) => each === token);
  const address = kind === undefined ? token : alpha.tokens[kind].address;
  if (!isAddress(address)) {
    throw unknownToken(String(token), TOKEN_KINDS);
  }
  const payment = await alpha.contract("token", { address });
  const exchange = await alpha.contract("fixedPrice");
  const access = await alpha.contract("erc20Templates", 0, {
    address: datatoken,
  });
  const rate = parseTokenAmount("price", price, DECIMALS);
  const decimals = await explained(connection, payment.read.decimals());
  const minting = access.read.isMinter([exchange.address]);
  const isMinter = await explained(connection, minting);
  const { parseEventLogs, zeroAddress } = await import("viem");
  const roles = [address, owner, owner, zeroAddress];
  // Decimals of both tokens, the price, no fee of the market, and whether the template
  // makes the exchange a minter, which works once.
  const scales = [BigInt(decimals), BigInt(DECIMALS)];
  const terms = [...scales, rate, NO_MARKET_FEE, isMinter ? 0n : 1n];
  const from = { account: owner };
  const offered = [exchange.address, roles, terms] as const;
  const sent = access.write.createFixedRate(offered, from);
  const { abi } = exchange;
  const logs = await mined(connection, sent);
  const [offer] = parseEventLogs({ abi, logs, eventName: "ExchangeCreated" });
  const id = created(offer?.args.exchangeId);
  if (isMinter) {
    await mined(connection, exchange.write.toggleMintState([id, true], from));
  }
  return id;
}

/**
 * Buys datatokens at a fixed price: approves the cost, and pays it.
 *
 * @throws as {@link publishAsset} does.
 *
 * @example
 * const { cost } = await buy(connection, { exchangeId });
 */
export async function buy(
  connection: MarketConnection,
  parameters: BuyParameters,
): Promise<Purchase> {
  requireAlpha("buy", connection);
  const { alpha } = connection;
  const names = { exchangeId: true, amount: true, buyer: true };
  checkOptionNames("buy", parameters, names);
  const { exchangeId, amount = 1 } = parameters;
  if (!isHash(exchangeId)) {
    throw alphaError(
      `buy: expected exchangeId to be the id of an exchange (0x and 64 hexadecimal digits), as createFixedRate returns it, got ${describeValue(exchangeId)}.`,
    );
  }
  const buyer = await accountOf(connection, "buyer", parameters.buyer);
  const { read, write, address } = await alpha.contract("fixedPrice");
  const bought = parseTokenAmount("datatokens", amount, DECIMALS);
  const [, datatoken, , paymentToken] = await read.getExchange([exchangeId]);
  const fee = NO_MARKET_FEE;
  const asked = read.calcBaseInGivenOutDT([exchangeId, bought, fee]);
  const [cost] = await explained(connection, asked);
  const payment = await alpha.contract("token", { address: paymentToken });
  const { zeroAddress } = await import("viem");
  const from = { account: buyer };
  const purchase = [exchangeId, bought, cost, zeroAddress, fee] as const;
  // Another purchase of the buyer would replace the allowance.
  await inTurn(connection, buyer, async () => {
    await mined(connection, payment.write.approve([address, cost], from));
    await mined(connection, write.buyDT(purchase, from));
  });
  return { datatoken, paymentToken, cost };
}

/** The account that a caller passed, or else the named one. */
async function accountOf(
  connection: MarketConnection,
  name: "publisher" | "buyer",
  given: Address | undefined,
): Promise<Address> {
  const account = given ?? (await namedAccounts(connection))[name];
  return await parseAddress(`The account of the ${name}`, account);
}

/** The logs of a transaction, once it is mined. */
async function mined(connection: MarketConnection, sent: Promise<Hex>) {
  const { alpha } = connection;
  const hash = await explained(connection, sent);
  const { logs, status } = await alpha.waitForTransaction(hash);
  if (status !== "success") {
    throw alphaError(`The transaction ${hash} on ${alpha.name} reverted.`);
  }
  return logs;
}

/** The value in an event of a mined transaction. */
function created(value: Hex | undefined): Hex {
  if (value === undefined) {
    throw alphaError("The transaction has no event of the marketplace.");
  }
  return value;
}

/** A connection to an Alpha network, as `hre.alpha.connect` returns it. */
export type MarketConnection = Pick<
  AlphaNetworkConnection,
  "alpha" | "networkName" | "provider"
>;

/** Accounts with names, so that tests do not depend on positions. */
interface NamedAccounts {
  /** The owner of the contracts: the first account, unless you configure another one. */
  readonly owner: Address;
  /** The first account after the first one that is not the owner. */
  readonly publisher: Address;
  /** The next one. */
  readonly buyer: Address;
}

/**
 * The accounts of a connection by name, which Solidity tests have, too.
 *
 * @throws HardhatPluginError if the connection has fewer than three accounts.
 *
 * @example
 * const { publisher, buyer } = await namedAccounts(connection);
 */
export async function namedAccounts(
  connection: MarketConnection,
): Promise<NamedAccounts> {
  requireAlpha("namedAccounts", connection);
  const { alpha, networkName, provider } = connection;
  const given = await chainDriver(provider).accounts();
  const accounts = await Promise.all(given.map(toChecksum));
  const router = await alpha.contract("router");
  const owner = await router.read.routerOwner();
  const [publisher, buyer] = firstOthers(accounts, owner);
  if (publisher === undefined || buyer === undefined) {
    throw alphaError(
      `The Hardhat network "${networkName}" has ${accounts.length} accounts, too few for owner, publisher and buyer. Configure at least four, or pass the addresses of the accounts.`,
    );
  }
  return { owner, publisher, buyer };
}

/** JavaScript callers may pass a promise, or a connection to another network. */
function requireAlpha(call: string, connection: unknown): void {
  const { contract } = recordOf(recordOf(connection)["alpha"]);
  if (typeof contract !== "function") {
    throw alphaError(
      `${call}: expected a connection to an Alpha network, such as await hre.alpha.connect("devnetSandbox").`,
    );
  }
}
