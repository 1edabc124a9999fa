import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { hexQuantity } from "../../base/hex.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { codeHash } from "../presence/code-reading.ts";
import { readCode } from "../presence/read-codes-singly.ts";
import type { PinnedBlock } from "../read-calls.ts";
import type { ContractVerification } from "../report.ts";
import type { KnownCode } from "./judge-identity.ts";
import {
  immutablesOfSize,
  type Release,
  releaseByCodeHash,
  releaseByStrippedHash,
} from "./releases.ts";

const WORD_BYTES = 32;

/**
 * The released contract whose runtime code this is: the very code, the same code
 * with other metadata, or with other immutables. `undefined` if it is none.
 */
export async function identifyCode(code: Hex): Promise<Release | undefined> {
  const exact = releaseByCodeHash(await codeHash(code));
  if (exact !== undefined) {
    return exact;
  }
  const stripped = releaseByStrippedHash(await codeHash(stripMetadata(code)));
  if (stripped !== undefined) {
    return stripped;
  }
  for (const { offsets } of immutablesOfSize((code.length - 2) / 2)) {
    const masked = mask(code, offsets);
    const release =
      releaseByCodeHash(await codeHash(masked)) ??
      releaseByStrippedHash(await codeHash(stripMetadata(masked)));
    if (release !== undefined) {
      return release;
    }
  }
  return undefined;
}

/** The code with zeros in place of the words at the given byte offsets. */
function mask(code: Hex, offsets: readonly number[]): Hex {
  let digits = code.slice(2);
  for (const offset of offsets) {
    const end = 2 * (offset + WORD_BYTES);
    digits = `${digits.slice(0, 2 * offset)}${"00".repeat(WORD_BYTES)}${digits.slice(end)}`;
  }
  return `0x${digits}`;
}

const LENGTH_DIGITS = 4;

/**
 * A contract's code without the CBOR metadata that Solidity appends: its length
 * stands in the last two bytes. Code that is shorter than it says is left whole.
 *
 * @see https://docs.soliditylang.org/en/latest/metadata.html
 */
export function stripMetadata(code: Hex): Hex {
  const digits = code.slice(2);
  const length = Number.parseInt(digits.slice(-LENGTH_DIGITS), 16);
  const end = digits.length - LENGTH_DIGITS - 2 * length;
  return Number.isNaN(length) || end <= 0 ? code : `0x${digits.slice(0, end)}`;
}

/**
 * What each present contract's code is: told by its hash, else by the code. Of a
 * proxy the code that it runs counts.
 */
export async function knownCodes(
  transport: RpcTransport,
  contracts: readonly ContractVerification[],
  block: PinnedBlock,
): Promise<ReadonlyMap<Address, KnownCode>> {
  const known = new Map<Address, KnownCode>();
  const number = hexQuantity(block.number);
  await Promise.all(
    contracts.map(async (contract) => {
      const { address, verdict, codeHash } = contract;
      if (
        address === undefined ||
        verdict !== "present" ||
        known.has(address)
      ) {
        return;
      }
      const release =
        codeHash === undefined ? undefined : releaseByCodeHash(codeHash);
      known.set(
        address,
        release === undefined
          ? { kind: "unread", reason: "it was not read" }
          : { kind: "release", release },
      );
      if (release === undefined) {
        known.set(address, await readKnownCode(transport, contract, number));
      }
    }),
  );
  return known;
}

async function readKnownCode(
  transport: RpcTransport,
  { address, codeHash, proxy, proxyUnknown }: ContractVerification,
  block: string,
): Promise<KnownCode> {
  const runs = proxy?.implementation ?? address;
  if (runs === undefined) {
    return { kind: "unread", reason: "it has no address" };
  }
  const reading = await readCode(transport, runs, block);
  if (reading.kind !== "code" || reading.code === undefined) {
    return {
      kind: "unread",
      reason:
        reading.kind === "unknown"
          ? reading.reason
          : `the endpoint gave no code of ${runs}`,
    };
  }
  if (
    proxy === undefined &&
    codeHash !== undefined &&
    reading.hash !== codeHash
  ) {
    return {
      kind: "unread",
      reason: "two reads of the same block disagree on its code",
    };
  }
  const release = await identifyCode(reading.code);
  if (release !== undefined) {
    return { kind: "release", release, proxy: proxy?.kind };
  }
  return proxyUnknown === undefined
    ? { kind: "none-released" }
    : { kind: "unread", reason: `it may be a proxy: ${proxyUnknown}` };
}
