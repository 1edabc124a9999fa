import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type Hash,
  type Hex,
  type Log,
  parseEventLogs,
  zeroAddress,
} from "viem";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import type { RequestProvider } from "../../src/rpc/types.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";

export interface PublishedAsset {
  readonly nft: Address;
  readonly datatoken: Address;
  readonly exchangeId: Hex;
}

/** A contract's events in a transaction, the arguments of each by name. */
export type EventReader = (
  contract: ContractName,
  eventName: string,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface Market {
  /** Sends a transaction of an account that the chain signs for. */
  send(
    account: Address,
    contract: ContractName,
    address: Address,
    functionName: string,
    args: readonly unknown[],
  ): Promise<EventReader>;
  /** Publishes a data asset for sale; the price is in the token's units. */
  publish(parameters: {
    readonly publisher: Address;
    readonly paymentToken: Address;
    readonly paymentDecimals: number;
    /** For a whole datatoken, with 18 decimals whatever the token has. */
    readonly price: bigint;
    /** The datatoken's; 2 is the enterprise template. Default: 1. */
    readonly templateIndex?: bigint;
  }): Promise<PublishedAsset>;
  /** Publishes a data asset for nothing. */
  publishFree(parameters: {
    readonly publisher: Address;
    readonly templateIndex?: bigint;
  }): Promise<Omit<PublishedAsset, "exchangeId">>;
  /** Buys one whole datatoken for at most `limit` of the payment token. */
  buy(parameters: {
    readonly buyer: Address;
    readonly paymentToken: Address;
    readonly exchangeId: Hex;
    readonly limit: bigint;
  }): Promise<void>;
}

/** What a marketplace does with the set: publishing and buying, with viem. */
export function market(
  provider: RequestProvider,
  plan: ContractSetPlan,
): Market {
  const transport = custom(provider);
  const client = createPublicClient({ transport, pollingInterval: 20 });

  const send: Market["send"] = async (
    account,
    contract,
    address,
    functionName,
    args,
  ) => {
    const { abi } = await contractArtifact(contract);
    const wallet = createWalletClient({ account, transport });
    const hash: Hash = await wallet.writeContract({
      address,
      abi,
      functionName,
      args,
      chain: null,
    });
    const receipt = await client.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") {
      throw new Error(`${contract}.${functionName} reverted`);
    }
    return eventReader(receipt.logs);
  };

  return {
    send,
    publish: async ({
      publisher,
      paymentToken,
      paymentDecimals,
      price,
      templateIndex = 1n,
    }) => {
      const events = await send(
        publisher,
        "ERC721Factory",
        plan.erc721Factory,
        "createNftWithErc20WithFixedRate",
        [
          nftData(publisher),
          datatokenData(publisher, templateIndex),
          {
            fixedPriceAddress: plan.fixedPrice,
            addresses: [paymentToken, publisher, publisher, zeroAddress],
            uints: [BigInt(paymentDecimals), 18n, price, 0n, 1n],
          },
        ],
      );
      const [exchange] = await events("FixedRateExchange", "ExchangeCreated");
      return {
        ...(await createdBy(events)),
        exchangeId: hexOf(exchange, "exchangeId"),
      };
    },
    publishFree: async ({ publisher, templateIndex = 1n }) =>
      await createdBy(
        await send(
          publisher,
          "ERC721Factory",
          plan.erc721Factory,
          "createNftWithErc20WithDispenser",
          [
            nftData(publisher),
            datatokenData(publisher, templateIndex),
            {
              dispenserAddress: plan.dispenser,
              maxTokens: 10n ** 18n,
              maxBalance: 10n ** 18n,
              withMint: true,
              allowedSwapper: zeroAddress,
            },
          ],
        ),
      ),
    buy: async ({ buyer, paymentToken, exchangeId, limit }) => {
      await send(buyer, "OceanToken", paymentToken, "approve", [
        plan.fixedPrice,
        limit,
      ]);
      await send(buyer, "FixedRateExchange", plan.fixedPrice, "buyDT", [
        exchangeId,
        10n ** 18n,
        limit,
        zeroAddress,
        0n,
      ]);
    },
  };
}

function nftData(owner: Address) {
  return {
    name: "Data asset",
    symbol: "ASSET",
    templateIndex: 1n,
    tokenURI: "",
    transferable: true,
    owner,
  };
}

function datatokenData(minter: Address, templateIndex: bigint) {
  return {
    templateIndex,
    strings: ["Access token", "ACCESS"],
    addresses: [minter, minter, zeroAddress, zeroAddress],
    uints: [1000n * 10n ** 18n, 0n],
    bytess: [],
  };
}

async function createdBy(events: EventReader) {
  const [nft] = await events("ERC721Factory", "NFTCreated");
  const [token] = await events("ERC721Factory", "TokenCreated");
  return {
    nft: hexOf(nft, "newTokenAddress"),
    datatoken: hexOf(token, "newTokenAddress"),
  };
}

function eventReader(logs: Log[]): EventReader {
  return async (contract, eventName) => {
    const { abi } = await contractArtifact(contract);
    return parseEventLogs({ abi, logs, eventName }).map(({ args }) => ({
      ...(typeof args === "object" ? args : {}),
    }));
  };
}

function hexOf(
  args: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Hex {
  const value = args?.[name];
  if (typeof value !== "string" || !isHex(value)) {
    throw new Error(`no ${name}`);
  }
  return value;
}

function isHex(value: string): value is Hex {
  return value.startsWith("0x");
}
