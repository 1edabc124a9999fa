import { oneLine } from "../../src/base/text.ts";
import type { WalletFinding } from "../../src/wallet/report.ts";

/** A finding in one printable line, as every format shows it. */
export function describeWalletFinding({
  rule,
  message,
  remedy,
}: WalletFinding): string {
  return oneLine(
    [`${rule}: ${message}`, ...(remedy === undefined ? [] : [remedy])].join(
      " ",
    ),
  );
}

const UNREAD = "token-read";

/**
 * The findings of a network, each cause once: tokens that could not be read for one
 * reason are one finding, which explains why their symbol and decimals are unknown.
 */
export function distinctFindings(
  findings: readonly WalletFinding[],
): readonly WalletFinding[] {
  const unread = findings.filter(({ rule }) => rule === UNREAD);
  const causeOf = ({ message, remedy }: WalletFinding) =>
    // After the token, its network and its address.
    JSON.stringify([message.slice(message.indexOf(", could not")), remedy]);
  const byCause = Map.groupBy(unread, causeOf);
  return findings.flatMap((finding): WalletFinding[] => {
    const { rule, verdict, path, message } = finding;
    if (rule === UNREAD) {
      const same = byCause.get(causeOf(finding)) ?? [finding];
      const others = same.slice(1).map((other) => other.path);
      return same[0] !== finding
        ? []
        : others.length === 0
          ? [finding]
          : [
              {
                ...finding,
                message: `${message} The same applies to ${others.join(", ")}.`,
              },
            ];
    }
    const isConsequence =
      verdict === "unknown" &&
      unread.some((one) => path.startsWith(`${one.path}.`));
    return isConsequence ? [] : [finding];
  });
}
