import type { CheckStatus } from "../../../src/base/problems.ts";
import { explain } from "../../../src/base/problems.ts";
import { describeTime, networkLabel, oneLine } from "../../../src/base/text.ts";
import type {
  DiscoveredContract,
  DiscoverReport,
} from "../../../src/discover/report.ts";
import { CONTRACT_NAMES } from "../../../src/sources/address-book/names.ts";
import {
  FACT_OUTCOMES,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
} from "../../../src/verify/report.ts";
import { outcomeMark, statusMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { lineWidth, wrapText } from "../../cli/wrap-text.ts";

/** The report of `alpha discover` as a table. */
export function discoverTable(
  report: DiscoverReport,
  style: TextStyle,
): string {
  const { block, cause, outcome, release, startBlock } = report;
  const width = lineWidth(style);
  const title = [
    style.strong(nameOf(report)),
    ...(report.chainId === null ? [] : [`chain id ${report.chainId}`]),
    ...(report.endpoint === null ? [] : [oneLine(report.endpoint)]),
    ...(block === undefined
      ? []
      : [`block ${block.number} of ${describeTime(block.timestamp)}`]),
    outcomeMark(outcome, style),
  ].join(" · ");
  const lines =
    cause === undefined
      ? [
          release.verdict === "recognised"
            ? `release ${release.releases}`
            : `release unknown: ${release.reason}`,
          startBlock.verdict === "found"
            ? `start block ${startBlock.block}`
            : `start block unknown: ${startBlock.reason}`,
          ...report.leftOut.map(
            ({ role, reason }) =>
              `${CONTRACT_NAMES[role]} is not in the registry: ${reason}`,
          ),
          ...(report.doubt === undefined
            ? []
            : [`the registry may have changed since: ${report.doubt}`]),
        ]
      : [explain(cause)];
  const rows = [
    ...report.contracts.flatMap((contract) => rowsOf(contract, report, style)),
    ...report.facts.flatMap(({ id, verdict, reason }): TextRow[] =>
      FACT_OUTCOMES[verdict] === "ok"
        ? []
        : [
            {
              cells: [
                statusMark(FACT_OUTCOMES[verdict], verdict, style),
                `${oneLine(id)}: ${oneLine(reason ?? verdict)}`,
              ],
            },
          ],
    ),
  ];
  return [
    wrapText(title, { width, hanging: "  " }),
    ...lines.map((line) => wrapText(oneLine(line), { width, indent: "  " })),
    textTable(rows, { style }),
    ...report.notes.map((note) =>
      style.faint(wrapText(`note: ${oneLine(note)}`, { width, indent: "  " })),
    ),
  ].join("\n");
}

function nameOf({ hardhatNetwork, network }: DiscoverReport): string {
  return network === null
    ? oneLine(hardhatNetwork ?? "chain")
    : networkLabel({ network, hardhatNetwork });
}

function rowsOf(
  contract: DiscoveredContract,
  { cause }: DiscoverReport,
  style: TextStyle,
): readonly TextRow[] {
  const { address, identity, index, key, symbol, verdict } = contract;
  const { status, word, reason } = judged(contract);
  const label = index === undefined ? key : `${key}[${index}]`;
  const details = [
    ...(identity?.contract === undefined || identity.contract === "ERC-20"
      ? []
      : [identity.contract]),
    ...(identity?.releases === undefined ? [] : [identity.releases]),
    ...(symbol === undefined
      ? []
      : [`${symbol}, ${contract.decimals} decimals`]),
    ...(contract.active === false ? ["not active"] : []),
  ];
  return [
    {
      cells: [
        statusMark(status, word, style),
        oneLine(label),
        address ?? "–",
        ...(details.length === 0 ? [] : [""]),
      ],
    },
    ...(details.length === 0
      ? []
      : [{ note: style.faint(oneLine(details.join(" · "))) }]),
    ...(status === "ok" || reason === undefined || cause?.reason === reason
      ? []
      : [{ note: oneLine(reason) }]),
    ...(verdict === "present" && contract.proxy !== undefined
      ? [
          {
            note: style.faint(
              `${contract.proxy.kind} proxy to ${contract.proxy.implementation}`,
            ),
          },
        ]
      : []),
  ];
}

/** The worst that is known of a contract. */
function judged({
  identity,
  proxy,
  proxyUnknown,
  reason,
  verdict,
}: DiscoveredContract): {
  readonly status: CheckStatus;
  readonly word: string;
  readonly reason: string | undefined;
} {
  if (verdict !== "present") {
    const status =
      verdict === "skipped" ? "skipped" : PRESENCE_OUTCOMES[verdict];
    return { status, word: verdict, reason };
  }
  if (identity !== undefined && identity.verdict !== "recognised") {
    return {
      status: outcomeOfIdentity(identity.verdict, false),
      word: identity.verdict,
      reason: identity.reason,
    };
  }
  if (proxy !== undefined && proxy.verdict !== "present") {
    return {
      status: PRESENCE_OUTCOMES[proxy.verdict],
      word: `proxy ${proxy.verdict}`,
      reason: proxy.reason,
    };
  }
  return proxyUnknown === undefined
    ? { status: "ok", word: "recognised", reason: undefined }
    : { status: "unknown", word: "unknown", reason: proxyUnknown };
}
