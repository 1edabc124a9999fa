import { ownValue } from "../../base/records.ts";
import { hopsOf } from "../presence/describe-proxy.ts";
import type { FactVerification, NetworkFindings } from "../report.ts";
import { encode, type Json, readingOf } from "../values/codec.ts";
import {
  compare,
  sameness,
  type Difference as ValueDifference,
} from "../values/compare.ts";
import { canonical, type Reading } from "../values/value.ts";
import { dependency } from "../wiring/holders/dependencies.ts";
import { addressInId } from "../wiring/policy-facts.ts";
import { describeDifference, renderPart } from "../words/differences.ts";
import { render, type Words } from "../words/render.ts";
import { NO_POWER, powerOfFact } from "./change-power.ts";
import type { Difference } from "./compare-contracts.ts";
import type { LockedNetwork } from "./lock-file.ts";
import { lockedWords, presentWords, readingOfFact } from "./locked-values.ts";

/** The policy facts of a network, which only level `wiring` has. */
export function comparePolicy(
  network: NetworkFindings,
  entry: LockedNetwork,
): readonly Difference[] {
  const { facts } = network;
  const { policy } = entry;
  if (facts === undefined) {
    return [];
  }
  const found = new Map(
    facts.flatMap((fact) =>
      fact.class === "policy"
        ? [[fact.id, withoutImplementations(fact, entry)] as const]
        : [],
    ),
  );
  return [...new Set([...found.keys(), ...Object.keys(policy)])].flatMap(
    (id) => {
      const locked = ownValue(policy, id);
      const fact = found.get(id);
      // Of an address that has no power any more, the fact that named it tells.
      return locked === undefined ||
        (fact === undefined && addressInId(id) !== undefined)
        ? []
        : compareFact(id, locked, fact, network, entry).map((one) =>
            "field" in one
              ? { ...one, ...powerOfFact(id, network, entry) }
              : one,
          );
    },
  );
}

/**
 * Where storage is hidden, what a proxy runs is found among its dependencies, and is
 * none that is new.
 */
function withoutImplementations(
  fact: FactVerification,
  { contracts }: LockedNetwork,
): FactVerification {
  const { id, contract = "" } = fact;
  const now = readingOfFact(fact);
  if (
    now.kind !== "read" ||
    now.value.kind !== "set" ||
    !id.endsWith(".dependencies")
  ) {
    return fact;
  }
  const runs = hopsOf(ownValue(contracts, contract)?.proxy).map((hop) =>
    canonical(dependency(hop.implementation, hop.implementationCodeHash)),
  );
  const items = now.value.items.filter((one) => !runs.includes(canonical(one)));
  const value = { ...now.value, items };
  return { ...fact, value: encode({ kind: "read", value }) };
}

function compareFact(
  id: string,
  locked: Json,
  fact: FactVerification | undefined,
  network: NetworkFindings,
  entry: LockedNetwork,
): readonly Difference[] {
  const { label } = fact ?? {};
  const was = readingOf(locked);
  const wasWords = lockedWords(entry, fact);
  const change = {
    ...NO_POWER,
    fact: id,
    label,
    field: "policy",
    locked: render(was, wasWords),
  } as const;
  if (fact === undefined) {
    return [change];
  }
  const is = readingOfFact(fact);
  const isWords = presentWords(network, fact);
  const difference = compare(was, is);
  switch (sameness(difference)) {
    case "same":
      return [];
    case "unclear":
      return whyUnclear(is, difference, isWords).map((reason) => ({
        contract: id,
        reason,
      }));
    case "changed": {
      const isList = [was, is].every(
        (one) => one.kind === "read" && isListed(one),
      );
      return [
        {
          ...change,
          actual: render(is, isWords),
          ...(isList && {
            added: difference.added.map((part) => renderPart(part, isWords)),
            removed: difference.removed.map((part) =>
              renderPart(part, wasWords),
            ),
            text: describeDifference(difference, { label, wasWords, isWords }),
          }),
        },
      ];
    }
  }
}

/** Whether a value is a list of addresses, rather than one of several parts. */
function isListed({ value }: Extract<Reading, { readonly kind: "read" }>) {
  return (
    value.kind === "set" ||
    (value.kind === "sequence" &&
      value.items.every(
        (item) => item.kind === "record" && item.fields["active"] !== undefined,
      ))
  );
}

/** Why a value could not be compared, unless the endpoint never shows all of it. */
function whyUnclear(
  is: Reading,
  { unsure }: ValueDifference,
  words: Words,
): readonly string[] {
  if (is.kind === "unread") {
    return [is.reason];
  }
  const more = unsure.now.map((part) => renderPart(part, words)).join(", ");
  return more === ""
    ? []
    : [
        `the lock has no complete value, in which there may have been ${more}. If that is right, write it with --write-lock`,
      ];
}
