import { type Address, addressInWord, isAddress } from "../../base/address.ts";
import { type Hex, hexQuantity, isHex, lowerHex } from "../../base/hex.ts";
import { codeHash } from "../../contracts/releases.ts";
import { SAFE, SAFE_GUARD_SLOT } from "../../contracts/types/safe.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { decodeResult, encodeCall } from "../follow/codec.ts";
import type {
  SimulatedTransaction,
  Transaction,
} from "../simulation-report.ts";
import {
  approvalOf,
  executionOf,
  hashQuestion,
  multiSendOf,
  safeHashes,
} from "./safe-calls.ts";

/** How a transaction ended. */
export type Sent = Pick<SimulatedTransaction, "verdict" | "reason" | "signed">;

type Request = RpcTransport["request"];

/** Sends a transaction from an account, at a price for its gas. */
export type Send = (
  transaction: Transaction,
  gasPrice?: bigint,
) => Promise<Sent>;

/** A multisig of a known release. */
export interface Safe {
  readonly address: Address;
  readonly release: string;
}

/**
 * The Safe at an address: `undefined` if there is none whose code is known.
 *
 * @throws if that cannot be read
 */
export async function safeAt(
  request: Request,
  address: Address,
): Promise<Safe | undefined> {
  if (!SAFE.proxies.has(await hashAt(request, address))) {
    return undefined;
  }
  // The proxies of all releases keep the implementation there.
  const slot = [address, "0x0", "latest"];
  const word = await read(request, "eth_getStorageAt", slot);
  const code = await hashAt(request, addressInWord(word) ?? address);
  const release = SAFE.releases.get(code);
  return release === undefined ? undefined : { address, release };
}

async function hashAt(request: Request, address: Address): Promise<Hex> {
  return await codeHash(
    await read(request, "eth_getCode", [address, "latest"]),
  );
}

/** @throws if the answer is no data. */
async function read(
  request: Request,
  method: string,
  params: readonly unknown[],
): Promise<Hex> {
  const reply = await request(method, params);
  if (!reply.ok || !isHex(reply.result)) {
    const reason = reply.ok ? "its result is no data" : reply.reason;
    throw new Error(`${method} of the simulated chain: ${reason}`);
  }
  return reply.result;
}

/**
 * The one transaction in which a Safe makes several calls; `undefined` unless it is a
 * known one, whose network has the contract that makes them.
 *
 * @throws if that cannot be read, or a guard would not be asked without that contract
 */
export async function batchOf(
  request: Request,
  calls: readonly Transaction[],
): Promise<Transaction | undefined> {
  const [first] = calls;
  const safe = first && (await safeAt(request, first.from));
  if (safe === undefined) {
    return undefined;
  }
  for (const [to, known] of SAFE.multiSends.get(safe.release) ?? []) {
    if ((await hashAt(request, to)) === known) {
      const data = multiSendOf(calls);
      return { from: safe.address, to, value: "0", data, operation: 1 };
    }
  }
  const slot = [safe.address, hexQuantity(SAFE_GUARD_SLOT), "latest"];
  if (BigInt(await read(request, "eth_getStorageAt", slot)) !== 0n) {
    throw new Error("its guard cannot be asked without MultiSendCallOnly");
  }
  return undefined;
}

/**
 * The most gas that any hardfork lets a transaction have (EIP-7825). An estimate is the
 * least with which a Safe says that its call failed.
 */
const GAS = String(2 ** 24);
const OWNERS = "getOwners() returns (address[])";

/**
 * Executes a transaction as its Safe does, approved by as many owners as it needs, with
 * what they sign.
 *
 * @throws if the Safe cannot be read, or an owner cannot approve
 */
export async function executeAsSafe(
  request: Request,
  { address, release }: Safe,
  transaction: Transaction,
  send: Send,
): Promise<Sent> {
  const ask = async (data: Hex) =>
    await read(request, "eth_call", [{ to: address, data }, "latest"]);
  const present = BigInt(await ask(encodeCall("nonce() returns (uint256)")));
  const threshold = await ask(encodeCall("getThreshold() returns (uint256)"));
  const owners = [decodeResult(OWNERS, await ask(encodeCall(OWNERS)))]
    .flat()
    .filter(isAddress)
    .map(lowerHex)
    .toSorted()
    .slice(0, Number(threshold));
  const chainId = BigInt(await read(request, "eth_chainId", []));
  const hashesAt = async (nonce: bigint) => {
    const hashes = safeHashes(transaction, nonce, { release, chainId });
    if (hashes.safeTxHash !== (await ask(hashQuestion(transaction, nonce)))) {
      throw new Error("the Safe's own hash is not the computed safeTxHash");
    }
    return hashes;
  };
  const nonce = BigInt(transaction.safe?.nonce ?? present);
  const { safeTxHash } = await hashesAt(present);
  const signed = {
    ...(await hashesAt(nonce)),
    nonce: String(nonce),
    presentNonce: String(present),
  };
  const stated = transaction.safe?.safeTxHash ?? signed.safeTxHash;
  if (stated !== signed.safeTxHash) {
    throw new Error(
      `the file's safeTxHash is not that of its other members, which is ${signed.safeTxHash} at the nonce ${nonce}`,
    );
  }
  const call = { to: address, value: "0" };
  const approval = approvalOf(safeTxHash);
  for (const from of owners) {
    const { verdict, reason } = await send({ ...call, from, data: approval });
    if (verdict !== "succeeds") {
      throw new Error(`the owner ${from} could not approve it: ${reason}`);
    }
  }
  const [from = address] = owners;
  const { gas = GAS, safe } = transaction;
  const data = executionOf(transaction, owners);
  const price = BigInt(safe?.gasPrice ?? 0);
  return { ...(await send({ ...call, from, data, gas }, price)), signed };
}
