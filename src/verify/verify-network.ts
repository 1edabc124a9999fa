import type { Random } from "../base/random.ts";
import type { Decoded } from "../base/records.ts";
import { readAgain } from "../connect/confirm.ts";
import type { ExpectedChain } from "../connect/judge-chain.ts";
import type { AskedNode, FreshnessLimits } from "../connect/judge-freshness.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { type AgreementRules, agreedFindings, type Findings } from "./agree.ts";
import type { LockedValue } from "./control/control-questions.ts";
import { judgeNetwork } from "./judge-network.ts";
import {
  agreedPass,
  isLocal,
  type Pass,
  provenPass,
  type RightPass,
  startOfPass,
} from "./passes.ts";
import { unreadContracts } from "./presence/judge-presence.ts";
import { verifyPresence } from "./presence/verify-presence.ts";
import { type EarlyReads, earlyAt, readEarly } from "./read-early.ts";
import { type AnchorsToRead, readAnchors } from "./reading/read-anchors.ts";
import { type BlockReader, NetworkReader } from "./reading/reader.ts";
import type {
  ChainAnchors,
  NetworkCause,
  NetworkVerification,
  VerifyLevel,
} from "./report.ts";
import type { VerificationTarget } from "./targets.ts";
import { verifyContracts } from "./verify-contracts.ts";

/** One network to verify, and all that is expected of it. */
export interface NetworkToVerify {
  readonly network: AlphaNetworkName;
  readonly hardhatNetwork: string | null;
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  readonly targets: readonly VerificationTarget[];
  /** Default: `presence`. */
  readonly level?: VerifyLevel;
  /** Whether what is unrecognised fails. */
  readonly strict?: boolean;
  /** The policy values in the lock file: what they name is asked at once. */
  readonly policy?: Readonly<Record<string, LockedValue>> | undefined;
  /** What to read that tells the chain; nothing by default. */
  readonly anchors?: AnchorsToRead | undefined;
  /** What to do where the node does not serve the network. */
  readonly remedy?: string;
  /**
   * Whether a verification that did not fail is confirmed all the same, since
   * something else is concluded from what it read.
   */
  readonly isConfirmed?: (network: NetworkVerification) => boolean;
  /** Default: `Math.random`. */
  readonly random?: Random;
}

/**
 * Verifies that each target is on the chain that a transport reaches. If anything
 * fails, all is verified six more times: what is not the same each time is unknown.
 */
export async function verifyNetwork(
  transport: RpcTransport,
  expected: NetworkToVerify,
): Promise<NetworkVerification> {
  const { endpoint } = transport;
  const { chain, limits, random, strict = false, isConfirmed } = expected;
  const reader = new NetworkReader(transport, chain, random);
  const first = await verifyOnce(reader, expected);
  const report = await reportOf(first, reader, { expected, endpoint });
  const isForAll = isConfirmed?.(report) === true;
  if (isLocal(limits) || (report.outcome !== "failed" && !isForAll)) {
    return report;
  }
  const block = first.verdict === "right" ? first.block : undefined;
  const later = await readAgain(
    transport,
    async () => await verifyOnce(reader, expected, block),
    random,
  );
  const agreed = agreedPass(first, later, (right) =>
    agreedFound(right, later, { strict, isForAll }),
  );
  return await reportOf(agreed, reader, { expected, endpoint });
}

/** What a pass over a network found. */
interface Found {
  readonly findings: Findings;
  /** Why what is missing or different now proves nothing. */
  readonly changeDoubt: string | undefined;
  readonly anchors: ChainAnchors | undefined;
}

/** @param block the block to read at; by default the latest one */
async function verifyOnce(
  reader: NetworkReader,
  expected: NetworkToVerify,
  block?: BlockHeader,
): Promise<Pass<Found>> {
  const { targets, level = "presence", policy, anchors: toRead } = expected;
  const known = block && reader.at(block);
  const starting = reader.readView().then((view) => {
    const start = startOfPass(view, expected.chain, block);
    return "verdict" in start
      ? start
      : { ...start, view, pinned: known ?? reader.at(start.block) };
  });
  const [start, early] = await Promise.all([
    starting,
    readEarly(
      known ?? reader,
      { targets, level, policy },
      starting.then((one) => ("verdict" in one ? undefined : one.pinned)),
    ),
  ]);
  if ("verdict" in start) {
    return start;
  }
  const { view, chain, pinned, block: head } = start;
  const [{ findings, changeDoubt }, anchors] = await Promise.all([
    verifyAt(pinned, expected, {
      node: { view, chain, limits: expected.limits },
      early: earlyAt(early, head),
    }),
    toRead === undefined ? undefined : readAnchors(reader, toRead),
  ]);
  const reason = await pinned.recheckBlock();
  return reason === undefined
    ? {
        verdict: "right",
        block: head,
        changeDoubt,
        anchors,
        findings: {
          ...findings,
          notes: [...findings.notes, ...unpinnedNotes(pinned)],
        },
      }
    : { verdict: "unknown", reason };
}

/** What is found at one block. */
async function verifyAt(
  reader: BlockReader,
  { targets, level = "presence", policy }: NetworkToVerify,
  {
    node,
    early: { calls, ...codes },
  }: { readonly node: AskedNode; readonly early: EarlyReads },
): Promise<Pick<Found, "findings" | "changeDoubt">> {
  const { notes, ...presence } = await verifyPresence(reader, {
    targets,
    node,
    early: codes,
  });
  const verified =
    level === "presence"
      ? { contracts: presence.contracts, facts: [], notes: [] }
      : await verifyContracts(reader, { level, policy, ...presence, calls });
  return {
    findings: { ...verified, notes: [...notes, ...verified.notes] },
    changeDoubt: presence.doubt,
  };
}

function unpinnedNotes({ unpinnedReads }: BlockReader): readonly string[] {
  return unpinnedReads === 0
    ? []
    : [
        "The endpoint does not take a block's hash (EIP-1898): the block was named by its number, and read again afterwards to see that it is the same.",
      ];
}

/** What the findings of a pass and of later ones amount to. */
function agreedFound(
  first: RightPass<Found>,
  later: readonly Pass<Found>[],
  rules: AgreementRules,
): Pass<Found> {
  const findings = later.map(
    (pass): Decoded<Findings> =>
      pass.verdict === "right"
        ? { ok: true, value: pass.findings }
        : { ok: false, reason: pass.reason },
  );
  return {
    ...first,
    anchors: agreedAnchors(
      first.anchors,
      later.map((pass) =>
        pass.verdict === "right" ? pass.anchors : undefined,
      ),
    ),
    findings: agreedFindings(first.findings, findings, rules),
  };
}

/** Hashes that not every pass has read are not told. */
function agreedAnchors(
  first: ChainAnchors | undefined,
  later: readonly (ChainAnchors | undefined)[],
): ChainAnchors | undefined {
  const unread = later.find(
    (anchors) =>
      anchors?.genesisHash !== first?.genesisHash ||
      // A settled block may be a later one by now.
      (anchors?.block === undefined) !== (first?.block === undefined),
  );
  return first === undefined || unread === undefined
    ? first
    : { reason: unread.reason ?? "later reads could not confirm it" };
}

/** The report on a pass, unless any answer speaks against all of them. */
async function reportOf(
  pass: Pass<Found>,
  { evidence: { contradiction } }: NetworkReader,
  {
    expected,
    endpoint,
  }: { readonly expected: NetworkToVerify; readonly endpoint: string },
): Promise<NetworkVerification> {
  const { level, strict = false, remedy } = expected;
  const proven = provenPass(pass, contradiction, remedy);
  if (!proven.ok) {
    return await unreadNetwork(expected, endpoint, proven.cause);
  }
  const { block, findings, changeDoubt: doubt, anchors } = proven.pass;
  const { contracts, facts, notes } = findings;
  const { outcome, reason } = judgeNetwork({ contracts, facts, strict });
  return {
    ...headOf(expected),
    endpoint,
    outcome,
    ...(doubt === undefined ? {} : { doubt }),
    ...(anchors === undefined ? {} : { anchors }),
    block: {
      number: block.number.toString(),
      hash: block.hash,
      timestamp: block.timestamp,
    },
    ...(reason === undefined ? {} : { reason }),
    contracts,
    ...(level === "wiring" ? { facts } : {}),
    notes,
  };
}

/**
 * The report on a network that could not be read: every contract and fact is
 * unknown, so that no report has fewer of them because a node is down.
 */
export async function unreadNetwork(
  expected: NetworkToVerify,
  endpoint: string | null,
  cause: NetworkCause,
): Promise<NetworkVerification> {
  const { targets, level } = expected;
  const { outcome, reason } = cause;
  // Loaded at its level only, since it brings an ABI codec.
  const facts =
    level === "wiring"
      ? (await import("./wiring/wiring-questions.ts")).unreadFacts(
          targets,
          reason,
        )
      : undefined;
  return {
    ...headOf(expected),
    endpoint,
    outcome,
    reason,
    cause,
    contracts: unreadContracts(targets, reason),
    ...(facts === undefined ? {} : { facts }),
    notes: [],
  };
}

function headOf({ network, hardhatNetwork, chain }: NetworkToVerify) {
  return { network, hardhatNetwork, chainId: chain.chainId };
}
