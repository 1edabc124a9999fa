import type { Cause } from "../../../src/base/problems.ts";
import { describeTime, oneLine } from "../../../src/base/text.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";

/** The chain, endpoint and block that were verified, as printable texts. */
export function networkFacts({
  chainId,
  endpoint,
  block,
}: NetworkVerification): readonly string[] {
  return [
    `chain ${chainId}`,
    endpoint === null ? "no endpoint" : oneLine(endpoint),
    ...(block === undefined
      ? []
      : [`block ${block.number} of ${describeTime(block.timestamp)}`]),
  ];
}

/**
 * The reason of a network's outcome in one line; `undefined` if one of the problems
 * has the same reason.
 */
export function networkSummary(
  { cause, reason }: NetworkVerification,
  problems: readonly Cause[],
): string | undefined {
  const line = reason === undefined ? undefined : oneLine(reason);
  return cause !== undefined || problems.some((one) => one.reason === line)
    ? undefined
    : line;
}
