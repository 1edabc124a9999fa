import type { Address } from "../../base/address.ts";
import { identifyCode, releaseByCodeHash } from "../../contracts/releases.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  codeKey,
} from "../reading/readings.ts";
import type { ContractVerification, ProxyKind } from "../report.ts";

import { isClone, type KnownCode } from "./judge-identity.ts";

/**
 * What the code of each contract is that is present: told by its hash, else by the
 * code. Of a proxy the code that it runs counts.
 *
 * @param read the codes that were read before
 */
export async function knownCodes(
  reader: BlockReader,
  contracts: readonly ContractVerification[],
  read: CodeReadings,
): Promise<ReadonlyMap<Address, KnownCode>> {
  const present = new Map(
    contracts.flatMap((contract) =>
      contract.verdict === "present" && contract.address !== undefined
        ? [[contract.address, contract] as const]
        : [],
    ),
  );
  return new Map(
    await Promise.all(
      [...present].map(
        async ([address, contract]) =>
          [
            address,
            await knownCode(reader, contract, { address, read }),
          ] as const,
      ),
    ),
  );
}

async function knownCode(
  reader: BlockReader,
  contract: ContractVerification,
  { address, read }: { readonly address: Address; readonly read: CodeReadings },
): Promise<KnownCode> {
  const { codeHash, proxy } = contract;
  const release =
    codeHash === undefined ? undefined : releaseByCodeHash(codeHash);
  if (release !== undefined) {
    return { kind: "release", release };
  }
  const runs =
    proxy?.further?.at(-1)?.implementation ?? proxy?.implementation ?? address;
  const known = read.get(codeKey(runs));
  const reading =
    known?.kind === "code" && known.code !== undefined
      ? known
      : await reader.readCode(runs);
  return await judgeCode(contract, runs, reading);
}

/** What the code is that a contract of no release by its hash runs. */
async function judgeCode(
  { codeHash, proxy, proxyUnknown }: ContractVerification,
  runs: Address,
  reading: CodeReading,
): Promise<KnownCode> {
  if (reading.kind !== "code" || reading.code === undefined) {
    return unread(
      reading.kind === "unknown"
        ? reading.reason
        : `the endpoint gave no code of ${runs}`,
    );
  }
  if (
    proxy === undefined &&
    codeHash !== undefined &&
    reading.hash !== codeHash
  ) {
    return unread(CODES_DISAGREE);
  }
  const release = await identifyCode(reading.code);
  if (release !== undefined) {
    return { kind: "release", release, proxy: kindOf(proxy) };
  }
  return proxyUnknown === undefined
    ? { kind: "none-released" }
    : unread(`it may be a proxy: ${proxyUnknown}`);
}

/** Of a chain, what is not a clone counts: its code can do anything. */
function kindOf(proxy: ContractVerification["proxy"]): ProxyKind | undefined {
  const kinds =
    proxy && [proxy, ...(proxy.further ?? [])].map(({ kind }) => kind);
  return kinds?.find((kind) => !isClone(kind)) ?? kinds?.[0];
}

/** The code of a contract that was not read. */
export const UNREAD: KnownCode = unread("it was not read");

function unread(reason: string): KnownCode {
  return { kind: "unread", reason };
}
