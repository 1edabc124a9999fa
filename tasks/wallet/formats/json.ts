import { escapeUnprintable } from "../../../src/base/text.ts";
import type { WalletReport } from "../../../src/wallet/report.ts";

/** The report as JSON, in which no text hides what is in it. */
export function walletJson(report: WalletReport): string {
  return JSON.stringify(report, null, 2)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
}
