import type { Address } from "../base/address.ts";
import { withoutUndefined } from "../base/records.ts";
import type { AskedNode } from "../connect/judge-freshness.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import { TOKEN } from "../contracts/types/token.ts";
import type { ContractRole } from "../networks/definition.ts";
import type { Findings } from "../verify/agree.ts";
import { readWiring } from "../verify/asking/ask-all.ts";
import type { BlockReader } from "../verify/asking/reader.ts";
import type { VerificationTarget } from "../verify/expect/targets.ts";
import type { ContractVerification } from "../verify/found.ts";
import {
  anyOfType,
  judgeIdentity,
  UNREAD,
} from "../verify/identity/judge-identity.ts";
import { knownCodes } from "../verify/identity/verify-releases.ts";
import { doubted } from "../verify/presence/doubted.ts";
import {
  type VerifyPresenceParameters,
  verifyPresence,
} from "../verify/presence/verify-presence.ts";
import { WiringAnswers } from "../verify/questions/answers.ts";
import { namedContracts } from "./named-contracts.ts";
import { isList, keyOf, roleOf } from "./naming.ts";
import { judgeTokenAt, registryQuestions } from "./registry-facts.ts";

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
  readonly node: AskedNode;
}

/**
 * Reads what a router and its factory name at one block, and identifies each contract.
 * Nothing is asked of what is proven not to be a router.
 */
export async function readRegistry(
  reader: BlockReader,
  { router, own, node }: RouterToAsk,
): Promise<RegistryFindings> {
  const { contracts, doubt, notes } = await identify(
    reader,
    { targets: [targetOf(router, "router", own)], node },
    new WiringAnswers(),
  );
  const isOther = contracts.some(
    ({ verdict, identity }) =>
      ["absent", "delegated"].includes(verdict) ||
      identity?.verdict === "wrong",
  );
  if (isOther) {
    return { contracts, facts: [], notes, doubt };
  }
  const answers = await askAll(reader, router);
  const targets = namedContracts(router, answers).flatMap(({ rule, items }) =>
    items.map(({ address }, index) =>
      targetOf(address, rule.role, own, isList(rule) ? index + 1 : undefined),
    ),
  );
  const further = await identify(reader, { targets, node }, answers);
  const facts = registryQuestions(router, answers)
    .flatMap((question) => question.facts)
    .map((fact) => doubted(fact, doubt));
  return {
    contracts: [...contracts, ...further.contracts],
    // What two lists name is asked once.
    facts: [...new Map(facts.map((fact) => [fact.id, fact])).values()],
    notes: [...new Set([...notes, ...further.notes])],
    doubt,
  };
}

/** Asks what each answer leads to: the templates, in the end, for their ids. */
async function askAll(
  reader: BlockReader,
  router: Address,
): Promise<WiringAnswers> {
  const read = async (before: WiringAnswers) =>
    before.with(
      await readWiring(reader, (later) => {
        const answers = before.with(later);
        return registryQuestions(router, answers)
          .flatMap((question) => question.calls)
          .map((call) => ({ kind: "call", call }) as const)
          .filter((question) => before.get(question) === undefined);
      }),
    );
  return await read(await read(new WiringAnswers()));
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

async function identify(
  reader: BlockReader,
  targets: VerifyPresenceParameters,
  answers: WiringAnswers,
): Promise<Omit<RegistryFindings, "facts">> {
  const presence = await verifyPresence(reader, targets);
  const codes = await knownCodes(reader, presence.contracts, presence.codes);
  const { doubt } = presence;
  return {
    doubt,
    notes: presence.notes,
    contracts: presence.contracts.map((contract): ContractVerification => {
      const { address, key, verdict } = contract;
      if (address === undefined || verdict !== "present") {
        return contract;
      }
      // At whatever place of a list.
      const type = typeOfRole(roleOf(key)) ?? TOKEN;
      return {
        ...contract,
        identity: judgeIdentity(
          anyOfType(type),
          codes.get(address) ?? UNREAD,
          doubted(judgeTokenAt(address, answers), doubt),
        ),
      };
    }),
  };
}
