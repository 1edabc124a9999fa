import type { Address } from "../../networks/definition.ts";
import type { ContractVerification } from "../../report/verify-report.ts";
import { hexQuantity } from "../../rpc/hex-quantity.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type { PinnedBlock } from "../pinned-block.ts";
import { readCode } from "../presence/read-codes-singly.ts";
import { identifyCode } from "./identify-code.ts";
import type { KnownCode } from "./judge-identity.ts";
import { releaseByCodeHash } from "./releases.ts";

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
