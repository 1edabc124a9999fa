import { isDeepStrictEqual } from "node:util";
import { SEVERITIES } from "../../base/problems.ts";
import { given, ownValue } from "../../base/records.ts";
import { isExpectedAny } from "../../config/expectations.ts";
import {
  type FactVerification,
  type Gap,
  type NetworkFindings,
  outdatedReason,
  readingOfFact,
} from "../found.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import {
  type LockChange,
  type LockVerification,
  type OpenValue,
  type Uncompared,
  verdictOn,
} from "../lock-report.ts";
import { encode, encodePart, readingOf } from "../values/codec.ts";
import {
  compare,
  sameness,
  type Difference as ValueDifference,
} from "../values/compare.ts";
import { addressInId, nameInId, prefixOfId } from "../values/path.ts";
import { hopsOf } from "../values/proxy.ts";
import type { Reason } from "../values/reason.ts";
import {
  canonical,
  codeAt,
  type KnownReading,
  NOT_OFFERED,
  type Reading,
} from "../values/value.ts";
import {
  changeOf,
  compareContracts,
  type Difference,
} from "./compare-contracts.ts";
import { missingFrom, whyNoAnchor } from "./lock-gaps.ts";

/**
 * A network as it is verified now compared with what was locked. What could not be
 * read counts neither as changed nor as unchanged.
 */
export function compareWithLock(
  network: NetworkFindings,
  locked: LockedNetwork,
): LockVerification {
  const { doubt } = network;
  const all = [
    ...changeOf("alphaNetwork", locked.alphaNetwork, network.network),
    ...changeOf("chainId", `${locked.chainId}`, `${network.chainId}`),
    ...compareChain(network, locked),
    ...[
      ...compareContracts(network, locked),
      ...comparePolicy(network, locked),
    ].map((one) => (doubt === undefined ? one : doubted(one, doubt))),
  ];
  const changes = all.filter(isChange).toSorted(byGravity);
  const unread = all.flatMap((one) => ("reason" in one ? [one] : []));
  const open = all.flatMap((one) => ("open" in one ? [one] : []));
  const { unpinned, newer } = missingFrom(locked, network);
  const verdict = verdictOn({ changes, unread, unpinned });
  // That they were the locked ones says nothing of now.
  const reason = verdict === "holds" ? outdatedReason(network) : undefined;
  return {
    ...(reason === undefined ? { verdict } : { verdict: "unknown", reason }),
    block: locked.block,
    changes,
    unread,
    open,
    unpinned,
    newer,
    entry: locked,
  };
}

function byGravity(one: LockChange, other: LockChange): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

function isChange(one: Difference): one is LockChange {
  return "field" in one;
}

/** Only the configuration's changes are proven, whatever a node says. */
function doubted(one: Difference, doubt: string): Difference {
  if (!isChange(one) || one.field === "contract" || one.field === "address") {
    return one;
  }
  const id = one.contract ?? one.fact ?? one.field;
  return { id, reason: { code: "differs-in-doubt", facts: { doubt } } };
}

/**
 * Tells whether it is the chain that was locked: one that was created again has
 * another genesis block, or another block at a height that had settled. A hash
 * that was not read is unknown, and one that the endpoint does not serve is not
 * compared.
 */
function compareChain(
  { anchors }: NetworkFindings,
  locked: LockedNetwork,
): readonly Difference[] {
  if (anchors === undefined) {
    return [];
  }
  const { genesisHash, block } = anchors;
  const reason = whyNoAnchor(anchors);
  // Another block has another hash.
  const hash = block?.number === locked.block ? block?.hash : undefined;
  const hashes = [
    ["genesisHash", "genesis block", genesisHash],
    ["blockHash", `block ${locked.block}`, block && hash],
  ] as const;
  const found: Difference[] = [];
  for (const [field, id, now] of hashes) {
    const isLocked = field === "genesisHash" || locked.block !== undefined;
    if (!locked[field] || !isLocked || now === null) {
      continue;
    }
    if (now === undefined) {
      found.push({ id, reason });
    } else {
      found.push(...changeOf(field, locked[field] ?? undefined, now));
    }
  }
  // One of them proves it.
  const [first] = found.filter(isChange);
  return found.filter((one) => one === first || !isChange(one));
}

/** The policy facts of a network, which only level `wiring` has. */
function comparePolicy(
  { facts, expect, notLookedAt = [] }: NetworkFindings,
  entry: LockedNetwork,
): readonly Difference[] {
  const { policy, inUse = [] } = entry;
  const isInUse = (id: string) => inUse.includes(id);
  if (facts === undefined) {
    return [];
  }
  const policyFacts = facts.filter((fact) => fact.class === "policy");
  const found = new Map(
    policyFacts.map((one) => [one.id, withoutImplementations(one, entry)]),
  );
  const followed = new Set(facts.map(({ id }) => placeOf(id)));
  const cut = notLookedAt.find(isCutOfFollowed);
  const ids = new Set([...found.keys(), ...Object.keys(policy)]);
  return [...ids]
    .filter((id) => !isExpectedAny(expect, id))
    .flatMap((id): readonly Difference[] => {
      const locked = ownValue(policy, id);
      const fact = found.get(id);
      const place = placeOf(id);
      if (fact === undefined && place !== undefined) {
        // A copy of the chain has other storage roots, so that none is asked.
        if (followed.has(place) && nameInId(id) === "storage" && isInUse(id)) {
          return [{ id, open: "now" }];
        }
        // Of an address that has lost its power, the change is told at the fact that named
        // it. What is asked of one that has some depends on which.
        const reason: Reason | undefined = followed.has(place)
          ? { code: "not-asked" }
          : cut?.reason;
        return given(reason && { id, reason });
      }
      if (locked === undefined) {
        return [];
      }
      return compareFact(id, readingOf(locked), fact, isInUse(id));
    });
}

/** Tells whether a gap is that more addresses have a power than are followed. */
export function isCutOfFollowed({ reason }: Gap): boolean {
  return reason.code === "too-many-followed";
}

/** The followed address that a value is at, in lower case. */
function placeOf(id: string): string | undefined {
  return addressInId(id)?.toLowerCase();
}

/**
 * Where storage is hidden, what a proxy runs is found among its dependencies, and is
 * none that is new.
 */
function withoutImplementations(
  fact: FactVerification,
  { contracts }: LockedNetwork,
): FactVerification {
  const { contract = "" } = fact;
  const now = readingOfFact(fact);
  if (now.kind !== "read" || now.value.kind !== "set") {
    return fact;
  }
  const runs = hopsOf(ownValue(contracts, contract)?.proxy).map((hop) =>
    canonical(codeAt(hop.implementation, hop.implementationCodeHash)),
  );
  const items = now.value.items.filter((one) => !runs.includes(canonical(one)));
  const value = { ...now.value, items };
  return { ...fact, value: encode({ kind: "read", value }) };
}

function compareFact(
  id: string,
  before: KnownReading,
  fact: FactVerification | undefined,
  isInUse: boolean,
): readonly Difference[] {
  const { severity = "control" } = fact ?? {};
  const change = { fact: id, field: "policy", before, severity } as const;
  if (fact === undefined) {
    const difference = compare(before, NOT_OFFERED);
    return isInUse ? [{ id, open: "use", difference }] : [change];
  }
  const now = readingOfFact(fact);
  const difference = compare(before, now);
  switch (sameness(difference)) {
    case "same":
      return [];
    case "changed":
      return isInUse
        ? [{ id, open: "use", difference }]
        : [{ ...change, now, difference }];
    case "unclear":
      return [{ id, ...whyUnclear(id, before, now, difference) }];
  }
}

/**
 * The reason why a value could not be compared, or which side leaves open what
 * is not new.
 */
function whyUnclear(
  id: string,
  before: KnownReading,
  now: Reading,
  { unsure, open }: ValueDifference,
): Pick<Uncompared, "reason"> | Pick<OpenValue, "open"> {
  if (now.kind === "unread") {
    return { reason: now.reason };
  }
  if (unsure.now.length === 0) {
    return { open: open.now.length === 0 ? "lock" : "now" };
  }
  const parts = unsure.now.map(({ value }) => encodePart(value));
  const facts = {
    parts: JSON.stringify(parts),
    ...(before.kind === "hidden" && { of: "value" }),
  };
  return { reason: { code: "incomplete-baseline", subject: id, facts } };
}

const CODE = ["is", "codeHash", "dependencies"];

/**
 * Tells whether the code that has a value is the locked one, as far as that was read. It
 * was judged when it was locked whether the value changes in use.
 */
export function hasLockedCode(
  { id, contract = "" }: FactVerification,
  locked: LockedNetwork,
  now: Pick<LockedNetwork, "contracts" | "policy">,
): boolean {
  const [was, is] = [locked, now].map(({ contracts }) => {
    const { codeHash, proxy } = ownValue(contracts, contract) ?? {};
    return [
      codeHash,
      ...hopsOf(proxy).map((hop) => hop.implementationCodeHash),
    ];
  });
  const values = CODE.map((name) => `${prefixOfId(id)}.${name}`);
  return (
    isDeepStrictEqual(was, is) &&
    values.every((one) => {
      const before = readingOf(ownValue(locked.policy, one) ?? null);
      const after = readingOf(ownValue(now.policy, one) ?? null);
      return sameness(compare(before, after)) !== "changed";
    })
  );
}
