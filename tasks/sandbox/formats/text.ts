import { resolve } from "node:path";
import { alphaCommand } from "../../../src/base/command.ts";
import { given } from "../../../src/base/records.ts";
import { variableName } from "../../../src/config/layered-url.ts";
import type { SandboxAccount } from "../../../src/sandbox/sandbox-accounts.ts";
import type { StartedSandbox } from "../../../src/sandbox/start-sandboxes.ts";
import { jsKey } from "../../cli/javascript.ts";
import type { TextStyle } from "../../cli/style.ts";
import { configJson } from "../../config/formats/json.ts";

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

/**
 * How a project uses served sandboxes in place of the live networks, as lines to paste.
 *
 * @param addressFile The address file that was written.
 */
export function usageLines(
  sandboxes: readonly Pick<StartedSandbox, "network" | "url">[],
  addressFile: string | undefined,
  style: TextStyle,
): readonly string[] {
  const names = sandboxes.map(({ network }) => network).join(" ");
  const networks = sandboxes
    .map(
      ({ network }) => `${jsKey(network)}: { hardhat: { accounts: "remote" } }`,
    )
    .join(", ");
  return given(
    style.strong(
      `To use ${sandboxes.length === 1 ? "it as" : "them as"} ${names.replaceAll(" ", ", ")}, paste this into a shell:`,
    ),
    ...sandboxes.map(
      ({ network, url }) =>
        `export ${variableName(network, "RPC_URL")}=${quoted(url)}`,
    ),
    addressFile !== undefined &&
      `export ADDRESS_FILE=${quoted(resolve(addressFile))}`,
    style.strong("and this into the Hardhat config, to use its accounts:"),
    `alpha: { networks: { ${networks} } },`,
    style.strong("Then run your scripts with --network, or check it:"),
    alphaCommand("status", names),
    addressFile === undefined &&
      style.faint(
        "--address-file address.json writes the addresses for clients of the Ocean stack.",
      ),
  );
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  if (/^[\w./:@%+,-]+$/.test(text)) {
    return text;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}
