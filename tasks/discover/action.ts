import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type Finding, worstOf } from "../../src/base/problems.ts";
import { given } from "../../src/base/records.ts";
import { describeTime, networkLabel, oneLine } from "../../src/base/text.ts";
import { enabledNetworks } from "../../src/config/configured-networks.ts";
import { discover } from "../../src/discover/discover.ts";
import type {
  DiscoveredContract,
  DiscoverReport,
  Discovery,
} from "../../src/discover/report.ts";
import { targetLabel } from "../../src/verify/expect/targets.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { checkOptions, parseSeconds } from "../cli/options.ts";
import { chooseFormat, emit, prepareOutput, printJson } from "../cli/output.ts";
import { outcomeMark, statusMark, type TextStyle } from "../cli/style.ts";
import { type TextRow, textTable } from "../cli/table.ts";
import { taskResult } from "../cli/task-result.ts";
import { wrapLines } from "../cli/wrap-text.ts";
import { type DiscoverFormat, describeGaps } from "./format.ts";

/** Loaded when it is used. */
export const DISCOVER_FORMATS: Readonly<
  Record<string, () => Promise<DiscoverFormat>>
> = {
  table: async () => ({
    isReport: true,
    render: (discovery, _naming, style) => discoverTable(discovery, style),
  }),
  json: async () => ({
    isReport: true,
    render: ({ report }) => printJson(report),
  }),
  config: async () => (await import("./formats/config.ts")).CONFIG,
  "address-json": async () =>
    (await import("./formats/address-json.ts")).ADDRESS_JSON,
};

interface DiscoverArguments extends Omit<CommonArguments, "names"> {
  readonly router: string;
  readonly rpcUrl: string | undefined;
  readonly maxBlockAge: string | undefined;
  readonly as: string | undefined;
}

const action: NewTaskActionFunction<DiscoverArguments> = async (args, hre) => {
  const { as, router, rpcUrl } = args;
  const format = await chooseFormat(DISCOVER_FORMATS, args.format)();
  checkOptions(args, [
    { option: "--as", requires: "--format config or address-json" },
  ]);
  const naming = {
    as,
    networks: enabledNetworks(hre.config.alpha),
    alpha: hre.userConfig.alpha ?? {},
  };
  format.checkName?.(naming);
  const maxBlockAge = parseSeconds("--max-block-age", args.maxBlockAge);
  const output = await prepareOutput(args, hre.config, {
    task: "discover",
    isUnmarked: format.write !== undefined,
    isMerged: format.write !== undefined,
  });
  const discovery = await discover(hre, {
    router,
    hardhatNetwork: hre.globalOptions.network,
    rpcUrl,
    maxBlockAge,
  });
  const { report } = discovery;
  const isEmpty = !format.isReport && report.registry.router === undefined;
  if (output !== undefined && isEmpty) {
    // A file of an earlier run is better than none.
    console.error(`${oneLine(output.file)} was not written.`);
  } else if (output !== undefined && format.write !== undefined) {
    await format.write(report, naming, output);
  } else {
    await emit((style) => format.render(discovery, naming, style), output);
  }
  if (!format.isReport) {
    for (const line of describeGaps(report)) {
      console.error(oneLine(line));
    }
  }
  return taskResult(report, report.outcome);
};

export default action;

/** The report of `alpha discover` as a table. */
export function discoverTable(
  { report, contractRows, factRows }: Discovery,
  style: TextStyle,
): string {
  const { block, outcome, release, startBlock } = report;
  const title = given(
    outcomeMark(outcome, style),
    style.strong(nameOf(report)),
    report.chainId !== null && `chain id ${report.chainId}`,
    report.endpoint !== null && oneLine(report.endpoint),
    block && `block ${block.number} of ${describeTime(block.timestamp)}`,
  );
  const facts = given(
    release.verdict === "recognised" && `release ${release.releases}`,
    startBlock.verdict === "found" && `start block ${startBlock.block}`,
    ...describeGaps(report),
  );
  const rows: TextRow[] = [];
  for (const [index, contract] of report.contracts.entries()) {
    const findings = contractRows[index]?.findings ?? [];
    rows.push(...textRows(contract, findings, report, style));
  }
  for (const { name, status, verdict, findings } of factRows) {
    const mark = statusMark(status, verdict, style);
    for (const { reason } of findings) {
      rows.push({ cells: [mark, `${name}: ${reason}`] });
    }
  }
  return [
    wrapLines(title.join(" · "), style),
    ...facts.map((line) => wrapLines(`  ${oneLine(line)}`, style, "")),
    textTable(rows, { style }),
    ...report.notes.map((note) =>
      style.faint(wrapLines(`  note: ${oneLine(note)}`, style, "")),
    ),
  ].join("\n");
}

function nameOf({ hardhatNetwork, network }: DiscoverReport): string {
  if (network === null) {
    return oneLine(hardhatNetwork ?? "chain");
  }
  return networkLabel({ network, hardhatNetwork });
}

function textRows(
  contract: DiscoveredContract,
  findings: readonly Finding[],
  { cause }: DiscoverReport,
  style: TextStyle,
): readonly TextRow[] {
  const { address, active, decimals, identity, symbol } = contract;
  const { status, verdict } = worstOf(findings) ?? RECOGNISED;
  const details = given(
    identity?.contract !== "ERC-20" && identity?.contract,
    identity?.releases,
    symbol && `${symbol}, ${decimals} decimals`,
    active === false && "not active",
  ).join(" · ");
  const words = status === "ok" ? "recognised" : verdict;
  const mark = statusMark(status, words, style);
  const cells = [mark, oneLine(targetLabel(contract)), address ?? "–"];
  if (details === "") {
    return [{ cells }, ...notesOf()];
  }
  // The notes begin below the address.
  const row = { cells: [...cells, ""] };
  return [row, { note: style.faint(oneLine(details)) }, ...notesOf()];

  function notesOf(): readonly TextRow[] {
    const shown = [cause?.reason, `this is the ${identity?.contract}`];
    return findings
      .filter(({ reason }) => !shown.includes(reason))
      .map(({ status: one, reason }) => ({
        note: one === "ok" ? style.faint(reason) : reason,
      }));
  }
}

const RECOGNISED = { status: "ok", verdict: "recognised" } as const;
