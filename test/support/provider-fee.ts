import {
  type Address,
  encodePacked,
  type Hex,
  keccak256,
  parseSignature,
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
  const params = [digest, providerFeeAddress];
  const signature = await provider.request({ method: "personal_sign", params });
  const { r, s, yParity } = parseSignature(`0x${String(signature).slice(2)}`);
  return {
    providerFeeAddress,
    providerFeeToken: zeroAddress,
    providerFeeAmount: 0n,
    v: 27 + yParity,
    r,
    s,
    validUntil: 0n,
    providerData: PROVIDER_DATA,
  };
}
