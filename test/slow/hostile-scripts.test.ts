import { expect } from "chai";

import { type Measured, measureReadings } from "../support/measured-script.ts";

/** The processor time, in times of a reference that is measured on the same machine. */
const MAX_TIMES = 30;
const MAX_MEGABYTES = 150;
const PROCESSES = 6;

const STEPS = /more than 10 million calls/;
const MEMORY = /more than 64 MiB of memory/;
const STACK = /nested too deeply/;
const VALUES = /exports more than 100000 values/;

const exported = (code: string) =>
  `${code}\nmodule.exports = { chains: [{ chainId: 1 }] };`;
const doubled = (start: string, next: (name: string) => string, count = 26) =>
  `const a0 = ${start};\n${Array.from(
    { length: count },
    (_, index) => `const a${index + 1} = ${next(`a${index}`)};`,
  ).join("\n")}\nmodule.exports = { chains: [{ chainId: 1, x: a${count} }] };`;

const HOSTILE: Readonly<
  Record<string, readonly [text: string, outcome: RegExp, file?: string]>
> = {
  "objects that spread the previous one twice": [
    doubled("{ x: process.env.X }", (name) => `{ ...${name}, ...${name} }`),
    /^1 chains$/,
  ],
  "objects that hold the previous one twice": [
    doubled("{ x: process.env.X }", (name) => `{ a: ${name}, b: ${name} }`),
    VALUES,
  ],
  "a list that grows": ["const a = []; for (;;) a.push({ a });", MEMORY],
  "a large buffer": [exported("new ArrayBuffer(2 ** 31);"), /array buffer/],
  "an endless loop that catches errors": [
    "for (;;) { try { for (;;) {} } catch {} }",
    STEPS,
  ],
  "an endless loop if a variable is set": [
    exported("while (process.env.X) {}"),
    /^1 chains$/,
  ],
  "endless recursion": ["function f() { f(); } f();", STACK],
  "an object that holds itself": [
    "const o = { chainId: 1 }; o.a = o; o.b = o; module.exports = [o];",
    VALUES,
  ],
  "a regular expression that backtracks": [
    exported("/^(a+)+$/.test('a'.repeat(50) + 'b');"),
    STEPS,
  ],
  "an endless proxy": [
    "module.exports = new Proxy({}, { ownKeys() { for (;;) {} } });",
    STEPS,
  ],
  "replaced built-in functions": [
    exported(
      "JSON.stringify = Object.keys = Array.isArray = WeakMap.prototype.get = () => { for (;;) {} }; Array.prototype.push = null;",
    ),
    /^1 chains$/,
  ],
  "setters on the prototype of lists": [
    exported(
      "Object.defineProperty(Array.prototype, 0, { set() { for (;;) {} } });",
    ),
    /prototype of all objects/,
  ],
  "a forged report": [
    exported(
      "delete Object.prototype.__lookupGetter__; Object.prototype.toJSON = () => { let list = []; for (let depth = 0; depth < 20_000; depth++) list = [list]; return list; };",
    ),
    /prototype of all objects/,
  ],
  "an error with an object as its message": [
    "const error = new Error(); error.message = { toString() { for (;;) {} } }; throw error;",
    /^Evaluating the file failed/,
  ],
  "types that are nested 50,000 times": [
    `type A = ${"{a:".repeat(50_000)}1${"}".repeat(50_000)}; export const chains = [{ chainId: 1 }];`,
    /types could not be removed/,
    "x.ts",
  ],
  "an endless error": [
    "throw { get message() { for (;;) {} }, toString() { for (;;) {} } };",
    /^Evaluating the file failed/,
  ],
  "its own engine's helper": [
    exported(
      "for (const name of Object.getOwnPropertyNames(globalThis)) { try { globalThis[name] = 1; } catch {} }",
    ),
    /^1 chains$|^This uses/,
  ],
  "very many requests for URLs": [
    exported("for (;;) new URL('https://h/?' + 'x'.repeat(2000));"),
    /uses too many URLs, or one/,
  ],
  "other files' values, over and over": [
    exported("let x = require('a'); for (;;) x = [...x, ...x, 'a'];"),
    /more than (?:10 million calls|64 MiB)/,
  ],
  "a call of another file's function, nested deeply": [
    exported(`require('a')${"(1)".repeat(20_000)};`),
    /^1 chains$/,
  ],
  "nested loops that another file's value decides": [
    exported(
      `const l = require('a'); let n = 0; ${"for (const x of l) { let a = 0; a = n;".repeat(1_000)} n = 1; ${"}".repeat(1_000)} ${"n;".repeat(40_000)}`,
    ),
    /^1 chains$|nested too deeply/,
  ],
  "nested functions for another file's": [
    exported(
      `const f = require('a'); ${"f((x) => ".repeat(1_000)}1${")".repeat(1_000)}`,
    ),
    /^1 chains$|nested too deeply|calls a function/,
  ],
  "conditions that another file's value decides, over and over": [
    exported(
      "const a = require('a'); for (let i = 0; i < 31; i++) { if (a[i]) break; for (let n = 0; n < 90_000; n++) String(n); }",
    ),
    STEPS,
  ],
  "asynchronous code": [
    exported("(async () => { for (;;) await 0; })();"),
    /asynchronous/,
  ],
  "a module that waits": [
    "export const chains = await new Promise(() => {});",
    /asynchronous/,
    "x.mjs",
  ],
  "code in a text": [exported("new Function('for (;;) {}')();"), STEPS],
  "what ends the process": [exported("process.exit(3);"), /uses process\.exit/],
  "other files": [
    exported("require('fs').writeFileSync('/tmp/x', 'x');"),
    /^1 chains$/,
  ],
  "more spreads than are read": [
    `const a = { x: 1 }; module.exports = [{ chainId: 1, ${"...a,".repeat(95_000)} }];`,
    /too many expressions/,
  ],
  "very many members": [
    `module.exports = [{ chainId: 1, ${Array.from({ length: 33_000 }, (_, index) => `a${index}:1`).join()} }];`,
    /^1 chains$/,
  ],
  "very many constants in conditions": [
    doubled("1", (name) => `process.env.X ? ${name} : ${name}`, 5_000),
    /^1 chains$/,
  ],
  "very many items that no literal gives": [
    `const a = [${"1,".repeat(45_000)}]; module.exports = [{ chainId: 1, x: a.map((v, i) => v + i) }];`,
    /^1 chains$/,
  ],
  "a member that is assigned very often": [
    `const o = {}; ${"o.x=1;".repeat(14_000)} module.exports = [{ chainId: 1, x: Array.from({ length: 20_000 }, (_, x) => ({ x })) }];`,
    /^1 chains$/,
  ],
  "very many items that read variables": [
    `const a = Array.from({ length: 5000 }, (_, i) => process.env["X" + i] || i); module.exports = [{ chainId: 1, a, b: a }];`,
    /^1 chains$/,
  ],
  "constants that are each other's members": [
    "let a, b; a = b?.y; b = a?.x; a = a ?? b; module.exports = [{ chainId: 1, x: a, ...a, y: [a, b].filter(Boolean) }];",
    /^1 chains$/,
  ],
  "a file of 10 MB": [exported(`/*${"x".repeat(10_000_000)}*/`), /too large/],
  "a deep file": [`module.exports = ${"[".repeat(200_000)}`, STACK],
  "a long chain of members": [exported(`x${".push".repeat(80_000)};`), /.*/],
};

describe("a hostile script", function () {
  this.timeout(180_000);
  const measured = new Map<string, Measured>();

  before(async () => {
    const all = Object.entries(HOSTILE);
    // In turn, since a process may keep the memory that a script before needed.
    await Promise.all(
      Array.from({ length: PROCESSES }, async (_, process) => {
        const own = all.filter((_script, nth) => nth % PROCESSES === process);
        const readings = await measureReadings(
          own.map(([, [script, , file]]) => ({ script, file })),
        );
        for (const [nth, reading] of readings.entries()) {
          measured.set(own[nth]?.[0] ?? "", reading);
        }
      }),
    );
  });

  for (const [what, [, expected]] of Object.entries(HOSTILE)) {
    it(`given ${what}, when it is read, then it ends within the limits of steps, time and memory`, () => {
      const { outcome, times, megabytes } = measured.get(what) ?? {};

      expect(outcome).to.match(expected);
      expect(times).to.be.below(MAX_TIMES);
      expect(megabytes).to.be.below(MAX_MEGABYTES);
    });
  }
});
