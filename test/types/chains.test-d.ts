import {
  type Chain,
  type ContractFunctionArgs,
  createPublicClient,
  http,
} from "viem";

import type { factoryRouterAbi } from "../../src/abis.ts";
import type {
  devnet as devnetAddresses,
  testnet as testnetAddresses,
} from "../../src/addresses.ts";
import { devnet, testnet, third } from "../../src/chains.ts";
import { assertType, type Same } from "./assert-type.ts";

// Literals reach the user.
assertType<Same<typeof devnet.id, 32456>>();
assertType<Same<typeof third.id, 100>>();
assertType<
  Same<
    typeof devnet.rpcUrls.default.http,
    readonly ["https://rpc.dev.pontus-x.eu"]
  >
>();
assertType<Same<typeof devnet.testnet, true>>();
assertType<
  Same<
    typeof third.contracts.erc20Templates,
    readonly [
      { readonly address: "0xA7D7Cb8dDd46c1B13e9Ccab2fA7D4fC5926f0348" },
      { readonly address: "0x7fEcdEDaE245d3AD5ad93c6Df9603d06887786e8" },
    ]
  >
>();
// @ts-expect-error Gnosis' contracts are not on this network
third.contracts.multicall3;

// Addresses, by key, role and kind of token. Lists have the published length.
assertType<
  Same<
    typeof devnetAddresses.registry.Router,
    "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a"
  >
>();
assertType<
  Same<
    typeof devnetAddresses.tokens.alpha,
    typeof devnet.contracts.token.address
  >
>();
assertType<Same<typeof testnetAddresses.contracts.erc20Templates.length, 2>>();

const all: readonly Chain[] = [devnet, testnet, third];
void all;

const client = createPublicClient({ chain: third, transport: http() });
assertType<Same<typeof client.chain, typeof third>>();

// A block is viem's own, not one of a formatter that the chain brings.
export async function baseFee(): Promise<bigint | null> {
  return (await client.getBlock()).baseFeePerGas;
}

// The functions of an ABI, with their arguments.
assertType<
  Same<
    ContractFunctionArgs<typeof factoryRouterAbi, "view", "isApprovedToken">,
    readonly [`0x${string}`]
  >
>();
