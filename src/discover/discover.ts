import {
  type Address,
  hasValidChecksum,
  isAddress,
  isZeroAddress,
} from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { withoutUndefined } from "../base/records.ts";
import { combineOutcomes } from "../base/report.ts";
import { quoted } from "../base/text.ts";
import { askNode } from "../connect/ask-networks.ts";
import type { Reachable } from "../connect/reachable.ts";
import { readChainId } from "../connect/read-node-view.ts";
import type {
  CheckedFindings,
  FactVerification,
  NetworkCause,
} from "../verify/found.ts";
import { judgeFindings } from "../verify/judge-network.ts";
import { told } from "../verify/values/reason.ts";
import { loadFactWords } from "../verify/words/fact-words-loader.ts";
import { factText, lockedText } from "../verify/words/parties.ts";
import { sentence } from "../verify/words/sentences.ts";
import { discoverRegistry, type ReadRegistry } from "./discover-registry.ts";
import { judgeRegistry } from "./judge-registry.ts";
import type { DiscoveredFact, DiscoverReport, Discovery } from "./report.ts";
import {
  type ChainSelection,
  expectationsOfId,
  selectChain,
} from "./select-chain.ts";
import { reportedContract } from "./worded.ts";

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
): Promise<Discovery> {
  const router = await parseRouter(text);
  await loadFactWords();
  const chain = await selectChain(hre, selection);
  const { hardhatNetwork, network, remedy, way } = chain;
  const known: ReportHead = {
    router,
    network: network?.name ?? null,
    hardhatNetwork,
    chainId: chain.expectations?.chain.chainId ?? null,
    endpoint: null,
  };
  const outcome = "unknown";
  return await askNode(way, {
    unreachable: ({ reason, remedy }) =>
      describeUnread(known, { outcome, reason, remedy }),
    ask: async (transport) => {
      const head = { ...known, endpoint: transport.endpoint };
      let { expectations } = chain;
      if (expectations === undefined) {
        // A chain whose id nobody has configured has the one that its node gives.
        const read = await readChainId(transport);
        if (!read.ok) {
          const reason = `its chain id could not be read: ${read.reason}`;
          return describeUnread(head, { outcome, reason, remedy });
        }
        expectations = { ...expectationsOfId(read.value), remedy };
      }
      const { chainId } = expectations.chain;
      const { limits } = expectations;
      const own = network?.contracts.flatMap(
        ({ address }) => address?.toLowerCase() ?? [],
      );
      const read = await discoverRegistry(transport, {
        ...expectations,
        router,
        isChainIdOfNode: chain.expectations === undefined,
        limits: { ...limits, maxBlockAge: maxBlockAge ?? limits.maxBlockAge },
        own: new Set(own),
      });
      return describeRegistry({ ...head, chainId }, read, !limits.inProcess);
    },
  });
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
 * What follows from what was read.
 *
 * @param isLive whether what is outdated counts: the chain is not in this process
 */
export function describeRegistry(
  head: ReportHead,
  read: ReadRegistry,
  isLive = true,
): Discovery {
  if (!read.ok) {
    return describeUnread(head, read.cause);
  }
  const { block, findings, startBlock } = read;
  const { contracts, leftOut, registry, release } = judgeRegistry(findings);
  const { facts, notes } = findings;
  const doubt = isLive ? read.doubt : undefined;
  const {
    outcome: worst,
    why,
    ...rows
  } = judgeAll(head, {
    contracts: contracts.map(({ found }) => found),
    facts,
  });
  const missing = leftOut.map(({ role }) => role).join(", ");
  const unknown = [
    missing && `not in the registry: ${missing}`,
    doubt &&
      `the registry may have changed since the block that was read: ${doubt}`,
  ].filter(Boolean);
  const outcome = combineOutcomes([
    worst,
    ...unknown.map(() => "unknown" as const),
  ]);
  const reasons = [why, ...unknown].filter(Boolean);
  const report: DiscoverReport = {
    ...START,
    outcome,
    ...head,
    block: {
      number: block.number.toString(),
      hash: block.hash,
      timestamp: block.timestamp,
    },
    reason: outcome === "ok" ? undefined : reasons.join("; "),
    doubt,
    registry,
    leftOut,
    release,
    startBlock,
    contracts: contracts.map(reportedContract),
    facts: facts.map(describeFact),
    notes:
      registry.router === undefined
        ? notes
        : [...notes, howToCompare(head.network)],
  };
  return { report, ...rows };
}

/** What was judged, with its rows: of several contracts that have one key, each has one. */
function judgeAll(
  { network, hardhatNetwork, endpoint }: ReportHead,
  findings: Pick<CheckedFindings, "contracts" | "facts" | "cause">,
) {
  const { rows, ...judged } = judgeFindings({
    ...{ network, hardhatNetwork, endpoint, ...findings },
    contracts: findings.contracts.map((contract, index) => ({
      ...contract,
      kind: "list",
      index,
    })),
  });
  return {
    ...judged,
    contractRows: rows.filter(({ group }) => group === "contracts"),
    factRows: rows.filter(({ group }) => group === "wiring"),
  };
}

function describeFact(fact: FactVerification): DiscoveredFact {
  const { id, value, expected, verdict, reason } = fact;
  return withoutUndefined({
    id,
    expected: expected === undefined ? undefined : lockedText(fact, {}),
    actual: factText(fact, {}),
    value,
    verdict,
    reason: reason && sentence(reason),
  });
}

function describeUnread(head: ReportHead, cause: NetworkCause): Discovery {
  const { outcome, reason } = cause;
  const { router: address } = head;
  const verdict = "unknown";
  const unread = { verdict, reason: "the registry could not be read" } as const;
  const found = { kind: "list", key: "Router", address, verdict } as const;
  const { contractRows, factRows } = judgeAll(head, {
    contracts: [{ ...found, reason: told(reason) }],
    facts: [],
    cause,
  });
  const report: DiscoverReport = {
    ...START,
    outcome,
    ...head,
    reason,
    cause,
    registry: {},
    leftOut: [],
    release: unread,
    startBlock: unread,
    contracts: [{ key: "Router", role: "router", address, verdict, reason }],
    facts: [],
    notes: [],
  };
  return { report, contractRows, factRows };
}

/** Which commands compare files with the registry. */
function howToCompare(network: ReportHead["network"]): string {
  const name = network ?? "NAME";
  const before =
    network === null ? "add the network that --format config prints, and " : "";
  return `to compare a file with the registry, ${before}run alpha export ${name} --format address-json --check FILE, or alpha config ${name} --check FILE for a portal's file`;
}
