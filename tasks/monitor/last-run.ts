import { z } from "zod";
import { alphaError } from "../../src/base/errors.ts";
import { networkLabel } from "../../src/base/text.ts";
import { parseJson } from "../../src/files/json.ts";
import { readTextFile } from "../../src/files/read-text.ts";

const NETWORKS = z.array(
  z.object({
    network: z.string(),
    hardhatNetwork: z.string().nullable(),
    problems: z.array(
      z.object({
        status: z.enum(["failed", "unknown"]),
        reason: z.string(),
        affects: z.array(z.string()),
      }),
    ),
  }),
);

/** A problem of a check in the last run. */
export interface SeenProblem {
  /** The network's label. */
  readonly network: string;
  readonly check: string;
  readonly status: "failed" | "unknown";
  readonly reason: string;
}

/**
 * The problems of the report that the last run wrote as JSON. Without the file there
 * are none: it is the first run.
 *
 * @throws HardhatPluginError if the file is not such a report.
 */
export async function readLastRun(
  file: string,
  task: "verify" | "status",
): Promise<readonly SeenProblem[]> {
  const read = await readTextFile(file);
  if (read.kind === "missing") {
    return [];
  }
  const { data } = z
    .object({
      schemaVersion: z.literal(1),
      task: z.literal(task),
      networks: NETWORKS,
    })
    .safeParse(read.kind === "text" ? parseJson(read.text) : undefined);
  if (data === undefined) {
    const why =
      read.kind === "text"
        ? `is not a report of alpha ${task}`
        : `could not be read: ${read.reason}`;
    throw alphaError(
      `--changes-since ${file}: the file ${why}. Pass the report of an earlier run, written by alpha ${task} --format json --out ${file}, or remove the file.`,
    );
  }
  return data.networks.flatMap((one) =>
    one.problems.flatMap(({ affects, ...problem }) =>
      affects.map((check) => ({
        network: networkLabel(one),
        check,
        ...problem,
      })),
    ),
  );
}
