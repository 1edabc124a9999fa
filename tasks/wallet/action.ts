import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import type { AlphaConfig } from "../../src/config/types.ts";
import type {
  WalletNetwork,
  WalletReport,
  WalletToken,
} from "../../src/wallet/report.ts";
import { walletOfNetworks } from "../../src/wallet/wallet-of-networks.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import { chooseFormat, emit, prepareOutput, printJson } from "../cli/output.ts";
import { outcomeMark, type TextStyle } from "../cli/style.ts";
import { type TextRow, textTable } from "../cli/table.ts";
import { taskResult } from "../cli/task-result.ts";
import { wrapLines } from "../cli/wrap-text.ts";
import { describeWalletFinding, distinctFindings } from "./describe-finding.ts";

type WalletFormat = (
  report: WalletReport,
  style: TextStyle,
  config: AlphaConfig,
) => string;

/** Loaded when it is used. */
const WALLET_FORMATS: Readonly<Record<string, () => Promise<WalletFormat>>> = {
  table: async () => walletTable,
  json: async () => printJson,
  html: async () => {
    const [{ pageNetworks, renderPage }, { readPageAssets }] =
      await Promise.all([
        import("./page/page-data.ts"),
        import("./page/page-assets.ts"),
      ]);
    const assets = await readPageAssets();
    return (report, _style, config) =>
      renderPage(pageNetworks(report, config), assets);
  },
};

interface WalletArguments extends CommonArguments {
  readonly online: boolean;
  readonly sandbox: boolean;
  readonly reveal: boolean;
}

const action: NewTaskActionFunction<WalletArguments> = async (args, hre) => {
  const { online, sandbox, reveal } = args;
  const format = await chooseFormat(WALLET_FORMATS, args.format)();
  if (online && sandbox) {
    throw alphaError(
      "--online and --sandbox cannot be used together: --online reads the tokens from the networks' nodes, and --sandbox from the sandboxes.",
    );
  }
  const output = await prepareOutput(args, hre.config, { task: "wallet" });
  const report = await walletOfNetworks(hre, selectionOf(args, hre), {
    online,
    reveal,
  });
  await emit((style) => format(report, style, hre.config.alpha), output);
  if (output !== undefined || args.format === "html") {
    printFindings(report);
  }
  return taskResult(report, report.outcome);
};

/** Without them, problems would only be visible in the file or on the page. */
function printFindings({ networks }: WalletReport): void {
  for (const { findings, notes } of networks) {
    for (const finding of distinctFindings(findings)) {
      console.error(`${finding.verdict}: ${describeWalletFinding(finding)}`);
    }
    for (const note of notes) {
      console.error(oneLine(note));
    }
  }
}

export default action;

const SOURCES: Readonly<Record<WalletToken["source"], string>> = {
  node: "read from the contract",
  sandbox: "read from the sandbox",
  config: "from the config",
  unread: "not read",
};

/** The report of `alpha wallet` as text for a terminal. */
function walletTable(report: WalletReport, style: TextStyle): string {
  const { networks } = report;
  const uses = Map.groupBy(
    networks.flatMap(({ notes }) => notes),
    (note) => note,
  );
  const shared = [...uses.keys()].filter(
    (note) => (uses.get(note)?.length ?? 0) > 1,
  );
  const texts = networks.map((network) => {
    const notes = network.notes.filter((note) => !shared.includes(note));
    return networkText({ ...network, notes }, style);
  });
  const common = textTable(noteRows(shared, style), { style });
  return [...texts, common].filter((text) => text !== "").join("\n\n");
}

function noteRows(notes: readonly string[], style: TextStyle): TextRow[] {
  return notes.map((note) => ({
    cells: ["  note", style.faint(oneLine(note))],
  }));
}

function networkText(network: WalletNetwork, style: TextStyle): string {
  const { displayName, chainId, outcome, addEthereumChain } = network;
  const title = [
    outcomeMark(outcome, style),
    style.strong(network.network),
    displayName && oneLine(displayName),
    `chain id ${chainId} (0x${chainId.toString(16)})`,
    network.endpoint,
  ]
    .filter(Boolean)
    .join(" · ");
  let request = style.unsure("no request, see below");
  if (addEthereumChain !== null) {
    const { nativeCurrency, rpcUrls, blockExplorerUrls } = addEthereumChain;
    const currency = `${oneLine(nativeCurrency.symbol)} is added with it`;
    const urls = [...rpcUrls, ...(blockExplorerUrls ?? [])];
    request = [currency, ...urls.map(oneLine)].join(" · ");
  }
  const rows: TextRow[] = [
    { cells: ["  add the network", request] },
    ...network.tokens.map((token) => tokenRow(token, style)),
    ...distinctFindings(network.findings).map((finding) => {
      const mark = finding.verdict === "broken" ? style.bad : style.unsure;
      return {
        cells: [`  ${mark(finding.verdict)}`, describeWalletFinding(finding)],
      };
    }),
    ...noteRows(network.notes, style),
  ];
  return `${wrapLines(title, style)}\n${textTable(rows, { style })}`;
}

function tokenRow(
  { kind, name, address, symbol, decimals, source, watchAsset }: WalletToken,
  style: TextStyle,
): TextRow {
  const facts = [oneLine(symbol ?? name ?? "–")];
  if (decimals !== null) {
    facts.push(`${decimals} decimals`);
  }
  facts.push(address ?? style.unsure("no address"));
  facts.push(
    watchAsset === null
      ? style.unsure(`no request, ${SOURCES[source]}`)
      : SOURCES[source],
  );
  return { cells: [`  import ${kind}`, facts.join(" · ")] };
}
