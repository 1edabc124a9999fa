import { z } from "zod";
import { alphaError } from "../../src/base/errors.ts";
import { networkLabel } from "../../src/base/text.ts";
import { parseJson } from "../../src/files/json.ts";
import { readTextFile } from "../../src/files/read-text.ts";
import { REPORTED_STATES, REPORTED_VALUES } from "./reported-values.ts";
import { type SeenProblem, valuesOf } from "./seen-values.ts";

/** A report of many addresses is larger than other files. */
const MAX_BYTES = 128 * 1024 * 1024;

const PROBLEM = {
  status: z.enum(["failed", "unknown"]),
  affects: z.array(z.string()),
};
const NETWORK = {
  network: z.string(),
  hardhatNetwork: z.string().nullable(),
};

/** The parts of the report of each task that are read. */
const REPORTS = {
  status: z.object({
    schemaVersion: z.literal(1),
    task: z.literal("status"),
    networks: z.array(
      z.object({
        ...NETWORK,
        ...REPORTED_STATES.shape,
        problems: z.array(z.object(PROBLEM)),
      }),
    ),
  }),
  verify: z.object({
    schemaVersion: z.literal(2),
    task: z.literal("verify"),
    networks: z.array(
      z.object({
        ...NETWORK,
        problems: z.array(z.object({ ...PROBLEM, id: z.string() })),
        ...REPORTED_VALUES.shape,
      }),
    ),
  }),
};

/** Ids of problems with the same code, subject and verdict end in a number. */
const COUNT = / \d+$/;

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
  const read = await readTextFile(file, MAX_BYTES);
  if (read.kind === "missing") {
    return [];
  }
  const { data } = REPORTS[task].safeParse(
    read.kind === "text" ? parseJson(read.text) : undefined,
  );
  if (data === undefined) {
    const why =
      read.kind === "text"
        ? `is not a report of this version of alpha ${task}`
        : `could not be read: ${read.reason}`;
    throw alphaError(
      `--changes-since ${file}: the file ${why}. Pass the report of an earlier run, written by alpha ${task} --format json --out ${file}, or remove the file.`,
    );
  }
  return data.networks.flatMap((one) => {
    const seenOf = valuesOf(one);
    const seen: SeenProblem[] = [];
    for (const { status, affects, ...problem } of one.problems) {
      const id = "id" in problem ? problem.id.replace(COUNT, "") : "";
      for (const check of affects) {
        const value = seenOf(check, id);
        seen.push({ network: networkLabel(one), check, status, id, value });
      }
    }
    return seen;
  });
}
