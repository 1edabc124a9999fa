import { type Address, hasValidChecksum, isAddress } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { combineOutcomes, type Outcome } from "../base/report.ts";
import { quoted } from "../base/text.ts";
import type { Reachable } from "../connect/reachable.ts";
import { isNobody } from "../verify/control/holders.ts";
import { judgeNetwork } from "../verify/judge-network.ts";
import { discoverRegistry, type ReadRegistry } from "./discover-registry.ts";
import { judgeRegistry } from "./judge-registry.ts";
import { type ChainSelection, openChain } from "./open-chain.ts";
import type { DiscoveredStartBlock, DiscoverReport } from "./report.ts";

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
  const network = chain.network?.name ?? null;
  const { hardhatNetwork } = chain;
  if (!chain.ok) {
    const { cause, endpoint = null, chainId = null } = chain;
    const head = { router, network, hardhatNetwork, chainId, endpoint };
    const read = {
      ok: false,
      cause: { ...cause, outcome: "unknown" },
    } as const;
    return describeRegistry(head, read);
  }
  const { transport, expectations, isChainIdOfNode } = chain;
  const { chain: expected, limits, remedy } = expectations;
  try {
    const read = await discoverRegistry(transport, {
      router,
      chain: expected,
      isChainIdOfNode,
      limits: { ...limits, maxBlockAge: maxBlockAge ?? limits.maxBlockAge },
      own: new Set(
        chain.network?.contracts.flatMap(
          ({ address }) => address?.toLowerCase() ?? [],
        ),
      ),
      remedy,
    });
    const { chainId } = expected;
    const { endpoint } = transport;
    const head = { router, network, hardhatNetwork, chainId, endpoint };
    const isLive = !limits.inProcess;
    return describeRegistry(head, read, isLive);
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
  if (isNobody(text)) {
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

const NOT_READ = "the registry could not be read";

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
  const start = { schemaVersion: 1, task: "discover" } as const;
  if (!read.ok) {
    const { cause } = read;
    return {
      ...start,
      outcome: cause.outcome,
      ...head,
      reason: cause.reason,
      cause,
      registry: {},
      leftOut: [],
      release: { verdict: "unknown", reason: NOT_READ },
      startBlock: { verdict: "unknown", reason: NOT_READ },
      contracts: [
        {
          key: "Router",
          role: "router",
          address: head.router,
          verdict: "unknown",
          reason: cause.reason,
        },
      ],
      facts: [],
      notes: [],
    };
  }
  const { block, findings, doubt, startBlock } = read;
  const judged = judgeRegistry(findings);
  const { facts, notes } = findings;
  const all = judgeNetwork({
    contracts: judged.contracts.map((contract) => ({
      ...contract,
      kind: "list",
    })),
    facts,
  });
  const outdated = isLive ? doubt : undefined;
  const outcome = combineOutcomes([
    all.outcome,
    ...unknownIf(judged.leftOut.length > 0),
    ...unknownIf(outdated !== undefined),
  ]);
  const reasons = [
    ...(all.reason === undefined ? [] : [all.reason]),
    ...(judged.leftOut.length === 0
      ? []
      : [
          `not in the registry: ${judged.leftOut.map(({ role }) => role).join(", ")}`,
        ]),
    ...(outdated === undefined
      ? []
      : [
          `the registry may have changed since the block that was read: ${outdated}`,
        ]),
  ];
  return {
    ...start,
    outcome,
    ...head,
    block: {
      number: block.number.toString(),
      hash: block.hash,
      timestamp: block.timestamp,
    },
    ...(outcome === "ok" ? {} : { reason: reasons.join("; ") }),
    ...(outdated === undefined ? {} : { doubt: outdated }),
    registry: judged.registry,
    leftOut: judged.leftOut,
    release: judged.release,
    startBlock:
      judged.registry.router === undefined ? noRouter(startBlock) : startBlock,
    contracts: judged.contracts,
    facts: facts.map(
      ({ class: _class, label: _label, raw: _raw, ...fact }) => fact,
    ),
    notes:
      judged.registry.router === undefined
        ? notes
        : [...notes, howToCompare(head.network)],
  };
}

/** Which commands compare files with the registry. */
function howToCompare(network: ReportHead["network"]): string {
  const name = network ?? "NAME";
  const before =
    network === null ? "add the network that --format config prints, and " : "";
  return `to compare a file with the registry, ${before}run alpha export ${name} --format address-json --check FILE, or alpha config ${name} --check FILE for a portal's file`;
}

function unknownIf(condition: boolean): readonly Outcome[] {
  return condition ? ["unknown"] : [];
}

/** The block that created something else is of no use. */
function noRouter(startBlock: DiscoveredStartBlock): DiscoveredStartBlock {
  return startBlock.verdict === "unknown"
    ? startBlock
    : { verdict: "unknown", reason: "the router is not recognised" };
}
