import { isAddress } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { PortalFieldValue } from "../../config/network-values.ts";
import type { PortalLiteral } from "../../config/types.ts";
import { fieldIn } from "../../sources/portal/dialects.ts";
import { hiddenAs } from "../../sources/portal/portal-configs.ts";
import type { LintRuleInfo } from "../report.ts";
import { titleOf } from "../texts.ts";
import type { LintEntry, LintField, LintProblem } from "../types.ts";
import {
  ADDITIONAL_FIELD,
  DIFFERING_VALUE,
  HIDDEN_VALUE,
  MISSING_VALUE,
  NOT_COMPARED,
} from "./compare-rules.ts";

/** Of a value of the configuration. In UTF-16 units. */
const MOST_SHOWN = 300;

/** A difference between a file and the resolved configuration. */
export interface Difference extends LintProblem {
  readonly rule: LintRuleInfo;
}

/**
 * How an entry of a file differs from its network's resolved portal config.
 *
 * @param reveal whether a variable's name in place of its value is a difference
 */
export function* compareEntry(
  entry: LintEntry,
  expected: readonly PortalFieldValue[],
  reveal: boolean,
): Generator<Difference> {
  const { chain, fields, dialect } = entry;
  const title = titleOf(entry);
  for (const { place, reason } of chain.beyond) {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `More fields of ${title} may stand here: this ${reason}.`,
    };
  }
  for (const wanted of expected) {
    const own = fields.filter(({ field }) => field === wanted.field);
    for (const field of own) {
      yield* compareField(field, wanted, { title, reveal });
    }
    const name = fieldIn(dialect, wanted.field);
    if (own.length === 0 && wanted.value === undefined) {
      yield {
        rule: NOT_COMPARED,
        place: chain.place,
        message: `${name} of ${title} is unset in the configuration, and the file has none.`,
      };
    } else if (own.length === 0 && chain.beyond.length === 0) {
      yield {
        rule: MISSING_VALUE,
        place: chain.place,
        message: `${title} has no ${name}: the configuration has ${shown(wanted)}.`,
      };
    }
  }
  for (const { member, field } of fields) {
    if (!expected.some((wanted) => wanted.field === field)) {
      yield {
        rule: ADDITIONAL_FIELD,
        place: member.key,
        message: `${quoted(member.name)} is no field of ${title}'s configuration.`,
      };
    }
  }
}

function* compareField(
  { member: { name, value } }: LintField,
  wanted: PortalFieldValue,
  { title, reveal }: { readonly title: string; readonly reveal: boolean },
): Generator<Difference> {
  const { place } = value;
  if (value.kind === "unknown") {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `${name} of ${title} cannot be known without running the file: it ${value.reason}.`,
    };
    return;
  }
  const plain = value.kind === "scalar" ? (value.value ?? undefined) : value;
  if (wanted.value === undefined) {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `${name} of ${title} is unset in the configuration, and the file ${plain === undefined ? "has none" : "gives one"}.`,
    };
  } else if (plain === undefined) {
    yield {
      rule: MISSING_VALUE,
      place,
      message: `${name} of ${title} has no value: the configuration has ${shown(wanted)}.`,
    };
  } else if (isSame(plain, wanted.value)) {
    return;
  } else if (!reveal && plain === hiddenAs(wanted.value, wanted.origin)) {
    yield {
      rule: HIDDEN_VALUE,
      place,
      message: `${name} of ${title} is the name of what gives it, as alpha config prints it.`,
    };
  } else {
    yield {
      rule: DIFFERING_VALUE,
      place,
      message: `${name} of ${title} is another one: the configuration has ${shown(wanted)}.`,
    };
  }
}

/** Addresses are the same in any case. */
function isSame(plain: unknown, wanted: PortalLiteral): boolean {
  return isAddress(plain) && isAddress(wanted)
    ? plain.toLowerCase() === wanted.toLowerCase()
    : plain === wanted;
}

function shown({ value, origin }: PortalFieldValue): string {
  const text = hiddenAs(value, origin) ?? value;
  return typeof text === "string"
    ? JSON.stringify(untrustedText(text, { maxLength: MOST_SHOWN }))
    : String(text);
}
