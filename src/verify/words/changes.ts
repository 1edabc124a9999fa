import type { Address } from "../../base/address.ts";
import { given } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import {
  describeReleases,
  releaseByCodeHash,
} from "../../contracts/releases.ts";
import { addressIn, type CheckedFindings } from "../found.ts";
import {
  type ChangePower,
  type LikelyPower,
  powerOf,
} from "../lock/changers.ts";
import {
  type Holders,
  isKnownSafe,
  type Readings,
  safeAt,
  signersOf,
  type Times,
  timesOf,
} from "../lock/power-holders.ts";
import type { LockedProxy } from "../lock-file/lock-file.ts";
import type { LockChange } from "../lock-report.ts";
import { compare } from "../values/compare.ts";
import { hopsOf } from "../values/proxy.ts";
import { type Reading, valueIn } from "../values/value.ts";
import { describeDifference, render, renderBoth, wordsBy } from "./render.ts";
import { describeProxy, sentence } from "./sentences.ts";

const FIELDS = {
  alphaNetwork: "Alpha network",
  chainId: "chain id",
  genesisHash: "hash of the genesis block",
  blockHash: "hash of the locked block",
  address: "configured address",
} as const;

/** One change since the lock, in words, with who could have made it. */
export function describeChange(
  change: LockChange,
  found: CheckedFindings,
  times = timesOf(found),
  power = powerOf(change, found, times),
): string {
  const who = describePower(power, times);
  switch (change.field) {
    case "policy":
      return `${describePolicyChange(change, found)}${who}`;
    case "codeHash":
      return `${describeCodes(change.before, change.now)}${who}`;
    case "proxy":
      return `${describeProxies(change)}${who}`;
    case "contract":
      if (change.before === undefined) {
        return `not in the lock, now ${change.now}`;
      }
      return `locked as ${change.before}, no longer among the network's contracts`;
    case "genesisHash":
    case "blockHash":
      return `the chain was created again, or is another one: the ${FIELDS[change.field]} was ${change.before ?? "none"}, now ${change.now ?? "none"}`;
    default:
      return `the ${FIELDS[change.field]} was ${change.before ?? "none"}, now ${change.now ?? "none"}`;
  }
}

/** `ERC20Template 2.2.0–2.6.0 → 1.1.3–1.1.8`; code of no known release by its hash. */
function describeCodes(before: string | undefined, now: string | undefined) {
  const [was, is] = [codeWords(before), codeWords(now)];
  if (was.noun !== is.noun) {
    return `${was.noun}${was.text} → ${is.noun}${is.text}`;
  }
  // Releases may differ in nothing but what the compiler adds.
  const isSame = was.text === is.text;
  return isSame ? `${before} → ${now}` : `${was.noun}${was.text} → ${is.text}`;
}

/** A code by its hash, as its releases if it has some. */
function codeWords(hash: string | undefined) {
  const release = releaseByCodeHash(hash ?? "");
  if (hash === undefined) {
    return { noun: "", text: "none" };
  }
  if (release === undefined) {
    return { noun: "code hash ", text: hash };
  }
  const text = describeReleases(release.versions);
  return { noun: `${release.contract} `, text };
}

/** A part of what a proxy runs, and who names it. */
interface ProxyPart {
  /** With the hashes of codes. */
  readonly exact: string;
  /** With their releases. */
  readonly shown: string;
}

/** The parts of a proxy that are not the same. */
function describeProxies({
  before,
  now,
}: Extract<LockChange, { readonly field: "proxy" }>): string {
  const [was, is] = [partsOf(before), partsOf(now)];
  const isIn = (parts: readonly ProxyPart[], { exact }: ProxyPart) =>
    parts.some((one) => isSameText(one.exact, exact));
  const parts = [
    was.filter((one) => !isIn(is, one)),
    is.filter((one) => !isIn(was, one)),
  ];
  const shown = parts.map((all) => textOf(all, "shown"));
  const exact = parts.map((all) => textOf(all, "exact"));
  const [gone = "", added = ""] = shown[0] === shown[1] ? exact : shown;
  // What both name is named once: `admin 0x… → 0x…`.
  const noun = /^[a-z][\w ]* (?=\d)/i.exec(gone)?.[0] ?? "";
  const rest = added.startsWith(noun) ? added.slice(noun.length) : added;
  return `${gone} → ${rest}`;
}

function textOf(parts: readonly ProxyPart[], how: keyof ProxyPart): string {
  return parts.map((part) => part[how]).join(", ") || "no proxy";
}

function partsOf(proxy: LockedProxy | undefined): readonly ProxyPart[] {
  if (proxy === undefined) {
    return [];
  }
  const { admin, beacon, ...runs } = proxy;
  const plain = (exact: string) => ({ exact, shown: exact });
  const parts: ProxyPart[] = [plain(describeProxy(runs))];
  for (const { implementationCodeHash: hash } of hopsOf(proxy)) {
    const { noun, text } = codeWords(hash);
    if (hash !== undefined) {
      parts.push({ exact: `code hash ${hash}`, shown: `${noun}${text}` });
    }
  }
  const who = given(beacon && `beacon ${beacon}`, admin && `admin ${admin}`);
  return [...parts, ...who.map(plain)];
}

/** The implementation of a proxy, in words. */
export function proxyText(proxy: LockedProxy | undefined): string | undefined {
  return proxy && textOf(partsOf(proxy), "exact");
}

/** `Router swap fee for approved tokens: 0.1 % → 50 %`. */
function describePolicyChange(
  change: Extract<LockChange, { readonly field: "policy" }>,
  found: CheckedFindings,
): string {
  const { fact: id = "", before, now, difference } = change;
  const fact = found.facts?.find((one) => one.id === id);
  const { label = id } = fact ?? {};
  const times = timesOf(found);
  const wasWords = wordsBy(times.locked, fact);
  if (now === undefined || difference === undefined) {
    return `${label}: locked as ${render(before, wasWords)}, no longer among the facts`;
  }
  const isWords = wordsBy(times.now, fact);
  const text = [before, now].every(isList)
    ? describeDifference(difference, wasWords, isWords, label)
    : renderBoth([before, now], [wasWords, isWords]).join(" → ");
  return `${label}: ${text}`;
}

/**
 * Tells whether a value is a list of addresses, rather than one of several
 * parts.
 */
function isList(reading: Reading): boolean {
  const value = valueIn(reading);
  return (
    value?.kind === "set" ||
    (value?.kind === "sequence" &&
      value.items.every(
        (item) => item.kind === "record" && item.fields["active"] !== undefined,
      ))
  );
}

/**
 * The powers that could have made a change, as the end of a line; empty where
 * nobody is named.
 */
function describePower(change: ChangePower, times: Times): string {
  const { power, holders, unknownPower, likely } = change;
  const why = unknownPower === undefined ? "" : sentence(unknownPower);
  if (power !== undefined) {
    const who = given(power, holders && describeHolders(holders, times));
    const more = why && `; who holds this power now is unknown: ${why}`;
    return `, changed by ${who.join(": ")}${more}`;
  }
  const who = likely
    ? `; ${describeLikely(likely)}: ${describeHolders(likely.holders, times)}`
    : "";
  return why && `; who changed it is unknown: ${why}${who}`;
}

/**
 * The power to change a value if the code does what its functions are named
 * after.
 */
function describeLikely({ like }: LikelyPower): string {
  if (like === undefined) {
    return "if only its owner can";
  }
  return `its functions are those of ${like.contract}, where this is up to ${like.changer}`;
}

/** `account at 0x…, then account at 0x…`: the locked holder, and the present one. */
function describeHolders({ before, after }: Holders, times: Times): string {
  const was = describeHolder(before, times.locked);
  if (after === undefined) {
    return was;
  }
  const is = describeHolder(after, times.now);
  return `${was}, then ${was === is ? othersIn(before, after, times) : is}`;
}

/**
 * The difference between two holders whose words are equal: lists are shown in
 * part.
 */
function othersIn(before: Reading, after: Reading, times: Times): string {
  const words = [wordsBy(times.locked), wordsBy(times.now)] as const;
  const lists = [[before, after] as const, ...signersOf(before, after, times)];
  const differences = lists.map(([was, is]) =>
    describeDifference(compare(was, is), ...words),
  );
  return given("others", differences.filter(Boolean).join("; ")).join(": ");
}

/**
 * `account at 0x…` or `multisig, Safe 1.4.1 at 0x…, 2 of 3 owners` of an address; any
 * other value as it is shown.
 */
function describeHolder(reading: Reading, at: Readings): string {
  const address = addressIn(reading);
  const is = address && at(`${address}.is`);
  if (address === undefined || is?.kind !== "read") {
    return render(reading, wordsBy(at));
  }
  const signers = describeSigners(address, at);
  const who = `${render(is)} at ${address}`;
  return signers === undefined ? who : `${who}, ${signers}`;
}

/** The signers who can make a Safe act; `undefined` if that is not known. */
function describeSigners(address: Address, at: Readings): string | undefined {
  const safe = safeAt(address, at);
  if (safe === undefined || !isKnownSafe(address, at)) {
    return undefined;
  }
  const { owners, threshold, modules } = safe;
  const signers = `${threshold.value} of ${owners.items.length} owners`;
  if (modules === undefined) {
    return `${signers}, or a module, which were not read`;
  }
  const shown = render({ kind: "read", value: modules }, wordsBy(at));
  if (modules.items.length === 0) {
    return signers;
  }
  return `${signers}, or module ${shown}`;
}
