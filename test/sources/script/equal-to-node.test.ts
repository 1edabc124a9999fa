import { execFileSync } from "node:child_process";
import { expect } from "chai";
import fc from "fast-check";
import { ReadError } from "../../../src/sources/read-source-file.ts";
import { readScript } from "../../../src/sources/script/read-script.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { plainValue } from "../plain-value.ts";
import { anyScript } from "./any-script.ts";

const SEED = 20261123;
const GENERATED = 200;

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
  return Object.entries(value).map(([name, part]) => [name, tagged(part)]);
}
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
    ? Object.entries(value).map(([name, part]) => [name, tagged(part)])
    : value === 0
      ? 0
      : value;
}

/** What is unknown can be anything. */
function expectEqual(read: unknown, loaded: unknown, text: string): void {
  if (read === "unknown") {
    return;
  }
  if (Array.isArray(read) && Array.isArray(loaded)) {
    expect(read.length, text).to.equal(loaded.length);
    for (const [index, part] of read.entries()) {
      expectEqual(part, loaded[index], text);
    }
    return;
  }
  expect(read, text).to.deep.equal(loaded);
}

describe("the values of a script", function () {
  this.timeout(120_000);

  it("given generated scripts, when they are read, then each has the values that Node.js gives, or is refused with a reason", async () => {
    const scripts = fc.sample(anyScript, { seed: SEED, numRuns: GENERATED });
    using folder = temporaryFolder({
      "elsewhere.cjs":
        "exports.value = 'other'; exports.list = ['one']; exports.load = (x) => x;",
      "elsewhere.mjs":
        "export const value = 'other', list = ['one'], load = (x) => x;",
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
        const { value } = await readScript(text, isModule ? "x.mjs" : "x.cjs");
        expectEqual(tagged(plainValue(value)), loaded[index], text);
        read++;
      } catch (error) {
        if (!(error instanceof ReadError)) {
          throw error;
        }
      }
    }
    expect(read).to.be.above(GENERATED / 2);
  });
});
