import type { AlphaNetworkName } from "../networks/definitions.ts";
import { namesakeOfSymbol } from "./namesake-currencies.ts";
import { isPrintable, quoted } from "./printable.ts";
import { brokenValue, unsetValue } from "./value-findings.ts";
import type { WalletFeeToken, WalletFinding } from "./wallet-report.ts";
import type { WalletRule } from "./wallet-rules.ts";

const DECIMALS = 18;
/** In UTF-16 code units, as wallets count. */
const LONGEST_SYMBOL = 6;

/** What wallets would refuse of a network's fee token. */
export function checkFeeToken({
  network,
  chainId,
  feeToken,
  namesakes,
}: {
  readonly network: AlphaNetworkName;
  readonly chainId: number;
  readonly feeToken: WalletFeeToken | undefined;
  /** Other chains with the same chain id. */
  readonly namesakes: readonly string[];
}): readonly WalletFinding[] {
  if (feeToken === undefined) {
    return [unsetValue(network, "fee-token-symbol", "feeToken.symbol")];
  }
  const { name, symbol, decimals } = feeToken;
  const findings: WalletFinding[] = [];
  function broken(
    rule: WalletRule,
    field: keyof WalletFeeToken,
    problem: string,
  ) {
    findings.push(brokenValue(network, rule, `feeToken.${field}`, problem));
  }

  const namesake = namesakeOfSymbol(symbol, namesakes);
  if (namesake !== undefined) {
    broken(
      "fee-token-namesake",
      "symbol",
      `is that of ${namesake}, whose chain id is ${chainId} too: a wallet would give its ${namesake} this network's node`,
    );
  }
  if (!isPrintable(symbol) || symbol.length > LONGEST_SYMBOL) {
    broken(
      "fee-token-symbol",
      "symbol",
      `is ${quoted(symbol)}: wallets take 1 to ${LONGEST_SYMBOL} printable characters`,
    );
  }
  if (!isPrintable(name)) {
    broken("fee-token-name", "name", "has invisible characters");
  }
  if (decimals !== DECIMALS) {
    broken(
      "fee-token-decimals",
      "decimals",
      `is ${decimals}: wallets take ${DECIMALS} and nothing else, whatever a portal shows`,
    );
  }
  return findings;
}
