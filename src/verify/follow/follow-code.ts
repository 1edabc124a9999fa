import { type Address, addressInWord } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { PROXY_SLOTS } from "../../contracts/types/owned.ts";
import type { Answers } from "../questions/answers.ts";
import type { CodeReading } from "../questions/readings.ts";
import type { ProxyKind } from "../values/proxy.ts";
import { codeAt, isReleased, mayBeProxy } from "./code-at.ts";
import { STORAGE_DISAGREES, shownWord, storageView } from "./shown-storage.ts";

/** The longest chain of proxies that is followed. */
const MAX_HOPS = 4;
/** The call data of `implementation()`, which a beacon answers. */
const IMPLEMENTATION_CALL: Hex = "0x5c60da1b";

/** The code of clones. */
const CLONES: readonly (readonly [ProxyKind, RegExp])[] = [
  [
    "eip1167",
    /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/,
  ],
  [
    "eip7511",
    /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3$/,
  ],
];

/** One step from a contract to the code that it runs, and that code. */
export interface Hop {
  readonly kind: ProxyKind;
  readonly implementation: Address;
  readonly beacon?: Address | undefined;
  readonly admin?: Address | undefined;
  readonly code?: CodeReading | undefined;
}

/** What a contract runs. */
export interface FollowedCode {
  /** None if it is no proxy, as far as that is known. */
  readonly hops: readonly Hop[];
  /** The code that runs in the end, or why that is not known; `undefined` while it is asked. */
  readonly end: CodeReading | undefined;
  /** Why it is not readable whether that code runs another one. */
  readonly notReadable?: string | undefined;
}

/** What storage says of a contract. */
type Step =
  | { readonly kind: "open" | "none" }
  | { readonly kind: "hop"; readonly hop: Hop }
  | { readonly kind: "unread" | "hidden"; readonly reason: string };

const OPEN: Step = { kind: "open" };
const NO_STEP: Step = { kind: "none" };

/**
 * Follows a contract to the code that runs in the end. All of it runs in the first
 * contract's storage, so only that one's slots count: those of an implementation
 * say nothing, and a clone of an upgradable proxy has its own.
 *
 * @param owned a contract that shows whether storage can be believed
 * @param isCut whether its storage is not looked at
 */
export function followCode(
  root: Address,
  answers: Answers,
  owned: Address | undefined,
  isCut = false,
): FollowedCode {
  const hops: Hop[] = [];
  let address = root;
  let isStorageUsed = isCut;
  for (;;) {
    const code = codeAt(address, answers);
    const before = hops.at(-1);
    if (before !== undefined) {
      hops[hops.length - 1] = { ...before, code };
    }
    if (code?.kind !== "code" || isReleased(code)) {
      return { hops, end: code };
    }
    if (hops.length > MAX_HOPS) {
      const reason = `its chain of proxies is a loop, or longer than ${MAX_HOPS}`;
      return { hops, end: { kind: "unknown", reason } };
    }
    const step = stepFrom(root, code, isStorageUsed, answers, owned);
    switch (step.kind) {
      case "open":
        return { hops, end: undefined };
      case "none":
        return { hops, end: code };
      case "unread":
        return { hops, end: { kind: "unknown", reason: step.reason } };
      case "hidden":
        return whereHidden(address, code, hops, step.reason, answers);
      case "hop":
        isStorageUsed ||= !isClone(step.hop.kind);
        hops.push(step.hop);
        address = step.hop.implementation;
    }
  }
}

/** Whether a proxy's own code can do nothing but run the other one. */
export function isClone(kind: ProxyKind): boolean {
  return kind === "eip1167" || kind === "eip7511";
}

function stepFrom(
  root: Address,
  code: CodeReading,
  isStorageUsed: boolean,
  answers: Answers,
  owned: Address | undefined,
): Step {
  const clone = cloneIn(code.kind === "code" ? code.code : undefined);
  if (clone !== undefined) {
    return { kind: "hop", hop: clone };
  }
  return isStorageUsed || !mayBeProxy(codeAt(root, answers))
    ? NO_STEP
    : stepInStorage(root, answers, owned);
}

/** Where storage is not shown, the code itself tells whether it may run another one. */
function whereHidden(
  address: Address,
  code: CodeReading,
  hops: readonly Hop[],
  reason: string,
  answers: Answers,
): FollowedCode {
  const text = answers.get({ kind: "text", address });
  if (text === undefined) {
    return { hops, end: undefined };
  }
  return {
    hops,
    end: code,
    notReadable: mayBeProxy(
      text.kind === "code" ? codeAt(address, answers) : code,
    )
      ? reason
      : undefined,
  };
}

/** The code that a clone runs by its own code. */
export function cloneIn(code: Hex | undefined): Hop | undefined {
  for (const [kind, pattern] of CLONES) {
    const digits = pattern.exec(code ?? "")?.[1];
    if (digits !== undefined) {
      return { kind, implementation: `0x${digits}` };
    }
  }
  return undefined;
}

/** What the storage of a contract says that it runs (EIP-1967). */
function stepInStorage(
  address: Address,
  answers: Answers,
  owned: Address | undefined,
): Step {
  const view = owned === undefined ? undefined : storageView(owned, answers);
  const asked = [
    PROXY_SLOTS.implementation,
    PROXY_SLOTS.beacon,
    PROXY_SLOTS.admin,
  ].map((slot) => answers.get({ kind: "word", address, slot }));
  if (
    asked.includes(undefined) ||
    (owned !== undefined && view === undefined)
  ) {
    return OPEN;
  }
  const read = asked.map((word) => addressIn(word && shownWord(word, view)));
  const failed = read.flatMap((one) => (one.ok ? [] : [one]));
  const unread = failed.find(({ isMissing }) => isMissing !== true);
  if (unread !== undefined) {
    return { kind: "unread", reason: unread.reason };
  }
  const [implementation, beacon, admin] = read.map((one) =>
    one.ok ? one.value : undefined,
  );
  if (implementation !== undefined) {
    return { kind: "hop", hop: { kind: "eip1967", implementation, admin } };
  }
  if (beacon !== undefined) {
    return stepOfBeacon(beacon, answers);
  }
  const [hidden] = failed;
  return hidden === undefined
    ? provenNone(address, answers)
    : { kind: "hidden", reason: hidden.reason };
}

/** That a contract is no proxy is read once more, without a batch. */
function provenNone(address: Address, answers: Answers): Step {
  const words = [PROXY_SLOTS.implementation, PROXY_SLOTS.beacon].map((slot) =>
    answers.get({ kind: "word", address, slot, isAlone: true }),
  );
  if (words.includes(undefined)) {
    return OPEN;
  }
  const unread = words.find((word) => word?.ok === false);
  if (unread?.ok === false) {
    return { kind: "unread", reason: unread.reason };
  }
  const isEmpty = words.every((word) => word?.ok && BigInt(word.value) === 0n);
  return isEmpty ? NO_STEP : { kind: "unread", reason: STORAGE_DISAGREES };
}

function stepOfBeacon(beacon: Address, answers: Answers): Step {
  const call = { to: beacon, data: IMPLEMENTATION_CALL };
  const answer = answers.get({ kind: "call", call });
  if (answer === undefined) {
    return OPEN;
  }
  if (answer.kind === "unknown") {
    return { kind: "unread", reason: answer.reason };
  }
  const implementation =
    answer.kind === "returned" ? addressInWord(answer.data) : undefined;
  return implementation === undefined || isNobody(implementation)
    ? {
        kind: "unread",
        reason: `its beacon ${beacon} names no implementation`,
      }
    : { kind: "hop", hop: { kind: "beacon", implementation, beacon } };
}

/** The address in a word of storage; `undefined` if it is empty. */
function addressIn(word: Decoded<Hex> | undefined): Decoded<Hex | undefined> {
  if (word === undefined || !word.ok) {
    return word ?? { ok: false, reason: "it was not read" };
  }
  const value = addressInWord(word.value);
  return value === undefined
    ? { ok: false, reason: "its storage holds no address (EIP-1967)" }
    : { ok: true, value: isNobody(value) ? undefined : value };
}

function isNobody(address: Hex): boolean {
  return BigInt(address) === 0n;
}
