import type { Address } from "../../base/address.ts";
import { identifyCode, releaseByCodeHash } from "../../contracts/releases.ts";
import { hopsOf } from "../presence/describe-proxy.ts";
import { mayRunOtherCode } from "../presence/runs-other-code.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  codeKey,
} from "../reading/readings.ts";
import type { ContractVerification, ProxyKind } from "../report.ts";
import { isClone, type KnownCode, type KnownCodes } from "./judge-identity.ts";

/**
 * What the code of each present contract is, by its hash or, if no release has that, by
 * the code itself. For a proxy, the code that it runs counts.
 *
 * @param read the codes that were read before
 */
export async function knownCodes(
  reader: BlockReader,
  contracts: readonly ContractVerification[],
  read: CodeReadings,
): Promise<KnownCodes> {
  const present = new Map(
    contracts.flatMap((contract) =>
      contract.verdict === "present" && contract.address !== undefined
        ? [[contract.address, contract] as const]
        : [],
    ),
  );
  const known = [...present].map(async ([address, contract]) => {
    const { proxy, codeHash = "" } = contract;
    const release = releaseByCodeHash(codeHash);
    if (release !== undefined) {
      return [address, { kind: "release", release }] as const;
    }
    const { implementation: runs = address } = hopsOf(proxy).at(-1) ?? {};
    const reading = read.get(codeKey(runs));
    const code =
      reading?.kind === "code" && reading.code !== undefined
        ? reading
        : await reader.readCode(runs);
    return [address, await judgeCode(contract, runs, code)] as const;
  });
  return new Map(await Promise.all(known));
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
  const last = hopsOf(proxy).at(-1);
  const hash = last === undefined ? codeHash : last.implementationCodeHash;
  if (hash !== undefined && reading.hash !== hash) {
    return unread(CODES_DISAGREE);
  }
  const release = await identifyCode(reading.code);
  if (release !== undefined) {
    return { kind: "release", release, proxy: kindOf(proxy) };
  }
  return proxyUnknown === undefined
    ? {
        kind: "none-released",
        isAlone: proxy === undefined && !mayRunOtherCode(reading.code),
      }
    : unread(`it may be a proxy: ${proxyUnknown}`);
}

/** Of a chain, what is not a clone counts: its code can do anything. */
function kindOf(proxy: ContractVerification["proxy"]): ProxyKind | undefined {
  const kinds = hopsOf(proxy).map(({ kind }) => kind);
  return kinds.find((kind) => !isClone(kind)) ?? kinds[0];
}

function unread(reason: string): KnownCode {
  return { kind: "unread", reason };
}
