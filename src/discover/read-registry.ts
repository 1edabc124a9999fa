import type { Address } from "../base/address.ts";
import { withoutUndefined } from "../base/records.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import { releaseByCodeHash } from "../contracts/releases.ts";
import { TOKEN } from "../contracts/types/token.ts";
import type { ContractRole } from "../networks/definition.ts";
import type { Findings } from "../verify/agree.ts";
import type { VerificationTarget } from "../verify/expect/targets.ts";
import { codeAt } from "../verify/follow/code-at.ts";
import type { ContractVerification } from "../verify/found.ts";
import {
  anyOfType,
  judgeIdentity,
  type KnownCodes,
  UNREAD,
} from "../verify/identity/judge-identity.ts";
import { knownCodes, lookUpCode } from "../verify/identity/verify-identity.ts";
import type { PassAudit } from "../verify/passes.ts";
import { doubted } from "../verify/presence/doubted.ts";
import {
  readPresence,
  verifyPresence,
} from "../verify/presence/verify-presence.ts";
import type { Answers } from "../verify/questions/answers.ts";
import { namedContracts } from "./named-contracts.ts";
import { isList, keyOf, roleOf } from "./naming.ts";
import { judgeTokenAt, registryFacts } from "./registry-facts.ts";

/** What was read of a registry in one pass. */
export interface RegistryFindings extends Findings {
  /** Why what is missing or different now proves nothing. */
  readonly doubt: string | undefined;
}

/** The router to ask. */
interface RouterToAsk {
  readonly router: Address;
  /** The contracts in the data of the network, in lower case, which identify it. */
  readonly own: ReadonlySet<string>;
}

/**
 * The audit of what a router and its factory name at one block, and of each contract.
 * Nothing is asked of what is not a router.
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
      const known = { codes, answers, doubt };
      const identified = contracts.map((one) => identify(one, known));
      const [router] = identified;
      const isNone =
        isOther(asked.router, answers) ||
        ["absent", "delegated"].includes(router?.verdict ?? "") ||
        router?.identity?.verdict === "wrong";
      const facts = isNone
        ? []
        : registryFacts(asked.router, answers).map((fact) =>
            doubted(fact, doubt),
          );
      return {
        contracts: isNone ? identified.slice(0, 1) : identified,
        // What two lists name is asked once.
        facts: [...new Map(facts.map((fact) => [fact.id, fact])).values()],
        notes,
        doubt,
      };
    },
  };
}

/** Whether what is there cannot be a router, by its code. */
function isOther(router: Address, answers: Answers): boolean {
  const code = codeAt(router, answers);
  const text = answers.known({ kind: "text", address: router });
  const release =
    code?.kind === "code"
      ? (releaseByCodeHash(code.hash ?? "") ??
        (text?.kind === "code" ? text.release : undefined))
      : undefined;
  return (
    code?.kind === "none" ||
    code?.kind === "delegated" ||
    (release !== undefined && release.contract !== "FactoryRouter")
  );
}

/** The router, and what it and its factory name. */
function targetsOf(
  { router, own }: RouterToAsk,
  answers: Answers,
): readonly VerificationTarget[] {
  const named = isOther(router, answers) ? [] : namedContracts(router, answers);
  return [
    targetOf(router, "router", own),
    ...named.flatMap(({ rule, items }) =>
      items.map(({ address }, index) =>
        targetOf(address, rule.role, own, isList(rule) ? index + 1 : undefined),
      ),
    ),
  ];
}

/** A contract that is not in the network's data does not identify the network. */
function targetOf(
  address: Address,
  role: ContractRole,
  own: ReadonlySet<string>,
  index?: number,
): VerificationTarget {
  const kind = own.has(address.toLowerCase()) ? "registry" : "list";
  return withoutUndefined({ kind, key: keyOf(role), role, address, index });
}

function identify(
  contract: ContractVerification,
  {
    codes,
    answers,
    doubt,
  }: {
    readonly codes: KnownCodes;
    readonly answers: Answers;
    readonly doubt: string | undefined;
  },
): ContractVerification {
  const { address, key, verdict } = contract;
  if (address === undefined || verdict !== "present") {
    return contract;
  }
  // At whatever place of a list.
  const type = typeOfRole(roleOf(key)) ?? TOKEN;
  const token = doubted(judgeTokenAt(address, answers), doubt);
  const code = codes.get(address) ?? UNREAD;
  return { ...contract, identity: judgeIdentity(anyOfType(type), code, token) };
}
