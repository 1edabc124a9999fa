import { type Address, addressInWord, isAddress } from "../../base/address.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { codeHash } from "../../contracts/code-hash.ts";
import type { View } from "../../contracts/contract-type.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { decodeResult, encodeCall } from "../wiring/codec.ts";
import type { SimulatedTransaction, Transaction } from "./report.ts";
import {
  approvalOf,
  executionOf,
  hashQuestion,
  multiSendOf,
  safeHashes,
} from "./safe-calls.ts";

/** How a transaction ended. */
export type Sent = Pick<SimulatedTransaction, "verdict" | "reason" | "signed">;

type Request = Pick<RpcTransport, "request">["request"];

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

/** The Safe at an address: `undefined` if there is none whose code is known. */
export async function safeAt(
  request: Request,
  address: Address,
): Promise<Decoded<Safe | undefined>> {
  const proxy = await hashAt(request, address);
  if (!proxy.ok || !SAFE.proxies.has(proxy.value)) {
    return proxy.ok ? { ok: true, value: undefined } : proxy;
  }
  // The proxies of all releases keep the implementation there.
  const word = await request("eth_getStorageAt", [address, "0x0", "latest"]);
  const singleton =
    word.ok && isHex(word.result) ? addressInWord(word.result) : undefined;
  if (singleton === undefined) {
    const reason = word.ok ? "it names none" : word.reason;
    return { ok: false, reason: `the implementation of the Safe: ${reason}` };
  }
  const code = await hashAt(request, singleton);
  if (!code.ok) {
    return code;
  }
  const release = SAFE.releases.get(code.value);
  return {
    ok: true,
    value: release === undefined ? release : { address, release },
  };
}

async function hashAt(
  request: Request,
  address: Address,
): Promise<Decoded<Hex>> {
  const code = await request("eth_getCode", [address, "latest"]);
  return code.ok && isHex(code.result)
    ? { ok: true, value: await codeHash(code.result) }
    : { ok: false, reason: `the code at ${address} could not be read` };
}

/**
 * The one transaction in which a Safe makes several calls; `undefined` unless it is a
 * known one, whose network has the contract that makes them.
 */
export async function batchOf(
  request: Request,
  calls: readonly Transaction[],
): Promise<Transaction | undefined> {
  const from = calls[0]?.from;
  const safe = from && (await safeAt(request, from));
  if (!safe?.ok || safe.value === undefined) {
    return undefined;
  }
  const { address, release } = safe.value;
  for (const [to, known] of SAFE.multiSends.get(release) ?? []) {
    const hash = await hashAt(request, to);
    if (hash.ok && hash.value === known) {
      const data = multiSendOf(calls);
      return { from: address, to, value: "0", data, operation: 1 };
    }
  }
  return undefined;
}

/**
 * The most gas that any hardfork lets a transaction have (EIP-7825). An estimate is the
 * least with which a Safe says that its call failed.
 */
const GAS = String(2 ** 24);

/**
 * Executes a transaction as its Safe does, approved by as many owners as it needs, with
 * what they sign.
 */
export async function executeAsSafe(
  request: Request,
  { address, release }: Safe,
  transaction: Transaction,
  send: Send,
): Promise<Sent> {
  const ask = async (data: Hex): Promise<Hex> => {
    const reply = await request("eth_call", [{ to: address, data }, "latest"]);
    return reply.ok && isHex(reply.result) ? reply.result : "0x";
  };
  const view = async (name: View) =>
    decodeResult(name, await ask(encodeCall(name)));
  const nonce = await view("nonce() returns (uint256)");
  const threshold = await view("getThreshold() returns (uint256)");
  const all = await view("getOwners() returns (address[])");
  const owners = (Array.isArray(all) ? all.filter(isAddress) : [])
    .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
    .slice(0, Number(threshold));
  const [executor] = owners;
  const chain = await request("eth_chainId", []);
  if (
    typeof nonce !== "bigint" ||
    executor === undefined ||
    owners.length !== Number(threshold) ||
    !chain.ok
  ) {
    return unknown(
      "the nonce, the threshold or the owners of the Safe could not be read",
    );
  }
  const domain = { release, chainId: BigInt(String(chain.result)) };
  const hashesAt = async (at: bigint) => {
    const hashes = safeHashes(transaction, at, domain);
    const own = await ask(hashQuestion(transaction, at));
    return own === hashes.safeTxHash ? hashes : undefined;
  };
  const fileNonce = BigInt(transaction.safe?.nonce ?? nonce);
  const executed = await hashesAt(nonce);
  const shown = await hashesAt(fileNonce);
  if (executed === undefined || shown === undefined) {
    return unknown(
      "the Safe's getTransactionHash gives another hash than the computed one",
    );
  }
  for (const from of owners) {
    const data = approvalOf(executed.safeTxHash);
    const approval = await send({ from, to: address, data, value: "0" });
    if (approval.verdict !== "succeeds") {
      return unknown(
        `its owner ${from} could not approve it: ${approval.reason}`,
      );
    }
  }
  const { gas = GAS, safe } = transaction;
  const data = executionOf(transaction, owners);
  const sent = await send(
    { from: executor, to: address, data, value: "0", gas },
    BigInt(safe?.gasPrice ?? 0),
  );
  return {
    ...sent,
    signed: {
      ...shown,
      nonce: String(fileNonce),
      presentNonce: String(nonce),
    },
  };
}

function unknown(reason: string): Sent {
  return { verdict: "unknown", reason };
}
