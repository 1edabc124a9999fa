import {
  explain,
  type GroupedProblem,
  groupProblems,
  type Severity,
} from "../../../src/base/problems.ts";
import { given } from "../../../src/base/records.ts";
import { describeTime, oneLine, optionalLine } from "../../../src/base/text.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";

/** The chain, endpoint and block that were verified, as printable texts. */
export function networkFacts({
  chainId,
  endpoint,
  block,
}: JudgedNetwork): readonly string[] {
  return given(
    `chain ${chainId}`,
    endpoint === null ? "no endpoint" : oneLine(endpoint),
    block && `block ${block.number} of ${describeTime(block.timestamp)}`,
  );
}

/** The problems that are shown of a network above its checks. */
export function networkProblems({ cause, rows, why }: JudgedNetwork): {
  /** The reason of the outcome; `undefined` if one of the problems has it. */
  readonly summary: string | undefined;
  /** The problems that affect the network or several checks. */
  readonly shared: readonly GroupedProblem[];
  /** The reasons of these, which the checks do not repeat. */
  readonly shown: ReadonlySet<string>;
} {
  const shared = groupProblems(rows).filter(
    ({ affected, network }) => affected.length > 1 || network !== undefined,
  );
  const shown = new Set(shared.map((problem) => problem.reason));
  const line = optionalLine(why);
  const isRepeated = cause !== undefined || shown.has(line ?? "");
  return { summary: isRepeated ? undefined : line, shared, shown };
}

/** A verdict with the severity of a change: `changed (fees)`. */
export function withSeverity(
  text: string,
  { severity }: { readonly severity?: Severity | undefined },
): string {
  return severity === undefined ? text : `${text} (${severity})`;
}

/**
 * Remarks on what is ok, but worth knowing: proxies, accepted code, and notes.
 */
export function remarksOf({ rows, notes }: JudgedNetwork): readonly string[] {
  return [
    ...rows.flatMap(({ name, findings }) =>
      findings
        .filter(({ status }) => status === "ok")
        .map((finding) => `${name}: ${explain(finding)}`),
    ),
    ...notes.map(oneLine),
  ];
}
