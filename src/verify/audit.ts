import { given } from "../base/records.ts";
import type { Findings } from "./agree.ts";
import { type AnchorsToRead, anchorsOf } from "./anchors.ts";
import type { ToCompare } from "./audit-wiring.ts";
import type { VerificationTarget } from "./expect/targets.ts";
import { type ContractVerification, doubted, hiddenIn } from "./found.ts";
import {
  knownCodes,
  lookUpIdentity,
  verifyIdentity,
} from "./identity/verify-identity.ts";
import type { PassAudit } from "./passes.ts";
import { readPresence, verifyPresence } from "./presence/verify-presence.ts";
import type { ChainAnchors, VerifyLevel } from "./report.ts";
import { contractId } from "./values/path.ts";

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
}

/** The topics of an audit at a level: what each looks up, and what the answers mean. */
export async function auditOf({
  targets: wanted,
  level,
  anchors,
  ...context
}: ToAudit): Promise<PassAudit<Found>> {
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
            identified.filter(isNotIdentified).map(contractId),
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

/** Tells whether a contract is there, but of no known kind. */
function isNotIdentified({
  kind,
  verdict,
  identity,
}: ContractVerification): boolean {
  return verdict === "present" && identity === undefined && kind !== "own";
}

function noteOn(what: string, ids: readonly string[]): readonly string[] {
  return given(ids.length > 0 && `${what}: ${ids.join(", ")}.`);
}
