import { type Chain, createPublicClient, createWalletClient, http } from "viem";

import { devnet, testnet, third } from "../../src/chains.ts";
import { assertType, type Same } from "./assert-type.ts";

// Literals reach the user.
assertType<Same<typeof devnet.id, 32456>>();
assertType<Same<typeof testnet.id, 32457>>();
assertType<Same<typeof third.id, 100>>();
assertType<Same<typeof third.name, "GEN-X">>();
assertType<Same<typeof third.nativeCurrency.symbol, "GX">>();
assertType<Same<typeof devnet.nativeCurrency.decimals, 18>>();
assertType<
  Same<
    typeof devnet.rpcUrls.default.http,
    readonly ["https://rpc.dev.pontus-x.eu"]
  >
>();
assertType<Same<typeof devnet.testnet, true>>();
// @ts-expect-error no contracts: Gnosis' are not on this network
third.contracts;

const all: readonly Chain[] = [devnet, testnet, third];
void all;

const client = createPublicClient({ chain: third, transport: http() });
assertType<Same<typeof client.chain, typeof third>>();
const wallet = createWalletClient({ chain: devnet, transport: http() });
assertType<Same<typeof wallet.chain.id, 32456>>();

// A block is viem's own, not one of a formatter that the chain brings.
export async function baseFee(): Promise<bigint | null> {
  return (await client.getBlock()).baseFeePerGas;
}
