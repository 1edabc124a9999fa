import { oneLine } from "../../src/base/text.ts";
import type { WalletFinding } from "../../src/wallet/report.ts";

/** A finding in one printable line, as every format shows it. */
export function describeWalletFinding({
  rule,
  message,
  remedy,
}: WalletFinding): string {
  return oneLine(`${rule}: ${message} ${remedy ?? ""}`);
}

/**
 * The findings of a network, each cause once: tokens that could not be read for one
 * reason are one finding.
 */
export function distinctFindings(
  findings: readonly WalletFinding[],
): readonly WalletFinding[] {
  const groups = Map.groupBy(findings, ({ rule, message, remedy }) => {
    if (rule !== "token-read") {
      return message;
    }
    // The reason follows the token, its network and its address.
    const reason = message.slice(message.indexOf(", could not"));
    return JSON.stringify([reason, remedy]);
  });
  const distinct: WalletFinding[] = [];
  for (const [first, ...others] of groups.values()) {
    const paths = others.map(({ path }) => path).join(", ");
    if (first !== undefined && paths !== "") {
      const message = `${first.message} The same applies to ${paths}.`;
      distinct.push({ ...first, message });
    } else if (first !== undefined) {
      distinct.push(first);
    }
  }
  return distinct;
}
