import { expect } from "chai";

import {
  parsePortalFile,
  parsePortalVariants,
} from "../../../src/sources/portal/parse-portal-file.ts";
import { variablesIn } from "../../../src/sources/script/values.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { plainValue } from "../plain-value.ts";

const FILE = "chains.config.js";

const chainsIn = (text: string, file = FILE) =>
  parsePortalFile(text, file).chains.map(plainValue);

/** The first chain's field `x`, given by an expression. */
const knownOf = (expression: string, before = "") => {
  const text = `${before}\nmodule.exports = { chains: [{ chainId: 1, x: ${expression} }] };`;
  return plainValue(
    parsePortalFile(text, FILE).chains[0]?.members.get("x")?.value,
  );
};

const messageOf = (text: string, file = FILE) =>
  pluginMessageOf(() => parsePortalFile(text, file));

describe("a portal's file", () => {
  const CHAIN = [{ chainId: 1 }];
  for (const [shape, text, file] of [
    [
      "module.exports = { chains }",
      "const chains = [{ chainId: 1 }]; module.exports = { chains, other: f }",
    ],
    ["module.exports of the list", "module.exports = [{ chainId: 1 }]"],
    ["module.exports.chains", "module.exports.chains = [{ chainId: 1 }]"],
    ["exports.chains", "exports.chains = [{ chainId: 1 }]", "x.cjs"],
    [
      "exports = module.exports",
      "exports = module.exports = { chains: [{ chainId: 1 }] }",
    ],
    ["export const chains", "export const chains = [{ chainId: 1 }]", "x.mjs"],
    [
      "export { list as chains }",
      "const list = [{ chainId: 1 }]; export { list as chains }",
    ],
    ["export default of the list", "export default [{ chainId: 1 }]"],
    [
      "export default { chains }",
      "export default { chains: [{ chainId: 1 }] }",
    ],
    ["export default of one chain", "export default { chainId: 1 }"],
    [
      "Object.freeze",
      "module.exports = Object.freeze({ chains: Object.freeze([{ chainId: 1 }]) })",
    ],
    ["JSON, a list", '[{ "chainId": 1 }]', "x.json"],
    ["JSON, under chains", '{ "chains": [{ "chainId": 1 }] }', "x.json"],
    ["JSON, by name", '{ "devnet": { "chainId": 1 } }', "x.JSON"],
    ["a byte order mark", "\uFEFFmodule.exports = [{ chainId: 1 }]"],
    ["a byte order mark before JSON", '\uFEFF[{ "chainId": 1 }]', "x.json"],
    ["a hashbang", "#!/usr/bin/env node\nmodule.exports = [{ chainId: 1 }]"],
  ] as const) {
    it(`given ${shape}, when it is read, then its chains are found`, () => {
      expect(chainsIn(text, file ?? FILE)).to.deep.equal(CHAIN);
    });
  }

  it("given an object of chains by name, when it is read, then the names are the chains' labels", () => {
    const { chains } = parsePortalFile('{"devnet":{"chainId":1}}', "x.json");

    expect(chains.map(({ label }) => label)).to.deep.equal(["devnet"]);
  });

  it("given an empty list, when it is read, then it has no chains, and that is no error", () => {
    expect(chainsIn("module.exports = { chains: [] }")).to.deep.equal([]);
  });

  for (const [what, expression, expected, before] of [
    ["a number below zero", "-1", -1],
    ["a number with a plus", "+1.5", 1.5],
    ["a grouped number", "60_000", 60000],
    ["null", "null", null],
    ["undefined", "undefined", undefined],
    ["a constant", "A", "a", "const A = 'a';"],
    [
      "a constant that is declared later",
      "A",
      "a",
      "var z; const A = B; const B = 'a';",
    ],
    ["a constant's member", "T.main", "0x1", "const T = { main: '0x1' };"],
    ["a list's item", "T[1]", "b", "const T = ['a', 'b'];"],
    [
      "joined texts",
      "'https://' + HOST + '/' + 1",
      "https://h/1",
      "const HOST = 'h';",
    ],
    ["a template", `\`https://\${HOST}/\``, "https://h/", "const HOST = `h`;"],
    ["a spread list", "[...L, 3]", [1, 2, 3], "const L = [1, 2];"],
    [
      "a spread object",
      "{ ...O, b: 2 }",
      { a: 1, b: 2 },
      "const O = { a: 1, b: 1 };",
    ],
    ["a computed name that is known", "{ [K]: 1 }", { k: 1 }, "const K = 'k';"],
    [
      "two equal values of a condition",
      "load() ? [1, 'a'] : [1, 'a']",
      [1, "a"],
    ],
    ["a condition that is known", "IS ? 1 : 2", 1, "const IS = 1 !== 2;"],
    [
      "a spread under a condition that is false",
      "{ a: 1, ...(false && B) }",
      { a: 1 },
    ],
    ["a list without what is false", "[false, 1, null].filter(Boolean)", [1]],
    [
      "a default number of an environment variable",
      "Number(process.env.N) || 1.5",
      1.5,
    ],
    ["the number of a default", "parseInt(process.env.N ?? '12', 10)", 12],
    ["a default after a question", "process.env.N ? process.env.N : 'x'", "x"],
    [
      "a default after a negated question",
      "!process.env.N ? 'x' : Number(process.env.N)",
      "x",
    ],
  ] as const) {
    it(`given ${what}, when it is read, then its value is known`, () => {
      expect(knownOf(expression, before)).to.deep.equal(expected);
    });
  }

  for (const [what, expression, reason, before] of [
    [
      "an environment variable",
      "process.env.NODE",
      "reads the environment (NODE)",
    ],
    [
      "an environment variable by a constant's name",
      "process.env[K]",
      "reads the environment (NODE)",
      "const K = 'NODE';",
    ],
    [
      "an environment variable by a name that is not known",
      "process.env[k()] || 'x'",
      "reads the environment",
    ],
    [
      "several environment variables without a default",
      "process.env.A || process.env.B",
      "reads the environment (A, B)",
    ],
    [
      "an environment variable whose default is a function's",
      "process.env.NODE || load()",
      "reads the environment (NODE)",
    ],
    [
      "an environment variable whose default is a list",
      "process.env.NODE || ['x']",
      "reads the environment (NODE)",
    ],
    [
      "a value under the condition of an environment variable",
      "process.env.NODE && 'x'",
      "depends on the environment (NODE)",
    ],
    [
      "one of two values",
      "isProduction ? 'a' : 'b'",
      "depends on the environment (NODE_ENV)",
      "const isProduction = process.env.NODE_ENV === 'production';",
    ],
    [
      "a comparison of an environment variable",
      "process.env.NODE !== 'x'",
      "depends on the environment (NODE)",
    ],
    [
      "the number of an environment variable with a default that it never has",
      "Number(process.env.NODE) ?? 1",
      "reads the environment (NODE)",
    ],
    [
      "an environment of the file's own",
      "process.env.NODE || 'x'",
      "depends on a condition",
      "const process = { env: load() };",
    ],
    [
      "a default of a function's result",
      "load() || 'x'",
      "depends on a condition",
    ],
    [
      "a member that the environment chooses",
      "T[process.env.NET || 'a']",
      "depends on the environment (NET)",
      "const T = { a: 1 };",
    ],
    [
      "more defaults than anybody writes",
      Array.from(
        { length: 21 },
        (_, index) => `(process.env.V${index} || 'x')`,
      ).join(" + "),
      "depends on too many environment variables",
    ],
    ["a function's result", "load()", "calls a function"],
    ["a part of a template", `\`https://\${load()}\``, "calls a function"],
    [
      "a function that has the name of JavaScript's own",
      "Object.freeze('x')",
      "calls a function",
      "const Object = load();",
    ],
    ["a condition", "load() ? 1 : 2", "depends on a condition"],
    ["a function", "() => 1", "is a function"],
    [
      "a variable that may change",
      "A",
      "is declared with let, so it may change",
      "let A = 1; A = 2;",
    ],
    [
      "a name that is taken from another file",
      "A",
      "is defined in another file",
      "const { A } = require('./chains.config');",
    ],
    [
      "a name that is renamed from another file",
      "A",
      "is defined in another file",
      "const { B: A = 1 } = require('./chains.config');",
    ],
    [
      "a member of another file",
      "A.b.c",
      "is defined in another file",
      "const A = require('./chains.config');",
    ],
    [
      "a member of another file, read at once",
      "A",
      "is defined in another file",
      "const A = require('./chains.config').A;",
    ],
    ["an import", "A", "is defined in another file", "const a = 1; "],
    [
      "a name of nowhere",
      "A",
      "uses a name that is not declared as a constant in this file",
    ],
    [
      "a constant that is itself",
      "A",
      "refers to itself",
      "const A = B; const B = A;",
    ],
    ["arithmetic", "10 * 60", "is computed"],
    ["a sum of numbers", "1 + 2", "is computed"],
    ["a regular expression", "/a/", "is not a string, number, boolean or null"],
    ["a big integer", "1n", "is not a string, number, boolean or null"],
    [
      "a number without end",
      "1e999",
      "is not a string, number, boolean or null",
    ],
    [
      "a member that is not there",
      "T.toString",
      "reads a member that is not known",
      "const T = {};",
    ],
    [
      "a template of what is not there",
      `\`\${T.a}\``,
      "reads a member that is not known",
      "const T = {};",
    ],
  ] as const) {
    it(`given ${what}, when the file is read, then only that value is unknown, and why is said`, () => {
      const text =
        what === "an import"
          ? "import A from './a.js'; export const chains = [{ chainId: 1, x: A }]"
          : `${before ?? ""}\nmodule.exports = { chains: [{ chainId: 1, x: ${expression} }] };`;
      const [chain] = parsePortalFile(text, FILE).chains;

      expect(plainValue(chain?.members.get("x")?.value)).to.equal(
        `unknown: ${reason}`,
      );
      expect(plainValue(chain?.members.get("chainId")?.value)).to.equal(1);
    });
  }

  for (const [what, expression, expected, variables, before] of [
    ["a text", "process.env.A || 'x'", "x", ["A"]],
    [
      "a text where the variable is not set",
      'process.env.A ?? "x"',
      "x",
      ["A"],
    ],
    ["a number", "process.env.A || 100", 100, ["A"]],
    ["a negative number", "process.env.A || -1", -1, ["A"]],
    ["a template without parts", "process.env.A || `x`", "x", ["A"]],
    ["a constant", "process.env.A || X", "x", ["A"], "const X = 'x';"],
    [
      "another variable's",
      "process.env.A || process.env.B || 'x'",
      "x",
      ["A", "B"],
    ],
    [
      "another variable's in brackets",
      "process.env.A ?? (process.env.B ?? 'x')",
      "x",
      ["A", "B"],
    ],
    ["the variable's own", "process.env.A || process.env.A || 'x'", "x", ["A"]],
    [
      "an empty text, which has one itself",
      "(process.env.A ?? '') || 'x'",
      "x",
      ["A"],
    ],
    ["a text, which needs none", "process.env.A || 'x' || 'y'", "x", ["A"]],
    ["a text by a name in brackets", "process.env['A'] || 'x'", "x", ["A"]],
    ["a text by an optional chain", "process.env?.A ?? 'x'", "x", ["A"]],
    [
      "a text of a module's environment",
      "import.meta.env.A || 'x'",
      "x",
      ["A"],
    ],
    [
      "a constant that is a variable",
      "A || 'x'",
      "x",
      ["A"],
      "const A = process.env.A;",
    ],
    [
      "a part of a text",
      `\`https://\${process.env.A || 'x'}/\${process.env.B || 1}\``,
      "https://x/1",
      ["A", "B"],
    ],
    [
      "a part of a sum",
      "'https://' + (process.env.A || 'x')",
      "https://x",
      ["A"],
    ],
    ["a text before a variable", "'x' || process.env.A", "x", []],
    ["nothing", "process.env.A || undefined", undefined, ["A"]],
  ] as const) {
    it(`given an environment variable whose default is ${what}, when it is read, then that is the value, and the variables are named`, () => {
      const text = `${before ?? ""}\nmodule.exports = [{ chainId: 1, x: ${expression} }];`;
      const { chains, changes } = parsePortalFile(text, FILE);
      const value = chains[0]?.members.get("x")?.value;

      expect(value).to.include({ kind: "scalar", value: expected });
      expect(value && variablesIn(value)).to.deep.equal(variables);
      expect(changes).to.deep.equal([]);
    });
  }

  it("given a default, when it is read, then its place is the default's own, which is what a repair changes", () => {
    const text = "module.exports = [{ chainId: 1, x: process.env.A || 'x' }]";
    const x = parsePortalFile(text, FILE).chains[0]?.members.get("x");

    expect(text.slice(x?.value.place.start, x?.value.place.end)).to.equal(
      "'x'",
    );
    expect(text.slice(x?.at.start, x?.at.end)).to.equal("process.env.A || 'x'");
  });

  it("given a member whose name is a default, when the chain is read, then it says that it may hold more", () => {
    const [chain] = parsePortalFile(
      "module.exports = [{ [process.env.A || 'x']: 1, chainId: 1 }]",
      FILE,
    ).chains;

    expect([...(chain?.members.keys() ?? [])]).to.deep.equal(["chainId"]);
    expect(chain?.unknownParts.map(({ reason }) => reason)).to.deep.equal([
      "has a computed name",
    ]);
  });

  for (const [what, assignment, isChange] of [
    ["its variable", "process.env.A = 'y';", true],
    ["a variable that only running tells", "process.env[name] = 'y';", true],
    ["another variable", "process.env.B = 'y';", false],
  ] as const) {
    it(`given a default in a file that sets ${what}, when it is read, then that is ${isChange ? "" : "no "}reason not to know it`, () => {
      const { changes } = parsePortalFile(
        `${assignment}\nmodule.exports = [{ chainId: 1, x: process.env.A || 'x' }];`,
        FILE,
      );

      expect(changes.map(({ reason }) => reason)).to.deep.equal(
        isChange
          ? ["sets an environment variable that a value is read from"]
          : [],
      );
    });
  }

  it("given a spread that cannot be known, when the chain is read, then what stands before it is unknown, what stands after is known, and the chain says that it may hold more", () => {
    const [chain] = parsePortalFile(
      "module.exports = [{ a: 1, ...load(), chainId: 2 }]",
      FILE,
    ).chains;

    expect(plainValue(chain?.members.get("a")?.value)).to.match(
      /^unknown: may be overridden on line 1, which calls a function/,
    );
    expect(plainValue(chain?.members.get("chainId")?.value)).to.equal(2);
    expect(chain?.unknownParts).to.have.length(1);
  });

  it("given an entry of the list that cannot be known, when the file is read, then the others are, and the list says that it may hold more", () => {
    const file = parsePortalFile(
      "module.exports = [{ chainId: 1 }, load(), ...(process.env.X ? [{}] : [])]",
      FILE,
    );

    expect(file.chains).to.have.length(1);
    expect(file.unknownParts.map(({ reason }) => reason)).to.have.members([
      "calls a function",
      "depends on the environment (X)",
    ]);
  });

  it("given names that JavaScript uses itself, when they are read, then no prototype changes", () => {
    const script = parsePortalFile(
      'module.exports = [{ chainId: 1, __proto__: { polluted: 1 }, ["__proto__"]: 2, constructor: 3 }]',
      FILE,
    ).chains[0];
    const json = parsePortalFile(
      '[{"chainId":1,"__proto__":{"polluted":1}}]',
      "x.json",
    ).chains[0];

    expect(script?.members.get("__proto__")?.value).to.include({ value: 2 });
    expect(script?.unknownParts.map(({ reason }) => reason)).to.deep.equal([
      "sets the prototype",
    ]);
    expect(json?.members.has("__proto__")).to.equal(true);
    expect(Reflect.get({}, "polluted")).to.equal(undefined);
  });

  it("given a name twice, when it is read, then the last counts, and the first is kept as a duplicate", () => {
    for (const [text, file] of [
      ["module.exports = [{ chainId: 1, x: 1, x: 2 }]", FILE],
      ['[{"chainId":1,"x":1,"x":2}]', "x.json"],
    ] as const) {
      const [chain] = parsePortalFile(text, file).chains;

      expect(plainValue(chain?.members.get("x")?.value)).to.equal(2);
      expect(
        chain?.duplicates.map(({ value }) => plainValue(value)),
      ).to.deep.equal([1]);
    }
  });

  it("given a spread that is replaced on purpose, when it is read, then that is no duplicate", () => {
    const [chain] = parsePortalFile(
      "const base = { chainId: 1 }; module.exports = [{ ...base, chainId: 2 }]",
      FILE,
    ).chains;

    expect(chain?.duplicates).to.deep.equal([]);
  });

  for (const [ending, text] of [
    [
      "\\n",
      "\nmodule.exports = [{\n  chainId: 1,\n  'nodeUri': A\n}]\nconst A = 'u'",
    ],
    [
      "\\r\\n",
      "\r\nmodule.exports = [{\r\n  chainId: 1,\r\n  'nodeUri': A\r\n}]\r\nconst A = 'u'",
    ],
    [
      "\\n after a byte order mark",
      "\uFEFF\nmodule.exports = [{\n  chainId: 1,\n  'nodeUri': A\n}]\nconst A = 'u'",
    ],
  ] as const) {
    it(`given lines that end in ${ending}, when a field is read, then its name, its place and its value's place are the file's`, () => {
      const field = parsePortalFile(text, FILE).chains[0]?.members.get(
        "nodeUri",
      );

      expect(field?.key).to.include({ line: 4, column: 3 });
      expect(field?.at).to.include({ line: 4, column: 14 });
      expect(field?.value.place).to.include({ line: 6, column: 11 });
      expect(text.slice(field?.key.start, field?.key.end)).to.equal(
        "'nodeUri'",
      );
      expect(text.slice(field?.at.start, field?.at.end)).to.equal("A");
      expect(
        text.slice(field?.value.place.start, field?.value.place.end),
      ).to.equal("'u'");
    });
  }

  for (const [what, change] of [
    ["assigns to a chain", "chains[0].nodeUri = process.env.X;"],
    ["adds a chain", "chains.push({ chainId: 2 });"],
    ["adds a chain under a condition", "if (process.env.X) chains.push({});"],
    ["assigns to each chain", "for (const c of chains) { c.x = 1; }"],
    ["assigns in a callback", "chains.forEach((c) => { c.x = 1; });"],
    ["merges into a chain", "Object.assign(chains[0], {});"],
    ["deletes a field", "delete chains[0].chainId;"],
    ["counts a field up", "chains[0].chainId++;"],
    ["assigns through another name", "const [c] = chains; c.x = 1;"],
    ["assigns to a constant of a chain", "base.x = 2;"],
    ["hands the chains to another file", "require('./patch')(chains);"],
    [
      "runs another file's function for each",
      "chains.forEach(require('./patch'));",
    ],
    ["hands the chains to another file in an object", "load({ chains });"],
    ["hands the chains to another file by a function", "load(() => chains);"],
    [
      "hands another name of theirs to another file",
      "const other = chains; load(other);",
    ],
    ["hands each chain to another file", "for (const c of chains) load(c);"],
    [
      "hands each chain to another file in a callback",
      "chains.map((c) => load(c));",
    ],
    [
      "hands them on through its own function",
      "const fix = (c) => load(c); fix(chains);",
    ],
    ["hands its exports to another file", "load(module.exports);"],
    [
      "hands what it collected to another file",
      "const all = []; for (const c of chains) all.push(c); load(all);",
    ],
    ["hands them to a template's function", `load\`\${chains}\`;`],
    ["makes something of another file with them", "new Loader(chains);"],
    ["uses one of two files with them", "(first || second).run(chains);"],
    ["borrows a method", "Array.prototype.push.call(chains, {});"],
    ["borrows an empty list's method", "[].push.apply(chains, [{}]);"],
    ["names the method by a text", "chains['pu' + 'sh']({});"],
    ["defines a field", "Object.defineProperty(chains[0], 'x', { value: 2 });"],
    ["takes values apart into a chain", "({ x: chains[0].x } = load());"],
    ["evaluates a text", "eval('chains.pop()');"],
    ["calls a method for the chains", "chains.push.call(chains, {});"],
    ["binds a method", "const add = chains.push.bind(chains); add({});"],
    ["hands a method on", "[{}].forEach(chains.push, chains);"],
    ["takes a method out", "const { push } = chains; run(push);"],
    ["adds to them or to nothing", "(chains || []).push({});"],
    ["adds to the one or the other", "(a ? chains : []).push({});"],
    ["adds to what is assigned", "let l; (l ??= chains).push({});"],
    ["adds to a value of an object", "Object.values({ chains })[0].push({});"],
    ["adds to a list's list", "[chains][0].push({});"],
    ["adds to what a function gives", "const f = () => chains; f().push({});"],
    [
      "adds to what another name of it gives",
      "function f() { return chains } const l = f(); l.push({});",
    ],
    ["adds to a class's", "class A { static l = chains } A.l.push({});"],
    ["adds to what a class gets", "class A { l = chains } new A().l.push({});"],
    ["adds to its own exports", "this.chains.push({});"],
    ["adds to what it throws", "try { f(); } catch (e) { e.push({}); }"],
    [
      "adds to its arguments",
      "function f() { arguments[0].push({}); } f(chains);",
    ],
    ["gives them to everybody", "globalThis.all = chains;"],
    ["adds to a filtered chain's list", "chains.filter(f)[0].rpc.push('x');"],
    ["opens a chain's scope", "with (chains[0]) { x = 2 }"],
    [
      "exports something else under a condition",
      "if (process.env.X) module.exports = { chains: [] };",
    ],
    ["sorts the chains", "chains.sort((a, b) => a.chainId - b.chainId);"],
    [
      "sorts what a function makes of them",
      "const ids = () => chains.map((c) => c.chainId); ids().sort();",
    ],
    ["calls a method that is not known", "chains.map((c) => c.load());"],
    ["calls one by a list's method", "chains.map(load.bind());"],
    [
      "collects in a chain",
      "chains.reduce((all, c) => { all.x = c; return c; }, {});",
    ],
    [
      "collects in what a call of its own is given",
      "chains.reduce(function f(all) { all.x = 1; f(chains[0]); return all; }, {});",
    ],
    [
      "has a list's method of its own",
      "const o = { filter: () => chains }; o.filter().push({});",
    ],
    [
      "adds to a list that it declares anew as the chains",
      "let l = []; l = chains; l.push({});",
    ],
    [
      "adds to a list of the name of a parameter that the chains are given as",
      "const l = []; const f = (l) => l.push({}); f(chains);",
    ],
    ["leaves them to a global", "all = chains;"],
    ["takes them apart into a global", "[all] = chains;"],
    [
      "hands a part of them to another file's method",
      "const lib = require('lib'); lib.map(chains, (c) => c);",
    ],
    [
      "hands them to a promise",
      "Promise.resolve(chains).then((c) => c.push({}));",
    ],
    ["hands them to another file in a map", "load(new Map([[1, chains]]));"],
    [
      "hands them to another file from a map",
      "const m = new Map(); m.set(1, chains); load(m);",
    ],
    [
      "gives JSON a function of another file",
      "JSON.stringify(chains, require('./patch'));",
    ],
    ["changes the methods of all lists", "Array.prototype.map = load;"],
    [
      "changes the methods of all objects",
      "Object.assign(Object.prototype, { nodeUri: '' });",
    ],
    ["changes one of JavaScript's own functions", "Object.freeze = load;"],
    [
      "has a function of another file by the name of one of JavaScript's own",
      "const { String } = require('./patch'); String(chains[0]);",
    ],
    [
      "has another file's function by the name of a list's method",
      "const o = { chains, at: load }; o.at(0);",
    ],
    [
      "adds them to a list that another file's method gives",
      "require('./lib').map().push(chains);",
    ],
    [
      "has another file's function as a list's method of a class",
      "class O { all = chains; at = load } const o = new O(); o.at(chains);",
    ],
    [
      "assigns another file's function as a list's method",
      "const o = []; o.push(chains); o.at = load; o.at(0);",
    ],
    ["gives a field in a loop", "for (chains[0].x of [2]) {}"],
    ["gives a field each name", "for (chains[0].x in { y: 1 }) {}"],
    ["deletes what may be there", "delete chains?.[0].chainId;"],
    ["counts up what may be there", "++chains[0].x;"],
    [
      "hands what a generator gives to another file",
      "function* g() { yield chains; } load(...g());",
    ],
    [
      "hands them to another file by an object's getter",
      "load({ get all() { return chains; } });",
    ],
    ["hands `this` to another file", "load(this);"],
    ["ends before all of it has run", "return;"],
    ["may end early", "if (process.env.X) { return; }"],
    ["may end early in a loop", "for (;;) { if (process.env.X) return; }"],
  ] as const) {
    it(`given a file that ${what}, when it is read, then it says that its text is not the last word`, () => {
      const { changes } = parsePortalFile(
        `const base = { x: 1 };\nconst chains = [{ chainId: 1, ...base }];\n${change}\nmodule.exports = { chains };`,
        FILE,
      );

      expect(changes.map(({ place }) => place.line)).to.include(3);
    });
  }

  it("given the functions that portals have beside the chains, when the file is read, then they change nothing", () => {
    const { changes } = parsePortalFile(
      `const chains = [{ chainId: 1, isDefault: true }];
       const getDefaultChainIds = () => chains.filter((c) => c.isDefault).map((c) => c.chainId);
       function getSupportedChainIds() {
         const ids = []; const byId = {};
         for (const c of chains) { ids.push(c.chainId); byId[c.chainId] = c; }
         let count = 0; count += 1; count++;
         console.log(JSON.stringify(chains), Object.keys(chains), count);
         return ids;
       }
       const byName = chains.reduce((all, c) => { all[c.network] = c; return all; }, {});
       const sorted = [...chains].sort((a, b) => a.chainId - b.chainId);
       const others = chains.filter((c) => !c.isDefault).map((c) => c.chainId).reverse();
       const find = (list, id) => list.find((c) => c.chainId === id);
       const first = find(chains, getSupportedChainIds()[0]);
       module.exports = { chains, getDefaultChainIds, getSupportedChainIds };`,
      FILE,
    );

    expect(changes).to.deep.equal([]);
  });

  for (const [what, code] of [
    [
      "loads its settings",
      "require('dotenv').config({ path: path.join(__dirname, '.env') });",
    ],
    [
      "reads another file",
      "const fs = require('fs'); const file = require('path').join(__dirname, 'x.json'); const more = JSON.parse(fs.readFileSync(file, 'utf8'));",
    ],
    [
      "chooses chains by the environment",
      "const ids = (process.env.IDS || '1,2').split(',').map((id) => Number(id)); const getChains = () => chains.filter((c) => ids.includes(c.chainId));",
    ],
    [
      "finds one of each",
      "const find = (ids) => ids.map((id) => chains.find((c) => c.chainId === id));",
    ],
    [
      "collects in a map",
      "const byId = new Map(); for (const c of chains) byId.set(c.chainId, c); const at = (id) => byId.get(id)?.network.toUpperCase();",
    ],
    [
      "orders copies of the chains",
      "const byName = (a, b) => a.name.localeCompare(b.name); const sorted = chains.map((c) => ({ ...c })).filter(Boolean).sort(byName).reverse();",
    ],
    [
      "changes what has nothing to do with them",
      "process.exitCode = 1; globalThis.started = true; const seen = {}; seen.x = 1; delete seen.x; const list = []; list.push(1);",
    ],
    [
      "calls back when it ends",
      "process.on('exit', () => console.log('bye'));",
    ],
    [
      "looks for texts",
      "const isTest = (c) => /test/.test(c.network) || 'ab'.includes(c.network.trim());",
    ],
    [
      "has a class",
      "class Chains { all() { return chains.slice(); } static of(id) { return chains.find((c) => c.chainId === id); } }",
    ],
    [
      "has a generator and takes chains apart",
      "function* each() { for (const { chainId, ...rest } of chains) yield [chainId, rest]; } const [first] = each();",
    ],
    [
      "loads modules as compilers do",
      'var __importDefault = (this && this.__importDefault) || function (mod) { return (mod && mod.__esModule) ? mod : { "default": mod }; };\nconst path_1 = __importDefault(require("path")); const root = path_1.default.resolve("x");',
    ],
  ] as const) {
    it(`given a file that ${what}, when it is read, then that changes nothing`, () => {
      const { chains, changes } = parsePortalFile(
        `const chains = [{ chainId: 1 }];\n${code}\nmodule.exports = { chains };`,
        "x.cjs",
      );

      expect(chains.map(plainValue)).to.deep.equal([{ chainId: 1 }]);
      expect(changes).to.deep.equal([]);
    });
  }

  for (const [what, after] of [
    ["a return of the file as its end", "return;"],
    ["a return before functions, which are hoisted", "return; function f() {}"],
    [
      "returns of functions",
      "const f = () => { if (a) return; b(); }; class A { m() { return; } get g() { return 1; } }",
    ],
  ] as const) {
    it(`given ${what}, when the file is read, then it keeps nothing from being known`, () => {
      const { chains, changes } = parsePortalFile(
        `module.exports = { chains: [{ chainId: 1 }] };\n${after}`,
        FILE,
      );

      expect(chains.map(plainValue)).to.deep.equal([{ chainId: 1 }]);
      expect(changes).to.deep.equal([]);
    });
  }

  it("given what a compiler made of TypeScript, when it is read, then its chains are known and nothing changes them", () => {
    const { chains, changes } = parsePortalFile(
      `"use strict";
       Object.defineProperty(exports, "__esModule", { value: true });
       exports.getDefaultChainIds = exports.chains = void 0;
       exports.chains = [{ chainId: 1 }];
       const getDefaultChainIds = () => exports.chains.filter((c) => c.isDefault);
       exports.getDefaultChainIds = getDefaultChainIds;`,
      FILE,
    );

    expect(chains.map(plainValue)).to.deep.equal([{ chainId: 1 }]);
    expect(changes).to.deep.equal([]);
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
    it(`given chains ${what}, when they are read, then they are known and nothing changes them`, () => {
      const { chains, changes } = parsePortalFile(
        `"use strict";\n${text}`,
        file ?? FILE,
      );

      expect(chains.map(plainValue)).to.deep.equal([{ chainId: 1 }]);
      expect(changes).to.deep.equal([]);
    });
  }

  it("given TypeScript, when it is read, then places are those of the file", () => {
    const text =
      "const chains: { é: '😀' }[] = [\n  { chainId: 1, network: 'x' as string },\n];\nexport default chains;";
    const [chain] = parsePortalFile(text, "chains.config.ts").chains;
    const value = chain?.members.get("network")?.value;

    expect(value?.place).to.include({ line: 2, column: 26 });
    expect(text.slice(value?.place.start, value?.place.end)).to.equal("'x'");
  });

  for (const [what, text, chainId] of [
    [
      "a name before all of module.exports",
      "module.exports.chains = [{ chainId: 2 }]; module.exports = { chains: [{ chainId: 1 }] };",
      1,
    ],
    [
      "exports' own name after module.exports, which is another object",
      "module.exports = { chains: [{ chainId: 1 }] }; exports.chains = [{ chainId: 2 }];",
      1,
    ],
    [
      "a name of exports that is another object",
      "exports.chains = [{ chainId: 1 }]; exports = {}; exports.chains = [{ chainId: 2 }];",
      1,
    ],
    [
      "a name after all of module.exports",
      "module.exports = { f() {} }; module.exports.chains = [{ chainId: 1 }];",
      1,
    ],
    [
      "a name of exports that is module.exports",
      "exports = module.exports = { f() {} }; exports.chains = [{ chainId: 1 }];",
      1,
    ],
    [
      "module.exports that is exports",
      "exports.chains = [{ chainId: 1 }]; module.exports = exports;",
      1,
    ],
  ] as const) {
    it(`given ${what}, when it is read, then that is exported which a portal loads`, () => {
      expect(chainsIn(text)).to.deep.equal([{ chainId }]);
    });
  }

  for (const [what, text, message, file] of [
    [
      "a list that a function makes",
      "\nmodule.exports = load()",
      /^chains\.config\.js, line 2, column 18: The chains can only be determined by running the file: this calls a function/,
    ],
    [
      "a list that may change",
      "let chains = []\nexport { chains }; chains = [{}]",
      /line 2, column 10.*declared with let/,
    ],
    [
      "a list of another file",
      "\nexport * from './other.js'",
      /line 2, column 1: The chains are defined in another file/,
    ],
    [
      "an export under a condition",
      "if (a) {\n module.exports = { chains: [] } }",
      /line 2, column 2: .*can only be determined by running the file/,
    ],
    [
      "no export",
      "const chains = []",
      /The file exports no chains\. Expected module\.exports/,
    ],
    ["nothing", "", /The file exports no chains/],
    [
      "two exports",
      "exports.chains = []\nexports.chains = []",
      /line 2, column 18: The chains are already exported on line 1/,
    ],
    [
      "a number",
      "module.exports = 3",
      /line 1, column 18: Expected a list of chains/,
    ],
    [
      "a list with a number",
      "module.exports = [3]",
      /line 1, column 19: Expected a chain in the list of chains/,
    ],
    [
      "an object of texts",
      "module.exports = { a: 'b' }",
      /Expected a list of chains/,
    ],
    [
      "broken JavaScript",
      "const a = {\n  b: \n}",
      /line 3, column 1: Invalid JavaScript: Unexpected token/,
    ],
    [
      "TypeScript",
      "const a: number = 1",
      /line 1, column 8: Invalid JavaScript/,
    ],
    [
      "JSON with a comment",
      '[\n// here\n{"chainId":1}]',
      /^x\.json, line 2, column 1: Invalid JSON/,
      "x.json",
    ],
    [
      "JSON with a trailing comma",
      '[{\n"chainId":1,\n}]',
      /^x\.json, line 3, column 1: Invalid JSON/,
      "x.json",
    ],
    ["JSON that ends", '[{"chainId":1', /Invalid JSON/, "x.json"],
    ["JSON in single quotes", "[{'chainId':1}]", /Invalid JSON/, "x.json"],
    ["empty JSON", " \n", /^x\.json: The file is empty/, "x.json"],
    [
      "another ending",
      "[]",
      /^x\.tsx: Expected a \.js, \.cjs, \.mjs, \.ts or \.json file\. Compile/,
      "x.tsx",
    ],
    [
      "TypeScript that is more than types",
      "enum A { B }\nexport default [{ chainId: A.B }]",
      /^x\.ts: TypeScript enum is not supported in strip-only mode\. Compile the file to JavaScript/,
      "x.ts",
    ],
    [
      "TypeScript that is invalid",
      "const a: = 1",
      /^x\.ts: Invalid TypeScript: /,
      "x.ts",
    ],
    [
      "deep lists",
      `module.exports = ${"[".repeat(200_000)}`,
      /is nested too deeply/,
    ],
    [
      "a deep sum",
      `module.exports = ${"1+".repeat(200_000)}1`,
      /is nested too deeply/,
    ],
    [
      "deep JSON",
      "[".repeat(200_000) + "]".repeat(200_000),
      /is nested too deeply/,
      "x.json",
    ],
    [
      "deep JSON that ends",
      "[".repeat(200_000),
      /is nested too deeply/,
      "x.json",
    ],
  ] as const) {
    it(`given ${what}, when it is read, then one error of this plugin says where it goes wrong`, async () => {
      expect(await messageOf(text, file ?? FILE)).to.match(message);
    });
  }

  it("given a file's name and texts with control characters, when the error is made, then it is one printable line", async () => {
    const message = await messageOf(
      "const \u001B[31m",
      "a\n::error::\u001B[31mb.js",
    );

    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    expect(message).to.not.match(/[\u0000-\u001F]|::/);
  });

  it("given constants that double what they hold, when they are read, then the copies are bounded", () => {
    const lists = Array.from(
      { length: 40 },
      (_, index) => `const l${index + 1} = [...l${index}, ...l${index}];`,
    );
    const texts = Array.from(
      { length: 40 },
      (_, index) => `const t${index + 1} = t${index} + t${index};`,
    );
    const [chain] = parsePortalFile(
      `const l0 = [1]; ${lists.join("")} const t0 = 'aaaa'; ${texts.join("")}
       module.exports = [{ chainId: 1, l: l40, t: t40 }]`,
      FILE,
    ).chains;
    const list = chain?.members.get("l")?.value;

    expect(list?.kind === "list" && list.unknownParts.length).to.be.above(0);
    expect(list?.kind === "list" && list.items.length).to.be.below(60_000);
    expect(chain?.members.get("t")?.value.kind).to.equal("unknown");
  });

  for (const [what, start, doubled] of [
    ["lists", "['x']", (name: string) => `[${name}, ${name}]`],
    ["objects", "{ x: 1 }", (name: string) => `{ a: ${name}, b: ${name} }`],
    ["spreads", "['x']", (name: string) => `[[...${name}], [...${name}]]`],
    ["members", "{ x: [1] }", (n: string) => `{ x: [${n}.x, ${n}.x] }`],
  ] as const) {
    it(`given constants that hold the same ${what} twice, when they are read, then what is held is bounded in all`, () => {
      const constants = Array.from(
        { length: 40 },
        (_, index) => `const c${index + 1} = ${doubled(`c${index}`)};`,
      );
      const [chain] = parsePortalFile(
        `const c0 = ${start}; ${constants.join("")}
         module.exports = [{ chainId: 1, c: c40 }]`,
        FILE,
      ).chains;
      const waiting = [chain?.members.get("c")?.value];
      let held = 0;
      for (
        let value = waiting.pop();
        value !== undefined && held < 1_000_000;
        value = waiting.pop()
      ) {
        held++;
        if (value.kind === "list") {
          waiting.push(...value.items);
        } else if (value.kind === "object") {
          waiting.push(...[...value.members.values()].map((m) => m.value));
        }
      }

      expect(held).to.be.within(2, 120_000);
    });
  }

  it("given a long list of chains that is exported by its name, when it is read, then all of it is known", () => {
    const chain = "{ chainId: 1, a: 1, b: 1, c: 1 },";
    const { chains, unknownParts } = parsePortalFile(
      `const chains = [${chain.repeat(11_000)}];
       const all = chains;
       module.exports = { chains: all };`,
      FILE,
    );

    expect(chains).to.have.lengthOf(11_000);
    expect(unknownParts).to.deep.equal([]);
  });

  for (const [what, text] of [
    ["a chain of members", `x${".push".repeat(60_000)};`],
    ["a chain of calls", `x.map()${".sort()".repeat(2_000)};`],
    ["a chain of calls of other methods", `x${".map(a)".repeat(60_000)};`],
    ["a chain of assignments", `let a; ${"a = ".repeat(1_000)}1;`],
    [
      "functions in functions",
      `${"(() => { ".repeat(200)}${"a;".repeat(20_000)}${" })".repeat(200)};`,
    ],
    [
      "constants that are made of each other",
      Array.from(
        { length: 20_000 },
        (_, index) => `let v${index} = v${index + 1};`,
      ).join("\n"),
    ],
    [
      "names that are made of the chains and of each other",
      `${Array.from(
        { length: 20_000 },
        (_, index) => `const v${index} = v${index + 1};`,
      ).join("\n")}const v20000 = exports;`,
    ],
    [
      "defaults that are made of each other",
      Array.from(
        { length: 10_000 },
        (_, index) =>
          `const v${index} = process.env.V${index} || "x" + v${index + 1};`,
      ).join("\n"),
    ],
    [
      "environment variables that are made of each other",
      Array.from(
        { length: 10_000 },
        (_, index) =>
          `const v${index} = v${index + 1} || process.env.V${index};`,
      ).join("\n"),
    ],
    [
      "functions of one name",
      "function f(c) { c.map(f); } f(exports);".repeat(30_000),
    ],
    [
      "functions that are given to each other",
      `${"exports.map((c) => [c].reduce((a) => { return a; }, ".repeat(100)}${"exports,".repeat(20_000)}1${"))".repeat(100)};`,
    ],
    [
      "lists in calls",
      `load(${"[1].map(".repeat(1_000)}1${")".repeat(1_000)});`,
    ],
    ["a chain of calls that copy", `exports${".map(String)".repeat(60_000)};`],
    ["many lines of exports", "exports.other = 1;".repeat(60_000)],
    ["an object with very many members", `({ ${"a: 1,".repeat(200_000)} });`],
  ] as const) {
    it(`given ${what} in a long file, when it is read, then it takes no longer than the file is long`, function () {
      this.timeout(30_000);

      const { chains } = parsePortalFile(
        `${text}\nmodule.exports.chains = [{ chainId: 1 }];`,
        FILE,
      );

      expect(chains.map(plainValue)).to.deep.equal([{ chainId: 1 }]);
    });
  }

  it("given a chain with very many spreads that cannot be known, when it is read, then it takes no longer than the file is long", function () {
    this.timeout(30_000);
    const spreads = Array.from(
      { length: 40_000 },
      (_, index) => `k${index}: 1, ...f()`,
    );
    const [chain] = parsePortalFile(
      `module.exports = [{ ${spreads.join()}, chainId: 1 }];`,
      FILE,
    ).chains;

    expect(chain?.unknownParts).to.have.lengthOf(40_000);
    expect(chain?.members.get("k0")?.value.kind).to.equal("unknown");
    expect(chain?.members.get("k39999")?.value.kind).to.equal("unknown");
    expect(chain?.members.get("chainId")?.value.kind).to.equal("scalar");
  });
});

describe("a portal's file that depends on the environment", () => {
  /** The different chains of all environments, as JSON. */
  const variantsOf = (text: string) => [
    ...new Set(
      parsePortalVariants(text, FILE).map(({ chains }) =>
        JSON.stringify(chains.map(plainValue)),
      ),
    ),
  ];
  const chainsOf = (...lists: readonly unknown[]) =>
    lists.map((list) => JSON.stringify(list));

  for (const [title, text, expected] of [
    [
      "a file without conditions",
      "module.exports = [{ chainId: 1, x: process.env.X || 'x' }]",
      chainsOf([{ chainId: 1, x: "x" }]),
    ],
    [
      "several fields that depend on one variable",
      "const net = process.env.NET || 'a'; module.exports = [{ chainId: net === 'b' ? 2 : 1, network: net === 'b' ? 'b' : 'a' }]",
      chainsOf([{ chainId: 1, network: "a" }], [{ chainId: 2, network: "b" }]),
    ],
    [
      "questions in questions",
      "module.exports = [{ chainId: process.env.N === 'a' ? 1 : process.env.N === 'b' ? 2 : process.env.N ? 3 : 4 }]",
      chainsOf(
        [{ chainId: 4 }],
        [{ chainId: 1 }],
        [{ chainId: 2 }],
        [{ chainId: 3 }],
      ),
    ],
    [
      "a chain that is only there if a variable is one of several values",
      "module.exports = [{ chainId: 1 }, ...(['a', 'b'].includes(process.env.N) ? [{ chainId: 2 }] : [])]",
      chainsOf([{ chainId: 1 }], [{ chainId: 1 }, { chainId: 2 }]),
    ],
    [
      "a value that is compared and used",
      "module.exports = [{ chainId: process.env.N === 'b' ? 2 : 1, network: process.env.N || 'a' }]",
      chainsOf([{ chainId: 1, network: "a" }], [{ chainId: 2, network: "b" }]),
    ],
  ] as const) {
    it(`given ${title}, when it is read, then it has exactly the chains of these environments`, () => {
      expect(variantsOf(text)).to.have.members(expected);
    });
  }

  it("given more conditions than combinations are read, then each of their values is in one, and all variants are bounded", () => {
    const fields = Array.from(
      { length: 12 },
      (_, index) => `x${index}: process.env.X${index} === "1" ? "yes" : "no"`,
    );
    const variants = parsePortalVariants(
      `module.exports = [{ chainId: 1, ${fields.join(", ")} }]`,
      FILE,
    );
    const values = variants.flatMap(({ chains }) =>
      [...(chains[0]?.members.values() ?? [])].map(
        ({ name, value }) => `${name} ${plainValue(value)}`,
      ),
    );

    expect(variants.length).to.be.at.most(64);
    expect(new Set(values)).to.have.property("size", 25);
  });

  it("given very many variables, when it is read, then the others are unknown, and say why", () => {
    const fields = Array.from(
      { length: 300 },
      (_, index) => `x${index}: process.env.X${index} === "1" ? 1 : 2`,
    );
    const variants = parsePortalVariants(
      `module.exports = [{ chainId: 1, ${fields.join(", ")} }]`,
      FILE,
    );

    expect(variants.length).to.be.at.most(64);
    expect(
      [...(variants[0]?.chains[0]?.members.values() ?? [])].some(
        ({ value }) => value.kind === "unknown",
      ),
    ).to.equal(true);
  });
});
