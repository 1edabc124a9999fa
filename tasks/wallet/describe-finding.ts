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
  const groups = Map.groupBy(findings, ({ rule, message, remedy }) =>
    rule === "token-read"
      ? // After the token, its network and its address.
        JSON.stringify([message.slice(message.indexOf(", could not")), remedy])
      : message,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    const paths = others.map(({ path }) => path).join(", ");
    return first === undefined || paths === ""
      ? (first ?? [])
      : { ...first, message: `${first.message} The same applies to ${paths}.` };
  });
}
