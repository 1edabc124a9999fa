import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { ReadError } from "../../../src/sources/read-source-file.ts";
import { readScript } from "../../../src/sources/script/read-script.ts";
import { withoutTypes } from "../../../src/sources/script/strip-types.ts";
import { plainValue } from "../plain-value.ts";
import { anyScript } from "./any-script.ts";

const SEED = 20261123;
const GENERATED = 400;
const CORPUS = join(import.meta.dirname, "../../lint/corpus/files");

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

  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-node-"));
    writeFileSync(
      join(folder, "elsewhere.cjs"),
      "exports.value = 'other'; exports.list = [];",
    );
    writeFileSync(
      join(folder, "elsewhere.mjs"),
      "export const value = 'other'; export const list = [];",
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** The exports of files in Node.js without environment variables. */
  function loadInNode(files: readonly string[]): readonly unknown[] {
    const output = execFileSync(
      process.execPath,
      ["--input-type=module", "--eval", `${LOADER}`],
      { env: {}, input: JSON.stringify(files), encoding: "utf8" },
    );
    return JSON.parse(output);
  }

  async function expectSame(
    scripts: readonly { readonly text: string; readonly isModule: boolean }[],
  ): Promise<Record<"read" | "refused", number>> {
    const counts = { read: 0, refused: 0 };
    const files = scripts.map(({ text, isModule }, index) => {
      const file = join(folder, `${index}.${isModule ? "mjs" : "cjs"}`);
      writeFileSync(file, text);
      return file;
    });
    const loaded = loadInNode(files);
    for (const [index, { text, isModule }] of scripts.entries()) {
      try {
        const { value } = await readScript(text, isModule ? "x.mjs" : "x.cjs");
        expectEqual(tagged(plainValue(value)), loaded[index], text);
        counts.read++;
      } catch (error) {
        if (!(error instanceof ReadError)) {
          throw error;
        }
        counts.refused++;
      }
    }
    return counts;
  }

  it("given generated scripts, when they are read, then each has the values that Node.js gives, or is refused with a reason", async () => {
    const scripts = fc.sample(anyScript, { seed: SEED, numRuns: GENERATED });
    const { read } = await expectSame(scripts);

    expect(read).to.be.above(GENERATED / 2);
  });

  it("given the files of the corpus, when they are read, then each has the values that Node.js gives", async () => {
    const files = globSync("**/*.{js,ts}.txt", { cwd: CORPUS });
    const texts = await Promise.all(
      files.map((file) => readFile(join(CORPUS, file), "utf8")),
    );
    const scripts = texts.flatMap((text, index) => {
      const file = files[index] ?? "";
      const isModule = /^export /m.test(text);
      try {
        const script = file.endsWith(".ts.txt")
          ? withoutTypes(text, file)
          : text;
        return [{ text: script, isModule }];
      } catch {
        return [];
      }
    });
    for (const name of ["services", "chains.config"]) {
      copyFileSync(join(folder, "elsewhere.cjs"), join(folder, `${name}.js`));
    }
    const { read } = await expectSame(scripts);

    expect(read).to.be.at.least(scripts.length - 1);
    expect(read).to.be.above(40);
  });
});
