import { getAddress } from "viem/utils";
import type { Address } from "../base/address.ts";
import { given, ownValue } from "../base/records.ts";
import { isToken } from "./expect/targets.ts";
import type { Delegation } from "./follow/dependencies.ts";
import type { Naming } from "./follow/followed.ts";
import { mayCallOthers } from "./follow/runs-other-code.ts";
import type { ContractVerification, FactVerification, Gap } from "./found.ts";
import type { KnownCodes } from "./identity/judge-identity.ts";
import type { LockedNetwork } from "./lock-file/lock-file.ts";
import type { ReadPresence } from "./presence/verify-presence.ts";
import type { Answers } from "./questions/answers.ts";
import { codeKey } from "./questions/readings.ts";
import { contractId } from "./values/path.ts";
import { hasLockedCode, lookUpImplementations } from "./wiring/by-lock.ts";
import {
  type OfferContext,
  offeredByCode,
} from "./wiring/offered/offered-by.ts";
import { type WiringContext, wiringOf } from "./wiring/wiring-questions.ts";
import { describePaths, describeUnlisted } from "./words/audit-notes.ts";

/** The locked state to compare with. */
export interface ToCompare
  extends Pick<WiringContext, "policy" | "expect">,
    Pick<OfferContext, "isWritten" | "isFork" | "sendsSingly"> {
  /**
   * The lock that the findings are compared with: of contracts with the locked
   * code, only the locked values are asked.
   */
  readonly locked?: LockedNetwork | undefined;
}

/** Looks up how contracts are wired, and who controls them. */
export function lookUpWiring(
  presence: ReadPresence,
  context: ToCompare,
  answers: Answers,
): void {
  const present = presence.targets
    .map(({ address = "0x" }) => address)
    .filter(
      (one) =>
        answers.isEarly || presence.codes.get(codeKey(one))?.kind === "code",
    );
  const { locked } = context;
  if (locked !== undefined) {
    lookUpImplementations(locked, answers);
  }
  auditOf(presence, present, context, answers, locked).lookUp();
}

/** Judges all facts by the answers, with notes. */
export function judgeWiring(
  presence: ReadPresence,
  contracts: readonly ContractVerification[],
  context: ToCompare,
  { answers, codes }: { readonly answers: Answers; readonly codes: KnownCodes },
): {
  readonly facts: readonly FactVerification[];
  /** Notes on the holder of each power, and on what the registry lacks. */
  readonly notes: readonly string[];
  readonly notLookedAt: readonly Gap[];
} {
  const present = contracts.flatMap(({ verdict, address }) =>
    given(verdict === "present" && address),
  );
  const { judged, powers, followed, known, ...found } = auditOf(
    presence,
    present,
    context,
    answers,
  ).judge(codes);
  const notes = [
    ...describeUnlisted(judged, known, answers),
    ...describePaths(powers, followed, answers),
  ];
  return { ...found, notes };
}

function auditOf(
  presence: ReadPresence,
  present: readonly Address[],
  { policy, locked, expect, ...offered }: ToCompare,
  answers: Answers,
  named?: LockedNetwork,
) {
  const { targets } = presence;
  const delegating = delegationsOf(presence);
  const compared = locked && { locked, delegating, ...presence };
  return wiringOf(targets, new Set(present), answers, {
    policy,
    expect,
    delegating,
    proxies: proxyPowers(presence, present, named),
    catalogue: locked?.catalogue,
    isOpen: named !== undefined,
    offeredBy: offeredByCode(answers, { locked, ...offered }),
    isLocked: compared && ((of) => hasLockedCode(of, compared, answers)),
  });
}

/** How contracts may run other code, besides what is compared as their proxy. */
function delegationsOf({
  targets,
  codes,
  chains,
}: ReadPresence): ReadonlyMap<string, Delegation> {
  const found = new Map<string, Delegation>();
  for (const target of targets) {
    const key = codeKey(target.address ?? "");
    const chain = chains.get(key);
    const code = codes.get(key);
    const text = code?.kind === "code" ? code.code : undefined;
    if (chain !== undefined) {
      const pinned = chain.hops.flatMap(({ implementation, beacon }) =>
        given(implementation, beacon),
      );
      found.set(key, { named: [], isWhole: false, pinned });
    } else if (isToken(target) && text !== undefined && mayCallOthers(text)) {
      // A token may delegate to another contract, whose code is checked too.
      found.set(key, { named: [], isWhole: false, isCalling: true });
    }
  }
  return found;
}

/**
 * The addresses that may change what the contracts run.
 *
 * @param locked names who could change it before
 */
function proxyPowers(
  { targets, chains }: ReadPresence,
  present: readonly Address[],
  locked?: LockedNetwork,
): readonly Naming[] {
  return targets.flatMap((target): readonly Naming[] => {
    const { address = "0x" } = target;
    const by = contractId(target);
    const [hop] = chains.get(codeKey(address))?.hops ?? [];
    const was = ownValue(locked?.contracts ?? {}, by)?.proxy;
    return (["admin", "beacon"] as const).map((power) => {
      const named = [hop, was].flatMap((one) => one?.[power] ?? []);
      return {
        label: `${by} proxy ${power}`,
        by,
        addresses: present.includes(address)
          ? named.map((one) => getAddress(one.toLowerCase()))
          : [],
      };
    });
  });
}
