import { bySeverity, type Finding, findingOf } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import {
  describeReleases,
  releaseByCodeHash,
} from "../../contracts/releases.ts";
import {
  type ContractVerification,
  contractId,
  type NetworkFindings,
} from "../report.ts";
import { describePower } from "./change-power.ts";
import type { LockChange, LockVerification } from "./lock-report.ts";

/** The verdict on a network that the lock file does not have. */
export const NOT_LOCKED = "not locked";

/** What has changed of a contract since the lock, at the contract's own check. */
export function contractFindings(
  contract: ContractVerification,
  lock: LockVerification | undefined,
): readonly Finding[] {
  const id = contractId(contract);
  return (lock?.changes ?? []).flatMap((change) =>
    change.contract === id && !isGone(change)
      ? [changeFinding({ ...change, contract: undefined })]
      : [],
  );
}

/** Whether the contract's own verdict says it: there is no code any more. */
function isGone({ field, actual }: LockChange): boolean {
  return field === "codeHash" && actual === undefined;
}

function changeFinding(change: LockChange): Finding {
  const reason = describeLockChange(change);
  const { severity } = change;
  return findingOf("failed", "changed", { reason, severity });
}

/**
 * What the lock file's own check says: the names of the checks that have changed, what
 * no other check says, and what could not be compared. A reason that the contracts or
 * facts have already is not stated another way.
 */
export function lockFindings(
  lock: LockVerification,
  { contracts, facts = [] }: Pick<NetworkFindings, "contracts" | "facts">,
  strict: boolean,
): readonly Finding[] {
  const { verdict, block, reason, changes, unread, unpinned = [] } = lock;
  const known = new Set([...contracts, ...facts].map((one) => one.reason));
  const checked = new Set([
    ...contracts.map(contractId),
    ...facts.map(({ id }) => id),
  ]);
  const nameOf = ({ contract, fact }: LockChange) => contract ?? fact ?? "";
  const named = changes.filter((change) => checked.has(nameOf(change)));
  const names = [...Map.groupBy(named, ({ severity }) => severity)].map(
    ([severity, all]) =>
      `${[...new Set(all.map(nameOf))].join(", ")} (${severity})`,
  );
  const task = block === undefined ? "locked" : "compared";
  const byReason = Map.groupBy(unread, (one) => one.reason);
  const isNotLocked = verdict === "unknown" && unread.length === 0;
  return [
    ...given(isNotLocked && findingOf("unknown", NOT_LOCKED, { reason })),
    ...changes
      .filter((change) => !checked.has(nameOf(change)))
      .map(changeFinding),
    ...given(
      names.length > 0 &&
        findingOf("failed", "changed", {
          reason: names.join("; "),
          severity: named[0]?.severity,
        }),
    ),
    ...[...byReason].map(([why, all]) =>
      findingOf("unknown", "unknown", {
        reason: known.has(why)
          ? why
          : `${all.map(({ contract }) => contract).join(", ")} could not be ${task}: ${why}`,
      }),
    ),
    ...given(
      unpinned.length > 0 &&
        findingOf(strict ? "failed" : "unknown", "incomplete", {
          reason: `it has no value of ${unpinned.join(", ")}`,
        }),
    ),
  ].toSorted(bySeverity);
}

const FIELDS = {
  alphaNetwork: "Alpha network",
  chainId: "chain id",
  genesisHash: "hash of the genesis block",
  blockHash: "hash of the locked block",
  address: "configured address",
} as const;

/** One change since the lock, in words. */
export function describeLockChange(change: LockChange): string {
  const { contract, field, locked = "none", actual = "none" } = change;
  const subject = contract === undefined ? "" : `${contract}: `;
  switch (field) {
    case "policy":
      return `${describePolicyChange(change)}${describePower(change)}`;
    case "codeHash":
    case "proxy":
      return `${subject}${describeCodes(change)}${describePower(change)}`;
    case "contract":
      return change.locked === undefined
        ? `${subject}not in the lock, now ${actual}`
        : `${subject}locked as ${locked}, no longer among the network's contracts`;
    case "genesisHash":
    case "blockHash":
      return `the chain was created again, or is another one: the ${FIELDS[field]} was ${locked}, now ${actual}`;
    default:
      return `${subject}the ${FIELDS[field]} was ${locked}, now ${actual}`;
  }
}

/** `ERC20Template 2.2.0–2.6.0 → 1.1.3–1.1.8`; code of no known release by its hash. */
function describeCodes(change: LockChange): string {
  const none = change.field === "proxy" ? "no proxy" : "none";
  const { locked = none, actual = none } = change;
  const [was = "", is = ""] = [locked, actual].map((text) =>
    text.replace(/(?:code hash )?0x[\da-f]{64}/g, describeCode),
  );
  // The contract, or what has the address.
  const noun = /^[a-z][\w ]* (?=\d)/i.exec(was)?.[0] ?? "";
  // Releases may differ in nothing but what the compiler adds.
  return was === is
    ? `${locked} → ${actual}`
    : `${was} → ${is.startsWith(noun) ? is.slice(noun.length) : is}`;
}

function describeCode(hash: string): string {
  const release = releaseByCodeHash(hash.slice(-HASH_LENGTH));
  return release === undefined
    ? `code hash ${hash.slice(-HASH_LENGTH)}`
    : `${release.contract} ${describeReleases(release.versions)}`;
}

const HASH_LENGTH = 66;

/** `Router swap fee for approved tokens: 0.1 % → 50 %`. */
function describePolicyChange(change: LockChange): string {
  const { fact, label = fact, locked = "", actual } = change;
  if (actual === undefined) {
    return `${label}: locked as ${locked}, no longer among the facts`;
  }
  const [was, is] = [itemsIn(locked), itemsIn(actual)];
  const toggled = is.flatMap(([item, address, not], index) => {
    const [before, same] = was[index] ?? [];
    const words = `${nounOf(label)} ${index + 1} ${not ? "disabled" : "enabled"}`;
    return same === address && before !== item ? [{ item, before, words }] : [];
  });
  const without = (some: readonly unknown[], all: readonly string[] = []) =>
    all.filter((one) => !some.includes(one)).join(", ");
  const added = without(
    toggled.map(({ item }) => item),
    change.added,
  );
  const removed = without(
    toggled.map(({ before }) => before),
    change.removed,
  );
  const parts = [
    ...toggled.map(({ words }) => words),
    added && `added ${added}`,
    removed && `removed ${removed}`,
  ].filter(Boolean);
  return `${label}: ${parts.join("; ") || `${locked} → ${actual}`}`;
}

/** The items of a list that are active or not, each with its address. */
function itemsIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(/(0x[\da-f]{40}), (not )?active/gi)];
}

/** `template` of "ERC721Factory token templates". */
function nounOf(label = ""): string {
  return label.replace(/^.* (\w+)s$/, "$1");
}
