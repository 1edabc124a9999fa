import type { NetworkConnection } from "hardhat/types/network";
import type { Chain } from "viem";

import type {
  Address,
  AlphaConnection,
  AlphaContract,
  AlphaContractAbis,
} from "../../src/types.ts";
import { assertType, type Same } from "./assert-type.ts";

declare const connection: NetworkConnection;
declare const alpha: AlphaConnection;
declare const address: Address;

type Devnet = Extract<AlphaConnection, { readonly name: "devnet" }>;
type Third = Extract<AlphaConnection, { readonly name: "third" }>;
declare const devnet: Devnet;
declare const third: Third;

assertType<Same<typeof alpha.chain, Chain>>();
// @ts-expect-error the chain is the network's own
alpha.chain = { ...alpha.chain };

// By role, on a network that is not told apart.
export async function byRole() {
  const router = await alpha.contract("router");
  assertType<Same<typeof router, AlphaContract<"FactoryRouter">>>();
  assertType<Same<typeof router.abi, AlphaContractAbis["FactoryRouter"]>>();
  assertType<
    Same<Awaited<ReturnType<typeof router.read.factory>>, `0x${string}`>
  >();
  const basic = await alpha.contract("erc20Templates", 0);
  assertType<Same<typeof basic, AlphaContract<"ERC20Template">>>();
  const enterprise = await alpha.contract("erc20Templates", 1, { address });
  assertType<
    Same<typeof enterprise, AlphaContract<"ERC20TemplateEnterprise">>
  >();
  const nft = await alpha.contract("erc721Templates", 0, {
    client: { wallet: await connection.viem.getWalletClient(address) },
  });
  assertType<Same<typeof nft, AlphaContract<"ERC721Template">>>();
  const euro = await alpha.contract("euro");
  assertType<Same<typeof euro, AlphaContract<"ERC20">>>();
  assertType<Same<Awaited<ReturnType<typeof euro.read.decimals>>, number>>();
  await devnet.contract("alpha", { address });
  await alpha.contract("router", {});
  return await connection.alpha?.contract("dispenser");
}

// By a key that all networks have, on one that is not told apart.
export async function bySharedKey() {
  const router = await alpha.contract("Router");
  assertType<Same<typeof router, AlphaContract<"FactoryRouter">>>();
  const exchange = await alpha.contract("FixedPrice", { address });
  assertType<Same<typeof exchange, AlphaContract<"FixedRateExchange">>>();
  const dispenser = await connection.alpha?.contract("Dispenser");
  assertType<Same<typeof dispenser, AlphaContract<"Dispenser"> | undefined>>();
  const factory = await alpha.contract("ERC721Factory");
  assertType<Same<typeof factory, AlphaContract<"ERC721Factory">>>();
  const nft = await alpha.contract("ERC721Template", 0, { address });
  assertType<Same<typeof nft, AlphaContract<"ERC721Template">>>();
}

// Arguments and results are those of the contract.
export async function calls() {
  const factory = await alpha.contract("erc721Factory");
  const template = await factory.read.getTokenTemplate([1n]);
  assertType<Same<typeof template.isActive, boolean>>();
  // @ts-expect-error a function that the contract does not have
  factory.read.getTokenTemplates;
  // @ts-expect-error an argument of another type
  await factory.read.getTokenTemplate(["1"]);
  const token = await alpha.contract("token");
  // @ts-expect-error an argument too few
  await token.write.transfer([address]);
  const [made] = await factory.getEvents.NFTCreated();
  const newToken = made?.args.newTokenAddress;
  assertType<Same<typeof newToken, Address | undefined>>();
  return newToken;
}

// By the network's own keys, once it is told apart.
export async function byKey() {
  const token = await third.contract("AlphaToken");
  assertType<Same<typeof token, AlphaContract<"OceanToken">>>();
  const collector = await devnet.contract("AlphaCommunityFeeCollector");
  assertType<
    Same<typeof collector, AlphaContract<"OPFCommunityFeeCollector">>
  >();
  const exchange = await devnet.contract("FixedPrice", { address });
  assertType<Same<typeof exchange, AlphaContract<"FixedRateExchange">>>();
  const enterprise = await third.contract("ERC20Templates", 1);
  assertType<
    Same<typeof enterprise, AlphaContract<"ERC20TemplateEnterprise">>
  >();
  const basic = await devnet.contract("ERC20Template", 0, { address });
  assertType<Same<typeof basic, AlphaContract<"ERC20Template">>>();
  if (alpha.name === "third") {
    const nft = await alpha.contract("ERC721Template", 0);
    assertType<Same<typeof nft, AlphaContract<"ERC721Template">>>();
  }
}

export async function mistakes() {
  // @ts-expect-error a typo in a role
  await alpha.contract("rooter");
  // @ts-expect-error a typo in a key
  await devnet.contract("Rooter");
  // @ts-expect-error a typo in a key that all networks have
  await alpha.contract("Ruoter");
  // @ts-expect-error a network's own key, before it is told apart
  await alpha.contract("AlphaToken");
  // @ts-expect-error third's spelling
  await devnet.contract("ERC20Templates", 0);
  // @ts-expect-error devnet's key
  await third.contract("Alpha");
  // @ts-expect-error a list needs an index
  await alpha.contract("erc20Templates");
  // @ts-expect-error a list of two has no third
  await alpha.contract("erc20Templates", 2);
  // @ts-expect-error a list of one has no second
  await third.contract("ERC721Template", 1);
  // @ts-expect-error devnet's and testnet's spelling of a list
  await alpha.contract("ERC20Template", 0);
  // @ts-expect-error a list needs an index, by a key that all networks have too
  await alpha.contract("ERC721Template");
  // @ts-expect-error a payment token that there is not
  await alpha.contract("dollar");
  // @ts-expect-error a payment token has no index
  await alpha.contract("euro", 0);
  // @ts-expect-error one contract has no index
  await alpha.contract("router", 0);
  // @ts-expect-error one contract has no index, by key neither
  await devnet.contract("Router", 0);
  // @ts-expect-error an address stands in an object
  await alpha.contract("token", address);
  // @ts-expect-error an address is no number
  await alpha.contract("token", { address: 5 });
  // @ts-expect-error an address that may be missing
  await alpha.contract("token", { address: undefined });
  // @ts-expect-error an unknown parameter
  await alpha.contract("token", { adress: address });
  // @ts-expect-error possibly undefined
  await connection.alpha.contract("token");
}
