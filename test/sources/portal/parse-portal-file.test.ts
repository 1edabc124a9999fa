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
    [
      "A || 'x'",
      "x",
      "require('dotenv').config(); const A = process.env.A;",
      "A",
    ],
    ["new URL('/b?c=1', 'https://h/a').href", "https://h/b?c=1"],
    ["new URL('https://h:8/a/?b=c#d').host", "h:8"],
    [
      "U.searchParams.get('k')",
      "a b",
      "const U = new URL('https://h/?k=a+b');",
    ],
    [
      "String(U)",
      "https://h/x?k=a%2Fb",
      "const U = new URL('https://h/'); U.pathname = 'x'; U.searchParams.set('k', 'a/b');",
    ],
    ["String(new URLSearchParams({ a: 1, b: '&' }))", "a=1&b=%26"],
    ["[...new URLSearchParams('a=1&a=2').getAll('a')]", ["1", "2"]],
    [
      "l",
      ["a1", "b&"],
      "const l = []; new URLSearchParams([['a', 1], ['b', '&']]).forEach((v, k) => l.push(k + v));",
    ],
    ["[URL.canParse('h'), URL.canParse('https://h')]", [false, true]],
    ["URL.parse?.('/b', 'https://h/a')?.href ?? 'none'", "https://h/b"],
    ["URL.parse('h')", null],
    ["typeof Set.groupBy", "undefined"],
    ["Error.stackTraceLimit", 5, "Error.stackTraceLimit = 5;"],
    [
      "A",
      "a",
      "const t = Date.now(); require('dotenv').config({ path: t }); const A = 'a';",
    ],
    ["f(A)", "a", "const f = (x) => 'a'; const A = require('./a');"],
    ["[A, 'b'][1]", "b", "const A = require('./a');"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    ["`${1}/${'b'.length}`", "1/1", "require('./a');"],
    [
      "o.m(2)(3)",
      5,
      "require('./a'); const o = { n: 2, m(x) { return (y) => x + y; } };",
    ],
    [
      "(o).m /* c */ (1) + o['m'](2)",
      3,
      "require('./a'); const o = { m: (x) => x };",
    ],
    ["new (class A { x = 1 })().x", 1, "require('./a');"],
    ["(new C).x", 1, "require('./a'); class C { x = 1 }"],
    ["o?.m?.(1) ?? 2", 1, "require('./a'); const o = { m: (x) => x };"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    ["String.raw`a${1}b` + Number?.('2')", "a1b2", "require('./a');"],
    [
      "new D(1).y",
      2,
      "require('./a'); class C { constructor(y) { this.y = y; } } class D extends C { constructor(y) { super(y + 1); } }",
    ],
    ["typeof nothing + !1", "undefinedfalse", "require('./a');"],
  ] as const) {
    it(`given ${before} ${expression}, when it is read, then its value is known, and the variables that may replace it are named`, async () => {
      const value = await fieldOf(expression, before);

      expect(plainValue(value)).to.deep.equal(expected);
      expect(value && variablesIn(value)).to.have.members(variables);
    });
  }

  const ELSEWHERE = "is defined in another file";
  const NOT_PLAIN = "is not a plain object";
  const REQUIRED = "const A = require('./a');";
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
    ["A + '/x'", ELSEWHERE, REQUIRED],
    ["'x' + (1 + A.b)", ELSEWHERE, REQUIRED],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    ["`https://${A.host}/x`", ELSEWHERE, REQUIRED],
    ["A === 1", ELSEWHERE, REQUIRED],
    ["A === 1 ? 'a' : 'b'", ELSEWHERE, REQUIRED],
    ["!A", ELSEWHERE, REQUIRED],
    ["typeof A", ELSEWHERE, REQUIRED],
    ["A?.b ?? 1", ELSEWHERE, REQUIRED],
    ["A || 'default'", ELSEWHERE, REQUIRED],
    ["A.load('id').x", ELSEWHERE, REQUIRED],
    ["new A('id').x", ELSEWHERE, REQUIRED],
    ["Number(A) * 2", ELSEWHERE, REQUIRED],
    ["JSON.stringify(A)", ELSEWHERE, REQUIRED],
    ["f(A)", ELSEWHERE, `${REQUIRED} const f = (x) => x ? 'a' : 'b';`],
    [
      "f(1)",
      ELSEWHERE,
      `${REQUIRED} const f = function (x) { return x + A; };`,
    ],
    ["new URL(A, 'https://h').href", ELSEWHERE, REQUIRED],
    ["{ a: 1, ...A }", ELSEWHERE, REQUIRED],
    ["Date.now()", "depends on Date"],
    ["new Date().getFullYear() + 1", "depends on Date"],
    ["Date.now() > 1 ? 'a' : 'b'", "depends on Date"],
    ["new Date('2020-01-01').getTime()", "depends on Date"],
    ["__dirname + '/x'", "depends on __dirname"],
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

  it("given a list that spreads one of another file, when the file is read, then its own entries are known, and the list says that it may hold more", async () => {
    const file = await parsePortalFile(
      "import { more } from './more.js'; export const chains = [...more, { chainId: 1 }, ...[{ chainId: 2 }]];",
      "x.mjs",
    );

    expect(file.chains.map(plainValue)).to.deep.equal([
      { chainId: 1 },
      { chainId: 2 },
    ]);
    expect(file.unknownParts.map(({ reason }) => reason)).to.deep.equal([
      "is defined in another file",
    ]);
  });

  it("given a list that spreads such a list, when the file is read, then its own entries are known", async () => {
    const file = await parsePortalFile(
      "const base = [...require('./more'), { chainId: 1 }]; module.exports = [...base, { chainId: 2 }];",
      FILE,
    );

    expect(file.chains.map(plainValue)).to.deep.equal([{ chainId: 2 }]);
    expect(file.unknownParts).to.have.length(1);
  });

  for (const [title, code] of Object.entries({
    "a call that catches its errors":
      "const main = async () => { try { await fetch('https://h'); } catch (error) { console.error(error); } }; main();",
    "a call of an asynchronous function":
      "async function main() { const r = await fetch('https://h'); if (!r.ok) throw new Error(await r.text()); chains.push(r); } main().catch((error) => { process.exitCode = 1; });",
    "a function that is called by itself":
      "(async () => { await new Promise((done) => setTimeout(done, 5)); })();",
    "a timer": "setTimeout(() => { chains.length = 0; }, 1);",
  })) {
    for (const exported of [
      "module.exports = { chains };",
      "export { chains };",
    ]) {
      it(`given ${title} after ${exported}, when the file is read, then its chains are known`, async () => {
        expect(
          await chainsIn(
            `const chains = [{ chainId: 1 }]; ${exported} ${code}`,
          ),
        ).to.deep.equal([{ chainId: 1 }]);
      });
    }
  }

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
      "\nconst add = require('./add'), chains = [{ chainId: 1 }];\nadd(chains); module.exports = chains",
      "\nconst add = require('./add'), chains = []; const keep = (one) => { chains.push(one); };\nkeep({ chainId: 1 }); add(chains[0]); module.exports = chains",
      "\nconst add = require('./add'), chains = [{ chainId: 1 }];\nadd(() => chains.pop()); module.exports = chains",
    ],
    [
      USES("a value that is defined in another file"),
      "const { stage } = require('./stage'), chains = [{ chainId: 1 }];\nmodule.exports = chains.filter(() => stage)",
      "const { stage } = require('./stage'), chains = [{ chainId: 1 }];\nmodule.exports = chains?.filter(() => stage)",
      "const { stage } = require('./stage'), map = new Map();\nmap.set('x', stage); module.exports = [{ chainId: map.size }]",
      "const { stage } = require('./stage');\nmodule.exports = [{ chainId: new Set([stage]).size }]",
      "let x = require('./stage');\nx &&= 1; module.exports = [{ chainId: x }]",
      "const { stage } = require('./stage');\nfor (const x of stage) f(x); module.exports = [{ chainId: 1 }]",
      "const { stage } = require('./stage');\nconst f = () => 1; module.exports = [{ chainId: f.call(1, stage) }]",
    ],
    [
      USES("Buffer\\."),
      "const chains = [];\nchains.push(typeof Buffer);\nmodule.exports = { chains }",
    ],
    [
      /runs asynchronous code when it is loaded/,
      "const chains = [{ chainId: 1 }]; (async () => { await 0; chains.pop(); })();\nmodule.exports = { chains }",
      [
        "export const chains = await Promise.resolve([{ chainId: 1 }]); await new Promise(() => {});",
        "mjs",
      ],
    ],
    [
      /longer than 2048 characters/,
      "\nmodule.exports = [{ chainId: 1, x: new URL('https://h/' + 'x'.repeat(2000 * 2)).href }]",
      "let x; try { x = new URL('https://h/' + 'x'.repeat(4000)).href } catch { x = 'none' }\nmodule.exports = [{ chainId: 1, x }]",
      "let x = 0; for (let i = 0; i < 6000; i++) if (URL.canParse('https://h')) x++;\nmodule.exports = [{ chainId: 1, x }]",
    ],
    [
      /This uses Array\.fromAsync\. Files are evaluated alone/,
      "module.exports = [{ chainId: Array.fromAsync ? 1 : 2 }]",
      "let chainId; try { chainId = typeof Array.fromAsync } catch { chainId = 2 }\nmodule.exports = [{ chainId }]",
    ],
    [
      /This uses RegExp\.\$1/,
      "/(1)/.test('1'); module.exports = [{ chainId: RegExp.$1 }]",
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
