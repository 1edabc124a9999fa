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
  NAMED_ROUTER,
  type Named,
  type NamedByRouter,
  readingOf,
  TEMPLATE_ID,
} from "./named-contracts.ts";

/** The facts that name contracts, by what they name. */
export const NAMING_FACTS: Readonly<Record<keyof NamedByRouter, string>> = {
  factory: "router.factory",
  collector: "router.opcCollector",
  exchanges: "router.exchanges",
  dispensers: "router.dispensers",
  approvedTokens: "router.approvedTokens",
  tokenTemplates: "factory.tokenTemplates",
  nftTemplates: "factory.nftTemplates",
};

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
  const backFacts = distinct([
    ...itemsOf(named.factory),
    ...itemsOf(named.exchanges),
    ...itemsOf(named.dispensers),
  ]).map((of) =>
    judgeStructural(
      {
        class: "structural",
        id: backFactId(of),
        of,
        source: { view: NAMED_ROUTER, args: [] },
        expected: router,
      },
      decoded(NAMED_ROUTER, readingOf(of, NAMED_ROUTER, answers)),
    ),
  );
  return [
    ...namingFacts(named),
    ...backFacts,
    ...tokenFacts(distinct(itemsOf(named.approvedTokens)), answers),
    ...templateFacts(
      distinct([
        ...itemsOf(named.tokenTemplates),
        ...itemsOf(named.nftTemplates),
      ]),
      answers,
    ),
  ].map((fact) => doubted(fact, doubt));
}

function namingFacts(named: NamedByRouter): readonly FactVerification[] {
  const entries: readonly (readonly [string, Named])[] = [
    [NAMING_FACTS.factory, named.factory],
    [NAMING_FACTS.collector, named.collector],
    [NAMING_FACTS.exchanges, named.exchanges],
    [NAMING_FACTS.dispensers, named.dispensers],
    [NAMING_FACTS.approvedTokens, named.approvedTokens],
    [NAMING_FACTS.tokenTemplates, named.tokenTemplates],
    [NAMING_FACTS.nftTemplates, named.nftTemplates],
  ];
  return entries.map(([id, one]) => {
    if (one.kind !== "read") {
      const verdict = one.kind === "invalid" ? "broken" : "unknown";
      return { id, class: "structural", verdict, reason: one.reason };
    }
    const { text: actual, items } = describeItems(
      one.items.map(({ address, active }) =>
        active === undefined
          ? address
          : `${address}, ${active ? "active" : "not active"}`,
      ),
    );
    return {
      id,
      class: "structural",
      actual,
      ...(items === undefined ? {} : { items }),
      verdict: "listed",
    };
  });
}

const MAX_SYMBOL_LENGTH = 60;

/** Only what an ERC-20 token answers; anything else is said of its identity. */
function tokenFacts(
  tokens: readonly Address[],
  answers: CallAnswers,
): readonly FactVerification[] {
  return tokens.flatMap((token): FactVerification[] => {
    const judgement = judgeToken(
      tokenCalls(token).map((call) => answers.get(callKey(call))),
      {},
    );
    if (judgement.verdict !== "recognised") {
      return [];
    }
    const symbol = untrustedText(judgement.symbol, {
      maxLength: MAX_SYMBOL_LENGTH,
    });
    return [
      listed(valueFactId(token, "symbol"), symbol),
      listed(valueFactId(token, "decimals"), String(judgement.decimals)),
    ];
  });
}

/** Left out of a template that has no id. */
function templateFacts(
  templates: readonly Address[],
  answers: CallAnswers,
): readonly FactVerification[] {
  return templates.flatMap((template): FactVerification[] => {
    const reading = readingOf(template, TEMPLATE_ID, answers);
    const id =
      reading?.kind === "returned"
        ? decodeResult(TEMPLATE_ID, reading.data)
        : undefined;
    return typeof id === "number"
      ? [listed(valueFactId(template, "templateId"), String(id))]
      : [];
  });
}

function listed(id: string, actual: string): FactVerification {
  return { id, class: "structural", actual, verdict: "listed" };
}

function distinct(
  items: readonly { readonly address: Address }[],
): readonly Address[] {
  return [...new Set(items.map(({ address }) => address))];
}
