import { execFileSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import { ReadError } from "../../../src/sources/read-source-file.ts";
import { readScript } from "../../../src/sources/script/read-script.ts";
import { plainValue } from "../../sources/plain-value.ts";
import { anyScript } from "../../sources/script/any-script.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SEED = 20261123;
const GENERATED = 150;

/** What another file exports. */
const ELSEWHERE = {
  "with values":
    "{ value: 'other', list: ['one', 'two'], load: (x) => x, none: undefined }",
  "without values": "{ value: '', list: [], load: (x) => !x, none: 1 }",
};

/**
 * Prints the exports of files as JSON: what JSON does not have as a text, and what the
 * file itself throws as an error.
 */
const LOADER = `
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
function tagged(value) {
  if (value === undefined) return "undefined";
  if (typeof value === "number" && !Number.isFinite(value)) return "unknown";
  if (typeof value === "string") return "text " + value;
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return Array.from(value, tagged);
  const prototype = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== Object.prototype && prototype !== null) return "unknown";
  return { members: Object.entries(value).map(([name, part]) => [name, tagged(part)]) };
}
console.error = () => {};
process.exit = () => { throw new Error("none"); };
const all = [];
for (const file of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    const module = await import(pathToFileURL(file));
    all.push(tagged(file.endsWith(".mjs") ? { ...module } : module.default));
  } catch (error) {
    all.push({ error: String(error) });
  }
}
console.log(JSON.stringify(all));
`;

/** The same form of a value that was read. */
function tagged(value: unknown): unknown {
  if (value === undefined) {
    return "undefined";
  }
  if (typeof value === "string") {
    return value.startsWith("unknown: ") ? "unknown" : `text ${value}`;
  }
  if (Array.isArray(value)) {
    return value.map(tagged);
  }
  return typeof value === "object" && value !== null
    ? {
        members: Object.entries(value).map(([name, part]) => [
          name,
          tagged(part),
        ]),
      }
    : value === 0
      ? 0
      : value;
}

/** What is unknown can be anything: any number of items, and members that are missing. */
function isEqual(read: unknown, loaded: unknown): boolean {
  if (read === "unknown") {
    return true;
  }
  if (Array.isArray(read) && Array.isArray(loaded)) {
    const known = read.filter((item) => item !== "unknown");
    return known.length < read.length
      ? known.every((item) => loaded.some((other) => isEqual(item, other)))
      : read.length === loaded.length &&
          read.every((item, index) => isEqual(item, loaded[index]));
  }
  const [members, others] = [read, loaded].map(
    (value): [string, unknown][] | undefined => Object(value).members,
  );
  if (members === undefined || others === undefined) {
    return isDeepStrictEqual(read, loaded);
  }
  const [given, actual] = [new Map(members), new Map(others)];
  return [...new Set([...given.keys(), ...actual.keys()])].every((name) =>
    actual.has(name)
      ? given.has(name) && isEqual(given.get(name), actual.get(name))
      : given.get(name) === "unknown",
  );
}

describe("the values of a script", function () {
  this.timeout(120_000);

  for (const [what, elsewhere] of Object.entries(ELSEWHERE)) {
    it(`given generated scripts and another file ${what}, when they are read, then each has the values that Node.js gives, or is refused with a reason`, async () => {
      const scripts = fc.sample(anyScript, { seed: SEED, numRuns: GENERATED });
      using folder = temporaryFolder({
        "elsewhere.cjs": `Object.assign(exports, ${elsewhere});`,
        "elsewhere.mjs": `export const { value, list, load, none } = ${elsewhere};`,
      });
      const files = scripts.map(({ text, isModule }, index) =>
        folder.write(`${index}.${isModule ? "mjs" : "cjs"}`, text),
      );
      const loaded: readonly unknown[] = JSON.parse(
        execFileSync(
          process.execPath,
          ["--input-type=module", "--eval", `${LOADER}`],
          // Without environment variables, as a script is read.
          { env: {}, input: JSON.stringify(files), encoding: "utf8" },
        ),
      );

      let read = 0;
      for (const [index, { text, isModule }] of scripts.entries()) {
        try {
          const { value } = await readScript(
            text,
            isModule ? "x.mjs" : "x.cjs",
          );
          const [own, actual] = [tagged(plainValue(value)), loaded[index]];
          read++;
          if (Object(actual).error === "Error: none") {
            // The file itself ends, which depends on the other one.
            continue;
          }
          expect(
            isEqual(own, actual),
            `${text}\n${JSON.stringify(own)}\n${JSON.stringify(actual)}`,
          ).to.equal(true);
        } catch (error) {
          if (!(error instanceof ReadError)) {
            throw error;
          }
        }
      }
      expect(read).to.be.above(GENERATED / 2);
    });
  }
});
