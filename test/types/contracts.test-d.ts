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
  const enterprise = await alpha.contract("erc20Templates", 1, { address });
  assertType<
    Same<typeof enterprise, AlphaContract<"ERC20TemplateEnterprise">>
  >();
  const euro = await alpha.contract("euro");
  assertType<Same<typeof euro, AlphaContract<"ERC20">>>();
  assertType<Same<Awaited<ReturnType<typeof euro.read.decimals>>, number>>();
  await devnet.contract("alpha", { address });
  return await connection.alpha?.contract("dispenser");
}

// Arguments and results are those of the contract.
export async function calls() {
  const factory = await alpha.contract("erc721Factory");
  const template = await factory.read.getTokenTemplate([1n]);
  assertType<Same<typeof template.isActive, boolean>>();
  // @ts-expect-error an argument of another type
  await factory.read.getTokenTemplate(["1"]);
  const token = await alpha.contract("token");
  // @ts-expect-error an argument too few
  await token.write.transfer([address]);
}

// By the network's own keys, once it is told apart.
export async function byKey() {
  const token = await third.contract("AlphaToken");
  assertType<Same<typeof token, AlphaContract<"OceanToken">>>();
  const enterprise = await third.contract("ERC20Templates", 1);
  assertType<
    Same<typeof enterprise, AlphaContract<"ERC20TemplateEnterprise">>
  >();
  if (alpha.name === "third") {
    const nft = await alpha.contract("ERC721Template", 0);
    assertType<Same<typeof nft, AlphaContract<"ERC721Template">>>();
  }
}

export async function mistakes() {
  // @ts-expect-error a typo in a key
  await devnet.contract("Rooter");
  // @ts-expect-error a network's own key, before it is told apart
  await alpha.contract("AlphaToken");
  // @ts-expect-error devnet's key
  await third.contract("Alpha");
  // @ts-expect-error a list needs an index
  await alpha.contract("erc20Templates");
  // @ts-expect-error a list of two has no third
  await alpha.contract("erc20Templates", 2);
  // @ts-expect-error a list needs an index, by a key that all networks have too
  await alpha.contract("ERC721Template");
  // @ts-expect-error one contract has no index
  await alpha.contract("router", 0);
  // @ts-expect-error possibly undefined
  await connection.alpha.contract("token");
}
