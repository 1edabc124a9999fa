import { parseEnv } from "node:util";
import { createContext, runInContext } from "node:vm";

import { expect } from "chai";
import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { parse as parseYaml } from "yaml";
import type { ShownPortalConfig } from "../../../src/connect/portal-configs.ts";
import { isWrittenBy } from "../../../src/files/generated-by.ts";
import { DIALECTS, type Dialect } from "../../../src/networks/dialects.ts";
import {
  configEnv,
  environmentVariable,
} from "../../../tasks/config/formats/env.ts";
import { configJs } from "../../../tasks/config/formats/js.ts";
import {
  configJson,
  configValues,
} from "../../../tasks/config/formats/json.ts";
import { configYaml } from "../../../tasks/config/formats/yaml.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { anyPortalConfigs, environmentText } from "./any-portal-config.ts";

const dialects = fc.constantFrom(...DIALECTS);
const SEED = 20261121;
const RUNS = { seed: SEED, numRuns: 150 };

/** Seen by people and programs alike: nothing hides, moves or breaks a line. */
const UNSEEN = /[^\n\P{C}]|[\p{Zl}\p{Zp}]/u;

describe("a portal config that is printed and read back", function () {
  this.timeout(30_000);

  it("given JSON, then it is the same, in the same order, and nothing says that it is a file of ours", () => {
    fc.assert(
      fc.property(anyPortalConfigs(), dialects, (configs, dialect) => {
        const text = configJson(configs, dialect);
        const read: unknown = JSON.parse(text);

        expect(entriesOf(read)).to.deep.equal(expected(configs, dialect));
        expect(isWrittenBy(text, "config")).to.equal(false);
        expect(text).not.to.match(UNSEEN);
      }),
      RUNS,
    );
  });

  it("given YAML, then readers of 1.2 and of 1.1 find the same, in the same order", () => {
    fc.assert(
      fc.property(anyPortalConfigs(), dialects, (configs, dialect) => {
        const text = configYaml(configs, dialect);
        const read: unknown = parseYaml(text);

        expect(entriesOf(read)).to.deep.equal(expected(configs, dialect));
        expect(textsOf(parseYaml(text, { version: "1.1" }))).to.deep.equal(
          textsOf(configValues(configs, dialect)),
        );
        expect(isWrittenBy(text, "config")).to.equal(true);
        expect(text).not.to.match(UNSEEN);
      }),
      RUNS,
    );
  });

  it("given a CommonJS module, then its chains are the same and its functions give their ids", () => {
    fc.assert(
      fc.property(anyPortalConfigs(), dialects, (configs, dialect) => {
        const text = configJs(configs, dialect, "commonjs");
        const module = runInContext(
          `const module = { exports: {} };\n${text}\nJSON.stringify({
            chains: module.exports.chains,
            ids: [module.exports.getDefaultChainIds(), module.exports.getSupportedChainIds(), module.exports.getCustomChainIds()],
          })`,
          createContext({}),
        );
        const { chains, ids } = JSON.parse(module);

        expect(chains.map(Object.entries)).to.deep.equal(
          expected(configs, dialect).map(([, entries]) => entries),
        );
        expect(ids).to.deep.equal(idsOf(configs));
        expect(text).not.to.match(UNSEEN);
        expect(text).not.to.include("<");
      }),
      RUNS,
    );
  });

  it("given a .env file of what one can carry, then dotenv and Node read the same from it, and nothing else", () => {
    fc.assert(
      fc.property(anyPortalConfigs(environmentText), (configs) => {
        const text = configEnv(configs, "reference");

        expect(parseDotenv(text)).to.deep.equal(environmentOf(configs));
        expect({ ...parseEnv(text) }).to.deep.equal(environmentOf(configs));
        expect(isWrittenBy(text, "config")).to.equal(true);
      }),
      RUNS,
    );
  });

  it("given a .env file of any values, then it is the same, or refused by the name of a field whose value it would change", async () => {
    await fc.assert(
      fc.asyncProperty(anyPortalConfigs(), async (configs) => {
        let text: string;
        try {
          text = configEnv(configs, "reference");
        } catch {
          const message = await pluginMessageOf(() =>
            configEnv(configs, "reference"),
          );
          const [, field, network] =
            /(\S+) of (\w+) cannot be written/.exec(message) ?? [];
          const value = configs
            .find((config) => config.network === network)
            ?.fields.find((candidate) => candidate.field === field)?.value;
          expect(value, message).to.match(HARD_TO_WRITE);
          return;
        }
        expect(parseDotenv(text)).to.deep.equal(environmentOf(configs));
      }),
      RUNS,
    );
  });
});

/** Controls, marks that hide what follows, halves of characters, apostrophes, a backslash at the end. */
const HARD_TO_WRITE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}']|\\$/u;

type Entries = readonly (readonly [
  string,
  readonly (readonly [string, unknown])[],
])[];

function entriesOf(value: unknown): Entries {
  return Object.entries(Object(value)).map(([network, config]) => [
    network,
    Object.entries(Object(config)),
  ]);
}

function expected(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): Entries {
  return entriesOf(configValues(configs, dialect));
}

/** The texts in a value: what the versions of YAML must not differ in. */
function textsOf(value: unknown): readonly unknown[] {
  return entriesOf(value).flatMap(([, entries]) =>
    entries.filter(([, member]) => typeof member === "string"),
  );
}

function idsOf(configs: readonly ShownPortalConfig[]): unknown[][] {
  const chains = configs.map(
    ({ fields }) =>
      new Map(fields.map(({ field, value }) => [field, value] as const)),
  );
  const ids = (isIn: (chain: ReadonlyMap<string, unknown>) => boolean) =>
    chains.filter(isIn).map((chain) => chain.get("chainId"));
  return [
    ids((chain) => chain.get("isDefault") === true),
    ids(() => true),
    ids((chain) => chain.get("isCustom") === true),
  ];
}

function environmentOf(
  configs: readonly ShownPortalConfig[],
): Record<string, string> {
  return Object.fromEntries(
    configs.flatMap(({ network, fields }) =>
      fields.map(({ field, value }) => [
        environmentVariable("reference", network, field),
        String(value),
      ]),
    ),
  );
}
