import { expect } from "chai";
import { parsePortalFile } from "../../../src/sources/portal/parse-portal-file.ts";
import type { ReadValue } from "../../../src/sources/values.ts";

const NODE = "https://node.example/";
const LOOP =
  "let sum = 0; for (const one of String(process.env.KEY)) sum += one.charCodeAt(0);";
const FAR = "const isFar = process.env.KEY?.length > 3;";

/** A chain whose node is given by an expression. */
async function nodeOf(
  expression: string,
  before = "",
): Promise<ReadValue | undefined> {
  const text = `${before}\nmodule.exports.chains = [{ chainId: 100, nodeUri: ${expression} }];`;
  const [chain] = (await parsePortalFile(text, "x.cjs")).chains;
  return chain?.members.get("nodeUri")?.value;
}

/** Of the variable KEY, unless other names are given. */
const UNFOLLOWED: readonly (readonly [
  expression: string,
  before?: string,
  names?: string,
])[] = [
  ["url + env.KEY", "const env = { ...process.env };", "all variables"],
  [
    "url + env.KEY",
    "const env = Object.assign({}, process.env);",
    "all variables",
  ],
  [
    "url + env.KEY",
    "const env = Object.fromEntries(Object.entries(process.env));",
    "all variables",
  ],
  ["url + Object.keys(process.env).includes('KEY')", "", "all variables"],
  [
    "env.KEY ?? url",
    "const env = {}; for (const name in process.env) env[name] = process.env[name];",
    "all variables",
  ],
  ["url + Object.getOwnPropertyDescriptor(process.env, 'KEY')?.value"],
  ["Object.hasOwn(process.env, 'KEY') ? url + '1' : url + '0'"],
  ["'KEY' in process.env ? url + '1' : url + '0'"],
  ["Reflect.has(process.env, 'KEY') ? url + '1' : url + '0'"],
  ["url + String(process.env.KEY).slice(0, 5)"],
  ["url + String(process.env.KEY).replace(/(.{4})/g, '$1-')"],
  ["url + [...String(process.env.KEY)].reverse().join('')"],
  ["url + (Number(process.env.KEY) + 1)"],
  ["url + sum", LOOP],
  ["url + (process.env.KEY ?? null)"],
  ["[url, process.env.KEY].join('/')"],
  ["url + (process.env.ID || 'id') + '/' + (process.env.KEY ?? '')"],
  ["process.env.KEY ? url + 'far' : url + 'near'"],
  ["url + (process.env.KEY ?? 'key').length"],
  ["Number(process.env.KEY) % 2 ? url + 'odd' : url + 'even'"],
  ["process.env.KEY?.slice(0, 3)"],
  [
    "chosen.url",
    `${FAR} const chosen = { url: url + 1 }; if (isFar) delete chosen.url;`,
  ],
  [
    "name",
    "const title = () => { const name = 'a'; }; const [, name] = String(process.env.KEY).split('e');",
  ],
  ["name", "let name = 'a'; [, name] = String(process.env.KEY).split('e');"],
  ["chosen.url", `${FAR} const chosen = {}; if (!isFar) chosen.url = url + 1;`],
];

describe("a value that depends on the environment", () => {
  for (const [expression, before = "", names = "KEY"] of UNFOLLOWED) {
    it(`given ${before} ${expression}, when the file is read, then the value is unknown, and the reason names ${names}`, async () => {
      const node = await nodeOf(expression, `const url = "${NODE}"; ${before}`);

      expect(node?.kind).to.equal("unknown");
      expect(node).to.have.property("reason").that.includes(names);
    });
  }

  for (const [list, first] of [
    ["[...(process.env.KEY ? [other] : []), chain]", 0],
    ["[chain, ...(process.env.KEY ? [other] : [])]", 0],
    ["[process.env.KEY === 'a' && other, chain].filter(Boolean)", 0],
  ] as const) {
    it(`given ${list}, when the file is read, then what does not depend on it is known, and a default is`, async () => {
      const { chains } = await parsePortalFile(
        `const url = "${NODE}";
        const other = { chainId: 1, nodeUri: "https://other.example" };
        const chain = { chainId: 100, nodeUri: url + "a", providerUri: process.env.PROVIDER || url };
        module.exports.chains = ${list};`,
        "x.cjs",
      );

      const members = chains[first]?.members;
      expect(members?.get("chainId")?.value).to.include({ value: 100 });
      expect(members?.get("nodeUri")?.value).to.include({ value: `${NODE}a` });
      expect(members?.get("providerUri")?.value)
        .to.include({ value: NODE })
        .and.have.property("variables")
        .that.deep.equals(["PROVIDER"]);
    });
  }

  it("given a copy of the whole environment, when the file is read, then constants are known", async () => {
    const node = await nodeOf(
      "url",
      `const env = { ...process.env }; const url = "${NODE}";`,
    );

    expect(node).to.include({ kind: "scalar", value: NODE });
  });

  it("given that the file chooses from its literals, when it is read, then the one without the variable is known", async () => {
    const node = await nodeOf(
      "process.env.KEY ? 'https://other.example' : url",
      `const url = "${NODE}";`,
    );

    expect(node).to.include({ kind: "scalar", value: NODE });
  });

  it("given a text that is the same with any value of a variable, when the file is read, then it is known", async () => {
    const node = await nodeOf(
      "'https://' + host + (process.env.KEY === 'a' ? '/a' : '/b')",
      "const host = 'node.example';",
    );

    expect(node).to.include({ kind: "scalar", value: `${NODE}b` });
  });
});
