import {
  type Address,
  hasValidChecksum,
  isAddress,
  isZeroAddress,
} from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { combineOutcomes } from "../base/report.ts";
import { quoted } from "../base/text.ts";
import type { Reachable } from "../connect/reachable.ts";
import { judgeFindings } from "../verify/judge-network.ts";
import type { NetworkCause } from "../verify/report.ts";
import { discoverRegistry, type ReadRegistry } from "./discover-registry.ts";
import { judgeRegistry } from "./judge-registry.ts";
import { type ChainSelection, openChain } from "./open-chain.ts";
import type { DiscoverReport } from "./report.ts";

/** What to discover, and where. */
export interface DiscoverQuestion extends ChainSelection {
  readonly router: string;
  /** In seconds; by default that of the network. */
  readonly maxBlockAge?: number | undefined;
}

/**
 * Discovers the registry of a marketplace from the address of its router.
 *
 * @throws HardhatPluginError on an invalid address, network or URL.
 */
export async function discover(
  hre: Reachable,
  { router: text, maxBlockAge, ...selection }: DiscoverQuestion,
): Promise<DiscoverReport> {
  const router = await parseRouter(text);
  const chain = await openChain(hre, selection);
  const { hardhatNetwork, chainId, endpoint } = chain;
  const network = chain.network?.name ?? null;
  const head = { router, network, hardhatNetwork, chainId, endpoint };
  if (!chain.ok) {
    const cause = { ...chain.cause, outcome: "unknown" } as const;
    return describeRegistry(head, { ok: false, cause });
  }
  const { transport, expectations, isChainIdOfNode } = chain;
  const { limits } = expectations;
  const own = chain.network?.contracts.flatMap(
    ({ address }) => address?.toLowerCase() ?? [],
  );
  try {
    const read = await discoverRegistry(transport, {
      ...expectations,
      router,
      isChainIdOfNode,
      limits: { ...limits, maxBlockAge: maxBlockAge ?? limits.maxBlockAge },
      own: new Set(own),
    });
    return describeRegistry(head, read, !limits.inProcess);
  } finally {
    await transport.close();
  }
}

async function parseRouter(text: string): Promise<Address> {
  if (!isAddress(text)) {
    throw alphaError(
      `The router ${quoted(text)} is not an address: expected 0x and 40 hexadecimal digits.`,
    );
  }
  if (isZeroAddress(text)) {
    throw alphaError("The router is the zero address. Pass its own address.");
  }
  if (!(await hasValidChecksum(text))) {
    throw alphaError(
      `The router ${text} has a wrong checksum (EIP-55), so a digit may be wrong. Check the address, or pass it in lower case.`,
    );
  }
  const { getAddress } = await import("viem/utils");
  return getAddress(text);
}

type ReportHead = Pick<
  DiscoverReport,
  "router" | "network" | "hardhatNetwork" | "chainId" | "endpoint"
>;

const START = { schemaVersion: 1, task: "discover" } as const;

/**
 * The report on what was read.
 *
 * @param isLive whether what is outdated counts: the chain is not in this process
 */
export function describeRegistry(
  head: ReportHead,
  read: ReadRegistry,
  isLive = true,
): DiscoverReport {
  if (!read.ok) {
    return describeUnread(head, read.cause);
  }
  const { block, findings, startBlock } = read;
  const { contracts, leftOut, registry, release } = judgeRegistry(findings);
  const { facts, notes } = findings;
  const doubt = isLive ? read.doubt : undefined;
  const all = judgeFindings({
    network: head.network,
    endpoint: head.endpoint,
    contracts: contracts.map((contract) => ({ ...contract, kind: "list" })),
    facts,
  });
  const missing = leftOut.map(({ role }) => role).join(", ");
  const unknown = [
    ...(missing === "" ? [] : [`not in the registry: ${missing}`]),
    ...(doubt === undefined
      ? []
      : [
          `the registry may have changed since the block that was read: ${doubt}`,
        ]),
  ];
  const outcome = combineOutcomes([
    all.outcome,
    ...unknown.map(() => "unknown" as const),
  ]);
  const reasons = [
    ...(all.reason === undefined ? [] : [all.reason]),
    ...unknown,
  ];
  return {
    ...START,
    outcome,
    ...head,
    block: {
      number: block.number.toString(),
      hash: block.hash,
      timestamp: block.timestamp,
    },
    ...(outcome === "ok" ? {} : { reason: reasons.join("; ") }),
    ...(doubt === undefined ? {} : { doubt }),
    registry,
    leftOut,
    release,
    startBlock:
      // The block that created something else is of no use.
      registry.router === undefined && startBlock.verdict === "found"
        ? { verdict: "unknown", reason: "the router is not recognised" }
        : startBlock,
    contracts,
    facts: facts.map(
      ({ class: _class, label: _label, raw: _raw, ...fact }) => fact,
    ),
    notes:
      registry.router === undefined
        ? notes
        : [...notes, howToCompare(head.network)],
  };
}

function describeUnread(head: ReportHead, cause: NetworkCause): DiscoverReport {
  const { outcome, reason } = cause;
  const unread = {
    verdict: "unknown",
    reason: "the registry could not be read",
  } as const;
  const { router: address } = head;
  return {
    ...START,
    outcome,
    ...head,
    reason,
    cause,
    registry: {},
    leftOut: [],
    release: unread,
    startBlock: unread,
    contracts: [
      { key: "Router", role: "router", address, verdict: "unknown", reason },
    ],
    facts: [],
    notes: [],
  };
}

/** Which commands compare files with the registry. */
function howToCompare(network: ReportHead["network"]): string {
  const name = network ?? "NAME";
  const before =
    network === null ? "add the network that --format config prints, and " : "";
  return `to compare a file with the registry, ${before}run alpha export ${name} --format address-json --check FILE, or alpha config ${name} --check FILE for a portal's file`;
}
