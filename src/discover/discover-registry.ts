import type { Address } from "../base/address.ts";
import type { Random } from "../base/random.ts";
import type { Decoded } from "../base/records.ts";
import { readAgain } from "../connect/confirm.ts";
import type { ExpectedChain } from "../connect/judge-chain.ts";
import type { FreshnessLimits } from "../connect/judge-freshness.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { Findings } from "../verify/agree.ts";
import { agreedFindings } from "../verify/agree.ts";
import {
  agreedPass,
  isLocal,
  type Pass,
  provenPass,
  type RightPass,
  startOfPass,
} from "../verify/passes.ts";
import { NetworkReader } from "../verify/reading/reader.ts";
import type { ContractVerification, NetworkCause } from "../verify/report.ts";
import { findStartBlock } from "./find-start-block.ts";
import type { RegistryFindings } from "./read-registry.ts";
import type { DiscoveredStartBlock } from "./report.ts";

/** A router, and what is expected of its chain. */
export interface RegistryToDiscover {
  readonly router: Address;
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  /** Whether the chain id is what the node itself has answered before. */
  readonly isChainIdOfNode?: boolean;
  /** The contracts in the data of the network, in lower case, which identify it. */
  readonly own?: ReadonlySet<string>;
  /** What to do where the node does not serve the network. */
  readonly remedy?: string | undefined;
  /** Default: `Math.random`. */
  readonly random?: Random | undefined;
}

/** What a chain tells of a registry, or why it tells nothing. */
export type ReadRegistry =
  | {
      readonly ok: true;
      readonly block: BlockHeader;
      readonly findings: Findings;
      /** Why the latest state may be another one. */
      readonly doubt: string | undefined;
      readonly startBlock: DiscoveredStartBlock;
    }
  | { readonly ok: false; readonly cause: NetworkCause };

/** What a pass over a registry found. */
interface Found {
  readonly findings: RegistryFindings;
}

/**
 * Reads the registry of a router. Since something is concluded from everything that is
 * read, it is read six more times, except on a chain in this process: what two readings
 * contradict, or fewer than three confirm, is unknown.
 */
export async function discoverRegistry(
  transport: RpcTransport,
  question: RegistryToDiscover,
): Promise<ReadRegistry> {
  const { chain, limits, random, remedy } = question;
  const reader = new NetworkReader(transport, chain, random);
  if (question.isChainIdOfNode === true) {
    // Another one later is an answer of a second chain, not a wrong chain.
    reader.evidence.noteChainId({ ok: true, value: chain.chainId });
  }
  const first = await readOnce(reader, question);
  const block = first.verdict === "right" ? first.block : undefined;
  const isRepeated = !isLocal(limits) && first.verdict !== "unknown";
  const later = isRepeated
    ? await readAgain(
        transport,
        async () => await readOnce(reader, question, block),
        random,
      )
    : [];
  const agreed = isRepeated
    ? agreedPass(first, later, (right) => agreedFound(right, later))
    : first;
  const startBlock =
    agreed.verdict === "right" && isRouter(agreed.findings)
      ? await findStartBlock(transport, {
          router: question.router,
          head: agreed.block.number,
        })
      : NOT_SEARCHED;
  const proven = provenPass(agreed, reader.evidence.contradiction, remedy);
  if (!proven.ok) {
    return proven;
  }
  const { doubt, ...findings } = proven.pass.findings;
  return { ok: true, block: proven.pass.block, findings, doubt, startBlock };
}

const NOT_SEARCHED: DiscoveredStartBlock = {
  verdict: "unknown",
  reason: "the router is not recognised",
};

function isRouter({ contracts: [router] }: Findings): boolean {
  return (
    router?.verdict === "present" && router.identity?.verdict === "recognised"
  );
}

/** @param block the block to read at; by default the latest one */
async function readOnce(
  reader: NetworkReader,
  { router, chain, limits, own = new Set() }: RegistryToDiscover,
  block?: BlockHeader,
): Promise<Pass<Found>> {
  const view = await reader.readView();
  const start = startOfPass(view, chain, block);
  if ("verdict" in start) {
    return start;
  }
  const head = start.block;
  const pinned = reader.at(head);
  // It brings an ABI codec, which an endpoint that does not answer needs not.
  const { readRegistry } = await import("./read-registry.ts");
  const findings = await readRegistry(pinned, {
    router,
    own,
    node: { view, chain: start.chain, limits },
  });
  const reason = await pinned.recheckBlock();
  return reason === undefined
    ? { verdict: "right", block: head, findings }
    : { verdict: "unknown", reason };
}

/** So many later readings must confirm what a first one says. */
const MIN_CONFIRMATIONS = 3;

/** What the findings of a pass and of later ones amount to. */
function agreedFound(
  first: RightPass<Found>,
  later: readonly Pass<Found>[],
): Pass<Found> {
  const all = later.map(
    (pass): Decoded<Findings> =>
      pass.verdict === "right"
        ? { ok: true, value: inOrderOf(first.findings, pass.findings) }
        : { ok: false, reason: pass.reason },
  );
  const read = all.filter(({ ok }) => ok);
  const agreed = agreedFindings(
    first.findings,
    // Of a node that fails now and then, those that were read are enough.
    read.length >= MIN_CONFIRMATIONS ? read : all,
    { strict: false, isForAll: true },
  );
  return {
    ...first,
    findings: { ...agreed, doubt: doubtOf([first, ...later]) },
  };
}

/** A doubt of any reading counts. */
function doubtOf(passes: readonly Pass<Found>[]): string | undefined {
  return passes
    .flatMap((pass) =>
      pass.verdict === "right" && pass.findings.doubt !== undefined
        ? [pass.findings.doubt]
        : [],
    )
    .at(0);
}

/** The same contracts in the same places. One that a reading lacks was not read. */
function inOrderOf(first: Findings, later: Findings): Findings {
  const idOf = ({ key, index, address }: ContractVerification) =>
    `${key} ${index} ${address}`;
  const found = new Map(later.contracts.map((one) => [idOf(one), one]));
  return {
    ...later,
    contracts: first.contracts.map(
      (contract) =>
        found.get(idOf(contract)) ?? {
          ...contract,
          verdict: "unknown",
          reason: "a later reading does not name it",
        },
    ),
  };
}
