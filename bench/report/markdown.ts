import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import { ms } from "./format.ts";
import { checkGoals } from "./goals.ts";
import { networkSections } from "./network-tables.ts";
import { pluginSections } from "./plugin-tables.ts";
import type { BenchResult } from "./result.ts";

/** The goals and what was measured of them, as Markdown. */
export function goalsMarkdown(result: BenchResult): string {
  return [
    `Measured on ${result.machine}.${describeShaper(result)}`,
    goalsTable(result),
  ].join("\n\n");
}

/** The tables of all measurements, as Markdown. */
export function tablesMarkdown(result: BenchResult): string {
  return [
    ...networkSections(result.network),
    ...pluginSections(result),
    noiseSection(result),
  ].join("\n\n");
}

function describeShaper({ network }: BenchResult): string {
  if (network === undefined) {
    return "";
  }
  const { roundTripMs, firstAnswerMs, megabitsDown, megabitsUp } =
    network.shaper.before;
  return ` The forwarder had a round trip of ${ms(roundTripMs)}, ${ms(firstAnswerMs)} to the first answer on a new connection, and ${megabitsUp.toFixed(1)} Mbit/s up and ${megabitsDown.toFixed(1)} Mbit/s down.`;
}

function goalsTable(result: BenchResult): string {
  const verdict = (isMet: boolean | undefined) => {
    if (isMet === undefined) {
      return "–";
    }
    return isMet ? "met" : "**not met**";
  };
  return markdownTable(
    ["goal", "limit", "measured", "result"],
    checkGoals(result).map(({ subject, limit, actual, isMet }) => [
      subject,
      limit,
      actual,
      verdict(isMet),
    ]),
  );
}

function noiseSection({ noise, network }: BenchResult): string {
  const { before, after } = noise;
  const roundTrip =
    network === undefined
      ? ""
      : ` The round trip of the forwarder afterwards was ${ms(network.shaper.after.roundTripMs)}.`;
  return `The load of the machine was ${before.load.toFixed(2)} before and ${after.load.toFixed(2)} after the benchmarks. The slowest of equal computations took ${before.jitter.toFixed(2)} and ${after.jitter.toFixed(2)} times the median.${roundTrip}`;
}
