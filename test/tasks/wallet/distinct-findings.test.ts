import { expect } from "chai";

import type { WalletFinding } from "../../../src/wallet/report.ts";
import { distinctFindings } from "../../../tasks/wallet/describe-finding.ts";

const unread = (kind: string, reason: string): WalletFinding => ({
  rule: "token-read",
  verdict: "unknown",
  path: `tokens.${kind}`,
  message: `tokens.${kind} of devnet, 0x${kind}, could not be read at https://host: ${reason}`,
  remedy: "Check the node.",
});
const unknown = (
  kind: string,
  value: "symbol" | "decimals",
): WalletFinding => ({
  rule: `token-${value}`,
  verdict: "unknown",
  path: `tokens.${kind}.${value}`,
  message: `tokens.${kind}.${value} of devnet could not be read`,
});

describe("the findings of alpha wallet", () => {
  it("given tokens that could not be read for one reason, then it is said once", () => {
    const findings = [
      unread("euro", "no answer."),
      unread("alpha", "no answer."),
    ];

    expect(distinctFindings(findings)).to.deep.equal([
      {
        ...unread("euro", "no answer."),
        message:
          "tokens.euro of devnet, 0xeuro, could not be read at https://host: no answer. The same applies to tokens.alpha.",
      },
    ]);
  });

  it("given different reasons, then each is said", () => {
    const findings = [unread("euro", "no answer."), unread("alpha", "other.")];

    expect(distinctFindings(findings)).to.deep.equal(findings);
  });

  it("given what is broken, or unknown of a token that was read, then it stays", () => {
    const findings: WalletFinding[] = [
      unread("euro", "no answer."),
      { ...unknown("euro", "symbol"), verdict: "broken" },
      unknown("alpha", "symbol"),
    ];

    expect(distinctFindings(findings)).to.deep.equal(findings);
  });
});
