import type { Address } from "../base/address.ts";
import type { Decoded } from "../base/records.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { Findings } from "../verify/agree.ts";
import { agreedFindings } from "../verify/agree.ts";
import type { ContractVerification, NetworkCause } from "../verify/found.ts";
import { type NetworkToRead, Passes } from "../verify/passes.ts";
import { told } from "../verify/values/reason.ts";
import { findStartBlock } from "./find-start-block.ts";
import type { RegistryFindings } from "./read-registry.ts";
import type { DiscoveredStartBlock } from "./report.ts";

/** A router, and what is expected of its chain. */
export interface RegistryToDiscover extends NetworkToRead {
  readonly router: Address;
  /** Whether the chain id is what the node itself has answered before. */
  readonly isChainIdOfNode?: boolean;
  /** The contracts in the data of the network, in lower case, which identify it. */
  readonly own?: ReadonlySet<string>;
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

/**
 * Reads the registry of a router. Since something is concluded from everything that is
 * read, it is read six more times, except on a chain in this process: what two reads
 * contradict, or fewer than three confirm, is unknown.
 */
export async function discoverRegistry(
  transport: RpcTransport,
  question: RegistryToDiscover,
): Promise<ReadRegistry> {
  const { router, chain, own = new Set() } = question;
  // It brings an ABI codec.
  const { registryAudit } = await import("./read-registry.ts");
  const audit = registryAudit({ router, own });
  const passes = new Passes<RegistryFindings>(transport, question, audit);
  if (question.isChainIdOfNode === true) {
    // Another one later is an answer of a second chain, not a wrong chain.
    passes.evidence.noteChainId({ ok: true, value: chain.chainId });
  }
  const agreed = await passes.confirmed(await passes.first(), agreedFound);
  const startBlock =
    agreed.verdict === "right" && isRouter(agreed.found)
      ? await findStartBlock(transport, { router, head: agreed.block.number })
      : NOT_SEARCHED;
  const proven = passes.proven(agreed);
  if (!proven.ok) {
    return proven;
  }
  const { block, found } = proven.pass;
  const { doubt, ...findings } = found;
  return { ok: true, block, findings, doubt, startBlock };
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

/** So many later passes must confirm what a first one says. */
const MIN_CONFIRMATIONS = 3;

/** What the first pass found, as far as later ones confirm it. A doubt of any counts. */
function agreedFound(
  first: RegistryFindings,
  later: readonly Decoded<RegistryFindings>[],
): RegistryFindings {
  const all = later.map(
    (pass): Decoded<RegistryFindings> =>
      pass.ok ? { ok: true, value: inOrderOf(first, pass.value) } : pass,
  );
  const read = all.filter(({ ok }) => ok);
  const agreed = agreedFindings(
    first,
    // Of a node that fails now and then, those that were read are enough.
    read.length >= MIN_CONFIRMATIONS ? read : all,
    { strict: false, isForAll: true },
  );
  const doubts = [first, ...later.flatMap((one) => (one.ok ? one.value : []))];
  const doubt = doubts.flatMap((one) => one.doubt ?? []).at(0);
  return { ...agreed, doubt };
}

/** The same contracts in the same places. One that a pass lacks was not read. */
function inOrderOf(
  first: RegistryFindings,
  later: RegistryFindings,
): RegistryFindings {
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
          reason: told("a later pass does not name it"),
        },
    ),
  };
}
