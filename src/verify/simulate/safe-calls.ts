import type { Abi, TypedDataParameter } from "viem";
import {
  concat,
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  getAddress,
  hashStruct,
  keccak256,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
} from "viem/utils";
import type { Address } from "../../base/address.ts";
import { type Hex, lowerHex } from "../../base/hex.ts";
import { isSafeBefore1_3 } from "../../contracts/types/safe.ts";
import type { SafeHashes, Transaction } from "../simulation-report.ts";

/** The members of a transaction that a Safe executes. */
const MEMBERS =
  "address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver";
const ABI = parseAbi([
  "function approveHash(bytes32 hash)",
  `function execTransaction(${MEMBERS}, bytes signatures) returns (bool)`,
  `function getTransactionHash(${MEMBERS}, uint256 nonce) view returns (bytes32)`,
  "function multiSend(bytes transactions)",
]);

type Types = Readonly<Record<string, readonly TypedDataParameter[]>>;

const TYPES: Types = {
  EIP712Domain: parseAbiParameters(
    "uint256 chainId, address verifyingContract",
  ),
  SafeTx: parseAbiParameters(`${MEMBERS}, uint256 nonce`),
};
const TYPES_BEFORE_1_3: Types = {
  EIP712Domain: parseAbiParameters("address verifyingContract"),
};

export const NOBODY: Address = "0x0000000000000000000000000000000000000000";

/** In the order of the functions. In lower case, since viem throws on a wrong checksum. */
function membersOf({ to, value, data, operation = 0, safe }: Transaction) {
  return {
    to: lowerHex(to),
    value: BigInt(value),
    data,
    operation,
    safeTxGas: BigInt(safe?.safeTxGas ?? 0),
    baseGas: BigInt(safe?.baseGas ?? 0),
    gasPrice: BigInt(safe?.gasPrice ?? 0),
    gasToken: lowerHex(safe?.gasToken ?? NOBODY),
    refundReceiver: lowerHex(safe?.refundReceiver ?? NOBODY),
  };
}

/**
 * The hashes that the owners of a Safe sign, by EIP-712.
 *
 * @throws on an amount of more than 256 bits
 */
export function safeHashes(
  transaction: Transaction,
  nonce: bigint,
  { release, chainId }: { readonly release: string; readonly chainId: bigint },
): Pick<SafeHashes, "domainHash" | "messageHash" | "safeTxHash"> {
  const domainHash = hashStruct({
    primaryType: "EIP712Domain",
    types: isSafeBefore1_3(release) ? TYPES_BEFORE_1_3 : TYPES,
    data: { chainId, verifyingContract: lowerHex(transaction.from) },
  });
  const messageHash = hashStruct({
    primaryType: "SafeTx",
    types: TYPES,
    data: { ...membersOf(transaction), nonce },
  });
  const safeTxHash = keccak256(concat(["0x1901", domainHash, messageHash]));
  return { domainHash, messageHash, safeTxHash };
}

/** The question to a Safe which hash its owners sign. */
export function hashQuestion(transaction: Transaction, nonce: bigint): Hex {
  const members = Object.values(membersOf(transaction));
  return encode("getTransactionHash", [...members, nonce]);
}

/** The transaction by which an owner approves a Safe's transaction. */
export function approvalOf(hash: Hex): Hex {
  return encode("approveHash", [hash]);
}

/** The type of signature that stands for an owner's `approveHash`. */
const APPROVED_HASH = 1;

/**
 * The transaction that executes a Safe's transaction.
 *
 * @param owners who have approved it, in ascending order
 */
export function executionOf(
  transaction: Transaction,
  owners: readonly Address[],
): Hex {
  const signatures = owners.map((owner) =>
    encodePacked(
      ["uint256", "uint256", "uint8"],
      [BigInt(owner), 0n, APPROVED_HASH],
    ),
  );
  const members = Object.values(membersOf(transaction));
  return encode("execTransaction", [...members, concat(signatures)]);
}

/** The data for MultiSend that makes these calls. */
export function multiSendOf(calls: readonly Transaction[]): Hex {
  const packed = calls.map(({ operation = 0, to, value, data }) =>
    encodePacked(
      ["uint8", "address", "uint256", "uint256", "bytes"],
      [operation, lowerHex(to), BigInt(value), BigInt(size(data)), data],
    ),
  );
  return encode("multiSend", [concat(packed)]);
}

function encode(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData<Abi>({ abi: ABI, functionName, args });
}

/** The calls in a Safe's `execTransaction` or `multiSend`; `undefined` of other data. */
export function innerCallsOf({ from, to, data }: Transaction) {
  try {
    const { functionName: by, args } = decodeFunctionData({ abi: ABI, data });
    if (by === "execTransaction") {
      const [target, value, inner, operation] = args;
      return { by, calls: [callOf(to, operation, target, value, inner)] };
    }
    return by === "multiSend"
      ? { by, calls: unpacked(from, args[0]) }
      : undefined;
  } catch {
    return undefined;
  }
}

const HEAD_SIZE = 85;

/** @throws if the data ends too early. */
function unpacked(from: Address, packed: Hex): readonly Transaction[] {
  const calls: Transaction[] = [];
  for (let at = 0; at < size(packed); ) {
    const part = (start: number, end: number) =>
      slice(packed, at + start, at + end, { strict: true });
    const end = HEAD_SIZE + Number(part(53, HEAD_SIZE));
    const data = end === HEAD_SIZE ? "0x" : part(HEAD_SIZE, end);
    const value = BigInt(part(21, 53));
    const to = getAddress(part(1, 21));
    calls.push(callOf(from, Number(part(0, 1)), to, value, data));
    at += end;
  }
  return calls;
}

function callOf(
  from: Address,
  operation: number,
  to: Address,
  value: bigint,
  data: Hex,
): Transaction {
  const kind = operation === 1 ? 1 : 0;
  return { from, to, data, value: String(value), operation: kind };
}
