import type { Address } from "../base/address.ts";
import type { StructuralFact } from "../verify/expect/facts.ts";
import { factValue } from "../verify/follow/decode-answers.ts";
import type { FactVerification } from "../verify/found.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "../verify/identity/judge-token.ts";
import type { Answers } from "../verify/questions/answers.ts";
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
import { anyValue } from "../verify/wiring/returned-values.ts";
import { type Named, namedContracts } from "./named-contracts.ts";
import { isList, NAMED_ROUTER, TEMPLATE_ID } from "./naming.ts";

/** The fact that a contract names the router, or with a value of the contract. */
export function factId(
  address: Address,
  what: "router" | "symbol" | "decimals" | "templateId",
): string {
  return `${address}.${what}`;
}

/**
 * What the contracts say of each other and of themselves; what is not answered yet is
 * looked up.
 */
export function registryFacts(
  router: Address,
  answers: Answers,
): readonly FactVerification[] {
  return namedContracts(router, answers).flatMap((named) => {
    const { rule, items } = named;
    return [
      namingFact(named),
      ...items.flatMap(({ address }) => [
        ...(rule.namesRouter === true
          ? [askForRouter(router, address, answers)]
          : []),
        ...(rule.role === "token" ? askToken(address, answers) : []),
        ...(isList(rule) ? askTemplate(address, answers) : []),
      ]),
    ];
  });
}

function namingFact({ rule, read, items }: Named): FactVerification {
  const fact = { id: rule.fact, class: "structural" } as const;
  switch (read.kind) {
    case "read":
      return listed(rule.fact, sequence(items.map((one) => one.value)));
    case "unread":
      return {
        ...fact,
        verdict: "unknown",
        reason: because("unread", read.reason),
      };
    case "not offered": {
      const how = howItFails(read);
      const reason: Reason = { code: "unexpected", facts: { how } };
      return { ...fact, value: encode(read), verdict: "broken", reason };
    }
  }
}

function askForRouter(
  router: Address,
  of: Address,
  answers: Answers,
): FactVerification {
  const fact: StructuralFact = {
    class: "structural",
    id: factId(of, "router"),
    of,
    source: { view: NAMED_ROUTER, args: [] },
    expected: addressValue(router),
  };
  return judgeStructural(fact, factValue(fact, answers));
}

/** Only what an ERC-20 token answers; anything else is said of its identity. */
function askToken(
  token: Address,
  answers: Answers,
): readonly FactVerification[] {
  const judged = judgeTokenAt(token, answers);
  return judged.verdict === "recognised"
    ? [
        listed(factId(token, "symbol"), textValue(judged.symbol)),
        listed(factId(token, "decimals"), numberValue(judged.decimals)),
      ]
    : [];
}

/** Whether a contract behaves as an ERC-20 token, by the answers. */
export function judgeTokenAt(token: Address, answers: Answers): TokenJudgement {
  return judgeToken(
    tokenCalls(token).map((call) => answers.get({ kind: "call", call })),
    {},
  );
}

/** Left out of a template that has no id. */
function askTemplate(
  of: Address,
  answers: Answers,
): readonly FactVerification[] {
  const read = factValue({ of, source: TEMPLATE_ID }, answers);
  return read.kind === "read"
    ? [listed(factId(of, "templateId"), anyValue(read.value))]
    : [];
}

function listed(id: string, value: Value): FactVerification {
  const json = encode({ kind: "read", value });
  return { id, class: "structural", value: json, verdict: "listed" };
}
