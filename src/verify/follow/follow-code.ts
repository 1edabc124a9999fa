import {
  type Address,
  addressInWord,
  isZeroAddress,
} from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { type Decoded, given } from "../../base/records.ts";
import {
  type CodeKind,
  isClone,
  mayHaveSize,
  namedInCode,
  PROXY_KINDS,
} from "../../contracts/code-kinds.ts";
import type { Answers } from "../questions/question.ts";
import { type CodeReading, NO_VALUE } from "../questions/readings.ts";
import type { ProxyChain } from "../values/proxy.ts";
import { codeAt, codeWithText, isReleased, mayBeProxy } from "./code-at.ts";
import { shownWord, storageView, whyNotAlone } from "./shown-storage.ts";

/** The longest chain of proxies that is followed. */
const MAX_HOPS = 4;

/** One step from a contract to the code that it runs, and that code. */
export interface Hop
  extends Pick<ProxyChain, "kind" | "implementation" | "beacon" | "admin"> {
  readonly code?: CodeReading | undefined;
  /** True if it is still asked which form of its kind it is. */
  readonly isOpen?: boolean | undefined;
}

/** The code that a contract runs. */
export interface FollowedCode {
  /** None if it is no proxy, as far as that is known. */
  readonly hops: readonly Hop[];
  /** The code that runs in the end, or why that is not known; `undefined` while it is asked. */
  readonly end: CodeReading | undefined;
  /** The reason why it is not readable whether that code runs another one. */
  readonly notReadable?: string | undefined;
}

/** The next step, as storage tells it; `undefined` if there is none. */
type Step =
  | { readonly hop: Hop }
  /** The reason why the endpoint does not show it. */
  | { readonly hidden: string }
  /** The reason why it could not be read; `undefined` while it is asked. */
  | {
      readonly end:
        | Extract<CodeReading, { readonly kind: "unknown" }>
        | undefined;
    }
  | undefined;

type KnownCode = Extract<CodeReading, { readonly kind: "code" }>;

const OPEN: Step = { end: undefined };

function unread(reason: string): Step {
  return { end: { kind: "unknown", reason } };
}

/** How the storage of a contract is looked at. */
interface StorageRules {
  /** A contract that shows whether storage can be believed. */
  readonly owned?: Address | undefined;
  /** True if it is not looked at. */
  readonly isCut: boolean;
  /** True if many contracts are looked at: most of their words are read once, in batches. */
  readonly isOfMany: boolean;
}

/**
 * Follows a contract to the code that runs in the end. All of it runs in the first
 * contract's storage, so only that one's slots count: those of an implementation
 * say nothing, and a clone of an upgradable proxy has its own.
 */
export function followCode(
  root: Address,
  answers: Answers,
  rules: StorageRules,
): FollowedCode {
  const chain = followSteps(root, answers, rules);
  const isOpen = chain.hops.some((hop) => hop.isOpen === true);
  return isOpen ? { ...chain, end: undefined } : chain;
}

function followSteps(
  root: Address,
  answers: Answers,
  rules: StorageRules,
): FollowedCode {
  const hops: Hop[] = [];
  let address = root;
  let isStorageUsed = rules.isCut;
  /** From code at an address, which runs in the root's storage. */
  const stepFrom = (code: KnownCode): Step => {
    const clone = cloneIn(code.code);
    if (clone !== undefined) {
      return { hop: clone };
    }
    if (isStorageUsed || !mayBeProxy(codeAt(root, answers))) {
      return undefined;
    }
    const step = stepInStorage(root, answers, rules);
    return step && "hop" in step
      ? formOf(step.hop, address, code, answers)
      : step;
  };
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
    const step = stepFrom(code) ?? { end: code };
    if ("end" in step) {
      return { hops, ...step };
    }
    if ("hidden" in step) {
      return whereHidden(address, code, hops, step.hidden, answers);
    }
    isStorageUsed ||= !isClone(step.hop.kind);
    hops.push(step.hop);
    address = step.hop.implementation;
  }
}

/** A step as the form of its kind that the proxy's own code tells. */
function formOf(
  hop: Hop,
  address: Address,
  code: KnownCode,
  answers: Answers,
): Step {
  const forms = PROXY_KINDS.filter(
    (kind) => kind.like === hop.kind && mayHaveSize(kind, code.size),
  );
  const told = forms.length === 0 ? code : codeWithText(address, code, answers);
  if (told?.kind === "unknown") {
    return { end: told };
  }
  const text = told?.kind === "code" ? told.code : undefined;
  for (const form of forms) {
    const named = namedInCode(form, text);
    if (named !== undefined) {
      const { admin = hop.admin } = named;
      return { hop: { ...hop, kind: form.name, admin } };
    }
  }
  return { hop: { ...hop, isOpen: told === undefined } };
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
  for (const kind of PROXY_KINDS) {
    const { runs } = namedInCode(kind, code) ?? {};
    if (runs !== undefined) {
      return { kind: kind.name, implementation: runs };
    }
  }
  return undefined;
}

/** The kinds that name what they run in a word of storage. */
const IN_STORAGE = PROXY_KINDS.filter(({ slot }) => slot !== undefined);
const RUNS = IN_STORAGE.flatMap(({ slot }) => given(slot));
const SLOTS = IN_STORAGE.flatMap(({ slot, admin }) => given(slot, admin?.slot));

/** The implementation that the storage of a contract names. */
function stepInStorage(
  address: Address,
  answers: Answers,
  { owned, isOfMany }: StorageRules,
): Step {
  const view = owned === undefined ? undefined : storageView(owned, answers);
  const head = { kind: "word", address, isTelling: !isOfMany } as const;
  const slots = isOfMany ? RUNS : SLOTS;
  const asked = slots.map((slot) => answers.get({ ...head, slot, isOfMany }));
  if (
    asked.includes(undefined) ||
    (owned !== undefined && view === undefined)
  ) {
    return OPEN;
  }
  const read = asked.map((word) => addressIn(word && shownWord(word, view)));
  const failed = read.flatMap((one) => (one.ok ? [] : [one]));
  const fault = failed.find(({ isMissing }) => isMissing !== true);
  if (fault !== undefined) {
    return unread(fault.reason);
  }
  const addressAt = (slot: Hex | undefined) => {
    const one = read[slots.indexOf(slot ?? "0x")];
    return one?.ok ? one.value : undefined;
  };
  const found = IN_STORAGE.find(({ slot }) => addressAt(slot) !== undefined);
  const [hidden] = failed;
  if (found === undefined && hidden !== undefined) {
    return { hidden: hidden.reason };
  }
  const isAlone = !isOfMany || found !== undefined;
  const deciding = found ? given(found.slot, found.admin?.slot) : RUNS;
  const why = isAlone ? whyNotAlone(address, deciding, answers) : undefined;
  if (why !== undefined) {
    return unread(why);
  }
  const to = addressAt(found?.slot);
  if (found === undefined || to === undefined) {
    return undefined;
  }
  let admin = addressAt(found.admin?.slot);
  if (isOfMany && found.admin !== undefined) {
    const word = answers.get({ ...head, slot: found.admin.slot });
    const named = word && addressIn(shownWord(word, view));
    if (named?.ok === false && named.isMissing !== true) {
      return unread(named.reason);
    }
    if (named === undefined) {
      return OPEN;
    }
    admin = named.ok ? named.value : undefined;
  }
  return stepTo(to, found, admin, answers);
}

/** A step to what a slot names, or to what that names in turn. */
function stepTo(
  to: Address,
  { name, call: data }: CodeKind,
  admin: Address | undefined,
  answers: Answers,
): Step {
  if (data === undefined) {
    return { hop: { kind: name, implementation: to, admin } };
  }
  const answer = answers.get({ kind: "call", call: { to, data } });
  if (answer === undefined) {
    return OPEN;
  }
  if (answer.kind === "unknown") {
    return unread(answer.reason);
  }
  const implementation =
    answer.kind === "returned" ? addressInWord(answer.data) : undefined;
  if (implementation === undefined || isZeroAddress(implementation)) {
    return unread(`its beacon ${to} names no implementation`);
  }
  return { hop: { kind: name, implementation, beacon: to, admin } };
}

/** The address in a word of storage; `undefined` if it is empty. */
function addressIn(word: Decoded<Hex> | undefined): Decoded<Hex | undefined> {
  if (word === undefined || !word.ok) {
    return word ?? NO_VALUE;
  }
  const value = addressInWord(word.value);
  if (value === undefined) {
    return { ok: false, reason: "its storage holds no address (EIP-1967)" };
  }
  return { ok: true, value: isZeroAddress(value) ? undefined : value };
}
