import { escapeUnprintable } from "../report/escape-unprintable.ts";
import type { WalletReport } from "./wallet-report.ts";

/** The report as JSON, in which no text hides what is in it. */
export function walletJson(report: WalletReport): string {
  return JSON.stringify(report, null, 2)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
}
