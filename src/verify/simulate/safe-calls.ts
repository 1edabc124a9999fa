import type { TypedDataParameter } from "viem";
import {
  concat,
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  hashStruct,
  keccak256,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
} from "viem/utils";
import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { SAFE_BEFORE_1_3 } from "../../contracts/types/safe.ts";
import type { SafeHashes, SafeMembers, Transaction } from "./report.ts";

/** What a Safe executes. */
const MEMBERS =
  "address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver";
const ABI = parseAbi([
  "function approveHash(bytes32 hash)",
  `function execTransaction(${MEMBERS}, bytes signatures) returns (bool)`,
  `function getTransactionHash(${MEMBERS}, uint256 nonce) view returns (bytes32)`,
  "function multiSend(bytes transactions)",
]);
/** What its owners sign, by EIP-712, for a Safe and, from 1.3.0 on, on a chain. */
const SAFE_TX = parseAbiParameters(`${MEMBERS}, uint256 nonce`);
const DOMAIN = parseAbiParameters("address verifyingContract");
const CHAIN_DOMAIN = parseAbiParameters(
  "uint256 chainId, address verifyingContract",
);

const NOBODY: Address = "0x0000000000000000000000000000000000000000";
const NO_REFUND: SafeMembers = {
  safeTxGas: "0",
  baseGas: "0",
  gasPrice: "0",
  gasToken: NOBODY,
  refundReceiver: NOBODY,
};

/** A transaction as a Safe's functions take it, but for the nonce and the signatures. */
function argumentsOf({
  to,
  value,
  data,
  operation = 0,
  safe = NO_REFUND,
}: Transaction) {
  return [
    lower(to),
    BigInt(value),
    data,
    operation,
    BigInt(safe.safeTxGas),
    BigInt(safe.baseGas),
    BigInt(safe.gasPrice),
    lower(safe.gasToken),
    lower(safe.refundReceiver),
  ] as const;
}

/** What the owners of a Safe sign. */
export function safeHashes(
  transaction: Transaction,
  nonce: bigint,
  { release, chainId }: { readonly release: string; readonly chainId: bigint },
): Pick<SafeHashes, "domainHash" | "messageHash" | "safeTxHash"> {
  const isOld = SAFE_BEFORE_1_3.test(release);
  const domainHash = hashStruct({
    primaryType: "EIP712Domain",
    types: fieldsOf("EIP712Domain", isOld ? DOMAIN : CHAIN_DOMAIN),
    data: { chainId, verifyingContract: lower(transaction.from) },
  });
  const values = [...argumentsOf(transaction), nonce];
  const messageHash = hashStruct({
    primaryType: "SafeTx",
    types: fieldsOf("SafeTx", SAFE_TX),
    data: Object.fromEntries(
      SAFE_TX.map(({ name }, index) => [name, values[index]]),
    ),
  });
  const safeTxHash = keccak256(concat(["0x1901", domainHash, messageHash]));
  return { domainHash, messageHash, safeTxHash };
}

/** A type of EIP-712. */
function fieldsOf(
  type: string,
  fields: readonly TypedDataParameter[],
): Readonly<Record<string, readonly TypedDataParameter[]>> {
  return { [type]: fields };
}

/** The question to a Safe which hash its owners sign. */
export function hashQuestion(transaction: Transaction, nonce: bigint): Hex {
  return encodeFunctionData({
    abi: ABI,
    functionName: "getTransactionHash",
    args: [...argumentsOf(transaction), nonce],
  });
}

/** What an owner sends to approve a Safe's transaction. */
export function approvalOf(hash: Hex): Hex {
  return encodeFunctionData({
    abi: ABI,
    functionName: "approveHash",
    args: [hash],
  });
}

/** What executes a Safe's transaction that these owners have approved. */
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
  return encodeFunctionData({
    abi: ABI,
    functionName: "execTransaction",
    args: [...argumentsOf(transaction), concat(signatures)],
  });
}

/** The type of signature that stands for an owner's `approveHash`. */
const APPROVED_HASH = 1;

/** The data for MultiSend that makes these calls. */
export function multiSendOf(calls: readonly Transaction[]): Hex {
  const packed = calls.map(({ operation = 0, to, value, data }) =>
    encodePacked(
      ["uint8", "address", "uint256", "uint256", "bytes"],
      [operation, lower(to), BigInt(value), BigInt(size(data)), data],
    ),
  );
  return encodeFunctionData({
    abi: ABI,
    functionName: "multiSend",
    args: [concat(packed)],
  });
}

/** Calls that are the argument of another one. */
interface InnerCalls {
  readonly by: "execTransaction" | "multiSend";
  readonly calls: readonly Transaction[];
}

/** The calls in a Safe's `execTransaction` or `multiSend`; `undefined` of other data. */
export function innerCallsOf({
  from,
  to,
  data,
}: Transaction): InnerCalls | undefined {
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
    const word = (start: number, end: number) =>
      slice(packed, at + start, at + end, { strict: true });
    const end = HEAD_SIZE + Number(word(53, HEAD_SIZE));
    const data = end === HEAD_SIZE ? "0x" : word(HEAD_SIZE, end);
    const operation = Number(word(0, 1));
    const value = BigInt(word(21, 53));
    calls.push(callOf(from, operation, word(1, 21), value, data));
    at += end;
  }
  return calls;
}

/** @throws if the operation is none. */
function callOf(
  from: Address,
  operation: number,
  to: Address,
  value: bigint,
  data: Hex,
): Transaction {
  if (operation !== 0 && operation !== 1) {
    throw new RangeError(`there is no operation ${operation}`);
  }
  return { from, to, data, value: String(value), operation };
}

/** In lower case, since viem throws on a wrong checksum. */
function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
