import {
  type Address,
  addressOf,
  uniqueAddresses,
} from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { callKey } from "../reading/readings.ts";
import { encodeCall } from "../wiring/facts.ts";
import {
  type ControlAnswers,
  type ControlQuestions,
  NO_QUESTIONS,
} from "./answers.ts";
import type { ControlFact } from "./control-facts.ts";
import { isNobody } from "./holders.ts";
import { holderOf, itemCalls, MAX_ITEMS, readCount } from "./read-answers.ts";

/** A policy value as the lock file has it. */
export type LockedValue = string | readonly string[];

/**
 * What to ask first. What the lock file names is asked at the same time, so that
 * nothing is left to ask where nothing changed.
 *
 * @param present the contracts that are there; others are not asked
 */
export function controlQuestions(
  facts: readonly ControlFact[],
  present: ReadonlySet<Address>,
  locked: Readonly<Record<string, LockedValue>> = {},
): ControlQuestions {
  const asked = facts.filter(({ of }) => present.has(of));
  return {
    calls: asked.flatMap((fact): ProbeCall[] => {
      const { source, of, id, listed } = fact;
      if ("slot" in source) {
        return [];
      }
      if ("call" in source) {
        return [{ to: of, data: encodeCall(source.call) }];
      }
      const known = ownValue(locked, id);
      const items = Array.isArray(known) ? known.length : listed;
      return [
        { to: of, data: encodeCall(source.count) },
        ...itemCalls(fact, 1, Math.min(items, MAX_ITEMS)),
      ];
    }),
    slots: asked.flatMap(({ source, of }) =>
      "slot" in source ? [{ address: of, slot: source.slot }] : [],
    ),
    holders: distinct(
      asked.flatMap(({ form, id }) =>
        form === "holder" ? (holderIn(locked, id) ?? []) : [],
      ),
    ),
  };
}

/** The address that a locked value begins with. */
function holderIn(
  locked: Readonly<Record<string, LockedValue>>,
  id: string,
): Address | undefined {
  const value = ownValue(locked, id);
  const [address] = typeof value === "string" ? value.split(" ") : [];
  return addressOf(address);
}

/** What the first answers name: further items of lists, and who controls what. */
export function furtherQuestions(
  facts: readonly ControlFact[],
  answers: ControlAnswers,
): ControlQuestions {
  return {
    ...NO_QUESTIONS,
    calls: facts.flatMap((fact) => {
      const count = readCount(fact, answers);
      return count === undefined || count > MAX_ITEMS
        ? []
        : itemCalls(fact, 1, count).filter(
            (call) => !answers.calls.has(callKey(call)),
          );
    }),
    holders: distinct(
      facts.flatMap((fact) => holderOf(fact, answers) ?? []),
    ).filter((address) => !answers.holders.has(address.toLowerCase())),
  };
}

function distinct(addresses: readonly Address[]): readonly Address[] {
  return uniqueAddresses(addresses).filter((address) => !isNobody(address));
}
