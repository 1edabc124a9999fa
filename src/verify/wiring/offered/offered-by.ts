import {
  type Address,
  isZeroAddress,
  uniqueAddresses,
} from "../../../base/address.ts";
import { given, ownValue } from "../../../base/records.ts";
import { isSameText } from "../../../base/text.ts";
import {
  constantsIn,
  constantsInArguments,
  type Offer,
} from "../../../contracts/analysis/offer.ts";
import { CODE_KINDS } from "../../../contracts/code-kinds.ts";
import type { PrivilegedValues } from "../../../contracts/contract-type.ts";
import { OFFERED_SINCE } from "../../../contracts/followed-values.ts";
import type { OfferedBy } from "../../expect/facts.ts";
import {
  codeWithText,
  isReleased,
  mayRunOtherCode,
} from "../../follow/code-at.ts";
import { namedToRun } from "../../follow/dependencies.ts";
import { cloneIn } from "../../follow/follow-code.ts";
import { judgeHolder } from "../../follow/judge-holder.ts";
import type { LockedNetwork } from "../../lock-file/lock-file.ts";
import type { Answers } from "../../questions/question.ts";
import {
  type CodeReading,
  DELEGATION_BYTES,
} from "../../questions/readings.ts";
import {
  type AnalysedCode,
  OFFERED_LIMITS,
  OFFERED_SINGLY,
  type OfferedLimits,
  offeredValue,
} from "./analysed-contract.ts";
import { keptByModules, offeredByLock } from "./offered-by-lock.ts";
import { offeredValues } from "./offered-values.ts";

/** What decides whether code is analysed, and what it is asked. */
export interface OfferContext {
  /**
   * The lock that the findings are compared with: of contracts with the locked
   * code, only the locked values are asked.
   */
  readonly locked?: LockedNetwork | undefined;
  readonly isWritten?: boolean | undefined;
  /** True if the chain is a copy, whose storage roots are its own. */
  readonly isFork?: boolean | undefined;
  /** Tells whether each read takes a request of its own. */
  readonly sendsSingly?: (() => boolean) | undefined;
}

/** The code of a clone (EIP-1167), which its arguments follow. */
const CLONE_BYTES = 45;
/** A diamond may have more facets. */
const MAX_CODES = 16;

/**
 * What contracts offer besides the values that are known by their names. Code of known
 * releases is not analysed, nor code that the lock has.
 */
export function offeredByCode(
  answers: Answers,
  { locked, isWritten = false, isFork = false, sendsSingly }: OfferContext,
): OfferedBy {
  const known = new Map<string, PrivilegedValues>();
  let left: OfferedLimits | undefined;
  const hasRoot = !isFork;
  const valuesOf: OfferedBy = (of, prefix, others) => {
    if (locked && isLockedCode(of, prefix, locked, answers)) {
      return offeredByLock(prefix, locked, { isSameCode: true, hasRoot });
    }
    const { codes, isCut, isUnnamed, unread } = analysedAt(of, answers);
    if (unread !== undefined) {
      const source = { missing: unread, isUnread: true };
      return { functions: offeredValue("functions", source) };
    }
    if (codes.length === 0) {
      return {};
    }
    left ??= {
      ...(sendsSingly?.() === true ? OFFERED_SINGLY : OFFERED_LIMITS),
    };
    const limits = left;
    limits.contracts -= 1;
    if (limits.contracts < 0) {
      const source = { missing: "analysis-limit" };
      return { functions: offeredValue("functions", source) };
    }
    const united = unitedOffer(codes, touchedBy(of, answers).length > 0);
    const offer = isUnnamed
      ? { ...united, missing: united.missing ?? "other-code" }
      : united;
    const read = { of, codes, offer, isCut, answers };
    return offeredValues({ ...read, isWritten, hasRoot, limits }, others);
  };
  /** The lock tells what modules keep whose code it has. */
  const keptFor = (of: Address, prefix: string) => ({
    ...(locked &&
      offeredByLock(prefix, locked, { isSameCode: false, hasRoot })),
    ...keptByModules(of, answers, (module) => {
      if (locked && isLockedCode(module, module, locked, answers)) {
        return [];
      }
      return analysedAt(module, answers).codes;
    }),
  });
  return (of, prefix, others) => {
    const values = known.get(prefix) ?? {
      ...keptFor(of, prefix),
      ...valuesOf(of, prefix, others),
    };
    known.set(prefix, values);
    return values;
  };
}

/**
 * Tells whether an address has the code of a lock that was written with an
 * analysis.
 */
function isLockedCode(
  of: Address,
  prefix: string,
  { catalogue, contracts, policy }: LockedNetwork,
  answers: Answers,
): boolean {
  const contract = Object.values(contracts).find(({ address }) =>
    isSameText(address, of),
  );
  const isKnown =
    contract !== undefined || ownValue(policy, `${prefix}.is`) !== undefined;
  if (catalogue < OFFERED_SINCE || !isKnown) {
    return false;
  }
  const code = answers.known({ kind: "code", address: of });
  const hash = contract?.codeHash ?? ownValue(policy, `${prefix}.codeHash`);
  return (
    code?.kind !== "code" ||
    code.hash === undefined ||
    code.size === DELEGATION_BYTES ||
    code.hash === hash
  );
}

/** The other addresses that the views of a contract are known to touch. */
function touchedBy(of: Address, answers: Answers): readonly Address[] {
  const touched = answers.known({ kind: "touched", address: of, calls: [] });
  return touched?.ok === true
    ? touched.value.filter((one) => !isSameText(one, of))
    : [];
}

/** What several codes offer that run in one storage. */
function unitedOffer(
  codes: readonly AnalysedCode[],
  hasDependencies: boolean,
): Offer {
  const offers = codes.map(({ offer }) => offer);
  const functions = offers.flatMap((one) => one.functions);
  const gaps = offers.flatMap(({ missing = [] }) => missing);
  return {
    functions: [
      ...new Map(functions.map((one) => [one.selector, one])).values(),
    ],
    variables: offers.flatMap((one) => one.variables),
    constants: [],
    // A proxy's own code may have no function.
    missing: gaps.find(
      (gap) =>
        gap !== "no-functions" || (functions.length === 0 && !hasDependencies),
    ),
  };
}

const WALLETS = CODE_KINDS.flatMap(({ wallet }) => wallet ?? []);

/** Code of which everything is known. */
function isKnownCode(code: CodeReading): boolean {
  const hash = code.kind === "code" ? (code.hash ?? "") : "";
  return (
    isReleased(code) ||
    WALLETS.some(
      ({ proxies, releases }) => proxies.has(hash) || releases.has(hash),
    )
  );
}

interface CodesAt {
  readonly codes: readonly AnalysedCode[];
  /** True if it runs the code of more addresses than are analysed. */
  readonly isCut: boolean;
  /** True if it has functions, and may run other code that no known slot or view names. */
  readonly isUnnamed?: boolean | undefined;
  /** The reason why some of it could not be read. */
  readonly unread?: string | undefined;
}

const NO_CODES: CodesAt = { codes: [], isCut: false };

/** The code that runs at an address and is of no known release, as far as it was read. */
function analysedAt(of: Address, answers: Answers): CodesAt {
  const code = answers.known({ kind: "code", address: of });
  if (code === undefined || isKnownCode(code) || code.kind === "none") {
    return NO_CODES;
  }
  const { what, code: own, delegation } = judgeHolder(of, answers);
  if (!what.ok) {
    return { ...NO_CODES, unread: what.reason };
  }
  if (what.value.kind === "account" || what.value.kind === "wallet") {
    return NO_CODES;
  }
  const named = delegation?.named ?? [];
  const texts = named.map((one) => textAt(one, answers));
  const mayRun =
    delegation?.isCalling !== true &&
    [own, ...texts].some(
      (one) => one?.kind === "code" && one.code && mayRunOtherCode(one.code),
    );
  const others = mayRun ? namedToRun(of, answers) : [];
  const run = uniqueAddresses(others).filter(
    (one) => !isZeroAddress(one) && !named.includes(one),
  );
  const runs = run.slice(0, MAX_CODES).map((one) => textAt(one, answers));
  const codes: AnalysedCode[] = [];
  for (const one of [own, ...texts, ...runs]) {
    if (one?.kind !== "code" || one.hash === undefined || !one.code) {
      continue;
    }
    const { hash, code: text } = one;
    if (isKnownCode(one)) {
      continue;
    }
    if (cloneIn(text) !== undefined) {
      const constants = constantsInArguments(text.slice(2 + 2 * CLONE_BYTES));
      codes.push(...given(constants.length > 0 && onlyNaming(constants)));
      continue;
    }
    const offer = answers.get({ kind: "offer", hash, code: text });
    codes.push(...given(offer && { code: text, offer }));
  }
  const hasFunctions = codes.some(({ offer }) => offer.functions.length > 0);
  const isNamed = named.length > 0 || run.length > 0;
  const isUnnamed =
    mayRun &&
    hasFunctions &&
    !isNamed &&
    touchedBy(of, answers).some((one) => textAt(one, answers)?.kind === "code");
  if (mayRun && !hasFunctions) {
    // What its views touch need not run in its storage, but constants are no storage.
    const touched = touchedBy(of, answers).slice(0, MAX_CODES);
    for (const one of touched.map((other) => textAt(other, answers))) {
      if (one?.kind === "code" && one.code && !isKnownCode(one)) {
        codes.push(onlyNaming(constantsIn(one.code)));
      }
    }
  }
  const unread = [...texts, ...runs].find((one) => one?.kind === "unknown");
  const isCut = run.length > MAX_CODES;
  return { codes, isCut, isUnnamed, unread: unread?.reason };
}

function onlyNaming(constants: readonly Address[]): AnalysedCode {
  return { code: "0x", offer: { functions: [], variables: [], constants } };
}

/** The code at an address that is run, with its text. */
function textAt(address: Address, answers: Answers): CodeReading | undefined {
  const code = answers.get({ kind: "code", address });
  if (code?.kind === "code" && !isKnownCode(code)) {
    return codeWithText(address, code, answers);
  }
  return code?.kind === "unknown" ? code : undefined;
}
