import type { Address } from "../../base/address.ts";
import { given } from "../../base/records.ts";
import {
  type AskedNode,
  isBelowStart,
  isDevelopmentNode,
  judgeFreshness,
  whySyncUnknown,
} from "../../connect/judge-freshness.ts";
import { isClone } from "../../contracts/code-kinds.ts";
import type { VerificationTarget } from "../expect/targets.ts";
import type { FollowedCode } from "../follow/follow-code.ts";
import type { ContractVerification, ProxyVerification } from "../found.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeKey,
  hasCode,
  NOT_READ,
} from "../questions/readings.ts";
import { type Reason, told } from "../values/reason.ts";

/** A judged read of an address's code. */
export interface PresenceJudgement
  extends Pick<ContractVerification, "codeSize" | "codeHash" | "reason"> {
  readonly verdict: ProxyVerification["verdict"];
}

/**
 * Tells whether a contract is present. A valid read of code proves it; no code
 * proves its absence only without a doubt.
 *
 * @param doubt why an absence proves nothing on this network now
 */
export function judgePresence(
  reading: CodeReading | undefined,
  doubt: string | undefined,
  block: bigint,
): PresenceJudgement {
  if (reading === undefined) {
    return { verdict: "unknown", reason: { code: "not-read" } };
  }
  switch (reading.kind) {
    case "code":
      return {
        verdict: "present",
        codeSize: reading.size,
        codeHash: reading.hash,
      };
    case "delegated":
      return {
        verdict: "delegated",
        reason: { code: "delegated", facts: { to: reading.target } },
      };
    case "none": {
      if (doubt !== undefined) {
        const reason = { code: "no-code-proof", facts: { doubt } } as const;
        return { verdict: "unknown", reason };
      }
      const facts = { block: `${block}` };
      return { verdict: "absent", reason: { code: "no-code", facts } };
    }
    case "unknown":
      return { verdict: "unknown", reason: told(reading.reason) };
  }
}

/** The verdict on each target, in the targets' order. */
export function judgeContracts(
  targets: readonly VerificationTarget[],
  readings: CodeReadings,
  chains: ReadonlyMap<string, FollowedCode>,
  presenceOf: (reading: CodeReading | undefined) => PresenceJudgement,
): readonly ContractVerification[] {
  return targets.map((target) =>
    describeTarget(target, (address) => {
      const key = codeKey(address);
      const chain = chains.get(key);
      const presence = presenceOf(readings.get(key));
      return {
        ...presence,
        // Code that is unknown says nothing of what it runs.
        ...(chain === undefined || presence.verdict === "unknown"
          ? {}
          : describeChain(chain, presenceOf(chain.end ?? NOT_READ))),
      };
    }),
  );
}

function describeChain(
  { hops, end = NOT_READ, notReadable }: FollowedCode,
  { verdict, reason }: PresenceJudgement,
): Pick<ContractVerification, "proxy" | "proxyUnread"> {
  const [hop, ...others] = hops.map(({ kind, implementation, code }) => {
    const hash = code?.kind === "code" ? code.hash : undefined;
    return { kind, implementation, implementationCodeHash: hash };
  });
  // Clones in front of it have neither.
  const { beacon, admin } = hops.find(({ kind }) => !isClone(kind)) ?? {};
  const hidden = notReadable === undefined ? undefined : told(notReadable);
  const proxyUnread = hidden && ({ kind: "hidden", reason: hidden } as const);
  if (hop === undefined && end.kind === "unknown") {
    return { proxyUnread: { kind: "unread", reason: told(end.reason) } };
  }
  if (hop === undefined) {
    return { proxyUnread };
  }
  const further = others.length === 0 ? undefined : others;
  return {
    proxyUnread,
    proxy: { ...hop, beacon, admin, further, verdict, reason },
  };
}

/** The targets of a network whose chain could not be read. */
export function unreadContracts(
  targets: readonly VerificationTarget[],
  reason: Reason,
): readonly ContractVerification[] {
  return targets.map((target) =>
    describeTarget(target, () => ({ verdict: "unknown", reason })),
  );
}

type Judged = Omit<ContractVerification, "kind" | "key">;

function describeTarget(
  { kind, key, index, role, source, address, skip }: VerificationTarget,
  judge: (address: Address) => Judged,
): ContractVerification {
  const target = { kind, key, index, role, source, address };
  if (skip !== undefined) {
    const reason: Reason = { code: "skipped", facts: { text: skip } };
    return { ...target, verdict: "skipped", reason };
  }
  if (address === undefined) {
    return { ...target, verdict: "unset", reason: { code: "unset" } };
  }
  return { ...target, ...judge(address) };
}

/**
 * The reason why an address without code does not prove that the contract is
 * absent; `undefined` where it does: on the right chain, with a fresh head, on
 * a node that is not syncing.
 *
 * @param chainDoubt why it is not certain to be the right chain
 */
export function absenceDoubt(
  { view, chain, limits }: AskedNode,
  chainDoubt: string | undefined,
): string | undefined {
  if (chain.verdict !== "right") {
    return chain.reason;
  }
  if (chainDoubt !== undefined) {
    return chainDoubt;
  }
  if (limits.isFork === true) {
    return "a fork caches its node's answers, so a second read cannot confirm them: verify the network itself";
  }
  if (limits.inProcess) {
    return undefined;
  }
  const freshness = judgeFreshness(view, limits);
  const unread = whySyncUnknown(view, freshness);
  if (unread !== undefined) {
    return `whether the node is syncing could not be read: ${unread}`;
  }
  if (view.syncing.ok && view.syncing.value.syncing) {
    return "the node is syncing";
  }
  if (freshness.verdict === "stale" || freshness.verdict === "unknown") {
    return freshness.reason;
  }
  if (
    isBelowStart(view, limits) &&
    freshness.verdict === "idle" &&
    !isDevelopmentNode(view)
  ) {
    return `the node's head is below the network's startBlock ${limits.startBlock}, so it may still be syncing`;
  }
  return undefined;
}

/**
 * Tells whether a contract of the network's data is present, which identifies
 * the chain if nothing else does. One of a user's list or project may be on
 * many chains.
 */
export function hasOwnContract(
  targets: readonly VerificationTarget[],
  readings: CodeReadings,
): boolean {
  return targets.some(
    ({ kind, address }) =>
      kind !== "list" &&
      kind !== "own" &&
      address !== undefined &&
      readings.get(codeKey(address))?.kind === "code",
  );
}

/** On a chain that may be another one, code does not prove presence here. */
export function doubtCodes(
  readings: CodeReadings,
  chainDoubt: string | undefined,
): CodeReadings {
  if (chainDoubt === undefined) {
    return readings;
  }
  const reason = `there is code, but the chain may be another one: ${chainDoubt}`;
  const unknown = { kind: "unknown", reason } as const;
  return new Map(
    [...readings].map(([key, one]) => [key, hasCode(one) ? unknown : one]),
  );
}

const WITHOUT_SYNCING =
  "The endpoint does not offer eth_syncing: it counts as in sync while its latest block is recent.";

/** Remarks for the user on the node's head. */
export function headNotes(
  { view, limits }: AskedNode,
  doubt: string | undefined,
): readonly string[] {
  if (limits.inProcess || !view.head.ok) {
    return [];
  }
  return given(
    isBelowStart(view, limits) &&
      `The head, block ${view.head.value.number}, is below the network's startBlock ${limits.startBlock}: it is a sandbox, the chain was reset, or it is another one with the same chain id.`,
    !view.syncing.ok && view.syncing.isMissing === true && WITHOUT_SYNCING,
    doubt && `No absence could be proven now: ${doubt}.`,
  );
}
