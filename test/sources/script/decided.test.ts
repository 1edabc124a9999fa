import { expect } from "chai";
import { readScript } from "../../../src/sources/script/read-script.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { plainValue } from "../plain-value.ts";

const DECIDED = "unknown: depends on a value that is not in the file";
const FORGOTTEN = "unknown: is defined in another file";
const IMPORTS = "const I = require('./imported');";

const readValue = async (text: string, name = "x.cjs") =>
  plainValue((await readScript(text, name)).value);

/** The exports of CommonJS by its statements, with the names that it exports. */
const exportsOf = async (statements: string, names: string) =>
  await readValue(`${IMPORTS}\n${statements}\nmodule.exports = { ${names} };`);

/** Statements that an imported value decides, and the values of what they export. */
const STATEMENTS: Readonly<
  Record<string, readonly [statements: string, values: object]>
> = {
  "a condition that assigns": [
    "let a = 1, b = 2; if (I.x) { a = 3; }",
    { a: DECIDED, b: 2 },
  ],
  "a condition that assigns the same in both cases": [
    "let a; if (I.x) { a = 3; } else if (I.y) { a = 3; } else { a = 3; }",
    { a: 3 },
  ],
  "a condition that adds an item": [
    "const list = [1, 2]; if (I.x) list.unshift(3);",
    { list: [1, 2, DECIDED] },
  ],
  "a condition that removes an item": [
    "let list = [1, 2, 3]; if (I.x) list = list.filter((n) => n !== 2);",
    { list: [1, 3, DECIDED] },
  ],
  "a condition that changes members": [
    "const o = { a: 1, b: null, c: 2 }; if (I.x) { o.a = 5; o.d = 6; delete o.c; }",
    { o: { a: DECIDED, b: null, c: DECIDED, d: DECIDED } },
  ],
  "a condition that calls a function of the file": [
    "const a = { n: 1 }, b = { n: 1 }; const set = (o) => Object.assign(o, { n: 2 }); if (I.x) set(a);",
    { a: { n: DECIDED }, b: { n: 1 } },
  ],
  "a condition in a function": [
    "function urlOf(id) { if (I.local) { return 'l'; } return id; } const a = urlOf('a'), b = urlOf('l');",
    { a: DECIDED, b: "l" },
  ],
  "a condition in an expression": [
    "let n = 1; const up = () => ++n; const a = I.x ? up() : 5; I.y && up();",
    { a: DECIDED, n: DECIDED },
  ],
  "a switch": [
    "let a, b; switch (I.x) { case 'u': a = 1; b = 1; break; case 'v': a = 2; default: b = 1; }",
    { a: DECIDED, b: 1 },
  ],
  "a switch with an imported case": [
    "let a; switch (2) { case I.x: a = 1; break; case 2: a = 2; }",
    { a: DECIDED },
  ],
  "an error": ["const a = 1; if (!I.key) throw new Error('none');", { a: 1 }],
  "an end of the process": [
    "const a = 1; if (!I.key) { console.error('none'); process.exit(1); }",
    { a: 1 },
  ],
  "an error that is caught": [
    "let a = 1; try { if (I.x) throw new Error('x'); a = 2; } catch {}",
    { a: DECIDED },
  ],
  "a condition on the time": [
    "let a = 1; if (Date.now() > 5) a = 2;",
    { a: DECIDED },
  ],
  "a loop over an imported list": [
    "const list = [1]; for (const one of I.list) { list.push({ ...one }); } list.push(2); const get = () => list[0];",
    { list: [1, 2, FORGOTTEN], get: "unknown: is a function" },
  ],
  "a loop over an imported list, whose list has a second name and was read before":
    [
      "const list = [1], other = { list }, copy = [...list]; for (const one of I.list) list.push(one);",
      { list: [1, FORGOTTEN], other: { list: [1, FORGOTTEN] }, copy: [1] },
    ],
  "a loop over imported members": [
    "const o = { a: 1 }; let n = 0; const b = 1; for (const [name, one] of Object.entries(I)) { o[name] = one; n += 1; }",
    { o: FORGOTTEN, n: FORGOTTEN, b: 1 },
  ],
  "a loop until an imported value": [
    "let a = 1, b = 2; for (let i = 0; i < 3 || I.next(); i++) { a = 2; }",
    { a: FORGOTTEN, b: 2 },
  ],
  "a loop that calls functions of the file that change nothing": [
    "const ID = 3; const make = ({ id }) => ({ id, ID, url: urlOf(id) }); function urlOf(id) { const host = 'h'; return id ? host + String(id) : host; } const list = [1]; let last; for (const one of I) { list.push(make(one)); last = urlOf(one); }",
    { list: [1, FORGOTTEN], last: FORGOTTEN, ID: 3 },
  ],
  "a loop that an imported value ends": [
    "let a, b; for (const n of [1, 2]) { b = 3; if (I.n === n) { a = n; break; } }",
    { a: DECIDED, b: 3 },
  ],
  "a function that is given to another file's": [
    "const ID = 3; const a = I.list.map(({ name, ...one }) => ({ ...one, name: name.trim(), ID })); const b = [1, ...a];",
    { a: FORGOTTEN, b: [1, FORGOTTEN] },
  ],
  "a default of an environment variable": [
    "let a = process.env.A || 'a'; const c = process.env.C || 'c'; if (I.x) { a = process.env.B || 'b'; }",
    { a: DECIDED, c: "c" },
  ],
};

describe("a statement that an imported value decides", () => {
  for (const [what, [statements, values]] of Object.entries(STATEMENTS)) {
    it(`given ${what}, when the file is read, then only what it may change is unknown`, async () => {
      expect(
        await exportsOf(statements, Object.keys(values).join()),
      ).to.deep.equal(values);
    });
  }

  it("given an ES module, when it is read, then only what the statement may change is unknown", async () => {
    const text =
      "import { list } from './list.js'; if (!list) throw 'none'; export const a = 1; export const chains = [{ chainId: 1 }]; for (const one of list) chains.push(one);";

    expect(await readValue(text, "x.mjs")).to.deep.equal({
      a: 1,
      chains: [{ chainId: 1 }, FORGOTTEN],
    });
  });

  it("given variables that only one way reads, when the file is read, then each value has its own", async () => {
    const text = `${IMPORTS}
let a = 'a';
if (I.x) { a = process.env.B || 'b'; }
module.exports = { a, c: process.env.C || 'c', d: process.env.D || 'd' };`;
    const { value } = await readScript(text, "x.cjs");

    const members = value.kind === "object" ? value.members : new Map();
    expect(members.get("c")?.value.variables).to.deep.equal(["C"]);
    expect(members.get("d")?.value.variables).to.deep.equal(["D"]);
  });

  const USES = /x\.cjs, line 2: This uses a value that is defined in another/;
  for (const [what, statements, message] of [
    [
      "a list that the file has copied before",
      "const list = [1], other = { list }; for (const one of I) list.push(one); const n = other.list.length;",
      USES,
    ],
    [
      "a list that the file reads afterwards",
      "const list = [1]; for (const one of I) list.push(one); const n = list.length;",
      USES,
    ],
    [
      "a list that the file reads through its exports",
      "const list = [1]; exports.list = list; for (const one of I) list.push(one); const n = exports.list.length;",
      USES,
    ],
    [
      "a loop that calls a function of the file",
      "const list = [1]; const add = (one) => list.push(one); for (const one of I) add(one);",
      USES,
    ],
    [
      "a loop that calls a function of the file, which calls another one",
      "let n = 1; const next = () => (n += 1); const add = (one) => one + next(); let m; for (const one of I) m = add(one);",
      USES,
    ],
    [
      "a loop that calls a function of the file by the name of a parameter",
      "const list = [1]; const f = (one) => one; const g = (f) => f; for (const one of I) list.push(f(one));",
      USES,
    ],
    [
      "a loop that calls a function that it is given",
      "let n = 1; const g = (f) => { for (const one of I) f(one); }; g(() => { n += 1; });",
      USES,
    ],
    [
      "a loop that calls a function of the file that was replaced",
      "let n = 1; let f = (one) => one; f = () => { n += 1; }; for (const one of I) f(one);",
      USES,
    ],
    [
      "a loop that assigns a member of another name",
      "const o = { n: 1 }, p = o; for (const one of I) p.n = one;",
      USES,
    ],
    [
      "a loop whose values run code of the file",
      "let n = 1; const o = { get a() { return ++n; } }; for (const one of I) { const b = o.a; }",
      USES,
    ],
    [
      "a loop that the file catches errors of",
      "let n = 1; try { for (const one of I) { n = one.a.b; } } catch { n = 2; }",
      USES,
    ],
    [
      "a function that may return an object of the file",
      "const o = { n: 1 }; const all = I.map((one) => o);",
      /calls a function that is defined in another file/,
    ],
    [
      "a function that returns a parameter, whose name a constant of another scope has",
      "const title = () => { const one = 'a'; return one; }; function make(one) { I(() => one); return one; } make({ n: 1 });",
      /calls a function that is defined in another file/,
    ],
    [
      "more decisions than ways that are tried",
      "const o = {}; for (const n of [1, 2, 3, 4, 5, 6]) { if (I[n]) o[n] = 1; }",
      /decide too often which statements run/,
    ],
    [
      "an error on all ways",
      "if (I.x) throw new Error('one'); throw new Error('two');",
      /line 2: Evaluating the file failed: Error: one/,
    ],
    [
      "an error of the engine on one way",
      "if (I.x) { nothing(); }",
      /line 2: Evaluating the file failed: ReferenceError/,
    ],
  ] as const) {
    it(`given ${what}, when the file is read, then that is an error, and nothing is guessed`, async () => {
      expect(
        await pluginMessageOf(async () =>
          exportsOf(statements, "n: 1, chains: [{ chainId: 1 }]"),
        ),
      ).to.match(message);
    });
  }
});
