import { decodeQuantity } from "../rpc/decode/decode-quantity.ts";

/** Which fees a transaction can have: a gas price, or EIP-1559's two. */
export type FeeKind = "gas price" | "EIP-1559" | "any";

/** The types with a gas price: legacy, and EIP-2930's with an access list. */
const LAST_GAS_PRICE_TYPE = 1n;
/** Fields of the types after EIP-1559's: blobs and authorizations. */
const LATER_FIELDS = ["authorizationList", "blobVersionedHashes", "blobs"];

/** The fees that a transaction's type asks for; `any` where it names none. */
export function feeKind(
  transaction: Readonly<Record<string, unknown>>,
): FeeKind {
  const type = decodeQuantity(transaction["type"]);
  if (type.ok) {
    return type.value <= LAST_GAS_PRICE_TYPE ? "gas price" : "EIP-1559";
  }
  return LATER_FIELDS.some((field) => transaction[field] !== undefined)
    ? "EIP-1559"
    : "any";
}
