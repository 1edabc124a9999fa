import { unsetMessage } from "../config/unset-message.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { WalletFinding } from "./wallet-report.ts";
import type { WalletRule } from "./wallet-rules.ts";

/** A network's value that wallets refuse. */
export function brokenValue(
  network: AlphaNetworkName,
  rule: WalletRule,
  path: string,
  problem: string,
): WalletFinding {
  return {
    rule,
    verdict: "broken",
    path,
    message: `${path} of ${network} ${problem}. Change it in alpha.networks.${network} in the Hardhat config.`,
  };
}

/** A network's value that a wallet needs and nobody gives. */
export function unsetValue(
  network: AlphaNetworkName,
  rule: WalletRule,
  path: string,
): WalletFinding {
  const message = unsetMessage(network, path);
  return { rule, verdict: "unknown", path, message };
}
