import fc from "fast-check";

/** Expressions whose value depends on nothing but the file itself. */
const leaf = fc.oneof(
  fc.constantFrom(
    "null",
    "undefined",
    "-1.5",
    "'a'",
    "B",
    "O.x",
    "L[1]",
    "process.env.X || 'default'",
    "process.env.Y ?? 7",
    "Number(process.env.N) || 12",
    "process.env.S === 'live' ? 1 : 2",
    "process.env.T ? process.env.T : 'x'",
    "['a', 'b'].includes(process.env.U)",
    "typeof window",
    "f(3)",
    "new C('c').name",
    'JSON.parse(\'{"p":[1,{"q":null}]}\')',
    "elsewhere.value",
    "elsewhere.value === 'other'",
    "elsewhere.value.length * 2",
    "(elsewhere.value ? B : 'no')",
    "(elsewhere.none ?? L[0])",
    "typeof elsewhere.list",
    "[...elsewhere.list, 2]",
    "({ a: 1, ...elsewhere })",
    "id(elsewhere.value)",
    "elsewhere.load(1)",
    "String(elsewhere.value)",
    "['other'].includes(elsewhere.value)",
    "Date.now() > 5 ? 1 : 2",
    "new Date(0).getTime()",
    "new URL('/p?q=1#h', 'https://u@h:81/x').href",
    "new URLSearchParams({ a: 1 }).get('a')",
    "O?.y?.at(0)",
    "o.add(2)",
    "(() => { let a = elsewhere.value; a += 1; return a; })()",
  ),
  fc.integer().map(String),
  fc.string().map((text) => JSON.stringify(text)),
);

const NAMES = ["x", "y", "'z'", "0", "['k' + 1]", "get w() { return 'w' } , v"];

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const part = tie("expression");
  const parts = fc.array(part, { maxLength: 4 });
  return {
    expression: fc.oneof(
      { maxDepth: 4 },
      leaf,
      parts.map((all) => `[${all.join(", ")}]`),
      fc
        .array(fc.tuple(fc.constantFrom(...NAMES), part), { maxLength: 5 })
        .map(
          (all) =>
            `{ ${all.map(([name, value]) => `${name}: ${value}`).join(", ")} }`,
        )
        .map((text) => `(${text})`),
      part.map((value) => `({ ...O, ...(${value}), last: 1 })`),
      part.map((value) => `[...L, ...[${value}], 'end']`),
      parts.map((all) => `[${all.join(", ")}].filter(Boolean)`),
      parts.map((all) => `[${all.join(", ")}].map((v, i) => ({ i, v }))`),
      part.map((value) => `Object.assign({}, O, { m: ${value} })`),
      fc.tuple(part, part).map(([a, b]) => `((${a}) ? (${b}) : 'no')`),
      fc.tuple(part, part).map(([a, b]) => `((${a}) || (${b}))`),
      fc.tuple(part, part).map(([a, b]) => `((${a}) ?? (${b}))`),
      fc.tuple(part, part).map(([a, b]) => `((${a}) && (${b}))`),
      part.map((value) => `\`t \${String(${value})}\``),
      part.map(
        (value) =>
          `(() => { const { a = 1, ...r } = Object(${value}); return [a, r]; })()`,
      ),
      part.map((value) => `id(${value})`),
      part.map((value) => `L.concat(${value})`),
      part.map((value) => `Object.values({ a: ${value} })`),
      part.map((value) => `new Set([${value}, 'a']).size`),
      part.map((value) => `[1, 2].map((n) => [n, ${value}])`),
      part.map((value) => `[1, 2].filter((n) => ${value})`),
      fc.tuple(part, part).map(([a, b]) => `((${a}) === (${b}))`),
      fc.tuple(part, part).map(([a, b]) => `((${a}) + String(${b}))`),
    ),
  };
});

/** The statements before the exports. */
const HEAD = `const A = 'a', B = -2;
let C0 = 0; C0 += 5;
const O = { x: 1, y: [A, { deep: C0 }] };
let L = ['l', 2];
const M = ['m'], N = { n: 1 };
let count = 0;
const f = (n) => n * 2 + C0;
class C { constructor(name) { this.name = name; } }
const id = (value) => value;
const o = { n: 1, add(x) { this.n += x; return this.n; } };
`;

const STATEMENTS = [
  "",
  "O.y[1].late = 'late';",
  "L.push({ added: true });",
  "for (const [k, v] of Object.entries(O)) { O[k + k] = v; }",
  "try { null.x } catch { L.unshift('caught'); }",
  "if (!process.env.NONE) O.none = true;",
  "switch (process.env.MODE) { case 'a': O.mode = 1; break; default: O.mode = 2; }",
  "var { y: [first, { deep = 3 } = {}], ...others } = O; O.others = others; O.first = first;",
  "O.self = { ...O };",
  "L.push(elsewhere.value);",
  "O.later = elsewhere.value;",
  "elsewhere.load({ a: 1 });",
  "if (elsewhere.value) { O.decided = 1; } else { L.push('no'); }",
  "if (elsewhere.none) { L.push('none'); O.x = 2; }",
  "elsewhere.value && L.push('and');",
  "switch (elsewhere.value) { case 'a': O.chosen = 1; case 'other': O.chosen = 2; break; default: L = ['d']; }",
  "switch (O.x) { case elsewhere.none: L.push('a'); break; case 1: L.push('b'); }",
  "for (const one of elsewhere.list) { M.push(one); count += 1; }",
  "for (const [name, one] of Object.entries(elsewhere)) { N[name] = one; }",
  "while (elsewhere.load(0)) { if (count++ > 3) break; }",
  "do { count++; } while (elsewhere.none && count < 5);",
  "if (elsewhere.none) throw new Error('none');",
  "if (!elsewhere.value) { console.error('none'); process.exit(1); }",
  "for (const one of L) { if (one === elsewhere.value) break; O.last = one; }",
  "const g = (n) => { if (elsewhere.none) return n; return n + 1; }; O.g = g(1);",
  "O.mapped = elsewhere.list.map((one) => one + 1);",
  "if (process.env.NONE || elsewhere.value) { O.late = process.env.LATE || 'late'; }",
];

/** A script that exports one list of chains, as CommonJS or as an ES module. */
export const anyScript = fc
  .record({
    isModule: fc.boolean(),
    statements: fc.uniqueArray(fc.constantFrom(...STATEMENTS), {
      maxLength: 3,
    }),
    values: fc.array(expression, { minLength: 1, maxLength: 4 }),
  })
  .map(({ isModule, statements, values }) => {
    const head = isModule
      ? "import * as elsewhere from './elsewhere.mjs';"
      : "const elsewhere = require('./elsewhere.cjs');";
    const list = `[${values.map((value, index) => `{ chainId: ${index}, x: ${value} }`).join(",\n  ")}]`;
    return {
      isModule,
      text: `${head}\n${HEAD}${statements.join("\n")}\n${isModule ? "export { L, M, N, O, count }; export const chains =" : "module.exports.L = L;\nmodule.exports.M = M;\nmodule.exports.N = N;\nmodule.exports.O = O;\nmodule.exports.count = count;\nmodule.exports.chains ="} ${list};\n`,
    };
  });
