import { ownValue, recordOf } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { isExpectedAny } from "../../config/expectations.ts";
import { targetLabel } from "../expect/targets.ts";
import type {
  ContractVerification,
  FactVerification,
  Gap,
  NetworkFindings,
} from "../found.ts";
import {
  LOCK_FILE,
  type LockedContract,
  type LockedNetwork,
} from "../lock-file/lock-file.ts";
import type {
  LockChange,
  LockVerification,
  OpenValue,
} from "../lock-report.ts";
import { judgePresence } from "../presence/judge-presence.ts";
import { encodePart } from "../values/codec.ts";
import { contractId, nameInId, prefixOfId } from "../values/path.ts";
import { isSameProxy } from "../values/proxy.ts";
import { because, type Reason } from "../values/reason.ts";
import { compareWithLock } from "./compare-with-lock.ts";

/**
 * Judges a network by the lock file: the changes, the accepted unrecognised
 * code, and the policy values that hold.
 */
export function judgeByLock(
  read: NetworkFindings,
  locked: LockedNetwork | undefined,
): NetworkFindings {
  const network = withGoneContracts(read, locked);
  if (locked === undefined) {
    const facts = { network: network.hardhatNetwork ?? network.network };
    const reason: Reason = { code: "not-locked", facts };
    const verdict = "unknown";
    return { ...network, lock: { verdict, reason, changes: [], unread: [] } };
  }
  const notes = [...network.notes];
  // Nothing was compared if there is a cause.
  if (network.cause === undefined && network.facts === undefined) {
    notes.push(
      `The policy values in ${LOCK_FILE} are compared at --level wiring only.`,
    );
  }
  const accepted = { ...acceptCode(network, locked), notes };
  const lock = compareWithLock(network, locked);
  // On a chain that was created again, everything else differs for that reason.
  if (lock.changes.some(isOfChain)) {
    const changes = lock.changes.filter(isOfNetwork);
    return { ...accepted, lock: { ...lock, changes, unread: [] } };
  }
  const facts = network.facts?.map((fact) =>
    isExpectedAny(network.expect, fact.id)
      ? fact
      : judgeFact(fact, locked, lock),
  );
  const notLookedAt = gapsByLock(network, lock, locked);
  return { ...accepted, facts, notLookedAt, lock };
}

/** Tells whether a change shows that it is another chain. */
function isOfChain({ field }: LockChange): boolean {
  return field === "genesisHash" || field === "blockHash";
}

/** Tells whether a change is neither of a contract nor of a fact. */
function isOfNetwork({ contract, fact }: LockChange): boolean {
  return contract === undefined && fact === undefined;
}

/** A fact by what the lock has of it: one that it does not have stays listed. */
function judgeFact(
  fact: FactVerification,
  { policy }: LockedNetwork,
  { changes, unread, open = [] }: LockVerification,
): FactVerification {
  const { id, verdict } = fact;
  const expected = ownValue(policy, id);
  if (fact.class !== "policy" || expected === undefined) {
    return fact;
  }
  if (changes.some((one) => one.fact === id)) {
    return { ...fact, expected, verdict: "changed", reason: undefined };
  }
  if (verdict !== "listed") {
    return { ...fact, expected };
  }
  const uncompared = unread.find((one) => one.id === id);
  if (uncompared !== undefined) {
    const { reason } = uncompared;
    return { ...fact, expected, verdict: "unknown", reason };
  }
  // What an incomplete value lacks may be another one.
  const isOpen = open.some((one) => one.id === id);
  return isOpen ? fact : { ...fact, expected, verdict: "holds" };
}

/**
 * What was not read now, with the locked values that could be complete by now, and those
 * that have changed in use. What the root of all storage proves is left out.
 */
function gapsByLock(
  { facts = [], notLookedAt }: NetworkFindings,
  { open = [], changes }: LockVerification,
  locked: LockedNetwork,
): readonly Gap[] | undefined {
  const roots = rootsByLock(facts, locked);
  const isLeftOut = (id: string) => (roots.get(id) ?? "changed") !== "changed";
  const gaps = (notLookedAt ?? []).filter(({ id = "" }) => !isLeftOut(id));
  const named = new Set(gaps.map(({ id }) => id));
  const labelOf = (id: string) =>
    facts.find((one) => one.id === id)?.label ?? id;
  // An incomplete value of now has its line already.
  const told = open.filter((one) => one.open !== "now");
  const { acceptedGaps = [] } = locked;
  const moved = told.filter(
    ({ id, open: side }) => side === "use" && !acceptedGaps.includes(id),
  );
  const others = [
    ...changes.map(({ fact }) => fact),
    ...moved.map(({ id }) => id),
  ];
  for (const one of told) {
    const { id } = one;
    if (named.has(id) || isLeftOut(id)) {
      continue;
    }
    // Another value that has changed at the same place tells more than the root.
    const place = prefixOfId(id);
    const isBeside = (other = "") =>
      other !== id && prefixOfId(other) === place;
    const isTold = roots.has(id) && others.some(isBeside);
    if (!isTold) {
      const reason = reasonOf(one, roots.has(id));
      gaps.push({ id, label: labelOf(id), reason });
    }
  }
  const rootless = [...roots].filter(([, root]) => root === "unread");
  if (rootless.length > 0) {
    const labels = rootless.map(([id]) => labelOf(id)).join(", ");
    gaps.push({ reason: { code: "roots-unread", facts: { labels } } });
  }
  return gaps.length === 0 ? notLookedAt && gaps : gaps;
}

/** The reason why a value is not known to be the locked one. */
function reasonOf({ open, difference }: OpenValue, isRoot: boolean): Reason {
  if (open === "lock" || isRoot) {
    return {
      code: open === "lock" ? "locked-incompletely" : "storage-changed",
    };
  }
  const { removed = [], added = [] } = difference ?? {};
  const text = (parts: typeof added) =>
    parts.map(({ value }) => JSON.stringify(encodePart(value))).join(", ");
  const facts = { before: text(removed) || "none", now: text(added) || "none" };
  return { code: "changed-in-use", facts };
}

/** Tells by the ids of the values whether the roots of all storage are the locked ones. */
function rootsByLock(
  facts: readonly FactVerification[],
  { policy }: LockedNetwork,
): ReadonlyMap<string, "same" | "changed" | "unread"> {
  const roots = new Map<string, "same" | "changed" | "unread">();
  for (const { id, value } of facts) {
    const before = recordOf(ownValue(policy, id))["root"];
    if (nameInId(id) === "storage" && before !== undefined) {
      const now = recordOf(value)["root"];
      const result = now === before ? "same" : "changed";
      roots.set(id, now === undefined ? "unread" : result);
    }
  }
  return roots;
}

/**
 * A network on which a sandbox's own contracts without code are absent rather than
 * skipped, if the lock has them on this chain: a script had deployed them.
 */
export function withGoneContracts<T extends NetworkFindings>(
  network: T,
  locked: LockedNetwork | undefined,
): T {
  const { block, doubt, contracts } = network;
  if (block === undefined || !locked || !isLockedChain(network, locked)) {
    return network;
  }
  const judged = judgePresence({ kind: "none" }, doubt, BigInt(block.number));
  return {
    ...network,
    contracts: contracts.map((one) => {
      const was = ownValue(locked.contracts, contractId(one));
      const isLocked = was && isSameText(was.address, one.address);
      if (one.kind === "own" && one.verdict === "skipped" && isLocked) {
        return { ...one, ...judged };
      }
      return one;
    }),
  };
}

/**
 * Tells whether a chain is the one that was locked: by its hashes, else by the
 * codes of the registry. A chain in this process has no hashes that stay.
 */
function isLockedChain(
  { endpoint, anchors, chainId, contracts }: NetworkFindings,
  locked: LockedNetwork,
): boolean {
  const { genesisHash, block } = anchors ?? {};
  const isLockedBlock = block?.number === locked.block;
  const hashes = [
    [locked.genesisHash, genesisHash],
    [locked.blockHash, isLockedBlock ? block?.hash : undefined],
  ].filter((pair) => pair.every(Boolean));
  if (endpoint === "in-process" || hashes.length > 0) {
    return hashes.every(([was, is]) => isSameText(`${was}`, `${is}`));
  }
  const registry = contracts.filter(({ kind }) => kind === "registry");
  return (
    chainId === locked.chainId &&
    registry.length > 0 &&
    registry.every((one) => {
      const was = ownValue(locked.contracts, contractId(one));
      const isSameCode = was !== undefined && was.codeHash === one.codeHash;
      return isSameCode && isSameText(was.address, one.address);
    })
  );
}

/**
 * Marks unrecognised code as accepted if it is named, or accepted in the lock, which then
 * has this very code, and all that it runs as a proxy.
 *
 * What is not looked at is accepted by its id in the same way.
 *
 * @param names of contracts, or `all`, and ids
 */
export function acceptCode<T extends NetworkFindings>(
  network: T,
  locked: LockedNetwork | undefined,
  names: readonly string[] = [],
): T {
  const isAccepted = (contract: ContractVerification): boolean => {
    const one = ownValue(locked?.contracts ?? {}, contractId(contract));
    return (
      ["all", ...namesOf(contract)].some((name) => names.includes(name)) ||
      (one?.accepted === true && isLocked(contract, one))
    );
  };
  const contracts = network.contracts.map((contract) => {
    const { identity } = contract;
    if (identity?.verdict !== "unrecognised" || !isAccepted(contract)) {
      return contract;
    }
    const facts = { contracts: targetLabel(contract) };
    const why = identity.reason ?? { code: "unreleased", facts };
    const reason = because("accepted", why);
    const accepted = { verdict: "recognised", basis: "lock", reason } as const;
    return { ...contract, identity: { ...identity, ...accepted } };
  });
  const gaps = new Set([...(locked?.acceptedGaps ?? []), ...names]);
  return { ...network, acceptedGaps: [...gaps], contracts };
}

/** How a contract may be named: `registry.Router`, `Router`. */
export function namesOf(contract: ContractVerification): readonly string[] {
  return [contractId(contract), targetLabel(contract), contract.key];
}

function isLocked(
  { address, codeHash, proxy, proxyUnread }: ContractVerification,
  locked: LockedContract,
): boolean {
  return (
    isSameText(locked.address, address) &&
    codeHash === locked.codeHash &&
    proxyUnread?.kind !== "unread" &&
    isSameProxy(locked.proxy, proxy) === true
  );
}
