import type { SandboxAccount } from "../../../src/sandbox/sandbox-accounts.ts";
import type { StartedSandbox } from "../../../src/sandbox/start-sandboxes.ts";
import type { TextStyle } from "../../cli/style.ts";
import { configJson } from "../../config/formats/json.ts";
import { usageLines } from "./usage.ts";

/** Fee tokens have 18 decimals in the EVM, whatever wallets show. */
const FEE_TOKEN_UNIT = 10n ** 18n;
const WARNING =
  "WARNING: Funds sent on a live network to accounts with publicly known private keys WILL BE LOST.";

/** The number of accounts that are printed by default. */
const FIRST_ACCOUNTS = 3;

export interface SandboxTextParameters {
  /** Prints all accounts. */
  readonly allAccounts: boolean;
  /** The address file that was written. */
  readonly addressFile: string | undefined;
}

/** The output of `alpha sandbox` once all sandboxes are served. */
export function sandboxText(
  sandboxes: readonly StartedSandbox[],
  { allAccounts, addressFile }: SandboxTextParameters,
  style: TextStyle,
): string {
  const shownAccounts = allAccounts ? Number.POSITIVE_INFINITY : FIRST_ACCOUNTS;
  const list = sandboxes
    .map(({ network, chainId, url }) => `${network} at ${url} (${chainId})`)
    .join(", ");
  return [
    ...sandboxes.map(
      ({ network, chainId, url }) =>
        `${style.strong(network)}: chain id ${chainId}, JSON-RPC over HTTP and WebSocket at ${style.good(url)}`,
    ),
    "",
    ...sandboxes.flatMap(({ network, portal }) => [
      style.strong(`Portal configuration of ${network}`),
      configJson([portal], "reference"),
      "",
    ]),
    ...accountsByNetworks(sandboxes, shownAccounts, style),
    ...usageLines(sandboxes, addressFile, style),
    "",
    `${style.good("Ready:")} ${list}. Press Ctrl-C to stop.`,
  ].join("\n");
}

/** Lists accounts once for all networks that have the same ones. */
function accountsByNetworks(
  sandboxes: readonly StartedSandbox[],
  shown: number,
  style: TextStyle,
): readonly string[] {
  const groups = Map.groupBy(sandboxes, ({ accounts }) =>
    accounts.map(({ address, balance }) => `${address} ${balance}`).join(),
  );
  return [...groups.values()].flatMap((group) => {
    const accounts = group[0]?.accounts ?? [];
    const isPublic = accounts.some(
      ({ privateKey }) => privateKey !== undefined,
    );
    const units = new Set(group.flatMap(({ feeToken }) => feeToken ?? []));
    const unit = [...units].join("/");
    const hidden = accounts.length - shown;
    return [
      style.strong(
        `Accounts of ${group.map(({ network }) => network).join(", ")}`,
      ),
      ...(isPublic ? [style.bad(WARNING)] : []),
      ...accounts
        .slice(0, shown)
        .flatMap((account, index) => accountLines(account, index, unit)),
      ...(hidden > 0 ? [`${hidden} more: pass --accounts to list them.`] : []),
      "",
    ];
  });
}

function accountLines(
  { address, balance, privateKey }: SandboxAccount,
  index: number,
  unit: string,
): readonly string[] {
  const amount = `${balance / FEE_TOKEN_UNIT} ${unit}`.trim();
  return [
    `Account #${index}: ${address} (${amount})`,
    ...(privateKey === undefined ? [] : [`Private Key: ${privateKey}`]),
  ];
}
