import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type Hash,
  type Hex,
  parseEventLogs,
  zeroAddress,
} from "viem";

import {
  type ContractName,
  contractArtifact,
} from "../../src/sandbox/contract-artifact.ts";
import type {
  ContractSetPlan,
  RequestProvider,
} from "../../src/sandbox/types.ts";

export interface PublishedAsset {
  readonly nft: Address;
  readonly datatoken: Address;
  readonly exchangeId: Hex;
}

export interface Market {
  /** Publishes a data asset for sale; the price is in the token's units. */
  publish(parameters: {
    readonly publisher: Address;
    readonly paymentToken: Address;
    readonly paymentDecimals: number;
    /** For a whole datatoken, with 18 decimals whatever the token has. */
    readonly price: bigint;
  }): Promise<PublishedAsset>;
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

  const write = async (
    account: Address,
    contract: ContractName,
    address: Address,
    functionName: string,
    args: readonly unknown[],
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
    return receipt.logs;
  };

  return {
    publish: async ({ publisher, paymentToken, paymentDecimals, price }) => {
      const logs = await write(
        publisher,
        "ERC721Factory",
        plan.erc721Factory,
        "createNftWithErc20WithFixedRate",
        [
          {
            name: "Data asset",
            symbol: "ASSET",
            templateIndex: 1n,
            tokenURI: "",
            transferable: true,
            owner: publisher,
          },
          {
            templateIndex: 1n,
            strings: ["Access token", "ACCESS"],
            addresses: [publisher, publisher, zeroAddress, zeroAddress],
            uints: [1000n * 10n ** 18n, 0n],
            bytess: [],
          },
          {
            fixedPriceAddress: plan.fixedPrice,
            addresses: [paymentToken, publisher, publisher, zeroAddress],
            uints: [BigInt(paymentDecimals), 18n, price, 0n, 1n],
          },
        ],
      );
      const argsOf = async (contract: ContractName, eventName: string) => {
        const { abi } = await contractArtifact(contract);
        const [event] = parseEventLogs({ abi, logs, eventName });
        const args: unknown = event?.args;
        return typeof args === "object" && args !== null ? { ...args } : {};
      };
      const nft = await argsOf("ERC721Factory", "NFTCreated");
      const token = await argsOf("ERC721Factory", "TokenCreated");
      const exchange = await argsOf("FixedRateExchange", "ExchangeCreated");
      return {
        nft: hexOf(nft, "newTokenAddress"),
        datatoken: hexOf(token, "newTokenAddress"),
        exchangeId: hexOf(exchange, "exchangeId"),
      };
    },
    buy: async ({ buyer, paymentToken, exchangeId, limit }) => {
      await write(buyer, "OceanToken", paymentToken, "approve", [
        plan.fixedPrice,
        limit,
      ]);
      await write(buyer, "FixedRateExchange", plan.fixedPrice, "buyDT", [
        exchangeId,
        10n ** 18n,
        limit,
        zeroAddress,
        0n,
      ]);
    },
  };
}

function hexOf(args: Record<string, unknown>, name: string): Hex {
  const value = args[name];
  if (typeof value !== "string" || !isHex(value)) {
    throw new Error(`no ${name}`);
  }
  return value;
}

function isHex(value: string): value is Hex {
  return value.startsWith("0x");
}
