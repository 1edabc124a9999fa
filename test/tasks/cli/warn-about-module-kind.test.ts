import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { warnAboutModuleKind } from "../../../tasks/cli/javascript.ts";

describe("a module that is written", () => {
  let root: string;
  let said: string[];
  const { error } = console;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "alpha-module-kind-"));
    mkdirSync(join(root, "portal/config"), { recursive: true });
    said = [];
    console.error = (message: unknown) => {
      said.push(String(message));
    };
  });

  afterEach(() => {
    console.error = error;
    rmSync(root, { recursive: true });
  });

  for (const [type, kind, instead] of [
    ["module", "commonjs", ".cjs"],
    ["commonjs", "esm", ".mjs"],
  ] as const) {
    it(`given a .js file of ${kind} below a package.json of type ${type}, then stderr says how to name it`, async () => {
      writeFileSync(join(root, "package.json"), JSON.stringify({ type }));

      await warnAboutModuleKind(join(root, "portal/config/chains.js"), kind);

      expect(said).to.have.lengthOf(1);
      expect(said[0]).to.contain(`"type": "${type}"`);
      expect(said[0]).to.contain(`change its extension to ${instead}.`);
    });
  }

  for (const [what, outer, inner, name, kind] of [
    [
      "the package's own kind",
      '{"type":"module"}',
      undefined,
      "chains.js",
      "esm",
    ],
    [
      "an extension that tells",
      '{"type":"module"}',
      undefined,
      "chains.cjs",
      "commonjs",
    ],
    [
      "a nearer package.json without a type",
      '{"type":"module"}',
      "{}",
      "chains.js",
      "commonjs",
    ],
    [
      "a package.json that is no JSON",
      '{"type":',
      undefined,
      "chains.js",
      "commonjs",
    ],
  ] as const) {
    it(`given ${what}, then nothing is said`, async () => {
      writeFileSync(join(root, "package.json"), outer);
      if (inner !== undefined) {
        writeFileSync(join(root, "portal/package.json"), inner);
      }

      await warnAboutModuleKind(join(root, "portal/config", name), kind);

      expect(said).to.deep.equal([]);
    });
  }

  it("given no file and no module, then nothing is said", async () => {
    writeFileSync(join(root, "package.json"), '{"type":"module"}');

    await warnAboutModuleKind(undefined, "commonjs");
    await warnAboutModuleKind(join(root, "chains.js"), undefined);

    expect(said).to.deep.equal([]);
  });
});
