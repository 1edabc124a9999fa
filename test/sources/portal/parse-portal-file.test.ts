import { expect } from "chai";

import { parsePortalFile } from "../../../src/sources/portal/parse-portal-file.ts";
import { variablesIn } from "../../../src/sources/values.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { plainValue } from "../plain-value.ts";

const FILE = "chains.config.js";

const chainsIn = async (text: string, file = FILE) =>
  (await parsePortalFile(text, file)).chains.map(plainValue);

/** The first chain's field `x`, given by an expression. */
const fieldOf = async (expression: string, before: string) => {
  const [file, exported] = `${before}${expression}`.includes("import")
    ? ["x.mjs", "export const chains ="]
    : [FILE, "module.exports ="];
  const text = `${before}\n${exported} [{ chainId: 1, x: ${expression} }];`;
  const { chains } = await parsePortalFile(text, file);
  return chains[0]?.members.get("x")?.value;
};

const messageOf = (text: string, file = FILE) =>
  pluginMessageOf(() => parsePortalFile(text, file));

describe("a portal's file", () => {
  const CHAIN = [{ chainId: 1 }];
  for (const [text, file = FILE] of [
    [
      "const chains = [{ chainId: 1 }]; module.exports = { chains, other() {} }",
    ],
    ["module.exports = [{ chainId: 1 }]"],
    ["exports.chains = [{ chainId: 1 }]", "x.cjs"],
    ["exports = module.exports = { chains: [{ chainId: 1 }] }"],
    ["export const chains = [{ chainId: 1 }]", "x.mjs"],
    ["const list = [{ chainId: 1 }]; export { list as chains }"],
    ["export default [{ chainId: 1 }]"],
    ["export default { chainId: 1 }"],
    ['[{ "chainId": 1 }]', "x.json"],
    ['{ "chains": [{ "chainId": 1 }] }', "x.json"],
    ['{ "devnet": { "chainId": 1 } }', "x.JSON"],
    ["\uFEFFmodule.exports = [{ chainId: 1 }]"],
    ["#!/usr/bin/env node\nmodule.exports = [{ chainId: 1 }]"],
  ] as const) {
    it(`given ${text} in ${file}, when it is read, then its chains are found`, async () => {
      expect(await chainsIn(text, file)).to.deep.equal(CHAIN);
    });
  }

  for (const [expression, expected, before = "", ...variables] of [
    ["-1", -1],
    ["null", null],
    ["undefined", undefined],
    ["A", "a", "const A = 'a';"],
    ["T.main", "0x1", "const T = { main: '0x1' };"],
    ["'https://' + HOST + '/' + 1", "https://h/1", "const HOST = 'h';"],
    ["[...L, 3]", [1, 2, 3], "const L = [1, 2];"],
    ["{ ...O, b: 2 }", { a: 1, b: 2 }, "const O = { a: 1, b: 1 };"],
    ["{ [K]: 1 }", { k: 1 }, "const K = 'k';"],
    ["{ a: 1, ...(false && B) }", { a: 1 }],
    ["IS ? 1 : 2", 1, "const IS = 1 !== 2;"],
    ["f('a')", "a!", "const f = (x) => x + '!';"],
    ["Object.assign({}, { a: 1 }, { b: 2 })", { a: 1, b: 2 }],
    ["process.env.NODE_ENV === 'production' ? 'a' : 'b'", "b"],
    ["!process.env.N ? 'x' : Number(process.env.N)", "x", "", "N"],
    ["process.env.A || 'x'", "x", "", "A"],
    ['process.env.A ?? "x"', "x", "", "A"],
    ["process.env.A || -1", -1, "", "A"],
    ["process.env.A || process.env.B || 'x'", "x", "", "A"],
    ["(process.env.A ?? '') || 'x'", "x", "", "A"],
    ["process.env?.A ?? 'x'", "x", "", "A"],
    ["A || 'x'", "x", "const A = process.env.A;", "A"],
    ["A || 'x'", "x", "const { A } = process.env;", "A"],
    [
      `\`\${process.env.A || 'x'}/\${process.env.B || 1}\``,
      "x/1",
      "",
      "A",
      "B",
    ],
    ["'x' || process.env.A", "x"],
    ["Number(process.env.A) || 1.5", 1.5, "", "A"],
    ["process.env.A ? process.env.A : 'x'", "x", "", "A"],
    ["import.meta.env.A || 'x'", "x", "", "A"],
    ["env.A || 'x'", "x", "import { env } from 'node:process';", "A"],
    ["p.env.A || 'x'", "x", "import * as p from 'process';", "A"],
  ] as const) {
    it(`given ${before} ${expression}, when it is read, then its value is known, and the variables that may replace it are named`, async () => {
      const value = await fieldOf(expression, before);

      expect(plainValue(value)).to.deep.equal(expected);
      expect(value && variablesIn(value)).to.have.members(variables);
    });
  }

  const ELSEWHERE = "is defined in another file";
  const NOT_PLAIN = "is not a plain object";
  const READS_NODE = "reads the environment (NODE)";
  for (const [expression, reason, before = ""] of [
    ["process.env.NODE", READS_NODE],
    ["process.env.A + '/' + process.env.B", "reads the environment (A, B)"],
    ["Number(process.env.NODE)", READS_NODE],
    ["env.NODE", READS_NODE, "const { env } = require('node:process');"],
    ["() => 1", "is a function"],
    ["A", ELSEWHERE, "const { A } = require('./a');"],
    ["require('./x.json')", ELSEWHERE],
    ["A.b", ELSEWHERE, "import { B as A } from './a.js';"],
    ["A.b", ELSEWHERE, "import A from './a.json' with { type: 'json' };"],
    ["/a/", NOT_PLAIN],
    ["{ __proto__: { a: 1 } }", NOT_PLAIN],
    ["Symbol()", "is a symbol"],
    ["1e999", "is not a finite number"],
  ] as const) {
    it(`given ${before} ${expression}, when the file is read, then only that value is unknown, with the reason`, async () => {
      expect(plainValue(await fieldOf(expression, before))).to.equal(
        `unknown: ${reason}`,
      );
    });
  }

  it("given an entry of the list that is of another file, when the file is read, then the others are known, and the list says that it may hold more", async () => {
    const file = await parsePortalFile(
      "const more = require('./more'); module.exports = [{ chainId: 1 }, more.chain]",
      FILE,
    );

    expect(file.chains).to.have.length(1);
    expect(file.unknownParts.map(({ reason }) => reason)).to.deep.equal([
      "is defined in another file",
    ]);
  });

  it("given names that JavaScript uses itself, when they are read, then no prototype changes", async () => {
    const script = await parsePortalFile(
      'module.exports = [{ chainId: 1, ["__proto__"]: 2, constructor: 3 }]',
      FILE,
    );
    const json = await parsePortalFile(
      '[{"chainId":1,"__proto__":{"polluted":1}}]',
      "x.json",
    );

    expect(script.chains[0]?.members.get("__proto__")?.value).to.include({
      value: 2,
    });
    expect(json.chains[0]?.members.has("__proto__")).to.equal(true);
    expect(Reflect.get({}, "polluted")).to.equal(undefined);
  });

  it("given a name twice, when it is read, then the last counts, and the first is a duplicate", async () => {
    for (const [text, file] of [
      ["module.exports = [{ chainId: 1, x: 1, x: 2 }]", FILE],
      ['[{"chainId":1,"x":1,"x":2}]', "x.json"],
    ] as const) {
      const [chain] = (await parsePortalFile(text, file)).chains;

      expect(plainValue(chain?.members.get("x")?.value)).to.equal(2);
      expect(
        chain?.duplicates.map(({ name, key }) => [name, key.start]),
      ).to.deep.equal([
        ["x", Math.max(text.indexOf("x: 1"), text.indexOf('"x":1'))],
      ]);
    }
  });

  it("given a spread that is replaced on purpose, when it is read, then that is no duplicate", async () => {
    const { chains } = await parsePortalFile(
      "const base = { chainId: 1 }; module.exports = [{ ...base, chainId: 2 }]",
      FILE,
    );

    expect(chains[0]?.duplicates).to.deep.equal([]);
  });

  for (const [mark, ending] of [
    ["", "\r\n"],
    ["\uFEFF", "\n"],
  ] as const) {
    const lines =
      "\nconst A = 'u'\nmodule.exports = [{\n  chainId: 1,\n  'nodeUri': A\n}]";
    const text = `${mark}${lines.replaceAll("\n", ending)}`;
    it(`given lines that end in ${JSON.stringify(ending)}${mark && " after a byte order mark"}, when a field is read, then its name, its place and its value's place are the file's`, async () => {
      const { chains } = await parsePortalFile(text, FILE);
      const field = chains[0]?.members.get("nodeUri");

      expect(field?.key).to.include({ line: 5, column: 3 });
      expect(field?.at).to.include({ line: 5, column: 14 });
      expect(field?.value.place).to.include({ line: 2, column: 11 });
    });
  }

  const placed = async (text: string, name = "x") => {
    const { chains } = await parsePortalFile(text, FILE);
    const member = chains.at(-1)?.members.get(name);
    const partAt = (place: { start: number; end: number } | undefined) =>
      text.slice(place?.start, place?.end);
    return [member?.key, member?.at, member?.value.place].map(partAt);
  };

  for (const [value, text, at = value] of [
    [
      "'x'",
      "module.exports = [{ chainId: 1, x: process.env.A || 'x' }]",
      "process.env.A || 'x'",
    ],
    [
      "'a'",
      "const base = { x: 'a' }; module.exports = [{ chainId: 1, ...base }]",
    ],
    [
      "'u'",
      "const T = { a: { b: 'u' } }; module.exports = [{ chainId: 1, x: T.a.b }]",
      "T.a.b",
    ],
    [
      "'v'",
      "module.exports = [{ chainId: 1, x: process.env.A === 'b' ? 'u' : 'v' }]",
      "process.env.A === 'b' ? 'u' : 'v'",
    ],
    ["'a' + H", "const H = 'h'; module.exports = [{ chainId: 1, x: 'a' + H }]"],
  ] as const) {
    it(`given ${text}, when it is read, then its name, its expression and its value are where they are in the text`, async () => {
      expect(await placed(text)).to.deep.equal(["x", at, value]);
    });
  }

  for (const [what, text, file] of [
    [
      "of Babel, by default",
      "exports.default = void 0; exports.default = [{ chainId: 1 }];",
    ],
    [
      "in TypeScript, by default",
      "import type { C } from './c';\ntype D = Partial<C>;\nconst chains: D[] = [{ chainId: 1 as const } satisfies D];\nexport default chains;",
      "chains.config.ts",
    ],
    [
      "in CommonJS with types",
      "const chains: { chainId: number }[] = [{ chainId: 1 }];\nmodule.exports = { chains };",
      "chains.config.cts",
    ],
  ] as const) {
    it(`given chains ${what}, when they are read, then they are known`, async () => {
      expect(
        await chainsIn(`"use strict";\n${text}`, file ?? FILE),
      ).to.deep.equal([{ chainId: 1 }]);
    });
  }

  it("given TypeScript, when it is read, then places are those of the file", async () => {
    const text =
      "const chains: { é: '😀' }[] = [\n  { chainId: 1, network: 'x' as string },\n];\nexport default chains;";
    const [chain] = (await parsePortalFile(text, "chains.config.ts")).chains;
    const value = chain?.members.get("network")?.value;

    expect(value?.place).to.include({ line: 2, column: 26 });
    expect(text.slice(value?.place.start, value?.place.end)).to.equal("'x'");
  });

  for (const text of [
    "module.exports = { chains: [{ chainId: 1 }] }; exports.chains = [{ chainId: 2 }];",
    "exports = module.exports = { f() {} }; exports.chains = [{ chainId: 1 }];",
    "exports.chains = [{ chainId: 1 }]; module.exports = exports;",
  ] as const) {
    it(`given ${text}, when it is read, then that is exported which a portal loads`, async () => {
      expect(await chainsIn(text)).to.deep.equal([{ chainId: 1 }]);
    });
  }

  const USES = (what: string, line = 2) =>
    new RegExp(`^x\\.\\w+, line ${line}: This uses ${what}`);
  const UNKNOWN = "The chains are not known: this is defined in another file";
  /** Texts by their error, each in a .js file or in that with its extension. */
  const ERRORS: readonly (readonly [
    RegExp,
    ...(string | readonly [text: string, extension: string])[],
  ])[] = [
    [
      /^x\.js, line 2: Evaluating the file failed: ReferenceError: .*load/,
      "\nmodule.exports = load()",
    ],
    [
      new RegExp(`line 2, column 18: ${UNKNOWN}. Write the list as a literal`),
      "\nmodule.exports = require('./other.js')",
    ],
    [new RegExp(UNKNOWN), ["export { chains } from './chains.js'", "mjs"]],
    [
      /The file exports no chains\. Expected module\.exports/,
      "\nexport * from './other.js'",
      "",
    ],
    [
      /^x\.js, line 3: This calls a function that is defined in another file\. Files are evaluated alone/,
      "\nconst load = require('./load');\nmodule.exports = [{ chainId: load('id') }]",
    ],
    [
      USES("a value that is defined in another file"),
      "const { stage } = require('./stage');\nmodule.exports = [{ chainId: stage === 'live' ? 1 : 2 }]",
    ],
    [
      USES("Buffer\\."),
      "const chains = [];\nif (typeof Buffer === 'function') chains.push({});\nmodule.exports = { chains }",
    ],
    [
      /line 2: This changes the environment\./,
      "\nprocess.env.A = 'a'; module.exports = [{ chainId: 1, x: process.env.A }]",
    ],
    [/line 1, column 18: Expected a list of chains/, "module.exports = 3"],
    [
      /line 3, column 1: Invalid JavaScript: Unexpected token/,
      "const a = {\n  b: \n}",
    ],
    [
      /^x\.json, line 3, column 1: Invalid JSON/,
      ['[{\n"chainId":1,\n}]', "json"],
    ],
    [
      /^x\.tsx: Expected a \.js, \.cjs, \.mjs, \.ts or \.json file\. Compile/,
      ["[]", "tsx"],
    ],
    [
      /^x\.ts: TypeScript enum is not supported in strip-only mode\. Compile the file to JavaScript/,
      ["enum A { B }\nexport default [{ chainId: A.B }]", "ts"],
    ],
    [
      /is nested too deeply/,
      ["[".repeat(200_000) + "]".repeat(200_000), "json"],
    ],
    [
      /^x\.js: Evaluating the file failed: Error: a/,
      ...["99999999999999999999", "0", "3"].map(
        (line) =>
          `const error = new Error("a"); error.stack = "script:${line}";\nthrow error;`,
      ),
    ],
  ];
  for (const [message, ...texts] of ERRORS) {
    for (const given of texts) {
      const [text, extension] =
        typeof given === "string" ? [given, "js"] : given;
      it(`given ${text.slice(0, 99)} in x.${extension}, when it is read, then one error of this plugin says where it goes wrong`, async () => {
        expect(await messageOf(text, `x.${extension}`)).to.match(message);
      });
    }
  }

  it("given a file's name and texts with control characters, when the error is made, then it is one printable line", async () => {
    const message = await messageOf(
      "const \u001B[31m",
      "a\n::error::\u001B[31mb.js",
    );

    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    expect(message).to.not.match(/[\u0000-\u001F]|::/);
  });
});
