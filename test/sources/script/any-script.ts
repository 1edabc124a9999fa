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
    ),
  };
});

/** The statements before the exports. */
const HEAD = `const A = 'a', B = -2;
let C0 = 0; C0 += 5;
const O = { x: 1, y: [A, { deep: C0 }] };
const L = ['l', 2];
const f = (n) => n * 2 + C0;
class C { constructor(name) { this.name = name; } }
const id = (value) => value;
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
      text: `${head}\n${HEAD}${statements.join("\n")}\n${isModule ? "export const chains =" : "module.exports.chains ="} ${list};\n`,
    };
  });
