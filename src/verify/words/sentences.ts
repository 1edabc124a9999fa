import { given } from "../../base/records.ts";
import { describeUnread } from "../../connect/confirm.ts";
import { kindNamed } from "../../contracts/code-kinds.ts";
import { LOCK_FILE } from "../lock-file/lock-file.ts";
import { hopsOf, type ProxyChain } from "../values/proxy.ts";
import type { Reason, ReasonCode } from "../values/reason.ts";

/** The facts of a reason; one that is not there is empty. */
type Facts = Readonly<Record<string, string>>;

/** A text with the names of facts, and of the cause, in braces. */
type Sentence = string | ((facts: Facts, cause: string, by: string) => string);

/** The messages of nodes about a view that never ends. */
const OUT_OF_GAS = /out ?of ?gas/i;
const ENDLESS = ': take it out of "watch" of the contract';

/** How a contract uses others, some of which were not found. */
const HOW_IT_USES: Facts = {
  runs: "it runs code",
  "may-run": "it may run code",
  "may-call": "it may call contracts",
};

const WHY_NOT_ANALYSED: Facts = {
  "no-functions": "no function was found in its code",
  "too-many-functions": "its code has too many functions to analyse",
  "analysis-too-slow": "its code takes too long to analyse",
  "other-code":
    "code that it may run at other addresses was not analysed, as no known slot or function names it",
  "no-root":
    "its root was not read, which would prove that what the analysis may miss has not changed",
};

/** The things that events may tell which were not read. */
const NOT_TOLD: Facts = {
  permissions: "there may be others",
  said: "others may have been set, or these revoked",
};

/** The ways in which a contract fails to answer with a value. */
const HOW_IT_FAILS: Facts = {
  fails: "the call fails",
  invalid: "an invalid answer",
};

/** The sentence of each reason, which follows a colon. */
const SENTENCES: Readonly<Record<ReasonCode, Sentence>> = {
  endpoint: "{text}",
  network: "{text}",
  read: "it was read",
  unknown: "it is unknown",
  "not-read": "it was not read",
  "not-asked": "it was not asked",
  "not-a-contract":
    "{address} was not asked, since it is not proven to be a contract",
  "not-confirmed": (_facts, cause, by) => describeUnread(cause, by),
  disagreement:
    "reads of the same block disagree: the endpoint's backends may be out of sync",
  "in-doubt": "{cause}, which proves nothing: {doubt}",
  "nothing-to-verify": "there is no contract to verify",
  outdated: "the values may have changed since the block that was read: {why}",
  "no-code": "there is no code at block {block}",
  "no-code-proof": "no code was reported, which proves nothing: {doubt}",
  delegated:
    "it is an account, not a contract: it delegates to the code of {to} (EIP-7702)",
  unset: "its address is not set",
  skipped: "{text}",
  "wrong-entry":
    "{who} {named}, the registry says {address}: the {id} entry is probably wrong{where}",
  "address-elsewhere": "the address is {where}",
  proxy: "{proxy}",
  implementation: ({ proxy, verdict }, cause) =>
    `${proxy}, which is ${verdict}${cause === "" ? "" : `: ${cause}`}`,
  "proxy-unread": "whether it is a proxy is unknown: {cause}",
  "proxy-hidden": "whether it is a proxy is not readable: {cause}",
  "no-implementation-hash":
    "the node does not report the code hash of its implementation",
  "implementation-unread":
    "the code hash of its implementation could not be read",
  "no-code-hash": "the node does not report its code hash",
  "other-contract": ({ contract, set = "" }) =>
    `this is the ${contract}${set === "" ? "" : ` of the ${set} set`}`,
  unreleased: "no known release of the {contracts} has this code",
  "proxy-of-release":
    "its own code is of no known release; as an upgradable proxy (EIP-1967) it runs the {contract} {releases}",
  "code-unread": "its code could not be read: {cause}",
  behaviour: "by symbol and decimals only; code not identified",
  "not-a-token": "it is not an ERC-20 token: {why}",
  "token-unread": ({ call }, cause) =>
    `${call} could not be read${cause === "" ? "" : `: ${cause}`}`,
  "other-symbol": 'its symbol is "{symbol}", not the configured "{expected}"',
  "other-decimals": "it has {decimals} decimals, not the configured {expected}",
  "token-twice": "this is the address of the Alpha token, too",
  artifact: "{same}: {name}",
  "no-artifact": "{text}",
  "other-artifact": "its code is not that of {name}: {why}",
  "artifact-unread": "whether its code is that of {name} is unknown: {cause}",
  accepted: "accepted by {lockFile}: {cause}",
  unread: ({ of }, cause) =>
    `it could not be read: ${cause}${of === "own" && OUT_OF_GAS.test(cause) ? ENDLESS : ""}`,
  unexpected: ({ expected, actual = "", how = "" }) => {
    const what = HOW_IT_FAILS[how] ?? actual;
    if (expected === undefined) {
      return what;
    }
    return `expected ${expected}, ${how === "fails" ? "but" : "got"} ${what}`;
  },
  "too-many-items": ({ count, max }) => {
    if (count === undefined) {
      return `it has more than ${max} items, the maximum`;
    }
    return `it has ${count} items, more than the maximum of ${max}`;
  },
  "item-unread": "item {place}: {cause}",
  "release-unread":
    "whether its code is of a known release is unknown: {cause}",
  "dependency-unread": "the code at {address}, which it runs: {cause}",
  "storage-written":
    "the storage of {address} was written, and may name other code to run now: which it runs could not be found",
  "naming-unread": "whether it is named is unknown: {cause}",
  "storage-hidden": "not readable",
  "not-of-release": "unknown: the code matches no release",
  "no-access-list": ({ how = "" }, cause) =>
    `${HOW_IT_USES[how] ?? how} at other addresses, which could not be found: ${cause}`,
  "no-events": ({ what }, cause) =>
    `${NOT_TOLD[what ?? ""] ?? "other accounts may have roles"}: ${cause}`,
  "code-not-found": "the code that it runs was not found",
  depth: "{addresses}: not followed, more than {max} steps from the contract",
  "too-many-followed":
    "only {max} addresses with a power were read: there are more",
  "old-safe": "the fallback handler of a Safe {release} cannot be read",
  "not-analysed": ({ why = "" }) => WHY_NOT_ANALYSED[why] ?? why,
  "analysis-limit":
    "not all of the code of {names} was asked: there is more than the limits of the analysis",
  "storage-unread": "storage that was not read: {unread}",
  "storage-changed":
    "something in it has changed since it was locked, and no value that is read",
  "roots-unread":
    "the roots of storage were not read, which would prove that what else there is has not changed: {labels}",
  "changed-in-use": "it changes in use, and is {now} now, not {before}",
  "block-pruned":
    "{blocks}, not served by the endpoint: the chain is known by {known} ({cause})",
  "power-of-code": "the code at the address decides who can change it",
  "power-of-no-release": "the code of the contract is of no known release",
  "power-unread": "the code of the contract was not identified: {cause}",
  "no-setter": "no function of its releases changes it",
  "code-at-address":
    "code stays the same at its address, unless it is destroyed and created again, or the chain is another one",
  "beacon-unread": "the owner of the beacon {beacon} was not read",
  "implementation-decides":
    "the implementation {implementation} decides who can upgrade it",
  changed: "{text}",
  changes: "{text}",
  "not-locked": "{network} is not in {lockFile}",
  "not-lockable": "too little could be read to lock it",
  "not-compared": "{names} could not be {task}: {cause}",
  "differs-in-doubt": "it differs from the lock, which proves nothing: {doubt}",
  "locked-block-unread":
    "{cause}. If the chain was created again, remove the network from {lockFile}, and run --write-lock again",
  "not-in-lock": ({ names = "" }) =>
    `${names} ${names.includes(", ") ? "are" : "is"} missing from it`,
  "newer-values": ({ names = "" }) =>
    `${names} ${names.includes(", ") ? "were" : "was"} not read by the version that wrote ${LOCK_FILE}`,
  "incomplete-baseline": ({ parts, of = "list" }) =>
    `the locked ${of} is incomplete: ${parts} may be new, or may have been there before. Review it, then lock it with --write-lock`,
  "locked-incompletely":
    "the locked list is incomplete, and can be completed with --write-lock",
  "expectation-broken": "{path} says {expected}, but it is {actual}",
  "expectation-unread":
    "{path} says {expected}, which could not be compared: the value is {actual}",
  "expectation-malformed":
    "{path} says {expected}, which is not written like such a value: it is {actual}",
  "expectation-unmatched": "{path} names no value of this run",
  "differs-from-before": "{text}",
  "may-have-changed":
    "it may have changed: not all of it could be read before and afterwards",
  transaction: "{text}",
};

/** A reason in words. */
export function sentence({ code, facts = {}, cause, by }: Reason): string {
  const words = SENTENCES[code];
  const of = cause === undefined ? "" : sentence(cause);
  if (typeof words === "string") {
    const others: Facts = { cause: of, lockFile: LOCK_FILE };
    const textOf = (name: string) => others[name] ?? facts[name] ?? "";
    return words.replace(/\{(\w+)\}/g, (_place, name) => textOf(name));
  }
  return words(facts, of, by === undefined ? "" : sentence(by));
}

/** The implementation of a proxy in words, and who can change it. */
export function describeProxy(proxy: ProxyChain): string {
  const { beacon, admin } = proxy;
  const steps = hopsOf(proxy).map(
    ({ kind, implementation }) =>
      `${kindNamed(kind)?.words ?? kind} ${implementation}`,
  );
  return given(
    steps.join(", a "),
    beacon && `beacon ${beacon}`,
    admin && `admin ${admin}`,
  ).join(", ");
}
