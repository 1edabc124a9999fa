import type { Address } from "../base/address.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import { releaseByCodeHash } from "../contracts/releases.ts";
import { ERC721_FACTORY } from "../contracts/types/erc721-factory.ts";
import { ROUTER } from "../contracts/types/router.ts";
import { ERC20_TEMPLATES } from "../contracts/types/templates.ts";
import type { ContractRole } from "../networks/definition.ts";
import type { Findings } from "../verify/agree.ts";
import type { StructuralFact } from "../verify/expect/facts.ts";
import type { VerificationTarget } from "../verify/expect/targets.ts";
import { codeAt } from "../verify/follow/code-at.ts";
import { factValue } from "../verify/follow/decode-answers.ts";
import { doubted, type FactVerification } from "../verify/found.ts";
import {
  anyOfType,
  judgeIdentity,
  UNREAD,
} from "../verify/identity/judge-identity.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "../verify/identity/judge-token.ts";
import { knownCodes, lookUpCode } from "../verify/identity/verify-identity.ts";
import type { PassAudit } from "../verify/passes.ts";
import {
  readPresence,
  verifyPresence,
} from "../verify/presence/verify-presence.ts";
import type { Answers } from "../verify/questions/question.ts";
import { anyValue } from "../verify/values/any-value.ts";
import { encode } from "../verify/values/codec.ts";
import { because, type Reason } from "../verify/values/reason.ts";
import {
  addressValue,
  numberValue,
  sequence,
  textValue,
  type Value,
} from "../verify/values/value.ts";
import { howItFails, judgeStructural } from "../verify/wiring/judge-facts.ts";
import {
  keyOf,
  type Named,
  namedContracts,
  namesRouter,
  roleOf,
} from "./named-contracts.ts";

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

/** The id of the fact that a contract names the router, or has a value. */
export function factId(
  address: Address,
  what: "router" | "symbol" | "decimals" | "templateId",
): string {
  return `${address}.${what}`;
}

/**
 * The facts of what the contracts say of each other and of themselves. Answers that are
 * still missing are looked up.
 */
function registryFacts(
  router: Address,
  answers: Answers,
): readonly FactVerification[] {
  const facts: FactVerification[] = [];
  for (const named of namedContracts(router, answers)) {
    const { role, isList } = named.naming;
    facts.push(namingFact(named));
    for (const { address } of named.items) {
      if (namesRouter(role)) {
        facts.push(routerFact(address, router, answers));
      }
      if (role === "token") {
        facts.push(...tokenFacts(address, answers));
      }
      if (isList) {
        facts.push(...templateFacts(address, answers));
      }
    }
  }
  // A contract that two lists name has each fact once.
  return [...new Map(facts.map((fact) => [fact.id, fact])).values()];
}

function namingFact({ naming, read, items }: Named): FactVerification {
  const id = naming.fact;
  if (read.kind === "read") {
    return listed(id, sequence(items.map(({ value }) => value)));
  }
  if (read.kind === "unread") {
    return unreadFact(id, read.reason);
  }
  return {
    id,
    class: "structural",
    value: encode(read),
    verdict: "broken",
    reason: { code: "unexpected", facts: { how: howItFails(read) } },
  };
}

function routerFact(
  of: Address,
  router: Address,
  answers: Answers,
): FactVerification {
  const fact: StructuralFact = {
    class: "structural",
    id: factId(of, "router"),
    of,
    source: { view: ERC721_FACTORY.references.router.view, args: [] },
    expected: addressValue(router),
  };
  return judgeStructural(fact, factValue(fact, answers));
}

/** The values of an ERC-20 token; the identity says so if it is none. */
function tokenFacts(
  token: Address,
  answers: Answers,
): readonly FactVerification[] {
  const judged = judgeTokenAt(token, answers);
  if (judged.verdict !== "recognised") {
    return [];
  }
  return [
    listed(factId(token, "symbol"), textValue(judged.symbol)),
    listed(factId(token, "decimals"), numberValue(judged.decimals)),
  ];
}

/** Judges by the answers whether a contract behaves as an ERC-20 token. */
function judgeTokenAt(token: Address, answers: Answers): TokenJudgement {
  return judgeToken(
    tokenCalls(token).map((call) => answers.get({ kind: "call", call })),
    {},
  );
}

/** A template need not have an id. */
function templateFacts(
  of: Address,
  answers: Answers,
): readonly FactVerification[] {
  const source = ERC20_TEMPLATES.constants.id;
  const read = factValue({ of, source }, answers);
  const id = factId(of, "templateId");
  switch (read.kind) {
    case "read":
      return [listed(id, anyValue(read.value))];
    case "unread":
      return [unreadFact(id, read.reason)];
    case "not offered":
      return [];
  }
}

function unreadFact(id: string, cause: Reason): FactVerification {
  const reason = because("unread", cause);
  return { id, class: "structural", verdict: "unknown", reason };
}

function listed(id: string, value: Value): FactVerification {
  const json = encode({ kind: "read", value });
  return { id, class: "structural", value: json, verdict: "listed" };
}
