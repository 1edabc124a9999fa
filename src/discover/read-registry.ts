import type { Address } from "../base/address.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import { releaseByCodeHash } from "../contracts/releases.ts";
import { ROUTER } from "../contracts/types/router.ts";
import type { ContractRole } from "../networks/definition.ts";
import type { Findings } from "../verify/agree.ts";
import type { VerificationTarget } from "../verify/expect/targets.ts";
import { codeAt } from "../verify/follow/code-at.ts";
import { doubted } from "../verify/found.ts";
import {
  anyOfType,
  judgeIdentity,
  UNREAD,
} from "../verify/identity/judge-identity.ts";
import { knownCodes, lookUpCode } from "../verify/identity/verify-identity.ts";
import type { PassAudit } from "../verify/passes.ts";
import {
  readPresence,
  verifyPresence,
} from "../verify/presence/verify-presence.ts";
import type { Answers } from "../verify/questions/question.ts";
import { keyOf, namedContracts, roleOf } from "./named-contracts.ts";
import { judgeTokenAt, registryFacts } from "./registry-facts.ts";

/** The findings of one pass over a registry. */
export interface RegistryFindings extends Findings {
  /** The reason if missing or different values prove nothing. */
  readonly doubt: string | undefined;
}

/** The router to ask. */
export interface RouterToAsk {
  readonly router: Address;
  /** The contracts in the data of the network, in lower case, which identify it. */
  readonly own?: ReadonlySet<string> | undefined;
}

/**
 * The audit of what a router and its factory name at one block, and of each contract.
 * Nothing else is asked if the address is not a router.
 */
export function registryAudit(asked: RouterToAsk): PassAudit<RegistryFindings> {
  return {
    lookUp: (answers) => {
      const presence = readPresence(targetsOf(asked, answers), answers);
      for (const { address = "0x" } of presence.targets) {
        lookUpCode(address, presence, answers);
      }
      if (!isOther(asked.router, answers)) {
        registryFacts(asked.router, answers);
      }
    },
    judge: async (answers, { node, block }) => {
      const presence = readPresence(targetsOf(asked, answers), answers);
      const { contracts, doubt, notes } = await verifyPresence(
        presence,
        node,
        block.number,
      );
      const codes = knownCodes(contracts, answers);
      const identified = contracts.map((contract) => {
        const { address, key, verdict } = contract;
        if (address === undefined || verdict !== "present") {
          return contract;
        }
        const expected = anyOfType(typeOfRole(roleOf(key)));
        const token = doubted(judgeTokenAt(address, answers), doubt);
        const code = codes.get(address) ?? UNREAD;
        return { ...contract, identity: judgeIdentity(expected, code, token) };
      });
      const [router] = identified;
      if (
        router === undefined ||
        isOther(asked.router, answers) ||
        router.identity?.verdict === "wrong"
      ) {
        return { contracts: identified.slice(0, 1), facts: [], notes, doubt };
      }
      const facts = registryFacts(asked.router, answers);
      return {
        contracts: identified,
        facts: facts.map((fact) => doubted(fact, doubt)),
        notes,
        doubt,
      };
    },
  };
}

/** Returns whether the code at an address shows that it is no router. */
function isOther(router: Address, answers: Answers): boolean {
  const code = codeAt(router, answers);
  if (code?.kind === "none" || code?.kind === "delegated") {
    return true;
  }
  if (code?.kind !== "code") {
    return false;
  }
  const release = releaseByCodeHash(code.hash ?? "") ?? code.release;
  return release !== undefined && release.contract !== ROUTER.contracts;
}

/** The router, and what it and its factory name. */
function targetsOf(
  { router, own }: RouterToAsk,
  answers: Answers,
): readonly VerificationTarget[] {
  const targets: VerificationTarget[] = [];
  const add = (address: Address, role: ContractRole, index?: number) => {
    // Only a contract in the network's data identifies the network.
    const isOwn = own?.has(address.toLowerCase()) === true;
    const kind = isOwn ? "registry" : "list";
    targets.push({ kind, key: keyOf(role), role, address, index });
  };
  add(router, "router");
  if (!isOther(router, answers)) {
    for (const { naming, items } of namedContracts(router, answers)) {
      for (const [place, { address }] of items.entries()) {
        add(address, naming.role, naming.isList ? place + 1 : undefined);
      }
    }
  }
  return targets;
}
