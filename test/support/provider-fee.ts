import {
  type Address,
  encodePacked,
  type Hex,
  hexToBigInt,
  isHex,
  keccak256,
  sliceHex,
  zeroAddress,
} from "viem";
import type { RequestProvider } from "../../src/rpc/types.ts";

const PROVIDER_DATA: Hex = "0x7b7d";

/** A fee of nothing, as a provider service signs it for an order. */
export async function freeProviderFee(
  provider: RequestProvider,
  providerFeeAddress: Address,
) {
  const digest = keccak256(
    encodePacked(
      ["bytes", "address", "address", "uint256", "uint256"],
      [PROVIDER_DATA, providerFeeAddress, zeroAddress, 0n, 0n],
    ),
  );
  const signature = await provider.request({
    method: "personal_sign",
    params: [digest, providerFeeAddress],
  });
  if (!isHex(signature)) {
    throw new Error("no signature");
  }
  return {
    providerFeeAddress,
    providerFeeToken: zeroAddress,
    providerFeeAmount: 0n,
    v: Number(hexToBigInt(sliceHex(signature, 64, 65))),
    r: sliceHex(signature, 0, 32),
    s: sliceHex(signature, 32, 64),
    validUntil: 0n,
    providerData: PROVIDER_DATA,
  };
}
