import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import type { BenchList } from "../chain/bench-list.ts";
import type { Measurement } from "../measure/types.ts";
import { type Method, methodsFor } from "../methods/methods.ts";
import { group, kilobytes, ms } from "./format.ts";
import type { NetworkResult } from "./result.ts";
import { summarise } from "./summarise.ts";

/** The tables of what was measured through the forwarder. */
export function networkSections(
  network: NetworkResult | undefined,
): readonly string[] {
  return network === undefined
    ? []
    : network.lists.map((list) =>
        list.kind === "registry"
          ? registrySection(network)
          : listSection(network, list),
      );
}

function registrySection({ measurements, shaper }: NetworkResult): string {
  const rows = methodsFor("registry").flatMap((method) => {
    const measured = measurements.find(
      ({ methodId, list }) =>
        list.kind === "registry" && methodId === method.id,
    );
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

function listSection(
  { measurements }: NetworkResult,
  { kind, count }: BenchList,
): string {
  const methods = methodsFor(kind);
  const of = ({ id }: Method) =>
    measurements.find(
      ({ methodId, list }) =>
        methodId === id && list.kind === kind && list.count === count,
    );
  const first = methods[0] && of(methods[0]);
  const baseline = first && summarise(first, first.cold)?.ms;
  const rows = methods.flatMap((method) => {
    const measured = of(method);
    return measured === undefined ? [] : [listRow(method, measured, baseline)];
  });
  const title =
    kind === "complete"
      ? `${group(count)} contracts`
      : `${group(count)} addresses, a third without code`;
  return `### ${title}\n\n${markdownTable(
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
