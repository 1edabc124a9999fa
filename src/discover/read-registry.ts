import type { Address } from "../base/address.ts";
import type { AskedNode } from "../connect/judge-freshness.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import { TOKEN } from "../contracts/types/token.ts";
import type { ContractRole } from "../networks/definition.ts";
import { CONTRACT_NAMES } from "../sources/address-book/names.ts";
import type { Findings } from "../verify/agree.ts";
import {
  anyOfType,
  type ExpectedContract,
  judgeIdentity,
  UNREAD,
} from "../verify/identity/judge-identity.ts";
import { judgeToken, tokenCalls } from "../verify/identity/judge-token.ts";
import { knownCodes } from "../verify/identity/verify-releases.ts";
import { doubted } from "../verify/presence/doubted.ts";
import { verifyPresence } from "../verify/presence/verify-presence.ts";
import { callContracts } from "../verify/reading/call-contracts.ts";
import type { BlockReader } from "../verify/reading/reader.ts";
import type { CallReading } from "../verify/reading/readings.ts";
import { callKey } from "../verify/reading/readings.ts";
import type { ContractVerification } from "../verify/report.ts";
import type { VerificationTarget } from "../verify/targets.ts";
import {
  type CallAnswers,
  itemsOf,
  type NamedByRouter,
  namedByRouter,
  nextCalls,
} from "./named-contracts.ts";
import { NAMING, roleOf } from "./naming.ts";
import { registryFacts } from "./registry-facts.ts";

/** What was read of a registry in one pass. */
export interface RegistryFindings extends Findings {
  /** Why what is missing or different now proves nothing. */
  readonly doubt: string | undefined;
}

/** The router to ask. */
export interface RegistryQuestion {
  readonly router: Address;
  /** The contracts in the data of the network, in lower case, which identify it. */
  readonly own: ReadonlySet<string>;
  readonly node: AskedNode;
}

/** Router, then lists and factory, then templates, then their ids. */
const MAX_ROUNDS = 6;
/** Calls of one program, which has the gas for them. */
const MAX_CALLS = 100;
const WORST: readonly ContractVerification["verdict"][] = [
  "absent",
  "delegated",
];

/**
 * Reads what a router and its factory name at one block, and identifies each contract.
 * Nothing is asked of what is proven not to be a router.
 */
export async function readRegistry(
  reader: BlockReader,
  { router, own, node }: RegistryQuestion,
): Promise<RegistryFindings> {
  const noAnswers: CallAnswers = new Map();
  const routerTarget = targetOf(router, "router", own);
  const { contracts, doubt, notes } = await identify(
    reader,
    { targets: [routerTarget], node },
    noAnswers,
  );
  const [asked] = contracts;
  if (
    asked === undefined ||
    WORST.includes(asked.verdict) ||
    asked.identity?.verdict === "wrong"
  ) {
    return { contracts, facts: [], notes, doubt };
  }
  const answers = await askAll(reader, router);
  const named = namedByRouter(router, answers);
  const further = await identify(
    reader,
    { targets: targetsOf(named, own), node },
    answers,
  );
  return {
    contracts: [...contracts, ...further.contracts],
    facts: registryFacts(router, named, answers, doubt),
    notes: [...new Set([...notes, ...further.notes])],
    doubt,
  };
}

/** Makes the calls that each round of answers leads to. */
async function askAll(
  reader: BlockReader,
  router: Address,
): Promise<CallAnswers> {
  const answers = new Map<string, CallReading>();
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const calls = nextCalls(router, answers);
    if (calls.length === 0) {
      break;
    }
    for (let start = 0; start < calls.length; start += MAX_CALLS) {
      const chunk = calls.slice(start, start + MAX_CALLS);
      const readings = await callContracts(reader, chunk);
      for (const [index, call] of chunk.entries()) {
        const reading = readings[index];
        if (reading !== undefined) {
          answers.set(callKey(call), reading);
        }
      }
    }
  }
  return answers;
}

function targetsOf(
  named: NamedByRouter,
  own: ReadonlySet<string>,
): readonly VerificationTarget[] {
  return NAMING.flatMap(({ role, list }) =>
    itemsOf(named, role).map(({ address }, index) =>
      targetOf(address, role, own, list === undefined ? undefined : index + 1),
    ),
  );
}

/** The key of tokens, which the address book has no name for. */
const APPROVED_TOKEN = "approvedToken";

/** A contract that is not in the network's data does not identify the network. */
function targetOf(
  address: Address,
  role: ContractRole,
  own: ReadonlySet<string>,
  index?: number,
): VerificationTarget {
  const kind = own.has(address.toLowerCase()) ? "registry" : "list";
  return role === "token"
    ? { kind, key: APPROVED_TOKEN, address }
    : {
        kind,
        key: CONTRACT_NAMES[role],
        role,
        address,
        ...(index === undefined ? {} : { index }),
      };
}

/** At whatever place a factory has it; of tokens there is no type by their key. */
function expectedOf(key: string): ExpectedContract {
  const role = roleOf(key);
  return anyOfType((role && typeOfRole(role)) ?? TOKEN);
}

async function identify(
  reader: BlockReader,
  {
    targets,
    node,
  }: {
    readonly targets: readonly VerificationTarget[];
    readonly node: AskedNode;
  },
  answers: CallAnswers,
): Promise<Omit<RegistryFindings, "facts">> {
  const presence = await verifyPresence(reader, { targets, node });
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
      const token = judgeToken(
        tokenCalls(address).map((call) => answers.get(callKey(call))),
        {},
      );
      return {
        ...contract,
        identity: judgeIdentity(
          expectedOf(key),
          codes.get(address) ?? UNREAD,
          doubted(token, doubt),
        ),
      };
    }),
  };
}
