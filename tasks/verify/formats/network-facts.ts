import type { Cause } from "../../../src/base/problems.ts";
import { describeTime, oneLine } from "../../../src/base/text.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";

/** What was asked: the chain, the endpoint and the block, in printable texts. */
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
 * What a network's checks come to, in one line; `undefined` where one of the
 * problems says it already.
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
