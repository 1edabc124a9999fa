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
