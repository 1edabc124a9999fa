import { createContext, runInContext } from "node:vm";
import { expect } from "chai";

import { parsePortalFile } from "../../../src/sources/portal/parse-portal-file.ts";
import { plainValue } from "../plain-value.ts";

/** Ways to the chains, a part of them, or something that holds them. */
const WAYS = [
  "chains",
  "chains[0]",
  "chains[1].deep",
  "(chains?.[0]).rpc",
  "base",
  "this.chains",
  "module.exports.chains",
  "[chains]",
  "[...chains]",
  "({ x: chains })",
  "({ ...chains[0] }).rpc",
  "(true ? chains : [])",
  "(chains || [])",
  "(0, chains)",
  "(copy = chains)",
  "(() => chains)()",
  "(function () { return arguments[0]; })(chains)",
  "give()",
  "give(chains)[0]",
  "collect(chains)",
  "collect(chains)[0]",
  "new Holder(chains).held",
  "Holder.all",
  "each().next().value",
  "byId[1]",
  "byId",
  "Object.values(byId)",
  "Object.freeze(chains[0].rpc)",
  "new Map([[1, chains[0]]])",
  "new Map([[1, chains[0]]]).get(1)",
  "chains.filter((c) => c.chainId)",
  "chains.map((c) => c)",
  "chains.map((c) => ({ ...c }))",
  "chains.find((c) => c.chainId === 1)",
  "chains.reduce((all, c) => { all[c.chainId] = c; return all; }, {})",
  "chains.flatMap((c) => c.rpc ?? [])",
  "structuredClone(chains)",
  "chains.map((c) => c.chainId)",
  "process.env.IDS.split(',')",
  "require('lib')",
  "lib.list",
  "'text'",
];

/** What is done with it, which `@` stands for. */
const USES = [
  "(@);",
  "@.x;",
  "const part = @; part.nodeUri = 'changed';",
  "const [part] = @; part.nodeUri = 'changed';",
  "const { deep, ...rest } = @; rest.x = 1; deep.x = 9;",
  "@.nodeUri = 'changed';",
  "@[0] = { chainId: 9 };",
  "[@[0]] = [{ chainId: 9 }];",
  "delete @.chainId;",
  "@.chainId++;",
  "@.push({ chainId: 9 });",
  "@.sort((a, b) => b.chainId - a.chainId);",
  "@.map((c) => c.chainId).sort().reverse();",
  "@.slice().pop();",
  "@.slice()[0].nodeUri = 'changed';",
  "@.forEach((c) => { c.nodeUri = 'changed'; });",
  "@.forEach(load);",
  "@.forEach(show);",
  "@.map((c) => load(c));",
  "@.change();",
  "for (const c of @) { c.nodeUri = 'changed'; }",
  "for (const c of @) { console.log(c.nodeUri); }",
  "for (const c of [@]) { load(c); }",
  "load(@);",
  "load({ all: @ });",
  "load(() => @);",
  `load(\`\${@}\`);`,
  `load\`\${@}\`;`,
  "lib.map(@);",
  "lib.find((c) => @);",
  "lib.kept = @; load(lib);",
  "globalThis.kept = @; load(globalThis.kept);",
  "kept = @; require('kept');",
  "show(@);",
  "keep(@); load(list);",
  "list.push(@);",
  "list.push(@); load(list);",
  "list.push(@); list[0].nodeUri = 'changed';",
  "Object.assign(@, { nodeUri: 'changed' });",
  "Object.assign({}, @);",
  "Object.keys(@).length;",
  "JSON.stringify(@);",
  "JSON.stringify(@, load);",
  "try { throw @; } catch (c) { c.nodeUri = 'changed'; }",
  "new Changer(@);",
  "[].push.call(@, { chainId: 9 });",
  "[1].map(() => @)[0].nodeUri = 'changed';",
];

const HEAD = `const lib = require("lib");
const base = { rpc: ["a"], x: 1 };
const chains = [{ chainId: 1, nodeUri: "u", ...base }, { chainId: 2, deep: base }];
module.exports = { chains };
const byId = {};
for (const c of chains) { byId[c.chainId] = c; }
const list = [];
const keep = (c) => { list.push(c); };
const show = (c) => { console.log(c); };
const give = (given = chains) => given;
const collect = (given) => { const found = []; for (const c of given) { found.push(c); } return found; };
function* each() { yield chains; }
class Holder { static all = chains; constructor(held) { return { held }; } }
let copy;
`;

/** Changes all that it is given, and all that that holds or gives. */
function change(value: unknown, seen = new Set<unknown>()): unknown {
  if (typeof value === "function") {
    return change(Reflect.apply(value, undefined, []), seen);
  }
  if (typeof value === "object" && value !== null && !seen.has(value)) {
    seen.add(value);
    const held = value instanceof Map ? value.values() : Object.values(value);
    for (const part of [...held]) {
      change(part, seen);
    }
    Reflect.set(value, Array.isArray(value) ? 0 : "nodeUri", "changed");
  }
  return value;
}

/** What a script exports once it has run; `undefined` where it throws. */
function runScript(text: string): unknown {
  const load = (...values: readonly unknown[]) => change(values);
  const lib = { list: [], map: load, find: load, change: load };
  const global: Record<string, unknown> = {
    load,
    structuredClone,
    Changer: load,
    console: { log: () => undefined },
    process: { env: { IDS: "1,2" } },
  };
  global["globalThis"] = global;
  global["require"] = () => {
    change(global["kept"]);
    return lib;
  };
  const exported = { exports: {} };
  try {
    const run: unknown = runInContext(
      `(function (exports, module) {${text}\n})`,
      createContext(global),
    );
    if (typeof run === "function") {
      Reflect.apply(run, exported.exports, [exported.exports, exported]);
    }
    return exported.exports;
  } catch {
    return undefined;
  }
}

describe("a script that does something with its chains", () => {
  for (const way of WAYS) {
    it(`given one that uses ${way}, when it is run, then its chains are what was read, unless it was said that they may change`, () => {
      const outcomes = USES.map((use) => {
        const text = `${HEAD}${use.replaceAll("@", way)}`;
        const { chains, changes } = parsePortalFile(text, "chains.config.js");
        const exported = runScript(text);
        if (exported !== undefined && changes.length === 0) {
          expect(JSON.parse(JSON.stringify(exported)), use).to.deep.equal({
            chains: chains.map(plainValue),
          });
        }
        return changes.length === 0 ? "known" : "may change";
      });

      expect(outcomes).to.include("may change");
    });
  }

  it("given one that only reads them, when it is read, then its chains are known, but for calls of classes and generators", () => {
    const unknown = WAYS.filter(
      (way) =>
        parsePortalFile(`${HEAD}(${way});`, "chains.config.js").changes.length >
        0,
    );

    expect(unknown).to.deep.equal([
      "new Holder(chains).held",
      "each().next().value",
    ]);
  });
});
