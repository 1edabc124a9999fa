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
import type { LockChange, LockVerification } from "./lock-report.ts";

/** The verdict on a network that the lock file does not have. */
export const NOT_LOCKED = "not locked";

/** The verdict on values that the version which wrote the lock did not read. */
export const NEWER = "newer";

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
  const { verdict, block, reason, changes, unread } = lock;
  const { unpinned = [], newer = [] } = lock;
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
      newer.length > 0 &&
        findingOf(strict ? "failed" : "ok", NEWER, {
          reason: `written by a version that did not read ${newer.join(", ")} yet`,
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
  const { fact, label = fact, locked = "", actual, text } = change;
  return actual === undefined
    ? `${label}: locked as ${locked}, no longer among the facts`
    : `${label}: ${text ?? `${locked} → ${actual}`}`;
}

/** Who could have made a change, as the end of a line; empty where nobody is named. */
function describePower(change: LockChange): string {
  const { power, holder, unknownPower } = change;
  const unknown = unknownPower === undefined ? [] : [unknownPower];
  if (power === undefined) {
    return unknown.map((why) => `; who changed it is unknown: ${why}`).join("");
  }
  const who = holder === undefined ? power : `${power}: ${holder}`;
  return [
    `, changed by ${who}`,
    ...unknown.map((why) => `; who holds this power now is unknown: ${why}`),
  ].join("");
}
