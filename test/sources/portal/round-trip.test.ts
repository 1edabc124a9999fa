import { createContext, runInContext } from "node:vm";

import { expect } from "chai";
import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { parse as parseYaml } from "yaml";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../../src/connect/portal-configs.ts";
import { isWrittenBy } from "../../../src/files/generated-by.ts";
import {
  configEnv,
  environmentVariable,
} from "../../../tasks/config/formats/env.ts";
import { configJs } from "../../../tasks/config/formats/js.ts";
import { configJson, configYaml } from "../../../tasks/config/formats/json.ts";

/** Texts that mean something to one of the languages they are written in. */
const HOSTILE_TEXTS = [
  "'\"`",
  "a\\",
  "$" + "{HOME}",
  "a # b",
  " leading and trailing ",
  "one\r\ntwo",
  "</script><!--",
  "*/ // -->",
  "\u2028\u2029\u0085",
  "\u0000\u001b[2J",
  "\u202e\ufeff\u{e0041}",
  "\ud800",
  "\u3164\ufe0f\u2800",
  "###vso[task.complete]",
  "__proto__",
  "no",
  "0x12",
  "12:30:00",
  "- a: b",
  "&a *a",
  "---",
];

const values = fc.array(
  fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.string({ unit: "binary", minLength: 1 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: Number.MIN_VALUE }),
    fc.boolean(),
  ),
  { minLength: 1 },
);

/** Seen by people and programs alike: nothing hides, moves or breaks a line. */
const UNSEEN =
  /[^\n\P{C}]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|##vso\[/u;

const isText = (value: unknown) => typeof value === "string";

const fieldsOf = (given: readonly ShownPortalField["value"][]) =>
  given.map((value, index) => ({
    field: `field${index}`,
    value,
    isHidden: false,
    origin: { kind: "preset" as const },
  }));

const configsOf = (
  fields: readonly ShownPortalField[],
): readonly ShownPortalConfig[] => [
  { network: "devnet", displayName: undefined, versions: {}, fields },
];

/** Expects of the members that are read what was given, in its order. */
function expectSame(
  print: (configs: readonly ShownPortalConfig[]) => string,
  read: (text: string) => unknown,
  isCompared: (value: unknown) => boolean = () => true,
): void {
  fc.assert(
    fc.property(values, (given) => {
      const fields = fieldsOf(given);
      const text = print(configsOf(fields));

      expect(
        Object.entries(Object(read(text))).filter(([, one]) => isCompared(one)),
      ).to.deep.equal(
        fields
          .filter(({ value }) => isCompared(value))
          .map(({ field, value }) => [field, value]),
      );
      expect(text).not.to.match(UNSEEN);
      expect(isWrittenBy(text, "config")).to.equal(print !== json);
    }),
    { seed: 20261121, numRuns: 300 },
  );
}

const json = (configs: readonly ShownPortalConfig[]) =>
  configJson(configs, "reference");
const yaml = (configs: readonly ShownPortalConfig[]) =>
  configYaml(configs, "reference");

describe("a portal config that is printed and read back", () => {
  it("given JSON, then it is the same, and nothing says that it is a file of ours", () => {
    expectSame(json, (text) => JSON.parse(text).devnet);
  });

  it("given YAML, then it is the same, and readers of 1.1 find the same texts", () => {
    expectSame(yaml, (text) => parseYaml(text).devnet);
    expectSame(
      yaml,
      (text) => parseYaml(text, { version: "1.1" }).devnet,
      isText,
    );
  });

  it("given a CommonJS module, then its chain is the same, and no page can end in it", () => {
    expectSame(
      (configs) => configJs(configs, "reference", "commonjs"),
      (text) => {
        expect(text).not.to.include("<");
        return JSON.parse(
          runInContext(
            `const module = {};\n${text}\nJSON.stringify(module.exports.chains[0])`,
            createContext({}),
          ),
        );
      },
    );
  });

  it("given a .env file, then dotenv finds the same under the variables' names", () => {
    const fields = fieldsOf(["$" + "{HOME}", "a # b", "- a: b", 7, true]);

    expect(
      parseDotenv(configEnv(configsOf(fields), "reference")),
    ).to.deep.equal(
      Object.fromEntries(
        fields.map(({ field, value }) => [
          environmentVariable("reference", "devnet", { field }),
          String(value),
        ]),
      ),
    );
  });
});
