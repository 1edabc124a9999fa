import { printableMessage } from "../../src/base/untrusted-text.ts";

/** A gauge in Prometheus' text format, and how it follows from a status. */
export interface Metric<T> {
  readonly name: string;
  readonly help: string;
  /** The value of one sample; `undefined` if there is none. */
  readonly value: (status: T) => string | number | undefined;
}

/** The subjects of samples, and their labels. */
export interface Labelled<T> {
  readonly status: T;
  readonly labels: string;
}

/**
 * The lines of metrics in Prometheus' text format. What has no sample has no metric.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function metricsOf<T>(
  metrics: readonly Metric<T>[],
  all: readonly Labelled<T>[],
): readonly string[] {
  return metrics.flatMap(({ name, help, value }) => {
    const samples = all.flatMap(({ labels, status }) => {
      const number = value(status);
      if (number === undefined) {
        return [];
      }
      return [`${name}{${labels}} ${number}`];
    });
    if (samples.length === 0) {
      return [];
    }
    return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...samples];
  });
}

/** A metric with a sample for each state: 1 for the current one, 0 for the others. */
export function stateMetric<S extends string>(
  subject: string,
  states: readonly S[],
  all: readonly Labelled<{ readonly state: S }>[],
): readonly string[] {
  const metric: Metric<number> = {
    name: `alpha_${subject}_state`,
    help: `1 for the state that the ${subject} is in, 0 for the others.`,
    value: (isInState) => isInState,
  };
  const samples = all.flatMap(({ labels, status }) =>
    states.map((state) => ({
      labels: `${labels},state="${state}"`,
      status: Number(state === status.state),
    })),
  );
  return metricsOf([metric], samples);
}

/** Labels with their values escaped. */
export function labelsOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(printableMessage(value))}"`)
    .join(",");
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
