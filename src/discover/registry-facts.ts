import type { Address } from "../base/address.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import type { ProbeCall } from "../rpc/probe-calls.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "../verify/identity/judge-token.ts";
import { describeUnreadFact, type FactVerification } from "../verify/report.ts";
import { encode } from "../verify/values/codec.ts";
import { sequence } from "../verify/values/value.ts";
import type { WiringAnswers } from "../verify/wiring/answers.ts";
import { callsOf, factValue } from "../verify/wiring/decode-answers.ts";
import type { StructuralFact } from "../verify/wiring/facts.ts";
import { judgeStructural } from "../verify/wiring/judge-facts.ts";
import { textOf } from "../verify/wiring/policy-values.ts";
import { render } from "../verify/words/render.ts";
import { type Named, namedContracts } from "./named-contracts.ts";
import { isList, NAMED_ROUTER, TEMPLATE_ID } from "./naming.ts";

const MAX_SYMBOL_LENGTH = 60;

/** The fact that a contract names the router, or with a value of the contract. */
export function factId(
  address: Address,
  what: "router" | "symbol" | "decimals" | "templateId",
): string {
  return `${address}.${what}`;
}

/** Calls, and what their answers say. */
export interface RegistryQuestion {
  readonly calls: readonly ProbeCall[];
  readonly facts: readonly FactVerification[];
}

/**
 * What the contracts are asked of each other and of themselves, as far as it is known
 * by the answers so far.
 */
export function registryQuestions(
  router: Address,
  answers: WiringAnswers,
): readonly RegistryQuestion[] {
  return namedContracts(router, answers).flatMap((named) => {
    const { rule, items, calls } = named;
    return [
      { calls, facts: [namingFact(named)] },
      ...items.flatMap(({ address }) => [
        ...(rule.namesRouter === true
          ? [askForRouter(router, address, answers)]
          : []),
        ...(rule.role === "token" ? [askToken(address, answers)] : []),
        ...(isList(rule) ? [askTemplate(address, answers)] : []),
      ]),
    ];
  });
}

function namingFact({ rule, read, items }: Named): FactVerification {
  const fact = { id: rule.fact, class: "structural" } as const;
  switch (read.kind) {
    case "read": {
      const value = sequence(items.map((one) => one.value));
      const reading = { kind: "read", value } as const;
      return {
        ...fact,
        actual: render(reading),
        value: encode(reading),
        verdict: "listed",
      };
    }
    case "unknown":
      return {
        ...fact,
        verdict: "unknown",
        reason: describeUnreadFact(read.reason),
      };
    default:
      return { ...fact, verdict: "broken", reason: textOf(read) };
  }
}

function askForRouter(
  router: Address,
  of: Address,
  answers: WiringAnswers,
): RegistryQuestion {
  const fact: StructuralFact = {
    class: "structural",
    id: factId(of, "router"),
    of,
    source: { view: NAMED_ROUTER, args: [] },
    expected: router,
  };
  return {
    calls: callsOf(fact, 0).map(({ call }) => call),
    facts: [judgeStructural(fact, factValue(fact, answers))],
  };
}

/** Only what an ERC-20 token answers; anything else is said of its identity. */
function askToken(token: Address, answers: WiringAnswers): RegistryQuestion {
  const judged = judgeTokenAt(token, answers);
  return {
    calls: tokenCalls(token),
    facts:
      judged.verdict === "recognised"
        ? [
            listed(
              factId(token, "symbol"),
              untrustedText(judged.symbol, { maxLength: MAX_SYMBOL_LENGTH }),
            ),
            listed(factId(token, "decimals"), String(judged.decimals)),
          ]
        : [],
  };
}

/** Whether a contract behaves as an ERC-20 token, by the answers. */
export function judgeTokenAt(
  token: Address,
  answers: WiringAnswers,
): TokenJudgement {
  return judgeToken(
    tokenCalls(token).map((call) => answers.get({ kind: "call", call })),
    {},
  );
}

/** Left out of a template that has no id. */
function askTemplate(of: Address, answers: WiringAnswers): RegistryQuestion {
  const id = { of, source: TEMPLATE_ID };
  const read = factValue(id, answers);
  return {
    calls: callsOf(id, 0).map(({ call }) => call),
    facts:
      read.kind === "read"
        ? [listed(factId(of, "templateId"), String(read.value))]
        : [],
  };
}

function listed(id: string, actual: string): FactVerification {
  return { id, class: "structural", actual, verdict: "listed" };
}
