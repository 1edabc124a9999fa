import { numberOf, recordOf } from "../narrow.ts";
import { EURO_DECIMALS } from "../token-supplies.ts";
import type { AlphaSandboxConfig, TokenBalance } from "../types.ts";
import type { AlphaUserConfig } from "../user-config.ts";
import { checksummed } from "./checksummed.ts";

/** What the user says of all sandboxes. */
export async function resolveSandbox(
  sandbox: AlphaUserConfig["sandbox"],
): Promise<AlphaSandboxConfig> {
  const user = recordOf(sandbox);
  const balances = recordOf(user["balances"]);
  return {
    euroDecimals: numberOf(user["euroDecimals"]) ?? EURO_DECIMALS,
    owner: await checksummed(user["owner"]),
    balances: {
      alpha: await tokenBalances(balances["alpha"]),
      euro: await tokenBalances(balances["euro"]),
    },
  };
}

async function tokenBalances(
  given: unknown,
): Promise<readonly TokenBalance[] | undefined> {
  if (given === undefined) {
    return undefined;
  }
  const balances: TokenBalance[] = [];
  for (const [address, amount] of Object.entries(recordOf(given))) {
    const holder = await checksummed(address);
    if (holder !== undefined) {
      balances.push({ holder, amount: String(amount) });
    }
  }
  return balances;
}
