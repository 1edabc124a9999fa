import type { Address } from "../base/address.ts";
import { ERC20_TEMPLATES } from "../contracts/types/erc20-templates.ts";
import { ERC721_FACTORY } from "../contracts/types/erc721-factory.ts";
import type { StructuralFact } from "../verify/expect/facts.ts";
import { factValue } from "../verify/follow/decode-answers.ts";
import type { FactVerification } from "../verify/found.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "../verify/identity/judge-token.ts";
import type { Answers } from "../verify/questions/question.ts";
import { anyValue } from "../verify/values/any-value.ts";
import { encode } from "../verify/values/codec.ts";
import { because } from "../verify/values/reason.ts";
import {
  addressValue,
  numberValue,
  sequence,
  textValue,
  type Value,
} from "../verify/values/value.ts";
import { howItFails, judgeStructural } from "../verify/wiring/judge-facts.ts";
import { type Named, namedContracts, namesRouter } from "./named-contracts.ts";

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
export function registryFacts(
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
    const reason = because("unread", read.reason);
    return { id, class: "structural", verdict: "unknown", reason };
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
export function judgeTokenAt(token: Address, answers: Answers): TokenJudgement {
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
  if (read.kind !== "read") {
    return [];
  }
  return [listed(factId(of, "templateId"), anyValue(read.value))];
}

function listed(id: string, value: Value): FactVerification {
  const json = encode({ kind: "read", value });
  return { id, class: "structural", value: json, verdict: "listed" };
}
