import { readdirSync } from "node:fs";

import { json } from "../../src/report/formats/json.ts";
import { PLAIN, type TextStyle } from "../../src/report/text-style.ts";

type Format = (report: object, style: TextStyle) => string;

const FOLDER = new URL("../../src/report/formats/", import.meta.url);

/** A report in every format that its task has; new ones join by their file's name. */
export async function reportFormats(
  task: "verify" | "status",
): Promise<ReadonlyMap<string, (report: object) => string>> {
  const formats = new Map<string, (report: object) => string>([
    ["json", (report) => json(report)],
  ]);
  for (const file of readdirSync(FOLDER)) {
    if (!file.startsWith(`${task}-`)) {
      continue;
    }
    const name = file
      .replace(/\.ts$/, "")
      .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const module: Record<string, unknown> = await import(
      new URL(file, FOLDER).href
    );
    const format = module[name];
    if (isFormat(format)) {
      formats.set(name, (report) => format(report, PLAIN));
    }
  }
  return formats;
}

function isFormat(value: unknown): value is Format {
  return typeof value === "function";
}
