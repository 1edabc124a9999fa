import type { Address } from "../../base/address.ts";
import { identifyCode, releaseByCodeHash } from "../../contracts/releases.ts";
import type { BlockReader } from "../asking/reader.ts";
import { mayRunOtherCode } from "../follow/runs-other-code.ts";
import type { ContractVerification } from "../found.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  codeKey,
} from "../questions/readings.ts";
import { hopsOf, type ProxyKind } from "../values/proxy.ts";
import { because, type Reason, told } from "../values/reason.ts";
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
  { codeHash, proxy, proxyUnread }: ContractVerification,
  runs: Address,
  reading: CodeReading,
): Promise<KnownCode> {
  if (reading.kind !== "code" || reading.code === undefined) {
    return unread(
      reading.kind === "unknown"
        ? told(reading.reason)
        : told(`the endpoint gave no code of ${runs}`),
    );
  }
  const last = hopsOf(proxy).at(-1);
  const hash = last === undefined ? codeHash : last.implementationCodeHash;
  if (hash !== undefined && reading.hash !== hash) {
    return unread(told(CODES_DISAGREE));
  }
  const release = await identifyCode(reading.code);
  if (release !== undefined) {
    return { kind: "release", release, proxy: kindOf(proxy) };
  }
  return proxyUnread?.kind !== "unread"
    ? {
        kind: "none-released",
        isAlone: proxy === undefined && !mayRunOtherCode(reading.code),
      }
    : unread(because("proxy-unread", proxyUnread.reason));
}

/** In a chain of proxies, the first that is not a clone decides. */
function kindOf(proxy: ContractVerification["proxy"]): ProxyKind | undefined {
  const kinds = hopsOf(proxy).map(({ kind }) => kind);
  return kinds.find((kind) => !isClone(kind)) ?? kinds[0];
}

function unread(reason: Reason): KnownCode {
  return { kind: "unread", reason };
}
