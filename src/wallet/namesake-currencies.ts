/**
 * The native currencies of the networks' namesakes. Wallets tell chains by chain
 * id and symbol: a request with one of these would give the user's entry of the
 * other chain this network's node.
 */
const NAMESAKE_CURRENCIES: Readonly<Record<string, string>> = {
  "Gnosis Chain": "XDAI",
};

/** The namesake whose currency a symbol is, whatever its case. */
export function namesakeOfSymbol(
  symbol: string,
  namesakes: readonly string[],
): string | undefined {
  const wanted = symbol.trim().toUpperCase();
  return namesakes.find((name) => NAMESAKE_CURRENCIES[name] === wanted);
}
