import { getAddress } from "viem/utils";
import {
  type Address,
  addressInWord,
  addressOf,
  isZeroAddress,
  uniqueAddresses,
} from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { given } from "../../base/records.ts";
import { CODE_KINDS } from "../../contracts/code-kinds.ts";
import { OWNED } from "../../contracts/types/owned.ts";
import type { Answers, Question } from "../questions/question.ts";
import { type CodeReading, codeKey, NOT_READ } from "../questions/readings.ts";
import { because, type Reason, told } from "../values/reason.ts";
import {
  addressesOf,
  codeAt,
  type Item,
  type Reading,
  setOf,
  valueIn,
} from "../values/value.ts";
import { codeWithHash } from "./code-at.ts";
import { encodeCall } from "./codec.ts";
import { viewValue } from "./decode-answers.ts";

/** A contract, and calls of its views. */
type ViewsAt = Pick<Question<"touched">, "address" | "calls">;

/**
 * The reading of a privileged value, and the reason why it may be incomplete.
 */
export interface PolicyReading {
  readonly reading: Reading;
  readonly missing?: Reason | undefined;
}

/** How a contract, or an account that delegates, runs the code of others. */
export interface Delegation {
  /**
   * Addresses that its own code names: a clone's implementation, an account's
   * delegate.
   */
  readonly named: readonly Address[];
  /** True if that is all that it runs. */
  readonly isWhole: boolean;
  /** True if it only calls others, as most contracts do. */
  readonly isCalling?: boolean;
  /** Addresses that it runs as a proxy that is compared as such. */
  readonly pinned?: readonly Address[];
  /** The reason why that is not known, if the code could not be read. */
  readonly unread?: string | undefined;
}

/**
 * Addresses up to this one belong to the chain, such as precompiled contracts.
 */
const MAX_RESERVED = 0xffffn;

/** The kinds of which any contract may be one. Those of wallets are known by their code. */
const KINDS = CODE_KINDS.filter(({ wallet }) => wallet === undefined);

/**
 * The addresses in the slots and views in which proxies of known kinds name
 * their implementation.
 */
export function namedToRun(
  address: Address,
  answers: Answers,
): readonly Address[] {
  const inSlots = KINDS.flatMap(({ slot, call: data }) => {
    const word = slot && answers.get({ kind: "word", address, slot });
    const to = word?.ok === true ? addressInWord(word.value) : undefined;
    if (to === undefined || data === undefined || isZeroAddress(to)) {
      return to ?? [];
    }
    // A beacon names what is run.
    const call = { to, data };
    const answer = answers.get({ kind: "call", call, isOptional: true });
    const runs =
      answer?.kind === "returned" ? addressInWord(answer.data) : undefined;
    return runs === undefined ? to : [to, runs];
  });
  const told = KINDS.flatMap(({ views = [] }) => views).flatMap((view) =>
    [valueIn(viewValue(address, view, [], answers))].flat(),
  );
  return [...inSlots, ...told.flatMap((one) => addressOf(one) ?? [])];
}

/**
 * The contracts that a contract runs: each address with its code hash.
 *
 * @param views with the calls that show what they touch
 */
export function readDependencies(
  views: ViewsAt,
  delegation: Delegation,
  answers: Answers,
  locked: Reading | undefined,
): PolicyReading {
  const { address: of } = views;
  const { named, pinned = [], isWhole, isCalling, unread } = delegation;
  const touched = isWhole
    ? undefined
    : answers.get({ kind: "touched", ...views });
  const others = isWhole ? [] : namedToRun(of, answers);
  const isComplete = isWhole || touched?.ok === true;
  const compared = new Set([of, ...pinned].map(codeKey));
  const found = [
    ...named,
    ...others,
    ...(touched?.ok === true ? touched.value : []),
  ]
    .filter((one) => !compared.has(codeKey(one)) && BigInt(one) > MAX_RESERVED)
    .map((one) => getAddress(one.toLowerCase()));
  // What the lock names is still compared where nothing shows whether it is run.
  const addresses = isComplete
    ? found
    : [...found, ...addressesOf(valueIn(locked))];
  const codes = uniqueAddresses(addresses).map((address) => ({
    address,
    code: codeWithHash(address, answers) ?? NOT_READ,
  }));
  if (unread !== undefined) {
    return { reading: { kind: "unread", reason: told(unread) } };
  }
  const items: Item[] = [];
  for (const { address, code } of codes) {
    const cause = whyUnread(code);
    if (cause !== undefined) {
      const reason = because("dependency-unread", cause, { address });
      return { reading: { kind: "unread", reason } };
    }
    const hash = code.kind === "code" ? code.hash : undefined;
    items.push(codeAt(address, hash));
  }
  if (isComplete) {
    return { reading: { kind: "read", value: setOf(items) } };
  }
  const isFound =
    named.length > 0 || runsOneOf([...pinned, ...others], views, answers);
  const running = isFound ? "may-run" : "runs";
  const why: Reason =
    touched?.ok === false ? told(touched.reason) : { code: "not-asked" };
  return {
    reading:
      items.length > 0 || isFound
        ? { kind: "read", value: setOf(items, "no-access-list") }
        : { kind: "hidden", reason: "code-not-found" },
    missing: because("no-access-list", why, {
      how: isCalling ? "may-call" : running,
    }),
  };
}

function whyUnread(code: CodeReading): Reason | undefined {
  if (code.kind === "unknown") {
    return told(code.reason);
  }
  const isUntold = code.kind === "code" && code.hash === undefined;
  return isUntold ? { code: "no-code-hash" } : undefined;
}

/** More of those that a contract names are not asked what they answer. */
const MAX_NAMED = 16;
const WORD_LENGTH = 66;

/**
 * Views that contracts of any kind answer, those that only name an
 * implementation, too.
 */
const ANSWERED_BY_ANY: ReadonlySet<string> = new Set(
  Object.values(OWNED).flatMap(({ source }) =>
    given("view" in source && encodeCall(source.view)),
  ),
);

/**
 * Tells whether one of others may be what a contract runs: it answers a view
 * that the contract answers. A slot may hold something else, such as an
 * authority (ERC-3643).
 */
function runsOneOf(
  others: readonly Address[],
  { address: of, calls }: ViewsAt,
  answers: Answers,
): boolean {
  const isAnswered = (to: Address, data: Hex) => {
    const call = { to, data };
    const read = answers.get({ kind: "call", call, isOptional: true });
    return read?.kind === "returned" && read.data.length >= WORD_LENGTH;
  };
  const views = calls
    .map(({ data }) => data)
    .filter((data) => !ANSWERED_BY_ANY.has(data) && isAnswered(of, data));
  const some = uniqueAddresses(others)
    .filter((one) => !isZeroAddress(one))
    .slice(0, MAX_NAMED);
  return some.some(
    (to) => views.length === 0 || views.some((data) => isAnswered(to, data)),
  );
}
