import { isAddress } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { PortalFieldValue } from "../../config/network-values.ts";
import type { PortalLiteral } from "../../config/types.ts";
import { fieldIn } from "../../sources/portal/dialects.ts";
import { placeholderFor } from "../../sources/portal/portal-configs.ts";
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

/** Of a configured value in a message. In UTF-16 units. */
const MAX_VALUE_LENGTH = 300;

/** A difference between a file and the resolved configuration. */
export interface Difference extends LintProblem {
  readonly rule: LintRuleInfo;
}

/** Code that changes the entries may remove a difference. */
export function withoutProof(difference: Difference): Difference {
  const { rule, severity = rule.severity } = difference;
  return {
    ...difference,
    severity: severity === "error" ? "warning" : severity,
  };
}

/**
 * Compares an entry of a file with its network's resolved portal configuration.
 *
 * @param reveal whether a placeholder instead of a secret value is a difference
 */
export function* compareEntry(
  entry: LintEntry,
  expected: readonly PortalFieldValue[],
  reveal: boolean,
): Generator<Difference> {
  const { chain, fields, dialect } = entry;
  const title = titleOf(entry);
  for (const configured of expected) {
    const own = fields.filter(({ field }) => field === configured.field);
    for (const field of own) {
      yield* compareField(field, configured, { title, reveal });
    }
    const name = fieldIn(dialect, configured.field);
    if (own.length === 0 && configured.value === undefined) {
      yield {
        rule: NOT_COMPARED,
        place: chain.place,
        message: `${name} of ${title} is set neither in the configuration nor in the file.`,
      };
    } else if (own.length === 0) {
      yield {
        rule: MISSING_VALUE,
        place: chain.place,
        message: `${title} has no ${name}; the configuration has ${shown(configured)}.`,
      };
    }
  }
  for (const { member, field } of fields) {
    if (!expected.some((configured) => configured.field === field)) {
      yield {
        rule: ADDITIONAL_FIELD,
        place: member.key,
        message: `${quoted(member.name)} is not a field of ${title}'s configuration.`,
      };
    }
  }
}

function* compareField(
  { member: { name, value } }: LintField,
  configured: PortalFieldValue,
  { title, reveal }: { readonly title: string; readonly reveal: boolean },
): Generator<Difference> {
  const { place } = value;
  if (value.kind === "unknown") {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `${name} of ${title} is not known: it ${value.reason}.`,
    };
    return;
  }
  const actual = value.kind === "scalar" ? (value.value ?? undefined) : value;
  if (configured.value === undefined) {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `${name} of ${title} is ${actual === undefined ? "set neither in the configuration nor in the file" : "not set in the configuration, but in the file"}.`,
    };
  } else if (actual === undefined) {
    yield {
      rule: MISSING_VALUE,
      place,
      message: `${name} of ${title} has no value; the configuration has ${shown(configured)}.`,
    };
  } else if (isSame(actual, configured.value)) {
    return;
  } else if (
    !reveal &&
    actual === placeholderFor(configured.value, configured.origin)
  ) {
    yield {
      rule: HIDDEN_VALUE,
      place,
      message: `${name} of ${title} is the placeholder that alpha config prints without --reveal.`,
    };
  } else {
    yield {
      rule: DIFFERING_VALUE,
      place,
      message: `${name} of ${title} differs: the configuration has ${shown(configured)}.`,
    };
  }
}

/** Compares addresses without regard to case. */
function isSame(actual: unknown, configured: PortalLiteral): boolean {
  return isAddress(actual) && isAddress(configured)
    ? actual.toLowerCase() === configured.toLowerCase()
    : actual === configured;
}

function shown({ value, origin }: PortalFieldValue): string {
  const text = placeholderFor(value, origin) ?? value;
  return typeof text === "string"
    ? JSON.stringify(untrustedText(text, { maxLength: MAX_VALUE_LENGTH }))
    : String(text);
}
