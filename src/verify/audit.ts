import type { Cause } from "../base/problems.ts";
import { type Decoded, given } from "../base/records.ts";
import { whyOutdated } from "../connect/judge-freshness.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import type { Findings } from "./agree.ts";
import type { VerificationTarget } from "./expect/targets.ts";
import {
  type ContractVerification,
  doubted,
  type Gap,
  hiddenIn,
} from "./found.ts";
import {
  knownCodes,
  lookUpIdentity,
  verifyIdentity,
} from "./identity/verify-identity.ts";
import type { PassAudit } from "./passes.ts";
import { readPresence, verifyPresence } from "./presence/verify-presence.ts";
import type { Answers } from "./questions/question.ts";
import { NO_VALUE } from "./questions/readings.ts";
import type { ChainAnchors, NumberedBlock, VerifyLevel } from "./report.ts";
import { contractId } from "./values/path.ts";
import { because, told } from "./values/reason.ts";
import type { ToCompare } from "./wiring/wiring-questions.ts";

/** The scope of an audit. */
export interface ToAudit extends ToCompare {
  readonly targets: readonly VerificationTarget[];
  readonly level: VerifyLevel;
  /** The blocks that identify the chain; none by default. */
  readonly anchors?: AnchorsToRead | undefined;
}

/** The findings of a pass over a network. */
export interface Found extends Findings {
  /** The reason why what is missing or different now proves nothing. */
  readonly doubt: string | undefined;
  readonly anchors: ChainAnchors | undefined;
  /** The reason if values may be other ones by now; none is said of code without a lock. */
  readonly outdated?: Cause | undefined;
}

/** The topics of an audit at a level: what each looks up, and what the answers mean. */
export async function auditOf(audit: ToAudit): Promise<PassAudit<Found>> {
  const { targets: wanted, level, anchors, ...context } = audit;
  // Loaded at its level only, since it brings an ABI codec.
  const wiring =
    level === "wiring" ? await import("./audit-wiring.ts") : undefined;
  return {
    lookUp: (answers) => {
      const presence = readPresence(wanted, answers);
      if (level !== "presence") {
        lookUpIdentity(presence, answers);
      }
      wiring?.lookUpWiring(presence, context, answers);
      if (anchors !== undefined) {
        anchorsOf(answers, anchors);
      }
    },
    judge: async (answers, { node, block }) => {
      const presence = readPresence(wanted, answers);
      const { contracts, doubt, notes } = await verifyPresence(
        presence,
        node,
        block.number,
      );
      const found = {
        doubt,
        anchors: anchors && anchorsOf(answers, anchors),
        outdated: (wiring ?? context.locked) && whyOutdated(node),
      };
      if (level === "presence") {
        return { ...found, contracts, facts: [], notes };
      }
      const codes = knownCodes(contracts, answers);
      const known = { codes, answers, doubt };
      const { targets } = presence;
      const identified = await verifyIdentity(contracts, targets, known);
      const { facts, notLookedAt, ...wired } = wiring?.judgeWiring(
        presence,
        contracts,
        context,
        known,
      ) ?? { facts: [], notLookedAt: [], notes: [] };
      return {
        ...found,
        contracts: identified,
        facts: facts.map((fact) => doubted(fact, doubt)),
        notes: [
          ...notes,
          ...noteOn(
            "Not identified, since no release of them is known",
            identified
              .filter((one) => isOpen(one) && one.kind !== "own")
              .map(contractId),
          ),
          ...noteOn(
            'Not compared, since the project has no artifact of that name (run "npx hardhat build", or set artifact)',
            identified
              .filter((one, place) => isOpen(one) && targets[place]?.own)
              .map(contractId),
          ),
          ...noteOn(
            "Not readable, since the endpoint does not show the storage of contracts",
            facts
              .filter((fact) => hiddenIn(fact) === "storage-hidden")
              .map(({ id }) => id),
          ),
          ...wired.notes,
        ],
        notLookedAt,
      };
    },
  };
}

/** Tells whether a contract is there, and nothing tells which one it is. */
function isOpen({ verdict, identity }: ContractVerification): boolean {
  return verdict === "present" && identity === undefined;
}

function noteOn(what: string, ids: readonly string[]): readonly string[] {
  return given(ids.length > 0 && `${what}: ${ids.join(", ")}.`);
}

/** Which block to read, next to the genesis block. */
export interface AnchorsToRead {
  /** By its number; by default one that is settled. */
  readonly block?: bigint | undefined;
  /** True to read a settled block besides. */
  readonly settled?: boolean | undefined;
}

/** The hashes that tell a chain from one that was created again. */
export function anchorsOf(
  answers: Answers,
  { block, settled = false }: AnchorsToRead,
): ChainAnchors {
  const headerOf = (of: bigint | "settled"): Decoded<BlockHeader> =>
    answers.get({ kind: "header", block: of }) ?? NO_VALUE;
  const genesis = headerOf(0n);
  const one = headerOf(block ?? "settled");
  const other =
    settled && block !== undefined ? headerOf("settled") : undefined;
  const failed = [genesis, one].filter((header) => !header.ok);
  const { reason } =
    failed.find(({ isRefused }) => isRefused !== true) ?? failed[0] ?? {};
  const first = numbered(genesis);
  return {
    genesisHash: first === null ? null : first?.hash,
    block: numbered(one),
    settled: numbered(other),
    reason,
  };
}

/** A block that was read; `null` for one that the endpoint does not serve. */
function numbered(
  header: Decoded<BlockHeader> | undefined,
): NumberedBlock | null | undefined {
  if (header?.ok === true) {
    const { number, hash } = header.value;
    return { number: number.toString(), hash };
  }
  return header?.isRefused === true ? null : undefined;
}

/**
 * The blocks that would identify the chain and that the endpoint does not
 * serve.
 *
 * @param locked the number of the locked block
 */
export function unservedBlocks(
  { genesisHash, block, reason }: ChainAnchors = {},
  locked: bigint | undefined,
): readonly Gap[] {
  const settled = locked === undefined ? "a settled block" : `block ${locked}`;
  const unserved = given(
    genesisHash === null && "block 0",
    block === null && settled,
  );
  const served = given(genesisHash && "block 0", block && settled);
  const known = ["its id", "the codes of its contracts", ...served].join(", ");
  const facts = { blocks: unserved.join(" and "), known };
  const why = told(reason ?? "");
  return given(
    unserved.length > 0 && { reason: because("block-pruned", why, facts) },
  );
}
