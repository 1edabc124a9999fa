import { readFileSync, writeFileSync } from "node:fs";

const START = "<!-- benchmark results: start -->";
const END = "<!-- benchmark results: end -->";

/**
 * Replaces the text between the markers of a document.
 *
 * @throws {Error} if a marker is missing.
 */
export function writeBetweenMarkers(file: string, text: string): void {
  const document = readFileSync(file, "utf8");
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start === -1 || end < start) {
    throw new Error(`${file} does not have the lines "${START}" and "${END}"`);
  }
  const before = document.slice(0, start + START.length);
  writeFileSync(file, `${before}\n\n${text}\n\n${document.slice(end)}`);
}
