import { alphaError } from "../../src/errors.ts";

/** One more output of a report, beside what is printed. */
export interface ReportOutput {
  readonly kind: string;
  /** As the user names it; `undefined` where the kind takes none. */
  readonly file: string | undefined;
}

/** Which kinds there are, and whether they are written to a file. */
export type OutputKinds = Readonly<Record<string, "file" | "stream">>;

/**
 * The outputs that `--report` names: `junit:FILE,github`.
 *
 * @throws HardhatPluginError on an unknown kind, a missing or needless file, and
 * on a kind without file that is named twice.
 */
export function parseReportOutputs(
  text: string,
  kinds: OutputKinds,
): readonly ReportOutput[] {
  const outputs = text.split(",").map((part): ReportOutput => {
    const [kind = "", ...file] = part.split(":");
    return parseOutput(kind.trim(), file.join(":").trim(), kinds, part);
  });
  const streams = outputs.filter(({ file }) => file === undefined);
  const twice = streams.find(({ kind }, index) =>
    streams.slice(0, index).some((other) => other.kind === kind),
  );
  if (twice !== undefined) {
    throw alphaError(`--report names ${twice.kind} twice.`);
  }
  return outputs;
}

function parseOutput(
  kind: string,
  file: string,
  kinds: OutputKinds,
  part: string,
): ReportOutput {
  const target = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (target === undefined) {
    throw alphaError(
      `--report knows no "${kind}". Valid: ${describeKinds(kinds)}, several separated by commas.`,
    );
  }
  if (target === "file" && file === "") {
    throw alphaError(
      `--report ${kind} needs a file, as in --report ${kind}:FILE.`,
    );
  }
  if (target === "stream" && part.includes(":")) {
    throw alphaError(`--report ${kind} takes no file: it got "${part}".`);
  }
  return { kind, file: file === "" ? undefined : file };
}

function describeKinds(kinds: OutputKinds): string {
  return Object.entries(kinds)
    .map(([kind, target]) => (target === "file" ? `${kind}:FILE` : kind))
    .join(", ");
}
