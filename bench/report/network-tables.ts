import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import type { Measurement } from "../measure/types.ts";
import { METHODS, type Method, REGISTRY_METHODS } from "../methods/methods.ts";
import { group, kilobytes, ms } from "./format.ts";
import type { NetworkResult } from "./result.ts";
import { summarise } from "./summarise.ts";

/** The tables of what was measured through the forwarder. */
export function networkSections(
  network: NetworkResult | undefined,
): readonly string[] {
  if (network === undefined) {
    return [];
  }
  return [
    ...(network.registry.length === 0 ? [] : [registrySection(network)]),
    ...network.counts.map((count) => listSection(network, count)),
  ];
}

function registrySection({ registry, shaper }: NetworkResult): string {
  const rows = REGISTRY_METHODS.flatMap((method) => {
    const measured = registry.find(({ methodId }) => methodId === method.id);
    return measured === undefined
      ? []
      : [registryRow(method, measured, shaper.before.roundTripMs)];
  });
  return `### Verification of devnet's registry\n\n${markdownTable(
    [
      "client",
      "new connections",
      "round trips",
      "time / round trip",
      "open connections",
      "round trips",
      "time / round trip",
      "KB up",
      "KB down",
      "wrong",
    ],
    rows,
  )}`;
}

function registryRow(
  { label }: Method,
  measured: Measurement,
  roundTripMs: number,
): readonly string[] {
  const cold = summarise(measured, measured.cold);
  const warm = summarise(measured, measured.warm);
  if (cold === undefined || warm === undefined) {
    return [label, `fails: ${measured.failure ?? "not run"}`];
  }
  return [
    label,
    ...[cold, warm].flatMap((summary) => [
      ms(summary.ms),
      group(summary.trips),
      (summary.ms / roundTripMs).toFixed(2),
    ]),
    kilobytes(warm.bytesUp),
    kilobytes(warm.bytesDown),
    group(Math.max(cold.wrong, warm.wrong)),
  ];
}

function listSection({ lists }: NetworkResult, count: number): string {
  const of = ({ id }: Method) =>
    lists.find((one) => one.methodId === id && one.count === count);
  const first = METHODS[0] && of(METHODS[0]);
  const baseline = first && summarise(first, first.cold)?.ms;
  const rows = METHODS.flatMap((method) => {
    const measured = of(method);
    return measured === undefined ? [] : [listRow(method, measured, baseline)];
  });
  return `### ${group(count)} addresses\n\n${markdownTable(
    [
      "client",
      "new connections",
      "open connections",
      "relative",
      "round trips",
      "KB up",
      "KB down",
      "sockets",
      "peak MB",
      "wrong",
    ],
    rows,
  )}`;
}

function listRow(
  { label }: Method,
  measured: Measurement,
  baseline: number | undefined,
): readonly string[] {
  const { extrapolatedFrom } = measured;
  const isMeasured = extrapolatedFrom === undefined;
  const name = isMeasured
    ? label
    : `${label} (extrapolated from ${extrapolatedFrom})`;
  const cold = summarise(measured, measured.cold);
  if (cold === undefined) {
    return [name, `fails: ${measured.failure ?? "not run"}`];
  }
  const warm = summarise(measured, measured.warm);
  const about = (text: string) => (isMeasured ? text : `≈ ${text}`);
  return [
    name,
    about(ms(cold.ms)),
    warm === undefined ? "–" : about(ms(warm.ms)),
    baseline === undefined
      ? "–"
      : about(`${(cold.ms / baseline).toFixed(1)} ×`),
    about(group(cold.trips)),
    about(kilobytes(cold.bytesUp)),
    about(kilobytes(cold.bytesDown)),
    isMeasured ? group(cold.sockets) : "–",
    isMeasured ? (measured.peakBytes / 1e6).toFixed(0) : "–",
    isMeasured ? group(cold.wrong) : "–",
  ];
}
