import type { Decoded } from "../base/records.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { type AgreementRules, agreedFindings } from "./agree.ts";
import { auditOf, type Found, type ToAudit, unservedBlocks } from "./audit.ts";
import type { VerificationTarget } from "./expect/targets.ts";
import {
  type FactVerification,
  type JudgedNetwork,
  type NetworkCause,
  networkReason,
  readingOfFact,
} from "./found.ts";
import { judgeNetwork } from "./judge-network.ts";
import { type NetworkToRead, Passes, type ProvenPass } from "./passes.ts";
import { unreadContracts } from "./presence/judge-presence.ts";
import type { LookUp } from "./questions/question.ts";
import type { ChainAnchors, VerifyLevel } from "./report.ts";
import { unreadFacts } from "./wiring/unread-facts.ts";
import { factWords, loadFactWords } from "./words/fact-words-loader.ts";

/** One network to verify, and all that is expected of it. */
export interface NetworkToVerify
  extends NetworkToRead,
    Omit<ToAudit, "level" | "isFork" | "sendsSingly"> {
  readonly network: AlphaNetworkName;
  readonly hardhatNetwork: string | null;
  readonly targets: readonly VerificationTarget[];
  /** Default: `presence`. */
  readonly level?: VerifyLevel;
  /** True if what is unrecognised fails. */
  readonly strict?: boolean;
  /** Further questions; called with the settled answers in the end. */
  readonly also?: LookUp | undefined;
  /**
   * Tells whether a verification that did not fail is confirmed all the same,
   * since something else is concluded from what it read.
   */
  readonly isConfirmed?: (network: JudgedNetwork) => boolean;
}

/**
 * Verifies that each target is on the chain that a transport reaches. If anything
 * fails, all is verified six more times: what is not the same each time is unknown.
 */
export async function verifyNetwork(
  transport: RpcTransport,
  expected: NetworkToVerify,
): Promise<JudgedNetwork> {
  const { endpoint } = transport;
  const { strict = false, isConfirmed, level, also, limits, expect } = expected;
  if (level === "wiring") {
    await loadFactWords();
  }
  // Facts are only there at the level that loads their words.
  const isUnexpected = (fact: FactVerification) =>
    factWords().judgeExpectation(expect, fact, readingOfFact(fact)) ===
    "broken";
  const isFork = limits.isFork === true || limits.inProcess;
  // It is decided once, since all passes ask the same.
  let isSingly: boolean | undefined;
  const audit = await auditOf({
    level: "presence",
    ...expected,
    isFork,
    sendsSingly: () => {
      isSingly ??= transport.sendsSingly?.() === true;
      return isSingly;
    },
  });
  const passes = new Passes(transport, expected, {
    lookUp: (answers) => {
      audit.lookUp(answers);
      also?.(answers);
    },
    judge: async (answers, at) => {
      also?.(answers);
      const found = await audit.judge(answers, at);
      const notes = at.isUnpinned ? [...found.notes, UNPINNED] : found.notes;
      return { ...found, notes };
    },
  });
  const first = await passes.first();
  const report = await reportOf(passes.proven(first), expected, endpoint);
  const isForAll = isConfirmed?.(report) === true;
  if (report.outcome !== "failed" && !isForAll) {
    return report;
  }
  const agreed = await passes.confirmed(first, (found, later) =>
    agreedFound(found, later, { strict, isForAll, isUnexpected }),
  );
  return await reportOf(passes.proven(agreed), expected, endpoint);
}

const UNPINNED =
  "The endpoint does not take a block's hash (EIP-1898), or ignores it: the block was named by its number, and read again afterwards to see that it is the same.";

/** The findings of the first pass, as far as later ones confirm them. */
function agreedFound(
  first: Found,
  later: readonly Decoded<Found>[],
  rules: AgreementRules,
): Found {
  return {
    ...first,
    ...agreedFindings(first, later, rules),
    anchors: agreedAnchors(
      first.anchors,
      later.map((pass) =>
        pass.ok ? pass.value.anchors : { reason: pass.reason },
      ),
    ),
  };
}

/** Hashes that not every pass has read are left out of the report. */
function agreedAnchors(
  first: ChainAnchors | undefined,
  later: readonly (ChainAnchors | undefined)[],
): ChainAnchors | undefined {
  const unread = later.find(
    (anchors) =>
      anchors?.genesisHash !== first?.genesisHash ||
      !isSameBlock(anchors?.block, first?.block),
  );
  if (first === undefined || unread === undefined) {
    const isSettled = later.every((anchors) =>
      isSameBlock(anchors?.settled, first?.settled),
    );
    // Without it, the locked block stays.
    return isSettled ? first : { ...first, settled: undefined };
  }
  return { reason: unread.reason ?? "later reads could not confirm it" };
}

/** Tells whether a block is as it was read first; a settled one may be a later one by now. */
function isSameBlock(
  one: ChainAnchors["block"],
  other: ChainAnchors["block"],
): boolean {
  if (!one || !other) {
    return one === other;
  }
  return one.number !== other.number || one.hash === other.hash;
}

/** The report on a network by what a pass proves. */
async function reportOf(
  proven: ProvenPass<Found>,
  expected: NetworkToVerify,
  endpoint: string,
): Promise<JudgedNetwork> {
  if (!proven.ok) {
    return await unreadNetwork(expected, endpoint, proven.cause);
  }
  const { level, strict = false } = expected;
  const { block, found } = proven.pass;
  const isWiring = level === "wiring";
  const unread = [
    ...unservedBlocks(found.anchors, expected.anchors?.block),
    ...(isWiring ? (found.notLookedAt ?? []) : []),
  ];
  return judgeNetwork(
    {
      ...headOf(expected),
      endpoint,
      ...found,
      block: {
        number: block.number.toString(),
        hash: block.hash,
        timestamp: block.timestamp,
      },
      facts: isWiring ? found.facts : undefined,
      notLookedAt: isWiring || unread.length > 0 ? unread : undefined,
    },
    strict,
  );
}

/**
 * The report on a network that could not be read: every contract and fact is
 * unknown, so that no report has fewer of them because a node is down.
 */
export async function unreadNetwork(
  expected: NetworkToVerify,
  endpoint: string | null,
  cause: NetworkCause,
): Promise<JudgedNetwork> {
  const { targets, level, policy } = expected;
  if (level === "wiring") {
    await loadFactWords();
  }
  const reason = networkReason(cause);
  const facts =
    level === "wiring" ? unreadFacts(targets, reason, policy) : undefined;
  return judgeNetwork({
    ...headOf(expected),
    endpoint,
    cause,
    contracts: unreadContracts(targets, reason),
    facts,
    notes: [],
  });
}

function headOf({ network, hardhatNetwork, chain, expect }: NetworkToVerify) {
  return { network, hardhatNetwork, chainId: chain.chainId, expect };
}
