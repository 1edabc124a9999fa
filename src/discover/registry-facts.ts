import type { Address } from "../base/address.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { judgeToken, tokenCalls } from "../verify/identity/judge-token.ts";
import { doubted } from "../verify/presence/doubted.ts";
import { callKey } from "../verify/reading/readings.ts";
import type { FactVerification } from "../verify/report.ts";
import { decodeResult } from "../verify/wiring/codec.ts";
import { decoded } from "../verify/wiring/decode-answers.ts";
import { judgeStructural } from "../verify/wiring/judge-facts.ts";
import { describeItems } from "../verify/wiring/values.ts";
import {
  type CallAnswers,
  itemsOf,
  type Named,
  type NamedByRouter,
  readingOf,
} from "./named-contracts.ts";
import { NAMED_ROUTER, NAMING, TEMPLATE_ID } from "./naming.ts";

const MAX_SYMBOL_LENGTH = 60;

/** The fact that a contract names the router, which names the contract. */
export function backFactId(address: Address): string {
  return `${address}.router`;
}

/** The fact with a value of a contract. */
export function valueFactId(
  address: Address,
  value: "symbol" | "decimals" | "templateId",
): string {
  return `${address}.${value}`;
}

/**
 * What the contracts say of each other and of themselves.
 *
 * @param doubt why what is missing or different now proves nothing
 */
export function registryFacts(
  router: Address,
  named: NamedByRouter,
  answers: CallAnswers,
  doubt: string | undefined,
): readonly FactVerification[] {
  const facts = NAMING.flatMap(({ role, fact, list, namesRouter }) => {
    const one = named.get(role);
    return [
      ...(one === undefined ? [] : [namingFact(fact, one)]),
      ...itemsOf(named, role).flatMap(({ address }) => [
        ...(namesRouter === true ? [backFact(router, address, answers)] : []),
        ...(role === "token" ? tokenFacts(address, answers) : []),
        ...(list === undefined ? [] : templateFacts(address, answers)),
      ]),
    ];
  });
  // What two lists name is asked once.
  const distinct = new Map(facts.map((fact) => [fact.id, fact]));
  return [...distinct.values()].map((fact) => doubted(fact, doubt));
}

function namingFact(id: string, named: Named): FactVerification {
  if (named.kind !== "read") {
    const verdict = named.kind === "invalid" ? "broken" : "unknown";
    return { id, class: "structural", verdict, reason: named.reason };
  }
  const { text, items = [] } = describeItems(
    named.items.map(({ address, active }) =>
      active === undefined
        ? address
        : `${address}, ${active ? "active" : "not active"}`,
    ),
  );
  return { ...listed(id, text), items };
}

function backFact(
  router: Address,
  of: Address,
  answers: CallAnswers,
): FactVerification {
  return judgeStructural(
    {
      class: "structural",
      id: backFactId(of),
      of,
      source: { view: NAMED_ROUTER, args: [] },
      expected: router,
    },
    decoded(NAMED_ROUTER, readingOf(of, NAMED_ROUTER, answers)),
  );
}

/** Only what an ERC-20 token answers; anything else is said of its identity. */
function tokenFacts(
  token: Address,
  answers: CallAnswers,
): readonly FactVerification[] {
  const judged = judgeToken(
    tokenCalls(token).map((call) => answers.get(callKey(call))),
    {},
  );
  if (judged.verdict !== "recognised") {
    return [];
  }
  const maxLength = MAX_SYMBOL_LENGTH;
  const symbol = untrustedText(judged.symbol, { maxLength });
  return [
    listed(valueFactId(token, "symbol"), symbol),
    listed(valueFactId(token, "decimals"), String(judged.decimals)),
  ];
}

/** Left out of a template that has no id. */
function templateFacts(
  template: Address,
  answers: CallAnswers,
): readonly FactVerification[] {
  const reading = readingOf(template, TEMPLATE_ID, answers);
  const id =
    reading?.kind === "returned"
      ? decodeResult(TEMPLATE_ID, reading.data)
      : undefined;
  return typeof id === "number"
    ? [listed(valueFactId(template, "templateId"), String(id))]
    : [];
}

function listed(id: string, actual: string): FactVerification {
  return { id, class: "structural", actual, verdict: "listed" };
}
