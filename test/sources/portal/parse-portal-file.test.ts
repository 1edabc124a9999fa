import { expect } from "chai";

import { parsePortalFile } from "../../../src/sources/portal/parse-portal-file.ts";
import { variablesIn } from "../../../src/sources/values.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { plainValue } from "../plain-value.ts";

const FILE = "chains.config.js";

const chainsIn = async (text: string, file = FILE) =>
  (await parsePortalFile(text, file)).chains.map(plainValue);

/** The first chain's field `x`, given by an expression. */
const fieldOf = async (expression: string, before = "") => {
  const text = `${before}\nmodule.exports = { chains: [{ chainId: 1, x: ${expression} }] };`;
  const { chains } = await parsePortalFile(text, FILE);
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
    ["module.exports.chains = [{ chainId: 1 }]"],
    ["exports.chains = [{ chainId: 1 }]", "x.cjs"],
    ["exports = module.exports = { chains: [{ chainId: 1 }] }"],
    ["export const chains = [{ chainId: 1 }]", "x.mjs"],
    ["const list = [{ chainId: 1 }]; export { list as chains }"],
    ["export default [{ chainId: 1 }]"],
    ["export default { chains: [{ chainId: 1 }] }"],
    ["export default { chainId: 1 }"],
    [
      "module.exports = Object.freeze({ chains: Object.freeze([{ chainId: 1 }]) })",
    ],
    ['[{ "chainId": 1 }]', "x.json"],
    ['{ "chains": [{ "chainId": 1 }] }', "x.json"],
    ['{ "devnet": { "chainId": 1 } }', "x.JSON"],
    ["\uFEFFmodule.exports = [{ chainId: 1 }]"],
    ['\uFEFF[{ "chainId": 1 }]', "x.json"],
    ["#!/usr/bin/env node\nmodule.exports = [{ chainId: 1 }]"],
  ] as const) {
    it(`given ${text} in ${file}, when it is read, then its chains are found`, async () => {
      expect(await chainsIn(text, file)).to.deep.equal(CHAIN);
    });
  }

  it("given an object of chains by name, when it is read, then the names are the chains' labels", async () => {
    const { chains } = await parsePortalFile(
      '{"devnet":{"chainId":1}}',
      "x.json",
    );

    expect(chains.map(({ label }) => label)).to.deep.equal(["devnet"]);
  });

  it("given an empty list, when it is read, then it has no chains, and that is no error", async () => {
    expect(await chainsIn("module.exports = { chains: [] }")).to.deep.equal([]);
  });

  for (const [expression, expected, before = ""] of [
    ["-1", -1],
    ["+1.5", 1.5],
    ["60_000", 60000],
    ["null", null],
    ["undefined", undefined],
    ["A", "a", "const A = 'a';"],
    ["T.main", "0x1", "const T = { main: '0x1' };"],
    ["T[1]", "b", "const T = ['a', 'b'];"],
    ["'https://' + HOST + '/' + 1", "https://h/1", "const HOST = 'h';"],
    [`\`https://\${HOST}/\``, "https://h/", "const HOST = `h`;"],
    ["[...L, 3]", [1, 2, 3], "const L = [1, 2];"],
    ["{ ...O, b: 2 }", { a: 1, b: 2 }, "const O = { a: 1, b: 1 };"],
    ["{ [K]: 1 }", { k: 1 }, "const K = 'k';"],
    ["{ a: 1, ...(false && B) }", { a: 1 }],
    ["IS ? 1 : 2", 1, "const IS = 1 !== 2;"],
    ["[false, 1, null].filter(Boolean)", [1]],
    ["f('a')", "a!", "const f = (x) => x + '!';"],
    ["[1, 2].map((x) => x * 2)", [2, 4]],
    ["Object.assign({}, { a: 1 }, { b: 2 })", { a: 1, b: 2 }],
    ["A", 2, "let A = 1; A = 2;"],
    ["10 * 60", 600],
    ["{ get a() { return 1 } }", { a: 1 }],
    ["A.x", 1, "class A { static x = 1 }"],
    ["process.env.NODE_ENV === 'production' ? 'a' : 'b'", "b"],
    ["Number(process.env.N) || 1.5", 1.5],
    ["parseInt(process.env.N ?? '12', 10)", 12],
    ["process.env.N ? process.env.N : 'x'", "x"],
    ["!process.env.N ? 'x' : Number(process.env.N)", "x"],
  ] as const) {
    it(`given ${before} ${expression}, when it is read, then its value is known`, async () => {
      expect(plainValue(await fieldOf(expression, before))).to.deep.equal(
        expected,
      );
    });
  }

  const ELSEWHERE = "is defined in another file";
  const NOT_PLAIN = "is not a plain object";
  const READS_NODE = "reads the environment (NODE)";
  for (const [expression, reason, before = ""] of [
    ["process.env.NODE", READS_NODE],
    ["process.env[K]", READS_NODE, "const K = 'NODE';"],
    ["process.env.A + '/' + process.env.B", "reads the environment (A, B)"],
    ["Number(process.env.NODE)", READS_NODE],
    ["env.NODE", READS_NODE, "const { env } = require('node:process');"],
    ["() => 1", "is a function"],
    ["A", ELSEWHERE, "const { A } = require('./a');"],
    ["A", ELSEWHERE, "const { B: A = 1 } = require('./a');"],
    ["A.b.c", ELSEWHERE, "const A = require('./a');"],
    ["require('./x.json')", ELSEWHERE],
    ["A", ELSEWHERE, "import A from './a.js';"],
    ["A.b", ELSEWHERE, "import { B as A } from './a.js';"],
    ["A.b", ELSEWHERE, "import * as A from './a.js';"],
    ["A.b", ELSEWHERE, "import A from './a.json' with { type: 'json' };"],
    ["/a/", NOT_PLAIN],
    ["new Map()", NOT_PLAIN],
    ["{ __proto__: { a: 1 } }", NOT_PLAIN],
    ["1n", "is a bigint"],
    ["Symbol()", "is a symbol"],
    ["1e999", "is not a finite number"],
  ] as const) {
    it(`given ${before} ${expression}, when the file is read, then only that value is unknown, with the reason`, async () => {
      const [file, exported] = before.startsWith("import")
        ? ["x.mjs", "export const chains ="]
        : [FILE, "module.exports ="];

      expect(
        await chainsIn(
          `${before} ${exported} [{ chainId: 1, x: ${expression} }];`,
          file,
        ),
      ).to.deep.equal([{ chainId: 1, x: `unknown: ${reason}` }]);
    });
  }

  for (const [expression, expected, variables, before = ""] of [
    ["process.env.A || 'x'", "x", ["A"]],
    ['process.env.A ?? "x"', "x", ["A"]],
    ["process.env.A || 100", 100, ["A"]],
    ["process.env.A || -1", -1, ["A"]],
    ["process.env.A || `x`", "x", ["A"]],
    ["process.env.A || X", "x", ["A"], "const X = 'x';"],
    ["process.env.A || process.env.B || 'x'", "x", ["A"]],
    ["process.env.A ?? (process.env.B ?? 'x')", "x", ["A"]],
    ["process.env.A || process.env.A || 'x'", "x", ["A"]],
    ["(process.env.A ?? '') || 'x'", "x", ["A"]],
    ["process.env.A || 'x' || 'y'", "x", ["A"]],
    ["process.env['A'] || 'x'", "x", ["A"]],
    ["process.env?.A ?? 'x'", "x", ["A"]],
    ["A || 'x'", "x", ["A"], "const A = process.env.A;"],
    [
      `\`https://\${process.env.A || 'x'}/\${process.env.B || 1}\``,
      "https://x/1",
      ["A", "B"],
    ],
    ["'https://' + (process.env.A || 'x')", "https://x", ["A"]],
    ["'x' || process.env.A", "x", []],
    ["process.env.A || ''", "", ["A"]],
    ["Number(process.env.A) || 1.5", 1.5, ["A"]],
    ["parseInt(process.env.A ?? '12', 10)", 12, ["A"]],
    ["process.env.A ? process.env.A : 'x'", "x", ["A"]],
    ["A || 'x'", "x", ["A"], "const { A } = process.env;"],
  ] as const) {
    it(`given ${before} ${expression}, when it is read, then the default is the value, and the variables are named`, async () => {
      const value = await fieldOf(expression, before);

      expect(value).to.include({ kind: "scalar", value: expected });
      expect(value && variablesIn(value)).to.have.members(variables);
    });
  }

  it("given a default, when it is read, then its place is the default's own, which is what a repair changes", async () => {
    const text = "module.exports = [{ chainId: 1, x: process.env.A || 'x' }]";
    const { chains } = await parsePortalFile(text, FILE);
    const x = chains[0]?.members.get("x");

    expect(text.slice(x?.value.place.start, x?.value.place.end)).to.equal(
      "'x'",
    );
    expect(text.slice(x?.at.start, x?.at.end)).to.equal("process.env.A || 'x'");
  });

  for (const [expression, before = ""] of [
    ["import.meta.env.A || 'x'"],
    ["env.A || 'x'", "import { env } from 'node:process';"],
    ["p.env.A || 'x'", "import * as p from 'process';"],
  ]) {
    it(`given ${before} ${expression} in a module, when it is read, then the default names the variable`, async () => {
      const text = `${before} export default [{ chainId: 1, x: ${expression} }]`;
      const { chains } = await parsePortalFile(text, "x.mjs");
      const value = chains[0]?.members.get("x")?.value;

      expect(value).to.deep.include({ value: "x", variables: ["A"] });
    });
  }

  it("given chains that only some environments have, when variables are read, then each default is named at its own chain", async () => {
    const { chains } = await parsePortalFile(
      `module.exports = [
        ...(process.env.LOCAL ? [{ chainId: 3, x: process.env.C || 'c' }] : []),
        { chainId: 1, x: process.env.A || 'a' },
        { chainId: 2, x: process.env.B || 'b' },
      ];`,
      FILE,
    );

    expect(
      chains.map(({ members }) => {
        const value = members.get("x")?.value;
        return value && variablesIn(value);
      }),
    ).to.deep.equal([["A"], ["B"]]);
  });

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
    ["", "\n"],
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
      expect(text.slice(field?.key.start, field?.key.end)).to.equal(
        "'nodeUri'",
      );
      expect(text.slice(field?.at.start, field?.at.end)).to.equal("A");
      expect(
        text.slice(field?.value.place.start, field?.value.place.end),
      ).to.equal("'u'");
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
      "'a'",
      "const base = { x: 'a' }; module.exports = [{ chainId: 1, ...base }]",
    ],
    [
      "2",
      "const a = { x: 1 }, b = { x: 2 }; module.exports = [{ chainId: 1, ...a, ...b, ...{} }]",
    ],
    ["3", "const a = { x: 1 }; module.exports = [{ ...a, chainId: 1, x: 3 }]"],
    [
      "x",
      "const make = (chainId, x) => ({ chainId, x }); module.exports = [make(1, 'a')]",
    ],
    [
      "2",
      "const all = [{ chainId: 1, x: 1 }, { chainId: 2, x: 2 }]; module.exports = all.filter((c) => c.chainId === 2)",
    ],
    [
      "'a'",
      "module.exports = [{ chainId: 1, x: 'a' }].map((c) => ({ ...c, y: 1 }))",
    ],
    [
      "'b'",
      "const chains = [{ chainId: 1, x: 'a' }]; chains[0].x = 'b'; module.exports = chains",
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
    [
      "'u'",
      "const f = (A) => A; const A = 'u'; module.exports = [{ chainId: 1, x: A }]",
      "A",
    ],
    [
      "'b'",
      "module.exports = [{ chainId: 2, x: 'b' }, { chainId: 1, x: 'a' }].sort((a, b) => a.chainId - b.chainId)",
    ],
    [
      "'a'",
      "const chains = []; if (!process.env.A) chains.push({ chainId: 1, x: 'a' }); module.exports = { chains }",
    ],
    [
      "'a'",
      "function make(chainId) { return { chainId, x: 'a' }; } module.exports = [make(1)]",
    ],
    [
      "'a'",
      "const base = { x: 'a' }; module.exports = [Object.assign({ chainId: 1 }, base)]",
    ],
    ["`a`", "module.exports = [{ chainId: 1, x: `a` }]"],
  ] as const) {
    it(`given ${text}, when it is read, then its name, its expression and its value are where they are in the text`, async () => {
      expect(await placed(text)).to.deep.equal(["x", at, value]);
    });
  }

  it("given lists that are joined, when they are read, then each item is at its literal", async () => {
    const text =
      "const A = ['a', 'b']; module.exports = [{ chainId: 1, x: ['c', ...A, `d`, 'e' + 1] }]";
    const { chains } = await parsePortalFile(text, FILE);
    const value = chains[0]?.members.get("x")?.value;

    expect(
      value?.kind === "list" &&
        value.items.map(({ place }) => text.slice(place.start, place.end)),
    ).to.deep.equal(["'c'", "'a'", "'b'", "`d`", "'e' + 1"]);
  });

  it("given the functions that portals have beside the chains, when the file is read, then its chains are known", async () => {
    const chains = await chainsIn(
      `const chains = [{ chainId: 1, isDefault: true }];
       const getDefaultChainIds = () => chains.filter((c) => c.isDefault).map((c) => c.chainId);
       function getSupportedChainIds() {
         const ids = []; const byId = {};
         for (const c of chains) { ids.push(c.chainId); byId[c.chainId] = c; }
         console.log(JSON.stringify(chains), Object.keys(chains));
         return ids;
       }
       const ids = (process.env.IDS || '1,2').split(',').map((id) => Number(id));
       if (require.main === module) { getSupportedChainIds(); }
       const settings = require('./settings'); const load = () => settings.load(chains);
       module.exports = { chains, getDefaultChainIds, getSupportedChainIds, load };`,
    );

    expect(chains).to.deep.equal([{ chainId: 1, isDefault: true }]);
  });

  it("given what a compiler made of TypeScript, when it is read, then its chains are known", async () => {
    const { chains } = await parsePortalFile(
      `"use strict";
       Object.defineProperty(exports, "__esModule", { value: true });
       exports.getDefaultChainIds = exports.chains = void 0;
       exports.chains = [{ chainId: 1 }];
       const getDefaultChainIds = () => exports.chains.filter((c) => c.isDefault);
       exports.getDefaultChainIds = getDefaultChainIds;`,
      FILE,
    );

    expect(chains.map(plainValue)).to.deep.equal([{ chainId: 1 }]);
  });

  for (const [what, text, file] of [
    [
      "of Babel, by default",
      "exports.default = void 0; exports.default = [{ chainId: 1 }];",
    ],
    [
      "of Babel, with a name of its own",
      "var _default = exports.default = [{ chainId: 1 }];",
    ],
    [
      "of an older Babel",
      "var _default = [{ chainId: 1 }]; exports.default = _default;",
    ],
    [
      "in TypeScript, by default",
      "import type { C } from './c';\ntype D = Partial<C>;\nconst chains: D[] = [{ chainId: 1 as const } satisfies D];\nexport default chains;",
      "chains.config.ts",
    ],
    [
      "in TypeScript, by name",
      "interface C { chainId: number }\nexport const chains: readonly C[] = [{ chainId: 1 }] as const;\nexport function ids(): number[] { return chains.map((c: C): number => c.chainId); }",
      "chains.config.mts",
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
    "module.exports.chains = [{ chainId: 2 }]; module.exports = { chains: [{ chainId: 1 }] };",
    "module.exports = { chains: [{ chainId: 1 }] }; exports.chains = [{ chainId: 2 }];",
    "exports.chains = [{ chainId: 1 }]; exports = {}; exports.chains = [{ chainId: 2 }];",
    "module.exports = { f() {} }; module.exports.chains = [{ chainId: 1 }];",
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
    [
      new RegExp(UNKNOWN),
      ["export { chains } from './chains.js'", "mjs"],
      ["\nexport { default } from './chains.js'", "mjs"],
    ],
    [
      /The file exports no chains\. Expected module\.exports/,
      "\nexport * from './other.js'",
      "const chains = []",
      "",
    ],
    [
      /^x\.js, line 3: This calls a function that is defined in another file\. Files are evaluated alone/,
      "\nconst load = require('./load');\nmodule.exports = [{ chainId: load('id') }]",
    ],
    [
      /line 2: This calls a function that is defined in another file/,
      "const more = require('./more');\nmodule.exports = [{ chainId: 1 }, ...more]",
    ],
    [
      USES("a value that is defined in another file"),
      "const { stage } = require('./stage');\nmodule.exports = [{ chainId: stage === 'live' ? 1 : 2 }]",
      "const { stage } = require('./stage');\nlet id = 2; try { id = stage ? 1 : 2 } catch {}\nmodule.exports = [{ chainId: id }]",
    ],
    [
      USES("Buffer\\."),
      "const chains = [];\nif (typeof Buffer === 'function') chains.push({});\nmodule.exports = { chains }",
    ],
    [
      USES("Date\\."),
      "\nmodule.exports = [{ chainId: 1, x: new Date().getFullYear() }]",
    ],
    [
      USES("import\\.meta\\.url\\.", 1),
      ["export default [{ chainId: 1, x: import.meta.url }]", "mjs"],
    ],
    [
      /This runs asynchronous code when it is loaded/,
      ["export const chains = await Promise.resolve([])", "mjs"],
    ],
    [
      /line 2: This changes the environment\./,
      "\nprocess.env.A = 'a'; module.exports = [{ chainId: 1, x: process.env.A }]",
    ],
    [
      /This changes the prototype of all objects/,
      "Object.prototype.nodeUri = 'x'; module.exports = [{ chainId: 1 }]",
    ],
    [
      /The script is too large/,
      `module.exports = [{ chainId: 1 }]; // ${"x".repeat(512 * 1024)}`,
    ],
    [/line 1, column 18: Expected a list of chains/, "module.exports = 3"],
    [
      /line 1, column 19: Expected a chain in the list of chains/,
      "module.exports = [3]",
    ],
    [/Expected a list of chains/, "module.exports = { a: 'b' }"],
    [
      /line 3, column 1: Invalid JavaScript: Unexpected token/,
      "const a = {\n  b: \n}",
    ],
    [/line 1, column 8: Invalid JavaScript/, "const a: number = 1"],
    [
      /^x\.json, line 2, column 1: Invalid JSON/,
      ['[\n// here\n{"chainId":1}]', "json"],
    ],
    [
      /^x\.json, line 3, column 1: Invalid JSON/,
      ['[{\n"chainId":1,\n}]', "json"],
    ],
    [/Invalid JSON/, ['[{"chainId":1', "json"], ["[{'chainId':1}]", "json"]],
    [/^x\.json: The file is empty/, [" \n", "json"]],
    [
      /^x\.tsx: Expected a \.js, \.cjs, \.mjs, \.ts or \.json file\. Compile/,
      ["[]", "tsx"],
    ],
    [
      /^x\.ts: TypeScript enum is not supported in strip-only mode\. Compile the file to JavaScript/,
      ["enum A { B }\nexport default [{ chainId: A.B }]", "ts"],
    ],
    [/^x\.ts: Invalid TypeScript: /, ["const a: = 1", "ts"]],
    [
      /is nested too deeply/,
      `module.exports = ${"[".repeat(200_000)}`,
      `module.exports = ${"1+".repeat(200_000)}1`,
      ["[".repeat(200_000) + "]".repeat(200_000), "json"],
      ["[".repeat(200_000), "json"],
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
