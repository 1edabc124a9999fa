import type { Address } from "../../base/address.ts";
import { given } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { isClone } from "../../contracts/code-kinds.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import { isToken, type VerificationTarget } from "../expect/targets.ts";
import { isReleased, mayRunOtherCode } from "../follow/code-at.ts";
import {
  type ContractVerification,
  doubted,
  type IdentityVerification,
} from "../found.ts";
import type { ReadPresence } from "../presence/verify-presence.ts";
import type { Answers } from "../questions/question.ts";
import { CODES_DISAGREE, codeKey, NOT_READ } from "../questions/readings.ts";
import { hopsOf } from "../values/proxy.ts";
import { because, type Reason, told } from "../values/reason.ts";
import {
  expectedContract,
  type JudgedBy,
  judgeIdentity,
  type KnownCode,
  type KnownCodes,
  UNREAD,
} from "./judge-identity.ts";
import { judgeToken, tokenCalls } from "./judge-token.ts";
import { lookUpOwn, verifyOwn } from "./own-contracts.ts";

/** Looks up what tells whether present contracts are the right ones. */
export function lookUpIdentity(presence: ReadPresence, answers: Answers): void {
  const { targets, codes, chains } = presence;
  for (const target of targets) {
    const { address, skip } = target;
    if (address === undefined || skip !== undefined) {
      continue;
    }
    const key = codeKey(address);
    const code = codes.get(key);
    if (code?.kind !== "code" && !answers.isEarly) {
      continue;
    }
    if (isToken(target)) {
      for (const call of tokenCalls(address)) {
        answers.get({ kind: "call", call });
      }
    }
    if (expectedContract(target) !== undefined) {
      lookUpCode(address, presence, answers);
    }
    lookUpOwn(target, chains.get(key)?.hops.at(-1)?.implementation, answers);
  }
}

/** Looks up the code that a contract runs, unless its hash tells of what release it is. */
export function lookUpCode(
  address: Address,
  { chains }: ReadPresence,
  answers: Answers,
): void {
  const runs = chains.get(codeKey(address))?.hops.at(-1)?.implementation;
  for (const of of given(address, runs)) {
    const code = answers.known({ kind: "code", address: of });
    if (code?.kind !== "code" || isReleased(code)) {
      return;
    }
  }
  answers.get({ kind: "text", address: runs ?? address });
}

/**
 * Identifies the code of each present contract by its hash or, if no release
 * has that, by the code itself. For a proxy, the code that it runs counts.
 */
export function knownCodes(
  contracts: readonly ContractVerification[],
  answers: Answers,
): KnownCodes {
  const known = new Map<Address, KnownCode>();
  for (const contract of contracts) {
    const { address, verdict } = contract;
    if (verdict === "present" && address !== undefined) {
      known.set(address, knownCode(address, contract, answers));
    }
  }
  return known;
}

function knownCode(
  address: Address,
  { proxy, codeHash, proxyUnread }: ContractVerification,
  answers: Answers,
): KnownCode {
  const own = releaseByCodeHash(codeHash ?? "");
  if (own !== undefined) {
    return { kind: "release", release: own };
  }
  const hops = hopsOf(proxy);
  const last = hops.at(-1);
  const { implementation: runs = address } = last ?? {};
  const hash = last === undefined ? codeHash : last.implementationCodeHash;
  const released = releaseByCodeHash(hash ?? "");
  const reading = answers.known({ kind: "text", address: runs }) ?? NOT_READ;
  const isByHash = released !== undefined && reading === NOT_READ;
  if (!isByHash && (reading.kind !== "code" || reading.code === undefined)) {
    const none = `the endpoint gave no code of ${runs}`;
    return unread(told(reading.kind === "unknown" ? reading.reason : none));
  }
  const isOther =
    reading.kind === "code" && Boolean(hash) && reading.hash !== hash;
  if (isOther) {
    return unread(told(CODES_DISAGREE));
  }
  const text = reading.kind === "code" ? reading : undefined;
  const release = text?.release ?? released;
  if (release !== undefined) {
    // In a chain of proxies, the first that is not a clone decides.
    const { kind } = hops.find((hop) => !isClone(hop.kind)) ?? hops[0] ?? {};
    return { kind: "release", release, proxy: kind };
  }
  if (proxyUnread?.kind !== "unread") {
    return {
      kind: "none-released",
      isAlone: proxy === undefined && !mayRunOtherCode(text?.code ?? "0x"),
    };
  }
  return unread(because("proxy-unread", proxyUnread.reason));
}

function unread(reason: Reason): KnownCode {
  return { kind: "unread", reason };
}

/** Tells whether each contract that is present is the right one. */
export async function verifyIdentity(
  contracts: readonly ContractVerification[],
  targets: readonly VerificationTarget[],
  { codes, answers, doubt }: JudgedBy,
): Promise<readonly ContractVerification[]> {
  const identified = contracts.map(
    async (contract, index): Promise<ContractVerification> => {
      const { address, verdict } = contract;
      const target = targets[index];
      const artifact = target?.own?.artifact;
      const own = await verifyOwn(contract, artifact, answers);
      if (own !== undefined) {
        return { ...contract, identity: doubted(own, doubt) };
      }
      const expected = target && expectedContract(target);
      if (!expected || address === undefined || verdict !== "present") {
        return contract;
      }
      if (isAlphaAsEuro(target, targets)) {
        return { ...contract, identity: TWO_IN_ONE };
      }
      const token = judgeToken(
        tokenCalls(address).map((call) =>
          answers.known({ kind: "call", call }),
        ),
        target.token ?? {},
      );
      const code = codes.get(address) ?? UNREAD;
      const identity = judgeIdentity(expected, code, doubted(token, doubt));
      return { ...contract, identity };
    },
  );
  return await Promise.all(identified);
}

const TWO_IN_ONE: IdentityVerification = {
  verdict: "wrong",
  reason: { code: "token-twice" },
};

/** Tells whether the euro token has the Alpha token's address. */
function isAlphaAsEuro(
  target: VerificationTarget,
  targets: readonly VerificationTarget[],
): boolean {
  return (
    target.role === "euro" &&
    targets.some(
      ({ role, address }) =>
        (role === "alpha" || role === "token") &&
        isSameText(address, target.address),
    )
  );
}
