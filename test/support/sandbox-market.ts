import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  parseEventLogs,
  zeroAddress,
} from "viem";

import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import type { RequestProvider } from "../../src/rpc/types.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";

const ONE = 10n ** 18n;

/** What a marketplace does with the set: publishing and buying, with viem. */
export function market(provider: RequestProvider, plan: ContractSetPlan) {
  const transport = custom(provider);
  const client = createPublicClient({ transport, pollingInterval: 20 });

  /** Sends a transaction of an account that the chain signs for. */
  async function send(
    account: Address,
    contract: ContractName,
    address: Address,
    functionName: string,
    args: readonly unknown[],
  ) {
    const { abi } = await contractArtifact(contract);
    const wallet = createWalletClient({ account, transport });
    const call = { address, abi, functionName, args, chain: null };
    const hash = await wallet.writeContract(call);
    const { logs, status } = await client.waitForTransactionReceipt({ hash });
    if (status !== "success") {
      throw new Error(`${contract}.${functionName} reverted`);
    }
    /** The arguments of a contract's events, by name. */
    return async (emitter: ContractName, eventName: string) => {
      const { abi } = await contractArtifact(emitter);
      const events = parseEventLogs({ abi, logs, eventName });
      return events.map(({ args }): Record<string, unknown> => Object(args));
    };
  }

  return {
    /** Publishes a data asset for sale. */
    publish: async ({
      publisher,
      paymentToken,
      paymentDecimals,
      price,
    }: {
      readonly publisher: Address;
      readonly paymentToken: Address;
      readonly paymentDecimals: number;
      /** For a whole datatoken, with 18 decimals whatever the token has. */
      readonly price: bigint;
    }) => {
      const nft = {
        name: "Data asset",
        symbol: "ASSET",
        templateIndex: 1n,
        tokenURI: "",
        transferable: true,
        owner: publisher,
      };
      const datatoken = {
        templateIndex: 1n,
        strings: ["Access token", "ACCESS"],
        addresses: [publisher, publisher, zeroAddress, zeroAddress],
        uints: [1000n * ONE, 0n],
        bytess: [],
      };
      const offer = {
        fixedPriceAddress: plan.fixedPrice,
        addresses: [paymentToken, publisher, publisher, zeroAddress],
        uints: [BigInt(paymentDecimals), 18n, price, 0n, 1n],
      };
      const factory = "ERC721Factory";
      const events = await send(
        publisher,
        factory,
        plan.erc721Factory,
        "createNftWithErc20WithFixedRate",
        [nft, datatoken, offer],
      );
      const [createdToken] = await events(factory, "TokenCreated");
      const [exchange] = await events("FixedRateExchange", "ExchangeCreated");
      return {
        datatoken: hexOf(createdToken, "newTokenAddress"),
        exchangeId: hexOf(exchange, "exchangeId"),
      };
    },
    /** Buys one whole datatoken. */
    buy: async ({
      buyer,
      paymentToken,
      exchangeId,
      limit,
    }: {
      readonly buyer: Address;
      readonly paymentToken: Address;
      readonly exchangeId: Hex;
      readonly limit: bigint;
    }) => {
      const { fixedPrice } = plan;
      const approval = [fixedPrice, limit];
      await send(buyer, "OceanToken", paymentToken, "approve", approval);
      const order = [exchangeId, ONE, limit, zeroAddress, 0n];
      await send(buyer, "FixedRateExchange", fixedPrice, "buyDT", order);
    },
  };
}

function hexOf(
  args: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Hex {
  const value = args?.[name];
  if (typeof value !== "string" || !value.startsWith("0x")) {
    throw new Error(`no ${name}`);
  }
  return `0x${value.slice(2)}`;
}
