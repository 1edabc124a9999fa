import {
  type Address,
  hasValidChecksum,
  isAddress,
  isZeroAddress,
  toChecksum,
} from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import type { Cause } from "../base/problems.ts";
import { given } from "../base/records.ts";
import { combineOutcomes } from "../base/report.ts";
import { quoted } from "../base/text.ts";
import { askNode } from "../connect/ask-networks.ts";
import { readChainId } from "../connect/read-node-view.ts";
import type { Reachable } from "../connect/select-networks.ts";
import type { CheckedFindings, FactVerification } from "../verify/found.ts";
import { judgeFindings } from "../verify/judge-network.ts";
import { loadFactWords } from "../verify/words/fact-words-loader.ts";
import { factText, lockedText } from "../verify/words/render.ts";
import { inWords } from "./choose-contracts.ts";
import { discoverRegistry, type ReadRegistry } from "./discover-registry.ts";
import {
  type JudgedContract,
  judgeRegistry,
  UNREAD,
  unreadRegistry,
} from "./judge-registry.ts";
import type {
  DiscoveredContract,
  DiscoveredFact,
  DiscoverReport,
  Discovery,
} from "./report.ts";
import {
  type ChainSelection,
  expectationsOfId,
  selectChain,
} from "./select-chain.ts";

/** The router, and where to ask for it. */
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
  const unread = (head: ReportHead, cause: Cause) =>
    describeRegistry(head, {
      ok: false,
      cause: { outcome: "unknown", ...cause },
    });
  return await askNode(way, {
    unreachable: ({ reason, remedy }) => unread(known, { reason, remedy }),
    ask: async (transport) => {
      const head = { ...known, endpoint: transport.endpoint };
      let { expectations } = chain;
      if (expectations === undefined) {
        // A chain whose id nobody has configured has the one that its node gives.
        const read = await readChainId(transport);
        if (!read.ok) {
          const reason = `its chain id could not be read: ${read.reason}`;
          return unread(head, { reason, remedy });
        }
        expectations = { ...expectationsOfId(read.value), remedy };
      }
      const { chainId } = expectations.chain;
      const { limits } = expectations;
      const own = network?.contracts.map(({ address = "" }) => address);
      const read = await discoverRegistry(transport, {
        ...expectations,
        router,
        isChainIdOfNode: chain.expectations === undefined,
        limits: { ...limits, maxBlockAge: maxBlockAge ?? limits.maxBlockAge },
        own: new Set(own?.map((address) => address.toLowerCase())),
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
  return await toChecksum(text);
}

type ReportHead = Pick<
  DiscoverReport,
  "router" | "network" | "hardhatNetwork" | "chainId" | "endpoint"
>;

/**
 * The report of a registry that was read, or of why it was not.
 *
 * @param isLive whether outdated state counts: the chain is not in this process
 */
export function describeRegistry(
  head: ReportHead,
  read: ReadRegistry,
  isLive = true,
): Discovery {
  const cause = read.ok ? undefined : read.cause;
  const { block, findings, startBlock, ...at } = read.ok ? read : NOT_READ;
  const { facts, notes } = findings;
  const { contracts, ...judged } =
    cause === undefined
      ? judgeRegistry(findings)
      : unreadRegistry(head.router, cause);
  const found = contracts.map((one) => one.found);
  const rows = judgeRows(head, { contracts: found, facts, cause });
  const { contractRows, factRows } = rows;
  const doubt = isLive ? at.doubt : undefined;
  const missing = judged.leftOut.map(({ role }) => role).join(", ");
  const unknown = given(
    missing && `not in the registry: ${missing}`,
    doubt &&
      `the registry may have changed since the block that was read: ${doubt}`,
  );
  const outcome = combineOutcomes([
    rows.outcome,
    ...unknown.map(() => "unknown" as const),
  ]);
  const why = given(rows.why, ...unknown).join("; ");
  const isFound = judged.registry.router !== undefined;
  const report: DiscoverReport = {
    schemaVersion: 1,
    task: "discover",
    outcome,
    ...head,
    block: block && {
      number: block.number.toString(),
      hash: block.hash,
      timestamp: block.timestamp,
    },
    reason: outcome === "ok" ? undefined : why,
    cause,
    doubt,
    ...judged,
    startBlock,
    contracts: contracts.map(reportedContract),
    facts: facts.map(describeFact),
    notes: given(...notes, isFound && howToCompare(head)),
  };
  return { report, contractRows, factRows };
}

function describeFact(fact: FactVerification): DiscoveredFact {
  const { id, value, verdict } = fact;
  return {
    id,
    expected: fact.expected === undefined ? undefined : lockedText(fact, {}),
    actual: factText(fact, {}),
    value,
    verdict,
    reason: inWords(fact.reason),
  };
}

const NOT_READ = {
  block: undefined,
  findings: { contracts: [], facts: [], notes: [] },
  startBlock: UNREAD,
  doubt: undefined,
};

/** The outcome of findings, and their rows: contracts with one key have a row each. */
function judgeRows(
  { network, hardhatNetwork, endpoint }: ReportHead,
  findings: Pick<CheckedFindings, "contracts" | "facts" | "cause">,
) {
  const { outcome, why, rows } = judgeFindings({
    ...{ network, hardhatNetwork, endpoint, ...findings },
    contracts: findings.contracts.map((contract, index) => ({
      ...contract,
      kind: "list",
      index,
    })),
  });
  const contractRows = rows.filter(({ group }) => group === "contracts");
  const factRows = rows.filter(({ group }) => group === "wiring");
  return { outcome, why, contractRows, factRows };
}

function reportedContract({
  role,
  found,
  values,
}: JudgedContract): DiscoveredContract {
  const { key, index, address, verdict, codeSize, codeHash } = found;
  const reason = inWords(found.reason);
  if (values === undefined) {
    return { key, role, address, verdict, reason };
  }
  const { proxy, proxyUnread, identity } = found;
  const unread = inWords(proxyUnread?.reason);
  const isHidden = proxyUnread?.kind === "hidden";
  return {
    ...{ key, index, address, verdict, codeSize, codeHash },
    reason,
    proxy: proxy && { ...proxy, reason: inWords(proxy.reason) },
    proxyUnknown: isHidden ? undefined : unread,
    proxyNotReadable: isHidden ? unread : undefined,
    identity: identity && { ...identity, reason: inWords(identity.reason) },
    role,
    ...values,
  };
}

/** The commands that compare files with the registry. */
function howToCompare({ network }: ReportHead): string {
  const name = network ?? "NAME";
  const before =
    network === null ? "add the network that --format config prints, and " : "";
  return `to compare a file with the registry, ${before}run alpha export ${name} --format address-json --check FILE, or alpha config ${name} --check FILE for a portal's file`;
}
